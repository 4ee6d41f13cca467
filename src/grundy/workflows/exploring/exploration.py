"""What an exploration is made of: the question, the values that were computed, and discoveries with their grades."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple, get_args

from ...core import Course, Limits, Meter, Play, Ruleset, Theorem
from ...patterns import Automaton

Grade = Literal["proved", "holds", "fits"]
"""Proved for every position by a theorem; true as far as it was compared, also where it was not found; fits what it
was found in, and nothing else was computed."""
GRADES: tuple[Grade, ...] = get_args(Grade)
"""The best first."""
Shape = Literal["heaps", "sizes", "pairs", "tuples", "boards"]
"""Single heaps; positions named by one number; pairs of heaps played together; three to five numbers; boards."""
Searched = Literal["complete", "limit"]
"""Whether a search came to its end."""
Values = tuple[int, ...]
Rows = tuple[tuple["int | None", ...], ...]
"""Rows of values; None where there is no position or its value is not known."""


class ExploreQuestion(NamedTuple):
    """What is explored: heaps up to `to` (None: as far as is soon done), in which play, within which limits."""

    ruleset: Ruleset[Any]
    to: int | None = None
    misere: bool = False
    limits: Limits = Limits()
    clock: Meter = Meter()
    """What keeps the limits over all that is asked."""

    @property
    def last_loses(self) -> bool:
        """Whether whoever makes the last move loses."""
        return self.misere != self.ruleset.last_loses

    @property
    def play(self) -> Play:
        """The play that was asked for."""
        return "misere" if self.misere else "normal"

    def meter(self, seconds: float) -> tuple[Meter, bool]:
        """Return a meter, and whether a limit of so many seconds is its own: where the user gives no end sooner."""
        own = self.to is None and (self.limits.seconds is None or self.limits.seconds > seconds)
        return Meter(self.limits._replace(seconds=seconds) if own else self.limits), own


@dataclass(frozen=True)
class Sample:
    """The values that were computed; in misere play they are misere Grundy values, 0 exactly in P-positions.

    `values` are those of heaps (sizes) `start`, `start` + 1, ...; of pairs and boards `rows` holds them, from
    (`start`, `start`) on, and `lost` the P-positions up to `reach`, a <= b where the heaps
    may be exchanged (`symmetric`); `others` are other families of positions. `reason` says which limit came
    before the end; `form` is how positions of a size are written, "n" or "m x n" in its place. Of tuples `values` holds
    all positions up to `reach`, the last number counting up first, and `form` their names, "a b c".
    """

    shape: Shape
    values: Values = ()
    start: int = 0
    rows: Rows = ()
    lost: tuple[tuple[int, ...], ...] = ()
    reach: int = 0
    reason: str = ""
    form: str = "n"
    symmetric: bool = True
    others: tuple[Sample, ...] = ()

    @property
    def data(self) -> dict[str, list[Any]]:
        """The values, or rows of them, for JSON."""
        return {"values": list(self.values)} if self.values else {"rows": list(map(list, self.rows))}

    def to_dict(self) -> dict[str, Any]:
        """Return the values as JSON: how positions are written, the least size, and values or rows of them."""
        return {"positions": self.shape, "form": self.form, "from": self.start, **self.data}

    @property
    def last(self) -> int:
        """The last heap, or the largest number of a pair, that was looked at."""
        if self.shape == "tuples":
            return self.reach
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
    brief: str = field(default="", repr=False)

    @property
    def grading(self) -> str:
        """The grade in words."""
        if self.grade == "proved":
            return "proved"
        return f"{'holds up to' if self.grade == 'holds' else 'fits the data up to'} {self.checked_to:,}"

    @property
    def grounds(self) -> str:
        """The theorem, without the window on which it was compared."""
        return self.brief or self.theorem or ""

    def __str__(self) -> str:
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


@dataclass(frozen=True)
class Explored:
    """What was found in a ruleset: the values that were computed and the discoveries, best first.

    `sample.reason` says which limit came before the end of the values, `limit` which ended the search for patterns
    before its end; they are empty where none did.
    """

    ruleset: Ruleset[Any]
    play: Play
    sample: Sample
    discoveries: tuple[Discovery, ...]
    limit: str = ""

    @property
    def patterns_status(self) -> Searched:
        """Whether everything was looked for, or a limit ended the search before."""
        return "limit" if self.limit else "complete"

    @property
    def reason(self) -> str:
        """The first limit that was hit, of the values or of the search for patterns, in words; empty for none."""
        return self.sample.reason or self.limit

    @property
    def patterns(self) -> tuple[Discovery, ...]:
        """What was found in the values themselves, best first."""
        return tuple(one for one in self.discoveries if one.kind != "likeness")

    @property
    def likeness(self) -> tuple[Discovery, ...]:
        """The known rulesets that have the same values, or begin like them."""
        return tuple(one for one in self.discoveries if one.kind == "likeness")

    @property
    def theory(self) -> Theorem | None:
        """The theorem that the ruleset is known by, in this kind of play."""
        return self.ruleset.theory_of(last_loses=(self.play == "misere") != self.ruleset.last_loses)

    @property
    def shape(self) -> Shape:
        """Heaps, sizes, pairs, tuples or boards."""
        return self.sample.shape

    @property
    def values(self) -> tuple[int, ...]:
        """The values of heaps (sizes) `sample.start`, `sample.start` + 1, ..."""
        return self.sample.values

    @property
    def rows(self) -> Rows:
        """The values of pairs (boards), row by row."""
        return self.sample.rows

    @property
    def p_positions(self) -> tuple[Any, ...]:
        """The P-positions among all that were looked at: heaps, or pairs a <= b."""
        sample = self.sample
        if sample.shape in {"heaps", "sizes"}:
            return tuple(n for n, value in enumerate(sample.values, sample.start) if value == 0)
        return sample.lost

    @property
    def checked_to(self) -> int:
        """The last heap, or the largest number of a position, that was looked at."""
        return self.sample.last
