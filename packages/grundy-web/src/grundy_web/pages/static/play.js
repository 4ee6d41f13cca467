// The table without reloading: a link that would show the page anew shows only what has changed.
// Every link works without this file too; here is no rule of any game.

import { THINKS, enter, link as linked, only, pieces, showSplit, walk } from "./board.js";
import { ask } from "./engine.js";
import { localNumbers, toggleProjector, typing } from "./shell.js";
import { sound, start } from "./sounds.js";
import { waiting } from "./waiting.js";

const play = document.getElementById("play");
const KEYS = { h: "hint", w: "why", v: "values", u: "undo", r: "redo" };
const COMPUTED = { hint: true, why: true, values: true }; // links whose id is what is computed for them
const PAWN = ".board [data-vertex]:has(> .token-here)";
const MOST_FAN = 8;
const HELD = 1000; // milliseconds: a press that lasts longer is asked anew when it is let go
let asking = null;
let awaited = "";
let early = null;
let carry = null;
let peeked = null; // the position of an earlier move, while it is pointed at
let since = 0; // when the last move was pressed

/**
 * Show the page at an address, unless it is on its way already; return whether it is shown.
 * `push` makes a step in the history of the browser, `what` is computed for the page.
 */
async function show(address, push = true, least = 0, what = "other") {
  if (address === awaited) return false;
  const ahead = early?.address === address && performance.now() - early.since < HELD ? early : null;
  if (!ahead) forget();
  early = null;
  asking?.abort();
  awaited = address;
  asking = ahead?.asking ?? new AbortController();
  const [focus, mine] = [focused(), asking];
  const over = waiting(what, () => mine.abort());
  try {
    const answer = await (ahead?.answer ?? ask(address, { signal: asking.signal }));
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = page.getElementById("play");
    if (!next) throw new Error(page.querySelector(".error p, p.error:not([hidden])")?.textContent.trim() || answer.statusText);
    if (knownIn(next) < least) return true;
    const asked = !play.querySelector(".why");
    change(next);
    history[push && answer.ok ? "pushState" : "replaceState"](null, "", next.dataset.address);
    document.title = page.title;
    back(focus);
    play.querySelector("#said + .row")?.scrollIntoView({ block: "nearest" });
    if (asked) play.querySelector("#step, .why .idea")?.scrollIntoView({ block: "nearest" }); // below the moves of a phone
    document.dispatchEvent(new Event("shown"));
    lookLonger();
    return true;
  } catch (error) {
    if (error.name !== "AbortError") alarm(error.message);
    else if (mine === asking) unpress();
    return false;
  } finally {
    over();
    if (address === awaited) awaited = "";
  }
}

const knownIn = (page) => page.querySelectorAll(".list .glyph:not(.unknown)").length;

/** What was not known in the usual time is asked for again; a move that is made meanwhile ends that. */
async function lookLonger() {
  const link = document.getElementById("longer");
  if (!link) return;
  const line = link.parentElement;
  line.textContent = link.dataset.looking;
  if (await show(keepBig(link.getAttribute("href")), false, knownIn(play), "longer")) line.remove();
  else line.replaceChildren(link); // it was stopped
}

/** Put the new table in the place of the old one; the lines that are read out stay, with new words. */
function change(next) {
  const live = [...play.querySelectorAll("[data-live]")];
  const old = play.querySelector(".board");
  const tall = old.offsetHeight;
  const more = lengthOf(next) - lengthOf(play);
  next.querySelector("[autofocus]")?.removeAttribute("autofocus"); // the focus stays where it is
  const open = new Set([...play.querySelectorAll("details[open]")].map(nameOf));
  play.querySelector(".table").replaceWith(next.querySelector(".table"));
  const board = play.querySelector(".board");
  if (lengthOf(play) && tall) board.style.minHeight = `${tall}px`; // it never shrinks while a match goes on
  const past = since && Math.min(HELD, performance.now() - since);
  enter(old, board, more, past);
  if (more > 1) sound("lay", THINKS - past);
  const end = play.querySelector(".table").dataset.over;
  if (more > 0 && end) sound(end, THINKS);
  since = 0;
  fan();
  const below = next.querySelector(".more");
  if (below) play.querySelector(".more")?.replaceWith(below);
  for (const part of play.querySelectorAll("details")) if (open.has(nameOf(part))) part.open = true;
  for (const part of play.querySelectorAll("[data-script]")) part.hidden = false;
  for (const line of live) {
    const told = play.querySelector(`#${line.id}`);
    if (!told) continue;
    told.replaceWith(line);
    if (line.textContent !== told.textContent) line.replaceChildren(...told.childNodes);
  }
  document.getElementById("alert").hidden = true;
  localNumbers(play);
  rove();
}

/** How many moves the history of a table tells. */
const lengthOf = (table) => table.querySelectorAll(".strip li:not(.again)").length;

const nameOf = (details) => details.id || details.className + (details.querySelector("h2, label")?.textContent ?? details.querySelector("summary")?.textContent);

function alarm(message) {
  const at = document.getElementById("alert");
  at.textContent = message;
  at.hidden = false;
  unpress();
}

function unpress() {
  for (const piece of play.querySelectorAll(".going")) piece.classList.remove("going");
}

// Focus: where it was, else the same heap, else the board.

function focused() {
  const at = document.activeElement;
  if (!play.contains(at)) return null;
  return { key: at.dataset.key, id: at.id, group: at.closest("[data-heap]")?.dataset.heap, board: Boolean(at.closest(".board, .choices, .list")) };
}

function back(was) {
  if (!was) return;
  const same = was.key && play.querySelector(`a[data-key="${was.key}"]`);
  const tower = was.group && play.querySelector(`[data-heap="${was.group}"]`);
  const heap = tower && [...tower.querySelectorAll("a")].at(-1);
  const first = was.board && (play.querySelector(".board a[tabindex='0']") ?? play.querySelector("#again, #go, #undo"));
  const named = was.id && document.getElementById(was.id);
  const to = same || heap || named || first || play.querySelector(".board a[tabindex='0'], .controls a");
  to?.focus({ preventScroll: true });
  if (to?.dataset.key) only(play.querySelector(".board"), to);
}

function rove() {
  const board = play?.querySelector(".board");
  if (!board) return;
  const found = pieces(board);
  const first = found.find((piece) => piece.tabIndex === 0 && piece.hasAttribute("tabindex")) ?? found[0];
  if (first) only(board, first);
}

/** Few moves of one piece open like a fan where it was pressed. */
function fan() {
  const board = play.querySelector(".board");
  const moves = play.querySelector(".choices");
  const piece = board.querySelector(".pressed");
  if (!moves || !piece || moves.querySelectorAll("a").length > MOST_FAN + 1) return;
  const [at, room] = [piece, board].map((each) => each.getBoundingClientRect());
  board.append(moves);
  moves.classList.add("fan");
  const within = (value, size, most) => Math.max(8, Math.min(value, most - size - 8));
  const [wide, tall] = [moves.offsetWidth, moves.offsetHeight];
  const above = at.top - room.top > tall + 16;
  moves.style.left = `${within(above ? at.left - room.left + (at.width - wide) / 2 : at.right - room.left + 12, wide, room.width)}px`;
  moves.style.top = `${within(at.top - room.top - (above ? tall + 8 : tall / 2), tall, room.height)}px`;
}

function keyed(event) {
  if (walk(event)) return;
  if (event.key === " " && event.target.closest?.("a[role=button]")) {
    event.preventDefault();
    event.target.closest("a").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  } else if (typing(event)) {
    return;
  } else if (event.key === "Escape") {
    document.getElementById("cancel")?.click();
  } else if (event.key === "?") {
    const keys = document.getElementById("keys");
    if (keys) keys.open = !keys.open;
    keys?.scrollIntoView({ block: "nearest" });
  } else {
    document.getElementById(KEYS[event.key.toLowerCase()])?.click();
  }
}

/** A move of the match that is pointed at shows its position. */
async function peek(event) {
  const link = event.target.closest?.(".strip a");
  const seen = play.querySelector(".pieces");
  if (link === peeked?.link) return;
  peeked?.was.isConnected || peeked?.now?.replaceWith(peeked.was);
  peeked = link && { link, was: seen };
  if (!link) return;
  const mine = peeked;
  const answer = await ask(addressOf(link)).catch(() => null);
  const now = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#play .pieces");
  if (!now || mine !== peeked || !mine.was.isConnected) return;
  mine.now = now;
  mine.was.replaceWith(now);
}

function split(event) {
  peek(event);
  const at = event.target.closest?.(".board a[data-key], .list a");
  showSplit(play.querySelector(".board"), at?.closest("[data-split]"));
  preview(at);
}

/** Light the lamps for the nim-sum after the move that is pointed at, or for the present one. */
function preview(at) {
  const lamps = play.querySelector(".lamps[data-sums]");
  if (!lamps) return;
  const moves = at && new URL(hrefOf(at), location.href).searchParams.get("m");
  const after = moves && JSON.parse(lamps.dataset.sums)[moves.split(".").at(-1)];
  lamps.dataset.now ??= lamps.querySelector("b").textContent;
  const sum = after ?? Number(lamps.dataset.now);
  lamps.querySelector("b").textContent = sum;
  for (const lamp of lamps.querySelectorAll("[data-bit]")) lamp.classList.toggle("lit", (sum & lamp.dataset.bit) > 0);
}

function clicked(event) {
  const link = linkOf(event);
  if (!link) return;
  event.preventDefault();
  if (link.dataset.key) link.classList.add("going");
  if (link.matches("[data-key], .move")) sound("take");
  since = performance.now();
  const moves = link.matches("[data-key], .move, #go, #forth, .choices a");
  show(addressOf(link), true, 0, moves ? "move" : link.id in COMPUTED ? link.id : "other");
}

/** What is pressed is asked for before the finger is lifted: a tenth of a second is won. */
function pressed(event) {
  if (!event.isPrimary || event.button) return;
  const link = linkOf(event);
  const piece = event.target.closest?.(PAWN) ?? link?.closest("[data-key]:not([data-vertex], [data-edge])");
  if (piece) carry = { link: piece, x: event.clientX, y: event.clientY, moved: false };
  if (!link || addressOf(link) === awaited) return;
  forget();
  const held = new AbortController();
  early = { address: addressOf(link), asking: held, since: performance.now(), answer: ask(addressOf(link), { signal: held.signal }) };
  early.answer.catch(() => {}); // told where the answer is waited for
}

// A piece can be dragged: it is pressed where it lies, and the place where it is let go is pressed next.
// A pawn on a graph is dragged along an edge: only the place where it is let go is pressed.

function dragged(event) {
  if (!carry) return;
  const [x, y] = [event.clientX - carry.x, event.clientY - carry.y];
  if (!carry.moved && Math.hypot(x, y) < 8) return;
  const stone = !carry.moved && carry.link.querySelector(".token-here");
  if (stone) (carry.stone = stone.parentNode.insertBefore(stone.cloneNode(), stone)).classList.remove("token-here");
  carry.moved = true;
  const scale = carry.link.ownerSVGElement?.getScreenCTM().a ?? 1;
  const shape = carry.link.querySelector(".coin, .figure, .white, .black, .chess, .target, .token-here") ?? carry.link;
  carry.shape = shape;
  shape.style.translate = `${x / scale}px ${y / scale}px`;
}

async function dropped(event) {
  const { link, moved, shape, stone } = carry ?? {};
  carry = null;
  if (!moved) return;
  shape.style.translate = "";
  stone?.remove();
  const stop = (click) => [click.preventDefault(), click.stopPropagation()];
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, { capture: true })); // a click need not follow
  since = performance.now();
  const to = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest(".board [data-key]")).find((each) => each && each !== link);
  if (link.matches(PAWN)) return to && show(addressOf(to));
  if (!addressOf(link).includes("sel=")) return show(addressOf(link)); // its only move
  const page = new DOMParser().parseFromString(await (await ask(addressOf(link))).text(), "text/html");
  const next = to && page.querySelector(`.board a[data-key="${to.dataset.key}"]`);
  show(addressOf(next && !addressOf(next).includes("sel=") ? next : link));
}

/** A press that was none, as a finger that begins to scroll, is not answered. */
function forget() {
  early?.asking.abort();
  early = null;
}

/** The link to another state of this table that an event without modifiers is about. */
function linkOf(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  return hrefOf(link).startsWith("play?") ? link : null;
}

const hrefOf = (link) => link.href.baseVal ?? link.getAttribute("href");

const addressOf = (link) => keepBig(hrefOf(link));

/** The projector is switched here, without asking; links made before do not know it. */
function keepBig(address) {
  const to = new URL(address, location.href);
  if (new URL(location.href).searchParams.get("big") === "1") to.searchParams.set("big", "1");
  else to.searchParams.delete("big");
  return to.pathname + to.search;
}

function submitted(event) {
  const form = event.target;
  if (!form.matches(".moves form")) return;
  event.preventDefault();
  show(`play?${new URLSearchParams(new FormData(form))}`);
}

play?.addEventListener("click", (event) => {
  if (event.target.id === "projector") toggleProjector();
  else clicked(event);
});
play?.addEventListener("pointerdown", pressed);
play?.addEventListener("pointercancel", forget);
play?.addEventListener("pointermove", dragged);
play?.addEventListener("dragstart", (event) => event.target.closest(".board") && event.preventDefault());
document.addEventListener("pointerup", dropped);
play?.addEventListener("submit", submitted);
if (play) for (const name of ["pointerover", "focusin"]) document.addEventListener(name, split);
document.addEventListener("keydown", keyed);
window.addEventListener("resize", () => {
  const board = play?.querySelector(".board");
  board?.style.removeProperty("min-height");
  if (board) linked(board);
});
window.addEventListener("popstate", () => show(location.pathname + location.search, false));
if (play?.dataset.address) history.replaceState(null, "", play.dataset.address);
if (play) linked(play.querySelector(".board"));
rove();
if (play) fan();
start();
lookLonger();
