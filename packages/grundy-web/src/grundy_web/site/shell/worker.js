// Python, and nothing else: an address comes in, the page goes out. Whoever started this ends it.
// Waking takes seconds. So the first visit keeps the memory of a Python that has shown every page once, and later ones
// go on from there. That interface of Pyodide is a private one: where it fails, Python wakes the long way.

import makeModule from "../pyodide/pyodide.asm.mjs";
import { loadPyodide } from "../pyodide/pyodide.mjs";

const near = (name) => new URL(name, import.meta.url).href;
const wanted = new URL(import.meta.url).searchParams;
const key = wanted.get("memory"); // names the files that were read; empty where nothing is kept
const family = `grundy memory ${new URL("../", import.meta.url).pathname} `;
const MOST = 96 << 20; // bytes of memory that are kept
const QUIET = 1500; // milliseconds without a question before a page is rehearsed
const CHUNK = 1 << 20;

/** Forget what was kept: by older versions, or everything. */
async function forget(all) {
  try {
    for (const name of await caches.keys()) if (name.startsWith(family) && (all || name !== family + key)) await caches.delete(name);
  } catch {
    // a browser that keeps nothing
  }
}

/** The memory that an earlier visit kept; undefined when there is none. */
async function recall() {
  if (!key || !(await caches.has(family + key))) return undefined;
  const found = await (await caches.open(family + key)).match(near("memory"));
  return found && new Uint8Array(await found.arrayBuffer());
}

/** The module of Pyodide, with room for the memory of one that grew: it grows where something is asked for. */
async function makeRoom(settings, size) {
  const module = await makeModule(settings);
  for (let given = 0; module.HEAP8.length + CHUNK / 16 <= size && given < size; given += CHUNK) module._malloc(CHUNK);
  return module;
}

async function wake(memory) {
  const modules = fetch(near("modules.zip")).then((answer) => answer.arrayBuffer());
  const options = { indexURL: near("../pyodide/"), createPyodideModule: (settings) => makeRoom(settings, memory?.length ?? 0) };
  if (memory) options._loadSnapshot = memory;
  else if (key) options._makeSnapshot = true;
  const python = await loadPyodide(options);
  python.FS.writeFile("/site.zip", new Uint8Array(await modules)); // files are no part of the memory
  if (!memory) python.runPython("import sys, warnings; sys.path.insert(0, '/site.zip'); warnings.simplefilter('ignore')");
  if (wanted.get("numpy") === "1") await python.loadPackage("numpy");
  const offline = python.pyimport("grundy_web.offline");
  offline.furnish(wanted.get("docs") === "1");
  return { python, answer: offline.answer, rehearsals: key && !memory ? offline.first_pages().toJs() : [] };
}

let remembered = false;

const awake = recall()
  .catch(() => undefined) // a browser that keeps nothing
  .then((memory) => {
    remembered = Boolean(memory);
    return wake(memory);
  });

awake.then(
  (python) => {
    postMessage({ kind: "awake", remembered });
    if (python.rehearsals.length) rehearseLater(python);
  },
  async (error) => {
    if (remembered) await forget(true);
    postMessage({ kind: remembered ? "fell" : "failed", message: String(error) });
  },
);

addEventListener("message", async ({ data }) => {
  const python = await awake;
  try {
    const found = python.answer("GET", data.path, data.query, data.base, data.accept);
    const [status, headers, body] = found.toJs();
    found.destroy();
    postMessage({ kind: "answer", status, headers, body }, [body.buffer]);
    if (python.rehearsals.length) rehearseLater(python);
  } catch {
    if (remembered) await forget(true);
    postMessage({ kind: "fell" });
  }
});

let quiet = 0;

function rehearseLater(python) {
  clearTimeout(quiet);
  quiet = setTimeout(rehearse, QUIET, python);
}

/** Show a page to nobody, so that later visits know it; behind the last one keep what Python remembers. */
async function rehearse(python) {
  try {
    python.answer("GET", python.rehearsals.pop()).destroy();
    if (python.rehearsals.length) {
      quiet = setTimeout(rehearse, QUIET / 10, python);
      return;
    }
    const memory = python.python.makeMemorySnapshot();
    if (memory.length > MOST) return;
    await (await caches.open(family + key)).put(near("memory"), new Response(memory));
    await forget(false);
  } catch {
    python.rehearsals = [];
    await forget(true); // the next visit wakes the long way
  }
}
