// Python, and nothing else: an address comes in, the page goes out. Whoever started this ends it.

import { loadPyodide } from "../pyodide/pyodide.mjs";

const near = (name) => new URL(name, import.meta.url).href;
const wanted = new URL(import.meta.url).searchParams;

async function wake() {
  const modules = fetch(near("modules.zip")).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: near("../pyodide/") });
  python.unpackArchive(await modules, "zip", { extractDir: "/site" });
  python.runPython("import sys; sys.path.insert(0, '/site')");
  if (wanted.get("numpy") === "1") await python.loadPackage("numpy");
  const offline = python.pyimport("grundy.web.offline");
  offline.furnish(wanted.get("docs") === "1");
  return offline.answer;
}

const awake = wake().then(
  (answer) => {
    postMessage({ kind: "awake" });
    return answer;
  },
  (error) => postMessage({ kind: "failed", message: String(error) }),
);

addEventListener("message", async ({ data }) => {
  const answer = await awake;
  if (!answer) return;
  const found = answer("GET", data.path, data.query, data.base, data.accept);
  const [status, headers, body] = found.toJs();
  found.destroy();
  postMessage({ kind: "answer", status, headers, body }, [body.buffer]);
});
