// Looking back on a deal: a row a decision, the table at that step, and every branch played out. It needs no kernel.

function reviewScreen() {
  let at = 0,
    branch = null, // the id of the option that is being played out
    shown = 0, // how many cards of its line lie
    everybody = false,
    saving = 0;

  const rows = (ctx) => ctx.s.rows || [];
  const row = (ctx) => rows(ctx)[at];
  const option = (ctx) => (row(ctx)?.options || []).find((o) => o.id === branch) || null;
  const word = (ctx, k) => (ctx.s.words || {})[k] || ctx.w(k);
  const listed = (ctx) =>
    rows(ctx)
      .map((r, i) => [r, i])
      .filter(([r]) => everybody || !ctx.s.mine || r.you);

  function pick(ctx, n, quiet) {
    const to = Math.min(Math.max(n, 0), rows(ctx).length - 1);
    at = to;
    branch = null;
    shown = 0;
    const r = row(ctx);
    if (r && !quiet) ctx.say(`${r.address}: ${r.who} ${plain(ctx, r.played)}. ${plain(ctx, r.verdict)} ${r.lost}`);
    ctx.draw();
    clearTimeout(saving);
    saving = setTimeout(() => {
      if (ctx.option("at", 0) !== at) {
        ctx.model.set("at", at);
        ctx.model.save_changes();
      }
    }, 150);
  }

  function follow(ctx, id, count) {
    const o = (row(ctx).options || []).find((x) => x.id === id);
    if (!o || !o.line) {
      if (o) ctx.say(`${plain(ctx, o.label)} ${o.value}`);
      branch = id;
      shown = 0;
      ctx.draw();
      return;
    }
    branch = id;
    step(ctx, count ?? (o.line.length && !o.scene ? 1 : 0));
  }

  function step(ctx, n) {
    const o = option(ctx);
    if (!o || !o.line) return;
    shown = Math.min(Math.max(n, 0), o.line.length);
    const play = o.line[shown - 1];
    const said = play ? `${ctx.s.names[play[0]]}: ${cardName(ctx.art, play[1])}` : plain(ctx, o.label);
    ctx.say(shown === o.line.length ? `${said}. ${plain(ctx, o.leaf)}` : said);
    ctx.draw();
  }

  // The scene after so many cards of a line: hands lose them, a finished trick stays until the next card.
  function sceneNow(ctx) {
    const r = row(ctx),
      o = option(ctx);
    const base = (o && o.scene) || r.scene;
    if (!o || !o.line || !shown) return base;
    const hands = Object.fromEntries(Object.entries(base.hands || {}).map(([s, c]) => [s, [...c]]));
    let trick = base.trick && !base.trick.done ? { ...base.trick, plays: [...base.trick.plays] } : null;
    let number = trick ? trick.number : (r.trick || 1) - 1;
    for (const [seat, id, best, done] of o.line.slice(0, shown)) {
      if (!trick || trick.done) trick = { number: ++number, plays: [] };
      trick = { ...trick, plays: [...trick.plays, { seat, card: id, led: !trick.plays.length }], best, done: Boolean(done) };
      hands[seat] = (hands[seat] || []).filter((c) => c !== id);
    }
    const next = o.line[shown];
    return { ...base, hands, trick, turn: next ? next[0] : null, bubbles: {}, low: null, phase: "play" };
  }

  // ---- the chart: two bars a decision ------------------------------------------------------------
  const TALLEST = 4;
  const tall = (n) => `${Math.min(100, (100 * (n || 0)) / TALLEST)}%`;

  function chart(ctx) {
    const list = listed(ctx);
    const said = list
      .filter(([r]) => r.lost_open || r.lost_likely)
      .map(([r]) => `${r.n}: ${r.lost}`)
      .join("; ");
    return h(
      "div",
      { class: "af-rv-chart", key: "chart" },
      h("div", { class: "af-h" }, word(ctx, "chart")),
      h(
        "div",
        { class: "af-rv-bars", role: "img", "aria-label": `${word(ctx, "chart")}: ${said || plain(ctx, ctx.s.summary)}` },
        list.map(([r, i]) =>
          h(
            "span",
            { class: cls("af-rv-col", i === at && "af-rv-on"), key: r.n, "aria-hidden": "true" },
            h(
              "span",
              { class: "af-rv-pair" },
              h("i", { class: "af-rv-open", style: { height: tall(r.lost_open) } }),
              h("i", { class: "af-rv-likely", style: { height: tall(r.lost_likely) } }),
            ),
            h("span", { class: "af-rv-n" }, r.n),
          ),
        ),
      ),
      h(
        "p",
        { class: "af-rv-key af-dim" },
        h("span", {}, h("i", { class: "af-rv-open", "aria-hidden": "true" }), ` ◧ ${word(ctx, "chart_open")}`),
        h("span", {}, h("i", { class: "af-rv-likely", "aria-hidden": "true" }), ` ◇ ${word(ctx, "chart_likely")}`),
      ),
    );
  }

  const SIGN = { good: "✓", bad: "✗", note: "≈" };

  function rowNode(ctx, r, i) {
    const on = i === at;
    return h(
      "li",
      { key: r.n },
      h(
        "button",
        {
          class: cls("af-rv-row", on && "af-rv-on"),
          "data-k": `row-${r.n}`,
          "data-row": r.n,
          "aria-current": on ? "step" : null,
          onclick: () => pick(ctx, i),
        },
        h("span", { class: "af-num" }, r.n),
        h(
          "span",
          { class: "af-rv-what" },
          h("span", { class: "af-rv-where" }, `${r.address} · `, h("b", {}, r.who), " ", flatRich(ctx, r.played)),
          h(
            "span",
            { class: `af-rv-verdict af-tone-${r.tone}` },
            h("span", { "aria-hidden": "true" }, `${SIGN[r.tone] || "·"} `),
            flatRich(ctx, r.verdict),
          ),
          r.tone !== "good" && h("span", { class: "af-rv-lost af-dim" }, r.lost),
        ),
        h(
          "span",
          { class: "af-rv-small", "aria-hidden": "true" },
          h("i", { class: "af-rv-open", style: { width: tall(r.lost_open) } }),
          h("i", { class: "af-rv-likely", style: { width: tall(r.lost_likely) } }),
        ),
      ),
    );
  }

  function branches(ctx, r) {
    const o = option(ctx);
    const walked = o || r.options.find((x) => x.played) || {};
    const total = walked.line ? walked.line.length : 0;
    const nav = (k, glyph, label, to) =>
      h(
        "button",
        {
          class: cls("af-nav", (k === "line-back" || k === "line-next") && "af-nav-main"),
          key: k,
          "data-k": k,
          "aria-disabled": to === shown || !total ? "true" : "false",
          "aria-label": label,
          title: label,
          onclick: () => (o ? step(ctx, to) : follow(ctx, walked.id, to)),
        },
        k === "line-next" && h("span", {}, label),
        h("span", { "aria-hidden": "true" }, glyph),
        k === "line-back" && h("span", {}, label),
      );
    return h(
      "section",
      { class: "af-panel af-rv-branches", key: "branches", "aria-label": word(ctx, "branches") },
      h(
        "div",
        { class: "af-actions af-rv-do" },
        r.refuted &&
          h(
            "button",
            { class: "af-button", "data-k": "refute", onclick: () => follow(ctx, r.refuted) },
            word(ctx, r.tone === "bad" ? "refute" : "came"),
          ),
        r.better &&
          h(
            "button",
            { class: "af-button af-primary", "data-k": "better", onclick: () => follow(ctx, r.better) },
            word(ctx, "better"),
          ),
        !ctx.standalone &&
          r.on !== undefined &&
          h(
            "button",
            { class: "af-button af-quiet", "data-k": "on", onclick: () => ctx.command("on_from_here", r.on) },
            word(ctx, "on_from_here"),
          ),
      ),
      h(
        "div",
        { class: "af-nav-row", role: "group", "aria-label": ctx.w("step_slider") },
        nav("line-first", "⏮", ctx.w("prev_phase"), 0),
        nav("line-back", "‹", ctx.w("back"), Math.max(0, shown - 1)),
        nav("line-next", "›", ctx.w("next"), Math.min(total, shown + 1)),
        nav("line-last", "⏭", ctx.w("next_phase"), total),
      ),
      o && o.leaf && h("p", { class: "af-rv-leaf" }, h("b", {}, rich(ctx, o.label)), " → ", rich(ctx, o.leaf)),
      h("h3", { class: "af-h" }, word(ctx, "branches")),
      h("p", { class: "af-dim af-small-text" }, word(ctx, "branches_text")),
      h(
        "div",
        { class: "af-options af-rv-options", role: "group", "aria-label": word(ctx, "branches") },
        r.options.map((x) =>
          h(
            "button",
            {
              class: cls("af-button af-option", x.id === branch && "af-picked"),
              key: x.id,
              "data-k": `branch-${x.id}`,
              "data-option": x.id,
              "aria-pressed": String(x.id === branch),
              onclick: () => follow(ctx, x.id),
            },
            h(
              "span",
              { class: "af-button-label" },
              flatRich(ctx, x.label),
              x.best && h("span", { class: "af-rv-mark" }, `★ ${word(ctx, "best_mark")}`),
              x.played && h("span", { class: "af-rv-mark" }, `▲ ${word(ctx, "was_played")}`),
            ),
            (x.leaf || x.value) &&
              h("span", { class: "af-button-text" }, `◧ ${[x.value, plain(ctx, x.leaf || "")].filter(Boolean).join(": ")}`),
            x.likely && h("span", { class: "af-button-text" }, `◇ ${x.likely}`),
          ),
        ),
      ),
      r.note && h("p", { class: "af-dim af-small-text" }, rich(ctx, r.note)),
    );
  }

  return {
    start(ctx) {
      at = ctx.option("at", 0);
      ctx.keys = () => [
        ["↑ ↓", "key_review_rows"],
        ["← →", "key_review_line"],
        ["R", "key_review_refute"],
        ["B", "key_review_better"],
        ["1 – 9", "key_review_branch"],
        ["V", "key_review_all"],
        ["T", "key_text"],
        ["F", "key_full"],
        ["K", "key_colours"],
        ["?", "key_keys"],
        ["Esc", "key_escape"],
      ];
      this.watch = () => {
        if (ctx.option("at", 0) !== at) pick(ctx, ctx.option("at", 0), true);
      };
      ctx.model.on("change:at", this.watch);
    },
    stop(ctx) {
      clearTimeout(saving);
      ctx.model.off("change:at", this.watch);
    },

    state(ctx, first) {
      const wanted = first && ctx.option("at", 0) ? ctx.option("at", 0) : (ctx.s.at ?? 0);
      at = Math.min(Math.max(wanted, 0), Math.max(rows(ctx).length - 1, 0));
      branch = null;
      shown = 0;
      ctx.root.dataset.shown = ctx.s.rev ?? 0;
      ctx.root.dataset.idle = "true";
      ctx.draw();
    },

    command: () => false,

    build(ctx) {
      const s = ctx.s,
        r = row(ctx);
      const tools = [
        s.mine &&
          h(
            "button",
            {
              class: "af-tool",
              key: "all",
              "data-k": "all",
              "aria-pressed": String(everybody),
              onclick: () => {
                everybody = !everybody;
                ctx.draw();
              },
            },
            ctx.w("review_all"),
          ),
        ctx.standalone ? [] : (s.tools || []).map((x) => actionTool(ctx, x)),
      ];
      if (!r)
        return [titleRow(ctx, rich(ctx, s.title || ""), tools), h("p", { class: "af-notice", key: "none" }, s.summary), footer(ctx)];
      const sc = sceneNow(ctx),
        hands = sc.hands || {},
        mine = hands[sc.seats[0].id] || [];
      ctx.root.dataset.at = at;
      const handRow = h(
        "ul",
        { class: "af-hand af-hand-still", key: "still", "aria-label": fill(ctx.w("cards_n"), { n: mine.length }), style: { "--n": mine.length } },
        mine.map((id) =>
          h(
            "li",
            { class: "af-card af-card-still", key: id, role: "listitem" },
            h("span", { role: "img", "aria-label": cardName(ctx.art, id) }, face(ctx.art, id)),
          ),
        ),
      );
      const counts = Object.fromEntries(Object.entries(hands).map(([id, cards]) => [id, cards.length]));
      return [
        titleRow(ctx, rich(ctx, s.title), tools),
        notice(ctx),
        twinBox(ctx),
        h("p", { class: "af-rv-sum", key: "sum" }, rich(ctx, s.summary)),
        h(
          "div",
          { class: "af-body af-has-side af-rv-body", key: "body" },
          h(
            "div",
            { class: "af-main", key: "main" },
            h(
              "section",
              { class: "af-sentence af-rv-said", key: "verdict" },
              h("p", { class: "af-address" }, h("span", { class: "af-num" }, r.n), `${r.address} · ${r.who} `, rich(ctx, r.played)),
              h("p", { class: "af-step-text" }, sign(ctx, r.tone === "note" ? null : r.tone), rich(ctx, r.verdict)),
              r.lost && h("p", { class: "af-dim" }, r.lost),
              h(
                "p",
                { class: "af-sure" },
                h("span", { "aria-hidden": "true" }, { certain: "■", open: "◧", likely: "◇" }[r.sure]),
                " ",
                ctx.w(`sure_${r.sure}`),
                ": ",
                ctx.w(`sure_${r.sure}_text`),
              ),
            ),
            felt(ctx, { ...sc, counts }, {
              openHand: (id) => (id !== sc.seats[0].id ? hands[id] : null),
              opened: true,
              strip: h(
                "span",
                { class: "af-strip-text" },
                branch === null
                  ? `${r.address}: ${r.who}`
                  : [flatRich(ctx, option(ctx)?.label || ""), ` · ${shown}/${option(ctx)?.line?.length ?? 0}`],
              ),
              hand: mine.length ? handRow : h("div", { class: "af-hand af-hand-still", key: "none" }),
            }),
            branches(ctx, r),
          ),
          h(
            "section",
            { class: "af-side", key: "side", "aria-label": word(ctx, "rows") },
            chart(ctx),
            h(
              "ol",
              { class: "af-rv-rows", key: "rows", "aria-label": word(ctx, "rows") },
              listed(ctx).map(([x, i]) => rowNode(ctx, x, i)),
            ),
          ),
        ),
        footer(ctx),
      ];
    },

    key(ctx, e) {
      const k = e.key.length === 1 ? e.key.toLowerCase() : e.key;
      if (k === "ArrowDown" || k === "ArrowUp") {
        const list = listed(ctx).map(([, i]) => i);
        const here = list.indexOf(at);
        const to = list[Math.min(Math.max(here + (k === "ArrowDown" ? 1 : -1), 0), list.length - 1)];
        if (to === undefined) return false;
        pick(ctx, to);
        const button = ctx.root.querySelector(".af-rv-row.af-rv-on");
        if (button) {
          if (e.target.closest(".af-rv-row")) button.focus({ preventScroll: true });
          const box = button.closest(".af-rv-rows");
          box.scrollTop = Math.min(Math.max(box.scrollTop, button.offsetTop + button.offsetHeight - box.clientHeight), button.offsetTop);
        }
        return true;
      }
      if (k === "ArrowRight" || k === "ArrowLeft") {
        const r = row(ctx);
        if (!r) return false;
        if (branch === null && k === "ArrowRight") follow(ctx, r.options.find((o) => o.played)?.id, undefined);
        else step(ctx, shown + (k === "ArrowRight" ? 1 : -1));
        return true;
      }
      if (k === "r" && row(ctx)?.refuted) {
        follow(ctx, row(ctx).refuted);
        return true;
      }
      if (k === "b" && row(ctx)?.better) {
        follow(ctx, row(ctx).better);
        return true;
      }
      if (k === "v" && ctx.s.mine) {
        everybody = !everybody;
        ctx.draw();
        return true;
      }
      return false;
    },
  };
}
