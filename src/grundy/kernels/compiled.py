"""Where the compiled code of the kernels is kept: compiled once, found again at the next start.

numba keeps it beside the source, else in the user's cache folder (or NUMBA_CACHE_DIR, where that can be written). Where
neither can be written it would refuse to load; then a folder for temporary files serves. What cannot be kept after all,
or what another version of this package kept of classes that are gone, is compiled again.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from pickle import UnpicklingError
from types import ModuleType
from typing import Any

CACHING = "numba.core.caching"
"""The module that keeps compiled code."""


def choose_cache() -> None:
    """Point numba at a folder that can be written, before it is imported for the first time."""
    beside = Path(__file__).parent / "__pycache__"
    at_home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    chosen = os.environ.get("NUMBA_CACHE_DIR", "")
    if chosen and _can_write(Path(chosen)):
        return
    folder = "" if _can_write(beside) or _can_write(at_home / "numba") else str(_own_folder())
    if folder != chosen:
        os.environ["NUMBA_CACHE_DIR"] = folder
        if "numba" in sys.modules:
            sys.modules["numba"].config.CACHE_DIR = folder


def _own_folder() -> Path:
    """Return a folder for temporary files that nobody else can write; compiled code is trusted when it is loaded."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"grundy-kernels-{user}"
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == user and not found.st_mode & 0o077:
            return folder
    return Path(tempfile.mkdtemp(prefix="grundy-kernels-"))


def _can_write(folder: Path) -> bool:
    try:
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        return folder.is_dir() and os.access(folder, os.W_OK)
    except OSError:  # a name that is too long
        return False


def keep_if_possible() -> None:
    """Have numba go on where it cannot write what it compiled; it is not imported for that."""
    if CACHING in sys.modules:
        _forgive(sys.modules[CACHING])
    elif not any(isinstance(finder, _Forgiving) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Forgiving())


def _forgive(caching: ModuleType) -> None:
    """Let a failure to write pass, and forget what cannot be read: another version may have kept other classes."""
    save = caching.Cache.save_overload
    kept = caching.IndexDataCacheFile
    load = kept.load

    def save_overload(*arguments: Any) -> None:
        with suppress(OSError):
            save(*arguments)

    def load_or_forget(self: Any, key: object) -> object:  # numba's own
        try:
            return load(self, key)
        except (AttributeError, ImportError, EOFError, UnpicklingError):
            with suppress(OSError):
                self.flush()
            return None

    caching.Cache.save_overload = save_overload
    kept.load = load_or_forget


class _Forgiving:
    """Waits for the import of numba's cache."""

    def find_spec(self, name: str, _: Sequence[str] | None, __: ModuleType | None = None) -> ModuleSpec | None:
        if name != CACHING:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                _forgive(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec
