// The page of a rule book: questions by phase, this book's answer, how it is known, and what other books have.

// How we know a thing: sign and word together, so that neither colour nor shape speaks alone.
function knownMark(ctx, status, extra) {
  const m = (ctx.s.marks || {})[status] || { sign: "", word: status };
  const pair = m.sign.length > 2 && m.sign.includes(" ") ? m.sign.split(" ") : null;
  return h(
    "span",
    { class: `af-known af-known-${status}`, title: m.text || null },
    pair
      ? [h("span", { "aria-hidden": "true" }, pair[0]), m.word, h("span", { "aria-hidden": "true" }, pair[1])]
      : [h("span", { class: "af-known-sign", "aria-hidden": "true" }, m.sign), " ", m.word],
    extra,
  );
}

// One screen inside another: a deal under the texts, a page under the texts, the texts under a page.
function nestBox(ctx, opened, close) {
  if (!opened) return null;
  return h(
    "section",
    { class: "af-nest", key: `nest-${opened.key}`, "aria-label": opened.title },
    h(
      "div",
      { class: "af-nest-head" },
      h("h3", { class: "af-h", tabindex: "-1" }, opened.title),
      h("button", { class: "af-tool", "data-k": "nest-close", onclick: close }, ctx.w("close")),
    ),
    opened.note && h("p", { class: "af-nest-note" }, flatRich(ctx, opened.note)),
    opened.code && h("p", { class: "af-code-line" }, `${ctx.w("in_code")} `, h("code", {}, opened.code)),
    h("div", { class: "af-nest-body", key: "body" }),
  );
}

// After a drawing: give the inner screen its place, once.
function fillNest(ctx, opened, cur) {
  const box = ctx.root.querySelector(":scope > .af-frame > .af-nest > .af-nest-body");
  if (!box || !opened || box.dataset.key === opened.key) return;
  box.dataset.key = opened.key;
  const traits = {
    view: opened.view,
    state: cur ? { ...opened.state, cur } : opened.state,
    cites: opened.cites || {},
    terms: opened.terms || {},
    at: opened.at || 0,
    _art: ctx.art,
    _words: ctx.option("_words", {}),
    _css: ctx.option("_css", ""),
    four_colour: ctx.option("four_colour", false),
    detail: "four",
    pace: "at_once",
  };
  const end = render({ model: stillModel(traits), el: box, standalone: ctx.standalone });
  ctx.nestEnd = () => end && end();
  const head = ctx.root.querySelector(":scope > .af-frame > .af-nest h3");
  if (head) head.focus({ preventScroll: false });
}

// Ask for something to be opened below: from the state if it is there, else from Python.
function askNest(ctx, held, name, arg, done) {
  const key = `${name} ${arg}`;
  const there = (ctx.s.opened || {})[key];
  if (there) done(there);
  else if (held && held.key === key) done(held);
  else if (!ctx.s.still && !ctx.standalone) ctx.command(name, arg);
}

const canAsk = (ctx, name, arg) => Boolean((ctx.s.opened || {})[`${name} ${arg}`]) || (!ctx.s.still && !ctx.standalone);

// The style sheet as text, for the sheet that is printed.
function styleText(ctx) {
  const own = ctx.option("_css", "");
  if (own) return own;
  const found = [...document.querySelectorAll("style")].find((s) => s.textContent.includes(".af-onepage"));
  return found ? found.textContent : "";
}

// Print one part alone, whatever page the widget stands in: a frame that nobody sees holds it.
function printAlone(ctx, title, tree) {
  const frame = document.createElement("iframe");
  frame.className = "af-printer";
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  ctx.root.append(frame);
  const doc = frame.contentDocument;
  doc.title = title;
  doc.documentElement.lang = "en";
  const style = doc.createElement("style");
  style.textContent = `@page{size:A4;margin:10mm}\n${styleText(ctx)}\nhtml,body{margin:0;background:#fff}`;
  doc.head.append(style);
  const box = doc.createElement("div");
  box.className = "af-root af-standalone af-alone";
  doc.body.append(box);
  mount(box, tree);
  const win = frame.contentWindow;
  win.addEventListener("afterprint", () => frame.remove());
  if (ctx.onPrint) ctx.onPrint(doc);
  else win.print();
}

function rulebookScreen() {
  let cur = null,
    over = null,
    only = false,
    against = null,
    active = [],
    opened = null,
    wide = true,
    ruleOf = {},
    watcher = null,
    listen = null;
  // Where rules can be changed, the readings stand in the place of what other books have.
  const house = typeof houseMode === "function" ? houseMode() : null;
  const open = (ctx) => Boolean(house) && house.on(ctx);

  // The lines as the chosen options leave them; a house rule stays whatever is chosen.
  function effective(ctx) {
    const s = ctx.s,
      house = new Set((s.book || {}).house || []),
      patch = {};
    for (const id of active) {
      const o = (s.options || []).find((x) => x.id === id);
      for (const r of (o && o.rules) || []) if (!house.has(r.field)) patch[r.field] = r;
    }
    ruleOf = {};
    return (s.phases || []).map((p) => ({
      ...p,
      rules: p.rules.map((r) => (ruleOf[r.field] = patch[r.field] || r)),
    }));
  }

  const other = (ctx) => (ctx.s.others || []).find((b) => b.id === against) || null;
  const differs = (b, r) => Boolean(b) && b.values[r.field] !== undefined && b.values[r.field] !== r.key;
  const says = (ctx, field, key) => ((ctx.s.values || {})[field] || {})[key] || key;

  function order(ctx) {
    return [...ctx.root.querySelectorAll(":scope > .af-frame .af-rb-row")];
  }

  function codeLine(ctx) {
    const fixed = (ctx.s.options || []).filter((o) => o.fixed).map((o) => o.id);
    const on = [...fixed, ...active],
      b = ctx.s.book || {};
    if (!b.shipped) return "";
    const opts = on.length === 1 ? `, "${on[0]}"` : on.length ? `, [${on.map((x) => `"${x}"`).join(", ")}]` : "";
    return `af.rulebook("${b.id}"${opts})`;
  }

  function count(ctx, phases, b) {
    return phases.reduce((n, p) => n + p.rules.filter((r) => differs(b, r)).length, 0);
  }

  // ---- the bar on top -----------------------------------------------------------------------------
  function bar(ctx, phases) {
    const s = ctx.s,
      b = other(ctx),
      n = count(ctx, phases, b);
    const lacks = b ? (s.groups || []).filter((g) => !b.groups.includes(g)) : [],
      has = b ? b.groups.filter((g) => !(s.groups || []).includes(g)) : [];
    const names = (list) => list.map((g) => s.group_names[g] || g).join(", ");
    return h(
      "div",
      { class: "af-rb-bar", key: "bar" },
      h(
        "label",
        { class: "af-rb-differs" },
        h("span", {}, ctx.w("differs_from")),
        h(
          "select",
          {
            "data-k": "against",
            "aria-label": ctx.w("measured_by"),
            onchange: (e) => {
              against = e.target.value;
              ctx.say(ctx.w(n === 1 ? "in_1_rule" : "in_n_rules", { n: count(ctx, effective(ctx), other(ctx)) }));
              ctx.draw();
            },
          },
          (s.others || []).map((x) => h("option", { value: x.id, key: x.id, selected: x.id === against }, x.short)),
        ),
        h("strong", { class: "af-rb-n" }, ctx.w(n === 1 ? "in_1_rule" : "in_n_rules", { n })),
      ),
      h(
        "button",
        {
          class: "af-tool",
          "data-k": "only",
          "aria-pressed": String(only),
          onclick: () => flipOnly(ctx),
        },
        ctx.w("only_where_differs"),
      ),
      (lacks.length > 0 || has.length > 0) &&
        h(
          "span",
          { class: "af-dim af-small-text af-rb-phases" },
          lacks.length > 0 && `${ctx.w("only_here")}: ${names(lacks)}. `,
          has.length > 0 && `${ctx.w("only_there")}: ${names(has)}.`,
        ),
    );
  }

  function flipOnly(ctx) {
    only = !only;
    const phases = effective(ctx);
    ctx.say(ctx.w(only ? "only_where_differs" : "all_rules") + ` ${count(ctx, phases, other(ctx))}`);
    ctx.draw();
  }

  function bands(ctx, phases) {
    const s = ctx.s,
      b = s.book || {},
      warned = phases.flatMap((p) => p.rules.filter((r) => r.caution));
    return [
      (b.weak || b.note) &&
        h(
          "p",
          { class: cls("af-rb-note", b.weak && "af-rb-weak"), key: "note" },
          b.weak && h("strong", {}, `${b.weak} `),
          b.note,
        ),
      warned.length > 0 &&
        h(
          "ul",
          { class: "af-rb-cautions", key: "cautions", "aria-label": ctx.w("editor_warns") },
          warned.map((r) =>
            h(
              "li",
              { key: r.field },
              h("span", { class: "af-rb-bang", "aria-hidden": "true" }, "!"),
              h(
                "span",
                { class: "af-rb-warns" },
                h("strong", {}, `${ctx.w("editor_warns")}. ${r.question} `),
                r.caution,
                " ",
              ),
              h(
                "button",
                {
                  class: "af-why",
                  "aria-label": `${ctx.w("show_rule")} ${r.question}`,
                  onclick: () => goTo(ctx, r.field),
                },
                ctx.w("show_rule"),
              ),
            ),
          ),
        ),
      h("p", { class: "af-dim af-small-text af-rb-count", key: "known" }, s.known),
    ];
  }

  function goTo(ctx, field) {
    if (only && !differs(other(ctx), ruleOf[field])) only = false;
    cur = field;
    ctx.draw();
    const row = ctx.root.querySelector(`[data-field="${field}"]`);
    if (row) row.focus();
  }

  // ---- one line -----------------------------------------------------------------------------------
  function row(ctx, r, first) {
    const b = other(ctx),
      diff = differs(b, r),
      on = cur === r.field;
    return h("button", {
      class: cls("af-rb-row", diff && "af-rb-diff", on && "af-rb-on", r.caution && "af-rb-warn"),
      key: r.field,
      "data-field": r.field,
      tabindex: on || (!cur && first) ? "0" : "-1",
      memo: [r.key, r.status, r.option, diff && b.id, r.was].join("|"),
      lazy: () => rowBody(ctx, r, b, diff),
      "aria-current": on ? "true" : null,
      "aria-expanded": wide ? null : String(on),
      onclick: () => {
        cur = on && !wide ? null : r.field;
        over = null;
        ctx.draw();
      },
      onmouseenter: () => {
        if (wide && over !== r.field && !open(ctx)) {
          over = r.field;
          ctx.draw();
        }
      },
    });
  }

  function rowBody(ctx, r, b, diff) {
    return [
      h("span", { class: "af-rb-q" }, r.question),
      h(
        "span",
        { class: "af-rb-v" },
        r.value,
        diff &&
          h(
            "span",
            { class: "af-rb-other" },
            h("span", { class: "af-math", "aria-hidden": "true" }, "≠ "),
            h("span", { class: "af-sr" }, ` ${ctx.w("differs_from")} `),
            `${b.short}: ${says(ctx, r.field, b.values[r.field])}`,
          ),
        r.was && h("span", { class: "af-rb-other" }, `${ctx.w("in_the_book")}: ${r.was}`),
      ),
      h(
        "span",
        { class: "af-rb-k" },
        r.status && knownMark(ctx, r.status),
        r.option &&
          h("span", { class: "af-known af-known-option" }, `${ctx.w("option")} ${r.option.replace(/_/g, " ")}`),
        r.caution && h("span", { class: "af-known af-known-caution" }, "! ", ctx.w("caution")),
        h("span", { class: "af-rb-where" }, whereOf(ctx, r)),
      ),
    ];
  }

  const whereOf = (ctx, r) =>
    r.reason && (r.status === "supplied" || !r.where) ? `${ctx.w("because")} ${r.reason}` : r.where || r.why || "";

  // ---- the rule in full ---------------------------------------------------------------------------
  function detail(ctx, field) {
    const r = ruleOf[field];
    if (!r) return h("p", { class: "af-dim" }, ctx.w("choose_rule"));
    const line = (label, value) =>
      value && h("div", { class: "af-cite-line" }, h("dt", {}, ctx.w(label)), h("dd", {}, value));
    return [
      h("h3", { class: "af-rb-dq" }, r.question),
      h("p", { class: "af-rb-dv" }, h("strong", {}, r.value)),
      h(
        "p",
        { class: "af-rb-dk" },
        r.status && knownMark(ctx, r.status),
        r.option &&
          h("span", { class: "af-known af-known-option" }, `${ctx.w("option")} ${r.option.replace(/_/g, " ")}`),
      ),
      open(ctx) && house.detail(ctx, r.field),
      r.caution && h("p", { class: "af-rb-caution" }, h("strong", {}, `! ${ctx.w("editor_warns")}. `), r.caution),
      r.why && h("p", { class: "af-rb-why" }, r.why),
      r.reading &&
        h(
          "p",
          { class: "af-rb-why" },
          `${ctx.w("read_so")}: ${r.reading} `,
          h("span", { class: "af-dim" }, `(${ctx.w(`sure_text_${r.certainty}`)}: ${r.argument})`),
        ),
      r.witness &&
        h(
          "dl",
          {},
          line("witness", r.witness),
          line("locator", r.where),
          line("digest", r.digest),
          line("clause", h("code", {}, r.ref)),
        ),
      !open(ctx) && elsewhere(ctx, r),
      isRule(ctx, r.field) &&
        h(
          "p",
          { class: "af-rb-more" },
          canAsk(ctx, "texts", r.field)
            ? h(
                "button",
                {
                  class: "af-button af-quiet",
                  "data-k": "texts",
                  onclick: () => askNest(ctx, opened, "texts", r.field, (o) => setNest(ctx, o)),
                },
                ctx.w("all_texts"),
              )
            : h("code", {}, `af.texts("${r.field}")`),
        ),
    ];
  }

  const isRule = (ctx, field) => (ctx.s.group_of || {})[field] !== undefined;

  function elsewhere(ctx, r) {
    const groups = new Map();
    for (const b of ctx.s.others || []) {
      const key = b.values[r.field];
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(b.short);
    }
    const list = [...groups].sort(
      (x, y) =>
        (y[0] === r.key) - (x[0] === r.key) || (x[0] === undefined) - (y[0] === undefined) || y[1].length - x[1].length,
    );
    return h(
      "div",
      { class: "af-rb-elsewhere" },
      h("h4", { class: "af-h" }, ctx.w("other_books")),
      h(
        "dl",
        {},
        list.map(([key, names]) =>
          h(
            "div",
            { class: cls("af-rb-kin", key === r.key && "af-rb-same"), key: key ?? "none" },
            h(
              "dt",
              {},
              h(
                "span",
                { class: "af-rb-sign af-math", "aria-hidden": "true" },
                key === r.key ? "=" : key === undefined ? "∅" : "≠",
              ),
              key === r.key
                ? ctx.w("the_same")
                : key === undefined
                  ? `${ctx.w("no_phase")}: ${ctx.s.group_names[ctx.s.group_of[r.field]]}`
                  : says(ctx, r.field, key),
            ),
            h("dd", {}, names.join(", ")),
          ),
        ),
      ),
    );
  }

  // ---- options ------------------------------------------------------------------------------------
  function options(ctx) {
    const list = ctx.s.options || [];
    if (!list.length) return null;
    return h(
      "section",
      { class: "af-rb-options", key: "options", "aria-label": ctx.w("book_options") },
      h("h3", { class: "af-h" }, ctx.w("book_options")),
      h(
        "ul",
        {},
        list.map((o) => {
          const on = o.fixed || active.includes(o.id);
          return h(
            "li",
            { key: o.id },
            h(
              "label",
              { class: "af-check" },
              h("input", {
                type: "checkbox",
                "data-option": o.id,
                disabled: o.fixed || null,
                props: { checked: on },
                onchange: () => choose(ctx, o, !on),
              }),
              h(
                "span",
                {},
                h("span", {}, `${o.says} `),
                h("span", { class: "af-dim af-small-text" }, [o.authority, o.reason].filter(Boolean).join(". ")),
                " ",
                h("code", {}, o.id),
                o.fixed && h("span", { class: "af-dim af-small-text" }, ` ${ctx.w("chosen_in_code")}`),
              ),
            ),
          );
        }),
      ),
    );
  }

  function choose(ctx, o, on) {
    active = active.filter((x) => x !== o.id);
    if (on) active = [...active, o.id];
    const phases = effective(ctx);
    const changed = o.rules.map((r) => ruleOf[r.field]).filter(Boolean);
    if (changed.length) cur = changed[0].field;
    over = null;
    ctx.say(
      `${changed.map((r) => `${r.question} ${r.value}`).join(" ")} ${ctx.w("differs_from")} ${other(ctx) ? other(ctx).short : ""}: ${count(ctx, phases, other(ctx))}`,
    );
    ctx.draw();
  }

  // ---- the sheet ----------------------------------------------------------------------------------
  function onePage(ctx) {
    const s = ctx.s,
      phases = effective(ctx).filter((p) => p.id !== "parts"),
      list = s.options || [],
      b = other(ctx);
    const used = new Set(phases.flatMap((p) => p.rules.map((r) => r.status)));
    const n = count(ctx, phases, b);
    const signOf = (status) => (s.marks[status] || { sign: status }).sign.replace(" ", "");
    // The siglum of the text stands after the answer, inside ⟨ ⟩ where the editor took it from elsewhere.
    const siglum = (r) => (r.where ? r.where.split(",")[0] : "");
    const source = (r) =>
      r.status === "supplied"
        ? `⟨${siglum(r)}⟩`
        : [r.status === "explicit" ? "" : signOf(r.status), siglum(r)].filter(Boolean).join("\u00a0");
    const cited = new Map();
    for (const p of phases) for (const r of p.rules) if (r.where) cited.set(siglum(r), r.witness);
    return h(
      "article",
      { class: "af-onepage", key: "onepage" },
      h("h2", {}, s.title, s.book.date && h("span", {}, ` · ${s.book.date}`)),
      h(
        "p",
        { class: "af-one-lead" },
        [
          s.book.weak || plain(ctx, s.lead),
          b && `${ctx.w("differs_from")} ${b.short} ${ctx.w(n === 1 ? "in_1_rule" : "in_n_rules", { n })} (≠).`,
        ]
          .filter(Boolean)
          .join(" "),
      ),
      h(
        "div",
        { class: "af-one-columns" },
        phases.map((p) =>
          h(
            "section",
            { key: p.id },
            h("h3", {}, p.title),
            p.rules.map((r) =>
              h(
                "p",
                { key: r.field },
                differs(b, r) && h("span", { class: "af-one-diff af-math" }, "≠ "),
                `${r.question} `,
                h("b", {}, r.value),
                source(r) && h("span", { class: "af-one-sign" }, `\u00a0${source(r)}`),
                r.caution && h("strong", { class: "af-one-caution" }, ` ! ${r.caution}`),
              ),
            ),
          ),
        ),
        (s.absent || []).length > 0 &&
          h("section", { key: "absent" }, h("p", {}, (s.absent || []).map((a) => a.text).join(" "))),
        list.length > 0 &&
          h(
            "section",
            { key: "options" },
            h("h3", {}, ctx.w("book_options")),
            list.map((o) =>
              h(
                "p",
                { key: o.id },
                o.fixed || active.includes(o.id) ? "☒ " : "☐ ",
                o.says,
                o.authority && h("span", { class: "af-one-sign" }, ` ${o.authority}`),
              ),
            ),
          ),
      ),
      h(
        "p",
        { class: "af-one-foot" },
        [
          ...Object.keys(s.marks)
            .filter((k) => k !== "explicit" && used.has(k))
            .map((k) => `${signOf(k)} ${s.marks[k].word}`),
          ctx.w("one_unmarked"),
        ].join(" · "),
        " ",
        [...cited].map(([sign, title]) => [h("b", {}, sign), ` ${title}. `]),
        codeLine(ctx) && ` · ${codeLine(ctx)}`,
        " · allfours_edu",
      ),
    );
  }

  function setNest(ctx, o) {
    if (ctx.nestEnd) ctx.nestEnd();
    ctx.nestEnd = null;
    opened = o;
    ctx.draw();
  }

  return {
    start(ctx) {
      ctx.keys = () => [
        ["↑ ↓", "key_rules"],
        ["PageUp PageDown", "key_phases"],
        ["Enter", "key_detail"],
        ["D", "key_only_differs"],
        ["P", "key_print"],
        ["T", "key_as_text"],
        ["F", "key_full"],
        ["?", "key_keys"],
        ["Esc", "key_escape"],
        ...(open(ctx) ? house.keys : []),
      ];
      listen = (m) => {
        if (m.kind !== "opened") return;
        ctx.answered();
        setNest(ctx, m);
      };
      ctx.model.on("msg:custom", listen);
      const measure = () => {
        const now = ctx.root.clientWidth === 0 || ctx.root.clientWidth >= 720;
        if (now !== wide) {
          wide = now;
          if (ctx.started) ctx.draw();
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
      const s = ctx.s;
      if (!s.phases) return; // the page is about to become a table
      ctx.started = true;
      const followed = !against || open(ctx); // with house rules the page is measured by the nearest book
      if (followed) against = s.against;
      active = [...(s.active || [])];
      if (s.cur) cur = s.cur;
      ctx.root.dataset.shown = s.rev ?? 0;
      ctx.root.dataset.idle = "true";
      if (s.live) ctx.say(s.live);
      ctx.draw();
    },

    build(ctx) {
      if (!ctx.s.phases) return [];
      const s = ctx.s,
        phases = effective(ctx),
        b = other(ctx);
      ctx.twinText = null;
      const shown = phases
        .map((p) => ({ ...p, rules: only ? p.rules.filter((r) => differs(b, r)) : p.rules }))
        .filter((p) => p.rules.length);
      if (cur && !shown.some((p) => p.rules.some((r) => r.field === cur))) cur = null;
      const at = over || cur || (shown[0] ? shown[0].rules[0].field : null);
      let first = true;
      const changed = ((s.book || {}).house || []).length;
      return [
        titleRow(
          ctx,
          [s.title, s.book && s.book.date && h("span", { class: "af-rb-date" }, ` ${s.book.date}`)],
          [
            open(ctx) && house.tools(ctx),
            h(
              "button",
              { class: "af-tool", key: "print", "data-k": "print", onclick: () => printSheet(ctx) },
              ctx.w("print_sheet"),
            ),
          ],
        ),
        twinBox(ctx),
        open(ctx) && house.board(ctx, goTo, seeOnDeal),
        open(ctx) ? bands(ctx, phases)[0] : bands(ctx, phases),
        !open(ctx) &&
          changed > 0 &&
          h(
            "p",
            { class: "af-rb-house", key: "house" },
            knownMark(ctx, "house"),
            ` ${s.book.house.map((f) => (ruleOf[f] ? ruleOf[f].question : f)).join(" ")}`,
          ),
        bar(ctx, phases),
        h(
          "div",
          { class: "af-rb-body", key: "body" },
          h(
            "div",
            {
              class: "af-rb-list",
              key: "list",
              onmouseleave: () => {
                if (over) {
                  over = null;
                  ctx.draw();
                }
              },
            },
            shown.map((p) =>
              h(
                "section",
                { class: "af-rb-phase", key: p.id, "aria-label": p.title },
                h("h3", { class: "af-rb-h" }, p.title),
                p.rules.map((r) => {
                  const node = row(ctx, r, first);
                  first = false;
                  return [
                    node,
                    !wide &&
                      cur === r.field &&
                      h("div", { class: "af-rb-inline", key: `d-${r.field}` }, detail(ctx, r.field)),
                  ];
                }),
              ),
            ),
            !shown.length && h("p", { class: "af-dim af-rb-none", key: "none" }, ctx.w("no_rule_differs")),
            !only && options(ctx),
            !only &&
              !open(ctx) && // else they stand among the parts of the game
              (s.absent || []).length > 0 &&
              h(
                "p",
                { class: "af-dim af-small-text af-rb-absent", key: "absent" },
                s.absent.map((a) => `${a.text} ${a.why}`.trim()).join(" "),
              ),
          ),
          wide &&
            h(
              "div",
              {
                class: "af-rb-aside",
                key: "aside",
                role: "region",
                tabindex: "0",
                "aria-label": ctx.w("rule_in_full"),
              },
              detail(ctx, at),
            ),
        ),
        open(ctx) && [house.code(ctx), house.file(ctx)],
        !open(ctx) &&
          codeLine(ctx) &&
          h(
            "p",
            { class: "af-code-line af-rb-code", key: "code" },
            `${ctx.w("in_code")} `,
            h("code", {}, codeLine(ctx)),
          ),
        footer(ctx),
        nestBox(ctx, opened, () => {
          setNest(ctx, null);
          const row = ctx.root.querySelector(".af-rb-row.af-rb-on");
          if (row) row.focus();
        }),
        onePage(ctx),
      ];
    },

    after(ctx) {
      fillNest(ctx, opened);
      if (open(ctx)) house.after(ctx);
    },

    key(ctx, e) {
      const rowNode = e.target.closest(".af-rb-row");
      const rows = order(ctx);
      const k = e.key.length === 1 ? e.key.toLowerCase() : e.key;
      if (k === "d") {
        flipOnly(ctx);
        return true;
      }
      if (k === "p") {
        printSheet(ctx);
        return true;
      }
      if (open(ctx)) {
        if (k === "c") {
          if (ctx.s.house.rules.length) seeOnDeal(ctx);
          else ctx.refuse(ctx.w("change_first"));
          return true;
        }
        if (house.key(ctx, e, k, rowNode, (field) => openRow(ctx, field))) return true;
      }
      if (!rows.length || e.target.closest("select, .af-rb-options, .af-hr-board, .af-hr-file")) return false;
      const here = rowNode ? rows.indexOf(rowNode) : -1;
      const phaseOf = (n) => n.closest(".af-rb-phase");
      let to = null;
      if (k === "ArrowDown") to = rows[Math.min(here + 1, rows.length - 1)];
      else if (k === "ArrowUp") to = rows[Math.max(here - 1, 0)];
      else if (k === "Home" && rowNode) to = rows[0];
      else if (k === "End" && rowNode) to = rows[rows.length - 1];
      else if (k === "PageDown")
        to = rows.find((n, i) => i > here && phaseOf(n) !== phaseOf(rows[Math.max(here, 0)])) || rows[rows.length - 1];
      else if (k === "PageUp") {
        const mine = phaseOf(rows[Math.max(here, 0)]);
        const firstOf = (p) => rows.find((n) => phaseOf(n) === p);
        to = firstOf(mine) !== rows[here] ? firstOf(mine) : firstOf(phaseOf(rows[Math.max(here - 1, 0)]));
      }
      if (!to || (e.target.closest(".af-rb-aside") && !rowNode)) return false;
      over = null;
      cur = to.dataset.field;
      ctx.draw();
      const node = ctx.root.querySelector(`.af-rb-row[data-field="${cur}"]`);
      if (node) {
        node.focus({ preventScroll: true });
        node.scrollIntoView({ block: "nearest" });
      }
      return true;
    },
  };

  function openRow(ctx, field) {
    over = null;
    cur = field;
    ctx.draw();
  }

  function seeOnDeal(ctx) {
    askNest(ctx, opened, "compare", ctx.s.house.mark, (o) => setNest(ctx, o));
  }

  function printSheet(ctx) {
    if (ctx.standalone && !ctx.root.parentElement.closest(".af-root")) window.print();
    else printAlone(ctx, ctx.s.title, onePage(ctx));
  }
}
