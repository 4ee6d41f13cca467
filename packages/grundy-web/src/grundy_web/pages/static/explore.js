// The page that explores: each picture that is there gets its script.

import { ask } from "./engine.js";
import { waiting } from "./waiting.js";

const parts = { plot: "./plot.js", wrap: "./wrap.js", heat: "./heat.js" };
for (const [id, script] of Object.entries(parts)) {
  const figure = document.getElementById(id);
  if (figure) import(script).then((module) => module.start(figure));
}
const graph = document.querySelector(".graph");
if (graph) import("./graph.js").then((module) => module.start(graph));

const KNOWN = ["none", "observed", "atlas", "proved"]; // of the headline, from nothing to most

/** Patterns take longest: they are fetched when everything else stands. What is known already is not told any less. */
async function more(slot) {
  const link = slot.querySelector("a");
  const label = link.textContent;
  slot.setAttribute("aria-busy", "true");
  link.textContent = slot.dataset.looking;
  const asking = new AbortController();
  const over = waiting("patterns", () => asking.abort());
  try {
    const answer = await ask(slot.dataset.more, { signal: asking.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const known = (part) => KNOWN.findIndex((word) => part.classList.contains(word));
    const [period, fresh] = [document.getElementById("period"), page.getElementById("period")];
    if (fresh && known(fresh) >= known(period)) period.replaceWith(document.adoptNode(fresh));
    const found = page.getElementById("found");
    if (found) slot.replaceWith(document.adoptNode(found));
  } finally {
    over();
    slot.removeAttribute("aria-busy");
    link.textContent = label;
  }
}
const slot = document.querySelector("#found[data-more]");
if (slot) more(slot).catch(() => {}); // the link is left
