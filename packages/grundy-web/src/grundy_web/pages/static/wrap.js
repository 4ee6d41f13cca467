// The values in rows of equal length: the slider sets the length until the columns line up.

import { ask } from "./engine.js";
import { valueColours } from "./value_colours.js";

const TALL = 30; // px of a row at most
const DIGITS = 18; // px of a cell at least in which its value is written
const PALE = 0.45; // opacity before the period
const FIRST = 2000; // values asked for at once
const MOST = 104_000;

/** Turn the still rows of a card into rows that the slider wraps again. */
export function start(card) {
  if (card.dataset.form === "n") new Wrap(card).begin();
  else card.querySelector("input[type=range]").addEventListener("change", (event) => event.target.form.requestSubmit()); // drawn by the server
}

class Wrap {
  constructor(card) {
    const data = card.dataset;
    Object.assign(this, { card, data, values: new Uint16Array(0), most: MOST });
    this.stage = card.querySelector(".stage");
    this.slider = card.querySelector("input[type=range]");
    this.output = card.querySelector("output");
    this.line = card.querySelector(".stands");
    this.canvas = document.createElement("canvas");
    this.small = document.createElement("canvas"); // one pixel a value
    [this.n0, this.period, this.saltus] = [data.n0, data.period, data.saltus].map(Number);
    this.proved = data.status === "proved";
    this.format = new Intl.NumberFormat(document.documentElement.lang);
  }

  async begin() {
    await this.ask(FIRST - 1);
    if (!this.values.length) return;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", this.stage.querySelector("title").textContent);
    this.stage.replaceChildren(this.canvas);
    this.slider.addEventListener("input", () => this.soon());
    for (const button of this.card.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => {
        this.slider.value = Number(this.slider.value) + Number(button.dataset.step);
        this.soon();
      });
    }
    this.slider.form.addEventListener("submit", (event) => event.preventDefault());
    new ResizeObserver(() => this.soon()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.soon());
    new MutationObserver(() => this.soon()).observe(document.documentElement, { attributes: true });
    document.fonts.ready.then(() => this.soon());
  }

  /** Ask for the values of heaps 0 to `to`; keep what is known if they take too long. */
  async ask(to) {
    if (this.asking || to < this.values.length) return;
    this.asking = true;
    try {
      const query = new URLSearchParams({ g: this.data.g, play: this.data.play, to, form: "u16" });
      const answer = await ask(`explore/values?${query}`);
      if (answer.ok) this.values = new Uint16Array(await answer.arrayBuffer());
      else this.most = this.values.length;
    } catch {
      this.most = this.values.length;
    } finally {
      this.asking = false;
    }
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  draw() {
    const { canvas, values } = this;
    const length = Number(this.slider.value);
    this.output.textContent = length;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((side) => Math.round(side * ratio));
    if (!width) return;
    Object.assign(canvas, canvas.width === width && canvas.height === height ? {} : { width, height });
    const wide = width / length;
    const digits = wide >= DIGITS * ratio;
    const tall = Math.max(2, Math.round(Math.min(TALL * ratio, digits ? TALL * ratio : wide * 0.6)));
    const rows = Math.floor(height / tall);
    const wanted = Math.min(rows * length, this.most);
    const shown = Math.min(wanted, values.length);
    const paint = canvas.getContext("2d");
    paint.clearRect(0, 0, width, height);
    if (digits) this.cells(paint, shown, { length, wide, tall, ratio });
    else this.pixels(paint, shown, { length, width, tall });
    this.say(length, shown);
    if (values.length < wanted) this.ask(wanted - 1).then(() => this.values.length > values.length && this.soon());
  }

  /** Each value is one pixel of a small picture, which is then enlarged. */
  pixels(paint, shown, { length, width, tall }) {
    const rows = Math.ceil(shown / length);
    Object.assign(this.small, { width: length, height: rows });
    const inside = this.small.getContext("2d");
    const picture = inside.createImageData(length, rows);
    const words = new Uint32Array(picture.data.buffer);
    const full = valueColours.map((colour) => (0xff000000 | Number(`0x${colour.slice(5)}${colour.slice(3, 5)}${colour.slice(1, 3)}`)) >>> 0);
    const pale = full.map((word) => ((word & 0xffffff) | (Math.round(255 * PALE) << 24)) >>> 0);
    const early = Math.min(this.period ? this.n0 : 0, shown);
    for (let heap = 0; heap < early; heap += 1) words[heap] = pale[this.values[heap] % 10];
    for (let heap = early; heap < shown; heap += 1) words[heap] = full[this.values[heap] % 10];
    inside.putImageData(picture, 0, 0);
    paint.imageSmoothingEnabled = false;
    paint.drawImage(this.small, 0, 0, width, rows * tall);
  }

  cells(paint, shown, { length, wide, tall, ratio }) {
    const style = getComputedStyle(this.canvas);
    const gap = 2 * ratio;
    paint.font = `600 ${13 * ratio}px ${style.fontFamily}`;
    paint.textAlign = "center";
    paint.textBaseline = "middle";
    for (let heap = 0; heap < shown; heap += 1) {
      const [column, y] = [heap % length, Math.floor(heap / length) * tall];
      const [x, right] = [Math.round(column * wide), Math.round((column + 1) * wide)];
      const early = this.period && heap < this.n0;
      paint.globalAlpha = early ? PALE : 1;
      paint.fillStyle = valueColours[this.values[heap] % 10];
      paint.fillRect(x, y, right - x - gap, tall - gap);
      const text = String(this.values[heap]);
      if (text.length * 9 * ratio > right - x) continue;
      paint.globalAlpha = 1;
      paint.fillStyle = early ? style.color : "#fff";
      paint.fillText(text, Math.round((x + right - gap) / 2), y + Math.round((tall - gap) / 2));
    }
  }

  /** Say whether the columns line up. */
  say(length, shown) {
    const told = (key, slots) => {
      const text = Object.entries(slots).reduce((text, [name, value]) => text.replace(`{${name}}`, this.format.format(value)), this.data[key]);
      if (this.line.textContent !== text) this.line.textContent = text;
    };
    const { values, n0, period } = this;
    if (period && length % period === 0) {
      const saltus = (this.saltus * length) / period;
      told(!this.proved ? "shown" : saltus ? "grow" : "still", { n: length, from: n0, saltus });
      this.line.classList.add("still");
      return;
    }
    let same = 0;
    let last = -1; // the last heap whose value differs in the row below
    for (let heap = 0; heap + length < shown; heap += 1) {
      if (values[heap] === values[heap + length]) same += 1;
      else last = heap;
    }
    const still = !period && last + 1 + 3 * length < shown; // at least three equal rows
    this.line.classList.toggle("still", still);
    if (still) told("shown", { n: length, from: last + 1 });
    else if (shown > length) told("share", { share: Math.round((100 * same) / (shown - length)) });
  }
}
