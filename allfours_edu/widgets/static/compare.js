// Compare: the same deal under two to four books, one column a book, steps aligned.

function compareScreen() {
  let mode = null,
    only = false,
    flip = null;

  const tableOf = (ctx) =>
    (ctx.s.tables || {})[mode] || (ctx.s.tables || {})[ctx.s.mode] || { rows: [], outcome: null };

  function modes(ctx) {
    const list = ctx.s.modes || [];
    return h(
      "div",
      { class: "af-modes", key: "modes", role: "tablist", "aria-label": ctx.w("mode") },
      list.map((m) => {
        const on = m.id === mode;
        return h(
          "button",
          {
            class: "af-mode",
            role: "tab",
            key: m.id,
            id: `${ctx.uid}-tab-${m.id}`,
            "data-k": `mode-${m.id}`,
            tabindex: on ? "0" : "-1",
            "aria-selected": String(on),
            "aria-controls": on ? `${ctx.uid}-panel` : null,
            "aria-disabled": m.disabled ? "true" : "false",
            "data-why": m.disabled ? plain(ctx, m.why) : null,
            onclick: () => pick(ctx, m),
          },
          h("span", { class: "af-button-label" }, m.label),
          m.text && h("span", { class: "af-button-text" }, plain(ctx, m.text)),
          m.disabled && h("span", { class: "af-button-text af-mode-why" }, plain(ctx, m.why)),
        );
      }),
    );
  }

  function pick(ctx, m) {
    if (m.disabled) {
      ctx.refuse(plain(ctx, m.why));
      return;
    }
    if ((ctx.s.tables || {})[m.id]) {
      mode = m.id;
      ctx.say(m.label);
      ctx.draw();
    } else ctx.command("mode", m.id);
  }

  function playsOf(ctx, plays) {
    return inlinePlays(ctx, plays, null, null);
  }

  function rowNode(ctx, r, books) {
    const d = r.diff,
      n = books.length;
    const label = h(
      "div",
      { class: "af-cr-label", role: "rowheader" },
      h("span", { class: "af-num" }, r.n ?? ""),
      r.label && h("span", {}, r.label),
    );
    const seam =
      r.seam && r.seam.length
        ? h(
            "div",
            { class: "af-seam", key: `seam-${r.id}`, role: "row" },
            h(
              "div",
              { role: "cell", class: "af-seam-cell" },
              h("span", { class: "af-seam-cut", "aria-hidden": "true" }, "✂"),
              h("strong", {}, ctx.w("seam")),
              r.seam_text && [" ", rich(ctx, r.seam_text)],
              h(
                "span",
                { class: "af-dim" },
                ` (${r.seam
                  .map((i) => books[i] && books[i].title)
                  .filter(Boolean)
                  .join(", ")})`,
              ),
            ),
          )
        : null;
    const row =
      r.same || !r.cells
        ? h(
            "div",
            { class: "af-cr af-cr-same", role: "row", key: r.id },
            label,
            h(
              "div",
              { class: "af-cell af-cell-all", role: "cell", "aria-colspan": n },
              r.plays && playsOf(ctx, r.plays),
              r.text && h("span", {}, rich(ctx, r.text)),
            ),
          )
        : h(
            "div",
            {
              class: cls("af-cr af-cr-diff", d && d.first && "af-cr-first"),
              role: "row",
              key: r.id,
              "data-row": r.id,
              tabindex: d && d.first ? "-1" : null,
            },
            label,
            r.plays && h("div", { class: "af-cr-plays", role: "cell", "aria-colspan": n }, playsOf(ctx, r.plays)),
            r.cells.map((c, i) =>
              h(
                "div",
                {
                  class: cls("af-cell", i === 0 && "af-cell-0"),
                  role: "cell",
                  key: i,
                  "data-book": books[i] ? books[i].title : "",
                },
                c
                  ? [
                      h(
                        "div",
                        { class: "af-cell-text" },
                        sign(ctx, c.tone === "note" ? null : c.tone),
                        c.plays && playsOf(ctx, c.plays),
                        (c.cards || []).map((x) => [inlineCard(ctx.art, x), " "]),
                        rich(ctx, c.text),
                      ),
                      chips(ctx, c.cites),
                    ]
                  : h("span", { class: "af-dim" }, "–"),
              ),
            ),
            d &&
              (d.first || d.text) &&
              h(
                "div",
                { class: "af-diff", role: "cell", "aria-colspan": n + 1 },
                h(
                  "span",
                  { class: "af-diff-class" },
                  d.first ? ctx.w("first_diff") : ctx.w("diff"),
                  (d.label || d.class) && `: ${d.label || d.class}`,
                ),
                d.text && h("span", {}, rich(ctx, d.text)),
              ),
          );
    return [seam, row];
  }

  // One rule of one column, changed by hand: the column is then marked as a house rule.
  function flipBox(ctx, books) {
    const flips = ctx.s.flips || [];
    if (!flips.length) return null;
    const field = flips.find((f) => f.field === flip) || flips[0];
    const pickOf = (e, name) => e.currentTarget.closest(".af-flip-row").querySelector(`[name=${name}]`).value;
    const option = (value, label) => h("option", { value, key: value }, label);
    return h(
      "details",
      { class: "af-flip", key: "flip" },
      h("summary", {}, ctx.w("flip")),
      h(
        "div",
        { class: "af-flip-row" },
        h(
          "select",
          { name: "book", "aria-label": ctx.w("book") },
          books.map((b) => option(b.id, b.title)),
        ),
        h(
          "select",
          {
            name: "field",
            "aria-label": ctx.w("rule"),
            onchange: (e) => {
              flip = e.target.value;
              ctx.draw();
            },
          },
          flips.map((f) => option(f.field, plain(ctx, f.label || f.field))),
        ),
        h(
          "select",
          { name: "value", "aria-label": ctx.w("value") },
          field.values.map((v) => option(v.id, plain(ctx, v.label || v.id))),
        ),
        h(
          "button",
          {
            class: "af-tool",
            "data-k": "flip",
            onclick: (e) =>
              ctx.command("flip", { book: pickOf(e, "book"), field: field.field, value: pickOf(e, "value") }),
          },
          ctx.w("flip_do"),
        ),
      ),
    );
  }

  function goFirst(ctx) {
    const first = ctx.root.querySelector(".af-cr-first");
    if (!first) return;
    first.focus({ preventScroll: true });
    const box = ctx.root.querySelector(".af-compare");
    if (box) box.scrollTop = first.offsetTop - box.offsetTop - 8;
  }

  return {
    start(ctx) {
      ctx.keys = () => [
        ["← →", "mode"],
        ["D", "key_diff"],
        ["G", "go_first_diff"],
        ["T", "key_text"],
        ["F", "key_full"],
        ["K", "key_colours"],
        ["?", "key_keys"],
        ["Esc", "key_escape"],
      ];
      ctx.twinText = () => {
        const t = tableOf(ctx),
          books = ctx.s.books || [],
          out = [plain(ctx, ctx.s.title)];
        if (t.outcome)
          for (const r of t.outcome.rows)
            out.push(
              `${r.book}: ${r.cells.map((c, i) => `${t.outcome.columns[i]} ${c ? plain(ctx, c.text) : "–"}`).join("; ")}; ${ctx.w("total")} ${plain(ctx, r.total)}`,
            );
        for (const r of t.rows) {
          if (r.seam && r.seam.length) out.push(`--- ${ctx.w("seam")} ---`);
          if (r.same)
            out.push(
              `${r.n ?? ""} ${r.label || ""} ${(r.plays || []).map((p) => `${p.seat} ${cardName(ctx.art, p.card)}`).join(", ")} ${plain(ctx, r.text)}`,
            );
          else {
            out.push(
              `${r.n ?? ""} ${r.label || ""}${r.diff ? ` [${r.diff.label || r.diff.class}] ${plain(ctx, r.diff.text)}` : ""}`,
            );
            (r.cells || []).forEach((c, i) =>
              out.push(`   ${books[i] ? books[i].title : i}: ${c ? plain(ctx, c.text) : "–"}`),
            );
          }
        }
        return out.join("\n");
      };
    },

    state(ctx) {
      const s = ctx.s;
      mode = s.mode || (s.modes && s.modes[0] && s.modes[0].id) || Object.keys(s.tables || {})[0];
      ctx.root.dataset.shown = s.rev ?? 0;
      ctx.root.dataset.idle = "true";
      ctx.ui.refusal = null;
      ctx.draw();
    },

    build(ctx) {
      const s = ctx.s,
        t = tableOf(ctx),
        books = s.books || [];
      const rows = (t.rows || []).filter((r) => !only || !r.same || (r.seam && r.seam.length));
      const any = (t.rows || []).some((r) => !r.same),
        first = (t.rows || []).some((r) => r.diff && r.diff.first);
      const tools = ctx.standalone ? [] : (s.tools || []).map((x) => actionTool(ctx, x));
      return [
        titleRow(ctx, rich(ctx, s.title), tools),
        notice(ctx),
        twinBox(ctx),
        ctx.ui.refusal &&
          h("p", { class: "af-notice", key: "refusal" }, ctx.ui.refusal.why, " ", chips(ctx, ctx.ui.refusal.cites)),
        modes(ctx),
        h(
          "div",
          {
            class: "af-cbody",
            key: "cbody",
            role: "tabpanel",
            id: `${ctx.uid}-panel`,
            "aria-labelledby": `${ctx.uid}-tab-${mode}`,
          },
          t.note && h("p", { class: "af-caption-line af-mode-note" }, rich(ctx, t.note)),
          t.outcome &&
            h("section", { class: "af-panel af-panel-outcome", key: "outcome" }, outcomeStrip(ctx, t.outcome)),
          h(
            "div",
            { class: "af-cbar", key: "bar" },
            h(
              "button",
              {
                class: "af-tool",
                "data-k": "only",
                "aria-pressed": String(only),
                onclick: () => {
                  only = !only;
                  ctx.draw();
                },
              },
              ctx.w("only_diff"),
            ),
            first &&
              h("button", { class: "af-tool", "data-k": "first", onclick: () => goFirst(ctx) }, ctx.w("go_first_diff")),
            !ctx.standalone &&
              (s.add || []).length > 0 &&
              h(
                "span",
                { class: "af-add" },
                h(
                  "select",
                  { "aria-label": ctx.w("add_book") },
                  s.add.map((b) => h("option", { value: b.id, key: b.id }, b.title)),
                ),
                h(
                  "button",
                  {
                    class: "af-tool",
                    "data-k": "add",
                    onclick: (e) => ctx.command("add_book", e.currentTarget.parentNode.querySelector("select").value),
                  },
                  ctx.w("add_book"),
                ),
              ),
          ),
          !ctx.standalone && flipBox(ctx, books),
          !any && (t.rows || []).length > 0 && h("p", { class: "af-dim af-caption-line" }, ctx.w("no_diff")),
          h(
            "div",
            {
              class: "af-compare",
              key: "rows",
              role: "table",
              tabindex: "0",
              "aria-label": plain(ctx, s.title),
              style: { "--cols": books.length },
            },
            h(
              "div",
              { class: "af-cr af-cr-head", role: "row" },
              h(
                "div",
                { class: "af-cr-label", role: "columnheader" },
                h("span", { class: "af-sr" }, ctx.w("step_slider")),
              ),
              books.map((b) =>
                h(
                  "div",
                  { class: "af-cell", role: "columnheader", key: b.id },
                  h(
                    "div",
                    { class: "af-book" },
                    h("strong", {}, b.title),
                    b.year && h("span", { class: "af-dim" }, ` ${b.year}`),
                  ),
                  b.note && h("div", { class: "af-dim af-small-text" }, plain(ctx, b.note)),
                  (b.house || []).map((x) => h("div", { class: "af-house", key: x }, `${ctx.w("house")}: ${x}`)),
                  b.drop &&
                    !ctx.standalone &&
                    h(
                      "button",
                      {
                        class: "af-tool af-drop",
                        "data-k": `drop-${b.id}`,
                        "aria-label": `${ctx.w("drop_book")} ${b.title}`,
                        onclick: () => ctx.command("drop_book", b.id),
                      },
                      ctx.w("drop_book"),
                    ),
                ),
              ),
            ),
            rows.map((r) => rowNode(ctx, r, books)),
          ),
        ),
        footer(ctx),
      ];
    },

    key(ctx, e) {
      const tab = e.target.closest('[role="tab"]');
      const move = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (tab && move) {
        const list = [...ctx.root.querySelectorAll('[role="tab"]')],
          to = list[(list.indexOf(tab) + move + list.length) % list.length];
        to.focus({ preventScroll: true });
        if (to.getAttribute("aria-disabled") !== "true") to.click();
        return true;
      }
      if (e.key === "d") {
        only = !only;
        ctx.draw();
        return true;
      }
      if (e.key === "g") {
        goFirst(ctx);
        return true;
      }
      return false;
    },
  };
}

function actionTool(ctx, x) {
  return h(
    "button",
    {
      class: "af-tool",
      key: x.id,
      "data-k": `tool-${x.id}`,
      "data-tool": x.id,
      "aria-disabled": x.disabled ? "true" : "false",
      "data-why": x.disabled ? plain(ctx, x.why) : null,
      onclick: () => (x.disabled ? ctx.refuse(plain(ctx, x.why)) : ctx.command(x.id, x.arg)),
    },
    x.label || ctx.w(x.id),
  );
}
