"""Every command's LaTeX goes through the real compiler, if it is installed."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest
from click.testing import CliRunner
from tests.unit.drawing.papers.test_papers import PAPER

from grundy.cli.commands import grundy
from grundy.drawing.papers import written
from grundy.games import CATALOGUE

pytestmark = pytest.mark.nightly

COMMANDS = (
    ("solve", "nim: 10 12 5"),
    ("solve", "nim: 10 12 5 + kayles: 9", "--moves"),
    ("solve", "kayles: 9 8", "--misere"),
    ("solve", "cram: 3x4"),
    ("solve", "graph: 2>1 3>2 1>3 @ 3"),
    ("values", "kayles", "--to", "120"),
    ("values", "take {1, 3, 4}", "--misere", "--to", "30"),
    ("values", "wythoff", "--to", "12"),
    ("values", "cram", "--to", "4"),
    ("explore", "kayles"),
    ("explore", "wythoff"),
    ("misere", "kayles", "--to", "12"),
    ("misere", "take 1..3"),
    ("graph", "nim: 3 2"),
    ("graph", "graph: 2>1 3>2 1>3 @ 3"),
    ("claim", "take 1..3", "P iff n % 4 == 0"),
    ("claim", "wythoff", "P iff a == b"),
    ("claim", "kayles", "periodic 12 from 70"),
)
EXAMPLES = [entry.example for entry in CATALOGUE.values()]


def answer(*words: str) -> str:
    done = CliRunner().invoke(grundy, list(words), standalone_mode=False)
    assert done.exception is None, done.exception
    return done.stdout


def pages(latex: list[str], folder: Path) -> None:
    """Compile answers as one article; the packages are those that they name."""
    needs = dict.fromkeys(line[2:] for text in latex for line in text.splitlines() if line.startswith(r"% \usepackage"))
    order = sorted(needs, key=lambda need: "tikz" in need)
    head = [r"\documentclass{article}", r"\usepackage[T1]{fontenc}", r"\usepackage[utf8]{inputenc}", *order]
    source = "\n".join([*head, r"\begin{document}", "\n\n".join(latex), r"\end{document}", ""])
    (folder / "paper.tex").write_text(source, encoding="utf-8")
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(words, cwd=folder, capture_output=True, timeout=300, check=False)
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, said[-2000:]
    assert (folder / "paper.pdf").stat().st_size > 1000


@pytest.mark.skipif(which("pdflatex") is None, reason="there is no pdflatex")
def test_the_latex_of_every_command_compiles(tmp_path: Path) -> None:
    pages([written(PAPER, "latex"), *(answer(*words, "--format", "latex") for words in COMMANDS)], tmp_path)


@pytest.mark.skipif(which("pdflatex") is None, reason="there is no pdflatex")
def test_every_game_of_the_catalogue_is_drawn_by_tikz(tmp_path: Path) -> None:
    pages([answer("solve", example, "--format", "latex") for example in EXAMPLES], tmp_path)
