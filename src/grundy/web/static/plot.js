// The plot of a sequence on a canvas: exact values near, counts in cells far out, both from the server.
// It draws what it has at once, in the new place, and asks for what is missing when the hand rests.

const REST = 90; // ms without movement before the server is asked
const HEIGHT = 320; // rows of cells asked for
const PAD = { top: 26, right: 14, bottom: 38, left: 14 };
const BANDS = 3;

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
    this.last = Number(data.to);
    this.view = [0, this.last];
    this.period = Number(data.period) ? [Number(data.n0), Number(data.period)] : null;
    this.log = data.log === "1";
    this.pointers = new Map();
    this.format = new Intl.NumberFormat(document.documentElement.lang);
  }

  async begin() {
    const svg = this.stage.querySelector("svg");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", svg.querySelector("title").textContent);
    this.data = await this.ask();
    if (!this.data) return;
    svg.remove();
    this.stage.classList.remove("scroll");
    this.stage.append(this.canvas);
    this.listen();
    this.draw();
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
    this.timer = setTimeout(() => this.refresh(), REST);
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

  async ask() {
    const from = Math.max(0, Math.floor(this.view[0]));
    const to = Math.min(this.last, Math.ceil(this.view[1]));
    const width = Math.max(100, Math.min(2000, Math.round(this.canvas.clientWidth || this.stage.clientWidth)));
    const query = new URLSearchParams({ ...this.query, start: from, to, width, height: HEIGHT });
    this.abort?.abort();
    this.abort = new AbortController();
    try {
      const answer = await fetch(`/explore/raster?${query}`, { signal: this.abort.signal });
      if (!answer.ok) return this.fail((await answer.json()).error.message);
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

  async refresh() {
    const found = await this.ask();
    if (!found) return;
    this.data = found;
    this.readout.textContent = "\u00a0";
    this.draw();
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

  y(value) {
    const bottom = this.canvas.clientHeight - PAD.bottom - 4;
    return bottom - (this.bent(value) / (this.bent(this.data.largest) || 1)) * (bottom - PAD.top);
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
    this.colour = (name) => style.getPropertyValue(`--${name}`) || "#000";
    this.paint = canvas.getContext("2d");
    this.paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.paint.clearRect(0, 0, width, height);
    this.paint.font = `13px ${style.fontFamily}`;
    this.left = PAD.left + this.paint.measureText(this.format.format(this.data.largest)).width + 8;
    this.shades = ["win", "lose", "accent", "muted", "border", "ink"].reduce((all, name) => ({ ...all, [name]: this.resolved(name) }), {});
    this.bands(height);
    this.frame(width, height);
    this.paint.save();
    this.paint.beginPath();
    this.paint.rect(this.left - 4, 0, width - this.left - PAD.right + 8, height - PAD.bottom + 3);
    this.paint.clip();
    if (this.data.exact) this.dots();
    else this.cells();
    this.paint.restore();
  }

  resolved(name) {
    this.probe ??= this.figure.appendChild(document.createElement("span"));
    this.probe.hidden = true;
    this.probe.className = `probe-${name}`;
    return getComputedStyle(this.probe).color;
  }

  frame(width, height) {
    const { paint } = this;
    const ground = height - PAD.bottom + 2;
    paint.lineWidth = 1;
    paint.fillStyle = this.shades.muted;
    paint.strokeStyle = this.shades.border;
    paint.textAlign = "right";
    for (const value of this.log ? powers(this.data.largest) : ticks(0, this.data.largest, 7)) {
      const y = Math.round(this.y(value)) + 0.5;
      paint.globalAlpha = 0.25;
      line(paint, this.left, y, width - PAD.right, y);
      paint.globalAlpha = 1;
      paint.fillText(this.format.format(value), this.left - 8, y + 4);
    }
    line(paint, this.left, ground + 0.5, width - PAD.right, ground + 0.5);
    paint.textAlign = "center";
    for (const heap of ticks(this.view[0], this.view[1], Math.max(2, Math.floor(width / 110)))) {
      const x = Math.round(this.x(heap)) + 0.5;
      line(paint, x, ground, x, ground + 5);
      const text = this.format.format(heap);
      const half = paint.measureText(text).width / 2;
      paint.fillText(text, Math.min(Math.max(x, half), width - half), ground + 20);
    }
    paint.textAlign = "left";
    paint.fillText("g(n)", 4, 14);
  }

  bands(height) {
    if (!this.period) return;
    const { paint } = this;
    const [n0, p] = this.period;
    const bottom = height - PAD.bottom + 2;
    if (this.x(p) - this.x(0) >= 4) {
      for (let i = 0; i < BANDS; i += 1) {
        const from = Math.max(this.left, this.x(n0 + i * p - 0.5));
        const to = this.x(n0 + (i + 1) * p - 0.5);
        if (to <= from) continue;
        paint.globalAlpha = 0.2 - 0.055 * i;
        paint.fillStyle = this.shades.accent;
        paint.fillRect(from, PAD.top - 8, Math.min(to, this.canvas.clientWidth - PAD.right) - from, bottom - PAD.top + 8);
      }
      paint.globalAlpha = 1;
    }
    const x = this.x(n0 - 0.5);
    if (x < this.left || x > this.canvas.clientWidth - PAD.right) return;
    paint.strokeStyle = paint.fillStyle = this.shades.accent;
    paint.lineWidth = 1.5;
    line(paint, x, 4, x, bottom);
    const end = x > this.canvas.clientWidth - 220;
    paint.textAlign = end ? "right" : "left";
    paint.fillText(`period ${this.format.format(p)} from ${this.format.format(n0)}`, x + (end ? -7 : 7), 14);
  }

  dots() {
    const { data, paint } = this;
    const room = this.width() / (this.view[1] - this.view[0] + 1);
    const size = Math.max(4, Math.min(9, 1.1 * room, (this.canvas.clientHeight - 70) / (data.largest + 1)));
    for (const [role, wanted] of [["win", false], ["lose", true]]) {
      paint.fillStyle = this.shades[role];
      paint.beginPath();
      for (let i = 0; i < data.data.length; i += 1) {
        if ((data.data[i] === 0) !== wanted) continue;
        const [x, y] = [this.x(data.from + i), this.y(data.data[i])];
        paint.moveTo(x + size / 2, y);
        paint.arc(x, y, size / 2, 0, 7);
      }
      paint.fill();
    }
  }

  cells() {
    const { data, paint } = this;
    const most = Math.log(Math.max(2, data.most));
    for (let row = 0; row < data.rows; row += 1) {
      const low = row * data.tall;
      const room = this.y(low - 0.5) - this.y(low + data.tall - 0.5);
      const height = Math.min(room, Math.max(3, 0.55 * room));
      const top = this.y(low + data.tall - 0.5) + (room - height) / 2;
      paint.fillStyle = this.shades[low + data.tall === 1 ? "lose" : "win"];
      for (let column = 0; column < data.columns; column += 1) {
        const count = data.data[row * data.columns + column];
        if (!count) continue;
        const x = this.x(data.from + column * data.heaps - 0.5);
        const right = this.x(Math.min(data.to + 1, data.from + (column + 1) * data.heaps) - 0.5);
        paint.globalAlpha = 0.25 + (0.75 * Math.log(count + 0.5)) / most;
        paint.fillRect(x, top, right - x + 0.3, height);
      }
    }
    paint.globalAlpha = 1;
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

function line(paint, x, y, right, bottom) {
  paint.beginPath();
  paint.moveTo(x, y);
  paint.lineTo(right, bottom);
  paint.stroke();
}

/** Round numbers from low to high, at most about so many. */
function ticks(low, high, most) {
  let step = 1;
  for (let power = 1; (high - low) / step > most; power *= 10) {
    step = [2, 5, 10].map((factor) => factor * power).find((wide) => (high - low) / wide <= most) ?? 10 * power;
  }
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

function powers(high) {
  const found = [];
  for (let at = 1; at - 1 <= high; at *= 2) found.push(at - 1);
  return found.filter((_, place) => place % Math.ceil(found.length / 8) === 0);
}
