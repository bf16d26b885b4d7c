// One module, four screens; the trait `view` chooses. The pages about texts bring two more (and their own weight).
const SCREENS = { table: tableScreen, stepper: stepperScreen, compare: compareScreen, review: reviewScreen };
if (typeof rulebookScreen === "function") Object.assign(SCREENS, { rulebook: rulebookScreen, texts: textsScreen, variorum: variorumScreen });
if (typeof builderScreen === "function") SCREENS.builder = builderScreen;

function render({ model, el, standalone }) {
  let stop = null;
  const draw = () => {
    const name = SCREENS[model.get("view")] ? model.get("view") : "table";
    if (stop) {
      stop();
      el.querySelector(":scope > .af-root")?.remove();
    }
    stop = makeShell({ model, el, standalone }, name, SCREENS[name]());
  };
  draw();
  model.on("change:view", draw); // a builder becomes a table, and a table a builder again
  return () => {
    model.off("change:view", draw);
    stop();
  };
}

// A model without Python behind it: for one self-contained page.
function stillModel(traits) {
  const handlers = {};
  return {
    get: (k) => traits[k],
    set(k, v) {
      traits[k] = v;
      (handlers[`change:${k}`] || []).forEach((f) => f());
    },
    save_changes() {},
    send() {},
    on(names, f) {
      for (const n of names.split(" ")) (handlers[n] ??= []).push(f);
    },
    off(names, f) {
      for (const n of names.split(" ")) handlers[n] = (handlers[n] || []).filter((g) => g !== f);
    },
  };
}

// Draw a screen from plain data: {view, state, art, cites, terms, words, four_colour}.
export function boot(el, data) {
  const { art, words, ...rest } = data;
  return render({
    model: stillModel({ view: "stepper", _art: art, _words: words || {}, ...rest }),
    el,
    standalone: true,
  });
}

export default { render };
