// The plot of a sequence on a canvas: exact values near, counts in cells far out, both from the server.
// It draws what it has at once, in the new place, and asks for what is missing when the hand rests.

import { ask } from "./engine.js";
import { bands, cells, dots, frame } from "./plot_paint.js";

const REST = 90; // ms without movement before the server is asked again
const HEIGHT = 320; // rows of cells asked for
const PATIENCE = [4, 12, 20, 20, 20]; // seconds for values that are not known yet, one request after the other
const PAD = { top: 26, right: 14, bottom: 72, left: 14 };

/** Turn the still picture of a figure into one that can be zoomed and moved. */
export function start(figure) {
  if (figure.dataset.form !== "n") return; // sizes of boards: the still picture is all there is
  new Plot(figure).begin();
}

class Plot {
  constructor(figure) {
    const data = figure.dataset;
    this.figure = figure;
    this.stage = figure.querySelector(".stage");
    this.readout = figure.querySelector(".readout");
    this.canvas = document.createElement("canvas");
    this.query = { g: data.g, play: data.play };
    this.other = data.other;
    this.last = Number(data.to);
    this.view = [0, this.last];
    this.period = Number(data.period) ? [Number(data.n0), Number(data.period)] : null;
    this.log = data.log === "1";
    this.pad = { ...PAD, bottom: this.period ? PAD.bottom : 44 }; // room for brackets
    this.pointers = new Map();
    this.format = new Intl.NumberFormat(document.documentElement.lang);
  }

  async begin() {
    const svg = this.stage.querySelector("svg");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", svg.querySelector("title").textContent);
    await this.refresh();
  }

  /** Put the canvas in the place of the still picture. */
  open() {
    this.stage.querySelector("svg").remove();
    this.figure.querySelector(".stopped")?.remove();
    this.stage.classList.remove("scroll");
    this.stage.append(this.canvas);
    this.listen();
  }

  listen() {
    const { canvas, stage } = this;
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    new MutationObserver(() => this.draw()).observe(document.documentElement, { attributes: true });
    stage.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) canvas.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener("dblclick", (event) => this.zoom(0.25, this.heapAt(event)));
    document.getElementById("log")?.addEventListener("click", (event) => this.toggleLog(event));
    for (const link of document.querySelectorAll("#reach ~ a:not(#log)")) link.addEventListener("click", (event) => this.reach(event, link));
  }

  // What is shown

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [low, high] = this.view;
    const step = (high - low) / 5;
    const acts = {
      "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2), 0: () => this.show(0, this.last),
      ArrowLeft: () => this.show(low - step, high - step), ArrowRight: () => this.show(low + step, high + step),
      Home: () => this.show(0, high - low), End: () => this.show(this.last - (high - low), this.last),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  wheel(event) {
    if (!event.ctrlKey && document.activeElement !== this.stage) return;
    event.preventDefault();
    this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.heapAt(event));
  }

  down(event) {
    this.stage.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return this.tell(event);
    const scale = (this.view[1] - this.view[0]) / this.width();
    if (this.pointers.size === 1) {
      const by = (before.clientX - event.clientX) * scale;
      this.show(this.view[0] + by, this.view[1] + by);
    } else {
      const other = [...this.pointers.values()].find((one) => one.pointerId !== event.pointerId);
      const was = Math.abs(before.clientX - other.clientX) || 1;
      this.zoom(was / (Math.abs(event.clientX - other.clientX) || 1), this.heapAt(other));
    }
    this.pointers.set(event.pointerId, event);
  }

  zoom(factor, around = (this.view[0] + this.view[1]) / 2) {
    const [low, high] = this.view;
    this.show(around - (around - low) * factor, around + (high - around) * factor);
  }

  show(low, high) {
    const span = Math.min(this.last, Math.max(10, high - low));
    low = Math.max(0, Math.min(low, this.last - span));
    this.view = [low, low + span];
    this.draw();
    clearTimeout(this.timer);
    const now = performance.now();
    const rested = now - (this.moved ?? -REST) >= REST; // a single step is asked for at once
    this.moved = now;
    this.timer = setTimeout(() => this.refresh(), rested ? 0 : REST);
  }

  toggleLog(event) {
    event.preventDefault();
    this.log = !this.log;
    event.currentTarget.toggleAttribute("aria-current");
    if (this.log) event.currentTarget.setAttribute("aria-current", "true");
    this.draw();
  }

  async reach(event, link) {
    event.preventDefault();
    const address = new URL(link.href);
    this.last = Number(address.searchParams.get("to"));
    this.view = [0, this.last];
    for (const other of document.querySelectorAll("#reach ~ a:not(#log)")) other.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    history.replaceState(history.state, "", address);
    this.stage.setAttribute("aria-busy", "true");
    await this.refresh();
    this.stage.removeAttribute("aria-busy");
  }

  // What comes from the server

  /** Return a stretch, a limit that came before its first value, or null where there is nothing to wait for. */
  async ask(seconds, g = this.query.g) {
    const from = Math.max(0, Math.floor(this.view[0]));
    const to = Math.min(this.last, Math.ceil(this.view[1]));
    const width = Math.max(100, Math.min(2000, Math.round(this.canvas.clientWidth || this.stage.clientWidth)));
    const query = new URLSearchParams({ ...this.query, g, start: from, to, width, height: HEIGHT, t: seconds });
    this.abort?.abort();
    this.abort = new AbortController();
    try {
      const answer = await ask(`explore/raster?${query}`, { signal: this.abort.signal });
      if (!answer.ok) {
        const { error } = await answer.json();
        return error.code === "limit" ? { status: "limit" } : this.fail(error.message);
      }
      const head = JSON.parse(answer.headers.get("x-raster"));
      const bytes = await answer.arrayBuffer();
      head.data = new Uint16Array(bytes);
      return head;
    } catch (error) {
      if (error.name !== "AbortError") this.fail(String(error.message));
      return null;
    }
  }

  fail(message) {
    this.readout.textContent = message;
    return null;
  }

  /** Ask until all that is in view is known, or a long time brought nothing; what is known is drawn meanwhile. */
  async refresh() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    for (const seconds of PATIENCE) {
      const found = await this.ask(seconds);
      if (!found || turn !== this.turn) return;
      const further = found.data && found.to > (this.known ?? -1);
      if (found.data) this.take(found);
      const over = seconds === PATIENCE.at(-1) && !further;
      this.arriving(found.status === "limit", over);
      if (found.exact && this.other) await this.compare(turn);
      if (found.status !== "limit" || over) return;
    }
    this.arriving(true, true);
  }

  /** Ask for the same heaps of the other rule. */
  async compare(turn) {
    const found = await this.ask(PATIENCE[0], this.other);
    if (turn !== this.turn || !found?.exact) return;
    this.second = found;
    this.draw();
  }

  take(found) {
    this.second = null;
    if (!this.data) this.open();
    this.data = found;
    this.known = Math.max(this.known ?? 0, found.to);
    this.readout.textContent = "\u00a0";
    this.caption();
    this.draw();
  }

  /** Say how far the values are known while there are more to come, or that no more came. */
  arriving(some, over) {
    const note = this.figure.querySelector(".arriving");
    note.hidden = !some;
    if (some) note.textContent = note.dataset[over ? "stopped" : "text"].replace("{to}", this.format.format(this.known ?? 0));
  }

  caption() {
    const what = this.figure.querySelector(".what");
    const slots = { start: this.data.from, to: this.data.to, most: this.data.largest };
    what.textContent = what.dataset.text.replace(/\{(\w+)\}/g, (_, name) => this.format.format(slots[name]));
  }

  // Drawing

  width() {
    return this.canvas.clientWidth - this.left - PAD.right;
  }

  x(heap) {
    return this.left + ((heap + 0.5 - this.view[0]) / (this.view[1] - this.view[0] + 1)) * this.width();
  }

  heapAt(event) {
    const at = event.clientX - this.canvas.getBoundingClientRect().left - this.left;
    return this.view[0] + (at / this.width()) * (this.view[1] - this.view[0] + 1) - 0.5;
  }

  bent(value) {
    return this.log ? Math.log2(1 + Math.max(0, value)) : value + 0.5;
  }

  most() {
    return Math.max(this.data.largest, this.second?.largest ?? 0);
  }

  y(value) {
    const bottom = this.canvas.clientHeight - this.pad.bottom - 4;
    return bottom - (this.bent(value) / (this.bent(this.most()) || 1)) * (bottom - PAD.top);
  }

  draw() {
    if (!this.data || !this.canvas.isConnected) return;
    const { canvas } = this;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const style = getComputedStyle(canvas);
    this.paint = canvas.getContext("2d");
    this.paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.paint.clearRect(0, 0, width, height);
    this.paint.font = `13px ${style.fontFamily}`;
    this.left = PAD.left + this.paint.measureText(this.format.format(this.most())).width + 8;
    this.shades = {};
    for (const name of ["accent", "muted", "border", "ink", ...Array.from({ length: 10 }, (_, i) => `v${i}`)]) this.shades[name] = this.resolved(name);
    bands(this, height);
    frame(this, width, height);
    this.paint.save();
    this.paint.beginPath();
    this.paint.rect(this.left - 4, 0, width - this.left - PAD.right + 8, height - this.pad.bottom + 3);
    this.paint.clip();
    if (this.data.exact) dots(this);
    else cells(this);
    this.paint.restore();
  }

  resolved(name) {
    this.probe ??= this.figure.appendChild(document.createElement("span"));
    this.probe.hidden = true;
    this.probe.style.color = `var(--${name})`;
    return getComputedStyle(this.probe).color;
  }

  tell(event) {
    const { data } = this;
    const heap = Math.round(this.heapAt(event));
    if (heap < data.from || heap > data.to) return;
    if (data.exact) {
      this.readout.textContent = `g(${this.format.format(heap)}) = ${this.format.format(data.data[heap - data.from])}`;
      return;
    }
    const column = Math.floor((heap - data.from) / data.heaps);
    const first = data.from + column * data.heaps;
    const last = Math.min(data.to, first + data.heaps - 1);
    const found = [];
    for (let row = 0; row < data.rows; row += 1) {
      const count = data.data[row * data.columns + column];
      if (count) found.push([count, row * data.tall]);
    }
    found.sort((a, b) => b[0] - a[0]);
    const told = found.slice(0, 6).map(([count, value]) => `${this.format.format(value)} ×${this.format.format(count)}`);
    this.readout.textContent = `n = ${this.format.format(first)}–${this.format.format(last)}: ${told.join(", ")}${found.length > 6 ? " …" : ""}`;
  }
}
