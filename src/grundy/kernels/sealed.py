"""Adds a checksum to files of compiled code, and checks it before the code is used.

The checksum covers the code and the purpose of the file: the digest of the sources, the level of processors and the
name. So a changed bit, a file that is cut short and a file in the place of another are detected. The checksum protects
against accidents, not against attacks. Data that Python and numba unpickle ends before the checksum, so they ignore it.
"""

from __future__ import annotations

import warnings
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from secrets import token_hex

SIZE = 32
"""Bytes of a checksum."""
_warned: list[str] = []
"""Names of damaged files; the first of them was warned of."""


class DamagedCode(ValueError):
    """The error for a file of compiled code whose checksum is wrong."""


def sealed(code: bytes, *about: str) -> bytes:
    """Return code followed by its checksum.

    Args:
        code: The compiled code.
        about: Texts that describe the purpose of the file; the checksum covers them, and `opened` needs the same.

    Returns:
        The code and the checksum.
    """
    return code + _checksum(code, about)


def opened(whole: bytes, *about: str) -> bytes:
    """Return the code in a file without its checksum, after checking it.

    Args:
        whole: The content of the file, as `sealed` returned it.
        about: The texts that describe the purpose of the file, as given to `sealed`.

    Returns:
        The code.

    Raises:
        DamagedCode: If the checksum does not fit the code and the purpose.
    """
    code = whole[:-SIZE]
    if len(whole) < SIZE or whole[-SIZE:] != _checksum(code, about):
        raise DamagedCode(about[-1])
    return code


def _checksum(code: bytes, about: tuple[str, ...]) -> bytes:
    digest = sha256(repr(about).encode() + b"\0")
    digest.update(code)
    return digest.digest()


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that readers see either all of it or the previous file.

    Args:
        path: The file; its folder is created if needed.
        content: The bytes of the file.

    Raises:
        OSError: If it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.parent / f".{token_hex(8)}.part"
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise


@cache
def has_compiler() -> bool:
    """Return whether numba and llvmlite are installed, without importing them."""
    try:
        return all(find_spec(name) is not None for name in ("numba", "llvmlite"))
    except (ImportError, ValueError):
        return False


def warn_of_processor(name: str, level: str) -> None:
    """Warn that code for the processor that the user chose cannot be compiled, or cannot run here.

    Args:
        name: The chosen processor, by LLVM's name.
        level: The level of processors for which code is compiled instead.
    """
    message = f"NUMBA_CPU_NAME: code for {name!r} cannot be compiled or cannot run here, {level or 'the host'} is used"
    warnings.warn(f"{message}; help: unset NUMBA_CPU_NAME NUMBA_CPU_FEATURES", stacklevel=3)


def warn_damaged(name: str, remedy: str) -> None:
    """Warn, once in a process, that compiled code is damaged and will not be used.

    Args:
        name: The file or the kernel.
        remedy: The command that repairs it; empty if nothing needs to be done.
    """
    _warned.append(name)
    if len(_warned) > 1:
        return
    instead = "it is compiled again" if has_compiler() else "the reference implementation answers, more slowly"
    more = f"; help: {remedy}" if remedy else ""
    warnings.warn(f"compiled code is damaged ({name}): {instead}{more}", stacklevel=3)
