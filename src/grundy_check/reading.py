"""Reads certificates strictly: a seal over all bytes, and every line written in the one way there is.

ASCII text, perhaps compressed by gzip: a header, the entries, a trailer with their number and the SHA-256 of
everything before it. A line that is not its own canonical JSON (sorted keys, no blanks, whole numbers only) is refused.
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
"""Bytes of the longest line: the first, a table, an end of a segment; and of the longest of all others."""
MOST = {b",": 5_000_000, b"[": 1 << 20, b"{": 1000}
"""Values, lists and objects that a line may have, also those in its texts: they are counted before it is parsed."""
DEEPEST = 100
"""So many lists and objects of the first line may hold a value; of other lines hardly one may."""
HEADER = ("claim", "game", "grundy_cert", "kind", "play", "note_")
"""The keys of the first line; a note may be missing."""
Claim = dict[str, Any]
Only = Sequence[int] | None
Read = Callable[[Any], Any]
"""What reads a part of a line and refuses what does not belong there."""
Proposer = Callable[[Claim, list[tuple[int, int]]], Callable[[bytes, int, int], bytes] | None]
"""Of a sparse space, and the items of E, it returns what proposes values: those before a heap, the heap, how many."""


class Stop(Exception):
    """Checking ends here; the arguments are REJECTED, MALFORMED, UNSUPPORTED or LIMIT, and why."""


def reject(reason: str) -> NoReturn:
    """Say which rule is broken."""
    raise Stop("REJECTED", reason)


def malformed(reason: str) -> NoReturn:
    """Say what was expected of the text."""
    raise Stop("MALFORMED", reason)


def number(low: int = 0, high: int = 2**53 - 1) -> Read:
    """Read a whole number within its bounds; true and false are none."""

    def read(value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            malformed(f"expected a whole number from {low} to {high}, found {json.dumps(value)[:40]}")
        return value

    return read


def text(pattern: str) -> Read:
    """Read a text that fits a pattern."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            malformed(f"expected a text like {pattern}, found {json.dumps(value)[:40]}")
        return value

    return read


def many(read: Read, length: int | None = None) -> Read:
    """Read a list, of a certain length when one is given, all parts of which are alike."""

    def read_all(value: object) -> list[Any]:
        if not isinstance(value, list) or length not in {None, len(value)}:
            malformed("expected a list" if length is None else f"expected a list of {length}")
        return [*map(read, value)]

    return read_all


def row(*reads: Read) -> Read:
    """Read a list whose parts are each of its own kind."""
    return lambda value: [read(part) for read, part in zip(reads, many(any_value, len(reads))(value), strict=True)]


def record(value: object, /, **reads: Read) -> dict[str, Any]:
    """Read an object that has these keys and no others; those with a line behind them may be missing."""
    needed, more = ([key.rstrip("_") for key in reads if key.endswith("_") == last] for last in (False, True))
    if not isinstance(value, dict) or not {*needed} <= value.keys() <= {*needed, *more}:
        malformed(f"expected an object with the keys {' '.join(needed)}" + f", perhaps {' '.join(more)}" * bool(more))
    return {key: reads[key if key in needed else f"{key}_"](part) for key, part in value.items()}


def any_value(value: object) -> Any:  # noqa: ANN401  # any JSON value
    """Read what is looked at later."""
    return value


def parts_of(value: object) -> Iterable[Any]:
    """Return what a list or an object holds."""
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


nat, positive, bit = number(), number(1), number(0, 1)
position = text(r"[0-9+:.#/,-]{1,4000}")


def canonical(value: object) -> bytes:
    """Return the one way to write a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def parse(line: bytes, longest: int = LONGEST) -> Any:  # noqa: ANN401  # any JSON value
    """Read a line that is its own canonical text, and not too large."""
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
    """A certificate on the disk: its seal is checked first, then `header` and `entries` are read as they are needed."""

    proposer: Proposer | None = None
    _input = b""

    def __init__(self, path: str, most: int, seconds: float, sample: int | None = None, only: Only = None) -> None:
        """Begin; nothing is read yet. Of a repeat a `sample` is verified, or `only` some; `audited` says what was."""
        self.path, self.most_entries, self.seconds, self.deadline = path, most, seconds, monotonic() + seconds
        self.line, self.count, self.entry, self.audited, self.sample, self.only = 0, 0, -1, "", sample, only

    def header(self) -> dict[str, Any]:
        """Check the seal of the whole file and return its first line."""
        digest, last, lines = sha256(), b"", 0
        for line in self._lines():
            digest.update(last)
            last, lines = line, lines + 1
        trailer = record(parse(last, SHORT), end=nat, sha256=any_value)
        self.count = trailer["end"]
        if self.count != lines - 2 or trailer["sha256"] != digest.hexdigest():
            malformed("the trailer does not fit what is before it: something was lost or changed")
        self.room(self.count, self.most_entries)
        self._body = self._lines()
        head = record(parse(next(self._body)), **dict.fromkeys(HEADER, any_value))
        inner = [*head.values()]
        for _ in range(DEEPEST):
            inner = [part for value in inner for part in parts_of(value)]
        return head if not inner else malformed(f"expected values within at most {DEEPEST} others")

    def entries(self, read: Read, longest: int = SHORT) -> Iterator[Any]:
        """Yield the entries; `entry` is the number of the last, and -1 after it."""
        for self.entry in range(self.count):  # noqa: B020  # it stands in what is told
            yield read(parse(next(self._body), longest))
        self.entry = -1

    def tick(self) -> None:
        """Give up when the time is over."""
        if monotonic() > self.deadline:
            raise Stop("LIMIT", f"not done after {self.seconds:g} seconds")

    def room(self, count: int, most: int) -> None:
        """Refuse more values or entries than there is room for."""
        if count > most:
            raise Stop("LIMIT", f"{count} are more than {most}")

    def _open(self) -> BufferedReader:
        """Open the file, or what standard input held; other things, such as a pipe, could be waited for without end."""
        if self.path == "-":
            with open(0, "rb", closefd=False) as stream:
                self._input = self._input or stream.read()
            return BufferedReader(BytesIO(self._input))
        if Path(self.path).exists() and not Path(self.path).is_file():
            raise Stop("UNSUPPORTED", "cannot read it: not a regular file")
        return open(self.path, "rb")  # noqa: PTH123  # a path as it was typed

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
