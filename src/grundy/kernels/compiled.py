"""Where the compiled code of the kernels is kept: compiled once, found again at the next start.

numba keeps compiled code beside the source, else in the user's cache folder. Where neither can be
written (a package installed for all, a home that is read-only) it would refuse to load; then a
folder for temporary files serves. NUMBA_CACHE_DIR, when it is set, is obeyed.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path


def choose_cache() -> None:
    """Point numba at a folder that can be written, before it is imported for the first time."""
    beside = Path(__file__).parent / "__pycache__"
    at_home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    if "NUMBA_CACHE_DIR" in os.environ or _can_write(beside) or _can_write(at_home / "numba"):
        return
    folder = str(_own_folder())
    os.environ["NUMBA_CACHE_DIR"] = folder
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = folder


def _own_folder() -> Path:
    """Return a folder for temporary files that nobody else can write; compiled code is trusted when it is loaded."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"grundy-kernels-{user}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="grundy-kernels-"))
    if stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o077:
        return folder
    return Path(tempfile.mkdtemp(prefix="grundy-kernels-"))


def _can_write(folder: Path) -> bool:
    """Return whether files can be made in a folder, or the folder itself where it is missing."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK)
