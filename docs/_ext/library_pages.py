"""Writes the pages of the library: every public name with its docstring, and every error with its exit code."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

import grundy
from grundy import integrations, testing, workflows
from grundy.core import GrundyError, errors

from .writing import title, write_pages

CHAPTERS = {
    "solving": (
        "Solve and ask",
        ["solve", "game", "rule", "misere_quotient", "graph", "Rules", "Solution", "WinningMove"],
    ),
    "values": ("Values and state graphs", ["HeapValues", "StateGraph"]),
    "rules": ("Games and rules", ["read_game", "read_ruleset", "Game", "Ruleset", "Move", "Sum", "Outcome"]),
    "playing": ("Matches", ["match", "Match", "LegalMoves", "read_record"]),
    "evidence": ("Certificates and stores", ["certify", "check_certificate", "Certificate", "ValueStore", "Atlas"]),
    "nimbers": ("Nimbers", ["mex", *(name for name in dir(grundy) if name.startswith("nim_"))]),
    "limits": ("Limits and errors", ["Limits", "GrundyError", "InputError", "LimitReached", "LoopyGame"]),
}
"""Page -> title, the names of `grundy` on it; a name that stands nowhere is put on the first."""
RESULTS = [
    "grundy.workflows.exploring.explore.Exploration",
    "grundy.workflows.claims.claim.Verdict",
    "grundy.sequences.Period",
    "grundy.misere.Genus",
    "grundy.workflows.computing.misere.MisereTheory",
    "grundy.drawing.Diagram",
]
"""What the questions of `grundy.Rules` return."""


def write(app: Sphinx) -> None:
    """Write the pages of the library."""
    chapters = {page: (head, [f"grundy.{name}" for name in names]) for page, (head, names) in CHAPTERS.items()}
    placed = {name for _, names in CHAPTERS.values() for name in names}
    chapters["solving"][1].extend(f"grundy.{name}" for name in dir(grundy) if name not in placed)
    matches = [f"grundy.workflows.{name}" for name in dir(workflows) if name not in dir(grundy)]
    chapters["results"] = "Results", RESULTS
    chapters["matches"] = "Matches", matches
    chapters["testing"] = "Tests for rules of your own", [f"grundy.testing.{name}" for name in testing.__all__]
    chapters["integrations"] = (
        "Other programs",
        [f"grundy.integrations.{name}" for name in dir(integrations)],
    )
    pages = {f"{page}.rst": title(head) + "".join(map(_described, names)) for page, (head, names) in chapters.items()}
    pages["limits.rst"] += f"\n{title('Exit codes', '-')}{_exit_codes()}"
    listed = "".join(f"- :doc:`{page}`: {_listed(names)}\n" for page, (_, names) in chapters.items())
    tree = "".join(f"   {page}\n" for page in chapters)
    index = f"{title('The library')}{listed}\n.. toctree::\n   :hidden:\n\n{tree}"
    write_pages(Path(app.srcdir) / "library", {"index.rst": index} | pages)


def _described(name: str) -> str:
    if inspect.isclass(_found(name)):
        return f".. autoclass:: {name}\n   :members:\n\n"
    return f".. autofunction:: {name}\n\n"


def _found(name: str) -> object:
    package, _, last = name.rpartition(".")
    found: object = getattr(__import__(package, fromlist=[last]), last)
    return found


def _listed(names: list[str]) -> str:
    roles = ("class" if inspect.isclass(_found(name)) else "func" for name in names)
    return ", ".join(f":py:{role}:`~{name}`" for role, name in zip(roles, names, strict=True))


def _exit_codes() -> str:
    """Return a table of the errors, with what a program sees of them."""
    cells = [["error", "exit code", "code in JSON", "meaning"]]
    cells += [[f"``{e.__name__}``", str(e.exit_code), f"``{e.code}``", _told(e)] for e in _errors()]
    rows = "".join("   * - " + "\n     - ".join(row) + "\n" for row in cells)
    return f".. list-table::\n   :header-rows: 1\n\n{rows}"


def _errors() -> Iterator[type[GrundyError]]:
    yield from (kind for kind in vars(errors).values() if inspect.isclass(kind) and issubclass(kind, GrundyError))


def _told(kind: type[GrundyError]) -> str:
    return (inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")


def undocumented_fields(*event: Any) -> bool | None:  # noqa: ANN401  # the lines of autodoc: the object is at index 3
    """Leave out fields of tuples about which nothing is said but their number."""
    return True if (inspect.getdoc(event[3]) or "").startswith("Alias for field number") else None


def setup(app: Sphinx) -> ExtensionMetadata:
    """Tell Sphinx."""
    app.connect("builder-inited", write)
    app.connect("autodoc-skip-member", undocumented_fields)
    return {"parallel_read_safe": True}
