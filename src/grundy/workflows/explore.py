"""Explores a ruleset: a table of values, the patterns found in them, and how each is known.

    values in stages (`explore_values`), pairs and boards (`explore_pairs`, `explore_boards`)
    -> finders (`patterns`) -> comparison with every value, then theorems (`explore_grades`)
    -> look-alikes (`explore_likeness`) -> the simplest first, at most `explore_heaps.MOST_TOLD`

Nothing is called proved unless a theorem covers every position, and nothing is told that a value contradicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core import InputError, Limits, Play, PositionError, Ruleset, Sum, Theorem
from .explore_heaps import heap_discoveries
from .explore_types import Discovery, Question, Rows, Sample, Shape
from .explore_values import heap_sample
from .values import is_heap_ruleset

if TYPE_CHECKING:
    from ..sequences import Period

SUMMANDS = 6
"""Numbers below this show whether two of them are one position or the sum of two."""
MOST = 10**7
"""The largest heap that is explored."""


@dataclass(frozen=True)
class Exploration:
    """What was found in a ruleset: the values that were computed and the discoveries, best first.

    `sample` holds the values (see `explore_types.Sample`); `sample.reason` says which limit came before the end.
    """

    ruleset: Ruleset[Any]
    play: Play
    sample: Sample
    discoveries: tuple[Discovery, ...]

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
        misere = (self.play == "misere") != self.ruleset.last_loses
        return self.ruleset.misere_theory if misere else self.ruleset.theory

    @property
    def shape(self) -> Shape:
        """Heaps, sizes, pairs or boards."""
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

    @property
    def observed(self) -> Period | None:
        """The period that the values of heaps (sizes) from 0 on show; it proves nothing.

        >>> from ..notation import read_ruleset
        >>> values_only(read_ruleset("take 1..3"), 40).observed.period
        4
        """
        from ..sequences import observed_period

        return None if self.sample.start or not self.values else observed_period(self.values)

    def code(self, language: str = "python") -> str:
        """Return the best pattern as a function in Python ("python") or C++ ("cpp"), its grade in a comment."""
        from .export_code import exported_code

        return exported_code(self, language)

    def __repr__(self) -> str:
        """Return the best discovery on one line."""
        best = str(self.discoveries[0]) if self.discoveries else "nothing simple found"
        return f"Exploration({self.ruleset.name!r}, {self.shape} to {self.checked_to}: {best})"

    def _repr_html_(self) -> str:
        """Show the exploration in a notebook."""
        from html import escape

        return f"<pre>{escape(self.explain())}</pre>"

    def explain(self) -> str:
        """Return the table and what was found, in words."""
        from .explore_text import explain

        return explain(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of `grundy explore --json`."""
        sample = self.sample
        rows = list(map(list, sample.rows))
        values: dict[str, Any] = {"values": list(sample.values)} if sample.values else {"rows": rows}
        answer: dict[str, Any] = {
            "schema": 1,
            "ruleset": self.ruleset.name,
            "play": self.play,
            "positions": sample.shape,
            "from": sample.start,
            "checked_to": self.checked_to,
            **values,
            "p_positions": [list(found) if isinstance(found, tuple) else found for found in self.p_positions],
            "patterns": [one.to_dict() for one in self.patterns],
            "likeness": [one.to_dict() for one in self.likeness],
            "theory": None if self.theory is None else str(self.theory),
        }
        return answer | ({"reason": sample.reason} if sample.reason else {})


def explore(
    ruleset: Ruleset[Any], to: int | None = None, *, misere: bool = False, limits: Limits | None = None
) -> Exploration:
    """Return what is found in the values of a ruleset, up to heap `to` or as far as is soon done.

    Raises `PositionError` for rulesets whose positions are no heaps, pairs or boards, `InputError` for a
    wrong `to`, `LimitReached` when a limit stopped the work before anything was known, `LoopyGame`.

    >>> from ..notation import read_ruleset
    >>> print(explore(read_ruleset("take 1..3"), 200).discoveries[0])
    value == n % 4 (proved)
    """
    question = _question(ruleset, to, misere=misere, limits=limits)
    sample = _sample(question)
    if sample.shape in {"heaps", "sizes"}:
        found = heap_discoveries(question, sample)
    else:
        from .explore_pairs import pair_discoveries

        found = pair_discoveries(question, sample)
    return Exploration(ruleset, question.play, sample, tuple(found))


def values_only(
    ruleset: Ruleset[Any], to: int | None = None, *, misere: bool = False, limits: Limits | None = None
) -> Exploration:
    """Return the values that `explore` would look at, without looking for anything in them; raises what it raises.

    >>> from ..notation import read_ruleset
    >>> values_only(read_ruleset("take 1..3"), 9).p_positions
    (0, 4, 8)
    """
    question = _question(ruleset, to, misere=misere, limits=limits)
    return Exploration(ruleset, question.play, _sample(question), ())


def _question(ruleset: Ruleset[Any], to: int | None, *, misere: bool, limits: Limits | None) -> Question:
    """Return what is explored; raise `InputError` for a heap that is out of reach."""
    if to is not None and (type(to) is not int or not 0 <= to <= MOST):
        raise InputError(f"expected the largest heap to explore, a whole number up to {MOST}, found {to!r}")
    return Question(ruleset, to, misere, limits or Limits())


def _sample(question: Question) -> Sample:
    """Return the values of the positions that the ruleset has."""
    ruleset = question.ruleset
    if ruleset.heaps:
        return heap_sample(question)
    if _has_pairs(ruleset):
        from .explore_pairs import pair_sample

        return pair_sample(question)
    if is_heap_ruleset(ruleset):
        return heap_sample(question)
    from .explore_boards import board_sample

    found = board_sample(question)
    if found is None:
        raise PositionError(f"{ruleset.name} cannot be explored: its positions have no sizes that could be counted up")
    return found


def _has_pairs(ruleset: Ruleset[Any]) -> bool:
    """Return whether two numbers side by side are one position, and more than the sum of two single ones."""
    from .claim_truth import reads_as_tuples
    from .parts import PartSolver

    if reads_as_tuples(ruleset, 2) and is_heap_ruleset(ruleset):
        return True
    try:
        if ruleset.read("1 3") != Sum((1, 3)):
            return False
        alone, solver = [ruleset.read(str(n)) for n in range(1, SUMMANDS)], PartSolver(ruleset)
        single = [solver.sum_value(parts) for parts in alone]
        pairs = ((a, b) for b in range(1, SUMMANDS) for a in range(1, b))
        return any(solver.value((a, b)) != single[a - 1] ^ single[b - 1] for a, b in pairs)
    except InputError:
        return reads_as_tuples(ruleset, 2)
