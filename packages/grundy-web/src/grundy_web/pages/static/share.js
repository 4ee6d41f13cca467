// A match that others watch: every position that is shown here is told to the server, which keeps the last one.

const KEPT = "grundy-board";
const MOST = 4000; // characters of the places of vertices that were moved by hand

async function tell(begin) {
  const board = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (!board && !begin) return;
  const places = sessionStorage.getItem(`places ${new URL(location.href).searchParams.get("g")}`) ?? "";
  const body = JSON.stringify({ ...board, query: location.search.slice(1), places: places.length > MOST ? "" : places });
  const answer = await fetch("share", { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!answer.ok) return sessionStorage.removeItem(KEPT); // the server was begun anew
  const found = await answer.json();
  sessionStorage.setItem(KEPT, JSON.stringify({ id: found.id, key: found.key }));
  const place = document.getElementById("watched");
  if (!place) return;
  place.querySelector("a").href = `watch?id=${found.id}`;
  place.querySelector("img").src = `qr.svg?watch=${found.id}`;
  place.hidden = false;
}

document.addEventListener("click", (event) => event.target.id === "class" && tell(true));
for (const name of ["shown", "placed"]) document.addEventListener(name, () => tell(false));
tell(false);
