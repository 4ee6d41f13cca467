// The board of every page: how a move looks, what belongs together, and how arrow keys walk. No rule of any game is here.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export const THINKS = 500; // ms after a press at which the computer's move begins to be seen
const CARRIED = 320;
const BREAKS = 25;
const SVG = "http://www.w3.org/2000/svg";
const PIECE = ":is(.coin, .figure, .white, .black, .token-here)";

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const all = (at, what) => [...at.querySelectorAll(what)];
export const pieces = (board) => all(board, "a[data-key]");

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// One stop of the Tab key; arrows go to the nearest piece in their direction.

export function only(board, piece) {
  for (const each of pieces(board)) each.setAttribute("tabindex", each === piece ? "0" : "-1");
}

/** Walk with an arrow key from the piece that has the focus; return whether the key was one. */
export function walk(event) {
  const from = event.target.closest?.(".board a[data-key]");
  if (!from || !(event.key in ARROWS) || event.altKey) return false;
  event.preventDefault();
  const board = from.closest(".board");
  const [[x, y], [dx, dy]] = [middle(from), ARROWS[event.key]];
  let best = null;
  let least = Infinity;
  for (const piece of pieces(board)) {
    const [px, py] = middle(piece);
    const ahead = (px - x) * dx + (py - y) * dy;
    const far = ahead + 3 * (Math.abs((px - x) * dy) + Math.abs((py - y) * dx));
    if (ahead > 1 && far < least) [best, least] = [piece, far];
  }
  if (best) {
    only(board, best);
    best.focus();
  }
  return true;
}

/** Mark on a board what would go and what would stay on either side of a split; `at` is the piece, or nothing. */
export function showSplit(board, at) {
  for (const piece of all(board, ".side-1, .side-2, .cut")) piece.classList.remove("side-1", "side-2", "cut");
  if (!at) return;
  const [part, row] = at.dataset.key.split(".");
  const [first, second] = at.dataset.split.split(" + ").map(Number);
  const row_ = all(board, `[data-key^="${part}.${row}."]`);
  const begin = at.matches(".pin") ? row_.length - second : first; // a heap is only cut
  for (const [i, piece] of row_.entries()) piece.classList.add(i < first ? "side-1" : i < begin ? "cut" : "side-2");
}

/** Draw dotted lines between the pieces that belong together. */
export function link(board) {
  board.querySelector(".links")?.remove();
  const pairs = JSON.parse(board.dataset.links ?? "[]");
  if (!pairs.length) return;
  const svg = board.appendChild(document.createElementNS(SVG, "svg"));
  svg.setAttribute("class", "links");
  svg.setAttribute("aria-hidden", "true");
  const { x, y } = svg.getBoundingClientRect();
  for (const pair of pairs) {
    const ends = pair.map((key) => board.querySelector(`[data-key="${key}"]`));
    if (!ends.every(Boolean)) continue;
    const [[a, b], [c, d]] = ends.map(middle);
    const bend = (c - a) / 2;
    const line = svg.appendChild(document.createElementNS(SVG, "path"));
    line.setAttribute("d", `M${a - x},${b - y}C${a - x + bend},${b - y} ${c - x - bend},${d - y} ${c - x},${d - y}`);
  }
}

/** The square of a piece that is drawn, as text that stays the same while the board does. */
function placeOf(piece) {
  const square = piece.querySelector(".floor, .vertex");
  return square && ["x", "y"].map((name) => square.getAttribute(name)).join(" ");
}

/** The piece that the last move of a player carried: where it is now, and how far away it was. */
function carried(board, player) {
  const marked = all(board, `.drawing .last.by-${player}`);
  const now = marked.filter((each) => each.querySelector(PIECE));
  const was = marked.filter((each) => !each.querySelector(PIECE));
  if (now.length !== 1 || was.length !== 1) return null;
  const [to, from] = [now[0], was[0]].map((each) => each.querySelector(".floor, .vertex")?.getBBox());
  if (!to || !from) return null; // an amazon that burned a square
  return { piece: now[0], from: placeOf(was[0]), by: [from.x - to.x, from.y - to.y] };
}

function slide(piece, [x, y], delay) {
  const shape = piece?.querySelector(PIECE);
  if (!shape) return;
  shape.style.animation = "none";
  shape.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { duration: CARRIED, delay, fill: "backwards", easing: "ease" });
}

/** Shapes of the old board that the new one lacks fly off it; those for which `late` holds, after `wait` ms. */
function fly(old, board, what, name, late, wait) {
  const drawings = all(board, ".drawing");
  for (const [i, drawing] of all(old, ".drawing").entries()) {
    const place = (each) => ["x", "y", "width", "height"].map((at) => each.getAttribute(at)).join(" ");
    const there = new Set(drawings[i] ? all(drawings[i], what).map(place) : []);
    const lost = drawings[i] ? all(drawing, what).filter((each) => !there.has(place(each))) : [];
    for (const [n, each] of lost.entries()) {
      const shape = drawings[i].appendChild(each.cloneNode(true));
      shape.setAttribute("class", `${each.getAttribute("class")} ${name}`);
      shape.style.animationDelay = `${(late(each) ? wait : 0) + n * BREAKS}ms`;
      shape.addEventListener("animationend", () => shape.remove());
    }
  }
}

/** Let a new board show what happened since the old one: `more` moves were made, or taken back, `pressed` ms after a press. */
export function enter(old, board, more, pressed = 0) {
  link(board);
  if (!more || still()) return;
  const last = board.dataset.last;
  if (more > 0) {
    const wait = more > 1 ? Math.max(0, THINKS - pressed) : -pressed;
    board.style.setProperty("--own", `${-pressed}ms`);
    board.style.setProperty("--wait", `${wait}ms`);
    board.classList.add("moved", `then-${last}`);
    const bite = old.querySelector(".going")?.querySelector(".floor");
    const late = (each) => more > 1 && !(bite && ["x", "y"].every((at) => Number(each.getAttribute(at)) >= Number(bite.getAttribute(at))));
    fly(old, board, ".floor, .cross", "breaks", late, Math.max(0, wait));
    for (const player of ["0", "1"]) {
      const found = carried(board, player);
      if (found && (more > 1 || player === last)) slide(found.piece, found.by, player === last ? wait : -pressed);
    }
    return;
  }
  board.classList.add("undone");
  const known = new Set(all(old, ".token[data-key]").map((each) => each.dataset.key));
  for (const token of all(board, ".token[data-key]")) if (!known.has(token.dataset.key)) token.classList.add("fresh");
  const [pins, fallen] = [all(board, ".pin"), all(old, ".pin")];
  for (const [i, pin] of pins.entries()) if (fallen[i]?.matches(".fell") && !pin.matches(".fell")) pin.classList.add("fresh");
  fly(old, board, ".domino, .chess", "lifted", () => false, 0);
  for (const player of ["0", "1"]) {
    const found = carried(old, player);
    const back = found && all(board, ".drawing .piece").find((each) => placeOf(each) === found.from);
    if (back) slide(back, found.by.map((far) => -far), 0);
  }
}
