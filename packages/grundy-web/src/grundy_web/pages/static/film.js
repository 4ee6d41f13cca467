// A game that is played out: its pictures are shown one after the other, and once more on request.

const FIRST = 500; // milliseconds
const EACH = 1000;
let clock = 0;

/** Show the pictures of the film on this page from its first one on; `learn.js` calls it for each new board. */
export function play() {
  clearInterval(clock);
  const now = document.querySelector(".film.now");
  if (now) setTimeout(() => now.remove(), FIRST); // your own move, before the reply
  const frames = [...document.querySelectorAll("ol.film > li")];
  if (frames.length < 2) return;
  let at = -1;
  const step = () => {
    at += 1;
    for (const [i, frame] of frames.entries()) frame.hidden = i !== at;
    if (at === frames.length - 1) clearInterval(clock);
  };
  step();
  clock = setInterval(step, EACH);
}

/** Let the button of this page show the film again. */
export const start = () => document.addEventListener("click", (event) => event.target.closest?.("#replay") && play());
