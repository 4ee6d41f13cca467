"""Writes the pages of the library: every public name with its docstring, and every error with its exit code."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

import grundy
import grundy_atlas
from grundy import integrations, testing
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
    "evidence": ("Certificates and stores", ["certify", "check_certificate", "Certificate", "ValueStore"]),
    "nimbers": ("Nimbers", ["mex", *(name for name in dir(grundy) if name.startswith("nim_"))]),
    "limits": ("Limits and errors", ["Limits", "progress", "GrundyError", "InputError", "LimitReached", "LoopyGame"]),
}
"""Page -> title, the names of `grundy` on it; all other names are on the first."""
RESULTS = [
    "grundy.workflows.exploring.explore.Exploration",
    "grundy.workflows.exploring.exploration.Discovery",
    "grundy.workflows.claims.claim.Verdict",
    "grundy.sequences.Period",
    "grundy.misere.Genus",
    "grundy.workflows.computing.misere.MisereTheory",
    "grundy.misere.presentation.Presentation",
    "grundy.drawing.Diagram",
    "grundy.drawing.papers.blocks.Paper",
    "grundy.core.Theorem",
    "grundy.core.sums.Span",
    "grundy.core.Budget",
    "grundy.workflows.persistence.store.CheckedStore",
    "grundy.workflows.persistence.store.CheckedDatabase",
]
"""Classes of the objects that functions and methods return."""
MATCHES = [
    "grundy.workflows.Opponent",
    "grundy.workflows.hint",
    "grundy.workflows.review",
    "grundy.workflows.review_lines",
    "grundy.workflows.Solver",
    "grundy.workflows.playing.legal.PartMove",
    "grundy.workflows.playing.match_record.MatchRecord",
    "grundy.workflows.playing.opponent.ChosenMove",
    "grundy.workflows.playing.review.Judged",
    "grundy.workflows.library.notebook.PlayableBoard",
    "grundy.workflows.library.notebook.MatchViewer",
]
"""What a program needs to play and review matches."""
OPERATIONS = [
    "grundy.operations.operation",
    "grundy.operations.served",
    "grundy.operations.every_operation",
    "grundy.operations.Operation",
    "grundy.operations.Request",
    "grundy.operations.FieldRecord",
    "grundy.operations.Result",
    "grundy.operations.Certified",
    "grundy.operations.Context",
]
"""What a package needs to add a question of its own."""
CHECKER = ["grundy_check.check", "grundy_check.Verdict", "grundy_check.opened", "grundy_check.segments.Segment"]
"""What the checker of certificates exports."""


def write(app: Sphinx) -> None:
    """Write the pages of the library."""
    chapters = {page: (head, [f"grundy.{name}" for name in names]) for page, (head, names) in CHAPTERS.items()}
    placed = {name for _, names in CHAPTERS.values() for name in names}
    chapters["solving"][1].extend(f"grundy.{name}" for name in dir(grundy) if name not in placed)
    chapters["results"] = "Results", RESULTS
    chapters["matches"] = "Opponents and records", MATCHES
    chapters["testing"] = "Tests for rules of your own", [f"grundy.testing.{name}" for name in testing.__all__]
    chapters["integrations"] = (
        "Other programs",
        [f"grundy.integrations.{name}" for name in dir(integrations)],
    )
    chapters["operations"] = "Questions of your own", OPERATIONS
    chapters["checker"] = "The checker", CHECKER
    chapters["atlas"] = "The atlas", [f"grundy_atlas.{name}" for name in dir(grundy_atlas)]
    pages = {f"{page}.rst": title(head) + "".join(map(_described, names)) for page, (head, names) in chapters.items()}
    pages["limits.rst"] += f"\n{title('Exit codes', '-')}{_exit_codes()}"
    listed = "".join(f"- :doc:`{page}`: {_listed(names)}\n" for page, (_, names) in chapters.items())
    tree = "".join(f"   {page}\n" for page in chapters)
    index = f"{title('The library')}{listed}\n.. toctree::\n   :hidden:\n\n{tree}"
    write_pages(Path(app.srcdir) / "library", {"index.rst": index} | pages)


def _described(name: str) -> str:
    """Return the directive for a name; the checker is not indexed, because other packages have a `Verdict`, too."""
    options = "   :no-index:\n" if name.startswith("grundy_check.") else ""
    if inspect.isclass(_found(name)):
        return f".. autoclass:: {name}\n   :members:\n{options}\n"
    return f".. autofunction:: {name}\n{options}\n"


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
    """Register with Sphinx."""
    app.connect("builder-inited", write)
    app.connect("autodoc-skip-member", undocumented_fields)
    return {"parallel_read_safe": True}
