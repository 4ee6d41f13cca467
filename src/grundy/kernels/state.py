"""Describes, for `grundy --version`, the level of this processor, and whether the package has kernels for it."""

from __future__ import annotations

import platform
import sys

from .compiled import OBJECT, READY, code_level, digest, host_level, is_intact, remedy
from .object_files import can_place
from .sealed import has_compiler

PYTHON = OBJECT.removesuffix(".o")


def kernel_state() -> str:
    """Return the line of `grundy --version` on compiled kernels: the processors they are for, or why there are none."""
    try:
        level = code_level()
    except ImportError as missing:
        return f"kernels: missing, because {missing.name} is not installed; help: pip install {missing.name}"
    folder = READY / digest() / (level or "none")
    files = sorted(folder.glob(f"*.{PYTHON}.*"))
    if not files:
        return f"kernels: missing, because {_reason(level)}; help: {remedy()}"
    damaged = [path.name for path in files if not is_intact(path)]
    if damaged:
        return f"kernels: {len(damaged)} of {len(files)} files damaged, first {damaged[0]}; help: {remedy()}"
    if not can_place():
        needed = "" if has_compiler() else ", if numba is installed; help: pip install numba"
        return f"kernels: ready for {level}{needed}"
    try:
        lost = sorted(_expected() - {path.name for path in files})
    except ImportError as missing:
        return f"kernels: ready for {level}, if {missing.name} is installed; help: pip install {missing.name}"
    if lost:
        return f"kernels: {len(lost)} missing, first {lost[0]}; help: {remedy()}"
    return f"kernels: ready for {level}"


def processor_level() -> str:
    """Return the level of this processor, such as "x86-64-v3", or "unknown"."""
    try:
        return host_level() or "unknown"
    except ImportError:
        return "unknown"


def _reason(level: str) -> str:
    """Return a phrase that states why no kernels are ready for a level of processors."""
    note = READY / f"without.{PYTHON}.txt"
    if note.exists():
        return note.read_text(encoding="utf-8").strip()
    if not level:
        return f"no level of processors is known for {platform.machine()}"
    ready = {path.parent for path in READY.glob(f"*/*/*.{PYTHON}.*")}
    if levels := sorted(path.name for path in ready if path.parent.name == digest()):
        return f"they are compiled for {', '.join(levels)}, and this processor is {level}"
    if ready:
        return "they were compiled from other sources"
    return f"none were compiled for {platform.python_implementation()} {sys.version_info[0]}.{sys.version_info[1]}"


def _expected() -> set[str]:
    """Return the names of the object files of all kernels that Python calls."""
    from .ready import names_of

    return {f"{name}.{OBJECT}" for name in names_of()}
