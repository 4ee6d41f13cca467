"""A certificate: what is claimed about a game and the evidence, as the lines of a file.

The file is ASCII text, one JSON value a line with sorted keys and without blanks: a header, the entries, and a
trailer with their number and the SHA-256 of everything before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

from ..core import Play

Kind = Literal["strategy", "labelling", "nimber", "period", "repeat", "misere"]
"""What a certificate proves: who wins, a value (twice), a period (twice), the outcomes of sums in misere play."""
MOST_NOTE = 200
"""Characters of a note."""


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
        """Yield the lines of the file."""
        header = {"grundy_cert": 1, "kind": self.kind, "play": self.play, "game": self.game, "claim": self.claim}
        digest = sha256()
        for content in (header | ({"note": self.note[:MOST_NOTE]} if self.note else {}), *self.entries):
            line = _line(content)
            digest.update(line)
            yield line
        yield _line({"end": len(self.entries), "sha256": digest.hexdigest()})


def _line(content: object) -> bytes:
    """Return the one way to write a value."""
    return (json.dumps(content, sort_keys=True, separators=(",", ":")) + "\n").encode("ascii")
