"""Writes the pages of the atlas: every fact, a page for each folder of it."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from grundy.workflows.persistence import Fact
from grundy_atlas import Atlas

from .writing import table, write_pages

MOST = 60
"""Facts of a folder that are in a table with their evidence; the others are a line each."""
HEAD = """# The facts of the atlas

{count} facts, each with its evidence; {{doc}}`/lookup/atlas` describes them. `grundy atlas show ID` shows
one, `grundy atlas verify ID` checks it again. A page has all facts of a folder:
the browser finds them in it by their text.

"""
MORE = """
The other {count}, with evidence of the same kinds; `grundy atlas show ID` shows it:

```text
{lines}
```
"""


def write(app: Sphinx) -> None:
    """Write the pages."""
    write_pages(Path(app.srcdir) / "facts", pages(Atlas()))


def pages(atlas: Atlas) -> dict[str, str]:
    """Return the pages of an atlas, file name -> text."""
    folders = {folder.name: list(group) for folder, group in groupby(atlas, lambda fact: fact.folder)}
    found = {f"{name}.md": _page(name, facts) for name, facts in folders.items()}
    listed = table(["facts", "how many"], [[f"{{doc}}`{name}`", str(len(facts))] for name, facts in folders.items()])
    tree = "\n".join(folders)
    return found | {"index.md": f"{HEAD.format(count=len(atlas))}{listed}\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n"}


def _page(name: str, facts: list[Fact]) -> str:
    first, others = facts[:MOST], facts[MOST:]
    rows = [[f"`{fact.id}`", fact.claim, _seconds(fact), fact.proof, fact.source, fact.oeis or ""] for fact in first]
    shown = table(["fact", "claim", "seconds", "evidence", "who was first", "OEIS"], rows)
    lines = "\n".join(f"{fact.id}  {fact.claim}" for fact in others)
    more = MORE.format(count=len(others), lines=lines) if others else ""
    return f"# {name}\n\n{len(facts)} facts.\n\n{shown}{more}"


def _seconds(fact: Fact) -> str:
    return "" if fact.milliseconds is None else f"{fact.milliseconds / 1000:.2f}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register with Sphinx."""
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True}
