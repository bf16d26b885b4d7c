// The felt: seats in the direction of play, the cards between them, the pack and the turned card.

// Where seat k of n sits, as an angle from the reader's place at the bottom.
function spot(k, n, direction) {
  const a = (2 * Math.PI * k) / n,
    side = direction === "right" ? 1 : -1;
  const sin = Math.sin(a) * side,
    cos = Math.cos(a);
  const round = (v) => Math.round(v * 1000) / 1000;
  return { x: round(sin), y: round(cos) };
}

function seatWord(ctx, seat) {
  return seat.you && seat.name.toLowerCase() !== ctx.w("you") ? `${seat.name} (${ctx.w("you")})` : seat.name;
}

function seatSpoken(ctx, sc, seat, count) {
  const parts = [seatWord(ctx, seat)];
  if (seat.partner) parts.push(ctx.w("partner"));
  if (sc.dealer === seat.id) parts.push(ctx.w("dealer"));
  if (count !== undefined) parts.push(count === 1 ? ctx.w("card_1") : fill(ctx.w("cards_n"), { n: count }));
  if (sc.turn === seat.id) parts.push(ctx.w("to_play"));
  if (seat.bound) parts.push(plain(ctx, seat.bound));
  if (sc.bubbles && sc.bubbles[seat.id]) parts.push(plain(ctx, sc.bubbles[seat.id]));
  return parts.join(", ");
}

function plate(ctx, sc, seat, o) {
  const full = ctx.detail() !== "first";
  const inner = [
    sc.turn === seat.id && h("span", { class: "af-turn-sign", "aria-hidden": "true" }, "▸"),
    h("span", { class: "af-plate-name" }, seatWord(ctx, seat)),
    seat.partner && h("span", { class: "af-plate-word" }, ctx.w("partner")),
    full && seat.bound && h("span", { class: "af-plate-bid" }, plain(ctx, seat.bound)),
    full &&
      sc.dealer === seat.id &&
      h(
        "span",
        { class: "af-dealer", title: ctx.w("dealer") },
        h("span", { "aria-hidden": "true" }, ctx.w("dealer_mark")),
        h("span", { class: "af-sr" }, ` ${ctx.w("dealer")}`),
      ),
  ];
  const c = cls("af-plate", sc.turn === seat.id && "af-turn", seat.you && "af-plate-you");
  if (o.pick && o.pick.options.some((x) => x.id === seat.id)) {
    const done = o.pick.answered !== undefined && o.pick.answered !== null;
    return h(
      "button",
      {
        class: cls(c, "af-pick", done && o.pick.answered === seat.id && "af-picked"),
        key: "pick",
        "data-k": `seat-${seat.id}`,
        "aria-disabled": done ? "true" : "false",
        onclick: () => !done && ctx.answer(o.pick.id, seat.id),
      },
      inner,
    );
  }
  return h("div", { class: c, key: "plate" }, inner);
}

function lowCard(ctx, sc, seat) {
  if (!sc.low || sc.low.seat !== seat.id || ctx.detail() === "first") return null;
  if (sc.trick && sc.trick.plays.some((p) => p.card === sc.low.card)) return null; // a card lies in one place
  return h(
    "div",
    { class: "af-low", role: "img", "aria-label": `${plain(ctx, sc.low.text)}: ${cardName(ctx.art, sc.low.card)}` },
    h("span", { class: "af-mini" }, face(ctx.art, sc.low.card)),
    h("span", { class: "af-low-word", "aria-hidden": "true" }, plain(ctx, sc.low.text)),
  );
}

function fan(ctx, cards, o) {
  return h(
    "ul",
    { class: cls("af-fan", cards.length <= 2 && "af-fan-few"), "aria-label": o.label },
    cards.map((id) =>
      h(
        "li",
        { class: cls("af-mini", o.trump && suitOf(id) === o.trump && "af-mini-trump"), key: id },
        h("span", { role: "img", "aria-label": cardName(ctx.art, id) }, face(ctx.art, id)),
      ),
    ),
  );
}

// How far down a seat stands: at a small table the side seats stand low, under the turned card.
const place = (y, n) => (n > 4 ? 50 + 48 * y : y < -0.9 ? 0 : 94);

function seatNode(ctx, sc, seat, k, o) {
  const at = spot(k, sc.seats.length, sc.direction);
  const open = o.openHand(seat.id);
  const count = open ? open.length : sc.counts && sc.counts[seat.id];
  const first = ctx.detail() === "first" && !open;
  return h(
    "div",
    {
      class: cls("af-seat", at.x < -0.35 ? "af-seat-l" : at.x > 0.35 ? "af-seat-r" : "af-seat-c"),
      key: seat.id,
      role: "group",
      "aria-label": seatSpoken(ctx, sc, seat, first ? undefined : count),
      style: { "--x": `${50 + 50 * at.x}%`, "--y": `${place(at.y, sc.seats.length)}%` },
    },
    plate(ctx, sc, seat, o),
    sc.bubbles &&
      sc.bubbles[seat.id] &&
      h("div", { class: "af-bubble", "aria-hidden": "true" }, plain(ctx, sc.bubbles[seat.id])),
    !first &&
      h(
        "div",
        { class: "af-holding" },
        open
          ? fan(ctx, open, { label: fill(ctx.w("cards_n"), { n: open.length }), trump: sc.trump })
          : count
            ? h(
                "span",
                { class: "af-backs", "aria-hidden": "true" },
                Array.from({ length: count }, (_, i) => back(i)),
                h("span", { class: "af-back-n" }, count),
              )
            : null,
        lowCard(ctx, sc, seat),
      ),
  );
}

// A trick is a low row: whoever faces you lies left of the middle, you right of it, the others outside.
const across = (at) => (Math.abs(at.x) > 0.35 ? Math.sign(at.x) * 1.68 : at.y < 0 ? -0.56 : 0.56);

function trickCards(ctx, sc, trick, n) {
  const order = new Map(sc.seats.map((s, i) => [s.id, i]));
  const names = new Map(
    sc.seats.map((s) => [s.id, s.you ? ctx.w("you")[0].toUpperCase() + ctx.w("you").slice(1) : s.name]),
  );
  return trick.plays.map((p, i) => {
    const at = spot(order.get(p.seat) ?? 0, n, sc.direction);
    const best = (trick.done !== undefined || trick.best !== undefined ? trick.best : trick.winner) === p.seat;
    const bestWord = plain(
      ctx,
      trick.best_text ||
        ctx.w(
          trick.done || trick.winner
            ? p.seat === sc.seats[0].id && sc.seats[0].you
              ? "you_take"
              : "takes"
            : "winning",
        ),
    );
    const led = p.led ?? i === 0;
    const name = names.get(p.seat) ?? p.seat;
    const spoken = `${name}${led ? ` ${ctx.w("led")}` : ""}: ${cardName(ctx.art, p.card)}${best ? `, ${bestWord}` : ""}`;
    return h(
      "div",
      {
        class: cls(
          "af-played",
          best && "af-best",
          at.y < -0.1 ? "af-tag-top" : at.y > 0.1 ? "af-tag-bottom" : "af-tag-top",
          n > 2 && n < 5 && at.x < -0.35 && "af-tag-l", // a long tag of an outer card grows outward
          n > 2 && n < 5 && at.x > 0.35 && "af-tag-r",
        ),
        key: `${trick.number}-${p.seat}-${p.card}`,
        role: "img",
        "aria-label": spoken,
        "data-card": p.card,
        style: { "--dx": at.x, "--dy": at.y, "--px": across(at), "z-index": i + 1 },
      },
      face(ctx.art, p.card),
      h(
        "span",
        { class: "af-tag", "aria-hidden": "true" },
        best && h("span", { class: "af-tri" }, "▲ "),
        name,
        best && n < 5 ? ` ${bestWord}` : led ? ` ${ctx.w("led")}` : "",
      ),
      best && n >= 5 && h("span", { class: "af-tag af-tag-word", "aria-hidden": "true" }, bestWord),
    );
  });
}

const contractTag = (ctx, sc) => h("div", { class: "af-trump af-contract", key: "contract" }, plain(ctx, sc.contract));

// What is played for, and a spare hand that somebody may take.
function kitty(ctx, sc) {
  const drawn = pile(sc.pool.pile);
  return h(
    "div",
    { class: "af-kitty", key: "kitty" },
    h(
      "div",
      { class: "af-kitty-pool", role: "img", "aria-label": plain(ctx, sc.pool.text) },
      drawn.length > 0 && h("div", { class: "af-discs" }, drawn),
      h("span", {}, plain(ctx, sc.pool.text)),
    ),
    sc.widow &&
      h(
        "div",
        { class: "af-kitty-widow", role: "img", "aria-label": plain(ctx, sc.widow.label) },
        h(
          "span",
          { class: "af-kitty-backs", "aria-hidden": "true" },
          Array.from({ length: sc.widow.n }, (_, i) => back(`w${i}`)),
        ),
        h("span", {}, plain(ctx, sc.widow.label)),
      ),
  );
}

function shelf(ctx, sc) {
  if (ctx.detail() === "first" && !sc.show_turnup && !sc.pool) return null;
  const t = sc.turnup;
  if (!t && !sc.trump_text && !sc.stock && !sc.pool && !(sc.contract && sc.seats.length > 4)) return null;
  const inTrick = sc.phase === "play" && sc.trick && sc.trick.plays.length > 0;
  return h(
    "div",
    { class: "af-shelf" },
    sc.trump_text &&
      h(
        "div",
        { class: "af-trump" },
        sc.trump &&
          h("svg", {
            class: `af-trump-suit af-suit-${sc.trump}`,
            viewBox: "0 0 32 32",
            "aria-hidden": "true",
            memo: sc.trump,
            lazy: () => h("path", { d: ctx.art.suits[sc.trump] }),
          }),
        h("span", {}, plain(ctx, sc.trump_text)),
      ),
    sc.contract && sc.seats.length > 4 && contractTag(ctx, sc),
    h(
      "div",
      { class: "af-shelf-row" },
      (sc.stock || t) &&
        h(
          "div",
          {
            class: "af-pack",
            role: "group",
            "aria-label": sc.stock ? `${ctx.w("stock")}: ${fill(ctx.w("cards_n"), { n: sc.stock })}` : ctx.w("turned"),
          },
          sc.stock ? back("stock") : null,
          sc.stock_top &&
            !t &&
            h(
              "span",
              { class: "af-turnup", key: "top", role: "img", "aria-label": cardName(ctx.art, sc.stock_top) },
              face(ctx.art, sc.stock_top),
            ),
          t &&
            h(
              "span",
              {
                class: "af-turnup",
                key: t.card,
                role: "img",
                "aria-label": `${ctx.w("turned")}: ${cardName(ctx.art, t.card)}`,
              },
              face(ctx.art, t.card),
            ),
          sc.draws && sc.stock > 0 && h("span", { class: "af-stock-n", "aria-hidden": "true" }, sc.stock),
        ),
      h(
        "div",
        { class: cls("af-shelf-words", inTrick && "af-sr") }, // once cards are played the room is theirs
        t && [
          h("p", {}, rich(ctx, t.label)),
          t.note && h("p", { class: "af-shelf-note" }, rich(ctx, t.note), " ", whyLink(ctx, t.cites, t.note)),
        ],
      ),
    ),
    sc.pool && sc.seats.length > 4 && kitty(ctx, sc),
    (sc.removed || []).length > 0 &&
      h(
        "div",
        { class: "af-aside af-removed", key: "removed" },
        h("span", {}, ctx.w("removed")),
        sc.removed.map((c) => h("span", { key: c }, inlineCard(ctx.art, c))),
      ),
    (sc.aside || []).length > 0 &&
      h(
        "div",
        { class: "af-aside" },
        h("span", {}, ctx.w("aside")),
        sc.aside.map((a, i) =>
          h(
            "span",
            { key: `${a.card}${i}`, title: plain(ctx, a.label || "") },
            inlineCard(ctx.art, a.card),
            a.label && h("span", { class: "af-sr" }, ` ${plain(ctx, a.label)}`),
          ),
        ),
      ),
  );
}

// The whole felt. o: {openHand(seat), pick, look, strip, hand, sheet}
function felt(ctx, sc, o) {
  const n = sc.seats.length,
    me = sc.seats[0];
  const trick = o.look || sc.trick;
  const arena = h(
    "div",
    { class: "af-arena", key: "arena" },
    sc.seats.slice(1).map((s, i) => seatNode(ctx, sc, s, i + 1, o)),
    h(
      "div",
      {
        class: cls("af-trick", trick && trick.done && "af-trick-done", o.look && "af-trick-look"),
        key: "trick",
        role: "group",
        "aria-label": o.look ? fill(ctx.w("look_trick"), { n: o.look.number }) : ctx.w("trick_now"),
      },
      trick && trickCards(ctx, sc, trick, n),
    ),
  );
  return h(
    "div",
    {
      class: cls(
        "af-felt",
        `af-n${n}`,
        n > 4 && "af-crowd",
        n > 4 && "af-listed",
        !trick && !o.hand && !sc.turn && "af-bare",
        !trick && sc.phase && sc.phase !== "play" && "af-notrick",
        !(trick && trick.plays.length) && "af-unplayed",
        o.opened && "af-opened",
        o.sheet && "af-has-sheet",
      ),
      key: "felt",
      onclick: o.onfelt || null,
    },
    o.sheet
      ? h("div", { class: "af-sheet", key: "sheet" }, o.sheet)
      : [
          h("div", { class: "af-shelf-place", key: "shelf" }, shelf(ctx, sc)),
          sc.contract && n <= 4 && h("div", { class: "af-contract-place", key: "bargain" }, contractTag(ctx, sc)),
          sc.pool && n <= 4 && h("div", { class: "af-contract-place", key: "kitty" }, kitty(ctx, sc)),
          arena,
        ],
    !o.sheet &&
      h(
        "div",
        { class: "af-mine", key: "mine" },
        h(
          "div",
          { class: "af-me", role: "group", "aria-label": seatSpoken(ctx, sc, me) },
          plate(ctx, sc, me, o),
          sc.bubbles &&
            sc.bubbles[me.id] &&
            h("div", { class: "af-bubble af-bubble-me", "aria-hidden": "true" }, plain(ctx, sc.bubbles[me.id])),
          lowCard(ctx, sc, me),
        ),
        h("div", { class: "af-strip" }, o.strip),
      ),
    !o.sheet && o.hand,
  );
}

// The text twin: the same facts as lines.
function sceneText(ctx, sc, more) {
  const out = [];
  const list = (cards) => cards.map((c) => cardName(ctx.art, c)).join(", ");
  if (sc.trump_text) out.push(plain(ctx, sc.trump_text) + ".");
  if (sc.contract) out.push(plain(ctx, sc.contract) + ".");
  if (sc.pool) out.push(plain(ctx, sc.pool.text));
  if (sc.widow) out.push(plain(ctx, sc.widow.label) + ".");
  if (sc.turnup)
    out.push(
      `${cardName(ctx.art, sc.turnup.card)}: ${plain(ctx, sc.turnup.label)}${sc.turnup.note ? ". " + plain(ctx, sc.turnup.note) : ""}`,
    );
  for (const s of sc.seats) {
    const hand = sc.hands && sc.hands[s.id];
    out.push(
      seatSpoken(ctx, sc, s, hand ? hand.length : sc.counts && sc.counts[s.id]) +
        (hand && hand.length ? `: ${list(hand)}` : ""),
    );
  }
  if (sc.trick && sc.trick.plays.length) {
    out.push(
      `${ctx.w("trick_now")}: ` +
        sc.trick.plays
          .map(
            (p) =>
              `${p.seat} ${cardName(ctx.art, p.card)}${sc.trick.best === p.seat ? ` (${plain(ctx, sc.trick.best_text || ctx.w("winning"))})` : ""}`,
          )
          .join("; "),
    );
  }
  if (sc.low) out.push(`${plain(ctx, sc.low.text)}: ${cardName(ctx.art, sc.low.card)}, ${sc.low.seat}`);
  for (const p of more || []) {
    if (p.title || TITLES[p.kind]) out.push("", (p.title || ctx.w(TITLES[p.kind])) + ":");
    if (p.kind === "score") out.push(...p.sides.map((s) => scoreText(ctx, p, s)));
    else if (p.kind === "points" || p.kind === "rows")
      out.push(
        ...p.rows.filter((r) => !r.hidden).map((r) => `${r.label}: ${plain(ctx, r.text || ctx.w("nothing_yet"))}`),
      );
    else if (p.kind === "counts")
      out.push(...p.sides.map((s) => `${s.name} ${s.n}${(s.cards || []).length ? ": " + list(s.cards) : ""}`));
    else if (p.kind === "log") out.push(...p.lines.map((l) => plain(ctx, l.text)));
    else if (p.kind === "question")
      out.push(
        plain(ctx, p.ask),
        ...(p.options || []).map((x) => `- ${plain(ctx, x.label)}${x.text ? ": " + plain(ctx, x.text) : ""}`),
      );
    else if (p.body) out.push(...[].concat(p.body).map((b) => plain(ctx, b)));
  }
  return out.join("\n");
}
