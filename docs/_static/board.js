// Boards of the documentation: a press shows your move, then the reply, both drawn when the site was built.

const REPLY = 700; // milliseconds

function show(table, id, say) {
  const found = table.querySelector(`template[data-id="${id}"]`);
  if (!found) return;
  table.querySelector(".pieces").replaceChildren(found.content.cloneNode(true));
  if (say) table.querySelector(".said").textContent = say;
  table.querySelector(".again").hidden = id === "0";
  if (found.dataset.next === undefined) return;
  table.clock = setTimeout(() => show(table, found.dataset.next), REPLY);
}

document.addEventListener("click", (event) => {
  const table = event.target.closest?.(".grundy-table");
  if (!table) return;
  if (event.target.matches(".again")) {
    clearTimeout(table.clock);
    show(table, "0", "Press a piece to move.");
    return;
  }
  const link = event.target.closest("a[data-key]");
  const address = link?.href.baseVal ?? link?.getAttribute("href");
  if (!address?.startsWith("#")) return;
  event.preventDefault();
  const id = address.slice(1);
  show(table, id, table.querySelector(`template[data-id="${id}"]`)?.dataset.say);
});
