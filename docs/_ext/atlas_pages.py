"""Writes the page of the atlas: its manifests, and the facts of each."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from grundy import Atlas
from grundy.workflows.keeping.facts import Fact

from .writing import table

MOST = 60
"""Facts of a manifest that are listed."""
HEAD = """# The facts of the atlas

{count} facts, each with its evidence; {{doc}}`/lookup/atlas` tells what stands in them. `grundy atlas show ID` shows
one, `grundy atlas verify ID` checks it again.
"""


def write(app: Sphinx) -> None:
    """Write the page; it is built into the folder of the manifests."""
    folder = Path(app.srcdir) / "atlas"
    text = page(Atlas(folder), folder)
    path = folder / "index.md"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def page(atlas: Atlas, folder: Path) -> str:
    """Return the page of an atlas."""
    pieces = [HEAD.format(count=len(atlas))]
    for place, group in groupby(atlas, lambda fact: fact.folder):
        facts = list(group)
        rest = len(facts) - MOST
        more = f"\n{rest} more: `grundy atlas find --most {len(facts)}`.\n" if rest > 0 else ""
        pieces.append(
            f"## {place.relative_to(folder).as_posix()}\n\n{len(facts)} facts.\n\n{_listed(facts[:MOST])}{more}"
        )
    others = sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.md"))
    pages = [name for name in others if name != "index"]
    if pages:
        pieces.append("```{toctree}\n" + "\n".join(pages) + "\n```\n")
    return "\n".join(pieces)


def _listed(facts: list[Fact]) -> str:
    rows = [[f"`{fact.id}`", fact.claim, _seconds(fact), fact.proof, fact.source, fact.oeis or ""] for fact in facts]
    return table(["fact", "claim", "seconds", "evidence", "who was first", "OEIS"], rows)


def _seconds(fact: Fact) -> str:
    return "" if fact.milliseconds is None else f"{fact.milliseconds / 1000:.2f}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Tell Sphinx."""
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True}
