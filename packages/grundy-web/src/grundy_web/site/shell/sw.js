// Keeps every file of the site, and hands the address of a picture or a file to a window in which Python is awake.
// A page that is opened is answered as it was written, or by the page with a board to play while Python starts.

importScripts("site/files.js");

const { version, files, packed, docs, late, policy } = self.site;
const root = new URL("./", self.location.href);
const family = `grundy ${root.pathname} `;
const PATIENCE = 4000; // milliseconds in which a window says that it has Python
const TYPES = { css: "text/css", html: "text/html", js: "text/javascript", json: "application/json", mjs: "text/javascript" };
Object.assign(TYPES, { svg: "image/svg+xml", wasm: "application/wasm", webmanifest: "application/manifest+json" });
const at = (name) => new URL(name, root).href;
const openKept = () => caches.open(family + version);
const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
  // Browsers that can take the files of a page from the cache themselves need not start this script for them.
  const files = (folder) => ({ condition: { urlPattern: { pathname: `${root.pathname}${folder}/*`, search: "" } }, source: { cacheName: family + version } });
  event.addRoutes?.(["static", "site"].map(files)).catch(() => {});
});
self.addEventListener("activate", (event) => event.waitUntil(begin()));
self.addEventListener("message", ({ data }) => data.kind === "claim" && self.clients.claim());
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.href.startsWith(root.href)) event.respondWith(answer(event, url));
});

/** Fetch every file; the old version stays until all are here. */
async function keepAll() {
  const whole = Object.values(files).reduce((sum, size) => sum + size, 0);
  const cache = await openKept();
  let done = 0;
  let told = 0;
  const tell = async () => {
    if (done - told < whole / 200 && done < whole) return;
    told = done;
    for (const one of await windows()) one.postMessage({ kind: "kept", part: done / whole });
  };
  const keep = async (name) => {
    const found = await fetch(at(name), { cache: "no-cache" });
    if (!found.ok) throw new Error(`${name}: ${found.status}`);
    const parts = [];
    for (const reader = found.body.getReader(); ; ) {
      const { done: over, value } = await reader.read();
      if (over) break;
      parts.push(value);
      done += value.length;
      tell();
    }
    const whole = new Blob(parts);
    if (name === packed) return unpack(cache, whole);
    await cache.put(at(name), new Response(whole, { headers: { "content-type": TYPES[name.split(".").at(-1)] ?? "application/octet-stream" } }));
  };
  await Promise.all(Object.keys(files).map(keep));
}

/** Keep the pages and their scripts, which come as one file, each under its own address. */
async function unpack(cache, whole) {
  const lines = await new Response(whole.stream().pipeThrough(new DecompressionStream("gzip"))).text();
  const found = lines.trimEnd().split("\n").map((line) => line.split("\t").map((each) => JSON.parse(each)));
  const html = page([["content-type", "text/html; charset=utf-8"]]);
  const headers = (name) => (name.startsWith("static/") ? { "content-type": `${TYPES[name.split(".").at(-1)] ?? "text/plain"}; charset=utf-8` } : html);
  await Promise.all(found.map(([name, text]) => cache.put(at(name), new Response(text, { headers: headers(name) }))));
}

/** Forget older versions, and take over the windows that are open. */
async function begin() {
  for (const name of await caches.keys()) if (name.startsWith(family) && name !== family + version) await caches.delete(name);
  await self.clients.claim();
}

async function kept(name) {
  const found = await (await openKept()).match(at(name));
  return found ?? fetch(at(name));
}

async function answer(event, url) {
  const { request } = event;
  const name = url.pathname.slice(root.pathname.length);
  if (name === "sw.js" || name === "site/files.js") return fetch(request);
  if (name in files || name.startsWith("static/")) return kept(name);
  if (name === "docs" || name.startsWith("docs/")) return document(event, name);
  if (request.mode === "navigate" && /^[a-z]*(\/(index\.html)?)?$/.test(name)) return opened(url, name);
  return (await asked(request, name, url)) ?? (request.mode === "navigate" ? kept("waiting") : new Response("", { status: 503 }));
}

/** The page at an address as it was written; first.js gives it the address without a slash at its end. */
async function opened(url, name) {
  const query = new URLSearchParams(url.search).toString();
  const page = name.replace(/\/(index\.html)?$|^index\.html$/, "");
  const key = page + (query ? `?${query}` : "");
  if (page !== name) return Response.redirect(at(key));
  const cache = await openKept();
  const found = await cache.match(at(key));
  if (found) return found;
  url.searchParams.delete("m");
  const begun = await cache.match(at(`${page}?${url.searchParams}`)); // the moves so far are played on the start of a match
  return begun && (await begun.clone().text()).includes('id="listed"') ? begun : kept("waiting");
}

/** A page of the documentation. Where one is read, all are kept, so that the others open offline and are found. */
async function document(event, name) {
  if (name === "docs") return Response.redirect(at("docs/"));
  keeping ??= keepDocs().catch(() => (keeping = null));
  event.waitUntil(keeping);
  const found = await (await openKept()).match(at(name.endsWith("/") ? `${name}index.html` : name));
  return found ?? fetch(event.request);
}

let keeping = null;

async function keepDocs() {
  const cache = await openKept();
  const known = new Set((await cache.keys()).map((asked) => asked.url));
  const left = docs.filter((name) => !known.has(at(name)));
  const keepOn = async () => {
    for (let name = left.pop(); name; name = left.pop()) {
      const found = await fetch(at(name));
      const headers = { "content-type": found.headers.get("content-type") ?? "application/octet-stream" };
      if (found.ok) await cache.put(at(name), new Response(found.body, { headers }));
    }
  };
  await Promise.all([keepOn(), keepOn(), keepOn()]);
}

/** Ask the first window that has Python; null when there is none. */
async function asked(request, name, url) {
  const accept = request.headers.get("accept") ?? "";
  const question = { path: `/${name}`, query: url.search.slice(1), base: root.href, accept };
  const found = await new Promise((resolve) => {
    const giveUp = setTimeout(resolve, PATIENCE, null);
    windows().then((all) => {
      for (const one of all) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          clearTimeout(giveUp);
          resolve({ port: port1, id: one.id });
        };
        one.postMessage({ kind: "who" }, [port2]);
      }
    });
  });
  if (!found) return null;
  const told = await new Promise((resolve) => {
    const watch = setInterval(async () => (await self.clients.get(found.id)) || done(null), 1000);
    const done = (data) => {
      clearInterval(watch);
      resolve(data);
    };
    found.port.onmessage = ({ data }) => done(data);
    found.port.postMessage(question);
  });
  if (!told) return asked(request, name, url);
  if (told.late) return new Response((await kept(late)).body, { status: 503, headers: page([["content-type", TYPES.html]]) });
  return new Response(told.status === 304 ? null : told.body, { status: told.status, headers: page(told.headers) });
}

function page(headers) {
  const found = new Headers(headers);
  found.set("content-security-policy", policy);
  found.set("x-content-type-options", "nosniff");
  found.set("referrer-policy", "no-referrer");
  return found;
}
