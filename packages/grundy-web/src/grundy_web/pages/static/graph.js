// The state graph: drag to move it, zoom with buttons, keys, pinch or the wheel after a press; positions stay links.

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
    this.fit();
  }

  /** Show all where that is readable, else the top at full size. */
  fit() {
    const [x, y, width, height] = this.whole;
    const room = this.stage.clientWidth;
    const scale = Math.min(1, Math.max(room / width, 0.8));
    const seen = Math.min(width, room / scale);
    this.tall = Math.min(height, Math.max(320, innerHeight / scale));
    this.svg.style.width = `${Math.min(room, width * scale)}px`;
    this.svg.style.height = `${this.tall * scale}px`;
    this.box = [x + (width - seen) / 2, y, seen, this.tall];
    this.draw();
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
      if (this.moved) event.preventDefault();
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
    const step = this.box[2] / 8;
    const acts = {
      "+": () => this.zoom(0.7), "=": () => this.zoom(0.7), "-": () => this.zoom(1.4), 0: () => this.show(),
      ArrowLeft: () => this.pan(-step, 0), ArrowRight: () => this.pan(step, 0), ArrowUp: () => this.pan(0, -step), ArrowDown: () => this.pan(0, step),
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
