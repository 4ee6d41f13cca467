"""What an exploration is made of: the question, the values that were computed, and discoveries with their grades."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

from ..core import Limits, Play, Ruleset
from ..patterns import Automaton, Course

Grade = Literal["proved", "holds", "fits"]
"""Proved for every position by a theorem; true as far as it was compared, also where it was not found; fits what it
was found in, and nothing else was computed."""
Shape = Literal["heaps", "sizes", "pairs", "boards"]
"""Single heaps; positions named by one number; pairs of heaps played together; boards of rows and columns."""
Values = tuple[int, ...]
Rows = tuple[tuple["int | None", ...], ...]
"""Rows of values; None where there is no position or its value is not known."""
_PERIOD = re.compile(r"^the values of .{1,300}? have period \d+ from heap \d+ on, proved by ")
_WINDOW = re.compile(r"; both sides have period \d+, and heaps .*$")


class Question(NamedTuple):
    """What is explored: heaps up to `to` (None: as far as is soon done), in which play, within which limits."""

    ruleset: Ruleset[Any]
    to: int | None = None
    misere: bool = False
    limits: Limits = Limits()

    @property
    def last_loses(self) -> bool:
        """Whether whoever makes the last move loses."""
        return self.misere != self.ruleset.last_loses

    @property
    def play(self) -> Play:
        """The play that was asked for."""
        return "misere" if self.misere else "normal"


@dataclass(frozen=True)
class Sample:
    """The values that were computed; in misere play they are misere Grundy values, 0 exactly in P-positions.

    `values` are those of heaps (sizes) `start`, `start` + 1, ...; of pairs and boards `rows` holds them, from
    (`start`, `start`) on, and `lost` the P-positions up to `reach`, a <= b where the heaps
    may be exchanged (`symmetric`). `reason` says which limit came
    before the end; `form` is how positions of a size are written, "n" or "m x n" in its place.
    """

    shape: Shape
    values: Values = ()
    start: int = 0
    rows: Rows = ()
    lost: tuple[tuple[int, int], ...] = ()
    reach: int = 0
    reason: str = ""
    form: str = "n"
    symmetric: bool = True

    @property
    def last(self) -> int:
        """The last heap, or the largest number of a pair, that was looked at."""
        return max(self.reach, self.start + (len(self.values) or len(self.rows)) - 1)


@dataclass(frozen=True)
class Discovery:
    """A statement about a ruleset and how it is known: `grade`, by which `theorem`, compared to `checked_to`.

    `kind` is "formula", "progression", "automaton", "pairs", "period" or "likeness"; `start` is the first
    heap that the statement speaks of. `claim` says it in the language of claims and `expression` as an expression
    over n, None where these cannot; `cost` is the length of the description in rough symbols.
    """

    kind: str
    text: str
    grade: Grade
    start: int
    checked_to: int
    theorem: str | None = None
    claim: str | None = None
    expression: str | None = None
    cost: int = 0
    detail: object | None = field(default=None, repr=False, compare=False)

    @property
    def grading(self) -> str:
        """The grade in words."""
        if self.grade == "proved":
            return "proved"
        return f"{'holds to' if self.grade == 'holds' else 'fits the data to'} {self.checked_to:,}"

    @property
    def grounds(self) -> str:
        """The theorem, without the window on which it was compared."""
        return _WINDOW.sub("", _PERIOD.sub("", self.theorem or ""))

    def __str__(self) -> str:
        """Return the statement with its grade."""
        return f"{self.text} ({self.grading})"

    def to_dict(self) -> dict[str, Any]:
        """Return the discovery as JSON; a period with its numbers, an automaton with its table."""
        keys = ("kind", "text", "grade", "theorem", "start", "checked_to", "claim", "expression")
        found = {key: getattr(self, key) for key in keys}
        if isinstance(self.detail, Course):
            found |= self.detail._asdict()
        if isinstance(self.detail, Automaton):
            found["automaton"] = asdict(self.detail)
        return found
