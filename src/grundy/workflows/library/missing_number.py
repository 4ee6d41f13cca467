"""Positions in which one number is missing: which numbers make them P-positions, or give them a certain value."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

from ...core import (
    Budget,
    Entailing,
    Game,
    HeapRuleset,
    InputError,
    LimitReached,
    LoopyGame,
    NotationError,
    Outcome,
    Ruleset,
    Sum,
    Summand,
    TwoSided,
    iterate_checked,
)
from ..claims.known import by_period, known_values
from ..computing.period import proved_period
from ..searching.question import SearchSettings
from ..solving import PartSolver, Solver

BLANK = "?"
"""The sign that stands for the missing number."""
HEAPS_TO, BOARDS_TO = 100, 40
"""The default for the largest number to try, for heaps and for other positions."""
ENOUGH = 3000
"""If no largest number is given, boards are no longer tried after this number of positions was searched."""
PERIOD_TO = 1 << 18
"""The last heap of the search for a period."""
LAW_TO = 1 << 20
"""If a period ends later than this, its law is not computed."""


class SizeLaw(NamedTuple):
    """All numbers that fit, whatever their size; with `others`, all that do not fit.

    Attributes:
        few: The numbers below `least`, or all of them if there is no period.
        grounds: The proof, with its source.
        least: The number from which on the remainders decide.
        period: The period, or 0 if `few` has all numbers.
        remainders: From `least` on, the numbers with these remainders modulo `period`.
        others: Whether the numbers described by the other attributes are those that do not fit.
    """

    few: tuple[int, ...]
    grounds: str
    least: int = 0
    period: int = 0
    remainders: tuple[int, ...] = ()
    others: bool = False

    def fits(self, number: int) -> bool:
        """Return whether a number fits."""
        late = self.period > 0 and number >= self.least
        return (number % self.period in self.remainders if late else number in self.few) != self.others

    def __str__(self) -> str:
        few = ", ".join(map(str, self.few))
        start = f" from {self.least} on" if self.least else ""
        rest = f"every n{start} with n mod {self.period} = {' or '.join(map(str, self.remainders))}"
        if self.period == 1:
            rest = f"every n{start}"
        named = " and ".join(part for part in (few, rest if self.remainders else "") if part)
        if self.others:
            return f"every number except {named.replace('every n', 'those', 1)}" if named else "every number"
        return f"{named}, and no other number" if named else "no number"


class Completions(NamedTuple):
    """The numbers that fit.

    Attributes:
        numbers: These numbers; if they are infinitely many, or no law is known, those up to `tried`.
        tried: The last number that was decided, or -1.
        law: All numbers that fit, if a theorem or a proved period gives them.
        needed: The Grundy value that the missing heap must have, or must not have if the outcome N was requested. It is
            None if the position was solved for each number.
        reason: The limit that ended the search early, or "".
    """

    numbers: tuple[int, ...]
    tried: int
    law: SizeLaw | None = None
    needed: int | None = None
    reason: str = ""


class Wanted(NamedTuple):
    """The requested result: a Grundy value, or if it is None an outcome, and the largest number to try.

    If `to` is None, it is 100 for heaps, and for other positions 40 or the first number after which `ENOUGH` positions
    were searched.
    """

    value: int | None
    outcome: Outcome
    to: int | None = None


def blanks(text: str) -> list[int]:
    """Return the places of the sign "?" in the positions of a text; "?" in a code such as "4?.0" is no such place.

    >>> blanks("4?.0: 3 + nim: 5 ?")
    [17]
    """
    starts = [0, *(join.end() for join in re.finditer(r" \+ (?=[^:+]*:)", text)), len(text)]
    inside = ((text.find(":", start, stop), stop) for start, stop in pairwise(starts))
    return [at for colon, stop in inside if colon >= 0 for at in range(colon, stop) if text[at] == BLANK]


def complete(
    text: str, read: Callable[[str], Game], settings: SearchSettings, budget: Budget, wanted: Wanted
) -> Completions:
    """Find the numbers that can replace the sign "?" in a position.

    In normal play a missing heap is found by its Grundy value, which is the nim-sum of the requested value and the
    values of the other components (R. P. Sprague, 1935; P. M. Grundy, 1939). Other positions are solved for each
    number.

    Args:
        text: The game with one "?".
        read: Reads a game without "?".
        settings: The play convention and the limits.
        budget: Counts the work for all numbers together.
        wanted: The value or the outcome that the completed game must have.

    Returns:
        The numbers, and a law for all sizes if one is proved.

    Raises:
        InputError: If there is not exactly one "?", or no number makes a game of the text.
    """
    at, *more = blanks(text)
    if more:
        raise NotationError('expected only one "?"', text=text, at=more[0], hint="solve for one number at a time")

    def filled(number: int) -> Game:
        return read(f"{text[:at]}{number}{text[at + 1 :]}")

    heap = None if settings.misere else _missing_heap(filled)
    if heap is not None:
        try:
            return _of_heap(*heap, budget, wanted, HEAPS_TO if wanted.to is None else wanted.to)
        except LoopyGame:
            pass
    return _by_number(filled, settings, budget, wanted)


def _game(filled: Callable[[int], Game], number: int) -> Game | None:
    """Return the game with a number in place of "?", or None if this is not a game."""
    try:
        return filled(number)
    except InputError:
        return None


def _missing_heap(filled: Callable[[int], Game]) -> tuple[Game, Ruleset[int]] | None:
    """Return the other components and the ruleset of the missing heap, or None if "?" is not a heap of its own."""
    games = [_game(filled, number) for number in (1, 2)]
    if games[0] is None or games[1] is None or games[0].size != games[1].size:
        return None
    parts = [*zip(games[0].parts, games[1].parts, strict=True)]
    changed = [number for number, (before, after) in enumerate(parts) if before != after]
    if len(changed) != 1 or games[0].last_loses or games[0].any_rule(TwoSided, Entailing):
        return None
    (ruleset, one), (same, two) = parts[changed[0]]
    if ruleset != same or not isinstance(ruleset, HeapRuleset) or (one, two) != (1, 2):
        return None
    rest = [Summand(rule, Sum(position)) for (rule, position), _ in parts[: changed[0]] + parts[changed[0] + 1 :]]
    return Game(*rest), ruleset


def _of_heap(rest: Game, ruleset: Ruleset[int], budget: Budget, wanted: Wanted, to: int) -> Completions:
    others = wanted.value is None and wanted.outcome is Outcome.N
    try:
        with budget.interruptible():
            needed = wanted.value or 0
            solvers: dict[Ruleset[Any], PartSolver] = {}
            for rule, position in rest.parts:
                needed ^= solvers.setdefault(rule, PartSolver(rule, budget)).value(position)
            law = _law(ruleset, needed, budget)
            if law is not None:
                law = law._replace(others=others)
                if not law.period and not others:
                    return Completions(law.few, max((to, *law.few)), law, needed)
                return Completions(tuple(filter(law.fits, range(to + 1))), to, law, needed)
            values = solvers.get(ruleset, PartSolver(ruleset, budget)).values(to)
            return Completions(tuple(n for n, v in enumerate(values) if (v == needed) != others), to, None, needed)
    except LimitReached as error:
        return Completions((), -1, reason=error.message)


def _law(ruleset: Ruleset[int], needed: int, budget: Budget) -> SizeLaw | None:
    """Return the heaps with a Grundy value, if a theorem or a proved period gives the values of all heaps."""
    proved = known_values(ruleset, budget)
    if proved is None and (found := proved_period(ruleset, PERIOD_TO, budget)) is not None:
        proved = by_period(ruleset, found) if found.status == "proved" else None
    if proved is None or sum(proved.course[:2]) > LAW_TO:
        return None
    least, period, saltus = proved.course
    few = [n for n in iterate_checked(range(least)) if proved.at(n) == needed]
    starts = ((n, proved.at(n)) for n in iterate_checked(range(least, least + period)))
    if saltus:
        hits = [(n, *divmod(needed - value, saltus)) for n, value in starts]
        few += [n + rounds * period for n, rounds, left in hits if rounds >= 0 and not left]
        return SizeLaw(tuple(sorted(few)), proved.grounds)
    return SizeLaw(
        tuple(few), proved.grounds, least, period, tuple(sorted(n % period for n, v in starts if v == needed))
    )


def _by_number(filled: Callable[[int], Game], settings: SearchSettings, budget: Budget, wanted: Wanted) -> Completions:
    settings = settings._replace(want="outcome" if wanted.value is None else "value")
    found: list[int] = []
    games = visited = 0
    number = -1
    for number in range((BOARDS_TO if wanted.to is None else wanted.to) + 1):
        game = _game(filled, number)
        if game is None:
            continue
        games += 1
        with Solver(game, budget=budget, settings=settings) as solver:
            answer = solver.solve()
        unknown = answer.outcome is None if wanted.value is None else answer.value is None and answer.status == "limit"
        if unknown:
            return Completions(tuple(found), number - 1, reason=answer.reason)
        fits = answer.outcome is wanted.outcome if wanted.value is None else answer.value == wanted.value
        found += [number] if fits else []
        visited = max(visited, answer.visited)
        if wanted.to is None and visited > ENOUGH:
            break
    if not games:
        filled(1)  # raises the error of the text
        raise InputError(f"no number from 0 to {number} makes a position")
    return Completions(tuple(found), number)
