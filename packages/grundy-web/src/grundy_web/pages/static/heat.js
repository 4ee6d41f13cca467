// The map of two heaps: a cell says what it is; pressed, it shows its position. Arrow keys walk, Enter opens.

const SVG = "http://www.w3.org/2000/svg";

/** Let the cells of the map in a figure be asked. */
export function start(figure) {
  new Heat(figure).listen();
}

class Heat {
  constructor(figure) {
    const data = figure.dataset;
    this.stage = figure.querySelector(".stage");
    this.readout = figure.querySelector(".readout");
    this.grid = this.stage.querySelector("svg > g");
    this.cells = JSON.parse(document.getElementById("cells").textContent);
    [this.size, this.first] = [Number(data.cell), Number(data.start)];
    [this.ruleset, this.play, this.form] = [data.g, data.play, data.form];
    this.mark = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ width: this.size, height: this.size, fill: "none", class: "stroke-ink", "stroke-width": 2, "pointer-events": "none" })) this.mark.setAttribute(name, value);
    this.at = null;
  }

  listen() {
    const svg = this.stage.querySelector("svg");
    svg.addEventListener("pointermove", (event) => this.point(this.cellAt(event)));
    svg.addEventListener("click", (event) => {
      if (event.target.closest("a")) return;
      this.point(this.cellAt(event));
      this.open();
    });
    this.stage.addEventListener("keydown", (event) => this.key(event));
    this.stage.addEventListener("focus", () => this.point(this.at ?? [0, 0]));
  }

  cellAt(event) {
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

  point([row, column]) {
    const value = this.cells[row]?.[column];
    if (value === undefined) return;
    this.at = [row, column];
    this.mark.setAttribute("x", column * this.size);
    this.mark.setAttribute("y", row * this.size);
    if (!this.mark.isConnected) this.grid.append(this.mark);
    const said = value === null ? "?" : value < 0 ? "–" : value === 0 ? "g = 0, P" : `g = ${value}`;
    this.readout.textContent = `(${row + this.first}, ${column + this.first}): ${said}`;
    this.readout.setAttribute("aria-live", "polite");
  }

  open() {
    if (!this.at || (this.cells[this.at[0]][this.at[1]] ?? -1) < 0) return;
    const [a, b] = this.at.map((place) => place + this.first);
    const position = this.form ? this.form.replace("m", a).replace("n", b) : `${a} ${b}`;
    const query = new URLSearchParams({ g: `${this.ruleset}: ${position}` });
    if (this.play !== "normal") query.set("play", this.play);
    location.assign(`explore?${query}`);
  }
}
