// The stepper: a played deal, card by card, from a list of frames. It needs no kernel.

// A citation on paper, where nothing can be opened: clause, place and how sure it is.
const paperCite = (c) => (c ? [c.clause, c.locator, c.status].filter(Boolean).join(", ") : "");

function stepperScreen() {
  let scenes = [],
    frames = [],
    at = 0,
    seat = "all",
    built = null,
    saving = 0;

  const clamp = (n) => Math.min(Math.max(Number(n) || 0, 0), Math.max(frames.length - 1, 0));

  function load(ctx) {
    if (built === ctx.s) return;
    built = ctx.s;
    frames = ctx.s.frames || [];
    let last = {};
    scenes = frames.map((f) => (last = { ...last, ...(f.scene || {}) }));
    seat = ctx.s.seat_view || "all";
  }

  function go(ctx, n, quiet) {
    const to = clamp(n);
    if (to === at && !quiet) return;
    at = to;
    const f = frames[at];
    ctx.say(f ? `${ctx.w("step_of", { n: at + 1, total: frames.length })}. ${plain(ctx, f.say || f.text)}` : "");
    ctx.draw();
    clearTimeout(saving);
    saving = setTimeout(() => {
      if (ctx.option("at", 0) !== at) {
        ctx.model.set("at", at);
        ctx.model.save_changes();
      }
    }, 150);
  }

  // The first frame of the trick or phase before or after this one.
  function jump(way, of) {
    const here = of(frames[at]);
    let i = at;
    if (way > 0) {
      while (i < frames.length && of(frames[i]) === here) i++;
      return Math.min(i, frames.length - 1);
    }
    while (i > 0 && of(frames[i - 1]) === here) i--;
    if (i < at) return i;
    if (i > 0) {
      i--;
      const before = of(frames[i]);
      while (i > 0 && of(frames[i - 1]) === before) i--;
    }
    return i;
  }
  const byTrick = (f) => `${f.trick ?? "-"}|${f.trick ? "" : f.phase}`;
  const byPhase = (f) => f.phase || "";

  function mergedPanels(ctx) {
    const list = [...(ctx.s.panels || [])];
    for (let i = 0; i <= at && i < frames.length; i++)
      for (const p of frames[i].panels || []) {
        const j = list.findIndex((q) => q.id === p.id);
        if (j < 0) list.push(p);
        else list[j] = { ...list[j], ...p };
      }
    return list;
  }

  function controls(ctx) {
    const total = frames.length;
    const b = (k, word, to, glyph) =>
      h(
        "button",
        {
          class: cls("af-nav", (k === "back" || k === "next") && "af-nav-main"),
          key: k,
          "data-k": k,
          "aria-label": ctx.w(word),
          "aria-disabled": to === at ? "true" : "false",
          title: ctx.w(word),
          onclick: () => go(ctx, to),
        },
        k === "next" && h("span", {}, ctx.w(word)),
        h("span", { "aria-hidden": "true" }, glyph),
        k === "back" && h("span", {}, ctx.w(word)),
      );
    const f = frames[at] || {};
    return h(
      "div",
      { class: "af-steps", key: "steps" },
      h(
        "div",
        { class: "af-nav-row", role: "group", "aria-label": ctx.w("step_slider") },
        b("phase-back", "prev_phase", jump(-1, byPhase), "⏮"),
        b("trick-back", "prev_trick", jump(-1, byTrick), "«"),
        b("back", "back", clamp(at - 1), "‹"),
        b("next", "next", clamp(at + 1), "›"),
        b("trick-on", "next_trick", jump(1, byTrick), "»"),
        b("phase-on", "next_phase", jump(1, byPhase), "⏭"),
      ),
      h("input", {
        class: "af-slider",
        type: "range",
        min: "0",
        max: String(Math.max(0, total - 1)),
        step: "1",
        key: "slider",
        "data-k": "slider",
        "aria-label": ctx.w("step_slider"),
        "aria-valuetext": `${ctx.w("step_of", { n: at + 1, total })}, ${f.address || ""}`,
        props: { value: String(at) },
        style: { "--p": `${total > 1 ? (100 * at) / (total - 1) : 0}%` },
        oninput: (e) => go(ctx, e.target.value),
      }),
      h("span", { class: "af-step-n" }, ctx.w("step_of", { n: at + 1, total })),
    );
  }

  function viewsBar(ctx) {
    const views = ctx.s.views || [];
    if (views.length < 2) return null;
    return h(
      "div",
      { class: "af-views", key: "views", role: "group", "aria-label": ctx.w("view_of") },
      views.map((v) =>
        h(
          "button",
          {
            class: "af-tool",
            key: v.id,
            "data-k": `view-${v.id}`,
            "aria-pressed": String(v.id === seat),
            onclick: () => {
              seat = v.id;
              ctx.draw();
            },
          },
          v.label,
        ),
      ),
    );
  }

  function sentence(ctx, f) {
    const cites = (f.cites || []).map((id) => ctx.cites[id]).filter(Boolean);
    return h(
      "section",
      { class: "af-panel af-sentence", key: "sentence", "aria-label": f.address || ctx.w("step_slider") },
      h("p", { class: "af-address" }, h("span", { class: "af-num" }, at + 1), f.address || ""),
      h("p", { class: "af-step-text" }, f.tone && f.tone !== "note" ? sign(ctx, f.tone) : null, rich(ctx, f.text)),
      f.why && h("div", { class: "af-step-why" }, rich(ctx, f.why)),
      cites.length > 0 &&
        h(
          "div",
          { class: "af-step-cites" },
          cites.map((c, i) =>
            h(
              "details",
              { class: "af-source", key: `${at}-${i}` },
              h(
                "summary",
                {},
                h("span", { class: "af-chip-text" }, c.short || c.clause || c.rule),
                c.locator && h("span", { class: "af-dim" }, ` ${c.locator}`),
              ),
              citation(ctx, c),
            ),
          ),
        ),
    );
  }

  return {
    start(ctx) {
      ctx.keys = () => [
        ["← →", "key_arrows_step"],
        ["PageUp PageDown", "key_pages_step"],
        ["[ ]", "key_brackets"],
        ["Home End", "key_ends"],
        ["V", "key_views"],
        ["W", "key_why"],
        ["T", "key_text"],
        ["F", "key_full"],
        ["K", "key_colours"],
        ["?", "key_keys"],
        ["Esc", "key_escape"],
      ];
      ctx.twinText = () =>
        frames
          .map((f, i) => `${i === at ? "> " : "  "}${i + 1}. ${f.address ? f.address + ": " : ""}${plain(ctx, f.text)}`)
          .join("\n") +
        "\n\n" +
        (scenes[at] ? sceneText(ctx, scenes[at], []) : "");
      this.watch = () => {
        if (clamp(ctx.option("at", 0)) !== at) go(ctx, ctx.option("at", 0));
      };
      ctx.model.on("change:at", this.watch);
    },
    stop(ctx) {
      clearTimeout(saving);
      ctx.model.off("change:at", this.watch);
    },

    state(ctx, first) {
      load(ctx);
      at = clamp(first ? ctx.option("at", 0) : at);
      ctx.root.dataset.shown = ctx.s.rev ?? 0;
      ctx.root.dataset.idle = "true";
      ctx.draw();
    },

    build(ctx) {
      load(ctx);
      const s = ctx.s,
        f = frames[at],
        sc = scenes[at];
      ctx.root.dataset.at = at;
      if (!f || !sc || !sc.seats) return [titleRow(ctx, rich(ctx, s.title || ""), [])];
      const hands = sc.hands || {},
        open = (id) => seat === "all" || id === seat;
      const counts = { ...(sc.counts || {}) };
      for (const [id, cards] of Object.entries(hands)) counts[id] = cards.length;
      const shown = { ...sc, counts };
      const mine = hands[sc.seats[0].id] || [],
        all = mergedPanels(ctx).filter((p) => LEVELS[p.level || "full"] <= LEVELS[ctx.detail()]);
      const side = all.filter((p) => p.where !== "felt"),
        sheets = at === frames.length - 1 ? all.filter((p) => p.where === "felt") : [];
      const meOpen = open(sc.seats[0].id);
      const handRow = mine.length
        ? h(
            "ul",
            {
              class: "af-hand af-hand-still",
              key: "still",
              "aria-label": fill(ctx.w("cards_n"), { n: mine.length }),
              style: { "--n": mine.length },
            },
            mine.map((id) =>
              h(
                "li",
                { class: "af-card af-card-still", key: id, role: "listitem" },
                meOpen ? h("span", { role: "img", "aria-label": cardName(ctx.art, id) }, face(ctx.art, id)) : back("b"),
              ),
            ),
          )
        : h("div", { class: "af-hand af-hand-still", key: "none" });
      return [
        titleRow(ctx, rich(ctx, s.title), [
          viewsBar(ctx),
          (s.tools || []).map((t) =>
            h(
              "button",
              { class: "af-tool", key: t.id, "data-tool": t.id, onclick: () => ctx.command(t.id) },
              plain(ctx, t.label),
            ),
          ),
        ]),
        twinBox(ctx),
        h(
          "div",
          { class: "af-body af-has-side", key: "body" },
          h(
            "div",
            { class: "af-main", key: "main" },
            felt(ctx, shown, {
              openHand: (id) => (open(id) && id !== sc.seats[0].id ? hands[id] : null),
              opened: seat === "all",
              sheet: sheets.length ? sheets.map((p) => panel(ctx, p)) : null,
              strip:
                sc.trick && sc.trick.done && sc.trick.text
                  ? h("span", { class: "af-strip-text" }, rich(ctx, sc.trick.text))
                  : null,
              hand: handRow,
            }),
            controls(ctx),
          ),
          h(
            "section",
            { class: "af-side", key: "side", "aria-label": ctx.w("why") },
            sentence(ctx, f),
            side.map((p) => panel(ctx, p)),
          ),
        ),
        footer(ctx),
        h("section", {
          class: "af-print",
          key: "print",
          memo: String(s.rev),
          lazy: () => [
            h("h2", {}, ctx.w("steps_title")),
            h(
              "div",
              { class: "af-print-hands" },
              frames[0].scene.seats
                .filter((x) => ((frames[0].scene.hands || {})[x.id] || []).length)
                .map((x) =>
                  h(
                    "div",
                    { key: x.id },
                    h("b", {}, `${x.name}: `),
                    rich(ctx, frames[0].scene.hands[x.id].map((c) => `{${c}}`).join(" ")),
                  ),
                ),
            ),
            h(
              "ol",
              {},
              frames.map((x, i) =>
                h(
                  "li",
                  { key: i },
                  x.address && h("b", {}, `${x.address}: `),
                  plain(ctx, x.text),
                  x.why && h("span", {}, ` ${plain(ctx, [].concat(x.why).join(" "))}`),
                  [...new Set((x.cites || []).map((id) => paperCite(ctx.cites[id])).filter(Boolean))].map((c) =>
                    h("span", { class: "af-print-cite" }, ` [${c}]`),
                  ),
                ),
              ),
            ),
          ],
        }),
      ];
    },

    key(ctx, e) {
      if (e.target.closest(".af-log-box, select")) return false;
      const k = e.key.length === 1 ? e.key.toLowerCase() : e.key;
      const to = {
        ArrowRight: at + 1,
        ArrowDown: at + 1,
        ArrowLeft: at - 1,
        ArrowUp: at - 1,
        Home: 0,
        End: frames.length - 1,
      }[k];
      if (to !== undefined) {
        go(ctx, to);
        return true;
      }
      if (k === "PageDown" || k === "PageUp") {
        go(ctx, jump(k === "PageDown" ? 1 : -1, byTrick));
        return true;
      }
      if (k === "]" || k === "[") {
        go(ctx, jump(k === "]" ? 1 : -1, byPhase));
        return true;
      }
      if (k === " " && !e.target.closest("button, summary, input, a")) {
        go(ctx, at + 1);
        return true;
      }
      if (k === "v") {
        const ids = (ctx.s.views || []).map((v) => v.id);
        if (ids.length) {
          seat = ids[(ids.indexOf(seat) + 1) % ids.length];
          ctx.draw();
        }
        return true;
      }
      if (k === "w") {
        const d = ctx.root.querySelector(".af-source");
        if (d) {
          d.open = !d.open;
          d.querySelector("summary").focus({ preventScroll: true });
        }
        return true;
      }
      return false;
    },
  };
}
