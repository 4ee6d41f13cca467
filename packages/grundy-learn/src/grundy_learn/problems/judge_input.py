"""A strict and fast parser of the input of a contest problem, which consists of lines of integers.

Numbers have no sign, underscore or leading zero and are separated by spaces or tabs; lines end with LF or CR LF, and
blank lines at the end are ignored. All other text raises `InputError`. Whole blocks are checked by one regular
expression; a rejected block is parsed number by number to build the error message.

A parser of the whole input of a problem (`Cases`) is a function that takes a `JudgeInput` and returns the cases of the
input, each as a tuple of its data. Most problems build it by a function such as `one_line`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple

from grundy.core import InputError, read_integer

MOST_LINES = 10**6
"""The largest number of lines, or of numbers on a line, that an input may contain."""
MOST_NUMBER = 10**18
"""The largest number."""
_NUMBER = rb"(?:0|[1-9][0-9]{0,18})"
_BLANKS, _END = rb"[ \t]*+", rb"[ \t]*+\r?+"
_LIST = re.compile(_BLANKS + _NUMBER + rb"(?:[ \t]++" + _NUMBER + rb")*+" + _END)


class InputField(NamedTuple):
    """The description of a number in the input: what it means, for error messages, and its least and greatest value."""

    what: str
    least: int = 1
    most: int = MOST_NUMBER


def count(what: str) -> InputField:
    """Return the field for the number of items that follow, from 1 to a million; `what` names it in error messages."""
    return InputField(what, 1, MOST_LINES)


class JudgeInput:
    """A reader of the input of a contest problem, which is given as bytes.

    Each of its methods `record`, `rows` and `numbers` reads the next lines and returns their numbers.
    """

    def __init__(self, data: bytes) -> None:
        self._lines = data.rstrip(b" \t\r\n").split(b"\n")
        self._at = 0

    @property
    def line(self) -> int:
        """The number of the next line, from 1."""
        return self._at + 1

    def record(self, *fields: InputField) -> list[int]:
        """Return the numbers of the next line, one for each field; raise `InputError` if they do not fit."""
        return list(self.rows(1, *fields)[0])

    def rows(self, number: int, *fields: InputField) -> list[tuple[int, ...]]:
        """Return the numbers of the next lines, which all have the same fields.

        Args:
            number: The number of lines.
            fields: The meaning and bounds of each number of a line.

        Returns:
            The numbers of each line.

        Raises:
            InputError: If a line is missing, has other text, or a number is out of bounds.
        """
        block, width = self._take(number, fields[0]), len(fields)
        text = b"\n".join(block)
        if _shape(width).fullmatch(text):
            numbers = list(map(int, text.split()))
            if all(_within(numbers[i::width], field) for i, field in enumerate(fields)):
                return [tuple(numbers[i : i + width]) for i in range(0, len(numbers), width)]
        first = self.line - number
        return [tuple(_slowly(line, first + i, fields)) for i, line in enumerate(block)]

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
    """Read the numbers of a line one by one; for a wrong one, raise an `InputError` that shows its place.

    `raw` is the line, `line` its number from 1. `fields` has the meaning and bounds of each number.
    """
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


Cases = Callable[[JudgeInput], Iterable[tuple[Any, ...]]]
"""A parser of inputs: it returns the cases, each as a tuple of its data."""


def one_line(*fields: InputField) -> Cases:
    """Build a parser for an input of one line, which is the only test case; each number has its own field."""
    return lambda judge_input: [tuple(judge_input.record(*fields))]


def many_lines(what: str, *fields: InputField) -> Cases:
    """Build a parser for an input whose first line states the number of test cases; each further line is a case.

    Args:
        what: The meaning of the number of cases, for error messages.
        fields: The meaning and bounds of each number of a case.

    Returns:
        The parser. A case is the numbers of its line.
    """
    return lambda judge_input: judge_input.rows(judge_input.record(count(what))[0], *fields)


def line_and_list(item: InputField, *header: InputField, size: int = 0) -> Cases:
    """Build a parser for an input with one test case: a line of numbers, then a line with a list of numbers.

    The length of the list is one of the numbers of the first line.

    Args:
        item: The meaning and bounds of the numbers in the list.
        header: For each number of the first line its meaning and bounds.
        size: The index, from 0, of the number of the first line that is the length of the list.

    Returns:
        The parser. Its case consists of the other numbers of the first line, and the list.
    """

    def read(judge_input: JudgeInput) -> list[tuple[Any, ...]]:
        numbers = judge_input.record(*header)
        length = numbers.pop(size)
        return [(*numbers, judge_input.numbers(length, item))]

    return read


def line_and_rows(size: InputField, *fields: InputField) -> Cases:
    """Build a parser for an input with one test case: a line with a number n, then n lines with the same fields.

    Args:
        size: The meaning of n, for error messages, and its bounds.
        fields: For each number of the n lines its meaning and bounds.

    Returns:
        The parser. The only item of its case is the list of the n lines, each as a tuple of numbers.
    """
    return lambda judge_input: [(judge_input.rows(judge_input.record(size)[0], *fields),)]


def one_list(what: str, least: int = 1, most: int = MOST_NUMBER) -> Cases:
    """Build a parser for an input with one test case: a line with a number n, then a line with n numbers.

    Args:
        what: The meaning of a number, for error messages.
        least: The least number allowed.
        most: The greatest number allowed.

    Returns:
        The parser. Its case has one item, the list of the n numbers.
    """
    return line_and_list(InputField(what, least, most), count(f"how often {what} follows"))


def many(case: Cases) -> Cases:
    """Build a parser for an input of several test cases after a line with their number; `case` parses one of them."""

    def read(judge_input: JudgeInput) -> Iterator[tuple[Any, ...]]:
        (tests,) = judge_input.record(count("the number of tests"))
        for _ in range(tests):
            yield from case(judge_input)

    return read
