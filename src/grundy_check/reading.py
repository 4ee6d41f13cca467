"""Reads certificates strictly: a seal over all bytes, and every line written in the one way there is.

ASCII text, perhaps compressed by gzip: a header, the entries, a trailer with their number and the SHA-256 of
everything before it. A line that is not its own canonical JSON (sorted keys, no blanks, whole numbers only) is refused.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from hashlib import sha256
from time import monotonic
from typing import Any, BinaryIO, NoReturn

LONGEST = 1 << 26
"""Bytes of the longest line that is read; only the arcs of a graph need more than a few thousand."""


class Stop(Exception):
    """Checking ends here; the arguments are REJECTED, MALFORMED, UNSUPPORTED or LIMIT, and why."""


def reject(reason: str) -> NoReturn:
    """Say which rule is broken."""
    raise Stop("REJECTED", reason)


def malformed(reason: str) -> NoReturn:
    """Say what was expected of the text."""
    raise Stop("MALFORMED", reason)


def nat(value: object, low: int = 0, high: int = 2**53 - 1) -> int:
    """Return a whole number within its bounds; true and false are none."""
    if type(value) is not int or not low <= value <= high:
        malformed(f"expected a whole number from {low} to {high}, found {json.dumps(value)[:40]}")
    return value


def text(value: object, pattern: str = r"[0-9+:.#/,-]{1,4000}") -> str:
    """Return a text that fits a pattern, by default that of positions."""
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        malformed(f"expected a text like {pattern}, found {json.dumps(value)[:40]}")
    return value


def row(value: object, length: int | None = None) -> list[Any]:
    """Return a list, of a certain length when one is given."""
    if not isinstance(value, list) or length not in {None, len(value)}:
        malformed("expected a list" if length is None else f"expected a list of {length}")
    return value


def record(value: object, required: str, optional: str = "") -> dict[str, Any]:
    """Return an object that has all the required keys and no others than the optional ones."""
    if not isinstance(value, dict) or not {*required.split()} <= value.keys() <= {*f"{required} {optional}".split()}:
        malformed(f"expected an object with the keys {required}" + (f", perhaps {optional}" if optional else ""))
    return value


def canonical(value: object) -> bytes:
    """Return the one way to write a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode("ascii")


def parse(line: bytes) -> Any:  # noqa: ANN401  # any JSON value
    """Read a line that is its own canonical text."""

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

    def __init__(self, path: str, most_entries: int, seconds: float) -> None:
        """Begin; nothing is read yet."""
        self.path, self.most_entries, self.seconds, self.deadline = path, most_entries, seconds, monotonic() + seconds
        self.line, self.count, self.entry = 0, 0, -1

    def header(self) -> dict[str, Any]:
        """Check the seal of the whole file and return its first line."""
        digest, last, lines = sha256(), b"", 0
        for line in self._lines():
            digest.update(last)
            last, lines = line, lines + 1
        trailer = record(parse(last), "end sha256")
        self.count = nat(trailer["end"])
        if self.count != lines - 2 or trailer["sha256"] != digest.hexdigest():
            malformed("the trailer does not fit what is before it: something was lost or changed")
        self.room(self.count, self.most_entries)
        self._body = self._lines()
        return record(parse(next(self._body)), "claim game grundy_cert kind play", "note")

    def entries(self) -> Iterator[Any]:
        """Yield the entries; `entry` is the number of the last, and -1 behind it."""
        for number in range(self.count):
            self.entry = number
            yield parse(next(self._body))
        self.entry = -1

    def tick(self) -> None:
        """Give up when the time is over."""
        if monotonic() > self.deadline:
            raise Stop("LIMIT", f"not done after {self.seconds:g} seconds")

    def room(self, count: int, most: int) -> None:
        """Refuse more values or entries than there is room for."""
        if count > most:
            raise Stop("LIMIT", f"{count} are more than {most}")

    def _lines(self) -> Iterator[bytes]:
        self.line = 0
        try:
            with open(self.path, "rb") as plain:  # noqa: PTH123  # a path as it was typed
                packed = plain.peek(2)[:2] == b"\x1f\x8b"
                file: BinaryIO | gzip.GzipFile = gzip.GzipFile(fileobj=plain) if packed else plain
                while line := file.readline(LONGEST + 1):
                    self.line += 1
                    self.tick()
                    if len(line) > LONGEST or not line.endswith(b"\n"):
                        malformed(f"expected a line of at most {LONGEST} bytes with an end")
                    yield line
        except (EOFError, zlib.error, gzip.BadGzipFile):
            malformed("expected a whole gzip file")
        except OSError as error:
            raise Stop("UNSUPPORTED", f"cannot be read: {error.strerror}") from None
