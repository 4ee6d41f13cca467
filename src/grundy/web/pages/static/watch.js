// A board that somebody shows: asked for every two seconds, drawn anew where it has changed.

let shown = 0;

async function look() {
  const told = await fetch(`watch.json${location.search}`, { cache: "no-store" });
  if (!told.ok) return;
  const { version } = await told.json();
  if (version === shown) return;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("watching").replaceChildren(...page.getElementById("watching").childNodes);
  document.getElementById("status").replaceChildren(...page.getElementById("status").childNodes);
  shown = version;
}

/** A server that does not answer is asked again. */
async function follow() {
  await look().catch(() => undefined);
  setTimeout(follow, 2000);
}
follow();
