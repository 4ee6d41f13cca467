"""Packs the Python modules that a static site needs, of this package and of others, into a zip file.

Equal modules give equal bytes: names are sorted, and all files have the same date.
"""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterator
from importlib.metadata import distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

OURS = {
    "grundy": frozenset({"cli", "testing", "cluster", "kernels/levels", "__main__.py"}),
    "grundy_atlas": frozenset({"atlas.py", "checks.py", "commands.py", "drafts.py"}),
    "grundy_learn": frozenset({"commands", "problems"}),
    "grundy_web": frozenset(
        {"api", "children", "service", "site", "app.py", "commands.py", "mcp_server.py", "serve.py"}
    ),
}
"""Our packages, each with the files and folders that pages do not need; `grundy_atlas` may be missing."""
KEPT = (".py", ".html", ".json", ".bib", ".csv", ".toml", ".jsonl", ".css", ".js", ".svg")
PACKAGES = ("jinja2", "markupsafe", "segno")
METADATA = r"[^/]*\.dist-info/(?:METADATA|entry_points\.txt|(?:.*/)?LICENSE[^/]*)"
"""The files in which Python finds the entry points of a distribution, and its licence."""


def packed_modules() -> bytes:
    """Return a zip of the Python modules that a static site needs."""
    found: dict[str, bytes] = {}
    for package, unused in OURS.items():
        if find_spec(package) is None:
            continue
        found |= {f"{package}/{name}": data for name, data in _ours(files(package), "", unused)}
        found |= _installed(package, METADATA)
    for name in PACKAGES:
        found |= _installed(name, rf"{METADATA}|{name}/.*\.py")
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(found):
            archive.writestr(ZipInfo(name), found[name], ZIP_DEFLATED)
    return out.getvalue()


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
    """Return the files of the distribution `name` whose names match the regular expression `kept`, by name."""
    listed = {file.as_posix(): file for file in distribution(name).files or []}
    return {name: file.read_binary() for name, file in listed.items() if re.fullmatch(kept, name)}
