"""Kernels that are not ready are compiled beside the question, at most once, while a plain method works on it.

A process of its own compiles them into the cache (`compiled`), behind a lock for each module, so that several programs
compile nothing twice; a mark says that a module is done. The lock falls with the process that holds it: what a crash
left undone is compiled by whoever asks next. The process goes on when the question is answered, or stopped, in the
background of the machine (`nice`), so that the next question finds its kernels ready.

This file says nothing of what is compiled, so it is no part of the digest of the kernels.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import IO

from .compiled import FEATURES, OBJECT, READY, cache_folder, code_level, digest, read_code, target, usual_folders
from .object_files import can_place
from .sealed import has_compiler

PYTHON = f"py{sys.version_info.major}{sys.version_info.minor}"
LOOK = 0.1
"""Seconds between two looks whether a process is done."""
SOON = 0.05
"""Seconds between two tries to hold a lock."""
NICE = 5
"""What a process is behind others: the question that waits for it has a processor of its own."""
STORE = ("boards.component_store", "boards.components")
"""Kernels of components, which every search over them calls."""
CALLED = {
    "boards.proof_numbers": (*STORE, "boards.proof_path"),
    "boards.misere_sums": (*STORE, "boards.misere_forms"),
    "boards.proof_parts": (*STORE, "boards.proof_path"),
}
"""Modules of kernels -> other modules whose kernels are called together with theirs."""
CODE = "import sys; sys.path[:] = sys.argv[2:]; from grundy.kernels.beside import make; make(sys.argv[1].split())"

_ready: set[str] = set()
_children: dict[str, subprocess.Popen[bytes]] = {}
_looked: dict[tuple[str, ...], float] = {}


def is_ready(*modules: str) -> bool:
    """Return whether these modules of kernels can be called at once; have a process compile those that are not.

    Modules are named below `grundy.kernels`. What is not ready is False without a compiler. With one, True is returned,
    too, for what cannot be compiled by another process: it is compiled where it is called.
    """
    if _ready.issuperset(modules):
        return True
    now = monotonic()
    if now - _looked.get(modules, -LOOK) < LOOK:
        return False
    _looked[modules] = now
    for module in modules:
        if module not in _ready and (is_placeable(module) or (has_compiler() and _is_done(module))):
            _ready.add(module)
    missing = [module for module in modules if module not in _ready]
    if missing and (not has_compiler() or _compiled_beside(missing)):
        return False
    _ready.update(modules)  # what was said once stays so: a search that ends for its kernels asks again
    return True


@cache
def came_ready(module: str) -> bool:
    """Return whether a module is placeable; it is looked at once."""
    return is_placeable(module)


def is_placeable(module: str) -> bool:
    """Return whether the kernels of a module, and those called with them, came with the package and are intact.

    Then no compiler is needed.
    """
    if not can_place():
        return False
    folder = READY / digest() / (code_level() or "none")
    names = [name.rpartition(".")[2] for name in (module, *CALLED.get(module, ()))]
    files = [sorted(folder.glob(f"{name}.*.{OBJECT}")) for name in names]
    if module.startswith("heaps."):
        files.append([folder / f"array_memory.array_memory.{OBJECT}"])
    if not all(files) or not all(read_code(path) is not None for found in files for path in found):
        return False
    calls = vars(import_module(f"grundy.kernels.{module.partition('.')[0]}.calls")).values()
    called = [door.name for door in calls if getattr(door, "module", None) == module]
    return {f"{names[0]}.{name}.{OBJECT}" for name in called} <= {path.name for path in files[0]}


def make(modules: list[str]) -> None:
    """Compile modules into the cache, one after the other, each unless it is done; this is what the process does."""
    with suppress(AttributeError, OSError):
        os.nice(NICE)
    compiled = 0
    for module in modules:
        with _lock(module).open("ab") as file:
            while not _hold(file):  # another process compiles it
                sleep(SOON)
            if _is_done(module):
                continue
            import_module(f"grundy.kernels.{module}")
            typed = import_module("grundy.kernels.typed").TYPED
            for kernel, arguments in typed[compiled:]:
                kernel.compile(arguments)
            compiled = len(typed)
            _mark(module).touch()


def _compiled_beside(modules: list[str]) -> bool:
    """Return whether a process compiles these modules, now, or has been started to; False where none can."""
    running = [child for name in modules if (child := _children.get(name)) is not None]
    if any(child.poll() is None for child in running):
        return True
    try:
        _lock(modules[0]).parent.mkdir(parents=True, exist_ok=True)
        with _lock(modules[0]).open("ab") as file:
            if not _hold(file):  # another program compiles it
                return True
        if running or not sys.executable:  # one has tried: it was ended, or cannot write
            return False
        child = _started(modules)
    except OSError:
        return False
    _children.update(dict.fromkeys(modules, child))
    return True


def _started(modules: list[str]) -> subprocess.Popen[bytes]:
    """Start a process that compiles modules; it hears no interrupt of this terminal, and says nothing."""
    flags = sum(getattr(subprocess, name, 0) for name in ("DETACHED_PROCESS", "BELOW_NORMAL_PRIORITY_CLASS"))
    path = [os.path.abspath(folder) for folder in sys.path]  # noqa: PTH100  # an empty one is this folder
    return subprocess.Popen(  # noqa: S603  # ourselves
        [sys.executable, "-c", CODE, " ".join(modules), *path],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=_environment(),
        start_new_session=True,
        creationflags=flags,
    )


def _environment() -> dict[str, str]:
    """Return this environment, with the cache that is used where numba would not find it by itself."""
    cache = _folder().parent
    return {**os.environ} if cache in usual_folders() else os.environ | {"NUMBA_CACHE_DIR": str(cache)}


def _is_done(module: str) -> bool:
    """Return whether a module came compiled with the package, or was compiled into the cache."""
    level, features = target()
    if features == FEATURES.get(level, ""):
        name = module.rpartition(".")[2]
        told = bytes([len(_numba())]) + _numba().encode()  # numba's own files begin with its version, pickled
        for path in (READY / digest() / level).glob(f"{name}.*.{PYTHON}.nbi"):
            return told in (read_code(path) or b"")[:64]
    return _mark(module).exists()


@cache
def _numba() -> str:
    """Return the version of numba, which need not be imported."""
    if (loaded := sys.modules.get("numba")) is not None:
        return str(loaded.__version__)
    spec = find_spec("numba")
    for folder in () if spec is None else spec.submodule_search_locations or ():
        with suppress(OSError):
            text = (Path(folder) / "_version.py").read_text(encoding="utf-8")
            if found := re.search(r'"version": "([^"]+)"', text):
                return found[1]
    return str(import_module("numba").__version__)


@cache
def _folder() -> Path:
    """Return where marks and locks stand: in the cache, so that they go with it."""
    return cache_folder(os.environ.get("NUMBA_CACHE_DIR", "")) / "grundy-kernels"


def _mark(module: str) -> Path:
    """Return the file that says that a module was compiled from these sources, by this numba, for this processor."""
    key = sha256(repr([digest(), _numba(), PYTHON, *target()]).encode()).hexdigest()[:16]
    return _folder() / f"{module}-{key}.ready"


def _lock(module: str) -> Path:
    return _mark(module).with_suffix(".lock")


def _hold(file: IO[bytes]) -> bool:
    """Return whether this process now holds the lock on a file, until it closes the file or ends."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        lock = getattr(msvcrt, "locking"), getattr(msvcrt, "LK_NBLCK")  # noqa: B009  # types of other systems
        with suppress(OSError):
            lock[0](file.fileno(), lock[1], 1)
            return True
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
