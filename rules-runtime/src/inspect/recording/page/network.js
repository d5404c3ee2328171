// The Rete network, drawn: layers from fact types down to rules, as few crossings as some sweeps find.
const SVG = "http://www.w3.org/2000/svg";
const CHAR = 6.7;
const LONGEST = 34;
const GAP = 22;
const LAYER = 50;
const HEIGHT = 30;

function svg(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Places for nodes, given the numbers of the nodes at both ends of each edge. Edges lead to later nodes.
function layOut(nodes, edges) {
  const layer = nodes.map(() => 0);
  for (const [from, to] of [...edges].sort((a, b) => a[1] - b[1])) {
    layer[to] = Math.max(layer[to], layer[from] + 1);
  }
  const last = Math.max(0, ...layer);
  nodes.forEach((node, number) => {
    if (node.role === "Rule" || node.role === "Query") layer[number] = last;
  });
  const layers = Array.from({ length: last + 1 }, () => []);
  nodes.forEach((_, number) => layers[layer[number]].push(number));
  const [above, below] = [nodes.map(() => []), nodes.map(() => [])];
  for (const [from, to] of edges) {
    above[to].push(from);
    below[from].push(to);
  }
  const width = nodes.map((node) => Math.max(70, Math.min(LONGEST, node.text.length) * CHAR + 22));
  const center = nodes.map(() => 0);
  // Puts a layer's nodes side by side, each as near as it may be to where it wants to be.
  const settle = (row, wish) => {
    row.sort((a, b) => wish[a] - wish[b] || a - b);
    let right = -Infinity;
    let off = 0;
    for (const node of row) {
      center[node] = Math.max(wish[node], right + GAP + width[node] / 2);
      right = center[node] + width[node] / 2;
      off += center[node] - wish[node];
    }
    for (const node of row) center[node] -= off / row.length;
  };
  for (const row of layers) {
    const wish = [];
    row.forEach((node, at) => (wish[node] = (at - row.length / 2) * 140));
    settle(row, wish);
  }
  for (let sweep = 0; sweep < 12; sweep += 1) {
    const [order, neighbours] = sweep % 2 ? [[...layers].reverse(), below] : [layers, above];
    for (const row of order) {
      const wish = [];
      for (const node of row) {
        const near = neighbours[node];
        wish[node] = near.length
          ? near.reduce((sum, other) => sum + center[other], 0) / near.length
          : center[node];
      }
      settle(row, wish);
    }
  }
  const left = Math.min(0, ...nodes.map((_, node) => center[node] - width[node] / 2));
  const boxes = nodes.map((_, node) => ({
    x: center[node] - width[node] / 2 - left + GAP,
    y: 12 + layer[node] * LAYER,
    width: width[node],
  }));
  const whole = Math.max(200, ...boxes.map((box) => box.x + box.width)) + GAP;
  return { boxes, width: whole, height: layers.length * LAYER };
}

class NetworkView {
  constructor(parent, data, chooseRule) {
    this.nodes = data.nodes.map(([role, text, rules]) => ({ role, text, rules }));
    const { boxes, width, height } = layOut(this.nodes, data.edges);
    const edges = data.edges.map(([from, to, role]) => {
      const [a, b] = [boxes[from], boxes[to]];
      const [x1, y1, x2, y2] = [a.x + a.width / 2, a.y + HEIGHT, b.x + b.width / 2, b.y];
      const middle = (y1 + y2) / 2;
      return svg("path", { d: `M${x1},${y1} C${x1},${middle} ${x2},${middle} ${x2},${y2}`, class: "edge " + role });
    });
    this.groups = this.nodes.map((node, number) => this.#draw(node, boxes[number], chooseRule));
    this.edges = data.edges.map(([from, to], number) => ({ from, to, path: edges[number] }));
    this.drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Rete network" },
      ...edges, ...this.groups);
    this.width = width;
    parent.append(this.drawing);
    this.parent = parent;
    // As large as the frame has room for its height, if it can be read then, and no larger than it is. The frame has
    // a padding, and a bar to scroll sideways.
    const [across, down] = [parent.clientWidth / width, (parent.clientHeight - 28) / height];
    this.zoom(Math.min(1, Math.max(0.75, across), Math.max(0.6, down)));
  }

  #draw(node, box, chooseRule) {
    const short = node.text.length > LONGEST ? node.text.slice(0, LONGEST - 1) + "…" : node.text;
    const label = svg("text", { x: box.width / 2, y: HEIGHT / 2 + 4 }, short);
    const title = svg("title", {}, `${roleName(node.role)}: ${node.text}` +
      (node.rules.length > 1 ? `\nshared by ${node.rules.join(", ")}` : ""));
    const shape = svg("rect", { width: box.width, height: HEIGHT, rx: node.role === "FactType" ? HEIGHT / 2 : 4 });
    const group = svg("g", { class: "node " + node.role, transform: `translate(${box.x},${box.y})` }, title, shape, label);
    if (node.role === "Rule") {
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", "rule " + node.text);
      group.addEventListener("click", () => chooseRule(node.text));
      group.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          chooseRule(node.text);
        }
      });
    }
    return group;
  }

  // Scrolls the drawing, and nothing else, so that a node stands in its middle; up or down no farther than must be.
  #reveal(group) {
    const [node, frame] = [group.getBoundingClientRect(), this.parent.getBoundingClientRect()];
    const [above, below] = [node.top - frame.top - 8, node.bottom - frame.top - this.parent.clientHeight + 8];
    this.parent.scrollBy(node.left + node.width / 2 - frame.left - frame.width / 2,
      above < 0 ? above : Math.max(0, below));
  }

  zoom(scale) {
    this.scale = Math.min(2, Math.max(0.2, scale));
    this.drawing.style.width = this.width * this.scale + "px";
  }

  // Marks the way to a rule, and what a change has touched.
  mark(chosen, firedRule, changedTypes) {
    const onWay = this.nodes.map((node) => chosen !== null && (node.rules.includes(chosen) ||
      (node.role === "Rule" && node.text === chosen)));
    // Fact types and alpha memories before those.
    for (const { from, to } of [...this.edges].reverse()) {
      if (onWay[to] && this.nodes[to].role !== "Query") onWay[from] = true;
    }
    this.nodes.forEach((node, number) => {
      const classes = this.groups[number].classList;
      classes.toggle("way", onWay[number]);
      classes.toggle("chosen", node.role === "Rule" && node.text === chosen);
      classes.toggle("active", (node.role === "Rule" && node.text === firedRule) ||
        (node.role === "FactType" && changedTypes.has(node.text)));
    });
    for (const { from, to, path } of this.edges) path.classList.toggle("way", onWay[from] && onWay[to]);
    const shown = chosen ?? firedRule;
    if (shown !== this.shown) {
      this.shown = shown;
      const place = this.nodes.findIndex((node) => node.role === "Rule" && node.text === shown);
      if (place >= 0) this.#reveal(this.groups[place]);
    }
  }
}

function roleName(role) {
  return role.replace(/(?<=[a-z])[A-Z]/g, (letter) => " " + letter.toLowerCase()).toLowerCase();
}
