"""A certificate: what is claimed about a game and the evidence, as the lines of a file.

The file is ASCII text, one JSON value a line with sorted keys and without blanks: a header, the entries, and a
trailer with their number and the SHA-256 of everything before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from ..core import Code, InputError, Play, Ruleset, cannot_write
from ..storage.formats import FORMATS

Kind = Literal["strategy", "labelling", "nimber", "loops", "period", "repeat", "misere", "tails"]
"""What a certificate proves: who wins, a value (twice, and in loops), a period (three ways), misere outcomes."""
VERSION = FORMATS["grundy certificate"]
"""The version of the format, as the header says it."""
MOST_NOTE = 200
"""Characters of a note."""
MOST_TAKE = 100_000
"""The largest take of a set in a certificate."""
CODE = r"[048C]\.[0-9A-F]{0,60}"
"""The codes that certificates know."""


@dataclass(frozen=True)
class Certificate:
    r"""A claim about a game with its entries; `note` is for the reader and proves nothing.

    >>> claim = {"start": "1", "value": 1}
    >>> some = Certificate("labelling", "normal", {"family": "nim"}, claim, [["0", 0], ["1", 1]])
    >>> [line.decode() for line in some.lines()][1:3]
    ['["0",0]\n', '["1",1]\n']
    """

    kind: Kind
    play: Play
    game: Mapping[str, Any]
    claim: Mapping[str, Any]
    entries: Sequence[Any] = ()
    note: str = ""

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of the file.

        >>> next(Certificate("labelling", "normal", {"family": "nim"}, {"start": "0", "value": 0}).lines())[:40]
        b'{"claim":{"start":"0","value":0},"game":'
        """
        header = {"grundy_cert": VERSION, "kind": self.kind, "play": self.play, "game": self.game, "claim": self.claim}
        digest = sha256()
        for content in (header | ({"note": self.note[:MOST_NOTE]} if self.note else {}), *self.entries):
            line = _line(content)
            digest.update(line)
            yield line
        yield _line({"end": len(self.entries), "sha256": digest.hexdigest()})

    def write(self, path: Path | str) -> int:
        """Write the file whole or not at all, compressed when its name ends in .gz; return how many bytes it has.

        Raises `InputError` where it cannot be written, `DiskFull` where there is no space.

        >>> from tempfile import TemporaryDirectory
        >>> some = Certificate("labelling", "normal", {"family": "nim"}, {"start": "0", "value": 0}, [["0", 0]])
        >>> with TemporaryDirectory() as folder:
        ...     some.write(f"{folder}/zero.cert")
        203
        """
        from ..storage import write_whole

        path = Path(path)
        if not path.name:
            raise InputError("expected the name of a file, found nothing")
        data = b"".join(self.lines())
        if path.suffix == ".gz":
            import gzip

            data = gzip.compress(data, mtime=0)
        target = path.resolve()
        try:
            if target.is_file() or not target.exists():
                write_whole(target, [data])
            else:  # a device, as it is
                target.write_bytes(data)
        except OSError as error:
            raise cannot_write(path, error) from None
        return len(data)

    def __hash__(self) -> int:
        return hash((self.kind, self.play, len(self.entries), _line(self.claim)))

    def __repr__(self) -> str:
        head = f"<Certificate {self.kind} of {self.game['family']}, {self.play} play: "
        return f"{head}{dict(sorted(self.claim.items()))}, {len(self.entries)} entries>"


def _line(content: object) -> bytes:
    return (json.dumps(content, sort_keys=True, separators=(",", ":")) + "\n").encode("ascii")


def family_of(ruleset: Ruleset[Any]) -> dict[str, Any] | None:
    """Return the rule of a heap game as certificates know it, or None.

    >>> from grundy import read_game
    >>> family_of(read_game("kayles: 7").summands[0].ruleset)
    {'family': 'take-break', 'code': '0.77'}
    """
    if ruleset.checked_rule is not None:
        return dict(ruleset.checked_rule)
    rule = ruleset.sequence()
    if isinstance(rule, tuple):
        return {"family": "subtraction", "set": list(rule)} if rule and rule[-1] <= MOST_TAKE else None
    if isinstance(rule, Code) and re.fullmatch(CODE, str(rule)):
        return {"family": "take-break", "code": str(rule)}
    return None
