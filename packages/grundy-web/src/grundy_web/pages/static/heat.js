// The map of two heaps: a cell says what it is; pressed, it is played. Arrow keys walk, Enter plays. Larger maps are painted.

import { ask, go } from "./engine.js";

const SVG = "http://www.w3.org/2000/svg";
const [OTHER, NONE] = [65534, 65535]; // words of the server: not lost, value unknown; no such position
const EDGE = 40; // px for the numbers of a painted map

/** Let the cells of the map in a figure be asked. */
export function start(figure) {
  new Heat(figure).listen();
}

class Heat {
  constructor(figure) {
    const data = figure.dataset;
    this.figure = figure;
    this.stage = figure.querySelector(".stage");
    this.readout = figure.querySelector(".readout");
    this.cells = JSON.parse(document.getElementById("cells").textContent);
    this.slopes = JSON.parse(data.slopes);
    [this.size, this.first] = [Number(data.cell), Number(data.start)];
    [this.ruleset, this.play, this.form] = [data.g, data.play, data.form];
    this.grid = this.stage.querySelector("svg > g");
    this.mark = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ width: this.size, height: this.size, fill: "none", class: "stroke-ink", "stroke-width": 2, "pointer-events": "none" })) this.mark.setAttribute(name, value);
    this.at = null;
  }

  listen() {
    this.stage.addEventListener("pointermove", (event) => this.point(this.cellAt(event)));
    this.stage.addEventListener("click", (event) => {
      if (event.target.closest("a")) return;
      this.point(this.cellAt(event));
      this.open();
    });
    this.stage.addEventListener("keydown", (event) => this.key(event));
    this.stage.addEventListener("focus", () => this.point(this.at ?? [0, 0]));
    for (const button of this.figure.querySelectorAll("[data-side]")) button.addEventListener("click", () => this.grow(button));
  }

  /** Fetch and paint the map of all heaps below the number of a button. */
  async grow(button) {
    const side = Number(button.dataset.side);
    this.stage.setAttribute("aria-busy", "true");
    this.readout.textContent = "…";
    try {
      const answer = await ask(`explore/table?${new URLSearchParams({ g: this.ruleset, play: this.play, side })}`);
      if (!answer.ok) {
        this.readout.textContent = (await answer.json()).error.message;
        return;
      }
      this.words = new Uint16Array(await answer.arrayBuffer());
    } finally {
      this.stage.removeAttribute("aria-busy");
    }
    for (const other of this.figure.querySelectorAll("[data-side]")) other.setAttribute("aria-pressed", String(other === button));
    [this.side, this.first, this.at] = [side, 0, null];
    this.readout.textContent = "\u00a0";
    if (!this.canvas) {
      this.canvas = document.createElement("canvas");
      this.canvas.setAttribute("role", "img");
      this.canvas.setAttribute("aria-label", this.stage.querySelector("title").textContent);
      this.stage.replaceChildren(this.canvas);
      new ResizeObserver(() => this.paint()).observe(this.canvas);
      new MutationObserver(() => this.paint()).observe(document.documentElement, { attributes: true });
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
    }
    this.paint();
  }

  paint() {
    const { canvas, side, words } = this;
    const ratio = devicePixelRatio || 1;
    const wide = Math.round(canvas.clientWidth * ratio);
    [canvas.width, canvas.height] = [wide, wide];
    const edge = EDGE * ratio;
    const room = wide - edge;
    const [win, lose, accent, muted] = ["win", "lose", "accent", "muted"].map((name) => this.colour(name));
    const small = document.createElement("canvas");
    [small.width, small.height] = [side, side];
    const inside = small.getContext("2d");
    const picture = inside.createImageData(side, side);
    const most = words.reduce((most, word) => (word < OTHER && word > most ? word : most), 1);
    words.forEach((word, i) => {
      if (word === NONE) return;
      const share = word === OTHER ? 0.12 : word ? 0.1 + (0.62 * word) / most : 1;
      picture.data.set([...(word ? win : lose), 255 * share], 4 * i);
    });
    inside.putImageData(picture, 0, 0);
    const paint = canvas.getContext("2d");
    paint.imageSmoothingEnabled = false;
    paint.drawImage(small, edge, edge, room, room);
    paint.font = `${13 * ratio}px ${getComputedStyle(canvas).fontFamily}`;
    paint.fillStyle = `rgb(${muted})`;
    const cell = room / side;
    const step = side > 250 ? 50 : side > 120 ? 25 : 10;
    for (let heap = 0; heap < side; heap += step) {
      paint.textAlign = "center";
      paint.fillText(heap, edge + (heap + 0.5) * cell, edge - 8 * ratio);
      paint.textAlign = "right";
      paint.fillText(heap, edge - 6 * ratio, edge + (heap + 0.5) * cell + 4 * ratio);
    }
    paint.strokeStyle = paint.fillStyle = `rgb(${accent})`;
    paint.lineWidth = 1.5 * ratio;
    for (const [down, across] of this.slopes) {
      const far = Math.min(side / down, side / across) * cell;
      paint.beginPath();
      paint.moveTo(edge, edge);
      paint.lineTo(edge + across * far, edge + down * far);
      paint.stroke();
      paint.textAlign = "right";
      paint.fillText((down / across).toFixed(3), edge + across * far - 8 * ratio, edge + down * far - 12 * ratio);
    }
    if (this.at) paint.strokeRect(edge + this.at[1] * cell - 2, edge + this.at[0] * cell - 2, cell + 4, cell + 4);
  }

  colour(name) {
    this.stage.style.color = `var(--${name})`;
    const found = getComputedStyle(this.stage).color.match(/[\d.]+/g).slice(0, 3).map(Number);
    this.stage.style.color = "";
    return found;
  }

  cellAt(event) {
    if (this.canvas) {
      const box = this.canvas.getBoundingClientRect();
      return [event.clientY - box.top, event.clientX - box.left].map((at) => Math.floor(((at - EDGE) / (box.width - EDGE)) * this.side));
    }
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.grid.getScreenCTM().inverse());
    return [Math.floor(place.y / this.size), Math.floor(place.x / this.size)];
  }

  key(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    const [row, column] = this.at ?? [0, 0];
    if (step) {
      event.preventDefault();
      this.point([row + step[0], column + step[1]]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.open();
    }
  }

  /** The value of a cell: undefined outside of the map, -1 without a position, null if it is unknown. */
  value([row, column]) {
    if (!this.canvas) return this.cells[row]?.[column];
    if (Math.min(row, column) < 0 || Math.max(row, column) >= this.side) return undefined;
    const word = this.words[row * this.side + column];
    return word === NONE ? -1 : word === OTHER ? null : word;
  }

  point([row, column]) {
    const value = this.value([row, column]);
    if (value === undefined) return;
    this.at = [row, column];
    if (this.canvas) this.paint();
    else {
      this.mark.setAttribute("x", column * this.size);
      this.mark.setAttribute("y", row * this.size);
      if (!this.mark.isConnected) this.grid.append(this.mark);
    }
    const said = value === null ? "?" : value < 0 ? "–" : value === 0 ? "g = 0, P" : `g = ${value}`;
    this.readout.textContent = `(${row + this.first}, ${column + this.first}): ${said}`;
    this.readout.setAttribute("aria-live", "polite");
  }

  open() {
    if (!this.at || (this.value(this.at) ?? 0) < 0) return;
    const [a, b] = this.at.map((place) => place + this.first);
    const position = this.form ? this.form.replace("m", a).replace("n", b) : `${a} ${b}`;
    const query = new URLSearchParams({ g: `${this.ruleset}: ${position}` });
    if (this.play !== "normal") query.set("misere", "1");
    go(`play?${query}`);
  }
}
