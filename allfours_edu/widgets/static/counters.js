// Scores as things on the table: counters, a cribbage board, counters that leave the hand, red and white.

const minus = (n) => String(n).replace("-", "\u2212");
const inHole = (ctx, s) => (s.hole ? fill(ctx.w("hole_n"), { n: s.hole }) : "");

function scoreText(ctx, p, s) {
  if (s.text) return p.style === "pool" ? `${s.name}: ${plain(ctx, s.text)}` : plain(ctx, s.text);
  const hole = s.hole ? `, ${inHole(ctx, s)}` : "";
  if (p.style === "leaving") return `${s.name}: ${fill(ctx.w("left_n"), { n: Math.max(0, p.target - s.n) })}${hole}`;
  if (p.style === "board") return `${s.name}: ${fill(ctx.w("board_holes"), { n: s.n, target: p.target })}`;
  return `${s.name}: ${p.target ? fill(ctx.w("of"), { n: minus(s.n), target: p.target }) : minus(s.n)}${hole}`;
}

const disc = (kind, key) => h("span", { class: `af-disc af-disc-${kind}`, key });

// Counters as they lie: red, white, or of one kind; owed ones are hollow. The words beside them say the same.
function pile(p) {
  const out = [];
  for (const kind of ["red", "white", "plain"])
    for (let i = 0; i < (p[kind] || 0); i++) out.push(disc(kind + (p.owed ? " af-disc-owed" : ""), `${kind}${i}`));
  return out;
}

function discs(p, s) {
  const out = [];
  if (p.style === "pool") return pile(s.pile || {});
  // In the hole: counters that were taken back, beside those everybody begins with.
  for (let i = 0; i < (s.hole || 0); i++) out.push(disc("hole", `h${i}`));
  for (let i = 0; i < p.target; i++) {
    // Marked up from nothing, or (Seven-Up of the old books) counters that leave the hand one by one.
    const got = i < s.n,
      fresh = got && s.before !== undefined && i >= s.before;
    if (p.style === "leaving") out.push(disc(i < p.target - s.n ? "here" : "gone", i));
    else out.push(disc(fresh ? "fresh" : got ? "full" : "empty", i));
  }
  return out;
}

// Round pegs for the first side, square ones for the second: not by colour alone.
const peg = (side, x, y, r, more) =>
  side
    ? h("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 1, class: cls(`af-peg af-peg-${side}`, more) })
    : h("circle", { cx: x, cy: y, r, class: cls(`af-peg af-peg-${side}`, more) });

// Two rows of thirty holes a side and the game hole; two pegs a side, the hinder one where the last score began.
function board(p) {
  const W = 322,
    holes = [],
    target = p.target || 61;
  const at = (side, n) => {
    const y0 = side ? 62 : 12;
    if (n >= target) return [314, 37];
    if (n <= 0) return [8, y0 + 7];
    const i = n - 1,
      row = Math.floor(i / 30),
      col = i % 30;
    const x = 18 + col * 9.5 + Math.floor(col / 5) * 1.6;
    return [row ? 18 + 29 * 9.5 + 5 * 1.6 - (x - 18) : x, y0 + (row ? 14 : 0)];
  };
  p.sides.slice(0, 2).forEach((s, i) => {
    for (let n = 1; n < target; n++) {
      const [x, y] = at(i, n);
      holes.push(h("circle", { cx: x, cy: y, r: 1.9, class: "af-hole" }));
    }
    const [bx, by] = at(i, s.before ?? 0),
      [fx, fy] = at(i, s.n);
    if ((s.before ?? 0) !== s.n) holes.push(peg(i, bx, by, 3.2, "af-peg-hind"));
    holes.push(peg(i, fx, fy, 4.2));
  });
  return h("svg", {
    class: "af-board",
    viewBox: `0 0 ${W} 88`,
    "aria-hidden": "true",
    memo: JSON.stringify(p.sides.map((s) => [s.n, s.before])),
    lazy: () => [
      h("rect", { x: 0.5, y: 0.5, width: W - 1, height: 87, rx: 7, class: "af-wood" }),
      h("path", { d: `M12 44H${W - 20}`, class: "af-groove" }),
      h("circle", { cx: 314, cy: 37, r: 3.2, class: "af-hole" }),
      holes,
    ],
  });
}

// A bar with its nought: where somebody stands below it, everybody's bar leaves room for that.
function bar(p, s) {
  const below = Math.max(0, ...p.sides.map((x) => x.hole || 0)),
    all = (p.target || 1) + below;
  const at = (n) => `${Math.max(0, Math.min(100, (100 * n) / all))}%`;
  return h(
    "div",
    { class: "af-bar" },
    s.hole
      ? h("span", { class: "af-bar-fill af-bar-hole", style: { left: at(below - s.hole), width: at(s.hole) } })
      : h("span", { class: "af-bar-fill", style: { left: at(below), width: at(s.n) } }),
    below > 0 && h("span", { class: "af-bar-nought", style: { left: at(below) } }),
  );
}

function scorePanel(ctx, p) {
  const rows = p.sides.map((s, i) =>
    h(
      "div",
      {
        class: cls("af-score-row", s.you ? "af-mineside" : p.sides.some((x) => x.you) && "af-theirside"),
        key: s.id || s.name,
      },
      h(
        "div",
        { class: "af-score-head" },
        p.style === "board" && h("span", { class: `af-pegmark af-peg-${i}`, "aria-hidden": "true" }),
        h("span", { class: "af-score-name" }, s.name),
        h(
          "span",
          { class: "af-score-n" },
          p.style === "pool"
            ? ""
            : [
                h("b", {}, p.style === "leaving" ? Math.max(0, p.target - s.n) : minus(s.n)),
                h(
                  "span",
                  { class: "af-dim" },
                  p.style === "leaving" ? ` ${ctx.w("to_go")}` : p.target ? ` / ${p.target}` : "",
                ),
              ],
        ),
      ),
      p.style === "board"
        ? null
        : p.style === "line" || (p.target || 0) > 21
          ? bar(p, s)
          : h("div", { class: "af-discs" }, discs(p, s)),
      (s.text || s.hole) &&
        h(
          "div",
          { class: cls("af-small-text", s.hole ? "af-hole-word" : "af-dim") },
          s.text ? plain(ctx, s.text) : inHole(ctx, s),
        ),
    ),
  );
  const spoken = [
    ...(p.pool ? [plain(ctx, p.pool.text).replace(/\.$/, "")] : []),
    ...p.sides.map((s) => scoreText(ctx, p, s)),
    ...(p.reds ? [plain(ctx, p.note)] : []),
  ].join("; ");
  return [
    h(
      "div",
      { class: cls("af-score", p.sides.length > 4 && "af-score-many"), role: "img", "aria-label": spoken },
      p.style === "board" && board(p),
      p.pool &&
        h(
          "div",
          { class: "af-score-pool", key: "pool" },
          h("div", { class: "af-discs" }, pile(p.pool.pile)),
          h("div", { class: "af-small-text" }, plain(ctx, p.pool.text)),
        ),
      rows,
      p.reds > 0 &&
        h(
          "div",
          { class: "af-score-reds", key: "reds" },
          h("div", { class: "af-discs" }, Array.from({ length: p.reds }, (_, i) => disc("red", i))),
          h("div", { class: "af-dim af-small-text" }, plain(ctx, p.note)),
        ),
    ),
  ];
}
