// A text and its clauses in full: what the texts side by side and the variorum both show below their grids.
function readingParts(own) {
  const seenMark = (ctx, w) =>
    h(
      "span",
      { class: cls("af-seen", `af-seen-${w.seen}`) },
      h("span", { "aria-hidden": "true" }, { words: "● ", report: "R ", translation: "T " }[w.seen]),
      w.seen_word,
    );

  // The same in one letter, where there is no room for words.
  const seenLetter = (ctx, w) =>
    w.seen !== "words" && [
      h("sup", { "aria-hidden": "true", class: "af-seen-letter" }, w.seen === "report" ? "R" : "T"),
      h("span", { class: "af-sr" }, ` ${w.seen_word}`),
    ];

  const conjecture = (ctx, r) =>
    r.certainty === "low"
      ? [h("span", { "aria-hidden": "true" }, "["), r.says, h("span", { "aria-hidden": "true" }, "]")]
      : r.says;

  function sureness(ctx, r) {
    const n = { high: 3, medium: 2, low: 1 }[r.certainty] || 0;
    return h(
      "span",
      { class: "af-sureness" },
      h("span", { "aria-hidden": "true" }, "●".repeat(n) + "○".repeat(3 - n)),
      ` ${ctx.s.certainty[r.certainty] || r.certainty}`,
    );
  }

  const line = (ctx, label, value) =>
    value && h("div", { class: "af-cite-line" }, h("dt", {}, ctx.w(label)), h("dd", {}, value));

  // Which text it is: its name, its maker; its three dates, and how it was seen.
  const head = (ctx, w) =>
    h(
      "div",
      { class: "af-rd-head" },
      h("h3", {}, h("b", { class: "af-siglum" }, w.siglum), ` ${w.title}`),
      h("p", { class: "af-dim" }, [w.author, w.place].filter(Boolean).join(", ")),
    );
  const about = (ctx, w, whole) =>
    h(
      "dl",
      { class: "af-rd-dates" },
      line(ctx, "text_date", w.age),
      line(ctx, "printing", w.printing),
      line(ctx, "carrier", w.carrier),
      line(ctx, "seen", seenMark(ctx, w)),
      whole && [
        line(ctx, "caution_text", w.caution),
        line(ctx, "rights", w.rights),
        line(ctx, "versions", (w.versions || []).join(" ")),
      ],
    );
  const aboutFolded = (ctx, w) =>
    h(
      "details",
      { class: "af-digest", key: "about" },
      h("summary", {}, ctx.w("about_text")),
      about(ctx, w, false),
      w.caution && h("p", { class: "af-dim" }, w.caution),
    );

  // One clause: digest, the reader's own words beside it, place, status, readings with their arguments, what it sets.
  // `told` says how to put it: says(field, key), question(field), readers(reading).
  function clauseNode(ctx, ref, c, w, told) {
    const setting = (sets) =>
      (sets || []).map(([f, key]) =>
        h(
          "span",
          { class: "af-sets", key: f },
          h("code", {}, f),
          ` ${told.question(f)} `,
          h("b", {}, told.says(f, key)),
        ),
      );
    return h(
      "article",
      { class: "af-rd", key: ref },
      h("div", { class: "af-rd-pair" }, h("p", { class: "af-rd-digest" }, c.digest), own.node(ctx, ref, w)),
      h(
        "p",
        { class: "af-rd-line" },
        knownMark(ctx, c.status),
        c.of && h("span", { class: "af-known af-known-of" }, ctx.s.games[c.of] || c.of),
        c.kind !== "rule" && h("span", { class: "af-dim" }, ` ${c.kind}`),
        h("span", {}, ` ${c.locator}`),
      ),
      setting(c.sets),
      (c.readings || []).map((r) =>
        h(
          "div",
          { class: cls("af-rd-reading", r.preferred && "af-reads-taken"), key: r.id },
          h("b", {}, `${ctx.w("reading")} ${r.id}. `),
          conjecture(ctx, r),
          " ",
          sureness(ctx, r),
          r.preferred &&
            h("span", { class: "af-taken" }, h("span", { "aria-hidden": "true" }, "✓ "), ctx.w("taken_here")),
          h("p", { class: "af-dim" }, r.argument, r.register && ` (${r.register})`),
          setting(r.sets),
          told.readers(r.id).length > 0 &&
            h("p", { class: "af-small-text" }, `${ctx.w("played_by")}: ${told.readers(r.id).join(", ")}`),
        ),
      ),
      c.caution && h("p", { class: "af-rb-caution" }, `! ${c.caution}`),
      h("p", { class: "af-rd-ref" }, h("code", {}, ref)),
    );
  }

  return { seenMark, seenLetter, conjecture, sureness, head, about, aboutFolded, clauseNode };
}
