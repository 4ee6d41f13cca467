"""Loads the code of an object file into memory, as a linker does, if it calls only functions of C that copy memory.

So code that was compiled before needs no compiler in the process, which would take most of its memory. The code is
compiled so that all addresses in it have 64 bits. So any memory that Python allocates can hold it (System V Application
Binary Interface, AMD64 Architecture Processor Supplement, 4.4). Other object files are rejected, and the caller uses
LLVM instead. Memory pages are first written and then made executable, never both at once.
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import sys
from collections.abc import Mapping
from functools import cache
from struct import Struct, error
from typing import Any, NamedTuple

HEADER, SECTION, SYMBOL, MOVED = map(Struct, ("<16sHHIQQQIHHHHHH", "<IIQQQQIIQQ", "<IBBHQQ", "<QQq"))
ELF, RELOCATABLE, X86_64 = b"\x7fELF\2\1", 1, 62
"""How an object file of 64-bit words, the lowest byte first, begins; its type; its machine."""
BITS, SYMBOLS, CHANGES = 1, 2, 4
"""Types of sections: what is in the file, symbols, and places that hold addresses."""
IN_MEMORY = 2
"""The flag of a section that is placed."""
GLOBAL_FUNCTION = 0x12
"""The binding and type of a function that others may call."""
LOW, WHOLE_ADDRESS = 0xFFFFFFFF, 1
"""The bits that are the type of a place, and the type of one that holds an address of 64 bits."""
OUTSIDE = frozenset({"memset", "memcpy", "memmove"})
"""Functions of C that compiled code may call."""


class _Section(NamedTuple):
    name: int
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry: int


class LoadedObject:
    """The functions of an object file in memory, which stay loaded as long as this Python object exists."""

    def __init__(self, code: bytes, outside: Mapping[str, Any] | None = None) -> None:
        """Load the functions of an object file into memory.

        Args:
            code: The content of an object file.
            outside: Arrays that the code may read, by the names that it uses for them; they are kept as long as this
                Python object.

        Raises:
            ValueError: If `code` is not an object file, is for another machine, or refers to unknown functions or data.
        """
        if not can_place():
            raise ValueError("code is placed on Linux, x86-64, alone")
        self._named: dict[str, int] = {}
        self._outside = outside or {}
        try:
            self._place(code)
        except (IndexError, OSError, StopIteration, UnicodeDecodeError, error) as broken:
            raise ValueError("no object file") from broken

    def address(self, name: str) -> int:
        """Return the address of the function `name`; raise `ValueError` if the object file does not define it."""
        if name not in self._named:
            raise ValueError(f"no function {name!r}")
        return self._named[name]

    def _place(self, code: bytes) -> None:
        begin, kind, machine, _, _, _, shape, *_, many, _ = HEADER.unpack_from(code)
        if (begin[:6], kind, machine) != (ELF, RELOCATABLE, X86_64):
            raise ValueError("no object file for x86-64")
        sections = [_Section(*SECTION.unpack_from(code, shape + i * SECTION.size)) for i in range(many)]
        places, size = [0] * many, 0
        for number, section in enumerate(sections):
            if section.flags & IN_MEMORY:
                size += -size % max(1, section.alignment)
                places[number] = size
                size += section.size
        self._memory = mmap.mmap(-1, max(1, size), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        base = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        for place, section in zip(places, sections, strict=True):
            if section.flags & IN_MEMORY and section.type == BITS:
                self._memory[place : place + section.size] = code[section.offset : section.offset + section.size]
        self._link(code, sections, places, self._symbols(code, sections, [base + place for place in places]))
        if _library().mprotect(
            ctypes.c_void_p(base), ctypes.c_size_t(len(self._memory)), mmap.PROT_READ | mmap.PROT_EXEC
        ):
            raise ValueError("pages may not be run")

    def _link(self, code: bytes, sections: list[_Section], places: list[int], symbols: list[int | str]) -> None:
        """Write the addresses of functions and data to the places in the loaded code that refer to them.

        `places` has the offset of each section in memory, and `symbols` the address or the name of each symbol.
        """
        for section in sections:
            target = sections[section.info] if section.type == CHANGES else section
            if section.type != CHANGES or not target.flags & IN_MEMORY or target.type != BITS:
                continue
            for at, info, more in MOVED.iter_unpack(code[section.offset : section.offset + section.size]):
                if info & LOW != WHOLE_ADDRESS:
                    raise ValueError(f"a place of type {info & LOW}")
                place = places[section.info] + at
                address = self._found(symbols[info >> 32]) + more
                self._memory[place : place + 8] = address.to_bytes(8, "little")

    def _symbols(self, code: bytes, sections: list[_Section], bases: list[int]) -> list[int | str]:
        """Return the address of each symbol of an object file, or its name if the file does not define it.

        `bases` has the address of each section in memory. Functions that the file defines are recorded by name.
        """
        table = next(section for section in sections if section.type == SYMBOLS)
        names = sections[table.link].offset
        found: list[int | str] = []
        for start in range(table.offset, table.offset + table.size, SYMBOL.size):
            name, info, _, section, value, _ = SYMBOL.unpack_from(code, start)
            text = code[names + name : code.index(0, names + name)].decode()
            inside = 0 < section < len(sections)
            found.append(bases[section] + value if inside else text)
            if inside and info == GLOBAL_FUNCTION:
                self._named[text] = bases[section] + value
        return found

    def _found(self, symbol: int | str) -> int:
        if isinstance(symbol, int):
            return symbol
        if symbol in self._outside:
            return int(self._outside[symbol].ctypes.data)
        if symbol in OUTSIDE:
            return ctypes.cast(getattr(_library(), symbol), ctypes.c_void_p).value or 0
        raise ValueError(f"{symbol} is not here")


def can_place() -> bool:
    """Return whether object files can be loaded on this machine, which must be Linux on x86-64."""
    return sys.platform == "linux" and platform.machine() == "x86_64" and sys.maxsize > 1 << 32


@cache
def _library() -> Any:
    """Return the C library of this process."""
    return ctypes.CDLL(None)
