// A small virtual DOM. Screens are functions from state to a tree; patch() carries the tree onto the page.
// Nodes with the same key stay the same nodes, so focus, hover and animations survive every update.
const SVG_NS = "http://www.w3.org/2000/svg";

function h(tag, attrs, ...kids) {
  const a = attrs || {};
  return { tag, attrs: a, key: a.key, memo: a.memo, kids: flat(kids, []) };
}

function flat(list, out) {
  for (const k of list) {
    if (k === null || k === undefined || k === false || k === true) continue;
    if (Array.isArray(k)) flat(k, out);
    else out.push(typeof k === "object" ? k : { text: String(k) });
  }
  return out;
}

const RESERVED = new Set(["key", "memo", "lazy", "props"]);

function setAttr(node, name, value) {
  if (name.startsWith("on")) {
    node[name] = value || null;
    return;
  }
  if (name === "style") {
    for (const k of [...node.style]) if (!value || !(k in value)) node.style.removeProperty(k);
    for (const [k, v] of Object.entries(value || {})) node.style.setProperty(k, String(v));
    return;
  }
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

function create(v, ns) {
  if (v.text !== undefined) {
    v.el = document.createTextNode(v.text);
    return v.el;
  }
  const space = v.tag === "svg" ? SVG_NS : ns;
  v.el = space ? document.createElementNS(space, v.tag) : document.createElement(v.tag);
  if (v.tag === "button") v.el.type = "button";
  update(v.el, { attrs: {}, kids: [] }, v, space);
  return v.el;
}

function update(node, old, v, ns) {
  v.el = node;
  const names = new Set([...Object.keys(old.attrs), ...Object.keys(v.attrs)]);
  for (const name of names) {
    if (RESERVED.has(name)) continue;
    const a = old.attrs[name],
      b = v.attrs[name];
    if (a !== b) setAttr(node, name, b);
  }
  if (v.attrs.props) Object.assign(node, v.attrs.props);
  if (v.memo !== undefined && v.memo === old.memo) {
    v.kids = old.kids;
    return;
  }
  if (v.attrs.lazy) v.kids = flat([v.attrs.lazy()], []);
  children(node, old.kids, v.kids, ns);
}

function children(node, olds, news, ns) {
  const keyed = new Map(),
    loose = [];
  for (const o of olds) o.key !== undefined ? keyed.set(o.key, o) : loose.push(o);
  const match = news.map((v) => {
    if (v.key !== undefined) {
      const o = keyed.get(v.key);
      if (o && o.tag === v.tag) {
        keyed.delete(v.key);
        return o;
      }
      return null;
    }
    const i = loose.findIndex((o) => o.tag === v.tag && (o.text === undefined) === (v.text === undefined));
    return i < 0 ? null : loose.splice(i, 1)[0];
  });
  // Remove first: the nodes that stay then mostly stand where they should, and need not be moved.
  for (const o of keyed.values()) o.el.remove();
  for (const o of loose) o.el.remove();
  news.forEach((v, i) => {
    const o = match[i];
    if (!o) create(v, ns);
    else if (v.text !== undefined) {
      v.el = o.el;
      if (o.text !== v.text) o.el.data = v.text;
    } else update(o.el, o, v, ns || (v.tag === "svg" ? SVG_NS : undefined));
    if (node.childNodes[i] !== v.el) node.insertBefore(v.el, node.childNodes[i] || null);
  });
}

// One mounted tree; patch() replaces it in place.
function mount(host, v) {
  host.append(create(v));
  return {
    node: v.el,
    tree: v,
    patch(next) {
      update(this.node, this.tree, next, undefined);
      this.tree = next;
    },
  };
}

const cls = (...names) => names.filter(Boolean).join(" ");

function fill(text, facts) {
  return String(text).replace(/\{(\w+)\}/g, (all, k) => (facts && k in facts ? String(facts[k]) : all));
}
