"""A strict and fast parser of the input of a contest problem, which consists of lines of integers.

Numbers have no sign, underscore or leading zero and are separated by spaces or tabs; lines end with LF or CR LF, and
blank lines at the end are ignored. All other text raises `InputError`. Whole blocks are checked by one regular
expression; a rejected block is parsed number by number to build the error message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from typing import NamedTuple

from grundy.core import InputError, read_integer

MOST_LINES = 10**6
"""The largest number of lines, or of numbers on a line, that an input may contain."""
MOST_NUMBER = 10**18
"""The largest number."""
_NUMBER = rb"(?:0|[1-9][0-9]{0,18})"
_BLANKS, _END = rb"[ \t]*+", rb"[ \t]*+\r?+"
_LIST = re.compile(_BLANKS + _NUMBER + rb"(?:[ \t]++" + _NUMBER + rb")*+" + _END)


class InputField(NamedTuple):
    """A number in the input: what it means, for error messages, and its least and greatest value."""

    what: str
    least: int = 1
    most: int = MOST_NUMBER


def count(what: str) -> InputField:
    """Return the field for the number of items that follow, from 1 to a million; `what` names it in error messages."""
    return InputField(what, 1, MOST_LINES)


class JudgeInput:
    """A reader of an input, whose methods return the numbers of the next lines."""

    def __init__(self, data: bytes) -> None:
        self._lines = data.rstrip(b" \t\r\n").split(b"\n")
        self._at = 0

    @property
    def line(self) -> int:
        """The number of the next line, from 1."""
        return self._at + 1

    def record(self, *fields: InputField) -> list[int]:
        """Return the numbers of the next line, one for each field."""
        return self.table(1, *fields)

    def table(self, rows: int, *fields: InputField) -> list[int]:
        """Return the numbers of the next lines, which all have the same fields.

        Args:
            rows: The number of lines.
            fields: The meaning and bounds of each number of a line.

        Returns:
            The numbers in one list, one line after the other.

        Raises:
            InputError: If a line is missing, has other text, or a number is out of bounds.
        """
        block = self._take(rows, fields[0])
        text = b"\n".join(block)
        if _shape(len(fields)).fullmatch(text):
            numbers = list(map(int, text.split()))
            if all(_within(numbers[i :: len(fields)], field) for i, field in enumerate(fields)):
                return numbers
        first = self.line - rows
        return list(chain.from_iterable(_slowly(line, first + i, fields) for i, line in enumerate(block)))

    def numbers(self, length: int, field: InputField) -> list[int]:
        """Return the numbers of the next line, which all have the same meaning.

        Args:
            length: How many numbers the line must have.
            field: The meaning and bounds of each number.

        Returns:
            The numbers in their order.

        Raises:
            InputError: If the line is missing, has other text, or a number is out of bounds.
        """
        (line,) = self._take(1, field)
        if _LIST.fullmatch(line):
            numbers = list(map(int, line.split()))
            if len(numbers) == length and _within(numbers, field):
                return numbers
        return _slowly(line, self.line - 1, (field,) * length)

    def end(self) -> None:
        """Raise `InputError` if anything but blank lines follows."""
        for line in self._lines[self._at :]:
            if found := _text(line).strip(" \t"):
                raise InputError(f"line {self.line}: expected the end of the input, found {found[:24]!r}")
            self._at += 1

    def _take(self, rows: int, field: InputField) -> Sequence[bytes]:
        block = self._lines[self._at : self._at + rows]
        self._at += len(block)
        if len(block) < rows:
            raise InputError(f"line {self.line}: expected {field.what}, found the end of the input")
        return block


def _within(numbers: Sequence[int], field: InputField) -> bool:
    return field.least <= min(numbers) and max(numbers) <= field.most


@lru_cache(maxsize=16)
def _shape(width: int) -> re.Pattern[bytes]:
    line = _BLANKS + _NUMBER + (rb"[ \t]++" + _NUMBER) * (width - 1) + _END
    return re.compile(line + rb"(?:\n" + line + rb")*+")


def _text(line: bytes) -> str:
    """Return a line as text, in which replacement characters stand for bytes that are not valid UTF-8."""
    return line.decode("utf-8", "replace").removesuffix("\r")


def _slowly(raw: bytes, line: int, fields: Sequence[InputField]) -> list[int]:
    """Read the numbers of a line (`raw`) one by one; raise an `InputError` with the place of a wrong number."""
    text = _text(raw)
    numbers: list[int] = []
    for field, found in zip_longest(fields, re.finditer(r"[^ \t]+", text)):
        if field is None:
            expected = "1 number" if len(fields) == 1 else f"{len(fields)} numbers"
            raise _refusal(line, expected, "more", text, found.start())
        place = f" (number {len(numbers) + 1} of {len(fields)})" if len(fields) > 1 else ""
        if found is None:
            raise _refusal(line, field.what + place, "nothing", text, len(text))
        try:
            number = read_integer(found[0], field.what + place)
        except InputError as error:
            raise InputError(f"line {line}: {error.message}", text=text, at=found.start()) from None
        if not field.least <= number <= field.most:
            expected = f"{field.what} from {field.least} to {field.most}"
            raise _refusal(line, expected, found[0] if len(found[0]) < 40 else "a longer number", text, found.start())
        numbers.append(number)
    return numbers


def _refusal(line: int, expected: str, found: str, text: str, at: int) -> InputError:
    return InputError(f"line {line}: expected {expected}, found {found}", text=text, at=at, expected=expected)
