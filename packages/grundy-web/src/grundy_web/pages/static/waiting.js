// While you wait, the page says what is computed and for how long, and you can stop it.

const SOON = 500; // milliseconds: an answer that comes sooner needs no words

/** Say what is computed until the returned function is called; the button calls `stop`. */
export function waiting(what, stop) {
  const line = document.getElementById("waiting");
  if (!line) return () => {};
  const [said, seconds, button] = line.children;
  const begun = performance.now();
  let clock = 0;
  const tell = () => {
    if (line.hidden) said.textContent = line.dataset[what];
    line.hidden = false;
    seconds.textContent = line.dataset.seconds.replace("{n}", Math.round((performance.now() - begun) / 1000));
  };
  const over = () => {
    clearTimeout(first);
    clearInterval(clock);
    if (button.onclick !== pressed) return; // something else is computed by now
    line.hidden = true;
    said.textContent = "";
  };
  const pressed = () => {
    over();
    stop();
  };
  const first = setTimeout(() => {
    tell();
    clock = setInterval(tell, 1000);
  }, SOON);
  line.hidden = true;
  button.onclick = pressed;
  return over;
}

// A form of a page without a table loads the next page; what is computed for it is said here until it comes.

for (const form of document.querySelectorAll("form[data-waits]")) {
  form.addEventListener("submit", () => {
    const over = waiting(form.dataset.waits, () => window.stop());
    addEventListener("pagehide", over, { once: true });
  });
}
