// Vertices of a graph that are moved by hand: edges follow, and the places stay for the whole match.
// A press that goes nowhere is still a move; a finger first rests on a vertex, as otherwise it scrolls the page.
// The vertex with the pawn is moved by keys only, as the pawn is dragged along an edge (play.js).
// What is kept is only for the eye; no rule of any game is here.

import { typing } from "./shell.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 12;
const HEAD = 7;
const STILL = { mouse: 4, touch: 10 };
const HOLD = 250; // ms that a finger rests on a vertex before it drags it

let drag = null;
let dropped = false;
let kept = {};
let name = "";

/** Read what was moved in the match of this address, as {figure: {vertex: [x, y]}}. */
function recall() {
  name = `places ${new URL(location.href).searchParams.get("g")}`;
  try {
    kept = JSON.parse(sessionStorage.getItem(name)) ?? {};
  } catch {
    // no storage: until the page is left
  }
}

function remember() {
  try {
    if (Object.keys(kept).length) sessionStorage.setItem(name, JSON.stringify(kept));
    else sessionStorage.removeItem(name);
  } catch {
    // no storage
  }
}

const shiftOf = (svg, vertex) => kept[svg.dataset.figure]?.[vertex] ?? [0, 0];

/** The rectangle of a vertex where it was laid out; none for the ground. */
const boxOf = (svg, vertex) => svg.querySelector(`[data-vertex="${vertex}"] > :is(.vertex, .joint)`)?.getBBox();

/** How far a vertex may be moved: to the borders of the board, or of a picture that is scrolled. */
function bounds(svg) {
  const screen = svg.getScreenCTM();
  const room = svg.matches(".wide") ? svg.getBoundingClientRect() : svg.closest(".board").getBoundingClientRect();
  const across = [room.left + 6, room.right - 6].map((x) => (x - screen.e) / screen.a);
  const down = [room.top + 6, room.bottom - 6].map((y) => (y - screen.f) / screen.d);
  return [across, down];
}

function put(svg, vertex, x, y) {
  const box = boxOf(svg, vertex);
  if (!box) return;
  const [[left, right], [top, bottom]] = bounds(svg);
  const within = (value, least, most) => Math.round(10 * Math.max(least, Math.min(most, value))) / 10;
  const place = [within(x, left - box.x, right - box.x - box.width), within(y, top - box.y, bottom - box.y - box.height)];
  (kept[svg.dataset.figure] ??= {})[vertex] = place;
}

function middleOf(svg, vertex) {
  const box = boxOf(svg, vertex);
  const [x, y] = shiftOf(svg, vertex);
  return box && { x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y, box };
}

/** How far from its middle a vertex ends in a direction of length 1: it is a bar with round ends. */
function reach({ width, height }, dx, dy) {
  const radius = height / 2;
  const side = (width - height) / 2;
  const flat = radius / (Math.abs(dy) || 1e-9);
  if (Math.abs(dx) * flat <= side) return flat;
  const along = Math.abs(dx) * side;
  return along + Math.sqrt(along * along + radius * radius - side * side);
}

/** The arc between two vertices, straight, and its head where it has one. */
function straight(from, to, headed) {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / long, (to.y - from.y) / long];
  if (!headed) return [`M${from.x},${from.y}L${to.x},${to.y}`];
  const far = long - reach(to.box, dx, dy);
  const at = (forth, aside) => `${(from.x + dx * forth - dy * aside).toFixed(1)},${(from.y + dy * forth + dx * aside).toFixed(1)}`;
  return [`M${from.x},${from.y}L${at(far - HEAD + 1, 0)}`, `M${at(far, 0)}L${at(far - HEAD, HEAD * 0.45)}L${at(far - HEAD, -HEAD * 0.45)}Z`];
}

/** A curve whose ends were moved: each of its four points goes along with the end that it is nearer to. */
function bent(curve, [x, y], [u, v]) {
  const numbers = curve.match(/-?[\d.]+/g).map(Number);
  const moved = numbers.map((value, i) => {
    const share = Math.floor(i / 2) / 3;
    return (value + (i % 2 ? y + (v - y) * share : x + (u - x) * share)).toFixed(1);
  });
  return `M${moved.slice(0, 2)}C${moved.slice(2)}`;
}

const first = (path) => (path.dataset.d ??= path.getAttribute("d"));

/** Draw a figure with its vertices where they were moved to. */
function draw(svg) {
  const placed = (element, [x, y]) => element.setAttribute("transform", `translate(${x} ${y})`);
  for (const each of svg.querySelectorAll("[data-vertex]")) placed(each, shiftOf(svg, each.dataset.vertex));
  const edges = {};
  for (const each of svg.querySelectorAll("[data-ends]")) {
    const [tail, head] = each.dataset.ends.split(" ");
    const shifts = [shiftOf(svg, tail), shiftOf(svg, head)];
    const moved = shifts.flat().some(Boolean);
    if (each.matches(".value")) {
      placed(each, [(shifts[0][0] + shifts[1][0]) / 2, (shifts[0][1] + shifts[1][1]) / 2]);
    } else if (each.matches(".arc")) {
      const arrow = each.nextElementSibling?.matches(".arrow") ? each.nextElementSibling : null;
      const paths = moved && tail !== head ? straight(middleOf(svg, tail), middleOf(svg, head), arrow) : [first(each), arrow && first(arrow)];
      for (const [i, path] of [each, arrow].entries()) {
        path?.setAttribute("d", (first(path), paths[i]));
        if (path && tail === head) placed(path, shifts[0]);
      }
    } else {
      const path = (edges[each.dataset.edge] = bent(first(each.querySelector(".edge")), ...shifts));
      for (const line of each.querySelectorAll(".hit, .edge")) line.setAttribute("d", path);
    }
  }
  for (const each of svg.querySelectorAll("[data-falls]")) {
    each.setAttribute("d", each.dataset.falls.split(" ").map((edge) => edges[edge] ?? "").join(""));
  }
}

const figures = () => [...document.querySelectorAll(".board [data-figure]")];

function drawAll() {
  for (const svg of figures()) {
    for (const [vertex, [x, y]] of Object.entries(kept[svg.dataset.figure] ?? {})) put(svg, vertex, x, y);
    draw(svg);
  }
  tell();
}

/** The button that puts everything back stands where something was moved. */
function tell() {
  const button = document.getElementById("places");
  if (button) button.hidden = !Object.keys(kept).length;
}

function change(svg, moves) {
  for (const [vertex, x, y] of moves) put(svg, vertex, x, y);
  draw(svg);
  tell();
}

function putBack() {
  kept = {};
  remember();
  drawAll();
  document.dispatchEvent(new Event("placed"));
}

function pressed(event) {
  const at = event.target.closest?.("[data-figure] [data-vertex]");
  if (!at || event.button || !event.isPrimary || at.querySelector(":scope > .token-here")) return; // a pawn makes a move
  const svg = at.closest("[data-figure]");
  const finger = event.pointerType === "touch";
  drag = { at, svg, vertex: at.dataset.vertex, x: event.clientX, y: event.clientY, was: shiftOf(svg, at.dataset.vertex), moved: false, held: !finger };
  if (finger) drag.timer = setTimeout(hold, HOLD, drag);
}

function hold(rested) {
  if (drag !== rested) return;
  drag.held = true;
  drag.at.classList.add("held");
}

function forget() {
  clearTimeout(drag?.timer);
  drag?.at.classList.remove("held");
  drag = null;
}

function dragged(event) {
  if (!drag || !event.isPrimary) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(x, y) < (STILL[event.pointerType] ?? STILL.mouse)) return;
  if (!drag.held) return forget(); // the page is scrolled
  if (!drag.moved) drag.at.setPointerCapture(event.pointerId);
  drag.moved = true;
  const scale = drag.svg.getScreenCTM().a;
  change(drag.svg, [[drag.vertex, drag.was[0] + x / scale, drag.was[1] + y / scale]]);
}

function released() {
  if (drag?.moved) {
    remember();
    dropped = true;
    setTimeout(() => (dropped = false)); // after the click that follows
    document.dispatchEvent(new Event("placed"));
  }
  forget();
}

function keyed(event) {
  if (event.altKey && event.key in ARROWS && !event.ctrlKey && !event.metaKey) {
    const at = event.target.closest?.("[data-figure] a");
    const svg = at?.closest("[data-figure]");
    if (!svg) return;
    event.preventDefault();
    const vertices = at.dataset.vertex ? [at.dataset.vertex] : [...new Set(at.dataset.ends.split(" "))];
    const [dx, dy] = ARROWS[event.key];
    change(svg, vertices.map((vertex) => [vertex, shiftOf(svg, vertex)[0] + dx * STEP, shiftOf(svg, vertex)[1] + dy * STEP]));
    remember();
    document.dispatchEvent(new Event("placed"));
  } else if (event.key === "0" && !typing(event) && Object.keys(kept).length) {
    putBack();
  }
}

document.addEventListener("pointerdown", pressed);
document.addEventListener("pointermove", dragged);
document.addEventListener("pointerup", released);
document.addEventListener("pointercancel", released);
document.getElementById("main").addEventListener("touchmove", (event) => drag?.held && event.preventDefault(), { passive: false });
document.addEventListener("contextmenu", (event) => drag?.held && drag.timer && event.preventDefault());
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("[data-figure]")) event.preventDefault();
});
document.addEventListener("click", (event) => {
  if (event.target.id === "places") putBack();
  if (!dropped) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });
document.addEventListener("keydown", keyed);
document.addEventListener("shown", ({ detail }) => {
  forget();
  if (detail?.places) kept = detail.places; // of who shows the match to others
  else recall();
  drawAll();
});
addEventListener("resize", drawAll);
recall();
drawAll();
