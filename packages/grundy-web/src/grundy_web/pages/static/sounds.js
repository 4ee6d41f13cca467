// Four short sounds: a piece is taken, a piece is laid, the match is won or lost. They are off until they are chosen.

const KEY = "grundy.sounds";
const TONES = { take: [392, 523], lay: [262], won: [523, 659, 784], lost: [330, 262] }; // Hz, one after the other
const EACH = 0.09; // seconds
let context = null;

function chosen() {
  try {
    return localStorage.getItem(KEY) === "1";
  } catch {
    return false; // a browser that keeps nothing
  }
}

/** Play a sound after so many milliseconds, if sounds are chosen. */
export function sound(name, wait = 0) {
  if (!chosen()) return;
  context ??= new AudioContext();
  for (const [i, pitch] of TONES[name].entries()) {
    const [tone, volume, at] = [context.createOscillator(), context.createGain(), context.currentTime + wait / 1000 + i * EACH];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 2 * EACH);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 2 * EACH);
  }
}

/** Let the check box show what was chosen. */
function show() {
  const box = document.getElementById("sounds");
  if (box) box.checked = chosen();
}

/** Follow the check box of this page. */
export function start() {
  document.addEventListener("change", (event) => {
    if (event.target.id !== "sounds") return;
    try {
      localStorage.setItem(KEY, event.target.checked ? "1" : "0");
    } catch {
      // a browser that keeps nothing
    }
    sound("lay");
  });
  document.addEventListener("shown", show);
  show();
}
