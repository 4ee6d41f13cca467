// A board that somebody shows: asked for every two seconds, drawn anew where it has changed.
// Nothing on it can be played, but what is pointed at shows how it splits.

import { showSplit } from "./board.js";

let shown = 0;

async function look() {
  const told = await fetch(`watch.json${location.search}`, { cache: "no-store" });
  if (!told.ok) return;
  const { version, places } = await told.json();
  if (version === shown) return;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("watching").replaceChildren(...page.getElementById("watching").childNodes);
  document.getElementById("status").replaceChildren(...page.getElementById("status").childNodes);
  shown = version;
  document.dispatchEvent(new CustomEvent("shown", { detail: { places: read(places) } }));
}

/** Where vertices were moved to, numbers only: {figure: {vertex: [x, y]}}. */
function read(text) {
  const found = {};
  try {
    for (const [figure, moved] of Object.entries(JSON.parse(text))) {
      found[figure] = Object.fromEntries(Object.entries(moved).map(([vertex, at]) => [vertex, [Number(at[0]) || 0, Number(at[1]) || 0]]));
    }
  } catch {
    // nothing was moved
  }
  return found;
}

/** Nothing of the board takes a pointer, so what lies under it is looked for. */
function point(event) {
  const board = document.querySelector("#watching .board");
  const under = (piece) => {
    const { left, right, top, bottom } = piece.getBoundingClientRect();
    return left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom;
  };
  const at = [...board.querySelectorAll("[data-split]")].find(under);
  for (const piece of board.querySelectorAll(".pointed")) piece.classList.toggle("pointed", piece === at);
  at?.classList.add("pointed");
  showSplit(board, at);
}

/** A server that does not answer is asked again. */
async function follow() {
  await look().catch(() => undefined);
  setTimeout(follow, 2000);
}
for (const name of ["pointermove", "pointerdown"]) document.getElementById("watching").addEventListener(name, point);
follow();
