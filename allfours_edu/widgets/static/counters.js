// Scores as things on the table: counters, a cribbage board, counters that leave the hand, red and white.

function scoreText(ctx, p, s) {
  if (s.text) return plain(ctx, s.text);
  if (p.style === "leaving") return `${s.name}: ${fill(ctx.w("left_n"), { n: Math.max(0, p.target - s.n) })}`;
  if (p.style === "board") return `${s.name}: ${fill(ctx.w("board_holes"), { n: s.n, target: p.target })}`;
  if (p.style === "pool") return `${s.name}: ${s.red || 0} ${ctx.w("red")}, ${s.white || 0} ${ctx.w("white")}`;
  return `${s.name}: ${p.target ? fill(ctx.w("of"), { n: s.n, target: p.target }) : s.n}`;
}

const disc = (kind, key) => h("span", { class: `af-disc af-disc-${kind}`, key });

function discs(p, s) {
  const out = [];
  if (p.style === "pool") {
    for (let i = 0; i < (s.red || 0); i++) out.push(disc("red", `r${i}`));
    for (let i = 0; i < (s.white || 0); i++) out.push(disc("white", `w${i}`));
    return out;
  }
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
                h("b", {}, p.style === "leaving" ? Math.max(0, p.target - s.n) : s.n),
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
          ? h(
              "div",
              { class: "af-bar" },
              h("span", { class: "af-bar-fill", style: { width: `${Math.min(100, (100 * s.n) / (p.target || 1))}%` } }),
            )
          : h("div", { class: "af-discs" }, discs(p, s)),
      (s.text || p.style === "pool" || p.style === "leaving") &&
        h(
          "div",
          { class: "af-dim af-small-text" },
          p.style === "leaving" && !s.text
            ? fill(ctx.w("left_n"), { n: Math.max(0, p.target - s.n) })
            : s.text ? plain(ctx, s.text) : `${s.red || 0} ${ctx.w("red")}, ${s.white || 0} ${ctx.w("white")}`,
        ),
    ),
  );
  const spoken = p.sides.map((s) => scoreText(ctx, p, s)).join("; ");
  return [h("div", { class: "af-score", role: "img", "aria-label": spoken }, p.style === "board" && board(p), rows)];
}
