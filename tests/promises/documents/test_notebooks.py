"""The example notebooks run: in a kernel where nbclient and ipykernel are there, else cell by cell in this process."""

from __future__ import annotations

import ast
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

pytestmark = pytest.mark.nightly

FOLDER = Path(__file__).parents[3] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
KERNEL = all(find_spec(name) is not None for name in ("nbclient", "nbformat", "ipykernel"))


def well_formed(bundle: dict[str, Any]) -> None:
    """What stands in the answer to a cell can be read; the script of a board is no XML."""
    html = bundle.get("text/html", "<p/>")
    ET.fromstring(html if "<script>" not in html else html[: html.index("<script>")])
    ET.fromstring(bundle.get("image/svg+xml", "<svg/>"))
    latex = bundle.get("text/latex", "")
    assert latex.count(r"\begin{") == latex.count(r"\end{")


def run_here(cells: list[str]) -> list[dict[str, Any]]:
    """Run cells in one namespace; what their last expressions show."""
    names: dict[str, Any] = {"__name__": "__main__"}
    shown = []
    for source in cells:
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            found = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            if hasattr(found, "_repr_mimebundle_"):
                shown.append(found._repr_mimebundle_())
    return shown


def test_there_are_ten_and_none_keeps_outputs() -> None:
    assert len(NOTEBOOKS) == 10
    for path in NOTEBOOKS:
        found = json.loads(path.read_text(encoding="utf-8"))
        assert (found["nbformat"], found["nbformat_minor"]) == (4, 5)
        cells = [cell for cell in found["cells"] if cell["cell_type"] == "code"]
        assert all(not cell["outputs"] and cell["execution_count"] is None for cell in cells)
        assert len({cell["id"] for cell in found["cells"]}) == len(found["cells"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_runs_and_shows_what_can_be_read(path: Path) -> None:
    cells = [
        cell["source"] for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"
    ]
    shown = run_here(cells)
    if path.stem != "10-into-a-paper":
        assert shown
    for bundle in shown:
        well_formed(bundle)


@pytest.mark.skipif(not KERNEL, reason="there is no kernel for notebooks")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_notebook_runs_in_a_kernel(path: Path) -> None:
    import nbclient
    import nbformat

    done = nbclient.NotebookClient(nbformat.read(path, as_version=4), timeout=120, kernel_name="python3").execute()
    kinds = {kind for cell in done.cells for output in cell.get("outputs", ()) for kind in output.get("data", {})}
    assert path.stem == "10-into-a-paper" or kinds & {"text/html", "image/svg+xml"}
