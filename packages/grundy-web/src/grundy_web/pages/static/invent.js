// "Invent one": the values of the rule in the field, as it is typed. Value n has the colour n mod 10.

const COLOURS = ["#b3400f", "#1d7168", "#8f6000", "#1f55a5", "#7d4a99", "#b03a62", "#4a7526", "#0d6d8a", "#7a5230", "#444f5e"];
const field = document.getElementById("rule");
const strip = document.getElementById("strip");
let asked = null;
let timer = null;

async function show() {
  asked?.abort();
  asked = new AbortController();
  const query = new URLSearchParams({ g: field.value.trim(), start: 0, to: 23 });
  try {
    const answer = await fetch(`explore/raster?${query}`, { signal: asked.signal, headers: { accept: "application/json" } });
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
  made.style.background = COLOURS[value % 10];
  return made;
}

field?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => field.value.trim() && show(), 250);
});
if (field) new IntersectionObserver((seen, watch) => seen.some((one) => one.isIntersecting) && (watch.disconnect(), show())).observe(field);
