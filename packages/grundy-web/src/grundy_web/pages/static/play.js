// The table without reloading: a link that would show the page anew shows only what has changed.
// Every link works without this file too; here is no rule of any game.

import { localNumbers, toggleProjector, typing } from "./shell.js";
import { showSplit } from "./split.js";

const play = document.getElementById("play");
const KEYS = { h: "hint", w: "why", v: "values", u: "undo", r: "redo" };
const HELD = 1000; // milliseconds: a press that lasts longer is asked anew when it is let go
let asking = null;
let awaited = "";
let early = null;

/** Show the page at an address, unless it is on its way already; `push` makes a step in the history of the browser. */
async function show(address, push = true, least = 0) {
  if (address === awaited) return;
  const ahead = early?.address === address && performance.now() - early.since < HELD ? early : null;
  if (!ahead) forget();
  early = null;
  asking?.abort();
  awaited = address;
  asking = ahead?.asking ?? new AbortController();
  const focus = focused();
  try {
    const answer = await (ahead?.answer ?? fetch(address, { signal: asking.signal }));
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const next = page.getElementById("play");
    if (!next) throw new Error(page.querySelector(".error p, p.error:not([hidden])")?.textContent.trim() || answer.statusText);
    if (knownIn(next) < least) return;
    const asked = !play.querySelector(".why");
    change(next);
    history[push && answer.ok ? "pushState" : "replaceState"](null, "", next.dataset.address);
    document.title = page.title;
    back(focus);
    if (asked) play.querySelector(".why .idea")?.scrollIntoView({ block: "nearest" }); // below the moves of a phone
    document.dispatchEvent(new Event("shown"));
    lookLonger();
  } catch (error) {
    if (error.name !== "AbortError") alarm(error.message);
  } finally {
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
  await show(keepBig(link.getAttribute("href")), false, knownIn(play));
  line.remove();
}

/** Put the new table in the place of the old one; the lines that are read out stay, with new words. */
function change(next) {
  const live = [...play.querySelectorAll("[data-live]")];
  const tall = play.querySelector(".board")?.offsetHeight;
  const moved = lengthOf(next) > lengthOf(play);
  next.querySelector("[autofocus]")?.removeAttribute("autofocus"); // the focus stays where it is
  const open = new Set([...play.querySelectorAll("details[open]")].map(nameOf));
  play.querySelector(".table").replaceWith(next.querySelector(".table"));
  const board = play.querySelector(".board");
  board.classList.toggle("moved", moved);
  if (lengthOf(play) && tall) board.style.minHeight = `${tall}px`; // it never shrinks while a match goes on
  const more = next.querySelector(".more");
  if (more) play.querySelector(".more")?.replaceWith(more);
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
  if (to?.dataset.key) only(to);
}

// The board is one stop of the Tab key; arrows go to the nearest piece in their direction.

const pieces = () => [...play.querySelectorAll(".board a[data-key]")];

function rove() {
  const all = pieces();
  const first = all.find((piece) => piece.tabIndex === 0 && piece.hasAttribute("tabindex")) ?? all[0];
  if (first) only(first);
}

function only(piece) {
  for (const each of pieces()) each.setAttribute("tabindex", each === piece ? "0" : "-1");
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function step(from, dx, dy) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const piece of pieces()) {
    const [px, py] = middle(piece);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    const far = ahead + 3 * aside;
    if (ahead > 1 && far < least) [best, least] = [piece, far];
  }
  if (best) {
    only(best);
    best.focus();
  }
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function keyed(event) {
  const piece = event.target.closest?.(".board a[data-key]");
  if (piece && event.key in ARROWS && !event.altKey) {
    event.preventDefault();
    step(piece, ...ARROWS[event.key]);
  } else if (event.key === " " && event.target.closest?.("a[role=button]")) {
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

function split(event) {
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
  show(addressOf(link));
}

/** What is pressed is asked for before the finger is lifted: a tenth of a second is won. */
function pressed(event) {
  const link = event.isPrimary && linkOf(event);
  if (!link || addressOf(link) === awaited) return;
  forget();
  const held = new AbortController();
  early = { address: addressOf(link), asking: held, since: performance.now(), answer: fetch(addressOf(link), { signal: held.signal }) };
  early.answer.catch(() => {}); // told where the answer is waited for
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
play?.addEventListener("submit", submitted);
if (play) for (const name of ["pointerover", "focusin"]) document.addEventListener(name, split);
document.addEventListener("keydown", keyed);
window.addEventListener("resize", () => play?.querySelector(".board")?.style.removeProperty("min-height"));
window.addEventListener("popstate", () => show(location.pathname + location.search, false));
if (play?.dataset.address) history.replaceState(null, "", play.dataset.address);
rove();
lookLonger();
