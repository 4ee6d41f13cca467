"""The data of an exploration: the question, the computed values, and the discoveries with their grades."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple, get_args

from ...core import Budget, Course, Knowledge, Limits, Play, Ruleset, Theorem, facet, has_misere_rule
from ...patterns import Automaton

Grade = Literal["proved", "holds", "fits"]
"""The grade of a discovery.

Proved: for every position, by a theorem. Holds: for all computed values, including others than those in which it was
found. Fits: only for the values in which it was found.
"""
GRADES: tuple[Grade, ...] = get_args(Grade)
"""The grades, best first."""
Shape = Literal["heaps", "sizes", "pairs", "tuples", "boards"]
"""Single heaps; positions with one size; pairs of heaps in one position; three to five numbers; boards."""
Searched = Literal["complete", "limit"]
"""Whether the search was completed."""
Values = tuple[int, ...]
Rows = tuple[tuple["int | None", ...], ...]
"""Rows of values; None if the position does not exist or its value is not known."""


class ExploreQuestion(NamedTuple):
    """A request to explore a ruleset in a play convention, with a range and limits.

    Attributes:
        ruleset: The ruleset to explore.
        to: The largest heap, or None for as many heaps as can be computed quickly.
        misere: Whether the user requested misère play instead of the convention of the ruleset.
        limits: Limits on the work.
    """

    ruleset: Ruleset[Any]
    to: int | None = None
    misere: bool = False
    limits: Limits = Limits()
    clock: Budget = Budget()
    """The budget for the whole exploration."""

    @property
    def last_loses(self) -> bool:
        """Whether the player who makes the last move loses; `misere` reverses the convention of the ruleset."""
        return self.misere != has_misere_rule(self.ruleset)

    @property
    def play(self) -> Play:
        """The play convention that the user requested: "misere" or "normal".

        If the rule of the ruleset itself is misère, "misere" reverses it, so that the last move wins; see `last_loses`.
        """
        return "misere" if self.misere else "normal"

    def budget(self, seconds: float) -> tuple[Budget, bool]:
        """Return a budget for one stage of the exploration, and whether its time limit is `seconds`.

        If the user requested a largest heap or a time of at most `seconds`, the budget has the limits of the user, and
        the second result is False. In all other cases, `seconds` replaces the time limit of the user.
        """
        own = self.to is None and (self.limits.seconds is None or self.limits.seconds > seconds)
        return Budget(self.limits._replace(seconds=seconds) if own else self.limits), own


@dataclass(frozen=True)
class Sample:
    """The values of a ruleset in which patterns are searched.

    In misère play the values are misère Grundy values, which are 0 exactly for P-positions. Heaps, sizes and tuples
    have `values`; pairs and boards have `rows` instead.

    Attributes:
        shape: The kind of positions: "heaps", "sizes" (one number, such as the length of a path), "pairs" of heaps,
            "tuples" of three to five numbers, or "boards".
        values: The values of heaps or sizes `start`, `start` + 1, ...; for tuples, of all positions with numbers up to
            `reach`, with the last number varying fastest.
        start: The first heap or size.
        rows: The values of pairs or boards, one row for each first number, from (`start`, `start`) on.
        lost: The P-positions up to `reach`; of symmetric pairs only those with a <= b.
        reach: The largest number of a position in `lost`, or in `values` of positions with several numbers.
        reason: The limit that stopped the computation, in words, or "".
        form: The notation of positions with letters for their sizes, such as "path(n)" or "grid(mxn)"; for tuples the
            names of the numbers, such as "a b c".
        symmetric: Whether exchanging the heaps of a pair does not change its outcome.
        others: The values of other families of positions of the same ruleset, such as cycles after paths.
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
        """The values as a dictionary for JSON: {"values": [...]}, or {"rows": [[...], ...]} for pairs and boards."""
        return {"values": list(self.values)} if self.values else {"rows": list(map(list, self.rows))}

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the sample: kind and notation of positions, least size, and values or rows."""
        return {"positions": self.shape, "form": self.form, "from": self.start, **self.data}

    @property
    def last(self) -> int:
        """The largest heap, or the largest number of a position, for which a value was computed."""
        if self.shape == "tuples":
            return self.reach
        return max(self.reach, self.start + (len(self.values) or len(self.rows)) - 1)


@dataclass(frozen=True)
class Discovery:
    """A statement about the values of a ruleset, such as "value == n % 4", with a grade that states its evidence.

    Attributes:
        kind: The kind of statement: "formula" (for the values), "progression" (which heaps are P-positions),
            "automaton" (one that reads the digits of n), "pairs" (which positions of several numbers are P-positions),
            "period" (of the values), or "likeness" (to a known ruleset).
        text: The statement for the user.
        grade: "proved", "holds" (agrees with further values) or "fits" (agrees with the values in which it was found).
        start: The first heap that it is about.
        checked_to: The last heap with which it was compared.
        theorem: The theorem that proves it, or None.
        claim: The statement in the language of claims, or None if that is impossible.
        expression: The statement as an expression of n, or None if that is impossible.
        cost: The approximate length of its description in symbols; simpler statements are listed first.
        detail: The pattern as an object, such as a syntax tree, a `Course` (a period) or an `Automaton`; or None.
        brief: The theorem in short, or "" if it has no short form.

    Example:
        >>> found = Discovery("formula", "value == n % 4", "holds", start=0, checked_to=1000)
        >>> str(found), found.grading, found.grounds, found.to_dict()["grade"]
        ('value == n % 4 (holds up to 1,000)', 'holds up to 1,000', '', 'holds')
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
        """The grade in words, such as "holds up to 1,000"."""
        if self.grade == "proved":
            return "proved"
        return f"{'holds up to' if self.grade == 'holds' else 'fits the data up to'} {self.checked_to:,}"

    @property
    def grounds(self) -> str:
        """The theorem that proves the statement, in short if possible, or ""."""
        return self.brief or self.theorem or ""

    def __str__(self) -> str:
        return f"{self.text} ({self.grading})"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the discovery, in which None is null.

        A period also has the keys `preperiod`, `period` and `saltus`, and an automaton has its table in `automaton`.
        """
        keys = ("kind", "text", "grade", "theorem", "start", "checked_to", "claim", "expression")
        found = {key: getattr(self, key) for key in keys}
        if isinstance(self.detail, Course):
            found |= self.detail._asdict()
        if isinstance(self.detail, Automaton):
            found["automaton"] = asdict(self.detail)
        return found


@dataclass(frozen=True)
class Explored:
    """The result of an exploration: the computed values, patterns in them, and rulesets with the same values.

    Attributes:
        ruleset: The explored ruleset.
        play: The play convention.
        sample: The computed values.
        discoveries: The statements about the values, best first.
        limit: The limit that stopped the search for patterns, or "".

    Example:
        >>> import grundy
        >>> found = grundy.game("take 1..3").explore(40)
        >>> found.values[:6], found.p_positions[:3], found.checked_to, found.shape
        ((0, 1, 2, 3, 0, 1), (0, 4, 8), 40, 'heaps')
        >>> str(found.patterns[0]), found.patterns_status, found.reason
        ('value == n % 4 (proved)', 'complete', '')
        >>> found.theory.source
        'by induction; S. W. Golomb, A mathematical investigation of games of take-away, 1966'
    """

    ruleset: Ruleset[Any]
    play: Play
    sample: Sample
    discoveries: tuple[Discovery, ...]
    limit: str = ""

    @property
    def patterns_status(self) -> Searched:
        """The status of the search for patterns: "complete", or "limit" if a limit stopped it."""
        return "limit" if self.limit else "complete"

    @property
    def reason(self) -> str:
        """The first limit that was reached, for values or for patterns, in words, or ""."""
        return self.sample.reason or self.limit

    @property
    def patterns(self) -> tuple[Discovery, ...]:
        """The discoveries that describe the values or P-positions, best first."""
        return tuple(one for one in self.discoveries if one.kind != "likeness")

    @property
    def likeness(self) -> tuple[Discovery, ...]:
        """The discoveries that name a known ruleset with the same values, at least up to some heap.

        Example:
            >>> import grundy
            >>> [one.text for one in grundy.game("0.137").explore(40).likeness]
            ['same values as dawsons-chess', 'same values as dawsons-kayles shifted by -1']
        """
        return tuple(one for one in self.discoveries if one.kind == "likeness")

    @property
    def theory(self) -> Theorem | None:
        """The theorem in the literature about the ruleset in this play convention, or None."""
        return facet(self.ruleset, Knowledge).theory_of(
            last_loses=(self.play == "misere") != has_misere_rule(self.ruleset)
        )

    @property
    def shape(self) -> Shape:
        """The kind of the positions: heaps, sizes, pairs, tuples or boards."""
        return self.sample.shape

    @property
    def values(self) -> tuple[int, ...]:
        """The values of heaps or sizes `sample.start`, `sample.start` + 1, ..., or of tuples of three or more heaps.

        The values of tuples are listed with the last number varying fastest. For pairs and boards this is empty,
        because they have `rows` instead.
        """
        return self.sample.values

    @property
    def rows(self) -> Rows:
        """The values of pairs or boards, row by row; empty for other positions.

        Example:
            >>> import grundy
            >>> grundy.game("wythoff").explore(6).rows[:2]
            ((0, 1, 2, 3, 4, 5, 6), (1, 2, 0, 4, 5, 3, 7))
        """
        return self.sample.rows

    @property
    def p_positions(self) -> tuple[Any, ...]:
        """The computed P-positions: heaps, sizes, or tuples of heaps; empty for boards.

        If the heaps of a pair can be exchanged, only pairs (a, b) with a <= b are listed.
        """
        sample = self.sample
        if sample.shape in {"heaps", "sizes"}:
            return tuple(n for n, value in enumerate(sample.values, sample.start) if value == 0)
        return sample.lost

    @property
    def checked_to(self) -> int:
        """The largest heap, or the largest number of a position, for which a value was computed."""
        return self.sample.last
