"""Exercises about periodic tables: periods, values far away, patterns that break."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from grundy import Rules, game
from grundy.core import Game
from grundy.notation import read_game

from ..boards import period_of, take_text
from ..ruling import HeapLaw
from ..stating import Statement, plainly
from .values import takes

SHORT = 20
"""The longest period in a question, so that it fits on a screen."""
PLAIN = 12


def draw_repeating(rng: Random) -> Rules:
    """Choose a random subtraction ruleset with a short period."""
    while True:
        rules = game(takes(rng))
        found = rules.period()
        if found is not None and found.preperiod + found.period <= SHORT:
            return rules


def draw_heap(rng: Random) -> Game:
    """Choose a random subtraction ruleset and a large heap."""
    return read_game(f"{takes(rng)}: {rng.randrange(15, 61)}")


def draw_near(rng: Random) -> Game:
    """Choose a random subtraction ruleset and a small heap."""
    return read_game(f"{takes(rng)}: {rng.randrange(9, 21)}")


def draw_table(rng: Random) -> tuple[Rules, int]:
    """Choose a random subtraction ruleset with a short period, and the largest heap of its table."""
    return draw_repeating(rng), rng.randrange(14, 23)


def draw_value_law(rng: Random) -> HeapLaw:
    """Choose `take 1..k` with a random k, with the formula for its Grundy values."""
    most = rng.randrange(2, 100)
    about = 'find a formula for the values. Write it as "value == n % a".'
    return HeapLaw(game(f"take 1..{most}"), about, f"value == n % {most + 1}", lambda n: n % (most + 1))


def draw_false_law(rng: Random) -> HeapLaw:
    """Choose a random subtraction set, with a formula for values or P-positions that holds for small heaps only."""
    while True:
        most, jump = rng.randrange(2, 13), rng.randrange(14, 80)
        rules = game(take_text([*range(1, most + 1), jump]))
        step = most + 1
        if jump % step == 0:
            claim = f"value == n % {step}" if rng.random() < 0.5 else f"P iff n % {step} == 0"
            value = claim.startswith("value")
            about = f'"{claim}".'
            return HeapLaw(rules, about, claim, partial(_rest, step, only_whether=not value))


def _rest(step: int, heap: int, *, only_whether: bool) -> int:
    """Return the remainder of a heap after division by a step, or 1 if it is not 0 and `only_whether` is true."""
    return int(heap % step != 0) if only_whether else heap % step


def draw_from_table(rng: Random) -> list[Statement]:
    """State of each of four random rulesets that it has a table of values, which is that of the first."""
    rules = draw_repeating(rng)
    return [_has_values(other, rules.values(PLAIN)) for other in (rules, *(draw_repeating(rng) for _ in range(3)))]


def _has_values(rules: Rules, shown: Sequence[int]) -> Statement:
    values = rules.values(PLAIN)
    wrong = next((n for n, value in enumerate(values) if value != shown[n]), None)
    said = (
        () if wrong is None else (f"Heap {wrong} of {rules.name} has the value {values[wrong]}, not {shown[wrong]}.",)
    )
    return Statement(
        f"{' '.join(map(str, shown))} are the values of heaps 0 to {PLAIN} of {rules.name}",
        values == shown,
        lambda by: [by.value(rules.position(n)) for n in range(PLAIN + 1)] == shown,
        lambda: said,
    )


def draw_write(rng: Random) -> tuple[str, str, Callable[[int], list[int]]]:
    """Describe a random subtraction set in words.

    Return the words, the rule in notation, and a function that lists the options of a heap.
    """
    numbers = sorted({rng.randrange(1, 13) for _ in range(rng.randrange(2, 5))})
    words = " or ".join(map(str, numbers))
    return f"A move takes {words} tokens from a heap.", take_text(numbers), lambda n: [n - k for k in numbers if k <= n]


def draw_steps(rng: Random) -> list[Statement]:
    """Build the steps that find the value of a large heap by the period, one of them wrong, for `WrongStep`."""
    rules, heap = draw_repeating(rng), rng.randrange(100, 1000)
    found = period_of(rules)
    before, period, values = found.preperiod, found.period, rules.values(heap)
    slips = [0, 0, 0]
    slips[rng.randrange(3)] = rng.choice([1, 2])
    rest, small = (heap - before) % period, before + (heap - before) % period
    said = (rest + slips[0], small + slips[1], values[heap] + slips[2])
    head = f"{rules.name} has the period {period} from heap {before} on."
    first = f"{head} The remainder of {heap} - {before} divided by {period} is {said[0]}."
    second = f"So heap {heap} has the value of heap {said[1]}, which is {before} plus the remainder."
    third = f"The value of heap {heap} is {said[2]}."
    again = heap - before - period * int((heap - before) / period)
    return [
        plainly(first, said[0] == rest, said[0] == again, f"The remainder is {rest}."),
        plainly(second, said[1] == small, said[1] == before + again, f"It has the value of heap {small}."),
        Statement(
            third,
            said[2] == values[heap],
            lambda by: by.value(rules.position(before + again)) == said[2],
            lambda: (f"It is {values[heap]}.",),
        ),
    ]
