"""Files that are there whole or not at all: written under another name, synced, renamed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from .disk import sync_directory


def write_whole(target: Path, pieces: Iterable[bytes]) -> None:
    """Write the pieces, one after the other, to `target`, and return when they are on the disk.

    Until then a file that was there before keeps its content. Raises `OSError`; whatever the pieces
    raise goes through, and nothing is left behind.
    """
    part = target.with_name(target.name + ".part")
    try:
        with part.open("wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    sync_directory(target.parent)
