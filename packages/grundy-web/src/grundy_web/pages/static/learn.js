// What was done in the course, kept in this browser: {"binary": [1, 3]}. Pages work without it.
import { play, start } from "./film.js";

const KEY = "grundy.course";

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept !== null && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

function write(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing
  }
}

function numbers(kept, lesson) {
  return Array.isArray(kept[lesson]) ? kept[lesson] : [];
}

/** Mark what was done: on the steps of a lesson, and in the list of lessons. */
function tell() {
  const kept = read();
  const done = document.querySelector("[data-done]");
  if (done) {
    const [lesson, screen] = done.dataset.done.split(" ");
    kept[lesson] = [...new Set([...numbers(kept, lesson), Number(screen)])].sort((a, b) => a - b);
    write(kept);
  }
  for (const step of document.querySelectorAll("[data-step]")) {
    const [lesson, screen] = step.dataset.step.split(" ");
    step.classList.toggle("done", numbers(kept, lesson).includes(Number(screen)));
  }
  for (const row of document.querySelectorAll("[data-screens]")) {
    const count = numbers(kept, row.dataset.lesson).length;
    const told = row.querySelector(".done");
    told.textContent = `${count} / ${row.dataset.screens}`;
    told.hidden = count === 0;
  }
}

/** The ruler: rows as long as its step, with its marks in one column. */
function rule() {
  const ruler = document.querySelector(".ruler form")?.parentElement;
  if (!ruler) return;
  const [step, shift] = [...ruler.querySelectorAll("input[type=range]")];
  const grid = ruler.querySelector(".ruled");
  if (shift) shift.max = step.value - 1;
  const [every, first] = [Number(step.value), Number(shift?.value ?? 0)];
  grid.style.gridTemplateColumns = `repeat(${every}, minmax(0, 3.2rem))`;
  for (const cell of grid.children) cell.classList.toggle("ticked", Number(cell.dataset.n) % every === first);
  for (const input of [step, shift]) if (input) input.closest("label").querySelector("output").value = input.value;
}

function shown() {
  tell();
  rule();
  play();
}

document.addEventListener("input", (event) => event.target.closest?.(".ruler") && rule());
document.addEventListener("shown", shown);
document.getElementById("export")?.addEventListener("click", () => {
  const file = new Blob([JSON.stringify({ schema: 1, course: read() })], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "grundy-course.json";
  link.click();
  URL.revokeObjectURL(link.href);
});
document.getElementById("forget")?.addEventListener("click", () => {
  write({});
  tell();
});
start();
shown();
