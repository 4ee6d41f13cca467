// "Invent one": the values of the rule in the field, as it is typed. Value n has the colour n mod 10.
import { ask } from "./engine.js";
import { valueColours } from "./value_colours.js";

const field = document.getElementById("rule");
const strip = document.getElementById("strip");
let asked = null;
let timer = null;

async function show() {
  asked?.abort();
  asked = new AbortController();
  const query = new URLSearchParams({ g: field.value.trim(), start: 0, to: 23 });
  try {
    const answer = await ask(`explore/raster?${query}`, { signal: asked.signal, headers: { accept: "application/json" } });
    field.setAttribute("aria-invalid", String(!answer.ok));
    if (answer.ok) strip.replaceChildren(...[...new Uint16Array(await answer.arrayBuffer())].map(cell));
    else strip.textContent = (await answer.json()).error.message;
  } catch (error) {
    if (error.name !== "AbortError") strip.textContent = error.message;
  }
}

function cell(value) {
  const made = document.createElement("span");
  made.textContent = value;
  made.style.background = valueColours[value % 10];
  return made;
}

field?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => field.value.trim() && show(), 250);
});
if (field) new IntersectionObserver((seen, watch) => seen.some((one) => one.isIntersecting) && (watch.disconnect(), show())).observe(field);
