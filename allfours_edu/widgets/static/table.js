// The table: plays what happened frame by frame, then asks the learner.

function tableScreen() {
  let scene = null,
    queue = [],
    timer = 0,
    holding = null,
    said = "",
    lastRev = null,
    lastStep,
    lastBelow = new Set(),
    settled = null;

  const stepOf = (ctx) => plain(ctx, ctx.s.step || "");
  const idle = () => !queue.length && !holding && !timer;

  function show(ctx, next) {
    scene = { ...(scene || {}), ...next };
  }

  // Frames are what happened since the last state; they are played at the learner's pace.
  function step(ctx) {
    clearTimeout(timer);
    timer = 0;
    if (!queue.length) {
      finish(ctx);
      return;
    }
    const f = queue.shift();
    show(ctx, f.scene || {});
    said = f.say || said;
    const pace = ctx.option("pace", "steady");
    if (f.hold) {
      holding = { kind: "trick" };
      ctx.say(f.say);
      ctx.draw();
      return;
    }
    if (pace === "at_once") {
      if (f.say) heard.push(f.say);
      step(ctx);
      return;
    }
    ctx.say(f.say);
    if (pace === "on_key" && queue.length) {
      holding = { kind: "card" };
      ctx.draw();
      return;
    }
    timer = setTimeout(() => step(ctx), f.ms ?? 600);
    ctx.draw();
  }

  let heard = [];

  function finish(ctx) {
    const s = ctx.s;
    scene = s.scene || scene;
    holding = null;
    ctx.root.dataset.shown = s.rev ?? 0;
    settled = { step: stepOf(ctx), title: s.title, side: shownPanels(ctx, s.panels, "side") };
    ctx.say([...heard, s.live ? plain(ctx, s.live) : plain(ctx, s.title)].join(" "));
    heard = [];
    ctx.draw();
    onward(ctx);
  }

  const into = (node) => node && node.scrollIntoView({ block: "nearest" });

  function held(ctx) {
    const at = ctx.root.getRootNode().activeElement;
    return at && ctx.root.contains(at) && !at.closest(".af-pop") ? at : null;
  }

  // A new step or deal is shown from its heading.
  function turnTo(ctx) {
    if (stepOf(ctx) === lastStep) return false;
    lastStep = stepOf(ctx);
    if (held(ctx)) into(ctx.root.querySelector(".af-title"));
    return true;
  }

  // After an answer the hand is off and one button leads on: it comes under the finger. A verdict, or a panel that was
  // not there before, comes into view. The page moves no further than it must, so that the trick stays in sight with
  // what is said about it.
  function onward(ctx) {
    const { root } = ctx;
    const turned = turnTo(ctx);
    const below = [...root.querySelectorAll(".af-below .af-panel")];
    const fresh = below.filter((n) => !lastBelow.has(n.dataset.panel)).pop();
    lastBelow = new Set(below.map((n) => n.dataset.panel));
    const at = held(ctx);
    if (!at) return;
    const next = mode(ctx) === "off" && root.querySelector(".af-sheet .af-primary, .af-below .af-primary");
    if (next && !at.closest(".af-panel")) next.focus({ preventScroll: true });
    if (turned) return;
    into(root.querySelector(".af-panel-feedback") || (next && (next.closest(".af-panel") || next)) || fresh);
  }

  function goOn(ctx) {
    if (!holding && !timer) return false;
    holding = null;
    step(ctx);
    return true;
  }

  // To the next finished trick, or to the end.
  function skip(ctx) {
    clearTimeout(timer);
    timer = 0;
    holding = null;
    while (queue.length && !queue[0].hold) {
      const f = queue.shift();
      show(ctx, f.scene || {});
      if (f.say) heard.push(f.say);
    }
    step(ctx);
  }

  // A presenter's clicker has two keys: on (show the cards, take the trick in, reveal, go on) and back.
  function present(ctx, on) {
    if (on && ctx.ui.covered) {
      ctx.ui.covered = false;
      ctx.draw();
    } else if (on && !idle()) holding ? goOn(ctx) : skip(ctx);
    else {
      const b = ctx.root.querySelector(on ? ".af-sheet .af-primary, .af-below .af-primary" : '[data-tool="undo"]');
      if (b) b.click();
    }
    return true;
  }

  function mode(ctx) {
    const s = ctx.s,
      hand = s.hand || [];
    return s.hand_mode || (hand.some((c) => c.legal) ? "play" : "off");
  }

  function sorted(ctx) {
    const hand = ctx.s.hand || [];
    return ctx.option("trumps_last", false) ? [...hand.filter((c) => !c.trump), ...hand.filter((c) => c.trump)] : hand;
  }

  function clickCard(ctx, c) {
    const m = mode(ctx),
      ui = ctx.ui;
    if (!idle()) {
      skip(ctx);
      return;
    }
    if (ui.covered) {
      ui.covered = false;
      ctx.draw();
      return;
    }
    if (m === "choose" && ctx.s.choose && ctx.s.choose.each) {
      ctx.act(`${ctx.s.choose.verb} ${c.id}`);
      return;
    }
    if (m === "choose") {
      ui.chosen.has(c.id) ? ui.chosen.delete(c.id) : ui.chosen.add(c.id);
      ui.refusal = null;
      ctx.draw();
      return;
    }
    if (c.legal === false || m === "off") {
      ctx.refuse(plain(ctx, c.why) || ctx.w("not_now"), c.cites);
      shake(ctx, c.id);
      return;
    }
    if (m === "answer") {
      const q = (ctx.s.panels || []).find((p) => p.kind === "question" && p.form === "card");
      if (q) ctx.answer(q.id, c.id);
      return;
    }
    ui.sent = c.id;
    if (!ctx.act(c.id)) ui.sent = null;
  }

  function shake(ctx, id) {
    const b = ctx.root.querySelector(`.af-hand [data-card="${id}"]`);
    if (!b) return;
    b.classList.remove("af-shake");
    void b.offsetWidth;
    b.classList.add("af-shake");
  }

  // What I still play in the frames to come (a last card plays itself) is in my hand until then.
  function toCome(ctx) {
    const me = scene.seats[0].id,
      mine = (t) => (t ? t.plays.filter((p) => p.seat === me).map((p) => p.card) : []);
    const gone = new Set([...mine(scene.trick), ...(ctx.s.hand || []).map((c) => c.id)]);
    return [...new Set(queue.flatMap((f) => mine(f.scene && f.scene.trick)))]
      .filter((id) => !gone.has(id))
      .map((id) => ({ id, legal: false, trump: id.endsWith(scene.trump) }));
  }

  function handNode(ctx) {
    const cards = [...sorted(ctx), ...toCome(ctx)],
      m = mode(ctx),
      ui = ctx.ui,
      busy = !idle();
    if (!cards.length) return null;
    if (ui.rove >= cards.length) ui.rove = cards.length - 1;
    return h(
      "div",
      {
        class: cls("af-hand", `af-hand-${m}`, busy && "af-hand-wait", cards.length > 6 && "af-hand-many"),
        key: "hand",
        role: "toolbar",
        "aria-label": ctx.w("your_hand"),
        "aria-describedby": `${ctx.uid}-prompt`,
        style: { "--n": cards.length },
      },
      cards.map((c, i) => {
        const illegal = m === "play" || m === "answer" ? c.legal === false : m === "off";
        const why = illegal ? plain(ctx, c.why) || (m === "off" ? "" : ctx.w("not_legal")) : "";
        const chosen = ui.chosen.has(c.id);
        const name = ui.covered
          ? ctx.w("covered")
          : (c.say || cardName(ctx.art, c.id)) + (c.trump ? `, ${ctx.w("trump")}` : "");
        return h(
          "button",
          {
            class: cls(
              "af-card",
              illegal && m !== "off" && "af-illegal",
              !illegal && !busy && "af-legal",
              chosen && "af-chosen",
              ui.sent === c.id && ui.busy && "af-sent",
            ),
            key: c.id,
            "data-card": c.id,
            "data-i": i,
            tabindex: i === ui.rove ? "0" : "-1",
            "aria-label": name,
            "aria-disabled": illegal || busy ? "true" : "false",
            "aria-pressed": m === "choose" ? String(chosen) : null,
            ...describe(`${ctx.uid}-d-${c.id}`, why),
            onclick: (e) => {
              e.stopPropagation();
              clickCard(ctx, c);
            },
          },
          ui.covered ? back("b") : face(ctx.art, c.id),
          (chosen || c.mark) &&
            h("span", { class: "af-card-mark", "aria-hidden": "true" }, chosen ? ctx.w("chosen") : plain(ctx, c.mark)),
          description(`${ctx.uid}-d-${c.id}`, why),
        );
      }),
    );
  }

  function strip(ctx) {
    const ui = ctx.ui,
      sc = scene;
    if (ui.look !== null) {
      const list = ctx.tricks().map((t) => t.number),
        at = list.indexOf(ui.look);
      const t = ctx.tricks()[at];
      return [
        h(
          "span",
          { class: "af-strip-text", key: "t" },
          h("strong", {}, ctx.w("look_trick", { n: ui.look })),
          t && t.text ? [". ", rich(ctx, t.text)] : null,
        ),
        h(
          "span",
          { class: "af-strip-buttons", key: "lb" },
          at > 0 &&
            h(
              "button",
              {
                class: "af-felt-button",
                key: "e",
                onclick: () => ctx.look(list[at - 1]),
                "aria-label": ctx.w("look_earlier"),
              },
              "‹",
            ),
          at < list.length - 1 &&
            h(
              "button",
              {
                class: "af-felt-button",
                key: "l",
                onclick: () => ctx.look(list[at + 1]),
                "aria-label": ctx.w("look_later"),
              },
              "›",
            ),
          h(
            "button",
            {
              class: "af-felt-button af-felt-primary",
              key: "b",
              "data-k": "lookback",
              onclick: () => {
                ui.look = null;
                ctx.draw();
              },
            },
            ctx.w("look_back"),
          ),
        ),
      ];
    }
    if (holding) {
      const text = sc.trick && sc.trick.done && sc.trick.text ? rich(ctx, sc.trick.text) : said;
      return [
        h("span", { class: "af-strip-text", key: "t" }, text),
        h(
          "button",
          {
            class: "af-felt-button af-felt-primary af-take",
            key: "take",
            "data-k": "take",
            onclick: (e) => {
              e.stopPropagation();
              goOn(ctx);
            },
          },
          ctx.w(holding.kind === "trick" ? "take_in" : "next_card"),
        ),
      ];
    }
    if (!idle())
      return [
        h("span", { class: "af-strip-text", key: "t" }, said),
        h(
          "button",
          {
            class: "af-felt-button",
            key: "skip",
            onclick: (e) => {
              e.stopPropagation();
              skip(ctx);
            },
          },
          ctx.w("skip"),
        ),
      ];
    if (ui.refusal)
      return [
        h(
          "span",
          { class: "af-strip-text af-strip-no", key: "t" },
          h("span", { "aria-hidden": "true" }, "✗ "),
          ui.refusal.why,
          " ",
        ),
        chips(ctx, ui.refusal.cites),
      ];
    if (ui.covered && (ctx.s.hand || []).length)
      return [
        h(
          "button",
          {
            class: "af-felt-button af-felt-primary",
            key: "unc",
            onclick: () => {
              ui.covered = false;
              ctx.draw();
            },
          },
          ctx.w("uncover"),
          " (C)",
        ),
      ];
    return ctx.s.strip ? h("span", { class: "af-strip-text", key: "t" }, rich(ctx, ctx.s.strip)) : null;
  }

  function chooseBar(ctx) {
    const c = ctx.s.choose;
    if (!c || mode(ctx) !== "choose") return null;
    if (c.each && !c.keep) return c.text ? h("p", { class: "af-ask", key: "choose" }, rich(ctx, c.text)) : null;
    const n = ctx.ui.chosen.size,
      min = c.min ?? 0,
      max = c.max ?? Infinity;
    const wrong = n < min ? ctx.w("choose_more", { n: min - n }) : n > max ? ctx.w("choose_less", { n: n - max }) : "";
    const sendCards = () =>
      wrong
        ? ctx.refuse(wrong)
        : ctx.post({
            kind: "acts",
            actions: sorted(ctx)
              .filter((x) => ctx.ui.chosen.has(x.id))
              .map((x) => `${c.verb} ${x.id}`),
          });
    return h(
      "section",
      { class: "af-panel af-choose", key: "choose", "data-panel": "choose" },
      c.text && h("p", { class: "af-ask" }, rich(ctx, c.text)),
      h(
        "div",
        { class: "af-actions" },
        !c.each &&
          h(
            "button",
            {
              class: "af-button af-primary",
              key: "go",
              "data-k": "choose-go",
              "aria-disabled": wrong ? "true" : "false",
              ...describe(`${ctx.uid}-d-choose`, wrong),
              onclick: sendCards,
            },
            h("span", { class: "af-button-label" }, c.label ? fill(c.label, { n }) : ctx.w("choose_done")),
            h("span", { class: "af-button-text" }, wrong || ctx.w("chosen_n", { n })),
            description(`${ctx.uid}-d-choose`, wrong),
          ),
        c.keep &&
          h(
            "button",
            {
              class: "af-button",
              key: "keep",
              "data-k": "choose-keep",
              onclick: () => ctx.post({ kind: "acts", actions: [] }),
            },
            h("span", { class: "af-button-label" }, plain(ctx, c.keep)),
          ),
      ),
    );
  }

  // Many numbers to choose from: small buttons in a row, with what they have in common said once.
  function numbers(ctx, calls) {
    if (!calls.length) return null;
    return h(
      "div",
      { class: "af-numbers", key: "numbers", role: "group", "aria-label": plain(ctx, ctx.s.numbers) },
      h("p", { class: "af-numbers-text" }, plain(ctx, ctx.s.numbers)),
      h(
        "div",
        { class: "af-numbers-row" },
        calls.map((a) =>
          h(
            "button",
            {
              class: "af-button af-number-call",
              key: a.id,
              "data-k": `call-${a.id}`,
              "data-call": a.id,
              "aria-label": plain(ctx, a.label),
              onclick: () => ctx.act(a.id),
            },
            a.short,
          ),
        ),
      ),
    );
  }

  function callsBar(ctx) {
    const all = ctx.s.calls || [],
      calls = all.filter((a) => !a.short);
    if (!all.length) return null;
    return h(
      "section",
      {
        class: "af-panel af-calls",
        key: "calls",
        role: "group",
        "aria-label": plain(ctx, ctx.s.calls_label || "") || ctx.w("options"),
      },
      ctx.s.calls_label &&
        !plain(ctx, ctx.s.title || "").includes(plain(ctx, ctx.s.calls_label)) && // said once is enough
        h("p", { class: "af-ask" }, plain(ctx, ctx.s.calls_label)),
      h(
        "div",
        { class: "af-actions af-actions-calls" },
        calls.map((a, i) =>
          h(
            "button",
            {
              class: cls("af-button af-call", a.primary && "af-primary"),
              key: a.id,
              "data-k": `call-${a.id}`,
              "data-call": a.id,
              "aria-disabled": a.disabled ? "true" : "false",
              ...describe(`${ctx.uid}-d-${i}`, a.disabled ? plain(ctx, a.why) : ""),
              onclick: () => (a.disabled ? ctx.refuse(plain(ctx, a.why), a.cites) : ctx.act(a.id)),
            },
            h("span", { class: "af-button-label" }, flatRich(ctx, a.label)),
            a.text && h("span", { class: "af-button-text" }, flatRich(ctx, a.text)),
            description(`${ctx.uid}-d-${i}`, a.disabled ? plain(ctx, a.why) : ""),
          ),
        ),
      ),
      numbers(
        ctx,
        all.filter((a) => a.short),
      ),
      calls.some((a) => (a.cites || []).length) &&
        h(
          "p",
          { class: "af-call-cites" },
          calls.map((a) => chips(ctx, a.cites, a.label)),
        ),
    );
  }

  function toolButton(ctx, t) {
    const label = t.label || ctx.w(t.id);
    const off = Boolean(t.disabled) || !idle();
    return h(
      "button",
      {
        class: "af-tool",
        key: t.id,
        "data-k": `tool-${t.id}`,
        "data-tool": t.id,
        "aria-pressed": t.pressed === undefined ? null : String(t.pressed),
        "aria-disabled": off ? "true" : "false",
        "data-why": t.disabled ? plain(ctx, t.why) || ctx.w("not_now") : null,
        onclick: () => {
          if (t.disabled) ctx.refuse(plain(ctx, t.why) || ctx.w("not_now"));
          else if (!idle()) skip(ctx);
          else ctx.command(t.id, t.arg);
        },
      },
      label,
    );
  }

  return {
    coverable: true,

    start(ctx) {
      ctx.keys = () => [
        ["← →", "key_arrows_hand"],
        ["Enter", "key_enter"],
        ["Space", "key_take"],
        ["1…9", "key_digits"],
        ["H", "key_hint"],
        ["U", "key_undo"],
        ...((ctx.s.tools || []).some((t) => t.id === "court") ? [["R", "key_court"]] : []),
        ["L", "key_last"],
        ["PageUp PageDown", "key_pages"],
        ["W", "key_why"],
        ["T", "key_text"],
        ["F", "key_full"],
        ["C", "key_cover"],
        ["K", "key_colours"],
        ["?", "key_keys"],
        ["Esc", "key_escape"],
      ];
      ctx.twinText = () =>
        [
          plain(ctx, ctx.s.title),
          plain(ctx, ctx.s.lead),
          scene
            ? sceneText(
                ctx,
                scene,
                shownPanels(ctx, ctx.s.panels, "main").concat(
                  shownPanels(ctx, ctx.s.panels, "felt"),
                  shownPanels(ctx, ctx.s.panels, "side"),
                ),
              )
            : "",
          (ctx.s.hand || []).length
            ? `${ctx.w("your_hand")}: ${(ctx.s.hand || []).map((c) => cardName(ctx.art, c.id)).join(", ")}`
            : "",
          ...(ctx.s.calls || []).map((c) => `- ${plain(ctx, c.label)}: ${plain(ctx, c.text)}`),
        ]
          .filter(Boolean)
          .join("\n");
    },

    state(ctx, first) {
      const s = ctx.s;
      clearTimeout(timer);
      timer = 0;
      holding = null;
      heard = [];
      ctx.ui.refusal = null;
      ctx.ui.sent = null;
      ctx.ui.look = null;
      const held = new Set((s.hand || []).map((c) => c.id));
      for (const id of ctx.ui.chosen) if (!held.has(id) || mode(ctx) !== "choose") ctx.ui.chosen.delete(id);
      ctx.root.classList.toggle("af-projector", Boolean(s.projector));
      if (s.projector && (first || s.cover)) ctx.ui.covered = true;
      queue = first || s.rev === lastRev ? [] : [...(s.frames || [])];
      lastRev = s.rev;
      if (queue.length) {
        step(ctx);
        turnTo(ctx);
      } else {
        scene = s.scene;
        if (first) {
          lastStep = stepOf(ctx);
          settled = { step: lastStep, title: s.title, side: shownPanels(ctx, s.panels, "side") };
          ctx.root.dataset.shown = s.rev ?? 0;
          ctx.draw();
        } else finish(ctx);
      }
    },

    build(ctx) {
      const s = ctx.s,
        waiting = !idle();
      if (!scene) return [h("p", { class: "af-prompt" }, rich(ctx, s.title || ""))];
      const look = ctx.ui.look === null ? null : ctx.tricks().find((t) => t.number === ctx.ui.look) || null;
      const sheets = waiting || look ? [] : shownPanels(ctx, s.panels, "felt");
      // While cards are still being shown, nothing is told ahead of them.
      const main = waiting ? [] : shownPanels(ctx, s.panels, "main"),
        side = waiting && settled && settled.step === stepOf(ctx) ? settled.side : shownPanels(ctx, s.panels, "side");
      const hands = scene.hands || {};
      const pick = !waiting && (s.panels || []).find((p) => p.kind === "question" && p.form === "seat");
      ctx.root.dataset.idle = String(!waiting && !ctx.ui.busy);
      ctx.root.dataset.hold = String(Boolean(holding));
      const tools = (s.tools || []).map((t) => toolButton(ctx, t));
      if (ctx.tricks().length && ctx.detail() !== "first")
        tools.push(
          h(
            "button",
            {
              class: "af-tool",
              key: "last",
              "data-k": "last",
              "aria-pressed": String(Boolean(look)),
              onclick: () =>
                look ? ((ctx.ui.look = null), ctx.draw()) : ctx.look(ctx.tricks()[ctx.tricks().length - 1].number),
            },
            ctx.w("last_trick"),
          ),
        );
      const below = [
        !waiting && !look && callsBar(ctx),
        !waiting && !look && chooseBar(ctx),
        main.map((p) => panel(ctx, p)),
      ];
      const meOpen = hands[scene.seats[0].id];
      const hand =
        handNode(ctx) ||
        (meOpen && meOpen.length
          ? h(
              "div",
              { class: "af-openhand", key: "openhand" },
              fan(ctx, meOpen, { label: ctx.w("your_hand"), trump: scene.trump }),
            )
          : null);
      return [
        titleRow(ctx, rich(ctx, waiting && said && settled && settled.title !== s.title ? said : s.title), tools),
        notice(ctx),
        twinBox(ctx),
        h(
          "div",
          { class: cls("af-body", side.length && "af-has-side"), key: "body" },
          h(
            "div",
            { class: "af-main", key: "main" },
            s.felt !== false &&
              felt(ctx, scene, {
                openHand: (id) => hands[id],
                pick,
                look,
                opened: scene.seats.slice(1).some((x) => hands[x.id]),
                strip: strip(ctx),
                sheet: sheets.length ? sheets.map((p) => panel(ctx, p)) : null,
                hand,
                onfelt:
                  holding || timer
                    ? (e) => {
                        if (!e.target.closest("button")) holding ? goOn(ctx) : skip(ctx);
                      }
                    : null,
              }),
            h("div", { class: "af-below", key: "below" }, below),
          ),
          side.length > 0 &&
            h(
              "section",
              { class: "af-side", key: "side", "aria-label": ctx.w("side_title") },
              side.map((p) => panel(ctx, p)),
            ),
        ),
        footer(ctx),
      ];
    },

    key(ctx, e) {
      const k = e.key.length === 1 ? e.key.toLowerCase() : e.key;
      const inHand = e.target.closest(".af-hand");
      const button = e.target.closest("button, a, summary, input");
      if ((k === "Enter" || k === " ") && !idle() && (!button || inHand || button.classList.contains("af-take"))) {
        if (e.repeat) return true;
        holding ? goOn(ctx) : skip(ctx);
        return true;
      }
      // A finished trick lies on the table and everybody waits: the key that played the card takes the trick in.
      if ((k === "Enter" || k === " ") && inHand && ctx.s.enter && mode(ctx) === "off") return ctx.act(ctx.s.enter);
      if (inHand) {
        const cards = [...inHand.querySelectorAll(".af-card")];
        const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[k];
        const to = move
          ? (ctx.ui.rove + move + cards.length) % cards.length
          : k === "Home"
            ? 0
            : k === "End"
              ? cards.length - 1
              : -1;
        if (to >= 0) {
          cards[to].focus({ preventScroll: true });
          return true;
        }
      }
      if (k === "c") {
        ctx.ui.covered = !ctx.ui.covered;
        ctx.draw();
        return true;
      }
      if (ctx.s.projector && (k === "PageUp" || k === "PageDown")) return present(ctx, k === "PageDown");
      const list = ctx.tricks().map((t) => t.number);
      if (k === "l") {
        if (list.length) ctx.ui.look === null ? ctx.look(list[list.length - 1]) : ((ctx.ui.look = null), ctx.draw());
        return true;
      }
      if ((k === "PageUp" || k === "PageDown") && list.length) {
        const at = ctx.ui.look === null ? list.length : list.indexOf(ctx.ui.look),
          to = at + (k === "PageUp" ? -1 : 1);
        if (to >= list.length) {
          ctx.ui.look = null;
          ctx.draw();
        } else if (to >= 0) ctx.look(list[to]);
        return true;
      }
      const tool = { h: "hint", u: "undo", n: "next_deal", r: "court" }[k];
      if (tool) {
        const b = ctx.root.querySelector(`[data-tool="${tool}"], .af-panel [data-k="${tool}"]`);
        if (b) b.click();
        return Boolean(b);
      }
      return false;
    },

    // The trick that a verdict speaks of is looked at again without asking Python.
    command(ctx, id, arg) {
      if (id !== "look" || !ctx.hasTrick(arg)) return false;
      ctx.look(arg);
      return true;
    },

    stop() {
      clearTimeout(timer);
    },
  };
}
