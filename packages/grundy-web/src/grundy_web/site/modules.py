"""The zip of modules in a site: those of this package that pages need, and the pure packages that they use.

Equal modules give equal bytes: names are sorted, and all files have the same date.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterator
from importlib.metadata import distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from grundy.core import InputError
from grundy.workflows.persistence.facts import MANIFEST, shipped_atlas

OURS = {
    "grundy": frozenset({"cli", "testing", "cluster", "kernels/levels", "__main__.py"}),
    "grundy_learn": frozenset({"commands", "problems"}),
    "grundy_web": frozenset(
        {"api", "children", "service", "site", "app.py", "commands.py", "mcp_server.py", "serve.py"}
    ),
}
"""Our packages, each with the files and folders that pages do not need."""
KEPT = (".py", ".html", ".json", ".bib", ".csv", ".toml", ".css", ".js", ".svg")
PACKAGES = ("jinja2", "markupsafe", "segno")
METADATA = r"[^/]*\.dist-info/(?:METADATA|entry_points\.txt|(?:.*/)?LICENSE[^/]*)"
"""The files in which Python finds the entry points of a distribution, and its licence."""


def packed_modules() -> bytes:
    """Return a zip of the Python modules that a static site needs."""
    found = {f"grundy/data/atlas/{path.parent.name}/{path.name}": path.read_bytes() for path in _manifests()}
    for package, unused in OURS.items():
        found |= {f"{package}/{name}": data for name, data in _ours(files(package), "", unused)}
        found |= _installed(package, METADATA)
    for name in PACKAGES:
        found |= _installed(name, rf"{METADATA}|{name}/.*\.py")
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(found):
            archive.writestr(ZipInfo(name), found[name], ZIP_DEFLATED)
    return out.getvalue()


def _manifests() -> list[Path]:
    """Return the files that list the proved statements of the atlas; their files of evidence are not included."""
    try:
        return sorted(shipped_atlas().rglob(MANIFEST))
    except InputError:
        return []


def _ours(folder: Traversable, above: str, unused: Collection[str]) -> Iterator[tuple[str, bytes]]:
    for item in folder.iterdir():
        name = above + item.name
        if name in unused or item.name == "__pycache__":
            continue
        if item.is_dir():
            yield from _ours(item, name + "/", unused)
        elif name.endswith(KEPT):
            yield name, item.read_bytes()


def _installed(name: str, kept: str) -> dict[str, bytes]:
    """Return the files of an installed distribution whose names match a regular expression, by name."""
    listed = {file.as_posix(): file for file in distribution(name).files or []}
    return {name: file.read_binary() for name, file in listed.items() if re.fullmatch(kept, name)}
