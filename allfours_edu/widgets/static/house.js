// Switches on the page of a rule book: the readings of a rule with all who hold them, and what the table has changed.
// The page itself is rulebookScreen(); it asks here wherever a rule can be changed.
function houseMode() {
  const on = (ctx) => Boolean(ctx.s.house);
  const of = (ctx) => ctx.s.house || {};
  const known = (ctx, name) => (ctx.option("readings", {}) || {})[name] || { question: name, items: [] };

  function flip(ctx, name, key) {
    if (of(ctx).now[name] !== key) ctx.command("flip", { name, key });
  }

  const tool = (ctx, id, label, more) =>
    h("button", { class: "af-tool", key: id, "data-tool": id, onclick: () => ctx.command(id), ...more }, label);

  // ---- what the table has changed ---------------------------------------------------------------------
  function board(ctx, goTo, seeOnDeal) {
    const house = of(ctx),
      none = !house.rules.length;
    const off = (why) => (none ? { "aria-disabled": "true", "data-why": why } : {});
    return h(
      "section",
      { class: "af-hr-board", key: "house", "aria-label": ctx.w("your_rules") },
      h("p", { class: "af-hr-lead" }, house.lead),
      house.rules.length > 0 &&
        h(
          "ul",
          { class: "af-hr-list" },
          house.rules.map((r) =>
            h(
              "li",
              { key: r.name },
              h(
                "button",
                { class: "af-hr-go", onclick: () => goTo(ctx, r.name) },
                knownMark(ctx, "house"),
                h("span", {}, ` ${r.question} `, h("strong", {}, r.now)),
                h("span", { class: "af-dim af-small-text" }, ` ${ctx.w("in_the_book")}: ${r.was}`),
              ),
              h(
                "button",
                {
                  class: "af-tool",
                  "data-back": r.name,
                  "aria-label": `${ctx.w("put_back")}: ${r.question}`,
                  onclick: () => ctx.command("put_back", r.name),
                },
                ctx.w("put_back"),
              ),
            ),
          ),
        ),
      near(ctx, goTo),
      h(
        "div",
        { class: "af-hr-tools", role: "group", "aria-label": ctx.w("your_rules") },
        h(
          "button",
          { class: "af-button af-primary", "data-k": "play", onclick: () => ctx.command("play") },
          ctx.w("play_rules"),
        ),
        h(
          "button",
          {
            class: "af-button af-quiet",
            "data-k": "see_on_deal",
            ...off(ctx.w("change_first")),
            onclick: () => (none ? ctx.refuse(ctx.w("change_first")) : seeOnDeal(ctx)),
          },
          ctx.w("see_on_deal"),
        ),
      ),
      ctx.ui.refusal && h("p", { class: "af-hr-refusal", key: "refusal", role: "alert" }, plain(ctx, ctx.ui.refusal.why)),
    );
  }

  function near(ctx, goTo) {
    const { text, rules } = of(ctx).nearest;
    if (!rules.length) return h("p", { class: "af-hr-near", key: "nearest" }, text);
    return h(
      "details",
      { class: "af-hr-near", key: "near" },
      h("summary", {}, text),
      h(
        "ul",
        {},
        rules.map((r) =>
          h(
            "li",
            { key: r.name },
            h(
              "button",
              { class: "af-hr-go", onclick: () => goTo(ctx, r.name) },
              h("span", {}, `${r.question} `, h("strong", {}, r.here)),
              h("span", { class: "af-dim af-small-text" }, ` ${ctx.w("there")}: ${r.there}`),
            ),
          ),
        ),
      ),
    );
  }

  function tools(ctx) {
    const house = of(ctx);
    const off = (there) => (there ? {} : { "aria-disabled": "true", "data-why": ctx.w("nothing_changed") });
    return [
      tool(ctx, "undo", ctx.w("undo"), off(house.undo)),
      tool(ctx, "clear", ctx.w("start_over"), off(house.rules.length)),
    ];
  }

  function file(ctx) {
    const house = of(ctx);
    return h(
      "details",
      { class: "af-hr-file", key: "file" },
      h("summary", {}, ctx.w("as_file")),
      h("p", { class: "af-small-text" }, ctx.w("as_file_text")),
      h(
        "div",
        { class: "af-hr-tools" },
        h("button", { class: "af-button", "data-k": "write", onclick: () => ctx.command("write") }, ctx.w("write_file")),
        h("button", { class: "af-button af-quiet", "data-k": "copy", onclick: () => copy(ctx, house.toml) }, ctx.w("copy")),
      ),
      house.written && h("p", { class: "af-hr-written", key: "written" }, house.written),
      h("pre", { class: "af-hr-toml", tabindex: "0", "aria-label": house.file }, house.toml),
    );
  }

  function copy(ctx, text) {
    const done = () => ctx.say(ctx.w("copied"));
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => ctx.say(ctx.w("not_copied")));
    else ctx.say(ctx.w("not_copied"));
  }

  const code = (ctx) =>
    h("pre", { class: "af-hr-code", key: "code", tabindex: "0", "aria-label": ctx.w("in_code") }, of(ctx).code);

  // ---- the readings of one rule -------------------------------------------------------------------------
  function detail(ctx, name) {
    const r = known(ctx, name),
      house = of(ctx),
      now = house.now[name],
      label = `${ctx.uid}-readings-${name}`;
    if (now === undefined) return h("p", { class: "af-dim" }, ctx.w("no_such_part"));
    const named = r.items.some((x) => x.key === now);
    return h(
      "div",
      { class: "af-hr", key: `hr-${name}` },
      h("h4", { class: "af-h", id: label }, ctx.w("readings")),
      h(
        "div",
        { class: "af-hr-readings", role: "radiogroup", "aria-labelledby": label },
        r.items.map((item, n) => one(ctx, name, item, now, named ? item.key === now : n === 0)),
      ),
      r.number && number(ctx, name, named ? "" : now),
      r.procedure && h("p", { class: "af-hr-procedure" }, r.procedure),
    );
  }

  function one(ctx, name, item, now, stop) {
    const chosen = item.key === now,
      house = of(ctx),
      why = ((house.refused || {})[name] || {})[item.key],
      offered = house.offer && house.offer.name === name && house.offer.key === item.key,
      who = `${ctx.uid}-who-${name}-${item.key.replace(/\W/g, "_")}`;
    return h(
      "div",
      { class: cls("af-hr-item", chosen && "af-hr-on"), key: item.key },
      h(
        "button",
        {
          class: "af-hr-reading",
          role: "radio",
          "aria-checked": String(chosen),
          "aria-describedby": who,
          tabindex: stop ? "0" : "-1",
          "data-reading": item.key,
          "data-rule": name,
          onclick: () => flip(ctx, name, item.key),
        },
        h("span", { class: "af-hr-dot", "aria-hidden": "true" }, chosen ? "◉" : "○"),
        h(
          "span",
          {},
          item.says,
          item.key === house.base[name] && h("span", { class: "af-hr-book" }, ` ${ctx.w("the_book")}`),
          why && !offered && h("span", { class: "af-hr-why" }, ` ${ctx.w("no_game")} ${why}`),
        ),
      ),
      h("div", { class: "af-hr-who", id: who }, authorities(ctx, item)),
      offered && offer(ctx, house.offer),
    );
  }

  function authorities(ctx, item) {
    const by = new Map();
    for (const [who, status] of item.books) by.set(status, [...(by.get(status) || []), who]);
    const parts = [...by].map(([status, names]) =>
      h("span", { class: "af-hr-by", key: status || "books" }, status && knownMark(ctx, status), ` ${names.join(", ")}`),
    );
    for (const [who, name] of item.options)
      parts.push(h("span", { class: "af-hr-by", key: `o-${who}-${name}` }, `${who}: ${ctx.w("option")} “${name}”`));
    if (item.texts.length)
      parts.push(
        h(
          "details",
          { class: "af-hr-texts", key: "texts" },
          h("summary", {}, ctx.w(item.texts.length === 1 ? "one_place" : "n_places", { n: item.texts.length })),
          h(
            "ul",
            {},
            item.texts.map(([where, status], i) => h("li", { key: i }, `${where} `, knownMark(ctx, status))),
          ),
        ),
      );
    return parts.length ? parts : h("span", { class: "af-dim" }, ctx.w("nobody_has_it"));
  }

  function number(ctx, name, own) {
    const id = `${ctx.uid}-n-${name}`;
    const set = (box) => {
      if (/^\d{1,3}$/.test(box.value)) flip(ctx, name, String(Number(box.value)));
    };
    return h(
      "div",
      { class: "af-hr-number", key: "number" },
      h("label", { for: id }, ctx.w("another_number")),
      h("input", {
        id,
        type: "number",
        min: "0",
        max: "999",
        inputmode: "numeric",
        props: own ? { value: own } : {},
        onkeydown: (e) => {
          if (e.key === "Enter") {
            e.preventDefault();
            set(e.target);
          }
        },
      }),
      h(
        "button",
        { class: "af-tool", "data-k": "set", onclick: (e) => set(e.currentTarget.parentElement.querySelector("input")) },
        ctx.w("set_number"),
      ),
    );
  }

  function offer(ctx, o) {
    return h(
      "div",
      { class: "af-hr-offer", key: `offer-${o.key}`, role: "group", "aria-label": ctx.w("no_game") },
      h("p", {}, h("strong", {}, `${ctx.w("no_game")} `), o.why),
      o.mends.length > 0 && h("p", {}, ctx.w("mend_with")),
      o.mends.map((says, n) =>
        h(
          "button",
          { class: "af-button af-hr-mend", key: n, "data-mend": n, onclick: () => ctx.command("mend", n) },
          says.map((text, i) => h("span", { key: i }, text)),
        ),
      ),
      !o.mends.length && h("p", { class: "af-dim" }, ctx.w("no_mend")),
    );
  }

  // What was refused, and why, comes into view once.
  let seen = null;
  function after(ctx) {
    const o = of(ctx).offer,
      now = o ? `${ctx.s.rev} ${o.name} ${o.key}` : null;
    if (now === seen) return;
    seen = now;
    const box = now && ctx.root.querySelector(".af-hr-offer");
    if (box) box.scrollIntoView({ block: "nearest" });
  }

  // ---- keys ---------------------------------------------------------------------------------------------
  function focusReading(ctx) {
    const all = [...ctx.root.querySelectorAll(".af-hr-reading")];
    const first = all.find((b) => b.getAttribute("aria-checked") === "true") || all[0];
    if (first) first.focus();
    return Boolean(first);
  }

  function key(ctx, e, k, rowNode, openRow) {
    const here = e.target.closest(".af-hr-reading");
    const all = [...ctx.root.querySelectorAll(".af-hr-reading")];
    if (e.target.closest("summary, .af-hr-toml, .af-hr-code")) return false;
    if (here) {
      const at = all.indexOf(here);
      const to = {
        ArrowDown: all[(at + 1) % all.length],
        ArrowRight: all[(at + 1) % all.length],
        ArrowUp: all[(at - 1 + all.length) % all.length],
        ArrowLeft: all[(at - 1 + all.length) % all.length],
        Home: all[0],
        End: all[all.length - 1],
      }[k];
      if (to) {
        to.focus();
        return true;
      }
      if (k === "Escape") {
        const row = ctx.root.querySelector(`.af-rb-row[data-field="${here.dataset.rule}"]`);
        if (row) row.focus();
        return true;
      }
    }
    if (rowNode && (k === "Enter" || k === "ArrowRight")) {
      openRow(rowNode.dataset.field);
      return focusReading(ctx);
    }
    if (/^[1-9]$/.test(k) && all[Number(k) - 1]) {
      all[Number(k) - 1].focus();
      all[Number(k) - 1].click();
      return true;
    }
    if (k === "u" || k === "g") {
      if (k === "u" && !of(ctx).undo) ctx.refuse(ctx.w("nothing_changed"));
      else ctx.command(k === "u" ? "undo" : "play");
      return true;
    }
    return false;
  }

  const keys = [
    ["Enter", "key_readings"],
    ["1 … 9", "key_choose_reading"],
    ["U", "key_undo_rule"],
    ["C", "key_see_on_deal"],
    ["G", "key_play_rules"],
  ];
  return { on, board, tools, file, code, detail, after, key, keys };
}
