// A list that shows the rows in view alone, however many there are.
const ROW = 26;

class VirtualList {
  // `row(item, element)` fills a row; `act(item)` is what a click on it does.
  constructor(element, row, act) {
    this.element = element;
    this.row = row;
    this.items = [];
    this.body = document.createElement("div");
    this.body.className = "rows";
    element.append(this.body);
    element.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(element);
    element.addEventListener("click", (event) => {
      const found = event.target.closest(".row");
      if (found) act(this.items[Number(found.dataset.place)]);
    });
    element.addEventListener("keydown", (event) => this.#move(event));
  }

  show(items) {
    this.items = items;
    this.body.style.height = items.length * ROW + "px";
    this.draw();
  }

  draw() {
    const { scrollTop, clientHeight } = this.element;
    const from = Math.max(0, Math.floor(scrollTop / ROW) - 4);
    const to = Math.min(this.items.length, Math.ceil((scrollTop + clientHeight) / ROW) + 4);
    const focused = this.body.contains(document.activeElement) ? document.activeElement.dataset.place : null;
    const rows = [];
    for (let place = from; place < to; place += 1) {
      const element = document.createElement("button");
      element.type = "button";
      element.className = "row";
      element.dataset.place = place;
      element.style.top = place * ROW + "px";
      element.setAttribute("role", "listitem");
      this.row(this.items[place], element);
      rows.push(element);
    }
    this.body.replaceChildren(...rows);
    if (focused !== null) this.body.querySelector(`[data-place="${focused}"]`)?.focus({ preventScroll: true });
  }

  reveal(place) {
    const top = place * ROW;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop + ROW || top > scrollTop + clientHeight - 2 * ROW) {
      this.element.scrollTop = top - clientHeight / 2;
    }
    this.draw();
  }

  // Up and down go from row to row.
  #move(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target.closest(".row");
    if (!step || !row) return;
    event.preventDefault();
    event.stopPropagation();
    const place = Number(row.dataset.place) + step;
    if (place < 0 || place >= this.items.length) return;
    this.reveal(place);
    this.body.querySelector(`[data-place="${place}"]`)?.focus({ preventScroll: true });
  }
}

// An element with its class, its text or its children.
function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}
