// What every page has: the switch of the theme, the projector (key P), numbers in the reader's own way.

const root = document.documentElement;

function startTheme() {
  const select = document.getElementById("theme");
  if (!select) return;
  select.value = root.dataset.theme ?? "auto";
  select.addEventListener("change", () => {
    if (select.value === "auto") delete root.dataset.theme;
    else root.dataset.theme = select.value;
    try {
      localStorage.setItem("theme", select.value);
    } catch {
      // no storage: for this page only
    }
  });
}

/** Show the page for a projector, or for a reader again; the address says which. */
export function toggleProjector() {
  const big = root.classList.toggle("big");
  const address = new URL(location.href);
  if (big) address.searchParams.set("big", "1");
  else address.searchParams.delete("big");
  history.replaceState(history.state, "", address);
}

/** Whether a key press is meant for a field and not for the page. */
export function typing(event) {
  const at = event.target;
  return event.ctrlKey || event.metaKey || event.altKey || at.closest?.("input:not([type=checkbox]), select, textarea");
}

let format = null; // made where there is a number: it takes longer than everything else here

/** Write the numbers of all <data value> below an element as the reader writes them. */
export function localNumbers(element) {
  for (const at of element.querySelectorAll("data[value]")) {
    format ??= new Intl.NumberFormat(root.lang);
    at.textContent = format.format(BigInt(at.value));
  }
}

document.addEventListener("click", (event) => {
  const at = event.target.closest?.("[data-module]"); // its script is loaded when it is needed, and then handles the click
  if (!at || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const module = new URL(at.dataset.module, document.baseURI);
  delete at.dataset.module;
  import(module).then(() => at.click(), () => location.assign(at.href));
});
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "p" && !typing(event)) toggleProjector();
});
for (const part of document.querySelectorAll("[data-script]")) part.hidden = false;
startTheme();
localNumbers(document);
