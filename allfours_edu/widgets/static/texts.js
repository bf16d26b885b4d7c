// The texts side by side: questions down, witnesses across; who says what on top, the reading in full below.
function textsScreen() {
  let shown = [],
    at = { row: 0, col: 0 },
    picking = false,
    query = "",
    pickAt = 0,
    speaking = false,
    opened = null,
    wide = true,
    fresh = true,
    grid = null,
    watcher = null,
    listen = null;

  const own = ownText(),
    { seenMark, seenLetter, conjecture, sureness, head, about, aboutFolded, clauseNode } = readingParts(own);
  const NARROW = 720;
  const field = (ctx, topic) => ctx.s.topics[topic].field;
  const says = (ctx, f, key) => ((ctx.s.values || {})[f] || {})[key] || key;
  const cellOf = (ctx, topic, w) => (ctx.s.cells[topic] || {})[w.id] || ["unrecorded"];
  const speaks = (cell) => cell.length > 1;
  const mark = (ctx, status) => ctx.s.marks[status] || { sign: "", word: status };
  const topicAt = () => shown[Math.max(0, Math.min(at.row, shown.length - 1))];

  // Which witnesses get a column: those of whom anything was noted; wide where they speak.
  function columns(ctx) {
    const found = (ctx.s.witnesses || []).map((w) => {
      const cells = shown.map((t) => cellOf(ctx, t, w));
      return { w, noted: cells.some((c) => c[0] !== "unrecorded"), speaks: cells.some(speaks) };
    });
    return {
      list: found.filter((c) => (speaking ? c.speaks : c.noted)),
      rest: found.filter((c) => !c.noted).map((c) => c.w),
    };
  }

  function show(ctx, topics) {
    shown = topics;
    at = { row: 0, col: 0 };
    picking = false;
    query = "";
    setNest(ctx, null);
    const cols = columns(ctx).list;
    at.col = Math.max(
      0,
      cols.findIndex((c) => speaks(cellOf(ctx, shown[0], c.w))),
    );
    ctx.say(ctx.s.topics[shown[0]].title);
    ctx.draw();
    focusCell(ctx);
  }

  function setNest(ctx, o) {
    if (ctx.nestEnd) ctx.nestEnd();
    ctx.nestEnd = null;
    opened = o;
  }

  function focusCell(ctx, quiet) {
    const node = ctx.root.querySelector(`:scope > .af-frame .af-tg [data-at="${at.row},${at.col}"]`);
    if (!node) return;
    node.focus({ preventScroll: true });
    reveal(node, quiet);
  }

  // Bring a cell into view inside its own box; the page itself moves only when the box is out of sight.
  function reveal(node) {
    const box = node.closest(".af-tg");
    if (!wide || !box) {
      node.scrollIntoView({ block: "nearest" });
      return;
    }
    const left = box.querySelector(".af-tg-corner").offsetWidth,
      top = box.querySelector(".af-tg-head").offsetHeight;
    const b = box.getBoundingClientRect(),
      n = node.getBoundingClientRect();
    if (n.left < b.left + left) box.scrollLeft -= b.left + left - n.left + 8;
    else if (n.right > b.right) box.scrollLeft += Math.min(n.right - b.right + 12, n.left - b.left - left);
    if (!node.closest(".af-tg-head")) {
      if (n.top < b.top + top) box.scrollTop -= b.top + top - n.top + 4;
      else if (n.bottom > b.bottom) box.scrollTop += Math.min(n.bottom - b.bottom + 16, n.top - b.top - top);
    }
    if (b.bottom < 0 || b.top > innerHeight) box.scrollIntoView({ block: "nearest" });
  }

  // ---- a witness ------------------------------------------------------------------------------------
  function witnessHead(ctx, c, i) {
    const w = c.w,
      on = at.row === -1 && at.col === i;
    return h(
      "div",
      {
        class: cls("af-tg-w", !c.speaks && "af-tg-slim", on && "af-tg-on"),
        role: "columnheader",
        key: w.id,
        tabindex: on ? "0" : "-1",
        "data-at": `-1,${i}`,
        onclick: () => goTo(ctx, -1, i),
      },
      h("b", { class: "af-siglum" }, w.siglum, !c.speaks && seenLetter(ctx, w)),
      h("span", { class: "af-age" }, ` ${w.age}`),
      c.speaks && [
        seenMark(ctx, w),
        h("span", { class: "af-w-line" }, h("span", { class: "af-dim" }, `${ctx.w("printing")} `), w.printing),
        h("span", { class: "af-w-line" }, h("span", { class: "af-dim" }, `${ctx.w("carrier")} `), w.carrier),
      ],
    );
  }

  // ---- a cell -----------------------------------------------------------------------------------------
  function cellBody(ctx, cell) {
    const [status, ...refs] = cell;
    if (!refs.length) {
      const m = mark(ctx, status);
      return h(
        "span",
        { class: `af-quiet-mark af-quiet-${status}` },
        h("span", { class: "af-quiet-sign", "aria-hidden": "true" }, m.sign),
        h("span", { class: "af-quiet-word" }, m.word),
      );
    }
    return refs.map((ref) => {
      const c = ctx.s.clauses[ref];
      return h(
        "span",
        { class: cls("af-said", c.of && "af-said-other"), key: ref },
        (c.status !== "explicit" || c.of) &&
          h(
            "span",
            { class: "af-said-marks" },
            c.status !== "explicit" && knownMark(ctx, c.status),
            c.of && h("span", { class: "af-known af-known-of" }, ctx.s.games[c.of] || c.of),
          ),
        h("span", { class: "af-said-text" }, c.digest),
        (c.readings || []).map((r) =>
          h(
            "span",
            { class: cls("af-reads", r.preferred && "af-reads-taken"), key: r.id },
            h("b", {}, `${r.id} `),
            conjecture(ctx, r),
            " ",
            sureness(ctx, r),
            r.preferred &&
              h("span", { class: "af-taken" }, h("span", { "aria-hidden": "true" }, "✓ "), ctx.w("taken_here")),
          ),
        ),
      );
    });
  }

  function cellNode(ctx, topic, r, c, i) {
    const cell = cellOf(ctx, topic, c.w),
      on = at.row === r && at.col === i;
    return h(
      "div",
      {
        class: cls("af-tg-c", !speaks(cell) && "af-tg-quiet", `af-tg-${cell[0]}`, on && "af-tg-on"),
        role: "gridcell",
        key: c.w.id,
        tabindex: on ? "0" : "-1",
        "data-at": `${r},${i}`,
        "aria-selected": String(on),
        onclick: () => goTo(ctx, r, i),
      },
      h("span", {
        class: "af-card-head",
        memo: c.w.id,
        lazy: () => [h("b", { class: "af-siglum" }, c.w.siglum), h("span", {}, ` ${c.w.age} `), seenMark(ctx, c.w)],
      }),
      h("span", { class: "af-tg-body", memo: `${topic} ${c.w.id}`, lazy: () => cellBody(ctx, cell) }),
    );
  }

  function goTo(ctx, row, col) {
    at = { row, col };
    ctx.draw();
    focusCell(ctx);
  }

  function gridNode(ctx) {
    const { list, rest } = columns(ctx);
    grid = list;
    if (at.col >= list.length) at.col = Math.max(0, list.length - 1);
    const widths = list.map((c) => (c.speaks ? "var(--af-tg-col)" : "86px")).join(" ");
    const many = shown.length > 1;
    return [
      h(
        "div",
        {
          class: cls("af-tg", many && "af-tg-many"),
          key: "grid",
          role: "grid",
          "aria-label": plain(ctx, gridTitle(ctx)),
          "aria-rowcount": String(shown.length + 1),
          "aria-colcount": String(list.length + 1),
          style: { "--af-tg-cols": widths },
        },
        h(
          "div",
          { class: "af-tg-row af-tg-head", role: "row", key: "head" },
          h(
            "div",
            { class: "af-tg-corner", role: "columnheader" },
            h("span", { class: "af-dim" }, ctx.w("question_text")),
          ),
          list.map((c, i) => witnessHead(ctx, c, i)),
        ),
        shown.map((topic, r) =>
          h(
            "div",
            { class: cls("af-tg-row", at.row === r && "af-tg-here"), role: "row", key: topic },
            h("div", { class: "af-tg-q", role: "rowheader" }, ctx.s.topics[topic].title),
            list.map((c, i) => cellNode(ctx, topic, r, c, i)),
          ),
        ),
      ),
      rest.length > 0 &&
        !speaking &&
        h(
          "p",
          { class: "af-dim af-small-text af-tg-rest", key: "rest" },
          `${mark(ctx, "unrecorded").word}: ${rest.map((w) => w.siglum).join(", ")}`,
        ),
    ];
  }

  // ---- who says what ----------------------------------------------------------------------------------
  function siglumButton(ctx, topic, id, doubt, of) {
    const w = ctx.s.witnesses.find((x) => x.id === id),
      i = grid.findIndex((c) => c.w.id === id);
    return h(
      "button",
      {
        class: cls("af-sig", doubt && "af-sig-doubt", of && "af-sig-of"),
        key: id,
        "data-sig": id,
        "aria-label": [w.siglum, w.title, doubt ? mark(ctx, "ambiguous").word : "", of ? ctx.s.games[of] : ""]
          .filter(Boolean)
          .join(", "),
        onclick: () => i >= 0 && goTo(ctx, shown.indexOf(topic), i),
      },
      w.siglum,
      doubt ? h("span", { class: "af-dagger" }, "‡") : null,
      of && h("span", { class: "af-small-text" }, ` ${ctx.s.games[of]}`),
      seenLetter(ctx, w),
    );
  }

  function apparatus(ctx, topic) {
    const f = field(ctx, topic);
    const lines = (ctx.s.apparatus[topic] || []).map(([key, voices]) => ({ key, voices, books: [] }));
    const plays = ctx.s.plays[topic] || [];
    if (f)
      plays.forEach((p, i) => {
        if (!p.key) return;
        let line = lines.find((x) => x.key === p.key);
        if (!line) lines.push((line = { key: p.key, voices: [], books: [] }));
        line.books.push({ ...p, ...ctx.s.books[i] });
      });
    const quiet = {};
    for (const c of grid) {
      const cell = cellOf(ctx, topic, c.w);
      if (!speaks(cell) && cell[0] !== "unrecorded") (quiet[cell[0]] ??= []).push(c.w);
    }
    const note = ctx.s.topics[topic].note;
    return h(
      "section",
      { class: "af-app", key: "app", "aria-label": ctx.w("who_says_what") },
      shown.length > 1 && h("h3", { class: "af-app-q" }, ctx.s.topics[topic].title),
      lines.length > 0 &&
        h(
          "div",
          { class: "af-app-table", role: "table", "aria-label": ctx.w("who_says_what") },
          h(
            "div",
            { class: "af-app-row af-app-head", role: "row" },
            ["answer", "texts_for", "books_for"].map((k) => h("span", { role: "columnheader", key: k }, ctx.w(k))),
          ),
          lines.map((l) =>
            h(
              "div",
              { class: "af-app-row", role: "row", key: l.key },
              h("span", { class: "af-app-value", role: "cell" }, says(ctx, f, l.key)),
              h(
                "span",
                { class: "af-app-sigla", role: "cell" },
                l.voices.length
                  ? l.voices.map(([id, doubt, of]) => siglumButton(ctx, topic, id, doubt, of))
                  : h("span", { class: "af-dim" }, ctx.w("no_text")),
              ),
              h(
                "span",
                { class: "af-app-books", role: "cell" },
                l.books.length
                  ? l.books.map((b) =>
                      h("span", { class: `af-app-book af-app-${b.status}`, key: b.id }, bookMark(ctx, b)),
                    )
                  : h("span", { class: "af-dim" }, ctx.w("no_book")),
              ),
            ),
          ),
        ),
      Object.keys(quiet).length > 0 &&
        h(
          "p",
          { class: "af-app-quiet" },
          Object.entries(quiet).map(([status, list]) =>
            h(
              "span",
              { key: status },
              h("span", { class: "af-quiet-sign", "aria-hidden": "true" }, mark(ctx, status).sign),
              ` ${mark(ctx, status).word}: ${list.map((w) => w.siglum).join(", ")}. `,
            ),
          ),
        ),
      note && h("p", { class: "af-dim af-small-text" }, note),
    );
  }

  // A book where it is listed: ⟨supplied⟩ in brackets, a disputed reading with its dagger.
  const bookMark = (ctx, b) =>
    b.status === "supplied"
      ? [
          h("span", { "aria-hidden": "true" }, "⟨"),
          b.short,
          h("span", { "aria-hidden": "true" }, "⟩"),
          h("span", { class: "af-sr" }, ` ${mark(ctx, "supplied").word}`),
        ]
      : b.status === "contradictory"
        ? [b.short, h("span", { class: "af-dagger" }, "‡")]
        : b.short;

  // ---- the reading in full ------------------------------------------------------------------------------
  function reading(ctx) {
    const c = grid[at.col];
    if (!c) return null;
    const w = c.w,
      topic = topicAt(),
      cell = cellOf(ctx, topic, w),
      [status, ...refs] = cell;
    if (at.row < 0) return [head(ctx, w), about(ctx, w, true)];
    return [
      head(ctx, w),
      !refs.length && h("p", { class: "af-rd-quiet" }, knownMark(ctx, status), ` ${mark(ctx, status).text || ""}`),
      refs.map((ref) => clauseNode(ctx, ref, ctx.s.clauses[ref], w, told(ctx, topic, ref))),
      refs.length ? aboutFolded(ctx, w) : about(ctx, w, true),
    ];
  }

  const told = (ctx, topic, ref) => ({
    says: (f, key) => says(ctx, f, key),
    question: (f) => (ctx.s.topics[f] ? ctx.s.topics[f].title : ""),
    readers: (id) =>
      (ctx.s.plays[topic] || [])
        .map((p, i) => (p.ref === ref && (p.reading || "") === id ? ctx.s.books[i].short : ""))
        .filter(Boolean),
  });

  // ---- the books ----------------------------------------------------------------------------------------
  function booksNode(ctx, topic) {
    const f = field(ctx, topic);
    return h(
      "section",
      { class: "af-bk", "aria-label": ctx.w("books_play") },
      h("h3", { class: "af-h" }, ctx.w("books_play")),
      h(
        "ul",
        {},
        (ctx.s.plays[topic] || []).map((p, i) => {
          const b = ctx.s.books[i];
          return h(
            "li",
            { key: b.id, class: `af-bk-${p.status}` },
            canAsk(ctx, "page", b.id)
              ? h(
                  "button",
                  {
                    class: "af-why",
                    "data-book": b.id,
                    "aria-label": `${b.short}: ${ctx.w("open_page")}`,
                    onclick: () => askNest(ctx, opened, "page", b.id, (o) => openNest(ctx, o)),
                  },
                  b.short,
                )
              : h("b", {}, b.short),
            " ",
            h("span", {}, p.key ? says(ctx, f, p.key) : p.text),
            " ",
            knownMark(ctx, p.status),
            p.why &&
              h("span", { class: "af-dim af-small-text" }, p.status === "supplied" ? ` ⟨${p.why}⟩` : ` ${p.why}`),
            p.ref && h("code", { class: "af-bk-ref" }, p.ref),
          );
        }),
      ),
      deals(ctx, f),
    );
  }

  function deals(ctx, f) {
    const list = (f && ctx.s.deals[f]) || [];
    if (!list.length) return null;
    return h(
      "div",
      { class: "af-bk-deals" },
      h("h3", { class: "af-h" }, ctx.w("deal_decides")),
      h(
        "div",
        { class: "af-actions" },
        list.map((d) =>
          canAsk(ctx, "deal", d.id)
            ? h(
                "button",
                {
                  class: "af-button af-quiet",
                  key: d.id,
                  "data-deal": d.id,
                  onclick: () => askNest(ctx, opened, "deal", d.id, (o) => openNest(ctx, o)),
                },
                h("span", { class: "af-button-label" }, d.title),
              )
            : h("code", { key: d.id }, `af.scenario("${d.id.split(".")[0]}")`),
        ),
      ),
    );
  }

  function openNest(ctx, o) {
    setNest(ctx, o);
    ctx.draw();
  }

  // ---- choosing a question --------------------------------------------------------------------------------
  function matches(ctx) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (id) => {
      const hay = `${id.replace(/_/g, " ")} ${ctx.s.topics[id].title}`.toLowerCase();
      return words.every((w) => hay.includes(w));
    };
    const subjects = (ctx.s.subjects || []).filter((x) =>
      words.every((w) => `${x.title} ${x.id}`.toLowerCase().includes(w)),
    );
    const groups = (ctx.s.phases || [])
      .map((p) => ({ ...p, topics: p.topics.filter(fits) }))
      .filter((p) => p.topics.length);
    return { subjects, groups };
  }

  const voices = (ctx, id) => Object.values(ctx.s.cells[id] || {}).filter(speaks).length;

  function picker(ctx) {
    const { subjects, groups } = matches(ctx);
    let n = -1;
    const choice = (key, label, extra, topics) => {
      n += 1;
      const i = n;
      return h(
        "button",
        {
          class: cls("af-pk", pickAt === i && "af-pk-on"),
          key,
          "data-pick": String(i),
          "data-topic": topics.length === 1 ? topics[0] : null,
          tabindex: pickAt === i ? "0" : "-1",
          onclick: () => show(ctx, topics),
        },
        h("span", {}, label),
        h("span", { class: "af-dim af-small-text" }, extra),
      );
    };
    return h(
      "section",
      { class: "af-picker", key: "picker", "aria-label": ctx.w("choose_question") },
      h(
        "label",
        { class: "af-pk-search" },
        h("span", {}, ctx.w("search_question")),
        h("input", {
          type: "search",
          "data-k": "search",
          autocomplete: "off",
          props: { value: query },
          oninput: (e) => {
            query = e.target.value;
            pickAt = 0;
            const found = matches(ctx);
            ctx.say(ctx.w("n_questions", { n: found.groups.reduce((k, g) => k + g.topics.length, 0) }));
            ctx.draw();
          },
          onkeydown: (e) => {
            if (e.key === "Escape" && !query && shown.length) {
              e.stopPropagation();
              pickToggle(ctx, false);
            } else if (e.key === "Enter" || e.key === "ArrowDown") {
              const first = ctx.root.querySelector(".af-pk");
              if (!first) return;
              e.preventDefault();
              e.stopPropagation();
              if (e.key === "Enter") first.click();
              else first.focus();
            }
          },
        }),
      ),
      subjects.length > 0 &&
        h(
          "div",
          { class: "af-pk-group", key: "subjects" },
          h("h3", { class: "af-h" }, ctx.w("several_at_once")),
          h(
            "div",
            { class: "af-pk-list" },
            subjects.map((x) =>
              choice(`s-${x.id}`, x.title, ` ${ctx.w("n_questions", { n: x.topics.length })}`, x.topics),
            ),
          ),
        ),
      groups.map((p) =>
        h(
          "div",
          { class: "af-pk-group", key: p.id },
          h("h3", { class: "af-h" }, p.title),
          h(
            "div",
            { class: "af-pk-list" },
            p.topics.map((id) =>
              choice(id, ctx.s.topics[id].title, ` ${ctx.w("n_speak", { n: voices(ctx, id) })}`, [id]),
            ),
          ),
        ),
      ),
      !subjects.length && !groups.length && h("p", { class: "af-dim" }, ctx.w("no_question")),
    );
  }

  const gridTitle = (ctx) =>
    shown.length === 1
      ? ctx.s.topics[shown[0]].title
      : (
          (ctx.s.subjects || []).find(
            (x) => x.topics.length === shown.length && x.topics.every((t, i) => t === shown[i]),
          ) || {}
        ).title || (shown.length ? ctx.s.title : ctx.s.title);

  function legend(ctx) {
    const list = ["explicit", "implied", "example", "ambiguous", "refers", "silent", "not_seen", "supplied"];
    return h(
      "p",
      { class: "af-legend", key: "legend", "aria-label": ctx.w("marks_title") },
      list.map((k) => h("span", { key: k }, knownMark(ctx, k))),
      h("span", {}, `[ ] ${ctx.w("a_conjecture")}`),
    );
  }

  function pickToggle(ctx, on) {
    picking = on === undefined ? !picking : on;
    pickAt = 0;
    ctx.draw();
    if (picking) {
      const box = ctx.root.querySelector('[data-k="search"]');
      if (box) box.focus({ preventScroll: true });
    } else focusCell(ctx);
  }

  return {
    start(ctx) {
      ctx.keys = () => [
        ["← → ↑ ↓", "key_grid"],
        ["Home End", "key_row_ends"],
        ["Enter", "key_reading"],
        ["/", "key_topics"],
        ["S", "key_speaking"],
        ["T", "key_as_text"],
        ["F", "key_full"],
        ["?", "key_keys"],
        ["Esc", "key_escape"],
      ];
      listen = (m) => {
        if (own.hear(ctx, m) || m.kind !== "opened") return;
        ctx.answered();
        openNest(ctx, m);
      };
      ctx.model.on("msg:custom", listen);
      const measure = () => {
        const now = ctx.root.clientWidth === 0 || ctx.root.clientWidth >= NARROW;
        if (now !== wide) {
          wide = now;
          if (!fresh) ctx.draw();
        }
      };
      measure();
      if (typeof ResizeObserver !== "undefined") {
        watcher = new ResizeObserver(measure);
        watcher.observe(ctx.root);
      }
    },
    stop(ctx) {
      ctx.model.off("msg:custom", listen);
      if (watcher) watcher.disconnect();
      if (ctx.nestEnd) ctx.nestEnd();
    },

    state(ctx) {
      shown = [...(ctx.s.shown || [])];
      picking = !shown.length;
      at = { row: 0, col: 0 };
      if (shown.length)
        at.col = Math.max(
          0,
          columns(ctx).list.findIndex((c) => speaks(cellOf(ctx, shown[0], c.w))),
        );
      fresh = false;
      ctx.root.dataset.shown = ctx.s.rev ?? 0;
      ctx.root.dataset.idle = "true";
      ctx.draw();
    },

    build(ctx) {
      const s = ctx.s;
      const many = Object.keys(s.topics || {}).length > 1;
      const tools = [
        many &&
          shown.length > 0 &&
          h(
            "button",
            {
              class: "af-tool",
              key: "pick",
              "data-k": "pick",
              "aria-expanded": String(picking),
              onclick: () => pickToggle(ctx),
            },
            ctx.w("other_question"),
          ),
        !picking &&
          h(
            "button",
            {
              class: "af-tool",
              key: "speaking",
              "data-k": "speaking",
              "aria-pressed": String(speaking),
              onclick: () => flipSpeaking(ctx),
            },
            ctx.w("only_speaking"),
          ),
      ];
      const title = shown.length ? gridTitle(ctx) : s.title;
      if (picking) return [titleRow(ctx, title, tools), twinBox(ctx), picker(ctx), footer(ctx)];
      const gridNodes = gridNode(ctx),
        topic = topicAt(),
        app = apparatus(ctx, topic);
      return [
        titleRow(ctx, title, tools),
        twinBox(ctx),
        shown.length === 1 && app,
        gridNodes,
        legend(ctx),
        h(
          "div",
          { class: "af-tx-below", key: "below" },
          h(
            "section",
            { class: "af-rd-box", key: "reading", tabindex: "-1", "aria-label": ctx.w("reading_in_full") },
            reading(ctx),
          ),
          h("div", { class: "af-tx-topic", key: "topic" }, shown.length > 1 && app, booksNode(ctx, topic)),
        ),
        footer(ctx),
        nestBox(ctx, opened, () => {
          setNest(ctx, null);
          ctx.draw();
          focusCell(ctx);
        }),
      ];
    },

    after(ctx) {
      if (!picking) fillNest(ctx, opened, opened && opened.view === "rulebook" ? field(ctx, topicAt()) : null);
    },

    key(ctx, e) {
      const k = e.key.length === 1 ? e.key.toLowerCase() : e.key;
      if (k === "/" && Object.keys(ctx.s.topics || {}).length > 1) {
        pickToggle(ctx, true);
        return true;
      }
      if (k === "s" && !picking) {
        flipSpeaking(ctx);
        return true;
      }
      if (picking) {
        if (e.key === "Escape" && shown.length) {
          pickToggle(ctx, false);
          return true;
        }
        const list = [...ctx.root.querySelectorAll(".af-pk")],
          here = list.indexOf(e.target.closest(".af-pk"));
        if (here < 0) return false;
        const to = {
          ArrowDown: here + 1,
          ArrowRight: here + 1,
          ArrowUp: here - 1,
          ArrowLeft: here - 1,
          Home: 0,
          End: list.length - 1,
        }[k];
        if (to === undefined) return false;
        if (to < 0) {
          ctx.root.querySelector('[data-k="search"]').focus();
          return true;
        }
        pickAt = Math.min(to, list.length - 1);
        ctx.draw();
        const node = ctx.root.querySelector(`[data-pick="${pickAt}"]`);
        node.focus({ preventScroll: true });
        node.scrollIntoView({ block: "nearest" });
        return true;
      }
      if (e.target.closest(".af-rd-box") && k === "Escape") {
        focusCell(ctx);
        return true;
      }
      const cell = e.target.closest("[data-at]");
      if (!cell || !cell.closest(".af-tg")) return false;
      const last = grid.length - 1;
      let { row, col } = at;
      if (!wide && (k === "ArrowDown" || k === "ArrowRight")) {
        if (col < last) col += 1;
        else if (row < shown.length - 1) [row, col] = [row + 1, 0];
      } else if (!wide && (k === "ArrowUp" || k === "ArrowLeft")) {
        if (col > 0) col -= 1;
        else if (row > 0) [row, col] = [row - 1, last];
      } else if (k === "ArrowRight") col = Math.min(col + 1, last);
      else if (k === "ArrowLeft") col = Math.max(col - 1, 0);
      else if (k === "ArrowDown") row = Math.min(row + 1, shown.length - 1);
      else if (k === "ArrowUp") row = Math.max(row - 1, -1);
      else if (k === "Home") col = 0;
      else if (k === "End") col = last;
      else if (k === "PageDown") row = shown.length - 1;
      else if (k === "PageUp") row = 0;
      else if (k === "Enter" || k === " ") {
        const box = ctx.root.querySelector(":scope > .af-frame .af-rd-box");
        if (box) {
          box.focus({ preventScroll: true });
          box.scrollIntoView({ block: "nearest" });
          ctx.say(box.textContent);
        }
        return true;
      } else return false;
      goTo(ctx, row, col);
      return true;
    },
  };

  function flipSpeaking(ctx) {
    const w = grid && grid[at.col] && grid[at.col].w;
    speaking = !speaking;
    const now = columns(ctx).list;
    at.col = Math.max(
      0,
      now.findIndex((c) => c.w === w),
    );
    ctx.say(ctx.w("n_columns", { n: now.length }));
    ctx.draw();
  }
}
