"""Reads certificates strictly: a hash covers all bytes, and every line must be in canonical form.

The text is ASCII, possibly compressed by gzip: a header, the entries, and a trailer with the number of entries and the
SHA-256 of everything before it. A line that is not its own canonical JSON (sorted keys, no blanks, integers only) is
rejected.

A function of the type `Read` takes a parsed JSON value and returns the object that it denotes. If the value does not
have the expected form, it raises `Stop` with the status MALFORMED. Functions such as `number` and `many` make such
functions.
"""

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from io import BufferedReader, BytesIO
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn

LONGEST, SHORT = 1 << 26, 1 << 20
"""The largest number of bytes of a line: of the first line, a table or the end of a segment; and of any other line."""
MOST = {b",": 5_000_000, b"[": 1 << 20, b"{": 1000}
"""The largest numbers of values, lists and objects in a line; they are counted before the line is parsed."""
DEEPEST = 100
"""The deepest nesting of lists and objects in the first line."""
HEADER = ("claim", "game", "grundy_cert", "kind", "play", "note_")
"""The keys of the first line; the note is optional."""
Claim = dict[str, Any]
Only = Sequence[int] | None
Read = Callable[[Any], Any]
"""Reads a part of a line and rejects invalid values."""
Proposer = Callable[[Claim, list[tuple[int, int]]], Callable[[bytes, int, int], bytes] | None]
"""Returns a function that proposes values, given a sparse space and the items of E.

The arguments of this function are the values before a heap, the heap, and the number of values.
"""


class Stop(Exception):
    """The exception that ends a check.

    Its arguments are the status of the verdict (REJECTED, MALFORMED, UNSUPPORTED or LIMIT) and the reason.
    """


def reject(reason: str) -> NoReturn:
    """Raise `Stop` with the verdict REJECTED: the proof is wrong."""
    raise Stop("REJECTED", reason)


def malformed(reason: str) -> NoReturn:
    """Raise `Stop` with the verdict MALFORMED: the text is not a certificate."""
    raise Stop("MALFORMED", reason)


def number(low: int = 0, high: int = 2**53 - 1) -> Read:
    """Make a function that returns an integer between two bounds; for other values it raises `Stop`.

    JSON true and false are not integers.

    Args:
        low: The least integer.
        high: The greatest integer.

    Returns:
        The function.
    """

    def read(value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            malformed(f"expected a whole number from {low} to {high}, found {json.dumps(value)[:40]}")
        return value

    return read


def text(pattern: str) -> Read:
    """Make a function that returns a text if a regular expression matches all of it, and raises `Stop` otherwise."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            malformed(f"expected a text like {pattern}, found {json.dumps(value)[:40]}")
        return value

    return read


def many(read: Read, length: int | None = None) -> Read:
    """Make a function that reads a list whose items are all of the same kind.

    Args:
        read: The function that reads an item.
        length: The length of the list, or None for any length.

    Returns:
        The function.
    """

    def read_all(value: object) -> list[Any]:
        if not isinstance(value, list) or length not in {None, len(value)}:
            malformed("expected a list" if length is None else f"expected a list of {length}")
        return [*map(read, value)]

    return read_all


def row(*reads: Read) -> Read:
    """Make a function that reads a list of fixed length; `reads` has one function for each item, in order."""
    return lambda value: [read(part) for read, part in zip(reads, many(any_value, len(reads))(value), strict=True)]


def record(value: object, /, **reads: Read) -> dict[str, Any]:
    """Read a JSON object that must have certain keys.

    Args:
        value: The object.
        reads: For each key the function that reads its value. A name such as "note_" means an optional key "note".

    Returns:
        The object, with its values read.

    Raises:
        Stop: If the value is not an object, if a key is missing, or if there is any other key.
    """
    needed, more = ([key.rstrip("_") for key in reads if key.endswith("_") == last] for last in (False, True))
    if not isinstance(value, dict) or not {*needed} <= value.keys() <= {*needed, *more}:
        malformed(f"expected an object with the keys {' '.join(needed)}" + f", perhaps {' '.join(more)}" * bool(more))
    return {key: reads[key if key in needed else f"{key}_"](part) for key, part in value.items()}


def any_value(value: object) -> Any:  # noqa: ANN401  # any JSON value
    """Return any JSON value unchanged; another function reads it later."""
    return value


def parts_of(value: object) -> Iterable[Any]:
    """Return the values that a JSON value contains directly, to measure how deep it is nested.

    They are the items of an array, or the values of an object without its keys. Other values contain none.
    """
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


nat, positive, bit = number(), number(1), number(0, 1)
position = text(r"[0-9+:.#/,-]{1,4000}")


def canonical(value: object) -> bytes:
    """Return the canonical JSON of a value: sorted keys and no blanks."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def parse(line: bytes, longest: int = LONGEST) -> Any:  # noqa: ANN401  # any JSON value
    """Read a line as JSON in canonical form.

    Args:
        line: The line.
        longest: The largest number of bytes allowed.

    Returns:
        The JSON value.

    Raises:
        Stop: If the line is too large or not in canonical form.
    """
    if len(line) > longest or any(line.count(mark) > most for mark, most in MOST.items()):
        malformed(f"expected at most {longest} bytes, {MOST[b',']} values, {MOST[b'[']} lists, {MOST[b'{']} objects")

    def refuse(number: str) -> NoReturn:
        malformed(f"expected whole numbers, found {number[:40]}")

    try:
        value = json.loads(line.decode("ascii"), parse_float=refuse, parse_constant=refuse)
        same = canonical(value) + b"\n" == line
    except (ValueError, RecursionError):
        malformed("expected one JSON value in ASCII")
    return value if same else malformed("expected sorted keys, no blanks, every key once")


class Reader:
    """A certificate in a file: `header` checks the hash and reads the first line, then `entries` reads the entries.

    Both raise `Stop` if the file is malformed or a limit is exceeded.

    Args:
        path: The file; "-" is the standard input.
        most: The largest number of entries; `header` raises `Stop` if there are more.
        seconds: The time limit from now on, which `tick` checks.
        sample: The number of random blocks or segments to verify, or None to verify all.
        only: The numbers of the segments to verify, or None for all.
    """

    proposer: Proposer | None = None
    _input = b""

    def __init__(self, path: str, most: int, seconds: float, sample: int | None = None, only: Only = None) -> None:
        """Start the clock of the time limit; the file is not opened yet."""
        self.path, self.most_entries, self.seconds, self.deadline = path, most, seconds, monotonic() + seconds
        self.line, self.count, self.entry, self.audited, self.sample, self.only = 0, 0, -1, "", sample, only

    def header(self) -> dict[str, Any]:
        """Check the hash of the whole file and return its first line, the JSON object that states game and claim."""
        digest, last, lines = sha256(), b"", 0
        for line in self._lines():
            digest.update(last)
            last, lines = line, lines + 1
        trailer = record(parse(last, SHORT), end=nat, sha256=any_value)
        self.count = trailer["end"]
        if self.count != lines - 2 or trailer["sha256"] != digest.hexdigest():
            malformed("the trailer does not fit the lines before it: something was lost or changed")
        self.room(self.count, self.most_entries)
        self._body = self._lines()
        head = record(parse(next(self._body)), **dict.fromkeys(HEADER, any_value))
        inner = [*head.values()]
        for _ in range(DEEPEST):
            inner = [part for value in inner for part in parts_of(value)]
        return head if not inner else malformed(f"expected values within at most {DEEPEST} others")

    def entries(self, read: Read, longest: int = SHORT) -> Iterator[Any]:
        """Yield the entries in order.

        Meanwhile the attribute `entry` is the number of the current entry, from 0; after the last entry it is -1.

        Args:
            read: The function that reads an entry.
            longest: The largest number of bytes of an entry.

        Yields:
            The entries.
        """
        for self.entry in range(self.count):  # noqa: B020  # verdicts contain the number of the entry
            yield read(parse(next(self._body), longest))
        self.entry = -1

    def tick(self) -> None:
        """Raise `Stop` with the status LIMIT if the time limit was reached; checks call this often."""
        if monotonic() > self.deadline:
            raise Stop("LIMIT", f"the {self.seconds:g}-second limit was reached")

    def room(self, count: int, most: int) -> None:
        """Limit the size of a check: raise `Stop` if it has more values or entries than allowed.

        Args:
            count: The number of values or entries.
            most: The largest number allowed.

        Raises:
            Stop: If the number is too large.
        """
        if count > most:
            raise Stop("LIMIT", f"{count} are more than {most}")

    def _open(self) -> BufferedReader:
        """Open the file or the standard input; reject anything else, such as a pipe, from which reading could block."""
        if self.path == "-":
            with open(0, "rb", closefd=False) as stream:
                self._input = self._input or stream.read()
            return BufferedReader(BytesIO(self._input))
        if Path(self.path).exists() and not Path(self.path).is_file():
            raise Stop("UNSUPPORTED", "cannot read it: not a regular file")
        return open(self.path, "rb")  # noqa: PTH123  # the path as the user typed it

    def _lines(self) -> Iterator[bytes]:
        self.line = 0
        try:
            with self._open() as plain:
                packed = plain.peek(2)[:2] == b"\x1f\x8b"
                file = gzip.GzipFile(fileobj=plain) if packed else plain
                while line := file.readline(LONGEST + 1):
                    self.line += 1
                    self.tick()
                    if len(line) > LONGEST or not line.endswith(b"\n"):
                        malformed(f"expected a line of at most {LONGEST} bytes with an end")
                    yield line
        except (EOFError, zlib.error, gzip.BadGzipFile):
            malformed("expected a whole gzip file")
        except OSError as error:
            raise Stop("UNSUPPORTED", f"cannot read it: {str(error.strerror).lower()}") from None
