// The builder: click cards from the pack into seats, by mouse or by keys; Python says at once what is wrong.

function builderScreen() {
  let rove = null;

  const targets = (ctx) => ctx.s.targets || [];
  const rows = (ctx) => ctx.s.pack || [];

  function focusCard(ctx, id) {
    rove = id;
    ctx.draw();
    const b = ctx.root.querySelector(`.af-bd-card[data-card="${id}"]`);
    if (b) b.focus({ preventScroll: true });
  }

  function give(ctx, id) {
    rove = id;
    ctx.command("give", id);
  }

  function target(ctx, x, i) {
    const on = ctx.s.target === x.id;
    const many = `${x.cards.length} / ${x.size}`;
    return h(
      "div",
      { class: cls("af-bd-target", on && "af-bd-on"), key: x.id, role: "group", "aria-label": `${x.label}, ${many}` },
      h(
        "div",
        { class: "af-bd-head" },
        h(
          "button",
          {
            class: cls("af-button af-bd-name", on && "af-picked"),
            "data-k": `target-${x.id}`,
            "aria-pressed": String(on),
            onclick: () => ctx.command("target", x.id),
          },
          h("span", { class: "af-button-label" }, on ? "● " : "", x.label, " ", h("kbd", {}, i + 1)),
          h("span", { class: "af-button-text" }, many, x.note ? ` · ${plain(ctx, x.note)}` : ""),
        ),
        x.seat &&
          h(
            "button",
            {
              class: "af-tool af-bd-dealer",
              "data-k": `dealer-${x.id}`,
              "aria-pressed": String(Boolean(x.dealer)),
              "aria-label": `${x.label}: ${ctx.w("dealer")}`,
              onclick: () => ctx.command("dealer", x.id),
            },
            x.dealer ? "● " : "",
            ctx.w("dealer"),
          ),
      ),
      h(
        "ul",
        { class: "af-bd-hand", "aria-label": x.label },
        x.cards.length
          ? x.cards.map((c) =>
              h(
                "li",
                { key: c },
                h(
                  "button",
                  {
                    class: "af-bd-held",
                    "data-k": `held-${c}`,
                    "aria-label": fill(ctx.s.take_label, { card: cardName(ctx.art, c) }),
                    onclick: () => ctx.command("take", c),
                  },
                  face(ctx.art, c),
                ),
              ),
            )
          : h("li", { class: "af-dim" }, ctx.s.empty),
      ),
    );
  }

  function packGrid(ctx) {
    const all = rows(ctx).flat();
    if (!all.some((c) => c.id === rove)) rove = (all.find((c) => !c.in) || all[0] || {}).id;
    return h(
      "div",
      { class: "af-bd-pack", key: "pack", role: "grid", "aria-label": ctx.s.pack_label },
      rows(ctx).map((row) =>
        h(
          "div",
          { class: "af-bd-row", role: "row", key: row[0].id },
          row.map((c) =>
            h(
              "div",
              { role: "gridcell", class: "af-bd-cell", key: c.id },
              h(
                "button",
                {
                  class: cls("af-bd-card", c.in && "af-bd-out", `af-suit-${suitOf(c.id) || "J"}`),
                  "data-card": c.id,
                  tabindex: c.id === rove ? "0" : "-1",
                  "aria-label": `${cardName(ctx.art, c.id)}${c.in ? `, ${c.in}` : ""}`,
                  onclick: () => give(ctx, c.id),
                  onfocus: () => {
                    if (rove !== c.id) {
                      rove = c.id;
                      ctx.draw();
                    }
                  },
                },
                h("span", { class: `af-inline af-suit-${suitOf(c.id) || "J"}`, "aria-hidden": "true" }, shortCard(c.id)),
                c.in && h("span", { class: "af-bd-in", "aria-hidden": "true" }, c.short),
              ),
            ),
          ),
        ),
      ),
    );
  }

  function numberBox(ctx, k, label, value, min, max, send) {
    return h(
      "label",
      { class: "af-bd-number", key: k },
      h("span", {}, label),
      h("input", {
        type: "number",
        min,
        max,
        "data-k": k,
        props: ctx.ui[`bd-${k}`] === value ? {} : { value: String(value) },
        onchange: (e) => send(Number(e.target.value) || 0),
      }),
      void (ctx.ui[`bd-${k}`] = value),
    );
  }

  return {
    start(ctx) {
      ctx.keys = () => [
        ["← → ↑ ↓", "key_pack"],
        ["Enter", "key_give"],
        ["1…9", "key_target"],
        ["U", "key_undo"],
        ["R", "key_rest"],
        ["T", "key_text"],
        ["F", "key_full"],
        ["K", "key_colours"],
        ["?", "key_keys"],
        ["Esc", "key_escape"],
      ];
    },
    state(ctx, first) {
      ctx.ui.refusal = null;
      ctx.root.dataset.shown = ctx.s.rev ?? 0;
      ctx.root.dataset.idle = "true";
      if (!first) ctx.say(ctx.s.live || "");
      ctx.draw();
    },
    build(ctx) {
      const s = ctx.s;
      const said = ctx.ui.refusal ? ctx.ui.refusal.why : "";
      return [
        titleRow(
          ctx,
          rich(ctx, s.title),
          (s.tools || []).map((t) =>
            h(
              "button",
              {
                class: "af-tool",
                key: t.id,
                "data-tool": t.id,
                "aria-disabled": t.disabled ? "true" : "false",
                "data-why": t.disabled ? plain(ctx, t.why) : null,
                onclick: () => (t.disabled ? ctx.refuse(plain(ctx, t.why)) : ctx.command(t.id)),
              },
              plain(ctx, t.label),
            ),
          ),
        ),
        notice(ctx),
        twinBox(ctx),
        h(
          "div",
          { class: "af-bd", key: "bd" },
          h("div", { class: "af-bd-targets", key: "targets" }, targets(ctx).map((x, i) => target(ctx, x, i))),
          h(
            "div",
            { class: "af-bd-mid", key: "mid" },
            packGrid(ctx),
            h(
              "p",
              { class: cls("af-bd-said", (said || !s.ok) && "af-strip-no"), key: "said" },
              said || !s.ok ? h("span", { "aria-hidden": "true" }, "✗ ") : h("span", { "aria-hidden": "true" }, "✓ "),
              said || rich(ctx, s.state),
            ),
            h(
              "div",
              { class: "af-bd-line", key: "numbers" },
              numberBox(ctx, "seed", s.seed_label, s.seed, 0, 999999, (n) => ctx.command("seed", n)),
              (s.scores || []).map((x) =>
                numberBox(ctx, `score-${x.side}`, x.label, x.n, 0, x.max, (n) => ctx.command("score", { side: x.side, n })),
              ),
            ),
            h("div", { class: "af-actions", key: "actions" }, (s.actions || []).map((a) => actionButton(ctx, a))),
            s.judged && h("p", { class: "af-bd-judged", key: "judged" }, rich(ctx, s.judged)),
            h(
              "section",
              { class: "af-bd-code", key: "code", "aria-label": s.code_label },
              h("p", { class: "af-dim af-small-text" }, s.code_label),
              h("pre", { tabindex: "0", "data-k": "code" }, s.code),
              s.deal_code && h("p", {}, `${s.deal_code_label} `, h("code", {}, s.deal_code)),
            ),
          ),
        ),
        footer(ctx),
      ];
    },
    key(ctx, e) {
      const k = e.key.length === 1 ? e.key.toLowerCase() : e.key;
      const card = e.target.closest(".af-bd-card");
      if (card) {
        const grid = rows(ctx).map((r) => r.map((c) => c.id));
        const y = grid.findIndex((r) => r.includes(card.dataset.card)),
          x = grid[y].indexOf(card.dataset.card);
        const to = {
          ArrowRight: grid[y][x + 1],
          ArrowLeft: grid[y][x - 1],
          ArrowDown: (grid[y + 1] || [])[Math.min(x, (grid[y + 1] || []).length - 1)],
          ArrowUp: (grid[y - 1] || [])[Math.min(x, (grid[y - 1] || []).length - 1)],
          Home: grid[y][0],
          End: grid[y][grid[y].length - 1],
        }[k];
        if (to) {
          focusCard(ctx, to);
          return true;
        }
        if (k.startsWith("Arrow")) return true;
      }
      if (/^[1-9]$/.test(k) && targets(ctx)[Number(k) - 1]) {
        ctx.command("target", targets(ctx)[Number(k) - 1].id);
        return true;
      }
      const tool = { u: "undo", r: "deal_rest" }[k];
      const b = tool && ctx.root.querySelector(`[data-tool="${tool}"], .af-actions [data-k="${tool}"]`);
      if (b) b.click();
      return Boolean(b);
    },
  };
}

Object.assign(WORDS, {
  region_builder: "Deal builder",
  key_pack: "move in the pack",
  key_give: "give the card to the chosen place, or take it back",
  key_target: "choose a seat or the turned card",
  key_rest: "deal the rest",
});
