// What every screen has: the frame, messages to Python, keys, tooltips, popovers, the live region.
let serial = 0;

function makeShell({ model, el: host, standalone }, name, screen) {
  const uid = `af${++serial}`;
  const ui = {
    pop: null,
    opened: new Set(),
    twin: false,
    covered: false,
    look: null,
    busy: false,
    dead: false,
    refusal: null,
    chosen: new Set(),
    rove: 0,
  };
  const words = { ...WORDS, ...(model.get("_words") || {}) };
  const root = document.createElement("div");
  root.className = cls("af-root", standalone && "af-standalone");
  root.dataset.view = name;
  const live = document.createElement("div");
  live.className = "af-sr";
  live.setAttribute("role", "status");
  live.setAttribute("aria-live", "polite");
  const tip = document.createElement("div");
  tip.className = "af-tip";
  tip.id = `${uid}-tip`;
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  let content = null,
    waiting = 0,
    tipFor = null,
    wasPop = null;

  const active = () => root.getRootNode().activeElement;
  const get = (k, fallback) => {
    const v = model.get(k);
    return v === undefined || v === null ? fallback : v;
  };

  const ctx = {
    uid,
    ui,
    root,
    model,
    standalone,
    get art() {
      return get("_art", {
        suits: {},
        pips: {},
        courts: {},
        frame: [25, 12, 50, 116],
        court_pip: [32, 19.5],
        names: {},
      });
    },
    get cites() {
      return get("cites", {});
    },
    get terms() {
      return get("terms", {});
    },
    get s() {
      return get("state", {});
    },
    w: (k, facts) => {
      const t = words[k] ?? k;
      return facts ? fill(t, facts) : t;
    },
    detail: () => ctx.s.detail || get("detail", "full"),
    option: (k, fallback) => get(k, fallback),
    setOption(k, v) {
      model.set(k, v);
      model.save_changes();
      ctx.draw();
    },
    isOpen: (k) => ui.opened.has(k),
    toggle(k) {
      ui.opened.has(k) ? ui.opened.delete(k) : ui.opened.add(k);
      ctx.draw();
    },
    say(text) {
      if (text) {
        live.textContent = "";
        live.textContent = text;
      }
    },
    popUp(node, what) {
      ui.pop = ui.pop && ui.pop.node === node ? null : { node, ...what };
      ctx.draw();
    },
    closePop() {
      const p = ui.pop;
      if (!p) return;
      ui.pop = null;
      ctx.draw();
      if (p.node && root.contains(p.node)) p.node.focus({ preventScroll: true });
    },
    refuse(why, cites) {
      ui.refusal = { why, cites };
      showTip(null);
      ctx.say(why);
      ctx.draw();
    },
    post(message) {
      if (ui.busy || standalone) return false;
      ui.busy = true;
      ui.dead = false;
      ui.refusal = null;
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        ui.busy = false;
        ui.dead = true;
        ctx.say(ctx.w("dead"));
        ctx.draw();
      }, ctx.s.patience || 4500);
      model.send({ ...message, rev: ctx.s.rev ?? 0 });
      ctx.draw();
      return true;
    },
    act: (action) => ctx.post({ kind: "act", action }),
    answer: (question, value) => ctx.post({ kind: "answer", question, value }),
    command(id, arg) {
      return screen.command && screen.command(ctx, id, arg)
        ? true
        : ctx.post({ kind: "command", name: id, arg: arg ?? null });
    },
    tricks: () => ctx.s.tricks || [],
    hasTrick: (n) => ctx.tricks().some((t) => t.number === n),
    look(n) {
      ui.look = n;
      ctx.draw();
      const t = ctx.tricks().find((x) => x.number === n);
      if (t)
        ctx.say(
          `${fill(ctx.w("look_trick"), { n })}: ${t.plays.map((p) => `${p.seat} ${cardName(ctx.art, p.card)}`).join(", ")}. ${plain(ctx, t.text || "")}`,
        );
    },
    names: () => Object.fromEntries(((ctx.s.scene && ctx.s.scene.seats) || []).map((x) => [x.id, x.name])),
    answered() {
      ui.busy = false;
      ui.dead = false;
      clearTimeout(waiting);
    },
    draw,
  };

  // ---- drawing ---------------------------------------------------------------------------------
  function scrollLogs() {
    root.querySelectorAll('[data-scroll="end"]').forEach((n) => {
      const seen = String(n.textContent.length);
      if (n.dataset.seen === seen || !n.clientHeight) return;
      n.dataset.seen = seen;
      n.scrollTop = n.scrollHeight;
    });
  }

  // Where a log ends is known only after a layout, the dearest part of a drawing: once a frame is enough.
  let scrolling = 0;
  function scrollSoon() {
    scrolling ||= requestAnimationFrame(() => {
      scrolling = 0;
      scrollLogs();
    });
  }

  let strayed = null;

  function draw() {
    const before = active(),
      had = before && root.contains(before);
    root.classList.toggle("af-four", Boolean(get("four_colour", false)));
    root.dataset.detail = ctx.detail();
    root.dataset.busy = String(ui.busy);
    const tree = h("div", { class: "af-frame" }, screen.build(ctx), popover(ctx));
    if (content) content.patch(tree);
    else content = mount(root, tree);
    scrollSoon();
    // Where the hand has just emptied there may be no better place for the focus yet: look again at the next drawing.
    if (had && (!root.contains(active()) || (strayed && strayed === active()))) refocus();
    if (ui.pop !== wasPop) {
      wasPop = ui.pop;
      const box = root.querySelector(".af-pop");
      if (box) box.focus({ preventScroll: true });
    }
    if (ui.pop) placePop();
    if (tipFor && (!root.contains(tipFor) || !tipFor.dataset.why || root.dataset.idle === "false")) showTip(null);
    if (screen.after) screen.after(ctx);
  }

  function refocus() {
    const good =
      root.querySelector(".af-take") ||
      root.querySelector('.af-hand .af-card[tabindex="0"]') ||
      root.querySelector(".af-main .af-button, .af-sheet .af-button");
    const first = good || root.querySelector(".af-title button");
    strayed = good ? null : first;
    if (first) first.focus({ preventScroll: true });
  }

  function within(node, box, gap, prefer) {
    const r = root.getBoundingClientRect(),
      b = node.getBoundingClientRect();
    const half = box.offsetWidth / 2;
    const left = Math.min(Math.max(b.left + b.width / 2 - r.left, half + 6), Math.max(r.width - half - 6, half + 6));
    const above = b.top - r.top - box.offsetHeight - gap,
      below = b.bottom - r.top + gap;
    let top = prefer === "above" ? above : below;
    if (top + box.offsetHeight > r.height - 4 && above >= 0) top = above;
    if (top < 4) top = Math.min(below, Math.max(4, r.height - box.offsetHeight - 4));
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  }

  function placePop() {
    const box = root.querySelector(".af-pop");
    if (!box) return;
    if (!ui.pop.node || !root.contains(ui.pop.node)) {
      ui.pop = null;
      draw();
      return;
    }
    within(ui.pop.node, box, 8, "below");
    box.scrollIntoView({ block: "nearest" }); // a table may be taller than the window
  }

  function showTip(node) {
    tipFor = node && node.dataset.why && node.getAttribute("aria-disabled") === "true" ? node : null;
    // Said already on the felt, or somebody else is playing: nothing may lie over the words there.
    if (tipFor && (root.dataset.idle === "false" || (ui.refusal && ui.refusal.why === tipFor.dataset.why))) tipFor = null;
    tip.hidden = !tipFor;
    if (!tipFor) return;
    tip.textContent = tipFor.dataset.why;
    within(tipFor, tip, 12, "above");
  }

  // ---- events ----------------------------------------------------------------------------------
  root.addEventListener("mouseover", (e) => showTip(e.target.closest("[data-why][aria-disabled]")));
  root.addEventListener("mouseleave", () => showTip(null));
  root.addEventListener("focusin", (e) => {
    const card = e.target.closest(".af-card");
    if (card && card.dataset.i !== undefined && Number(card.dataset.i) !== ui.rove) {
      ui.rove = Number(card.dataset.i);
      draw();
    }
    if (e.target.matches(":focus-visible")) showTip(e.target.closest("[data-why][aria-disabled]"));
  });
  root.addEventListener("focusout", () => showTip(null));
  root.addEventListener("mousedown", (e) => {
    if (ui.pop && !e.target.closest(".af-pop") && !(ui.pop.node && ui.pop.node.contains(e.target))) {
      ui.pop = null;
      draw();
    }
  });

  root.addEventListener("keydown", (e) => {
    // Chords stay the notebook's (save, run); single keys stay ours (b would add a cell, d d delete one). That the event
    // goes no further is enough: data-lm-suppress-shortcuts on an element would keep chords from the notebook as well.
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    e.stopPropagation();
    const typing = e.target.matches("input:not([type=range]):not([type=checkbox]), select, textarea");
    if (e.key === "Escape") {
      if (ui.pop) {
        ctx.closePop();
        e.preventDefault();
        return;
      }
      if (!tip.hidden) showTip(null);
      if (ui.look !== null) {
        ui.look = null;
        draw();
        e.preventDefault();
        return;
      }
      if (ui.twin) {
        ui.twin = false;
        draw();
        return;
      }
    }
    if (typing) return;
    if (screen.key && screen.key(ctx, e)) {
      e.preventDefault();
      return;
    }
    const k = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (k === "?") keysPop();
    else if (k === "t") {
      ui.twin = !ui.twin;
      draw();
      if (ui.twin) ctx.say(textTwin(ctx));
    } else if (k === "f") fullScreen();
    else if (k === "k") ctx.setOption("four_colour", !get("four_colour", false));
    else if (k === "w") {
      // The verdict's own reason comes first; else the newest line that has one.
      const all = root.querySelectorAll(".af-why:not(.af-why-line), .af-felt .af-chip, .af-row .af-chip");
      const b = root.querySelector(".af-panel-feedback .af-why-line") || all[all.length - 1];
      if (!b) return;
      b.focus({ preventScroll: true });
      b.click();
    } else if (/^[1-9]$/.test(k)) {
      const list = [...root.querySelectorAll(".af-calls .af-button, .af-option")].filter(
        (b) => b.getAttribute("aria-disabled") !== "true",
      );
      if (!list[Number(k) - 1]) return;
      list[Number(k) - 1].click();
    } else return;
    e.preventDefault();
  });

  function keysPop() {
    const b = root.querySelector('[data-k="keys"]');
    if (b) ctx.popUp(b, { kind: "keys" });
  }

  function fullScreen() {
    const doc = root.ownerDocument;
    if (doc.fullscreenElement) {
      doc.exitFullscreen();
      return;
    }
    if (screen.coverable) ui.covered = true; // on a projector the hand stays covered until a key
    draw();
    if (root.requestFullscreen) root.requestFullscreen().catch(() => {});
  }
  ctx.fullScreen = fullScreen;
  ctx.keysPop = keysPop;

  // ---- the model -------------------------------------------------------------------------------
  const onState = () => {
    ctx.answered();
    root.dataset.rev = ctx.s.rev ?? 0;
    screen.state(ctx);
  };
  const onOther = () => draw();
  const onMessage = (m) => {
    if (m.kind === "refused") {
      ctx.answered();
      ctx.refuse(m.why || "", m.cites);
    } else if (m.kind === "again") {
      ctx.answered();
      draw();
    }
  };
  const others = ["cites", "terms", "four_colour", "pace", "detail", "trumps_last"];
  model.on("change:state", onState);
  others.forEach((t) => model.on(`change:${t}`, onOther));
  model.on("msg:custom", onMessage);
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", ctx.w(`region_${name}`));
  host.append(root);
  root.dataset.rev = ctx.s.rev ?? 0;
  if (screen.start) screen.start(ctx);
  screen.state(ctx, true);
  root.append(tip, live);
  const way = setTimeout(() => standalone || live.textContent || ctx.say(`${plain(ctx, ctx.s.title || "")} ${ctx.w("way_in")}`), 600);
  return () => {
    clearTimeout(waiting);
    clearTimeout(way);
    if (screen.stop) screen.stop(ctx);
    model.off("change:state", onState);
    others.forEach((t) => model.off(`change:${t}`, onOther));
    model.off("msg:custom", onMessage);
  };
}

// ---- pieces of the frame --------------------------------------------------------------------------
function textTwin(ctx) {
  return ctx.s.text || (ctx.twinText ? ctx.twinText() : "");
}

function titleRow(ctx, text, tools) {
  const s = ctx.s;
  return h(
    "div",
    { class: "af-title", key: "title" },
    h(
      "div",
      { class: "af-say" },
      h(
        "div",
        { class: "af-say-row" },
        s.step && h("span", { class: "af-step" }, plain(ctx, s.step)),
        h("h2", { class: "af-prompt", id: `${ctx.uid}-prompt` }, text),
      ),
    ),
    h(
      "div",
      { class: "af-tools", role: "group", "aria-label": ctx.w("options") },
      tools,
      h(
        "button",
        {
          class: "af-tool",
          key: "options",
          "data-k": "options",
          "aria-haspopup": "dialog",
          "aria-expanded": String(Boolean(ctx.ui.pop && ctx.ui.pop.kind === "options")),
          onclick: (e) => ctx.popUp(e.currentTarget, { kind: "options" }),
          "aria-label": ctx.w("options"),
        },
        h("span", { class: "af-long" }, ctx.w("options")),
        h("span", { class: "af-short", "aria-hidden": "true" }, "☰"),
      ),
      h(
        "button",
        {
          class: "af-tool af-tool-key",
          key: "keys",
          "data-k": "keys",
          "aria-haspopup": "dialog",
          "aria-label": `${ctx.w("keys")} ?`,
          onclick: (e) => ctx.popUp(e.currentTarget, { kind: "keys" }),
        },
        "?",
      ),
    ),
    s.lead && h("div", { class: "af-lead" }, rich(ctx, s.lead)),
  );
}

function notice(ctx) {
  return (
    ctx.ui.dead &&
    h("p", { class: "af-notice", key: "dead" }, h("span", { "aria-hidden": "true" }, "! "), ctx.w("dead"))
  );
}

function twinBox(ctx) {
  return (
    ctx.ui.twin &&
    h(
      "section",
      { class: "af-twin", key: "twin", "aria-label": ctx.w("text_title") },
      h("pre", { tabindex: "0" }, textTwin(ctx)),
    )
  );
}

function footer(ctx) {
  const f = ctx.s.footer || {};
  const bits = [
    f.book && h("span", {}, `${ctx.w("book")}: `, h("b", {}, plain(ctx, f.book))),
    f.code && h("span", { class: "af-code" }, f.code),
    f.seed !== undefined && f.seed !== null && h("span", {}, `seed ${f.seed}`),
    f.note && h("span", {}, rich(ctx, f.note)),
  ];
  return h(
    "div",
    { class: "af-foot", key: "foot" },
    bits.filter(Boolean),
    h("span", { class: "af-foot-keys" }, ctx.standalone ? "" : `${ctx.w("way_short")} · `, ctx.w("footer_keys")),
  );
}

function citation(ctx, c) {
  const line = (label, value) =>
    value && h("div", { class: "af-cite-line" }, h("dt", {}, ctx.w(label)), h("dd", {}, value));
  return h(
    "div",
    { class: "af-cite" },
    c.text && h("p", {}, rich(ctx, c.text)),
    h(
      "dl",
      {},
      line(
        "rule",
        c.question
          ? [plain(ctx, c.question), c.value !== undefined && h("strong", {}, ` ${plain(ctx, c.value)}`)]
          : c.rule && [c.rule, c.value !== undefined && ` = ${c.value}`],
      ),
      line("clause", c.clause && h("code", {}, c.clause)),
      line("witness", c.witness && [c.witness, c.book && ` (${c.book})`]),
      line("locator", c.locator),
      line("status", c.status && [c.status, statusText(ctx, c.status) && `: ${statusText(ctx, c.status)}`]),
      line("seen", c.seen),
      line("reason", c.reason && plain(ctx, c.reason)),
    ),
    c.digest &&
      h("details", { class: "af-digest" }, h("summary", {}, ctx.w("digest")), h("p", {}, plain(ctx, c.digest))),
  );
}

function popover(ctx) {
  const p = ctx.ui.pop;
  if (!p) return null;
  let title = "",
    body = null;
  if (p.kind === "term") {
    const t = ctx.terms[p.key] || {};
    title = t.word || p.key;
    body = h("p", {}, rich({ ...ctx, flat: true }, t.text));
  } else if (p.kind === "cite") {
    title = ctx.w("why");
    const list = (p.ids || []).map((id) => ctx.cites[id]).filter(Boolean);
    body = [
      p.text && h("div", { class: "af-pop-why" }, rich({ ...ctx, flat: true }, p.text)),
      list.map((c) => citation(ctx, c)),
    ];
  } else if (p.kind === "keys") {
    title = ctx.w("keys_title");
    body = h(
      "dl",
      { class: "af-keys" },
      ctx.keys().map(([k, word]) =>
        h(
          "div",
          {},
          h(
            "dt",
            {},
            k.split(" ").map((x) => [h("kbd", {}, x), " "]),
          ),
          h("dd", {}, ctx.w(word)),
        ),
      ),
    );
  } else if (p.kind === "options") {
    title = ctx.w("options");
    body = optionsBox(ctx);
  }
  return h(
    "div",
    {
      class: "af-pop",
      key: "pop",
      role: "dialog",
      tabindex: "-1",
      "aria-label": title,
      onclick: (e) => e.stopPropagation(),
    },
    h(
      "div",
      { class: "af-pop-head" },
      h("h3", { class: "af-h" }, title),
      h("button", { class: "af-tool", "aria-label": ctx.w("close"), onclick: () => ctx.closePop() }, "×"),
    ),
    body,
  );
}

function optionsBox(ctx) {
  const check = (k) =>
    h(
      "label",
      { class: "af-check" },
      h("input", {
        type: "checkbox",
        props: { checked: Boolean(ctx.option(k, false)) },
        onchange: (e) => ctx.setOption(k, e.target.checked),
      }),
      ctx.w(k),
    );
  const select = (k, values, fallback) =>
    h(
      "label",
      { class: "af-select" },
      h("span", {}, ctx.w(k)),
      h(
        "select",
        { onchange: (e) => ctx.setOption(k, e.target.value), props: {} },
        values.map((v) => h("option", { value: v, selected: ctx.option(k, fallback) === v }, ctx.w(`${k}_${v}`))),
      ),
    );
  const table = ctx.root.dataset.view === "table";
  return h(
    "div",
    { class: "af-option-list" },
    check("four_colour"),
    table && check("trumps_last"),
    table && select("pace", ["at_once", "steady", "on_key"], "steady"),
    table && !ctx.s.detail && select("detail", ["first", "four", "full"], "full"),
    h(
      "div",
      { class: "af-actions" },
      h(
        "button",
        {
          class: "af-button af-quiet",
          onclick: () => {
            ctx.ui.twin = !ctx.ui.twin;
            ctx.closePop();
          },
        },
        ctx.w("text_twin"),
        " (T)",
      ),
      h(
        "button",
        {
          class: "af-button af-quiet",
          onclick: () => {
            ctx.closePop();
            ctx.fullScreen();
          },
        },
        ctx.w("fullscreen"),
        " (F)",
      ),
      table &&
        h(
          "button",
          {
            class: "af-button af-quiet",
            onclick: () => {
              ctx.ui.covered = !ctx.ui.covered;
              ctx.closePop();
            },
          },
          ctx.w(ctx.ui.covered ? "uncover" : "cover"),
          " (C)",
        ),
    ),
  );
}
