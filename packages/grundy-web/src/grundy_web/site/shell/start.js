// The window of a static site: it shows the page that the address names, first as it was written, then as Python makes it,
// which stays awake in a worker while pages take each other's place. `static/engine.js` asks here instead of a server.

const site = self.grundySite;
const { root, keyOf, listen } = site;
const LISTED = 'id="listed"';
const listed = () => self.grundyListed(document.getElementById("listed") ?? document); // the board that is played by pictures, or nothing
const LIVE = "script[src*='live.js'], link[href*='live.js']";
const line = document.getElementById("waking");
const told = line.querySelector("p");
const bar = line.querySelector("progress");
const words = line.dataset;
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

  /** Ask for a page; a question that is not wanted any more is not asked. */
  ask(question, signal) {
    return new Promise((resolve, reject) => {
      const asked = { question, resolve };
      const drop = () => {
        this.waiting = this.waiting.filter((each) => each !== asked);
        reject(new DOMException("not wanted any more", "AbortError"));
      };
      if (signal?.aborted) return drop();
      signal?.addEventListener("abort", drop, { once: true });
      this.waiting.push(asked);
      this.next();
    });
  }

  next() {
    if (this.asked || !this.ready || !this.waiting.length) return;
    this.asked = this.waiting.shift();
    this.clock = setTimeout(() => this.end(), LATE);
    this.worker.postMessage(this.asked.question);
  }

  tell(data) {
    clearTimeout(this.clock);
    this.asked.resolve(data);
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

/** Keep every file in this browser; without a service worker there are no later visits without a network. */
async function keep() {
  const { serviceWorker } = navigator;
  if (!window.Worker || !window.WebAssembly) throw new Error(words.old);
  if (!serviceWorker) return;
  listen(serviceWorker, "message", ({ data, ports: [port] }) => {
    if (data.kind === "kept" && !python.ready) bar.value = data.part * 0.8;
    if (data.kind !== "who" || !python.ready) return;
    port.onmessage = (event) => python.ask(event.data).then((answer) => port.postMessage(answer));
    port.postMessage("mine");
  });
  serviceWorker.startMessages();
  if (!serviceWorker.controller) say(words.keeping);
  const found = await serviceWorker.register(new URL("sw.js", root), { scope: root.pathname, updateViaCache: "none" });
  if (!serviceWorker.controller) found.active?.postMessage({ kind: "claim" }); // a window that was loaded past it
}

// Pages take each other's place in this window.

const python = new Python();
let here = ""; // the address of the page that is shown
let turns = 0; // pages that were asked for
let runs = 0; // pages whose scripts have run
const scrolled = new Map();

const isPage = (url) => url.href.startsWith(root.href) && /^[a-z]*$/.test(url.pathname.slice(root.pathname.length));

/** Ask Python for an address of the site, as fetch does. */
site.ask = async (address, { signal, headers } = {}) => {
  const url = new URL(address, document.baseURI);
  if (!url.href.startsWith(root.href)) return fetch(address, { signal, headers });
  if (!python.ready) say(words.waits);
  const question = { path: `/${url.pathname.slice(root.pathname.length)}`, query: url.search.slice(1), base: root.href, accept: headers?.accept ?? "text/html" };
  const found = await python.ask(question, signal);
  if (found.late) return new Response(await (await fetch(new URL("site/late.html", root))).text(), { status: 503, headers: { "content-type": "text/html" } });
  const answer = new Response(found.status === 304 ? null : found.body, { status: found.status, headers: found.headers });
  const next = found.status === 303 && answer.headers.get("location");
  if (next) return site.ask(new URL(next, root).href, { signal, headers });
  Object.defineProperty(answer, "url", { value: url.href });
  return answer;
};

/** A page as it was written, or nothing. */
async function scene(key) {
  const kept = await self.caches?.match(new URL(key, root)).catch(() => undefined);
  if (kept) return kept.text();
  const pack = await site.pack().catch(() => "");
  const name = `${JSON.stringify(key)}\t`;
  const at = pack.startsWith(name) ? 0 : pack.indexOf(`\n${name}`) + 1 || undefined;
  return at === undefined ? at : JSON.parse(pack.slice(at + name.length, pack.indexOf("\n", at)));
}

/** Show another page. Until Python is awake it is shown as it was written. */
site.go = async (address, how = "pushState") => {
  const url = new URL(address, document.baseURI);
  const turn = ++turns;
  scrolled.set(here, scrollY);
  const text = python.ready ? undefined : await written(url);
  if (text !== undefined) return turn === turns && put(text, url, how);
  const answer = await site.ask(url.href);
  if (turn !== turns) return;
  if (!answer.headers.get("content-type").startsWith("text/html")) return location.assign(url);
  await put(await answer.text(), new URL(url.hash, answer.url || url), how);
};

/** The written page of a match is the one of its start, on which its moves are played. */
async function written(url) {
  const start = new URL(url);
  start.searchParams.delete("m");
  const found = await scene(keyOf(start));
  return start.searchParams.size === new URL(url).searchParams.size || found?.includes(LISTED) ? found : undefined;
}

const scriptsOf = (head) => [...head.querySelectorAll("script[type=module][src], link[rel=module]")].map((each) => each.getAttribute("src") ?? each.getAttribute("href")).filter((name) => name.includes("static/"));

const again = (name) => (runs ? `${new URL(name, root).href}?${runs}` : new URL(name, root).href);

/** Put a page into the place of the one that is shown: nothing is drawn before its styles are here. */
async function put(text, url, how) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const wanted = [...page.head.querySelectorAll("link[rel=stylesheet]")].map((each) => new URL(each.getAttribute("href"), root).href);
  const worn = [...document.head.querySelectorAll("link[rel=stylesheet]")];
  const missing = wanted.filter((href) => worn.every((each) => each.href !== href));
  await Promise.all(missing.map(wear));
  site.end();
  if (how) history[how](how === "replaceState" ? history.state : null, "", url);
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  document.documentElement.classList.toggle("big", page.documentElement.classList.contains("big"));
  document.documentElement.classList.remove("arriving");
  document.documentElement.dataset.scene = page.documentElement.dataset.scene ?? keyOf(url);
  page.getElementById("waking")?.remove();
  for (const each of page.querySelectorAll("[data-module]")) each.dataset.module = again(each.dataset.module);
  document.body.replaceWith(document.adoptNode(page.body));
  document.body.append(line);
  for (const each of worn) if (!wanted.includes(each.href)) each.remove();
  document.head.querySelectorAll("link[rel=module], script[src*='static/'][type]").forEach((each) => each.remove());
  document.head.append(...scriptsOf(page.head).map((name) => Object.assign(document.createElement("link"), { rel: "module", href: name })));
  await run(scriptsOf(page.head));
  scrollTo(0, how ? 0 : (scrolled.get(here) ?? 0));
  if (url.hash) document.getElementById(url.hash.slice(1))?.scrollIntoView();
  (document.querySelector("[autofocus]") ?? document.getElementById("main")).focus({ preventScroll: true });
}

const wear = (href) =>
  new Promise((resolve) => {
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: resolve, onerror: resolve });
    document.head.append(style);
  });

/** Run the scripts of a page that has come; what they listen to on the window and the document ends with it. */
async function run(scripts) {
  const moves = new URL(location.href).searchParams.get("m");
  const found = scripts.map((name) => import(again(name)));
  runs += 1;
  await Promise.all(found);
  here = location.pathname + location.search;
  const table = listed();
  const shown = !moves || table?.replay(moves.split("."));
  if (!table || (!moves && !table.moves.length) || !document.getElementById("play")) return;
  const address = new URL(location.href); // without moves since play.js has run
  address.searchParams.set("m", shown ? table.moves.join(".") : moves);
  history.replaceState(history.state, "", address);
  if (shown) return;
  document.documentElement.classList.add("arriving"); // other replies than the listed ones: Python shows them
  document.documentElement.dataset.scene = "waiting";
}

const hrefOf = (link) => link.href.baseVal ?? link.getAttribute("href");

// Links, forms and the history of the browser lead from page to page without a new document.

function left(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const url = new URL(hrefOf(link), document.baseURI);
  if (link.target || link.hasAttribute("download") || !isPage(url)) return;
  if (url.hash && keyOf(url) === keyOf(location)) return; // a place on this page
  event.preventDefault();
  site.go(url.href);
}

function sent(event) {
  const form = event.target;
  const url = new URL(form.getAttribute("action"), document.baseURI);
  if (event.defaultPrevented || !isPage(url)) return;
  event.preventDefault();
  url.search = new URLSearchParams(new FormData(form, event.submitter));
  site.go(url.href);
}

function returned(event) {
  const now = location.pathname + location.search;
  const alone = document.querySelector(LIVE) || (document.getElementById("play") && location.pathname.endsWith("/play"));
  const same = new URL(here, root).pathname === location.pathname;
  if (same && (alone || now === here)) {
    here = now;
    return;
  }
  event.stopImmediatePropagation();
  site.go(location.href, null);
}

listen(window, "click", left);
listen(window, "submit", sent);
listen(window, "popstate", returned);
for (const name of ["pushState", "replaceState"]) {
  const change = history[name];
  history[name] = (...given) => {
    change.apply(history, given);
    here = location.pathname + location.search;
  };
}

/** A game that was begun meanwhile is not taken away: the page that was asked for opens on request. */
async function ended() {
  if (!document.querySelector(".grundy-table .begun")) return;
  const enter = document.getElementById("enter");
  enter.hidden = false;
  bar.hidden = true;
  await new Promise((resolve) => enter.addEventListener("click", resolve, { once: true }));
}

/** Wait for the first frame: until then the board on this page has the processor and the network. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function start() {
  const { dataset, classList } = document.documentElement;
  const arriving = classList.contains("arriving");
  if (arriving) await put((await written(location)) ?? (await scene("waiting")), new URL(location.href), "replaceState");
  await painted();
  if (!arriving) await run(scriptsOf(document.head));
  python.wake();
  say(words.waking);
  await Promise.all([keep(), python.awake]);
  say("");
  bar.hidden = true;
  if (dataset.scene === "waiting") {
    await ended();
    await site.go(location.href, "replaceState");
  } else if (listed()?.moves.length && document.getElementById("play")) {
    dispatchEvent(new PopStateEvent("popstate")); // the page shows the address itself
  }
  if (!listed()?.moves.length || document.getElementById("play")) document.getElementById("listed")?.remove();
  line.hidden = true;
}

start().catch((error) => {
  bar.hidden = true;
  say(error.message === words.old ? words.old : `${words.failed} (${error.message})`);
});
