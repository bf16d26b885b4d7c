// The variorum: questions down, texts and rule books across. A cell holds the reading alone, in its form; what stands
// behind it comes by message when it is looked at. Only what can be seen is drawn, so a hundred columns cost no more.
function variorumScreen() {
  const own = ownText(),
    { seenMark, seenLetter, head, about, aboutFolded, clauseNode } = readingParts(own);
  const NARROW = 640,
    SPOKEN = 20, // questions told in words at a time
    PAUSE = 140, // so long a cell is stood on before its clauses are asked for
    got = new Map(), // what Python told: cells, columns
    asked = new Set();
  let columns = [],
    at = { row: 0, col: 0 },
    only = false, // rows that differ
    here = null, // rows that matter in one deal: {topics, title}
    choosing = false,
    query = "",
    plainly = false,
    weights = null,
    opened = null,
    quiet = null, // why nothing could be opened
    wide = true,
    fresh = true,
    scrolling = 0,
    resting = 0,
    watcher = null,
    listen = null,
    counted = { key: "", rows: [] };

  const live = (ctx) => !ctx.s.still && !ctx.standalone;
  const topic = (ctx, id) => ctx.s.topics[id];
  const mark = (ctx, status) => ctx.s.marks[status] || { sign: "", word: status };
  const headOf = (ctx, id) => ctx.s.heads[id] || (got.get(`column ${id}`) || {}).head || ctx.s.all.find((c) => c.id === id);
  const cellsOf = (ctx, id) => ctx.s.cells[id] || (got.get(`column ${id}`) || {}).cells || null;
  const cellAt = (ctx, id, t) => {
    const cells = cellsOf(ctx, id);
    return cells ? cells[t] || ["unrecorded"] : ["waiting"];
  };
  const MARKED = { ambiguous: 1, contradictory: 1 };

  // ---- which rows ----------------------------------------------------------------------------------------
  // An answer that can be set against another: not a gloss, and of the main game of its text.
  const answers = (cell) => cell.slice(1).filter((r) => r[1] !== "gloss" && !r[2]);

  function differs(ctx, id) {
    if (!topic(ctx, id).field) {
      const sides = ctx.s.disputed[id] || [];
      return columns.filter((c) => sides.includes(c) || sides.includes(headOf(ctx, c).text)).length > 1;
    }
    let first = null;
    for (const c of columns)
      for (const r of answers(cellAt(ctx, c, id))) {
        if (first === null) first = r[0];
        else if (first !== r[0]) return true;
      }
    return false;
  }

  function rows(ctx) {
    const known = columns.filter((c) => cellsOf(ctx, c)).length;
    const key = `${columns.join()}|${known}|${only}|${here ? here.title : ""}`;
    if (counted.key !== key) {
      const kept = (ctx.s.rows || []).filter(
        (id) => (!only || differs(ctx, id)) && (!here || here.topics.includes(id)),
      );
      counted = { key, rows: kept };
    }
    return counted.rows;
  }

  const topicAt = (ctx) => rows(ctx)[Math.max(0, Math.min(at.row, rows(ctx).length - 1))];
  const colAt = () => columns[Math.max(0, Math.min(at.col, columns.length - 1))];

  // Change the rows or columns, and stay with the cell where that is possible.
  function keeping(ctx, change) {
    const t = topicAt(ctx),
      c = colAt(),
      stood = inGrid(ctx);
    change();
    const list = rows(ctx);
    at = {
      row: at.row < 0 ? -1 : Math.max(0, list.indexOf(t)),
      col: Math.max(0, columns.indexOf(c) < 0 ? Math.min(at.col, columns.length - 1) : columns.indexOf(c)),
    };
    bring(ctx);
    ctx.draw();
    if (stood) focusCell(ctx);
    ctx.say(ctx.w("n_rows_columns", { n: list.length, m: columns.length }));
    rest(ctx);
  }

  // ---- sizes ------------------------------------------------------------------------------------------------
  function sizes(ctx) {
    const full = document.fullscreenElement === ctx.root,
      k = full ? 1.3 : 1;
    const box = boxOf(ctx),
      w = box ? box.clientWidth : 1000;
    if (!wide) return { row: 118, col: w, q: 0, head: 52, w, k };
    const q = Math.round(232 * k),
      fair = Math.floor((w - q) / columns.length); // few columns share the room; many scroll
    const col = fair < 158 * k ? Math.round(176 * k) : Math.min(fair, Math.round(300 * k));
    return { row: Math.round(78 * k), col, q, head: Math.round(60 * k), w, k };
  }
  const inGrid = (ctx) => Boolean(ctx.root.getRootNode().activeElement?.closest(".af-vg"));
  const boxOf = (ctx) => ctx.root.querySelector(":scope > .af-frame > .af-vg");

  function seen(ctx, g, n) {
    const box = boxOf(ctx),
      high = box ? box.clientHeight : 560;
    const top = box ? box.scrollTop : 0,
      left = box ? box.scrollLeft : 0;
    const r0 = Math.max(0, Math.floor(top / g.row) - 2),
      r1 = Math.min(n, Math.ceil((top + high) / g.row) + 2);
    if (!wide) return { r0, r1, c0: at.col, c1: at.col + 1 };
    return {
      r0,
      r1,
      c0: Math.max(0, Math.floor(left / g.col) - 1),
      c1: Math.min(columns.length, Math.ceil((left + g.w - g.q) / g.col) + 1),
    };
  }

  // Bring the cell one stands on into the box; the page itself does not move.
  function bring(ctx) {
    const box = boxOf(ctx);
    if (!box) return;
    const g = sizes(ctx),
      high = box.clientHeight - g.head;
    const top = Math.max(0, at.row) * g.row;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + g.row > box.scrollTop + high) box.scrollTop = top + g.row - high;
    if (!wide) return;
    const left = at.col * g.col,
      room = g.w - g.q;
    if (left < box.scrollLeft) box.scrollLeft = left;
    else if (left + g.col > box.scrollLeft + room) box.scrollLeft = left + g.col - room;
  }

  function focusCell(ctx) {
    const node = ctx.root.querySelector(`:scope > .af-frame > .af-vg [data-at="${at.row},${at.col}"]`);
    if (!node) return;
    node.focus({ preventScroll: true });
    const r = node.getBoundingClientRect();
    if (r.bottom < 0 || r.top > innerHeight) node.scrollIntoView({ block: "nearest" });
  }

  function goTo(ctx, row, col) {
    at = { row, col };
    quiet = null;
    bring(ctx);
    ctx.draw();
    focusCell(ctx);
    rest(ctx);
  }

  // ---- asking Python ------------------------------------------------------------------------------------------
  const ask = (ctx, name, arg) => ctx.model.send({ kind: "command", name, arg, rev: ctx.s.rev ?? 0 });

  function askOnce(ctx, name, arg) {
    const key = `${name} ${arg}`;
    if (!live(ctx) || got.has(key) || asked.has(key)) return;
    asked.add(key);
    ask(ctx, name, arg);
  }

  // Whoever rests on a cell wants to know more; whoever runs past it does not.
  function rest(ctx) {
    clearTimeout(resting);
    resting = setTimeout(() => askDetail(ctx), PAUSE);
  }
  function askDetail(ctx) {
    const t = topicAt(ctx),
      c = colAt();
    if (t && c) askOnce(ctx, "cell", `${t} ${c}`);
  }

  // ---- a cell -------------------------------------------------------------------------------------------------
  const shut = (open, close, body) => [
    h("span", { class: "af-vg-b", "aria-hidden": "true" }, open),
    body,
    h("span", { class: "af-vg-b", "aria-hidden": "true" }, close),
  ];

  function readingNode(ctx, r, n, many) {
    const [text, form, of] = r;
    return h(
      "span",
      { class: cls("af-vg-r", form && `af-vg-${form}`, of && "af-vg-of"), key: String(n) },
      many && form === "taken" && h("span", { class: "af-taken" }, "✓ "),
      of && h("span", { class: "af-vg-game" }, `${of} `),
      form === "guess" ? [shut("[", "]", text), h("span", { class: "af-sr" }, ` ${ctx.w("a_conjecture")}`)] : text,
    );
  }

  function cellBody(ctx, cell) {
    const [status, ...read] = cell,
      m = mark(ctx, status);
    if (status === "waiting") return h("span", { class: "af-dim" }, "…");
    if (!read.length)
      return h(
        "span",
        { class: `af-quiet-mark af-quiet-${status}` },
        h("span", { class: "af-quiet-sign", "aria-hidden": "true" }, m.sign),
        h("span", { class: "af-quiet-word" }, status === "unrecorded" ? h("span", { class: "af-sr" }, m.word) : m.word),
      );
    const body = read.map((r, n) => readingNode(ctx, r, n, read.length > 1));
    if (status === "supplied")
      return h("span", { class: "af-vg-supplied" }, shut("⟨", "⟩", body), h("span", { class: "af-sr" }, ` ${m.word}`));
    return [
      MARKED[status] && h("span", { class: "af-dagger", title: m.word }, "‡ ", h("span", { class: "af-sr" }, m.word)),
      body,
      status !== "explicit" &&
        !MARKED[status] &&
        h("span", { class: "af-vg-known" }, h("span", { "aria-hidden": "true" }, m.sign), ` ${m.word}`),
    ];
  }

  function cellNode(ctx, id, r, c, i, g) {
    const cell = cellAt(ctx, c, id),
      on = at.row === r && at.col === i;
    return h(
      "div",
      {
        class: cls("af-vg-c", cell.length < 2 && `af-vg-quiet af-vg-q-${cell[0]}`, on && "af-tg-on"),
        role: "gridcell",
        key: c,
        tabindex: on ? "0" : "-1",
        "data-at": `${r},${i}`,
        "aria-colindex": String(i + 2),
        "aria-selected": String(on),
        style: wide ? { left: `${g.q + i * g.col}px`, width: `${g.col}px` } : {},
        onclick: () => goTo(ctx, r, i),
      },
      h("div", { class: "af-vg-in", memo: `${id} ${c} ${cell[0] === "waiting"}`, lazy: () => cellBody(ctx, cell) }),
    );
  }

  const percent = (share) => (share > 0 && share < 0.01 ? "< 1 %" : `${Math.round(share * 100)} %`);

  function bar(ctx, id) {
    const w = weights && weights[id];
    if (!w) return null;
    return h(
      "span",
      { class: "af-vg-bar", title: w.text },
      h("span", { class: "af-vg-bar-on", style: { width: `${Math.max(2, Math.round(w.share * 100))}%` }, "aria-hidden": "true" }),
      h("span", { class: "af-vg-bar-n" }, percent(w.share), h("span", { class: "af-sr" }, ` ${ctx.w("of_deals")}`)),
    );
  }

  function rowNode(ctx, id, r, v, g) {
    const cols = [];
    for (let i = v.c0; i < v.c1; i++) cols.push(i);
    if (at.row === r && !cols.includes(at.col)) cols.push(at.col);
    return h(
      "div",
      {
        class: cls("af-vg-row", at.row === r && "af-vg-here"),
        role: "row",
        key: id,
        "aria-rowindex": String(r + 2),
        style: { top: `${r * g.row}px`, height: `${g.row}px` },
      },
      h(
        "div",
        { class: "af-vg-q", role: "rowheader", "aria-colindex": "1", style: wide ? { width: `${g.q}px` } : {} },
        h("span", { class: "af-vg-qt" }, topic(ctx, id).title),
        bar(ctx, id),
      ),
      cols.map((i) => columns[i] && cellNode(ctx, id, r, columns[i], i, g)),
    );
  }

  function headNode(ctx, c, i, g) {
    const x = headOf(ctx, c),
      on = at.row === -1 && at.col === i;
    return h(
      "div",
      {
        class: cls("af-vg-w", x.book && "af-vg-book", on && "af-tg-on"),
        role: "columnheader",
        key: c,
        tabindex: on ? "0" : "-1",
        "data-at": `-1,${i}`,
        "aria-colindex": String(i + 2),
        style: wide ? { left: `${g.q + i * g.col}px`, width: `${g.col}px` } : {},
        onclick: () => goTo(ctx, -1, i),
      },
      h("b", { class: "af-siglum" }, x.siglum, !x.book && seenLetter(ctx, x)),
      h("span", { class: "af-age" }, ` ${x.age}`),
      !x.book && h("span", { class: "af-w-line" }, x.title),
    );
  }

  function gridNode(ctx) {
    const list = rows(ctx),
      g = sizes(ctx),
      v = seen(ctx, g, list.length);
    const across = wide ? g.q + columns.length * g.col : null;
    const shown = [];
    for (let r = v.r0; r < v.r1; r++) shown.push(r);
    if (at.row >= 0 && at.row < list.length && !shown.includes(at.row)) shown.push(at.row);
    const heads = [];
    for (let i = v.c0; i < v.c1; i++) heads.push(i);
    if (at.row < 0 && !heads.includes(at.col)) heads.push(at.col);
    const size = (more) => ({ ...(across ? { width: `${across}px` } : {}), ...more });
    if (!list.length || !columns.length)
      return h("p", { class: "af-vg-none", key: "none" }, ctx.w(columns.length ? "no_rows" : "no_columns"));
    return h(
      "div",
      {
        class: cls("af-vg", !wide && "af-vg-narrow"),
        key: "grid",
        role: "grid",
        "aria-label": plain(ctx, ctx.s.title),
        "aria-rowcount": String(list.length + 1),
        "aria-colcount": String(columns.length + 1),
        onscroll: () => scrolled(ctx),
      },
      h(
        "div",
        { class: "af-vg-head", role: "row", key: "head", "aria-rowindex": "1", style: size({ height: `${g.head}px` }) },
        h(
          "div",
          { class: "af-vg-corner", role: "columnheader", "aria-colindex": "1", style: wide ? { width: `${g.q}px` } : {} },
          h("span", { class: "af-dim" }, ctx.w("question_text")),
          weights && h("span", { class: "af-dim af-small-text" }, ctx.w("weight_column")),
        ),
        heads.map((i) => columns[i] && headNode(ctx, columns[i], i, g)),
      ),
      h(
        "div",
        { class: "af-vg-body", role: "rowgroup", key: "body", style: size({ height: `${list.length * g.row}px` }) },
        shown.map((r) => rowNode(ctx, list[r], r, v, g)),
      ),
    );
  }

  function scrolled(ctx) {
    scrolling ||= requestAnimationFrame(() => {
      scrolling = 0;
      ctx.draw();
    });
  }

  // The same as a plain table, for reading, searching and copying.
  function plainTable(ctx) {
    const list = rows(ctx);
    const words = (cell) => {
      const [status, ...read] = cell,
        m = mark(ctx, status);
      if (!read.length) return status === "unrecorded" ? "" : `${m.sign} ${m.word}`;
      const said = read.map(([text, form, of]) => `${form === "guess" ? `[${text}]` : text}${of ? ` (${of})` : ""}`).join(" / ");
      return status === "supplied" ? `⟨${said}⟩` : MARKED[status] ? `‡ ${said}` : said;
    };
    return h(
      "div",
      { class: "af-vp", key: "plain", tabindex: "0", role: "region", "aria-label": ctx.w("plain_table") },
      h("table", {
        memo: counted.key,
        lazy: () => [
          h("caption", {}, plain(ctx, ctx.s.title)),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, ctx.w("question_text")),
              columns.map((c) => h("th", { scope: "col" }, `${headOf(ctx, c).siglum} ${headOf(ctx, c).age}`)),
            ),
          ),
          h(
            "tbody",
            {},
            list.map((id) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, topic(ctx, id).title),
                columns.map((c) => h("td", {}, words(cellAt(ctx, c, id)))),
              ),
            ),
          ),
        ],
      }),
    );
  }

  // In words, from the question one stands on: each question, its answers, and who gives them.
  function twin(ctx) {
    const from = Math.max(0, at.row),
      list = rows(ctx).slice(from, from + SPOKEN);
    const lines = list.map((id) => {
      const told = new Map();
      for (const c of columns) {
        const [status, ...read] = cellAt(ctx, c, id);
        if (status === "unrecorded" || status === "waiting") continue;
        const said = read.length
          ? read.map(([text, form]) => (form === "guess" ? `[${text}]` : text)).join(" / ")
          : mark(ctx, status).word;
        const how = read.length && status !== "explicit" ? ` (${mark(ctx, status).word})` : "";
        const key = said + how;
        told.set(key, [...(told.get(key) || []), headOf(ctx, c).siglum]);
      }
      return `${topic(ctx, id).title}\n${[...told].map(([said, who]) => `  ${said} [${who.join(", ")}]`).join("\n")}`;
    });
    const all = rows(ctx).length,
      part = all > list.length ? ` ${ctx.w("from_here", { n: from + 1, m: from + list.length })}` : "";
    return [plain(ctx, ctx.s.title), ctx.w("n_rows_columns", { n: all, m: columns.length }) + part, ...lines].join("\n");
  }

  // ---- what stands behind a cell ---------------------------------------------------------------------------------
  function reading(ctx) {
    const c = colAt(),
      id = topicAt(ctx);
    if (!c || !id) return null;
    const x = headOf(ctx, c),
      cell = cellAt(ctx, c, id),
      d = got.get(`cell ${id} ${c}`);
    const title = h("p", { class: "af-rd-q" }, h("span", { class: "af-dim" }, topic(ctx, id).title));
    if (!d)
      return [
        h("div", { class: "af-rd-head" }, h("h3", {}, h("b", { class: "af-siglum" }, x.siglum), ` ${x.title}`)),
        title,
        h("p", {}, cellBody(ctx, cell)),
        live(ctx) && h("p", { class: "af-dim" }, "…"),
      ];
    const w = d.witness,
      told = {
        says: (f, key) => (d.values[f] || {})[key] || key,
        question: (f) => (topic(ctx, f) || { title: "" }).title,
        readers: (r) => d.readers[r] || [],
      };
    if (at.row < 0) return w ? [head(ctx, w), about(ctx, w, true)] : [h("h3", {}, d.book.title), h("p", {}, d.book.note)];
    return [
      w ? head(ctx, w) : h("div", { class: "af-rd-head" }, h("h3", {}, d.book.title)),
      title,
      d.book &&
        h(
          "div",
          { class: "af-rd" },
          h("p", { class: "af-rd-digest" }, cellBody(ctx, cell)),
          h("p", { class: "af-rd-line" }, knownMark(ctx, d.book.status), d.book.why && h("span", {}, ` ${d.book.why}`)),
        ),
      w && !d.clauses.length && h("p", { class: "af-rd-quiet" }, knownMark(ctx, cell[0]), ` ${mark(ctx, cell[0]).text || ""}`),
      d.clauses.map(([ref, clause, text]) => clauseNode(ctx, ref, clause, text || w, told)),
      (d.register || []).length > 0 &&
        h("p", { class: "af-small-text" }, h("span", { class: "af-dim" }, `${ctx.w("register")} `), d.register.join("; ")),
      w && (d.clauses.length ? aboutFolded(ctx, w) : about(ctx, w, true)),
    ];
  }

  // Beside it: what the question weighs, and the clause at work.
  function beside(ctx) {
    const id = topicAt(ctx),
      c = colAt();
    if (!id || !c) return null;
    const q = topic(ctx, id),
      w = weights && weights[id];
    return [
      h(
        "section",
        { class: "af-vg-act", key: "act", "aria-label": ctx.w("see_act") },
        h("h3", { class: "af-h" }, ctx.w("see_act")),
        q.no_act
          ? h("p", { class: "af-vg-noact" }, q.no_act)
          : live(ctx)
            ? h(
                "div",
                { class: "af-actions" },
                h(
                  "button",
                  { class: "af-button", "data-k": "act", onclick: () => seeAct(ctx) },
                  h("span", { class: "af-button-label" }, `${ctx.w("see_act_on")} (S)`),
                ),
                h(
                  "button",
                  { class: "af-button af-quiet", "data-k": "same", onclick: () => sameDeal(ctx) },
                  h("span", { class: "af-button-label" }, ctx.w("same_deal_books")),
                ),
              )
            : null,
        h("p", { class: "af-vg-noact", role: "status", key: "quiet" }, quiet ? rich({ ...ctx, flat: true }, quiet) : ctx.ui.busy ? ctx.w("looking") : ""),
      ),
      h(
        "section",
        { class: "af-vg-weight", key: "weight", tabindex: "-1", "data-k": "weight", "aria-label": ctx.w("weight_title") },
        h("h3", { class: "af-h" }, ctx.w("weight_title")),
        w
          ? [bar(ctx, id), w.lines.map((line, n) => h("p", { class: "af-small-text", key: String(n) }, line))]
          : h("p", { class: "af-dim" }, weights && Object.keys(weights).length ? ctx.s.not_weighed : "…"),
        q.note && h("p", { class: "af-dim af-small-text" }, q.note),
      ),
    ];
  }

  function seeAct(ctx) {
    open(ctx, "act", `${topicAt(ctx)} ${colAt()}`);
  }
  function sameDeal(ctx) {
    open(ctx, "same", [topicAt(ctx), colAt(), ...columns.slice(0, 120)]);
  }
  function open(ctx, name, arg) {
    const q = topic(ctx, topicAt(ctx));
    if (q.no_act) {
      quiet = q.no_act;
      ctx.say(quiet);
      ctx.draw();
      return;
    }
    if (!live(ctx)) return;
    quiet = null;
    ctx.say(ctx.w("looking"));
    ctx.command(name, arg);
  }

  // ---- columns -------------------------------------------------------------------------------------------------
  function move(ctx, by) {
    const to = at.col + by;
    if (to < 0 || to >= columns.length) return;
    const c = columns[at.col];
    columns = [...columns];
    columns.splice(at.col, 1);
    columns.splice(to, 0, c);
    const stood = inGrid(ctx);
    at.col = to;
    bring(ctx);
    ctx.draw();
    if (stood) focusCell(ctx);
    ctx.say(ctx.w("moved_to", { what: headOf(ctx, c).siglum, n: to + 1, m: columns.length }));
  }
  function drop(ctx) {
    if (columns.length < 2) return;
    const gone = colAt();
    keeping(ctx, () => (columns = columns.filter((c) => c !== gone)));
  }
  function flip(ctx, id, on) {
    keeping(ctx, () => {
      columns = on ? [...columns, id] : columns.length > 1 ? columns.filter((c) => c !== id) : columns;
    });
    if (on && !cellsOf(ctx, id)) askOnce(ctx, "column", id);
  }

  function chooser(ctx) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (c) => words.every((w) => `${c.siglum} ${c.title} ${c.age}`.toLowerCase().includes(w));
    const group = (title, list) =>
      list.length > 0 &&
      h(
        "fieldset",
        { class: "af-vg-group", key: title },
        h("legend", {}, title),
        list.map((c) =>
          h(
            "label",
            { class: "af-check", key: c.id },
            h("input", {
              type: "checkbox",
              "data-col": c.id,
              props: { checked: columns.includes(c.id), disabled: !cellsOf(ctx, c.id) && !live(ctx) },
              onchange: (e) => flip(ctx, c.id, e.target.checked),
            }),
            h("span", {}, h("b", {}, c.siglum), ` ${c.book ? "" : c.title} `, h("span", { class: "af-dim" }, c.age)),
          ),
        ),
      );
    const set = (list) => () => keeping(ctx, () => (columns = list));
    const button = (k, onclick) =>
      h("button", { class: "af-button af-quiet", key: k, "data-k": k, onclick }, h("span", { class: "af-button-label" }, ctx.w(k)));
    const texts = ctx.s.all.filter((c) => !c.book && cellsOf(ctx, c.id)).map((c) => c.id);
    const speaking = columns.filter((c) => cellAt(ctx, c, topicAt(ctx)).length > 1);
    return h(
      "section",
      { class: "af-vg-cols", key: "cols", "aria-label": ctx.w("columns") },
      h(
        "div",
        { class: "af-actions" },
        button("all_loaded", set(texts.length ? texts : columns)),
        speaking.length > 0 && button("those_speaking", set(speaking)),
        button("as_given", set([...ctx.s.columns])),
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
              ctx.draw();
            },
            onkeydown: (e) => {
              if (e.key !== "Escape") return;
              e.stopPropagation();
              chooseToggle(ctx, false);
            },
          }),
        ),
      ),
      group(ctx.w("texts_for"), ctx.s.all.filter((c) => !c.book && fits(c))),
      group(ctx.w("books_for"), ctx.s.all.filter((c) => c.book && fits(c))),
    );
  }

  function chooseToggle(ctx, on) {
    choosing = on === undefined ? !choosing : on;
    ctx.draw();
    const box = ctx.root.querySelector(choosing ? '.af-vg-cols [data-k="search"]' : '[data-k="columns"]');
    if (box) box.focus({ preventScroll: false });
  }

  // ---- filters ----------------------------------------------------------------------------------------------------
  function flipOnly(ctx) {
    keeping(ctx, () => (only = !only));
  }
  function flipHere(ctx) {
    if (here) keeping(ctx, () => (here = null));
    else if (live(ctx)) {
      quiet = null;
      ctx.say(ctx.w("looking"));
      ctx.command("matters", null);
    }
  }

  function setNest(ctx, o) {
    if (ctx.nestEnd) ctx.nestEnd();
    ctx.nestEnd = null;
    opened = o;
  }

  function hear(ctx, m) {
    if (own.hear(ctx, m)) return;
    if (m.kind === "column") {
      got.set(`column ${m.id}`, m);
      counted.key = "";
      ctx.draw();
    } else if (m.kind === "cell") {
      got.set(`cell ${m.key}`, m);
      ctx.draw();
    } else if (m.kind === "weights") {
      weights = m.of;
      ctx.draw();
    } else if (m.kind === "matters") {
      ctx.answered();
      if (m.why) {
        quiet = m.why;
        ctx.say(m.why);
        ctx.draw();
      } else keeping(ctx, () => (here = { topics: m.topics, title: m.title }));
    } else if (m.kind === "noact") {
      ctx.answered();
      quiet = m.why;
      ctx.say(plain(ctx, m.why));
      ctx.draw();
    } else if (m.kind === "opened") {
      ctx.answered();
      quiet = null;
      setNest(ctx, m);
      ctx.draw();
    }
  }

  return {
    start(ctx) {
      ctx.patience = 20000;
      ctx.keys = () => [
        ["← → ↑ ↓", "key_grid"],
        ["Home End", "key_row_ends"],
        ["PgUp PgDn", "key_page"],
        ["Enter", "key_reading"],
        ["S", "key_act"],
        ["W", "key_weight"],
        ["D", "key_only_differs"],
        ["M", "key_matters"],
        ["C", "key_columns"],
        ["⇧← ⇧→", "key_move_column"],
        ["X", "key_drop_column"],
        ["T", "key_as_text"],
        ["F", "key_full"],
        ["?", "key_keys"],
        ["Esc", "key_escape"],
      ];
      ctx.twinText = () => twin(ctx);
      listen = (m) => hear(ctx, m);
      ctx.model.on("msg:custom", listen);
      const measure = () => {
        const w = ctx.root.clientWidth;
        wide = w === 0 || w >= NARROW;
        if (!fresh) ctx.draw();
      };
      measure();
      if (typeof ResizeObserver !== "undefined") {
        watcher = new ResizeObserver(measure);
        watcher.observe(ctx.root);
      }
    },
    stop(ctx) {
      clearTimeout(resting);
      ctx.model.off("msg:custom", listen);
      if (watcher) watcher.disconnect();
      if (ctx.nestEnd) ctx.nestEnd();
    },

    state(ctx) {
      columns = [...(ctx.s.columns || [])];
      at = { row: 0, col: 0 };
      fresh = false;
      weights = ctx.s.weights || weights;
      ctx.root.dataset.shown = ctx.s.rev ?? 0;
      ctx.root.dataset.idle = "true";
      ctx.draw();
      ctx.draw(); // the first drawing had no box to measure
      if (!weights && live(ctx)) ask(ctx, "weights", null);
      rest(ctx);
    },

    build(ctx) {
      const list = rows(ctx);
      if (at.row >= list.length) at.row = list.length - 1;
      const pressed = (k, on, onclick, facts) =>
        h("button", { class: "af-tool", key: k, "data-k": k, "aria-pressed": String(on), onclick }, ctx.w(k, facts));
      const tools = [
        pressed("only_where_differs", only, () => flipOnly(ctx)),
        live(ctx) && pressed("matters_here", Boolean(here), () => flipHere(ctx)),
        h(
          "button",
          { class: "af-tool", key: "columns", "data-k": "columns", "aria-expanded": String(choosing), onclick: () => chooseToggle(ctx) },
          ctx.w("columns"),
        ),
        pressed("plain_table", plainly, () => {
          plainly = !plainly;
          ctx.draw();
        }),
      ];
      const c = colAt(),
        x = c && headOf(ctx, c);
      const step = (label, k, off, onclick) =>
        h(
          "button",
          { class: "af-tool", key: k, "data-k": k, "aria-label": ctx.w(k, { what: x.siglum }), disabled: off || null, onclick },
          label,
        );
      return [
        titleRow(ctx, ctx.s.title, tools),
        twinBox(ctx),
        choosing && chooser(ctx),
        h(
          "div",
          { class: "af-vg-bar-tools", key: "bar" },
          h("span", { class: "af-dim af-small-text" }, ctx.w("n_rows_columns", { n: list.length, m: columns.length })),
          here && h("span", { class: "af-small-text" }, here.title),
          x &&
            h(
              "span",
              { class: "af-vg-steps", role: "group", "aria-label": `${ctx.w("column")} ${x.siglum}` },
              !wide && step("‹", "previous_column", at.col === 0, () => goTo(ctx, at.row, Math.max(0, at.col - 1))),
              h("b", { class: "af-siglum" }, x.siglum),
              !wide && step("›", "next_column", at.col >= columns.length - 1, () => goTo(ctx, at.row, Math.min(columns.length - 1, at.col + 1))),
              step("◀", "column_left", at.col === 0, () => move(ctx, -1)),
              step("▶", "column_right", at.col >= columns.length - 1, () => move(ctx, 1)),
              step("×", "column_drop", columns.length < 2, () => drop(ctx)),
            ),
        ),
        plainly ? plainTable(ctx) : gridNode(ctx),
        legend(ctx),
        h(
          "div",
          { class: "af-tx-below", key: "below" },
          h("section", { class: "af-rd-box", key: "reading", tabindex: "-1", "aria-label": ctx.w("reading_in_full") }, reading(ctx)),
          h("div", { class: "af-tx-topic", key: "topic" }, beside(ctx)),
        ),
        ctx.ui.refusal && h("p", { class: "af-notice", key: "refusal" }, ctx.ui.refusal.why),
        notice(ctx),
        nestBox(ctx, opened, () => {
          setNest(ctx, null);
          ctx.draw();
          focusCell(ctx);
        }),
        h("p", { class: "af-vg-why", key: "why" }, ctx.s.why),
        footer(ctx),
      ];
    },

    after(ctx) {
      fillNest(ctx, opened, null);
    },

    key(ctx, e) {
      const k = e.key.length === 1 ? e.key.toLowerCase() : e.key;
      if (e.target.closest(".af-nest-body, .af-pop")) return false;
      const plainKeys = {
        s: () => seeAct(ctx),
        d: () => flipOnly(ctx),
        m: () => flipHere(ctx),
        c: () => chooseToggle(ctx),
        x: () => drop(ctx),
        w: () => showWeight(ctx),
      };
      if (plainKeys[k]) {
        plainKeys[k]();
        return true;
      }
      if (e.target.closest(".af-rd-box, .af-tx-topic, .af-vg-cols") && k === "Escape") {
        if (e.target.closest(".af-vg-cols")) chooseToggle(ctx, false);
        else focusCell(ctx);
        return true;
      }
      const cell = e.target.closest("[data-at]");
      if (!cell || !cell.closest(".af-vg")) return false;
      const last = columns.length - 1,
        list = rows(ctx);
      const page = Math.max(1, Math.floor((boxOf(ctx).clientHeight - 60) / sizes(ctx).row) - 1);
      let { row, col } = at;
      if (e.shiftKey && (k === "ArrowRight" || k === "ArrowLeft")) {
        move(ctx, k === "ArrowRight" ? 1 : -1);
        return true;
      }
      if (k === "ArrowRight") col = Math.min(col + 1, last);
      else if (k === "ArrowLeft") col = Math.max(col - 1, 0);
      else if (k === "ArrowDown") row = Math.min(row + 1, list.length - 1);
      else if (k === "ArrowUp") row = Math.max(row - 1, -1);
      else if (k === "Home") col = 0;
      else if (k === "End") col = last;
      else if (k === "PageDown") row = Math.min(Math.max(row, 0) + page, list.length - 1);
      else if (k === "PageUp") row = Math.max(row - page, 0);
      else if (k === "Delete") {
        drop(ctx);
        return true;
      } else if (k === "Enter" || k === " ") {
        askDetail(ctx);
        const box = ctx.root.querySelector(":scope > .af-frame .af-rd-box");
        box.focus({ preventScroll: true });
        box.scrollIntoView({ block: "nearest" });
        ctx.say(box.textContent);
        return true;
      } else return false;
      goTo(ctx, row, col);
      return true;
    },
  };

  function showWeight(ctx) {
    const box = ctx.root.querySelector(':scope > .af-frame [data-k="weight"]');
    if (!box) return;
    box.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
    ctx.say(box.textContent);
  }

  function legend(ctx) {
    const list = ["implied", "ambiguous", "refers", "silent", "not_seen", "supplied"];
    return h(
      "p",
      { class: "af-legend", key: "legend", "aria-label": ctx.w("marks_title") },
      list.map((k) => h("span", { key: k }, knownMark(ctx, k))),
      h("span", {}, `[ ] ${ctx.w("a_conjecture")}`),
      h("span", {}, ctx.w("empty_place")),
    );
  }
}
