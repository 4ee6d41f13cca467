// The page that explores: each picture that is there gets its script.

const parts = { plot: "./plot.js", heat: "./heat.js" };
for (const [id, script] of Object.entries(parts)) {
  const figure = document.getElementById(id);
  if (figure) import(script).then((module) => module.start(figure));
}
const graph = document.querySelector(".graph");
if (graph) import("./graph.js").then((module) => module.start(graph));

/** Patterns take longest: they are fetched when everything else stands. */
async function more(slot) {
  const link = slot.querySelector("a");
  slot.setAttribute("aria-busy", "true");
  link.textContent = slot.dataset.looking;
  const answer = await fetch(slot.dataset.more);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["period", "found"]) {
    const fresh = page.getElementById(id);
    if (fresh) document.getElementById(id).replaceWith(document.adoptNode(fresh));
  }
}
const slot = document.querySelector("#found[data-more]");
if (slot) more(slot).catch(() => slot.removeAttribute("aria-busy"));
