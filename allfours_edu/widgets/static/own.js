// The reader's own copy beside a digest. Its words come by message, one passage at a time, and are never part of the
// state: a notebook that is saved with its widgets holds none of them.
function ownText() {
  const got = {},
    asked = new Set();

  function ask(ctx, ref) {
    if (asked.has(ref)) return;
    asked.add(ref);
    ctx.model.send({ kind: "command", name: "own", arg: ref, rev: ctx.s.rev ?? 0 });
  }

  // How a copy is attached, as a line to type.
  const howTo = (ctx, w) =>
    h(
      "p",
      { class: "af-own-how af-small-text" },
      `${ctx.w("attach_yours")} `,
      h("code", {}, `af.attach("${w.id}", "my-copy.txt")`),
    );

  function passage(ctx, m) {
    if (!m.words) return h("p", { class: "af-own-none" }, m.note);
    return [
      h(
        "blockquote",
        { class: "af-own-text", tabindex: "0", "aria-label": `${ctx.w("your_copy")}, ${m.name}` },
        h("span", { class: "af-own-around" }, `… ${m.before}`),
        h("mark", {}, m.words),
        h("span", { class: "af-own-around" }, `${m.after} …`),
      ),
      m.note && h("p", { class: "af-own-note af-dim" }, m.note),
    ];
  }

  return {
    // A passage that Python sent; true if it was one.
    hear(ctx, m) {
      if (m.kind !== "own") return false;
      got[m.ref] = m;
      ctx.draw();
      return true;
    },
    // What stands beside the digest of a clause: the passage, or how to attach a copy; nothing where no copy is free.
    node(ctx, ref, w) {
      const mine = !ctx.s.still && !ctx.standalone && (ctx.s.own || []).includes(w.id);
      if (!mine) return w.free ? howTo(ctx, w) : null;
      ask(ctx, ref);
      const m = got[ref];
      return h(
        "div",
        { class: cls("af-own", m && `af-own-${m.tier.replace(" ", "-")}`), key: "own" },
        h(
          "p",
          { class: "af-own-head" },
          h("b", {}, ctx.w("your_copy")),
          m && m.tier !== "none" && h("span", { class: "af-known af-own-tier" }, m.tier_word),
          m && h("span", { class: "af-dim" }, [m.name, m.where].filter(Boolean).join(", ")),
        ),
        m ? passage(ctx, m) : h("p", { class: "af-dim" }, "…"),
      );
    },
  };
}
