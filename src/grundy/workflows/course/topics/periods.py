"""Exercises about tables that repeat themselves: periods, values far away, patterns that break."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from ....core import Game
from ....notation import read_game
from ...library.rules import Rules, game
from ..boards import period_of
from ..judging import Beat, Winner
from ..ruling import FirstException, Formula, HeapLaw, WriteRule
from ..stating import OneOf, Statement, WrongStep, plainly
from ..valuing import FarValue, PeriodLength, Table
from .values import takes

SHORT = 20
"""The longest period asked for: it must fit on a screen."""
PLAIN = 12


def repeating(lot: Random) -> Rules:
    """Draw a rule whose values repeat soon."""
    while True:
        rules = game(takes(lot))
        found = rules.period()
        if found is not None and found.preperiod + found.period <= SHORT:
            return rules


def _heap(lot: Random) -> Game:
    return read_game(f"{takes(lot)}: {lot.randrange(15, 61)}")


def _near(lot: Random) -> Game:
    return read_game(f"{takes(lot)}: {lot.randrange(9, 21)}")


def _table(lot: Random) -> tuple[Rules, int]:
    return repeating(lot), lot.randrange(14, 23)


def _value_law(lot: Random) -> HeapLaw:
    most = lot.randrange(2, 100)
    about = 'find a formula for the values. Write it as "value == n % a".'
    return HeapLaw(game(f"take 1..{most}"), about, f"value == n % {most + 1}", lambda n: n % (most + 1))


def false_law(lot: Random) -> HeapLaw:
    """Draw a set of takes and a formula that holds for small heaps only."""
    while True:
        most, jump = lot.randrange(2, 13), lot.randrange(14, 80)
        rules = game(f"take {_joined(most, jump)}")
        step = most + 1
        if jump % step == 0:
            claim = f"value == n % {step}" if lot.random() < 0.5 else f"P iff n % {step} == 0"
            value = claim.startswith("value")
            about = f'"{claim}".'
            return HeapLaw(rules, about, claim, partial(_rest, step, only_whether=not value))


def _rest(step: int, heap: int, *, only_whether: bool) -> int:
    """Return what is left of a heap divided by a step, or whether anything is."""
    return int(heap % step != 0) if only_whether else heap % step


def _joined(most: int, jump: int) -> str:
    return "{" + ", ".join(map(str, [*range(1, most + 1), jump])) + "}"


def _from_table(lot: Random) -> list[Statement]:
    """Draw sentences that say from which rule a table comes; one is true."""
    rules = repeating(lot)
    shown = rules.values(PLAIN)
    told = " ".join(map(str, shown))
    others = [rules, *(repeating(lot) for _ in range(3))]
    return [
        Statement(
            f"{told} are the values of heaps 0 to {PLAIN} of {other.name}",
            other.values(PLAIN) == shown,
            lambda by, other=other: [by.value(other.position(n)) for n in range(PLAIN + 1)] == shown,  # type: ignore[misc]
            lambda other=other: _differs(other, shown),  # type: ignore[misc]
        )
        for other in others
    ]


def _differs(other: Rules, shown: Sequence[int]) -> tuple[str, ...]:
    wrong = next((n for n, value in enumerate(other.values(PLAIN)) if value != shown[n]), None)
    return (
        ()
        if wrong is None
        else (f"Heap {wrong} of {other.name} has the value {other.value(wrong)}, not {shown[wrong]}.",)
    )


def _write(lot: Random) -> tuple[str, str, Callable[[int], list[int]]]:
    """Draw the moves of a rule in words."""
    numbers = sorted({lot.randrange(1, 13) for _ in range(lot.randrange(2, 5))})
    words = " or ".join(map(str, numbers))
    rule = "take {" + ", ".join(map(str, numbers)) + "}"
    return f"A move takes {words} tokens from a heap.", rule, lambda n: [n - k for k in numbers if k <= n]


def _steps(lot: Random) -> list[Statement]:
    """Draw the way to the value of a large heap by the period; one step is wrong."""
    rules, heap = repeating(lot), lot.randrange(100, 1000)
    found = period_of(rules)
    before, period, values = found.preperiod, found.period, rules.values(heap)
    slips = [0, 0, 0]
    slips[lot.randrange(3)] = lot.choice([1, 2])
    rest, small = (heap - before) % period, before + (heap - before) % period
    said = (rest + slips[0], small + slips[1], values[heap] + slips[2])
    head = f"{rules.name} has the period {period} from heap {before} on."
    first = f"{head} {heap} - {before} leaves {said[0]} when it is divided by {period}."
    second = f"So heap {heap} has the value of heap {said[1]}: that many are {before} and the rest."
    third = f"The value of heap {heap} is {said[2]}."
    again = heap - before - period * int((heap - before) / period)
    return [
        plainly(first, said[0] == rest, said[0] == again, f"It leaves {rest}."),
        plainly(second, said[1] == small, said[1] == before + again, f"It has that of heap {small}."),
        Statement(
            third,
            said[2] == values[heap],
            lambda by: by.value(rules.position(before + again)) == said[2],
            lambda: (f"It is {values[heap]}.",),
        ),
    ]


KINDS = (
    Beat("periods.beat", _near),
    Table("periods.table", _table),
    PeriodLength("periods.period", repeating),
    FarValue("periods.far", repeating),
    Winner("periods.winner", _heap),
    Formula("periods.formula", _value_law),
    FirstException("periods.trap", false_law),
    OneOf("periods.source", "Which rule has these values?", _from_table, wanted=True),
    WriteRule("periods.rule", _write),
    WrongStep("periods.step", "Somebody finds the value of a large heap.", _steps),
)
