"""Writes the web app as a folder of static files that any host can serve, with any prefix, and that works offline.

    OUT/index.html, OUT/play/index.html, ...   the first pages as Python shows them, with scripts that start it
    OUT/sw.js                                  caches every file, passes addresses of files to Python
    OUT/site/                                  start.js, worker.js, the list of files, our modules, and in pages.bin
                                               every written page (`scenes.py`) and script
    OUT/pyodide/                               Python for the browser
    OUT/static/                                scripts and styles of the pages
    OUT/docs/                                  the documentation, if requested

Equal inputs give equal bytes. The version of a site is the hash of its files: a browser uses a new version completely,
or keeps the old one.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from grundy.core import InputError, cannot_write

from ..guard.middleware import POLICY
from ..offline import first_pages, static_files
from ..pages.rendering import words
from .modules import packed_modules
from .scenes import below, rendered, scenes, still_page

LIST = "site/files.js"
"""The list of files; a folder that contains it is a site, and may be replaced by a new one."""
LATE = "site/late.html"
"""The page that is shown if an answer took too long."""
STILL = "still.html"
"""The page with a game that needs no script."""
PACK = "site/pages.bin"
"""The written pages and the texts of the folder `static`: one file instead of 200, packed by gzip.

A line has the name and the text, as JSON, with a tab between them.
"""
READ = ("pyodide/", "site/modules.zip", "site/worker.js")
"""The files that determine the state of a started Python, which a browser caches under their hash."""
AT_FIRST = ("static/theme.js", "static/listed.js", "site/first.js")
"""The scripts that run before a page is read, as one file: a board can be played as soon as it is seen."""
BUILD = "uv run --group docs sphinx-build -D play_address=../play docs build/docs"
AT_HOME = re.compile(rb'href="http://127\.0\.0\.1:[0-9]+/play\?')
COLOURS = {"background_color": "#fbf9f4", "theme_color": "#1f7a70"}


class Site(NamedTuple):
    """A static site that was written: the number of files, their total bytes, and the version."""

    files: int
    size: int
    version: str


def write_site(out: Path, runtime: Mapping[str, bytes], docs: Path | None = None) -> Site:
    """Write the web app as a folder of static files.

    Args:
        out: The folder: a new or empty one, or one that contains a site, which is replaced.
        runtime: The files of Pyodide by name.
        docs: The folder of the built documentation, or None.

    Returns:
        The number of files, their total bytes, and the version.

    Raises:
        InputError: If `out` contains something else or cannot be written, or `docs` is not the documentation.
    """
    if out.exists() and not (out / LIST).is_file() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: expected a new folder, or one that contains a site")
    found, version = site_files(runtime, {} if docs is None else _documentation(docs))
    out = Path(os.path.realpath(out))
    try:
        with TemporaryDirectory(prefix=".grundy-", suffix=".part", dir=out.parent) as place:
            part = Path(place) / "new"
            for name, data in found.items():
                path = part / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            _put(part, out, Path(place) / "old")
    except OSError as error:
        raise cannot_write(out, error) from None
    return Site(len(found), sum(map(len, found.values())), version)


def _put(part: Path, out: Path, old: Path) -> None:
    """Rename the folder `part` to `out`, after an existing `out` was renamed to `old`; undo both if this fails."""
    try:
        if out.exists():
            shutil.copymode(out, part)
            out.rename(old)
        part.rename(out)
    except BaseException:
        if old.exists() and not out.exists():
            old.rename(out)
        raise


def site_files(runtime: Mapping[str, bytes], docs: Mapping[str, bytes]) -> tuple[dict[str, bytes], str]:
    """Return the files of the web app as a static site.

    Args:
        runtime: The files of Pyodide by name.
        docs: The files of the documentation by name.

    Returns:
        The bytes of every file by its path in the site, and the version, a hash of the files.
    """
    shell = {file.name: file.read_bytes() for file in sorted(files(__package__).joinpath("shell").iterdir(), key=str)}
    worker = shell.pop("sw.js")
    kept = {f"static/{name}": data for name, data in static_files().items()}
    kept |= {f"pyodide/{name}": data for name, data in runtime.items() if not name.endswith(".md")}
    kept |= {f"site/{name}": data for name, data in shell.items()}
    kept["site/first.js"] = b"\n".join(kept[name] for name in AT_FIRST)
    kept["static/style.css"] += kept.pop("site/start.css")  # every request delays the first board
    kept |= {"site/modules.zip": packed_modules(), LATE: _late(), STILL: still_page().encode()}
    kept["manifest.webmanifest"] = json.dumps(_manifest(), indent=1).encode()
    told: dict[str, object] = {"docs": bool(docs), "numpy": any(name.startswith("numpy") for name in runtime)}
    told["memory"] = "" if told["numpy"] else _digest({name: kept[name] for name in kept if name.startswith(READ)})[:16]
    pages = scenes(told)
    texts = {name: data.decode() for name, data in kept.items() if name.startswith("static/") and not _is_font(name)}
    lines = (
        "\t".join(json.dumps(each, ensure_ascii=False) for each in line) + "\n" for line in (pages | texts).items()
    )
    kept[PACK] = gzip.compress("".join(lines).encode(), 9, mtime=0)
    starts = {path[1:]: pages[path[1:]] for path in first_pages()}
    others = {f"pyodide/{name}": data for name, data in runtime.items() if name.endswith(".md")}
    others |= {f"docs/{name}": data for name, data in docs.items()}
    others |= {f"{name}/index.html": below(page).encode() for name, page in starts.items() if name}
    found = kept | others | {"index.html": starts[""].encode(), "sw.js": worker}
    version = _digest(found)[:16]
    listed = {
        "version": version,
        "files": {name: len(data) for name, data in sorted(kept.items()) if name not in texts},
        "packed": PACK,
        "docs": [f"docs/{name}" for name in sorted(docs)],
        "late": LATE,
        "policy": POLICY.format("'self'"),
    }
    return found | {LIST: f"self.site = {json.dumps(listed, indent=1)};\n".encode()}, version


def _digest(found: Mapping[str, bytes]) -> str:
    digest = sha256()
    for name in sorted(found):
        digest.update(f"{name} {sha256(found[name]).hexdigest()}\n".encode())
    return digest.hexdigest()


def _is_font(name: str) -> bool:
    return name.endswith(".woff2")


def _late() -> bytes:
    return rendered("error.html", root="./", key="late", said="", trace="").encode()


def _manifest() -> dict[str, object]:
    icon: dict[str, object] = {"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    names: dict[str, object] = {"name": words()("name"), "description": words()("site.about")}
    return names | {"start_url": "./", "scope": "./", "display": "standalone", "icons": [icon]} | COLOURS


def _documentation(folder: Path) -> dict[str, bytes]:
    if not (folder / "index.html").is_file():
        raise InputError(f"{folder}: expected a built documentation with an index.html", hint=BUILD)
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    hidden = (".doctrees", ".buildinfo")
    found = {name: path.read_bytes() for name, path in names.items() if not name.startswith(hidden)}
    for name, data in found.items():
        if name.endswith(".html") and AT_HOME.search(data):
            raise InputError(f"{folder / name}: plays on a local server, not on the site", hint=BUILD)
    return found
