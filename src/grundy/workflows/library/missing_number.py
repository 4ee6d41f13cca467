"""Finds the numbers that can replace "?" in a position, so that it is a P-position or has a given value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple

from ...core import (
    Budget,
    Entailing,
    Game,
    HeapRuleset,
    InputError,
    LimitReached,
    Limits,
    LoopyGame,
    NotationError,
    Ruleset,
    Sum,
    Summand,
    TwoSided,
    iterate_checked,
)
from ...drawing.fit import prose
from ...notation import read_game
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
    """All numbers, of any size, that can replace the "?" in a position.

    They are a finite set, a set that is periodic from some number on, or (with `others`) all numbers not in such a set.

    Attributes:
        few: The numbers of the set below `least`; without a period, all numbers of the set.
        grounds: The proof, with its source.
        least: The first number of the periodic range.
        period: The period, or 0 for a finite set.
        remainders: A number from `least` on is in the set if its remainder modulo `period` is one of these.
        others: If True, the numbers in the set are those that cannot replace the "?".
    """

    few: tuple[int, ...]
    grounds: str
    least: int = 0
    period: int = 0
    remainders: tuple[int, ...] = ()
    others: bool = False

    def fits(self, number: int) -> bool:
        """Return whether a number can replace the "?" in the position."""
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


class Wanted(NamedTuple):
    """The Grundy value or outcome that a position with "?" must get, and the largest number to try.

    Attributes:
        value: The Grundy value, or None if an outcome is requested.
        letter: The outcome, which counts only if `value` is None: P, N, D, and in partizan games L or R.
        to: The largest number to try. If None, it is 100 for heaps, and at most 40 for other positions, less if a
            search needs more than `ENOUGH` positions.
    """

    value: int | None = None
    letter: str = "P"
    to: int | None = None


class Completions(NamedTuple):
    """The numbers that fit in place of the sign "?" in a position: the result of `grundy.complete`.

    Attributes:
        numbers: The numbers that fit, up to `tried`; if a law states finitely many, all of them.
        tried: The largest number that was decided, or -1 if none was.
        law: A description of all numbers that fit, if a theorem or a proved period gives it; otherwise None.
        needed: The Grundy value that the missing heap must have, or must not have if the outcome N was requested. It is
            None if the position was solved for each number.
        reason: The limit that ended the search early, or "".
        text: The position with the sign "?".
        wanted: The requested value or outcome.
        misere: Whether the player who makes the last move loses.

    Example:
        >>> found = complete("nim: 35 18 27 ?")
        >>> found.numbers, str(found.law), found.needed
        ((42,), '42, and no other number', 42)
    """

    numbers: tuple[int, ...]
    tried: int
    law: SizeLaw | None = None
    needed: int | None = None
    reason: str = ""
    text: str = ""
    wanted: Wanted = Wanted()
    misere: bool = False

    def explain(self) -> str:
        """Return the answer in words.

        Example:
            >>> print(complete("cram: 3x?", to=4).explain())
            cram: 3x? is a P-position for ? = 3, of the numbers up to 4.
        """
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        value, letter = self.wanted.value, self.wanted.letter
        what = f"has value {value}" if value is not None else f"is {_ARTICLES[letter]}"
        play = " in misère play" if self.misere else ""
        listed = ", ".join(map(str, self.numbers[:MOST_LISTED])) + (", ..." if len(self.numbers) > MOST_LISTED else "")
        if self.law is not None:
            yield f"{self.text} {what}{play} for ? = {self.law}."
            if self.needed is not None:
                other = "another value than" if value is None and letter == "N" else "the value"
                grounds = f"{self.law.grounds[:1].upper()}{self.law.grounds[1:]}"
                yield prose(f"The missing heap needs {other} {self.needed}. {grounds}.")
            if len(self.numbers) > 1:
                yield f"Up to {self.tried}: {listed}"
        elif self.tried < 0:
            yield f"{self.text}: no number was decided."
        elif not self.numbers:
            yield f"{self.text} {what}{play} for none of the numbers up to {self.tried}."
        else:
            yield f"{self.text} {what}{play} for ? = {listed}, of the numbers up to {self.tried}."
        if self.reason:
            yield f"Incomplete: {self.reason}"


_ARTICLES = {
    "P": "a P-position",
    "N": "an N-position",
    "D": "a draw",
    "L": "a win for Left, whoever starts,",
    "R": "a win for Right, whoever starts,",
}
MOST_LISTED = 20
"""The largest number of numbers that are listed in words."""


def blanks(text: str) -> list[int]:
    """Return the index in the text of each "?" that is part of a position, and not of a code such as "4?.0".

    >>> blanks("4?.0: 3 + nim: 5 ?")
    [17]
    """
    starts = [0, *(join.end() for join in re.finditer(r" \+ (?=[^:+]*:)", text)), len(text)]
    inside = ((text.find(":", start, stop), stop) for start, stop in pairwise(starts))
    return [at for colon, stop in inside if colon >= 0 for at in range(colon, stop) if text[at] == BLANK]


def complete(  # noqa: PLR0913  # one argument for each option
    text: str,
    *,
    value: int | None = None,
    outcome: str = "P",
    to: int | None = None,
    misere: bool = False,
    limits: Limits | None = None,
) -> Completions:
    """Find the numbers that can replace the sign "?" in a position so that it has a value or an outcome.

    Args:
        text: The position in notation, with one "?".
        value: The Grundy value, or None to request an outcome.
        outcome: The outcome: "P", "N", "D", and in partizan games "L" or "R".
        to: The largest number to try; by default 100 for heaps, and at most 40 for boards.
        misere: Whether the player who makes the last move loses.
        limits: Limits on the work.

    Returns:
        The numbers, and a law for all sizes if one is proved.

    Raises:
        InputError: If there is not exactly one "?", or if the text is not a game with any number in place of it.

    Example:
        >>> complete("kayles: 5 ?", to=30).numbers, complete("cram: 3x?", value=1, to=5).numbers
        ((5, 9, 12, 17, 21, 24, 29), (1, 2, 4, 5))
    """
    if outcome not in _ARTICLES:
        raise InputError(f"expected an outcome P, N, D, L or R, found {outcome!r}")
    if not blanks(text):
        raise InputError('expected a position with "?", such as "nim: 3 5 ?"')
    budget = Budget(limits)
    settings = SearchSettings(limits=budget.limits, misere=misere)
    return completions(text, read_game, settings, budget, Wanted(value, outcome, to))


def completions(
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
        InputError: If there is not exactly one "?", or if the text is not a game with any number in place of it.
    """
    at, *more = blanks(text)
    if more:
        raise NotationError('expected only one "?"', text=text, at=more[0], hint="solve for one number at a time")

    def filled(number: int) -> Game:
        return read(f"{text[:at]}{number}{text[at + 1 :]}")

    heap = None if settings.misere else _missing_heap(filled)
    found = None
    if heap is not None:
        with suppress(LoopyGame):
            found = _of_heap(*heap, budget, wanted, HEAPS_TO if wanted.to is None else wanted.to)
    found = found or _by_number(filled, settings, budget, wanted)
    return found._replace(text=text.strip(), wanted=wanted, misere=settings.misere)


def _game(filled: Callable[[int], Game], number: int) -> Game | None:
    """Return `filled(number)`, the game with a number in place of "?", or None if this text is not a game."""
    try:
        return filled(number)
    except InputError:
        return None


def _missing_heap(filled: Callable[[int], Game]) -> tuple[Game, Ruleset[int]] | None:
    """Return the other components of a game in which "?" is the size of one heap, and the ruleset of this heap.

    The result is None if "?" is another number, such as a side of a board, or if Grundy values do not decide the game.
    """
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
    others = wanted.value is None and wanted.letter == "N"
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
    """Return all heap sizes with the Grundy value `needed`.

    The result is None if neither a theorem nor a proved period gives the values of all heaps.
    """
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
        fits = answer.letter == wanted.letter if wanted.value is None else answer.value == wanted.value
        found += [number] if fits else []
        visited = max(visited, answer.visited)
        if wanted.to is None and visited > ENOUGH:
            break
    if not games:
        filled(1)  # raises the error of the text
        raise InputError(f"no number from 0 to {number} makes a position")
    return Completions(tuple(found), number)
