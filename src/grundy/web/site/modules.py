"""The zip of modules in a site: those of this package that pages need, and the pure packages that they use.

Equal modules give equal bytes: names are sorted, and all files have the same date.
"""

from __future__ import annotations

import io
import re
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ...core import InputError, MissingExtra
from ...workflows.persistence.facts import MANIFEST, shipped_atlas

UNUSED = frozenset(
    {"cli", "testing", "cluster", "web/api", "web/children", "web/service", "web/site", "kernels/levels"}
)
"""Packages that pages do not need."""
LEFT_OUT = frozenset({"web/app.py", "web/serve.py", "__main__.py"})
KEPT = (".py", ".html", ".json", ".bib", ".csv", ".toml", ".css", ".js", ".svg")
PACKAGES = ("jinja2", "markupsafe")
MAYBE = ("segno",)
"""Packages without which only a picture is missing."""


def packed_modules() -> bytes:
    """Return a zip of the Python modules that a static site needs; raise `MissingExtra` if jinja2 is not installed."""
    found = {f"grundy/{name}": data for name, data in _ours(files("grundy"), "")}
    found |= {f"grundy/data/atlas/{path.parent.name}/{path.name}": path.read_bytes() for path in _manifests()}
    for name in PACKAGES:
        found |= _package(name, needed=True)
    for name in MAYBE:
        found |= _package(name, needed=False)
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


def _ours(folder: Traversable, above: str) -> list[tuple[str, bytes]]:
    found = []
    for item in folder.iterdir():
        name = above + item.name
        if item.is_dir():
            if name not in UNUSED and item.name != "__pycache__":
                found += _ours(item, name + "/")
        elif name.endswith(KEPT) and name not in LEFT_OUT:
            found.append((name, item.read_bytes()))
    return found


def _package(name: str, *, needed: bool) -> dict[str, bytes]:
    """Return the modules and the licence of an installed package, by file name."""
    try:
        listed = distribution(name).files or []
    except PackageNotFoundError:
        if needed:
            raise MissingExtra("a site", name) from None
        return {}
    # with its metadata, because Python reads the name of every package when it looks for entry points
    kept = [file for file in listed if file.suffix == ".py" or re.search("LICENSE|METADATA", file.name.upper())]
    return {file.as_posix(): file.read_binary() for file in kept if ".." not in file.parts}
