// The game graph: arrow keys walk from position to position, Enter opens one; drag it, zoom with buttons, keys or pinch.

const LEAST = 0.1;

/** Let the picture of a figure be moved and zoomed. */
export function start(figure) {
  new Graph(figure).listen();
}

class Graph {
  constructor(figure) {
    this.figure = figure;
    this.stage = figure.querySelector(".stage");
    this.svg = this.stage.querySelector("svg");
    const box = this.svg.viewBox.baseVal;
    this.whole = [box.x, box.y, box.width, box.height];
    this.pointers = new Map();
    this.stage.classList.add("live");
    this.walk();
    this.fit();
  }

  /** Show all of it. */
  fit() {
    const [, , width, height] = this.whole;
    const scale = Math.min(1, this.stage.clientWidth / width);
    this.svg.style.width = `${width * scale}px`;
    this.svg.style.height = `${height * scale}px`;
    this.show();
  }

  /** Make the positions one Tab stop, on which arrow keys walk. */
  walk() {
    this.nodes = [...this.svg.querySelectorAll("a[data-row]")].map((link) => ({ link, row: Number(link.dataset.row), x: Number(link.dataset.x) }));
    this.nodes.forEach((node, i) => (node.link.tabIndex = i ? -1 : 0));
    this.stage.removeAttribute("tabindex");
    for (const node of this.nodes) {
      node.link.addEventListener("focus", () => {
        for (const other of this.nodes) other.link.tabIndex = other === node ? 0 : -1;
        this.here = node;
      });
    }
  }

  step(down, across) {
    const here = this.here ?? this.nodes[0];
    const open = this.nodes.filter((node) => (down ? (node.row - here.row) * down > 0 : node.row === here.row && (node.x - here.x) * across > 0));
    const far = (node) => (down ? Math.abs(node.row - here.row) * 10_000 : 0) + Math.abs(node.x - here.x);
    const next = open.sort((one, other) => far(one) - far(other))[0];
    next?.link.focus();
    if (next) this.reveal(next.link);
  }

  /** Move the picture until a position is inside. */
  reveal(link) {
    const box = link.getBBox();
    const [x, y, width, height] = this.box;
    this.pan(Math.min(0, box.x - x) + Math.max(0, box.x + box.width - x - width), Math.min(0, box.y - y) + Math.max(0, box.y + box.height - y - height));
  }

  listen() {
    const { stage, svg } = this;
    stage.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !stage.contains(document.activeElement)) return;
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, this.at(event));
    }, { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      this.moved = false;
      this.pointers.set(event.pointerId, event);
    });
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    svg.addEventListener("click", (event) => {
      if (this.moved) return event.preventDefault();
      const more = event.target.closest("a[href='#positions']");
      if (more) document.getElementById("positions").open = true;
    }, { capture: true });
    svg.addEventListener("dragstart", (event) => event.preventDefault());
    for (const button of this.figure.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => ({ in: () => this.zoom(0.7), out: () => this.zoom(1.4), all: () => this.show() })[button.dataset.zoom]());
    }
    addEventListener("resize", () => this.fit());
  }

  at(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [place.x, place.y];
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = {
      "+": () => this.zoom(0.7), "=": () => this.zoom(0.7), "-": () => this.zoom(1.4), 0: () => this.show(),
      ArrowLeft: () => this.step(0, -1), ArrowRight: () => this.step(0, 1), ArrowUp: () => this.step(-1, 0), ArrowDown: () => this.step(1, 0),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    if (!this.moved && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < 4) return;
    if (!this.moved) this.svg.setPointerCapture(event.pointerId);
    this.moved = true;
    const [now, was] = [this.at(event), this.at(before)];
    if (this.pointers.size === 1) this.pan(was[0] - now[0], was[1] - now[1]);
    else {
      const other = this.at([...this.pointers.values()].find((one) => one.pointerId !== event.pointerId));
      this.zoom(Math.hypot(was[0] - other[0], was[1] - other[1]) / (Math.hypot(now[0] - other[0], now[1] - other[1]) || 1), other);
    }
    this.pointers.set(event.pointerId, event);
  }

  pan(x, y) {
    this.box[0] += x;
    this.box[1] += y;
    this.draw();
  }

  zoom(factor, around = [this.box[0] + this.box[2] / 2, this.box[1] + this.box[3] / 2]) {
    const [, , width, height] = this.whole;
    if (this.box[2] * factor < width * LEAST && this.box[2] * factor < 200) return;
    if (this.box[2] * factor > 2 * width && this.box[3] * factor > 2 * height) return;
    this.box = this.box.map((value, i) => (i < 2 ? around[i] - (around[i] - value) * factor : value * factor));
    this.draw();
  }

  show() {
    this.box = [...this.whole];
    this.draw();
  }

  draw() {
    this.svg.setAttribute("viewBox", this.box.map((value) => value.toFixed(1)).join(" "));
  }
}
