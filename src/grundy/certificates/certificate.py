"""A certificate: a claim about a game and its proof, as the lines of a file.

The file is ASCII text with one JSON value per line, with sorted keys and without blanks: a header, the entries, and a
trailer with the number of entries and the SHA-256 of everything before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, Literal, Protocol

from ..core import Checked, Code, InputError, LimitReached, Play, Ruleset, Structure, cannot_write, facet
from ..storage.formats import FORMATS

Kind = Literal["strategy", "labelling", "nimber", "loops", "period", "repeat", "misere", "tails", "cover"]
"""The kind of the proof.

Kinds are outcomes ("strategy", "misere", "cover" for all P-positions), values ("labelling", "nimber", "loops") and
periods ("period", "repeat", "tails").
"""
VERSION = FORMATS["grundy certificate"]
"""The version of the format, written in the header."""
MOST_NOTE = 200
"""The largest number of characters of a note."""
MOST_VALUES = 4_999_000
"""The largest number of values in the first line of a certificate; the checker accepts a few more."""
MOST_TAKE = 100_000
"""The largest member of a subtraction set in a certificate."""
CODE = r"[048C]\.[0-9A-F]{0,60}"
"""A regular expression for the codes that certificates support."""


REPORTED = 256
"""The number of entries between two progress reports."""


class Listed(Protocol):
    """The entries of a certificate: any object with a length that yields them in order, such as a list."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Any]: ...


@dataclass(frozen=True)
class Certificate:
    r"""A claim about a game with the entries that prove it.

    Attributes:
        kind: The kind of the proof, such as "strategy" for an outcome or "labelling" for a Grundy value by definition.
        play: The play convention, "normal" or "misere".
        game: The ruleset as JSON data, with its "family" and parameters.
        claim: The claim as JSON data, such as the position and its value.
        entries: The steps of the proof, each as JSON data whose form depends on the kind.
        note: A remark for the reader, which proves nothing; it is cut to 200 characters.

    Example:
        >>> claim = {"start": "1", "value": 1}
        >>> some = Certificate("labelling", "normal", {"family": "nim"}, claim, [["0", 0], ["1", 1]])
        >>> [line.decode() for line in some.lines()][1:3]
        ['["0",0]\n', '["1",1]\n']
    """

    kind: Kind
    play: Play
    game: Mapping[str, Any]
    claim: Mapping[str, Any]
    entries: Listed = ()
    note: str = ""

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of the file.

        Yields:
            Lines of ASCII text, each with its line end.

        Raises:
            LimitReached: If the header has too many values.

        Example:
            >>> next(Certificate("labelling", "normal", {"family": "nim"}, {"start": "0", "value": 0}).lines())[:40]
            b'{"claim":{"start":"0","value":0},"game":'
        """
        header = {"grundy_cert": VERSION, "kind": self.kind, "play": self.play, "game": self.game, "claim": self.claim}
        digest, count = sha256(), 0
        note = {"note": self.note[:MOST_NOTE]} if self.note else {}
        if _line(header).count(b",") > MOST_VALUES:
            raise LimitReached(f"expected a game described by at most {MOST_VALUES} values", kind="size")
        for count, content in enumerate(chain([header | note], self.entries)):  # noqa: B007  # the last count is used below
            line = _line(content)
            digest.update(line)
            yield line
        yield _line({"end": count, "sha256": digest.hexdigest()})

    def text(self) -> str:
        """Return the whole file as text.

        Example:
            >>> Certificate("labelling", "normal", {"family": "nim"}, {"start": "0", "value": 0}).text()[:16]
            '{"claim":{"start'
        """
        return b"".join(self.lines()).decode("ascii")

    def write(self, path: Path | str, report: Callable[[str], None] | None = None) -> int:
        """Write the file completely or not at all; it is compressed if its name ends in .gz.

        Entries are written as they are computed.

        Args:
            path: The file to write.
            report: Called with progress messages.

        Returns:
            The size of the file in bytes.

        Raises:
            InputError: If the file cannot be written.
            DiskFull: If the disk is full.

        Example:
            >>> from tempfile import TemporaryDirectory
            >>> some = Certificate("labelling", "normal", {"family": "nim"}, {"start": "0", "value": 0}, [["0", 0]])
            >>> with TemporaryDirectory() as folder:
            ...     some.write(f"{folder}/zero.cert")
            203
        """
        from ..storage import write_whole

        path = Path(path)
        if not path.name:
            raise InputError("expected a file name, found nothing")
        lines = self.lines() if report is None else _reported(self.lines(), len(self.entries), report)
        written = _Counted(_packed(lines) if path.suffix == ".gz" else lines)
        try:
            write_whole(path, written)
        except OSError as error:
            raise cannot_write(path, error) from None
        return written.count

    def __hash__(self) -> int:
        return hash((self.kind, self.play, len(self.entries), _line(self.claim)))

    def __repr__(self) -> str:
        head = f"<Certificate {self.kind} of {self.game['family']}, {self.play} play: "
        return f"{head}{dict(sorted(self.claim.items()))}, {len(self.entries)} entries>"


class _Counted:
    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces, self.count = pieces, 0

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            self.count += len(piece)
            yield piece


def _reported(lines: Iterable[bytes], entries: int, report: Callable[[str], None]) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        if number % REPORTED == 0:
            report(f"certificate: {number} of {entries} entries written")
        yield line


def _packed(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Compress lines in the gzip format, without a time stamp, so that equal lines give equal bytes."""
    from zlib import DEFLATED, compressobj

    packer = compressobj(9, DEFLATED, 31)
    yield from filter(None, map(packer.compress, lines))
    yield packer.flush()


def _line(content: object) -> bytes:
    return (json.dumps(content, sort_keys=True, separators=(",", ":")) + "\n").encode("ascii")


def family_of(ruleset: Ruleset[Any]) -> dict[str, Any] | None:
    """Return the rules of a heap game as data for certificates, or None if certificates do not support them.

    >>> from grundy import read_game
    >>> family_of(read_game("kayles: 7").summands[0].ruleset)
    {'family': 'take-break', 'code': '0.77'}
    """
    stated = facet(ruleset, Checked).checked_rule
    if stated is not None:
        return dict(stated)
    rule = facet(ruleset, Structure).sequence()
    if isinstance(rule, tuple):
        return {"family": "subtraction", "set": list(rule)} if rule and rule[-1] <= MOST_TAKE else None
    if isinstance(rule, Code) and re.fullmatch(CODE, str(rule)):
        return {"family": "take-break", "code": str(rule)}
    return None
