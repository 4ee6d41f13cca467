"""Explores a ruleset: a table of values, the patterns in them, and the grade of each pattern.

First the values of heaps (module `values`), of pairs (`tuples`) or of boards (`boards`) are computed. Then patterns are
searched in them (package `patterns`), compared with every value, and proved if a theorem applies (`grades`). Known
rulesets with the same values are added (`heaps`). At most `heaps.MOST_TOLD` discoveries are kept, the best ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ... import sequences
from ...core import (
    Budget,
    Code,
    Drawable,
    Entailing,
    HeapRuleset,
    InputError,
    Limits,
    PositionError,
    Ruleset,
    Structure,
    Sum,
    TwoSided,
    facet,
    play_of,
    whole,
)
from ...drawing.fit import prose
from ...drawing.papers import Paper
from ...notation import read_ruleset
from ...patterns import Likeness
from ..computing.values import is_heap_ruleset
from ..persistence.facts import Fact, facts_about
from ..solving import PartSolver
from .boards import board_sample
from .exploration import Explored, ExploreQuestion, Sample
from .heaps import heap_discoveries, tabled
from .values import box_values, heap_sample

SUMMANDS = 6
"""Numbers below this show whether two of them are one position or the sum of two."""
MOST = 10**7
"""The largest heap that can be explored."""
MOST_FACTS = 4
"""The largest number of facts of the atlas."""
PAIR_SIDE = 15
"""The default largest size of two heaps."""


@dataclass(frozen=True, repr=False)
class Exploration(Drawable, Explored):
    """The result of `explore`: values and discoveries, which can also be shown as text, code, paper and JSON.

    Example:
        >>> import grundy
        >>> found = grundy.game("take 1..3").explore(40)
        >>> str(found.discoveries[0]), found.shape, found.checked_to, found.values[:6]
        ('value == n % 4 (proved)', 'heaps', 40, (0, 1, 2, 3, 0, 1))
        >>> print(found.code().splitlines()[-1].strip())
        return n % 4
        >>> print(found.explain().splitlines()[0])
        take 1..3
        >>> found.to_dict()["patterns"][0]["text"], found.paper().title, [fact.id for fact in found.facts]
        ('value == n % 4', 'take 1..3', ['published/subtraction-1-3'])
    """

    @property
    def observed(self) -> sequences.Period | None:
        """The period that the computed values from heap 0 show, without a proof; None if there is none.

        Example:
            >>> from grundy import read_ruleset
            >>> values_only(read_ruleset("take 1..3"), 40).observed.period
            4
        """
        return None if self.sample.start or not self.values else sequences.observed_period(self.values)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Published results about the ruleset, and about rulesets with the same values, from the atlas of results."""
        own = _names(self.ruleset.name, self.ruleset)
        alike = (one.detail for one in self.likeness)
        others = {
            name
            for like in alike
            if isinstance(like, Likeness) and like.difference is None and like.grade in {"same", "later"}
            for name in _names(like.name, read_ruleset(like.name, files=False))
        }
        facts = facts_about(own | others)
        misere = self.play == "misere"
        facts = [fact for fact in facts if (fact.data.get("play") == "misere") == misere]
        return tuple(sorted(facts, key=lambda fact: fact.subject not in own)[:MOST_FACTS])

    def code(self, language: str = "python") -> str:
        """Write the best pattern as a function, with its grade in a comment.

        Args:
            language: "python" or "cpp" (C++).

        Returns:
            The text of the program.

        Raises:
            InputError: If no pattern can be exported, or the language is another one.
        """
        from .code import exported_code

        return exported_code(self, language)

    def __repr__(self) -> str:
        best = str(self.discoveries[0]) if self.discoveries else "nothing simple found"
        return f"Exploration({self.ruleset.name!r}, {self.shape} to {self.checked_to}: {best})"

    def paper(self) -> Paper:
        """Return the table of values and the discoveries as a document for papers and notebooks."""
        from .text import exploration_paper

        return exploration_paper(self)

    def explain(self) -> str:
        """Return the table of values, the discoveries and the published results in words."""
        from .text import explain

        facts = (
            prose(f"Atlas: {fact.claim} ({fact.id}); first published: {fact.source}.", subsequent_indent="  ")
            for fact in self.facts
        )
        return "\n\n".join(filter(None, [explain(self), "\n".join(facts)]))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that `grundy explore --json` prints."""
        sample = self.sample
        answer: dict[str, Any] = {
            "schema": 1,
            "ruleset": self.ruleset.name,
            "play": self.play,
            "positions": sample.shape,
            "from": sample.start,
            "checked_to": self.checked_to,
            **sample.data,
            "p_positions": [list(found) if isinstance(found, tuple) else found for found in self.p_positions],
            "patterns": [one.to_dict() for one in self.patterns],
            "likeness": [one.to_dict() for one in self.likeness],
            "patterns_status": self.patterns_status,
            "theory": None if self.theory is None else str(self.theory),
            "atlas": [{"id": fact.id, "claim": fact.claim, "first": fact.source} for fact in self.facts],
        }
        if sample.others:
            answer |= {"form": sample.form, "families": [one.to_dict() for one in sample.others]}
        return answer | ({"reason": self.reason} if self.reason else {})


def explore(
    ruleset: Ruleset[Any],
    to: int | None = None,
    *,
    misere: bool = False,
    limits: Limits | None = None,
    seen: Callable[[Exploration], None] | None = None,
) -> Exploration:
    """Compute values of a ruleset, find patterns in them, and prove these patterns where a theorem applies.

    Args:
        ruleset: The ruleset to explore.
        to: The largest heap; by default as many heaps as are computed quickly.
        misere: Whether the player who makes the last move loses.
        limits: Limits on the work.
        seen: A function that receives an exploration with the values alone, before patterns are searched.

    Returns:
        The values and the discoveries.

    Raises:
        PositionError: If the positions of the ruleset are not heaps, pairs or boards.
        InputError: If `to` is out of range.
        LimitReached: If a limit was reached before any result.
        LoopyGame: If play need not end.

    Example:
        >>> from grundy import read_ruleset
        >>> print(explore(read_ruleset("take 1..3"), 200).discoveries[0])
        value == n % 4 (proved)
    """
    question, sample = _sampled(ruleset, to, misere=misere, limits=limits)
    if seen is not None:
        seen(_without_patterns(question, sample))
    if sample.shape in {"heaps", "sizes"}:
        found, limit = heap_discoveries(question, sample)
    else:
        from .tuples import tuple_discoveries

        found, limit = tuple_discoveries(question, sample)
    return Exploration(ruleset, question.play, sample, tuple(found), limit)


def values_only(
    ruleset: Ruleset[Any], to: int | None = None, *, misere: bool = False, limits: Limits | None = None
) -> Exploration:
    """Compute the values that `explore` uses, without searching patterns.

    The only possible discovery is a period from the table of proved periods.

    Args:
        ruleset: The ruleset to explore.
        to: The largest heap; by default as many heaps as are computed quickly.
        misere: Whether the player who makes the last move loses.
        limits: Limits on the work.

    Returns:
        The exploration with the values, and with at most one discovery.

    Example:
        >>> from grundy import read_ruleset
        >>> values_only(read_ruleset("take 1..3"), 9).p_positions
        (0, 4, 8)
    """
    return _without_patterns(*_sampled(ruleset, to, misere=misere, limits=limits))


def _without_patterns(question: ExploreQuestion, sample: Sample) -> Exploration:
    known = tabled(question, sample) if sample.shape == "heaps" else None
    return Exploration(question.ruleset, question.play, sample, (known,) if known else ())


def _sampled(
    ruleset: Ruleset[Any], to: int | None, *, misere: bool, limits: Limits | None
) -> tuple[ExploreQuestion, Sample]:
    if to is not None:
        to = whole(to, f"the largest heap to explore, a whole number up to {MOST}", most=MOST)
    play_of(misere)
    limits = Limits.of(limits)
    question = ExploreQuestion(ruleset, to, misere, limits, Budget(limits))
    with question.clock.interruptible():
        return question, _sample(question)


def _sample(question: ExploreQuestion) -> Sample:
    ruleset = question.ruleset
    if not isinstance(ruleset, HeapRuleset) and has_pairs(ruleset):
        from .tuples import pair_sample

        return pair_sample(question)
    from .tuples import tuple_sample, width_of

    if width := width_of(ruleset):
        return tuple_sample(question, width)
    if is_heap_ruleset(ruleset):
        return heap_sample(question)

    found = board_sample(question)
    if found is None:
        coupled = facet(ruleset, Structure).coupled_moves()
        lack = "positions with blocked moves have no values" if coupled else "its positions have no size"
        what = f"{ruleset.name} cannot be explored: {lack}"
        raise PositionError(what, hint=f'grundy solve "{ruleset.name}: POSITION"')
    return found


def has_pairs(ruleset: Ruleset[Any]) -> bool:
    """Return whether two numbers denote one position of two heaps, not a sum of two games."""
    from ..claims.truth import reads_as_tuples

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


def _names(name: str, ruleset: Ruleset[Any]) -> set[str]:
    rule = facet(ruleset, Structure).sequence()
    return {name, str(rule)} if isinstance(rule, Code) else {name}


def value_sample(
    ruleset: Ruleset[Any], to: int | None = None, *, misere: bool = False, limits: Limits | None = None
) -> Sample:
    """Compute a table of values of pairs of heaps, or of positions by size, such as boards.

    Args:
        ruleset: The ruleset to compute.
        to: The largest heap or size, or None for a default.
        misere: Whether the player who makes the last move loses.
        limits: Limits on the work.

    Returns:
        The values with the range of positions.

    Raises:
        PositionError: If the ruleset has neither pairs nor sizes.
        LimitReached: If a limit is exceeded.

    Example:
        >>> from ...notation import read_ruleset
        >>> value_sample(read_ruleset("wythoff"), 2).rows
        ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    limits = Limits.of(limits)
    question = ExploreQuestion(ruleset, to, misere, limits, Budget(limits))
    with question.clock.interruptible():
        numbers = not isinstance(ruleset, (Entailing, TwoSided))  # these have loony positions, or outcomes only
        if numbers and has_pairs(ruleset):
            from .tuples import square

            sides = [PAIR_SIDE if to is None else to + 1]
            ((_, values),) = box_values(question, 2, sides, Budget(limits))
            return Sample("pairs", rows=square(values))
        if numbers and (found := board_sample(question)) is not None:
            return found
    if isinstance(ruleset, TwoSided):
        raise PositionError(f"{ruleset.name} has outcomes, but no Grundy values")
    raise PositionError(f"{ruleset.name} positions are not heaps", hint=f'grundy solve "{ruleset.name}: POSITION"')
