// The puzzles that were solved, kept in this browser only: {"2026-11-25": {"1": {tried: ["3"], found: true, then: true}}}.
// A day counts for the row of days if one of its puzzles was found on that day.

const KEY = "grundy.puzzles";
const DAY = 86_400_000;

export function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept !== null && typeof kept === "object" && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

export function write(kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing
  }
}

/** The day so many days ago; the puzzle of a day begins at midnight UTC everywhere. */
export const ago = (days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

const counts = (kept, day) => Object.values(kept[day] ?? {}).some((each) => each.found && each.then);

/** How many days in a row a puzzle was found, up to today, or to yesterday while today is not over. */
export function streak(kept = read()) {
  let days = counts(kept, ago(0)) ? 0 : 1;
  const first = days;
  while (counts(kept, ago(days))) days += 1;
  return days - first;
}

/** Write the row of days into an element that has its words; an element without words for none is hidden then. */
export function tell(at) {
  const days = streak();
  const words = days === 0 ? at.dataset.none : days === 1 ? at.dataset.one : at.dataset.other;
  at.textContent = (words ?? "").replace("{n}", days);
  at.hidden = !at.textContent;
}

for (const at of document.querySelectorAll("[data-streak]")) tell(at);
