// A board that is played by pictures: a press shows your move and then the reply. All of them are in the page.
// The documentation has such boards, and on a static site the board of a match is one until Python is awake.
{
  const REPLY = 600; // milliseconds
  const tables = new WeakMap();
  const hrefOf = (link) => link.href.baseVal ?? link.getAttribute("href");

  class Table {
    /** The element holds the board and the pictures, as text: most are never seen. */
    constructor(root) {
      this.root = root;
      this.data = root.querySelector("script.pictures");
      this.pictures = JSON.parse(this.data.textContent);
      this.begin();
    }

    begin() {
      clearTimeout(this.clock);
      Object.assign(this, { at: "0", moves: [], pressed: [] });
    }

    /** The ways to make each move of the position, with the pieces that they touch; `keys` must be among these. */
    ways(keys) {
      const touch = this.pictures[this.at]?.touch;
      const moves = touch ? touch.split(";").map((ways) => ways.split("|").map((way) => way.split(" "))) : [];
      return moves.flatMap((ways, move) => ways.filter((way) => keys.every((key) => way.includes(key))).map((way) => ({ move, way })));
    }

    /** Play the move of a piece. If it has several, the next pieces that are pressed tell which one is meant. */
    press(key) {
      if (this.pressed.includes(key)) {
        const [sure, other] = new Set(this.ways(this.pressed).filter(({ way }) => way.length === this.pressed.length).map(({ move }) => move));
        if (sure !== undefined && other === undefined) this.play(sure);
        else this.mark(this.pressed.filter((each) => each !== key));
        return;
      }
      const kept = this.pressed.filter((each) => this.ways([each, key]).length);
      const pressed = this.ways([...kept, key]).length ? [...kept, key] : [key];
      const [move, other] = new Set(this.ways(pressed).map((each) => each.move));
      if (other === undefined) this.play(move);
      else this.mark(pressed);
    }

    mark(pressed) {
      this.pressed = pressed;
      const open = new Set(pressed.length ? this.ways(pressed).flatMap(({ way }) => way) : []);
      for (const piece of this.root.querySelectorAll(".board a[data-key]")) {
        const chosen = pressed.includes(piece.dataset.key);
        piece.classList.toggle("pressed", chosen);
        piece.classList.toggle("open", !chosen && open.has(piece.dataset.key));
      }
    }

    /** Play the move of a number, and the reply; return whether there is a picture of it. */
    play(number) {
      const found = this.pictures[`${this.at}.${number}`];
      if (!found) return false;
      const { next, reply, say } = found;
      clearTimeout(this.clock);
      this.draw(found);
      this.tell(say);
      this.moves.push(Number(number).toString(36), ...(reply ? [reply] : []));
      Object.assign(this, { at: next, pressed: [] });
      if (next) this.clock = setTimeout(() => this.data.isConnected && this.draw(this.pictures[next]), REPLY);
      return true;
    }

    /** Play the moves of an address, numbers in base 36; return whether there are pictures of all. */
    replay(numbers) {
      return numbers.every((number, i) => (i < this.moves.length ? this.moves[i] === number : this.play(parseInt(number, 36))));
    }

    draw({ html }) {
      const at = this.root.querySelector(".board .pieces");
      const held = at.contains(document.activeElement) && document.activeElement.dataset.key;
      at.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.children);
      if (held) (at.querySelector(`a[data-key="${held}"]`) ?? at.querySelector("a[data-key]"))?.focus({ preventScroll: true });
    }

    tell(text) {
      const again = this.root.querySelector("button.again");
      const said = this.root.querySelector(".said, #told");
      this.root.querySelector(".board").classList.toggle("begun", Boolean(text));
      if (again) again.hidden = !text;
      if (said) said.textContent = text ?? again?.dataset.press;
      else document.addEventListener("DOMContentLoaded", () => this.tell(text), { once: true }); // it is further below
    }
  }

  /** The table to which an element belongs, or nothing. */
  function tableOf(element) {
    const root = element.closest?.(".grundy-table") ?? document.getElementById("listed")?.parentElement;
    if (!root?.contains(element) || !root.querySelector("script.pictures")) return null;
    if (!tables.has(root)) tables.set(root, new Table(root));
    return tables.get(root);
  }

  /** Links of a page about a match are about the position that is shown; its address is, too. */
  function follow({ moves }, link) {
    const to = new URL(link ? hrefOf(link) : location.href, document.baseURI);
    to.searchParams.set("m", moves.join("."));
    if (link) link.setAttribute("href", to.pathname.split("/").at(-1) + to.search);
    else history.replaceState(history.state, "", to);
  }

  function pressed(event) {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const again = event.target.closest?.(".grundy-table button.again");
    const link = event.target.closest?.("a[href]");
    const table = tableOf(again ?? link ?? document);
    if (!table && document.readyState === "loading" && link?.matches(".board a[data-key]")) {
      event.preventDefault(); // large pictures follow the page
      event.stopImmediatePropagation();
      if (event.type === "click") document.addEventListener("DOMContentLoaded", () => link.dispatchEvent(new MouseEvent("click", event)), { once: true });
    }
    if (!table) return;
    const number = link?.matches(".move") && !table.moves.length && new URL(hrefOf(link), document.baseURI).searchParams.get("m");
    const { key } = link?.matches(".board a") ? link.dataset : {};
    if (again || number || (key && table.ways([key]).length)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.type !== "click") return;
      if (again) {
        table.begin();
        table.draw(table.pictures[0]);
        table.tell();
      } else if (number) table.play(parseInt(number, 36));
      else table.press(key);
      if (table.moves.length && document.getElementById("play")) follow(table);
    } else if (table.moves.length && link.matches("#play a:not([href^='#']), a[data-match]")) follow(table, link);
  }

  document.addEventListener("pointerdown", pressed, true);
  document.addEventListener("click", pressed, true);
  self.grundyListed = tableOf;
}
