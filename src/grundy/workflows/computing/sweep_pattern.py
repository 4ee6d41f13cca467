"""Reads patterns of octal codes, such as "0.xyz" for all codes of up to three digits, and lists of codes.

    pattern = [first] "." place { place }
    first   = "0" | "4" | letter            a letter here is 0 or 4
    place   = "0" ... "7" | letter          a letter a-z is 0 to 7

Equal letters are replaced by equal digits. The codes of a pattern are sorted by their digits, without repetition and
without trailing zeros: "0.x" begins with 0.0 and 0.1, "0.xy" with 0.0 and 0.01. A list has one code per line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple, NoReturn
from zlib import crc32

from ...core import InputError, LimitReached, NotationError, cannot_read, read_code

MOST_PLACES = 64
"""The largest number of places after the point."""
MOST_CODES = 8**6
"""The largest number of codes of one sweep."""

DIGITS = "01234567"
MOST_DIGIT = 7
"""The largest digit of an octal code."""


class CodeList(NamedTuple):
    """Octal codes in the order of a sweep.

    Attributes:
        text: The pattern of the codes; for a list it is the number of codes and a checksum.
        codes: The codes, without repetition.
    """

    text: str
    codes: tuple[str, ...]


def read_pattern(text: str) -> CodeList:
    """Return all octal codes of a pattern, in which a letter is any digit and equal letters are equal digits.

    Raise `NotationError` if the pattern has a mistake, or `LimitReached` if it has too many codes.

    >>> read_pattern("x.x5").codes
    ('0.05', '4.45')
    """
    point = text.find(".")
    if point != 0 and (not text or text[0] not in "04" + ascii_lowercase):
        _refuse(text, 0, "0, 4 or a letter before the point")
    if point not in {0, 1}:
        _refuse(text, 1, '"." after the first digit')
    for at in range(point + 1, len(text)):
        if text[at] not in DIGITS + ascii_lowercase:
            _refuse(text, at, "a digit 0-7 or a letter a-z")
    places = len(text) - point - 1
    if not 1 <= places <= MOST_PLACES:
        _refuse(text, len(text) if places < 1 else point + 1 + MOST_PLACES, f"1 to {MOST_PLACES} places")
    letters = {place: DIGITS for place in text if place in ascii_lowercase}
    if text[0] in letters:
        letters[text[0]] = "04"
    text, count = ("0" if point == 0 else "") + text, prod(map(len, letters.values()))
    if count > MOST_CODES:
        raise LimitReached(f"{text} matches {count} codes, expected at most {MOST_CODES}", kind="size")
    return CodeList(text, tuple(_matching(text, letters)))


def _matching(text: str, letters: dict[str, str]) -> Iterator[str]:
    for digits in product(*letters.values()):
        digit = dict(zip(letters, digits, strict=True))
        yield str(read_code("".join(digit.get(place, place) for place in text)))


def read_list(text: str) -> CodeList:
    r"""Read octal codes, one per line.

    Raise `InputError` for a line that is not a code, or `LimitReached` if there are too many.

    >>> read_list("0.77\n.07\n").codes
    ('0.77', '0.07')
    """
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not (word := line.strip()):
            continue
        try:
            code = read_code(word)
        except NotationError as error:
            raise InputError(f"line {number}: {error.message}") from None
        if code.plain is None or max(code.plain) > MOST_DIGIT:
            raise InputError(f"line {number}: expected an octal code, found {word}")
        if str(code) in found:
            raise InputError(f"line {number}: {code} is already on line {found[str(code)]}")
        found[str(code)] = number
    if not found:
        raise InputError("expected octal codes, one per line, found none")
    if len(found) > MOST_CODES:
        raise LimitReached(f"{len(found)} codes, expected at most {MOST_CODES}", kind="size")
    listed = tuple(found)
    return CodeList(f"{len(listed)} codes, CRC-32 {crc32(' '.join(listed).encode('ascii')):08x}", listed)


def read_codes(text: str) -> CodeList:
    """Read a pattern of octal codes, or the codes in a file.

    Args:
        text: A pattern such as "0.xyz", or "@FILE" for a file with one code per line.

    Returns:
        The codes.

    Raises:
        InputError: If the pattern is wrong, or the file cannot be read or has a line without an octal code. An error
            in a file states the path of the file.
        LimitReached: If there are too many codes.
    """
    if not text.startswith("@"):
        return read_pattern(text)
    path = Path(text[1:])
    try:
        return read_list(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise cannot_read(path, error) from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected octal codes, one per line, found a file that is not text") from None
    except InputError as error:
        raise InputError(f"{path}: {error.message}") from None


def _refuse(text: str, at: int, expected: str) -> NoReturn:
    found = repr(text[at]) if at < len(text) else "nothing"
    hint = None
    if found.strip("'") in "89ABCDEFGHIJKLMNOPQRSTUV!?={}[]*":
        hint = "write an octal code with lower-case letters for digits, such as 0.xyz"
    raise NotationError(f"expected {expected}, found {found}", text=text, at=at, expected=expected, hint=hint)
