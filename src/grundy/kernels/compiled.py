"""Finds the compiled code of kernels and rules: in the package, or compiled once and saved.

`build_kernels.py` compiles the kernels when the package is built, for levels of processors instead of one processor.
Other code is saved next to the source, or in the user's cache folder (or in NUMBA_CACHE_DIR if that can be written). If
none of these can be written, a folder for temporary files is used. Every file is an object file with a checksum.
"""

from __future__ import annotations

import os
import platform
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Container
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from .sealed import DamagedCode, has_compiler, opened, sealed, warn_damaged, warn_of_processor, write_whole

HERE = Path(__file__).parent
READY = HERE / "levels"
"""Kernels compiled when the package was built: a folder for a digest of their sources, in it one for each level."""

LEVELS = {
    "x86-64-v4": "avx512f avx512bw avx512cd avx512dq avx512vl",
    "x86-64-v3": "avx avx2 bmi bmi2 f16c fma lzcnt movbe",
    "x86-64-v2": "cx16 popcnt sahf sse3 ssse3 sse4.1 sse4.2",
    "x86-64": "",
}
"""Level of x86-64 processors by LLVM's names -> the features that it requires in addition to those of lower levels."""
FEATURES = {"x86-64-v4": "-prefer-256-bit"}
"""Features given to LLVM in addition to the level: kernels hold vectors of 512 bits."""


def level_of(features: Container[str], machine: str) -> str:
    """Return the highest level of processors, such as "x86-64-v3", all of whose features a processor has.

    Args:
        features: The names of its features, as LLVM writes them.
        machine: The kind of machine, as `platform.machine` writes it.

    Returns:
        The level; "generic" for arm64, "" for other machines.

    Example:
        >>> level_of({"sse4.2"}, "x86_64"), level_of((), "arm64"), level_of((), "riscv64")
        ('x86-64', 'generic', '')
    """
    if machine in {"aarch64", "arm64"}:
        return "generic"
    if machine not in {"x86_64", "AMD64"}:
        return ""
    return next(name for name in LEVELS if all(feature in features for feature in features_of(name)))


def register_bytes() -> int:
    """Return how many bytes a vector register holds on the processor that numba compiles for: 16, 32 or 64."""
    config: Any = import_module("numba.core.config")
    if config.CPU_NAME in LEVELS:
        features = (config.CPU_FEATURES or "").split(",")
        on = {name.removeprefix("+") for name in features if not name.startswith("-")} | features_of(config.CPU_NAME)
    else:
        from llvmlite import binding

        on = {name for name, has in binding.get_host_cpu_features().items() if has}
    return 64 if "avx512bw" in on else 32 if "avx2" in on else 16


CALLERS = {f"{name}.py" for name in ("__init__", "compiled", "native_kernels", "known_answers", "object_files")}
CALLERS |= {"ready.py", "sealed.py", "state.py", "heaps/calls.py"}
CALLERS |= {f"boards/{name}.py" for name in ("calls", "memory", "misere_search", "packed_code", "proof_search")}
"""Files that say nothing of what is compiled."""
FORMAT = b"sealed"
"""How files of code are written; another format has another digest."""
LINUX = {"abm": "lzcnt", "bmi1": "bmi", "lahf_lm": "sahf", "pni": "sse3", "sse4_1": "sse4.1", "sse4_2": "sse4.2"}
"""Names of Linux for features of processors that LLVM names otherwise."""


@cache
def told_by_linux() -> dict[str, str]:
    """Return the fields of the first processor in Linux's /proc/cpuinfo, by name; {} on other systems."""
    with suppress(OSError):
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").partition("\n\n")[0]
        rows = (line.partition(":") for line in text.splitlines())
        return {name.strip(): value.strip() for name, _, value in rows}
    return {}


@cache
def host_features() -> frozenset[str]:
    """Return the features of this processor by LLVM's names, such as "avx2".

    On Linux they are read without LLVM, whose import takes 40 MB.
    """
    flags = told_by_linux().get("flags", "").split()
    if flags and platform.machine() == "x86_64":
        return frozenset(LINUX.get(flag, flag) for flag in flags)
    from llvmlite import binding

    return frozenset(name for name, has in binding.get_host_cpu_features().items() if has)


@cache
def host_level() -> str:
    """Return the level of this processor, such as "x86-64-v3", or "" if none is known."""
    return level_of(host_features(), platform.machine())


def features_of(level: str) -> frozenset[str]:
    """Return the features, such as "avx2", that every processor of a level has; empty for an unknown level."""
    names = list(LEVELS)
    of_level = names[names.index(level) :] if level in LEVELS else ()
    return frozenset(feature for name in of_level for feature in LEVELS[name].split())


@cache
def host_name() -> str:
    """Return a text that identifies this processor; it is part of the names of code compiled for it."""
    fields = told_by_linux()
    if "flags" in fields:
        return repr([fields.get(name) for name in ("vendor_id", "cpu family", "model", "flags")])
    from llvmlite import binding

    return repr([binding.get_host_cpu_name(), sorted(binding.get_host_cpu_features().items())])


@cache
def target() -> tuple[str, str]:
    """Return the processor for which code is compiled: its name (or level), and the text of its features for LLVM.

    The user can choose it by the variables NUMBA_CPU_NAME and NUMBA_CPU_FEATURES. The choice is ignored, with a
    warning, if code for it cannot be compiled or run here.
    """
    chosen = os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CPU_FEATURES")
    if chosen != (None, None) and has_compiler():
        if BUILDING or _can_run(chosen[0] or "", chosen[1] or ""):
            return chosen[0] or "", chosen[1] or ""
        warn_of_processor(chosen[0] or chosen[1] or "", host_level())
    level = host_level()
    return level, FEATURES.get(level, "") if level in LEVELS else ""


BUILDING = False
"""Whether kernels are compiled that need not run here (`build_kernels.py`)."""
PROBE = """
import sys
from llvmlite import binding as b
b.initialize_native_target()
b.initialize_native_asmprinter()
m = b.Target.from_default_triple().create_target_machine(cpu=sys.argv[1], features=sys.argv[2], opt=3, jit=True)
code = b.parse_assembly("define double @f(double %x) {\\n%y = fadd double %x, %x\\nret double %y\\n}")
code.triple = m.triple
m.emit_object(code)
"""


def _can_run(name: str, features: str) -> bool:
    """Return whether this processor can run code for a processor or level `name` with `features`.

    LLVM ends the process for some names, so they are tried in another process.
    """
    if name in LEVELS and features == FEATURES.get(name, ""):
        return features_of(name) <= host_features()
    words = [sys.executable, "-c", PROBE, name, features]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603
    return not done.returncode and "is not a recognized" not in done.stderr


@cache
def code_level() -> str:
    """Return the level of processors for which code is compiled, such as "x86-64-v3".

    The result is "" if code is compiled for one processor and not for a level.
    """
    level, features = target()
    return level if level in {*LEVELS, "generic"} and features == FEATURES.get(level, "") else ""


def read_code(path: Path) -> bytes | None:
    """Return the compiled code in a file, or None if the file is missing or damaged; warn if it is damaged."""
    try:
        return opened(path.read_bytes(), *_about(path))
    except OSError:
        return None
    except DamagedCode:
        warn_damaged(path.name, remedy() if path.is_relative_to(READY) else "")
        return None


def remedy() -> str:
    """Return the command that a user types to compile and save the kernels."""
    in_checkout = Path(HERE.parents[2], "build_kernels.py").exists()
    return "python build_kernels.py host" if in_checkout else "install grundy again"


def is_intact(path: Path) -> bool:
    """Return whether a file of compiled code exists and has the right checksum."""
    with suppress(DamagedCode, OSError):
        opened(path.read_bytes(), *_about(path))
        return True
    return False


def _about(path: Path) -> tuple[str, str, str]:
    """Return the texts that the checksum of a file covers in addition to its content.

    They are the digest of the sources, the level of processors (empty if the file did not come with the package), and
    the name of the file.
    """
    return digest(), path.parent.name if path.is_relative_to(READY) else "", path.name


OBJECT = f"py{sys.version_info.major}{sys.version_info.minor}.o"
"""How the names of object files end."""


def tell_numba_the_level() -> None:
    """Make numba compile for this processor's level, unless the user chose another target.

    If numba has compiled something already in this process, nothing changes.
    """
    config: Any = import_module("numba.core.config")
    chosen = os.environ.get("NUMBA_CPU_NAME"), os.environ.get("NUMBA_CPU_FEATURES")
    if chosen[0] == config.CPU_NAME and target() != (
        chosen[0] or "",
        chosen[1] or "",
    ):  # skipped, or nothing was chosen
        config.CPU_NAME = config.CPU_FEATURES = None
    numba_target = getattr(sys.modules.get("numba.core.registry"), "cpu_target", None)
    has_compiled = numba_target is not None and "_toplevel_target_context" in vars(numba_target)
    level = host_level()
    if config.CPU_NAME is None and config.CPU_FEATURES is None and level and not has_compiled:
        config.CPU_NAME, config.CPU_FEATURES = level, FEATURES.get(level, "")


_SOURCES = sorted(
    {*HERE.rglob("*.py")} - {HERE / name for name in CALLERS}, key=lambda path: path.relative_to(HERE).parts
)


def _stamps() -> list[tuple[int, int]]:
    """Return the time of the last change, and the size, of each source file of kernels; empty if a file is missing."""
    with suppress(OSError):
        return [(found.st_mtime_ns, found.st_size) for found in map(Path.stat, _SOURCES)]
    return []


def _digest_now() -> str:
    """Return a digest of the source files of kernels as they are now; "" if a file is missing."""
    with suppress(OSError):
        return sha256(b"\0".join([FORMAT, *(path.read_bytes() for path in _SOURCES)])).hexdigest()[:16]
    return ""


_AT_IMPORT = _stamps()
_DIGEST = _digest_now()


def digest() -> str:
    """Return the digest of the kernels' sources at import.

    Compiled code that was saved with another digest is not used.
    """
    return _DIGEST


def check_sources() -> None:
    """Raise `ImportError` if sources of kernels were changed while this process runs.

    Modules imported later would otherwise be saved under the digest of the old sources.
    """
    if _stamps() != _AT_IMPORT and _digest_now() != _DIGEST:
        raise ImportError("grundy was changed while it runs: start it again", name="grundy")


def cache_folder(chosen: str) -> Path:
    """Return the folder for compiled code: the first one that can be written.

    These are tried in order: the chosen folder if `chosen` is not empty, the folder of compiled files next to the
    source, the user's cache folder, and a folder for temporary files.
    """
    if chosen and _can_write(Path(chosen)):
        return Path(chosen)
    usual = HERE / "__pycache__", Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numba"
    return next((folder for folder in usual if _can_write(folder)), None) or _own_folder()


_unsaved: dict[str, bytes] = {}
"""Code by name that was compiled in this process and cannot be saved."""


def kept_code(name: str, make: Callable[[], bytes]) -> bytes:
    """Return the compiled code saved under a name; if it is missing or damaged, compile and save it.

    Args:
        name: The name, which must differ for different code. It need not contain the sources and the processor.
        make: A function that compiles the code and returns its bytes.

    Returns:
        The bytes of an object file.
    """
    paths = _kept_paths(name)
    for path in paths:
        if (code := read_code(path)) is not None:
            return code
    if name in _unsaved:
        return _unsaved[name]
    code = make()
    try:
        write_whole(paths[-1], sealed(code, *_about(paths[-1])))
    except OSError:  # the next call in this process must not compile again
        _unsaved[name] = code
    return code


def has_kept(name: str) -> bool:
    """Return whether intact compiled code of this name came with the package or was saved."""
    return any(read_code(path) is not None for path in _kept_paths(name))


def _kept_paths(name: str) -> list[Path]:
    """Return the two files that may contain the code of this name: in the package, and in the cache."""
    ready = READY / digest() / (code_level() or "none") / f"{name}.{OBJECT}"
    if BUILDING:
        return [ready]
    key = sha256(repr([digest(), host_name(), target()]).encode()).hexdigest()[:16]
    saved = cache_folder(os.environ.get("NUMBA_CACHE_DIR", "")) / f"{name}-{key}.{OBJECT}"
    return [ready, saved]


@cache
def _own_folder() -> Path:
    """Return a folder for temporary files to which no other user can write.

    Code in it is executed when it is loaded, so the folder must be safe from others.
    """
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
