// Plays the recorded matches again in Pyodide, the Python of browsers: node matches_in_webassembly.mjs ROOT PYODIDE
import { pathToFileURL } from "node:url";

const [root, pyodide] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdir("/project");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/project");
python.FS.chdir("/project");
process.exitCode = python.runPython(`
import sys
sys.path[:0] = ["/project/src", "/project"]
from tests.recorded_matches import main
int(main("plain"))
`);
