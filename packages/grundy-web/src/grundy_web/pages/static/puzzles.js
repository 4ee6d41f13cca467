// The page of puzzles: refutations are played out, and what was found is kept in this browser.
import { play, start } from "./film.js";
import { ago, read, tell, write } from "./streak.js";

const LEVELS = [1, 2, 3];
const SHOWN = 35; // days

const puzzle = () => document.getElementById("puzzle");

/** ● found at once, ◐ found later, ○ not yet: it does not say how. */
function mark(entry) {
  if (!entry?.found) return "○";
  return entry.tried.length > 1 ? "◐" : "●";
}

/** Keep the move that was tried; one that is shown again is the same try. */
function keep() {
  const { day, level, tried, right } = puzzle().dataset;
  if (!day || tried === undefined) return;
  const kept = read();
  const entry = ((kept[day] ??= {})[level] ??= { tried: [], found: false, then: false });
  if (entry.found || entry.tried.includes(tried)) return;
  entry.tried.push(tried);
  entry.found = right === "1";
  entry.then = entry.found && day === ago(0);
  write(kept);
}

const day = () => puzzle().dataset.day || ago(0);

const marks = () => LEVELS.map((level) => mark(read()[day()]?.[level])).join(" ");

function calendar() {
  const kept = read();
  const list = document.querySelector(".calendar");
  list.replaceChildren();
  for (let days = SHOWN - 1; days >= 0; days -= 1) {
    const date = ago(days);
    const found = LEVELS.filter((level) => kept[date]?.[level]?.found).length;
    const link = document.createElement("a");
    link.href = `puzzles?day=${date}`;
    link.className = `found-${found}`;
    link.textContent = Number(date.slice(8));
    link.setAttribute("aria-label", `${link.textContent}, ${date}: ${found} / ${LEVELS.length}`);
    if (days === 0) link.setAttribute("aria-current", "date");
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
}

function shown() {
  if (!puzzle()) return;
  keep();
  play();
  tell(document.getElementById("streak"));
  calendar();
  document.getElementById("marks").value = marks();
  const practice = puzzle().dataset.n !== "";
  for (const link of document.querySelectorAll("[data-mark]")) {
    link.querySelector("span")?.remove();
    if (practice) continue;
    const sign = document.createElement("span");
    sign.setAttribute("aria-hidden", "true");
    sign.textContent = mark(read()[day()]?.[link.dataset.mark]);
    link.prepend(sign);
  }
}

async function share(button) {
  const address = new URL(`puzzles?day=${day()}`, document.baseURI);
  try {
    await navigator.clipboard.writeText(`grundy ${day()}\n${marks()}\n${address}`);
    button.textContent = button.dataset.done;
  } catch (error) {
    document.getElementById("marks").value = `${marks()} (${error.message})`;
  }
}

document.addEventListener("click", (event) => event.target.id === "share" && share(event.target));
document.addEventListener("shown", shown);
start();
shown();
