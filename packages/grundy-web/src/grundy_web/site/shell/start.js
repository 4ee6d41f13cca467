// The window around the pages: keeps Python awake in a worker, shows the page that the address names in a frame, and
// ends what takes too long. The address bar always has the address of the page, the same as on a server.

const root = new URL("../", import.meta.url);
const told = document.getElementById("told");
const bar = document.getElementById("bar");
const words = told.dataset;
const LATE = Number(words.late) * 1000;

const say = (text) => {
  told.textContent = text;
};

/** Python in a worker: one question after the other, each with its deadline. */
class Python {
  constructor() {
    this.waiting = [];
    this.asked = null;
    this.awake = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.awake.catch(() => {});
    this.wake();
  }

  wake() {
    this.ready = false;
    const address = new URL("worker.js", import.meta.url);
    address.search = new URLSearchParams({ numpy: words.numpy, docs: words.docs, memory: words.memory });
    this.worker = new Worker(address, { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.reject(new Error(event.message));
  }

  hear(data) {
    if (data.kind === "awake") {
      this.ready = true;
      performance.mark(data.remembered ? "remembered" : "awake");
      this.resolve();
      this.next();
    } else if (data.kind === "failed") this.reject(new Error(data.message));
    else if (data.kind === "fell") this.fell();
    else this.tell(data);
  }

  ask(question, port) {
    this.waiting.push({ question, port });
    this.next();
  }

  next() {
    if (this.asked || !this.ready || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    this.clock = setTimeout(() => this.end(), LATE);
    this.worker.postMessage(this.asked.question);
  }

  tell(data) {
    clearTimeout(this.clock);
    this.asked.port.postMessage(data);
    this.asked = null;
    this.next();
  }

  again() {
    this.worker.terminate();
    this.wake();
  }

  /** A question took too long: nothing else ends it but the end of the worker. */
  end() {
    this.again();
    this.tell({ late: true });
  }

  /** Python itself failed: another one is asked the same, once. */
  fell() {
    const { asked } = this;
    this.again();
    if (asked?.twice) this.tell({ late: true });
    else if (asked) {
      clearTimeout(this.clock);
      this.asked = null;
      this.waiting.unshift({ ...asked, twice: true });
    }
  }
}

/** Wait until the service worker has every file and answers for this window. */
async function keep() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !window.Worker || !window.WebAssembly) throw new Error(words.old);
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data.kind === "kept" && !serviceWorker.controller) bar.value = data.part * 0.8;
  });
  if (!serviceWorker.controller) say(words.keeping);
  const found = await serviceWorker.register(new URL("sw.js", root), { scope: root.pathname, updateViaCache: "none" });
  if (serviceWorker.controller) return;
  await new Promise((resolve, reject) => {
    serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    const first = found.installing ?? found.waiting;
    first?.addEventListener("statechange", () => first.state === "redundant" && reject(new Error(words.failed)));
    found.active?.postMessage({ kind: "claim" }); // a window that was loaded past it
  });
}

/** The address of the page that was asked for; hosts add a slash to the name of a folder. */
function wanted() {
  const address = new URL(location.href);
  if (address.pathname !== root.pathname) address.pathname = address.pathname.replace(/\/(index\.html)?$/, "");
  else address.pathname = root.pathname;
  return address;
}

const frame = document.createElement("iframe");
frame.id = "page";
frame.title = words.frame;

/** Let the window tell what the frame shows. */
function mirror() {
  const inside = frame.contentWindow;
  history.replaceState(null, "", inside.location.href);
  document.title = inside.document.title;
}

function shown() {
  const inside = frame.contentWindow;
  if (inside.location.href === "about:blank") return;
  document.body.classList.add("awake");
  mirror();
  for (const name of ["pushState", "replaceState"]) {
    const change = inside.history[name];
    inside.history[name] = (...given) => {
      change.apply(inside.history, given);
      setTimeout(mirror);
    };
  }
  inside.addEventListener("click", leave, true);
  inside.addEventListener("keydown", (event) => {
    if (event.key !== "p" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    inside.print();
  });
  inside.focus();
}

/** A link that leads away from the pages leaves the frame too. */
function leave(event) {
  const link = event.target.closest?.("a[href]");
  if (link && typeof link.href === "string" && (!link.href.startsWith(root.href) || link.href.startsWith(`${root.href}docs`))) link.target = "_top";
}

/** A game that was begun meanwhile is not taken away: its page opens on request. */
async function ended() {
  if (!document.querySelector(".grundy-table.begun")) return;
  const enter = document.getElementById("enter");
  enter.hidden = false;
  bar.hidden = true;
  await new Promise((resolve) => enter.addEventListener("click", resolve, { once: true }));
}

/** Wait for the first frame: until then the board on this page has the processor and the network. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function start() {
  await painted();
  const kept = keep();
  const python = new Python(); // wakes while files are kept
  await kept;
  bar.value = 0.8;
  say(words.waking);
  await python.awake;
  bar.value = 1;
  say("");
  navigator.serviceWorker.addEventListener("message", ({ data, ports: [port] }) => {
    if (data.kind !== "who") return;
    port.onmessage = (event) => python.ask(event.data, port);
    port.postMessage("mine");
  });
  await ended();
  const address = wanted();
  for (const link of document.querySelectorAll("[href]")) link.setAttribute("href", link.href.baseVal ?? link.href); // stays what it is now
  history.replaceState(null, "", address);
  document.body.append(frame);
  frame.addEventListener("load", shown);
  frame.contentWindow.location.replace(address);
}

/** Whether this start page came into the frame of another one: then that one starts again. */
function framed() {
  try {
    return window.parent !== window && Boolean(window.parent.document.getElementById("page"));
  } catch {
    return false; // a frame of somebody else
  }
}

if (framed()) window.parent.location.replace(location.href);
else
  start().catch((error) => {
    bar.hidden = true;
    say(error.message === words.old ? words.old : `${words.failed} (${error.message})`);
  });
