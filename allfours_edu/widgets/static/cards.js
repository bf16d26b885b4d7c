// Cards: faces from art data, names, inline cards, and the light markup of sentences.
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const SUIT_WORDS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const TOKEN = /\*\*(.+?)\*\*|\[\[([^\]|]+)(?:\|([^\]]+))?\]\]|\{((?:[2-9TJQKA]|10)[SHDC]|JOKER)\}/g;

const rankLabel = (id) => (id === "JOKER" ? "★" : id[0] === "T" ? "10" : id[0]);
const suitOf = (id) => (id === "JOKER" ? "" : id[id.length - 1]);
const shortCard = (id) => (id === "JOKER" ? "Joker" : rankLabel(id) + SIGNS[suitOf(id)]);

function cardName(art, id) {
  return (art.names && art.names[id]) || shortCard(id);
}

function pip(art, suit, x, y, size, turned) {
  const k = size / 32;
  return h("path", {
    d: art.suits[suit],
    transform: `translate(${x} ${y}) ${turned ? "rotate(180) " : ""}scale(${k}) translate(-16 -16)`,
  });
}

function faceParts(art, id) {
  const suit = suitOf(id),
    rank = id === "JOKER" ? "JOKER" : id[0],
    label = rankLabel(id);
  const out = [h("rect", { x: 1, y: 1, width: 98, height: 138, rx: 9, class: "af-paper" })];
  const corner = (turn) =>
    h(
      "g",
      turn ? { transform: "rotate(180 50 70)" } : {},
      h(
        "text",
        {
          x: 13,
          y: 26,
          class: "af-index",
          "text-anchor": "middle",
          ...(label.length > 1 ? { textLength: 22, lengthAdjust: "spacingAndGlyphs" } : {}),
        },
        label,
      ),
      suit && pip(art, suit, 13, 38, 16),
    );
  const small = [corner(false), corner(true)];
  if (art.pips[rank])
    for (const [x, y] of art.pips[rank]) small.push(pip(art, suit, x, y, rank === "A" ? 48 : 21, y > 71));
  else {
    const frame = art.frame;
    small.push(h("rect", { x: frame[0], y: frame[1], width: frame[2], height: frame[3], rx: 4, class: "af-court" }));
    for (const turn of [0, 180]) {
      small.push(
        h(
          "g",
          { transform: `rotate(${turn} 50 70)` },
          (art.courts[rank] || []).map((p) =>
            h("path", { d: p.d, class: cls(`af-ink-${p.fill}`, p.line && "af-ink-line") }),
          ),
          suit && pip(art, suit, art.court_pip[0], art.court_pip[1], 11),
        ),
      );
    }
    small.push(
      h("rect", { x: frame[0], y: frame[1], width: frame[2], height: frame[3], rx: 4, class: "af-court-edge" }),
    );
  }
  // On a narrow table the same card is drawn with a large index and one large suit; CSS chooses.
  const large = [
    h(
      "text",
      {
        x: 8,
        y: 47,
        class: "af-jumbo-index",
        ...(label.length > 1 ? { textLength: 47, lengthAdjust: "spacingAndGlyphs" } : {}),
      },
      label,
    ),
  ];
  if (suit) large.push(pip(art, suit, 26, 72, 34), pip(art, suit, 66, 104, 50));
  return [...out, h("g", { class: "af-fine" }, small), h("g", { class: "af-jumbo" }, large)];
}

function face(art, id) {
  return h("svg", {
    viewBox: "0 0 100 140",
    class: `af-face af-suit-${suitOf(id) || "J"}`,
    "aria-hidden": "true",
    focusable: "false",
    memo: id,
    lazy: () => faceParts(art, id),
  });
}

const back = (key) => h("span", { class: "af-back", key, "aria-hidden": "true" });

// A card inside a sentence: Q♠, spoken by its name.
function inlineCard(art, id) {
  return h(
    "span",
    { class: `af-inline af-suit-${suitOf(id) || "J"}`, role: "img", "aria-label": cardName(art, id) },
    shortCard(id),
  );
}

// The markup of sentences: **strong**, [[term]], [[term|shown]], {QS}. Everything else is text.
function rich(ctx, text) {
  if (text === null || text === undefined) return [];
  if (Array.isArray(text)) return text.map((t) => h("p", { class: "af-p" }, rich(ctx, t)));
  const out = [],
    source = String(text);
  let at = 0;
  for (const m of source.matchAll(TOKEN)) {
    if (m.index > at) out.push(source.slice(at, m.index));
    if (m[1] !== undefined) out.push(h("strong", {}, rich(ctx, m[1])));
    else if (m[2] !== undefined) out.push(termButton(ctx, m[2], m[3]));
    else out.push(inlineCard(ctx.art, m[4].replace(/^10/, "T")));
    at = m.index + m[0].length;
  }
  if (at < source.length) out.push(source.slice(at));
  return out;
}

function termButton(ctx, key, shown) {
  const term = ctx.terms[key];
  const label = shown || (term && term.word) || key;
  if (!term || ctx.flat) return label; // inside a button a term stays plain text: buttons do not nest
  return h(
    "button",
    {
      class: "af-term",
      "aria-haspopup": "dialog",
      "aria-label": label,
      onclick: (e) => ctx.popUp(e.currentTarget, { kind: "term", key }),
    },
    label,
  );
}

function plain(ctx, text) {
  return String(text ?? "").replace(TOKEN, (_, strong, key, shown, id) =>
    strong
      ? plain(ctx, strong)
      : key
        ? shown || (ctx.terms[key] && ctx.terms[key].word) || key
        : cardName(ctx.art, id.replace(/^10/, "T")),
  );
}

// Whose points: + ours, – theirs. The signs of right and wrong are kept for answers.
const TONE_SIGN = { good: "+", bad: "–", note: "·", off: "○", why: "?" };
const RIGHT_SIGN = { good: "✓", bad: "✗", note: "i" };

// A sign for a tone, so that colour never speaks alone.
function sign(ctx, tone) {
  if (!tone || tone === "note" || !TONE_SIGN[tone]) return null;
  const word = tone === "good" ? ctx.w("for_you") : tone === "bad" ? ctx.w("against") : "";
  return h(
    "span",
    { class: `af-sign af-tone-${tone}`, title: word || null },
    h("span", { "aria-hidden": "true" }, TONE_SIGN[tone]),
    word && h("span", { class: "af-sr" }, ` ${word}: `),
  );
}

// What a chip says of a citation: something short, or how sure it is.
const SHORT = 24;
function chipText(ctx, c) {
  return [c.short, c.status].find((x) => x && String(x).length <= SHORT) || ctx.w("why");
}

// What "translated", "supplied" … mean, said where the word stands.
const statusText = (ctx, status) => {
  const key = `status_${status}`,
    text = ctx.w(key);
  return text === key ? "" : text;
};

function citeButton(ctx, ids, look, text, about) {
  return h(
    "button",
    {
      class: look,
      key: ids.join(" "),
      title: [...new Set(ids.map((id) => statusText(ctx, ctx.cites[id].status)).filter(Boolean))].join(" ") || null,
      "aria-haspopup": "dialog",
      "aria-label": [text, about].filter(Boolean).join(" "),
      onclick: (e) => ctx.popUp(e.currentTarget, { kind: "cite", ids }),
    },
    text,
  );
}

const known = (ctx, ids) => (ids || []).filter((id) => ctx.cites[id]);

// One chip for all the clauses behind a sentence: the first one named, and how many they are. Not "+1", which beside a
// score is read as a point.
function chips(ctx, ids, about) {
  const list = known(ctx, ids);
  if (!list.length) return null;
  const first = chipText(ctx, ctx.cites[list[0]]);
  const more = list.length > 1 ? ` (${list.length})` : "";
  const why = first === ctx.w("why") ? "" : ctx.w("why");
  const said = [why, plain(ctx, about)].filter(Boolean).join(" ");
  return h("span", { class: "af-chips" }, citeButton(ctx, list, "af-chip", first + more, said));
}

// The same as a quiet link, where the sentence itself is the matter.
function whyLink(ctx, ids, about) {
  const list = known(ctx, ids);
  return list.length ? citeButton(ctx, list, "af-why", ctx.w("why"), plain(ctx, about)) : null;
}

function whyButton(ctx, item, key) {
  if (!item.why && !(item.cites || []).length) return null;
  return h(
    "button",
    {
      class: "af-why",
      key,
      "data-why": key,
      "aria-haspopup": "dialog",
      "aria-label": `${ctx.w("why")} ${plain(ctx, item.text)}`,
      onclick: (e) => ctx.popUp(e.currentTarget, { kind: "cite", ids: item.cites || [], text: item.why }),
    },
    ctx.w("why"),
  );
}
