// The sheet with which a match is shared, over the match: its texts are copied, and its card becomes a PNG.

import { ask } from "./engine.js";

const here = document.querySelector("a.sharing"); // on the page of the match

/** Fetch the page of sharing for the match that is shown, and open its sheet above the match. */
async function open() {
  const answer = await ask(`sharing${location.search}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("share")?.remove();
  if (!document.querySelector("link[href$='sharing.css']")) {
    const style = document.adoptNode(page.querySelector("link[href$='sharing.css']"));
    await new Promise((loaded) => {
      style.addEventListener("load", loaded);
      document.head.append(style);
    });
  }
  const sheet = document.adoptNode(page.getElementById("share"));
  const title = document.createElement("h2"); // the page has its own h1
  title.id = "share-title";
  title.textContent = sheet.querySelector("h1").textContent;
  sheet.querySelector("h1").replaceWith(title);
  for (const part of sheet.querySelectorAll("[data-script], [data-close]")) part.hidden = false;
  sheet.popover = "auto";
  document.getElementById("main").append(sheet);
  sheet.showPopover();
}

document.addEventListener("click", (event) => {
  const at = event.target.closest?.("a.sharing, #share [data-copy], #share [data-png], #share [data-close]");
  if (!at || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (at === here) {
    event.preventDefault();
    open().catch(() => location.assign(here.href));
  } else if ("close" in at.dataset) document.getElementById("share").hidePopover();
  else ("png" in at.dataset ? save(at) : copy(at)).catch(() => {});
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
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 1200, height: 630 });
  canvas.getContext("2d").drawImage(image, 0, 0, 1200, 630);
  const blob = await new Promise((found) => canvas.toBlob(found, "image/png"));
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: "card.png" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
