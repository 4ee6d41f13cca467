// The first page: games are kept or hidden while their words are typed, as the form does without a script.

const field = document.getElementById("find");
const told = document.getElementById("found");
const words = JSON.parse(document.getElementById("words").textContent);

function keep() {
  const asked = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const group of document.querySelectorAll(".group")) {
    let some = false;
    for (const game of group.querySelectorAll("[data-find]")) {
      const kept = asked.every((word) => game.dataset.find.includes(word));
      game.hidden = !kept;
      some ||= kept;
      count += kept;
    }
    group.hidden = !some;
  }
  told.textContent = asked.length ? words[count === 1 ? "one" : "other"].replace("{n}", count) : "";
}

field.addEventListener("input", keep);
