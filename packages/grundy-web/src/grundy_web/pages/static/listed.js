// A board that is played by pictures: a press shows your move and then the reply. All of them are in the page.

const REPLY = 600; // milliseconds

function show(table, id, say) {
  const found = table.querySelector(`template[data-id="${id}"]`);
  if (!found) return;
  table.querySelector(".pieces").replaceChildren(found.content.cloneNode(true));
  if (say) table.querySelector(".said").textContent = say;
  table.querySelector(".again").hidden = id === "0";
  table.classList.toggle("begun", id !== "0");
  clearTimeout(table.clock);
  if (found.dataset.next !== undefined) table.clock = setTimeout(() => show(table, found.dataset.next), REPLY);
}

document.addEventListener("click", (event) => {
  const table = event.target.closest?.(".grundy-table");
  const again = event.target.closest?.(".again");
  if (table && again) show(table, "0", again.dataset.press);
  const link = table && event.target.closest("a[data-key]");
  const address = link?.href.baseVal ?? link?.getAttribute("href");
  if (!address?.startsWith("#")) return;
  event.preventDefault();
  const id = address.slice(1);
  show(table, id, table.querySelector(`template[data-id="${id}"]`)?.dataset.say);
});
