// Typed panels, drawn in the order in which the state lists them.
const LEVELS = { first: 0, four: 1, full: 2 };

const LADDER = {
  strength: ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"],
  counts: ["4", "3", "2", "1", "10", "–", "–", "–", "–", "–", "–", "–", "–"],
};

// Why something is not possible: read out with its button, shown as a tip on hover and focus.
const describe = (id, why) => (why ? { "aria-describedby": id, "data-why": why } : { "data-why": null });
const description = (id, why) => (why ? h("span", { id, hidden: true, key: "why" }, why) : null);

const flatRich = (ctx, text) => rich({ ...ctx, flat: true }, text);

function actionButton(ctx, a, extra) {
  const off = Boolean(a.disabled);
  const label = a.label || ctx.w(a.id);
  const why = plain(ctx, a.why || "");
  return h(
    "button",
    {
      class: cls("af-button", a.primary && "af-primary", extra),
      key: a.id,
      "data-k": a.id,
      "aria-disabled": off ? "true" : "false",
      ...describe(`${ctx.uid}-d-${a.id}`, off ? why || ctx.w("not_now") : ""),
      onclick: () => (off ? ctx.refuse(why || ctx.w("not_now"), a.cites) : ctx.command(a.id, a.arg)),
    },
    h("span", { class: "af-button-label" }, flatRich(ctx, label)),
    a.text && h("span", { class: "af-button-text" }, flatRich(ctx, a.text)),
    description(`${ctx.uid}-d-${a.id}`, off ? why || ctx.w("not_now") : ""),
  );
}

const actions = (ctx, list) =>
  list && list.length
    ? h(
        "div",
        { class: "af-actions" },
        list.map((a) => actionButton(ctx, a)),
      )
    : null;

function inlinePlays(ctx, plays, best, names) {
  return h(
    "span",
    { class: "af-plays" },
    plays.map((p, i) =>
      h(
        "span",
        { class: cls("af-one-play", (p.best || p.seat === best) && "af-one-best"), key: `${i}${p.card}` },
        h("span", { class: "af-dim" }, (names && names[p.seat]) || p.seat),
        " ",
        inlineCard(ctx.art, p.card),
        (p.best || p.seat === best) && h("span", { class: "af-tri", "aria-hidden": "true" }, "▲"),
        (p.best || p.seat === best) && h("span", { class: "af-sr" }, ` ${ctx.w("takes")}`),
      ),
    ),
  );
}

const KINDS = {
  text: (ctx, p) => [
    h("div", { class: "af-body-text" }, sign(ctx, p.tone), rich(ctx, p.body)),
    actions(ctx, p.actions),
  ],

  score: (ctx, p) => scorePanel(ctx, p),

  points: (ctx, p) =>
    h(
      "dl",
      { class: "af-points" },
      p.rows.map((r) =>
        h(
          "div",
          { class: cls("af-point", `af-is-${(r.state || "open").replace(" ", "-")}`), key: r.id },
          h("dt", {}, r.label),
          h(
            "dd",
            {},
            sign(ctx, r.tone),
            r.text ? rich(ctx, r.text) : h("span", { class: "af-dim" }, ctx.w("nothing_yet")),
            " ",
            whyLink(ctx, r.cites, r.label),
          ),
        ),
      ),
    ),

  counts: (ctx, p) => [
    h(
      "dl",
      { class: "af-counts" },
      p.sides.map((s) =>
        h(
          "div",
          { class: cls("af-count", s.you && "af-mineside"), key: s.id || s.name },
          h("dt", {}, s.name),
          h(
            "dd",
            {},
            (s.cards || []).length
              ? s.cards.map((c) => h("span", { key: c }, inlineCard(ctx.art, c), " "))
              : h("span", { class: "af-dim" }, "–"),
          ),
          h("dd", { class: "af-count-n" }, s.n),
        ),
      ),
    ),
    p.note && h("p", { class: "af-dim af-small-text" }, rich(ctx, p.note)),
  ],

  ladder: (ctx, p) => {
    const strength = p.strength || LADDER.strength,
      counts = p.counts || LADDER.counts,
      mark = p.mark || ["10"];
    const strong = (i) => mark.includes(strength[i]) || (strength[i] === "10" && mark.includes("T"));
    const cell = (kind, list) => list.map((x, i) => h("td", { class: cls(kind, strong(i) && "af-mark"), key: i }, x));
    return [
      h(
        "div",
        { class: "af-ladder-wrap", tabindex: "0", role: "group", "aria-label": ctx.w("ladder_title") },
        h(
          "table",
          { class: "af-ladder" },
          h(
            "tbody",
            {},
            h("tr", {}, h("th", { scope: "row" }, ctx.w("ladder_strength")), cell("af-strength", strength)),
            h("tr", {}, h("th", { scope: "row" }, p.head || ctx.w("ladder_counts")), cell("af-worth", counts)),
          ),
        ),
      ),
      h("p", { class: "af-dim af-small-text af-ladder-note" }, rich(ctx, p.note || ctx.w("ladder_note"))),
    ];
  },

  log: (ctx, p) =>
    h(
      "div",
      {
        class: "af-log-box",
        tabindex: "0",
        role: "group",
        "aria-label": p.title || ctx.w("log_title"),
        "data-scroll": "end",
      },
      h(
        "ol",
        { class: "af-log" },
        p.lines.map((l) =>
          h(
            "li",
            { class: cls("af-line", l.head && "af-head"), key: l.id },
            h(
              "span",
              { class: "af-line-text" },
              l.tone && l.tone !== "note" ? sign(ctx, l.tone) : null,
              rich(ctx, l.text),
            ),
            whyButton(ctx, l, `${p.id}-${l.id}`),
          ),
        ),
      ),
    ),

  rows: (ctx, p) => [
    h(
      "div",
      { class: "af-rows" },
      p.rows.map((r) => {
        const inner = [
          h("span", { class: "af-row-label" }, r.label),
          r.hidden
            ? h("span", { class: "af-row-text af-dim" }, "?")
            : h(
                "span",
                { class: "af-row-text" },
                r.card && h("span", { class: "af-row-card" }, inlineCard(ctx.art, r.card), " "),
                r.trick && ctx.hasTrick(r.trick) ? flatRich(ctx, r.text) : rich(ctx, r.text),
              ),
          !r.hidden &&
            h(
              "span",
              { class: cls("af-row-n", r.tone && `af-tone-${r.tone}`) },
              r.side || r.you
                ? [
                    h("span", { class: "af-row-side" }, r.side),
                    " ",
                    h("b", {}, r.n === undefined ? "" : r.n < 0 ? `−${-r.n}` : `+${r.n}`),
                  ]
                : h("span", { class: "af-dim" }, "–"),
            ),
        ];
        const jump = r.trick && !r.hidden && ctx.hasTrick(r.trick);
        return h(
          "div",
          { class: cls("af-row", r.hidden && "af-row-hidden"), key: r.id },
          jump
            ? h(
                "button",
                { class: "af-row-go", "data-k": `row-${r.id}`, onclick: () => ctx.look(r.trick) },
                inner,
                h("span", { class: "af-row-jump" }, fill(ctx.w("show_trick"), { n: r.trick })),
              )
            : h("div", { class: "af-row-go" }, inner),
          !r.hidden && chips(ctx, r.cites, r.label),
        );
      }),
    ),
    p.total && h("p", { class: "af-total" }, sign(ctx, p.total.tone), rich(ctx, p.total.text)),
    p.match && h("p", { class: "af-match" }, rich(ctx, p.match)),
    p.score && scorePanel(ctx, p.score),
    actions(ctx, p.actions),
  ],

  question: (ctx, p) => {
    const options =
      p.options ||
      (p.form === "trick"
        ? ctx.tricks().map((t) => ({
            id: String(t.number),
            label: fill(ctx.w("look_trick").split(",")[0], { n: t.number }),
            plays: t.plays,
            best: t.winner,
          }))
        : []);
    const done = p.answered !== undefined && p.answered !== null;
    const number = (e) => e.currentTarget.closest(".af-number").querySelector("input").value;
    const sendNumber = (e) => number(e) !== "" && ctx.answer(p.id, Number(number(e)));
    return [
      p.ask && h("p", { class: "af-ask", id: `${ctx.uid}-${p.id}` }, rich(ctx, p.ask)),
      p.form === "number" &&
        !p.options &&
        h(
          "div",
          { class: "af-number" },
          h("input", {
            type: "number",
            "data-k": `${p.id}-number`,
            "aria-labelledby": p.ask ? `${ctx.uid}-${p.id}` : null,
            min: p.min,
            max: p.max,
            readonly: done,
            props: done ? { value: String(p.answered) } : {},
            onkeydown: (e) => {
              if (e.key === "Enter" && !done) sendNumber(e); // no value: a handler that returns false swallows the key
            },
          }),
          !done &&
            h(
              "button",
              { class: "af-button af-primary", "data-k": `${p.id}-commit`, onclick: sendNumber },
              ctx.w("commit"),
            ),
        ),
      options.length > 0 &&
        h(
          "div",
          {
            class: cls("af-options", p.form === "trick" && "af-options-list", p.predict && "af-options-predict"),
            role: "group",
            "aria-labelledby": p.ask ? `${ctx.uid}-${p.id}` : null,
            "aria-label": p.ask ? null : p.title,
          },
          options.map((o) =>
            h(
              "button",
              {
                class: cls("af-button af-option", done && String(p.answered) === String(o.id) && "af-picked"),
                key: o.id,
                "data-k": `${p.id}-${o.id}`,
                "data-option": o.id,
                "aria-disabled": o.disabled || done ? "true" : "false",
                "aria-pressed": done ? String(String(p.answered) === String(o.id)) : null,
                onclick: () => (done || o.disabled ? ctx.refuse(ctx.w("not_now")) : ctx.answer(p.id, o.id)),
              },
              h(
                "span",
                { class: "af-button-label" },
                done && String(p.answered) === String(o.id) ? "● " : "",
                flatRich(ctx, o.label),
              ),
              o.text && h("span", { class: "af-button-text" }, flatRich(ctx, o.text)),
              o.plays && inlinePlays(ctx, o.plays, o.best, ctx.names()),
            ),
          ),
        ),
    ];
  },

  feedback: (ctx, p) => [
    h(
      "div",
      { class: `af-feedback af-tone-${p.tone || "note"}` },
      h(
        "p",
        { class: "af-verdict" },
        h("span", { class: "af-verdict-sign", "aria-hidden": "true" }, RIGHT_SIGN[p.tone] || "i"),
        h("strong", {}, plain(ctx, p.word || ctx.w(p.tone === "good" ? "right" : p.tone === "bad" ? "wrong" : "note"))),
        p.points && h("span", { class: "af-plus" }, p.points),
      ),
      h("div", { class: "af-body-text" }, rich(ctx, p.body)),
      p.sure &&
        h(
          "p",
          { class: "af-sure", title: ctx.w(`sure_${p.sure}_text`) },
          h("span", { "aria-hidden": "true" }, { certain: "■", open: "◧", likely: "◇" }[p.sure]),
          " ",
          ctx.w(`sure_${p.sure}`),
        ),
      p.why &&
        h(
          "button",
          {
            class: "af-why af-why-line",
            "data-k": `${p.id}-why`,
            "aria-expanded": String(ctx.isOpen(`${p.id}-why`)),
            onclick: () => ctx.toggle(`${p.id}-why`),
          },
          h("span", { "aria-hidden": "true" }, ctx.isOpen(`${p.id}-why`) ? "▾ " : "▸ "),
          flatRich(ctx, p.why.label || ctx.w("why")),
        ),
      p.why &&
        ctx.isOpen(`${p.id}-why`) &&
        h("div", { class: "af-fold" }, rich(ctx, p.why.body), " ", chips(ctx, p.why.cites)),
      actions(ctx, p.actions),
    ),
  ],

  hints: (ctx, p) => {
    const given = p.rungs || [],
      total = p.total || 4;
    return [
      given.length > 0 &&
        h(
          "ol",
          { class: "af-rungs" },
          given.map((r, i) =>
            h(
              "li",
              { key: i },
              h("span", { class: "af-rung-n" }, fill(ctx.w("hint_n"), { n: i + 1, total })),
              h("span", {}, rich(ctx, r)),
            ),
          ),
        ),
      p.next !== false &&
        given.length < total &&
        actionButton(
          ctx,
          {
            id: "hint",
            label: ctx.w(
              p.last && given.length === total - 1 ? `hint_${p.last}` : given.length ? "next_hint" : "first_hint",
            ),
          },
          "af-quiet",
        ),
      p.note && h("p", { class: "af-dim af-small-text" }, rich(ctx, p.note)),
    ];
  },

  outcome: (ctx, p) => outcomeStrip(ctx, p),

  doors: (ctx, p) =>
    h(
      "div",
      { class: "af-doors" },
      p.items.map((d) =>
        d.href
          ? h(
              "a",
              { class: "af-door", key: d.id, href: safeHref(d.href), target: d.target || null },
              h("span", { class: "af-door-label" }, flatRich(ctx, d.label)),
              d.text && h("span", { class: "af-door-text" }, flatRich(ctx, d.text)),
            )
          : h(
              "button",
              { class: "af-door", key: d.id, "data-k": `door-${d.id}`, onclick: () => ctx.command(d.id, d.arg) },
              h("span", { class: "af-door-label" }, flatRich(ctx, d.label)),
              d.text && h("span", { class: "af-door-text" }, flatRich(ctx, d.text)),
            ),
      ),
    ),

  resume: (ctx, p) => [
    h("div", { class: "af-body-text" }, rich(ctx, p.body)),
    actions(ctx, p.actions || [{ id: "resume", primary: true }, { id: "start_again" }]),
  ],
};

// Links come from our own notebooks: relative, or a plain web address; nothing else is a link.
const safeHref = (href) => (/^(https?:\/\/|[\w./#?=&%-]+$)/i.test(href) && !/^\w+:(?!\/\/)/.test(href) ? href : "#");

// Books by points, as a table that turns into cards on a narrow screen (roles kept by hand for that reason).
function outcomeStrip(ctx, p) {
  const n = p.columns.length;
  const cell = (role, extra, attrs, ...kids) => h("div", { role, class: cls("af-oc", extra), ...attrs }, kids);
  return [
    p.caption && h("p", { class: "af-caption-line" }, rich(ctx, p.caption)),
    h(
      "div",
      { class: "af-outcome", role: "table", "aria-label": p.title || plain(ctx, p.caption || ""), style: { "--n": n } },
      h(
        "div",
        { class: "af-or af-oh", role: "row" },
        cell("columnheader", "", {}, ctx.w("book")),
        p.columns.map((c, i) => cell("columnheader", "", { key: i }, c)),
        cell("columnheader", "", {}, ctx.w("total")),
      ),
      p.rows.map((r) =>
        h(
          "div",
          { class: "af-or", role: "row", key: r.id },
          cell(
            "rowheader",
            "af-ob",
            {},
            h("strong", {}, r.book),
            r.year && h("span", { class: "af-dim" }, ` ${r.year}`),
          ),
          r.cells.map((c, i) =>
            cell(
              "cell",
              cls(c && c.changed && "af-changed"),
              { key: i, "data-label": p.columns[i] },
              c
                ? [
                    h(
                      "span",
                      { class: "af-oc-body" },
                      c.tone && c.tone !== "note" ? sign(ctx, c.tone) : null,
                      rich(ctx, c.text),
                    ),
                    whyLink(ctx, c.cites, `${r.book}, ${p.columns[i]}`),
                  ]
                : "–",
            ),
          ),
          cell(
            "cell",
            cls("af-ot", r.tone && `af-tone-${r.tone}`),
            { "data-label": ctx.w("total") },
            h("span", { class: "af-oc-body" }, sign(ctx, r.tone), rich(ctx, r.total)),
          ),
        ),
      ),
    ),
    p.note && h("p", { class: "af-dim af-small-text" }, rich(ctx, p.note)),
  ];
}

const TITLES = { ladder: "ladder_title", points: "account_title", log: "log_title", hints: "hints_title" };

function panel(ctx, p) {
  const build = KINDS[p.kind];
  if (!build) return null;
  const title = p.title ?? (TITLES[p.kind] && ctx.w(TITLES[p.kind]));
  const id = `${ctx.uid}-h-${p.id}`;
  const hide = p.kind === "question" || p.kind === "feedback" ? !p.title : !title;
  return h(
    "section",
    { class: `af-panel af-panel-${p.kind}`, key: p.id, "data-panel": p.id, "aria-labelledby": hide ? null : id },
    !hide && h("h3", { class: "af-h", id }, title),
    build(ctx, p),
  );
}

function shownPanels(ctx, list, where) {
  const level = LEVELS[ctx.detail()];
  return (list || []).filter((p) => (p.where || "side") === where && LEVELS[p.level || "full"] <= level);
}
