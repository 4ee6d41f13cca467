"""The static files of the pages, read once at start: names are looked up in a dictionary and never used as paths."""

from __future__ import annotations

import re
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from .page_requests import PageResponse

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}
"""File extension -> type; files with other extensions are not served."""

_UNUSED = re.compile(rb"/\*.*?\*/\n?|^ +", re.DOTALL | re.MULTILINE)
"""Comments and indentation of a style sheet."""


class Static(NamedTuple):
    """A static file: its bytes, its content type, and a hash of the bytes for the header ETag."""

    data: bytes
    kind: str
    mark: str


def read_static() -> dict[str, Static]:
    """Return every file of the folder `static` by its name."""
    found = {}
    for file in sorted(files(__package__).joinpath("static").iterdir(), key=lambda item: item.name):
        kind = TYPES.get(file.name.rpartition(".")[2])
        if kind is not None and file.is_file():
            data = file.read_bytes()
            if file.name.endswith(".css"):
                data = _UNUSED.sub(b"", data)  # visitors need not load them
            found[file.name] = Static(data, kind, f'"{sha256(data).hexdigest()[:24]}"')
    return found


def send_static(found: Static, mark: str | None = None) -> PageResponse:
    """Return the response with a static file, or with status 304 if the client has it already.

    Args:
        found: The file.
        mark: The hash of the file that the client already has, or None.

    Returns:
        The response.
    """
    headers = {"etag": found.mark, "cache-control": "no-cache"}
    if mark == found.mark:
        return PageResponse(b"", found.kind, 304, headers)
    return PageResponse(found.data, found.kind, 200, headers)
