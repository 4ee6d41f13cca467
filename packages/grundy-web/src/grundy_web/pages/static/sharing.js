// The sheet with which a match is shared: its texts are copied, and its card becomes a PNG, which the server cannot draw.

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#share [data-copy], #share [data-png]");
  if (button) ("png" in button.dataset ? save(button) : copy(button)).catch(() => {});
});

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard.writeText(field.value);
  const label = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = label), 1500);
}

/** Draw the card on a canvas and offer it as a file. */
async function save(button) {
  const image = button.closest("figure").querySelector("img");
  image.loading = "eager";
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 630 });
  canvas.getContext("2d").drawImage(image, 0, 0, 1200, 630);
  const blob = await new Promise((found) => canvas.toBlob(found, "image/png"));
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: "card.png" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
