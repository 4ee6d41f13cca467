// What was done in the course, kept in this browser: {"binary": [1, 3]}. Pages work without it.
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

function tell() {
  for (const row of document.querySelectorAll("[data-lesson]")) {
    const count = numbers(read(), row.dataset.lesson).length;
    const told = row.querySelector(".done");
    told.textContent = `${count} / ${row.dataset.screens}`;
    told.hidden = count === 0;
  }
}

tell();
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
