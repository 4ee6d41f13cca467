"""Separates the functions of a rule into code, identified by a digest, and the numbers that are its data.

The numbers in closure variables, such as the size of a board and its masks, are data. Code that reads them from memory
is the same for every board, so it is compiled once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from types import CodeType, FunctionType
from typing import Any, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import NDArray

BITS = 64
"""Bits of a word."""


def is_word(value: object, bits: int = BITS) -> TypeGuard[int]:
    """Return whether a value is an integer that fits into a signed machine word.

    Args:
        value: The value.
        bits: The length of the word in bits, 64 unless another is given.

    Returns:
        Whether the value fits.
    """
    return isinstance(value, int) and -(1 << bits - 1) <= value < 1 << bits - 1


def limbs_of(numbers: Sequence[int], count: int) -> list[int]:
    """Convert numbers to machine words of 64 bits; the words of each number are in a row, the lowest word first.

    Args:
        numbers: The numbers; each fits into `count` words.
        count: The number of words for each number.

    Returns:
        The words, as signed integers.
    """
    if count == 1:
        return list(numbers)
    raw = b"".join(int(number).to_bytes(8 * count, "little", signed=True) for number in numbers)
    return [*memoryview(raw).cast("q")]


class Datum(NamedTuple):
    """The place of a closure variable in the data of compiled code.

    For a number, `place` is its index in the data, and `table` is None. For a table of numbers, `place` is the index of
    its length, and `table` is the index of the table.
    """

    place: int
    table: int | None


class RuleData:
    """The numbers and tables in the closure variables of a rule's functions, in an order that the code determines."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]], joined: int = 1) -> None:
        """Collect the numbers and tables of the functions of a rule, and of all functions that they call.

        Args:
            functions: The functions by their names.
            joined: The number of machine words that each integer of the functions may need.
        """
        self.bits = BITS * joined
        """The bits of a number."""
        self.numbers: list[int] = [0]
        self.tables: list[tuple[int, ...]] = []
        self._cells: dict[tuple[int, str], Datum] = {}
        pieces: list[str] = []
        met: dict[int, int] = {}
        try:
            for name in sorted(functions):
                pieces.append(name)
                _describe(functions[name], pieces, met, self)
        except TypeError:
            pieces = []
        self.shape = sha256("\n".join(pieces).encode()).hexdigest() if pieces else ""
        """A digest of everything but the data; empty where something is not understood."""

    def cell(self, function: FunctionType, name: str) -> Datum | None:
        """Return the place in the data of the value of a closure variable.

        Args:
            function: The function that has the variable.
            name: The name of the variable.

        Returns:
            The place in the data, or None if the variable is not data.
        """
        return self._cells.get((id(function), name))

    def placed(self) -> dict[str, NDArray[np.int64]]:
        """Return the data as arrays by name: `numbers`, and `table0`, `table1`, ... for the tables."""
        named = {"numbers": self.numbers, **{f"table{i}": table for i, table in enumerate(self.tables)}}
        return {name: np.array(limbs_of(numbers, self.bits // BITS), np.int64) for name, numbers in named.items()}

    def take(self, function: FunctionType, name: str, value: object) -> str:
        """Add the value of a closure variable to the data, and return a word that describes its kind.

        Args:
            function: The function that has the variable.
            name: The name of the variable.
            value: The value of the variable.

        Returns:
            The kind of data: "number", "table", or an empty text if it is not data.
        """
        if is_word(value, self.bits):
            self._cells[id(function), name] = Datum(len(self.numbers), None)
            self.numbers.append(int(value))
            return "number"
        if isinstance(value, tuple | list) and value and all(is_word(item, self.bits) for item in value):
            self._cells[id(function), name] = Datum(len(self.numbers), len(self.tables))
            self.numbers.append(len(value))
            self.tables.append(tuple(value))
            return "table"
        return ""


def globals_of(function: FunctionType) -> dict[str, Any]:
    """Return the values of the global names to which a function refers."""
    return {
        name: function.__globals__[name] for name in sorted(_names(function.__code__)) if name in function.__globals__
    }


def _names(code: CodeType) -> set[str]:
    """Return the names to which a function, and the functions inside it, refer."""
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inner)


def _describe(value: object, pieces: list[str], met: dict[int, int], data: RuleData | None = None) -> None:
    """Append texts that describe a value to the list `pieces`, for a digest.

    Numbers in closures are omitted; `data` collects them instead. `met` has the number of each function described
    before, so that no function is described twice. Raise `TypeError` for an object that cannot be described.
    """
    if isinstance(value, FunctionType):
        _describe_function(value, pieces, met, data)
    elif isinstance(value, CodeType):
        pieces += [value.co_code.hex(), repr(value.co_names), repr(value.co_varnames), repr(value.co_freevars)]
        for constant in value.co_consts:
            _describe(constant, pieces, met)
    elif isinstance(value, int | str | bytes | float | None) or value is np or isinstance(value, type):
        pieces.append(repr(value))
    elif isinstance(value, tuple | list):
        pieces.append(f"{type(value).__name__} of {len(value)}")
        for item in value:
            _describe(item, pieces, met)
    else:
        raise TypeError


def _describe_function(function: FunctionType, pieces: list[str], met: dict[int, int], data: RuleData | None) -> None:
    if id(function) in met:
        pieces.append(f"met {met[id(function)]}")
        return
    met[id(function)] = len(met)
    pieces.append(function.__module__)  # what is kept asks for it by name
    _describe(function.__code__, pieces, met)
    pieces.append(repr(function.__defaults__))
    for name, item in globals_of(function).items():
        pieces.append(name)
        _describe(item, pieces, met, data)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        kind = data.take(function, name, cell.cell_contents) if data else ""
        pieces.append(f"{name} {kind}")
        if not kind:
            _describe(cell.cell_contents, pieces, met, data)
