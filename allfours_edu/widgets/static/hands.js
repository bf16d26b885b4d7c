// A show of hands: the teacher types how many are for each card, then reveals. Counts stay in the browser until then.

function votesPanel(ctx, p) {
  const covered = ctx.ui.covered && !p.revealed;
  const boxes = () => [...ctx.root.querySelectorAll(".af-vote input")];
  const reveal = () => ctx.command("hands_reveal", Object.fromEntries(boxes().map((b) => [b.dataset.option, Number(b.value) || 0])));
  const total = p.options.reduce((n, o) => n + (o.count || 0), 0);
  const most = Math.max(1, ...p.options.map((o) => o.count || 0));
  const label = (o) => (o.card ? cardName(ctx.art, o.card) : plain(ctx, o.label));
  const key = (e) => {
    const all = boxes(),
      at = all.indexOf(e.currentTarget);
    if (e.key === "PageDown" || (e.key === "Enter" && at === all.length - 1)) reveal();
    else if (e.key === "Enter") all[at + 1].select();
    else return;
    e.preventDefault();
  };
  return [
    h("p", { class: "af-ask", id: `${ctx.uid}-${p.id}` }, rich(ctx, p.ask)),
    covered &&
      h(
        "button",
        {
          class: "af-button af-primary",
          key: "show",
          "data-k": "show-hand",
          onclick: () => {
            ctx.ui.covered = false;
            ctx.draw();
            const first = boxes()[0];
            if (first) first.focus({ preventScroll: true });
          },
        },
        h("span", { class: "af-button-label" }, ctx.w("uncover"), " (C)"),
      ),
    h(
      "div",
      { class: "af-votes", key: "votes", role: "group", "aria-labelledby": `${ctx.uid}-${p.id}` },
      p.options.map((o) =>
        h(
          "div",
          {
            class: cls("af-vote", o.right && "af-vote-right", o.disabled && "af-vote-off"),
            key: o.id,
            role: "group",
            "aria-label": covered ? ctx.w("covered") : label(o),
          },
          o.card
            ? h("div", { class: "af-vote-card", "aria-hidden": "true" }, covered ? back(o.id) : face(ctx.art, o.card))
            : h("div", { class: "af-vote-call" }, flatRich(ctx, o.label)),
          o.disabled
            ? h("p", { class: "af-vote-why" }, covered ? "" : plain(ctx, o.why))
            : p.revealed
              ? [
                  h(
                    "p",
                    { class: "af-vote-n" },
                    h("b", {}, o.count || 0),
                    h("span", { class: "af-dim" }, total ? ` / ${total}` : ""),
                  ),
                  h(
                    "span",
                    { class: "af-vote-bar", "aria-hidden": "true" },
                    h("span", { style: { width: `${(100 * (o.count || 0)) / most}%` } }),
                  ),
                  h(
                    "p",
                    { class: "af-vote-text" },
                    RIGHT_SIGN[o.tone] &&
                      h("span", { class: `af-sign af-tone-${o.tone}`, "aria-hidden": "true" }, RIGHT_SIGN[o.tone]),
                    o.right && h("strong", {}, plain(ctx, o.word || ctx.w("right")), ". "),
                    rich({ ...ctx, flat: true }, o.text),
                  ),
                  h(
                    "button",
                    { class: "af-button af-quiet", "data-k": `go-${o.id}`, onclick: () => ctx.command("hands_next", o.id) },
                    plain(ctx, p.go),
                    h("span", { class: "af-sr" }, ` ${label(o)}`),
                  ),
                ]
              : !covered &&
                h("input", {
                  type: "number",
                  min: 0,
                  max: 999,
                  inputmode: "numeric",
                  "data-option": o.id,
                  "aria-label": `${label(o)}: ${plain(ctx, p.count_label)}`,
                  props: ctx.ui.votes === p.key ? {} : { value: o.count ?? "" },
                  onkeydown: key,
                }),
        ),
      ),
    ),
    p.note && h("p", { class: "af-vote-note" }, rich(ctx, p.note)),
    !covered && !p.revealed
      ? h(
          "div",
          { class: "af-actions" },
          h(
            "button",
            { class: "af-button af-primary", "data-k": "reveal", onclick: reveal },
            h("span", { class: "af-button-label" }, plain(ctx, p.reveal)),
          ),
        )
      : actions(ctx, p.actions),
    void (ctx.ui.votes = p.key),
  ];
}

KINDS.votes = votesPanel;
LEVELS.votes = 0;
