// Editors and puzzles without a reload: a change fetches its page and takes over what differs; arrow keys walk on a grid.

import { ask } from "./engine.js";

const main = () => document.getElementById("main");

async function take(address, key, push = true) {
  const answer = await ask(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("main");
  if (!fresh) return location.assign(address);
  main().replaceWith(document.adoptNode(fresh));
  document.title = page.title;
  if (push) history.pushState({ key }, "", answer.redirected ? answer.url : address);
  wake();
  focus(key);
  document.dispatchEvent(new Event("shown"));
}

function focus(key) {
  const all = [...document.querySelectorAll("[data-key]")];
  const same = all.find((one) => one.dataset.key === key);
  const named = key ? document.getElementById(key) : null;
  (document.getElementById("grade") ?? same ?? named ?? main()).focus({ preventScroll: Boolean(same) });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-live], [data-live] a:is([href^='puzzles?'], [href^='learn?'])");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const address = new URL(link.getAttribute("href"), document.baseURI).href; // also of a piece that is drawn
  take(address, link.dataset.key).catch(() => location.assign(address));
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#main")) return;
  event.preventDefault();
  const address = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
  const first = form.querySelector("input[type=text], select");
  take(address, first?.id).catch(() => location.assign(address));
});

addEventListener("popstate", () => take(location.href, history.state?.key, false).catch(() => location.reload()));

/** One Tab stop on a grid: the arrows move, Enter follows the link. */
function wake() {
  for (const part of document.querySelectorAll("[data-script]")) part.hidden = false;
  const cells = [...document.querySelectorAll(".field-grid [data-cell]")];
  for (const cell of cells) cell.tabIndex = -1;
  if (cells.length) (cells.find((cell) => cell === document.activeElement) ?? cells[0]).tabIndex = 0;
}

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.(".field-grid [data-cell]");
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  if (!cell || !step) {
    if (cell && event.key === " ") {
      event.preventDefault();
      cell.click();
    }
    return;
  }
  event.preventDefault();
  const [row, column] = cell.dataset.cell.split(" ").map(Number);
  const next = document.querySelector(`.field-grid [data-cell="${row + step[0]} ${column + step[1]}"]`);
  if (!next) return;
  cell.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});

wake();
