// Shows a position to play from, or a match step by step. `data` is what notebook.py made; `ask` fetches what lies behind
// a position that is not there yet, or is null where nobody can be asked.
function show(el, data, ask) {
  const make = (name, text, inside = el) => {
    const node = document.createElement(name);
    node.textContent = text;
    inside.append(node);
    return node;
  };
  el.replaceChildren();
  const picture = make("div", "");
  const status = make("p", "");
  status.setAttribute("role", "status");
  const controls = make("div", "");
  const button = (text, act, on = true) => {
    const node = make("button", text, controls);
    node.type = "button";
    node.disabled = !on;
    node.style.margin = "0 .4em .4em 0";
    node.onclick = act;
    return node;
  };

  if (data.kind === "match") {
    const slider = make("input", "");
    slider.type = "range";
    slider.min = 0;
    slider.max = data.frames.length - 1;
    slider.value = 0;
    slider.style.width = "min(100%, 30em)";
    slider.setAttribute("aria-label", "Move");
    const step = () => {
      const frame = data.frames[slider.value];
      picture.innerHTML = frame.svg;
      status.textContent = frame.told;
    };
    slider.oninput = step;
    button("Back", () => { slider.stepDown(); step(); });
    button("Next", () => { slider.stepUp(); step(); });
    step();
    return null;
  }

  let line = [0], waiting = null, told = "", helped = false;
  const here = () => data.positions[line[line.length - 1]];
  const go = (move, who) => {
    const [words, target] = move;
    told = `${who}: ${words}. `;
    if (target === null) {
      if (ask === null) {
        told = "This board ends here: run the notebook, with the extra \"notebook\" installed, to play on. ";
        return draw();
      }
      waiting = who;
      status.textContent = "...";
      return ask([line[line.length - 1], here().moves.indexOf(move)]);
    }
    line.push(target);
    draw();
    if (who === "You" && here().best !== null) reply();
  };
  const reply = () => setTimeout(() => go(here().moves[here().best], "The computer"), 500);
  const draw = () => {
    const at = here(), mine = line.length % 2 === 1;
    picture.innerHTML = at.svg;
    const over = at.best === null;
    const end = at.won === null ? "A draw." : mine === at.won ? "You have won." : "The computer has won.";
    status.textContent = told + (over ? end : mine ? (helped ? at.told : "Your move.") : "");
    controls.replaceChildren();
    if (mine && !over) {
      for (const move of at.moves) {
        const node = button(move[0], () => go(move, "You"));
        if (helped && move[2]) node.style.outline = "2px solid #1f7a70";
      }
    }
    make("br", "", controls);
    button("Take back", () => { line.splice(mine ? -2 : -1); told = ""; draw(); }, line.length > (mine ? 2 : 1));
    button("Begin again", () => { line = [0]; told = ""; draw(); }, line.length > 1);
    button(helped ? "Hide who wins" : "Who wins?", () => { helped = !helped; draw(); });
  };
  draw();
  return (fresh) => {
    data = fresh;
    if (waiting !== null) {
      const who = waiting;
      waiting = null;
      line.push(data.answered);
      draw();
      if (who === "You" && here().best !== null) reply();
    }
  };
}
