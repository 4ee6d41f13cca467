"""Takes the pages of the project's root into the site, and lets links that leave the site lead to pages of it."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from .writing import write_pages

ROOT = Path(__file__).parents[2]
PAGES = {
    "ARCHITECTURE.md": "architecture",
    "CONTRIBUTING.md": "contributing",
    "SECURITY.md": "security",
    "CODE_OF_CONDUCT.md": "conduct",
    "CHANGELOG.md": "changelog",
}
"""File of the root -> page of the folder `project`."""
GUIDE = "% the list of the guide"
"""Where the pages of the guide are listed on the first page of Learn."""
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s:]+)\)")


def write(app: Sphinx) -> None:
    """Copy the pages of the root."""
    pages = {f"{page}.md": linked((ROOT / name).read_text(encoding="utf-8"), ROOT) for name, page in PAGES.items()}
    write_pages(Path(app.srcdir) / "project", pages)


def linked(text: str, folder: Path) -> str:
    """Return a page whose links to files of the project lead to pages of the site, or say the name of the file.

    >>> linked("[a](SECURITY.md) [b](docs/guide/misere.md) [c](formal/README.md)", ROOT)
    '{doc}`a </project/security>` {doc}`b </guide/misere>` c (`formal/README.md`)'
    """

    def link(found: re.Match[str]) -> str:
        path = (folder / found[2].partition("#")[0]).resolve()
        if not path.is_relative_to(ROOT):
            return found[0]
        name = path.relative_to(ROOT).as_posix()
        if name in PAGES:
            return f"{{doc}}`{found[1]} </project/{PAGES[name]}>`"
        if name == "README.md":
            return f"{{doc}}`{found[1]} </index>`"
        if path.is_relative_to(ROOT / "docs") and path.suffix == ".md":
            return f"{{doc}}`{found[1]} </{path.relative_to(ROOT / 'docs').with_suffix('')}>`"
        return f"{found[1]} (`{name}`)"

    blocks = re.split(r"(^```.*?^```)", text, flags=re.DOTALL | re.MULTILINE)
    return "".join(block if block.startswith("```") else LINK.sub(link, block) for block in blocks)


def on_source_read(app: Sphinx, docname: str, content: list[str]) -> None:
    """Rewrite links of pages that are read on GitHub too, and let a list of pages be a part of the tree of pages."""
    folder, text = Path(app.srcdir, docname).parent, content[0]
    if docname.startswith(("guide/", "decisions/")):
        content[0] = linked(text, folder)
    if docname in {"guide/README", "decisions/README"}:
        names = "\n".join(re.findall(r"\]\(([\w-]+)\.md\)", text))
        content[0] += f"\n```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    if docname == "learn/index":
        guide = Path(app.srcdir, "guide", "README.md")
        items = re.findall(
            r"^\d+\. .*(?:\n +.*)*", linked(guide.read_text(encoding="utf-8"), guide.parent), re.MULTILINE
        )
        content[0] = text.replace(GUIDE, "\n".join(items))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register with Sphinx."""
    app.connect("builder-inited", write)
    app.connect("source-read", on_source_read)
    return {"parallel_read_safe": True}
