"""Exercises about conjecture, counterexample and proof: the first exception, the true claim, the wrong step."""

from __future__ import annotations

from operator import attrgetter
from random import Random
from typing import Any

from grundy import Rules, game
from grundy.core import Game, Limits
from grundy.notation import read_game

from ..boards import take_text
from ..ruling import HeapLaw
from ..stating import Statement, opposite, wins

FAR = 60
"""The number of heaps for the second computation; the claims drawn fail below it or never."""


def draw_near(rng: Random) -> Game:
    """Choose a random ruleset that takes odd numbers, and a small heap."""
    return read_game(f"{take_text(_odd(rng))}: {rng.randrange(7, 26)}")


def _odd(rng: Random) -> list[int]:
    """Choose random odd numbers to take, among them 1; the P-positions are the even heaps."""
    return [1, *(2 * rng.randrange(1, 9) + 1 for _ in range(rng.randrange(1, 4)))]


def draw_lost(rng: Random) -> tuple[Rules, int]:
    """Choose a random ruleset that takes odd numbers and an even one, and the largest heap of the question."""
    return game(take_text([*_odd(rng), 2 * rng.randrange(2, 6)])), rng.randrange(9, 19)


def draw_law(rng: Random) -> HeapLaw:
    """Choose a random subtraction set whose P-positions are the multiples of a number, with this formula."""
    step = rng.randrange(3, 13)
    takes = [*range(1, step), *(step * rng.randrange(1, 5) + rng.randrange(1, step) for _ in range(3))]
    about = 'find a formula for the lost heaps n. Write it as "P iff n % a == b".'
    return HeapLaw(game(take_text(takes)), about, f"P iff n % {step} == 0", lambda n: int(n % step != 0))


def draw_survives(rng: Random) -> list[Statement]:
    """State several formulas for the P-positions of one random subtraction set; one of them is true."""
    step = rng.randrange(2, 7)
    rules = game(take_text([*range(1, step), *(step * rng.randrange(1, 4) + 1 for _ in range(2))]))
    claims = {(step, 0), (step + 1, 0), (2 * step, 0), (step, 1), (step + 2, rng.randrange(2))}
    return sorted((_true_claim(rules, a, b) for a, b in claims), key=attrgetter("text"))


def _true_claim(rules: Rules, a: int, b: int) -> Statement:
    claim = f"P iff n % {a} == {b}"
    verdict = rules.claim(claim, 200, limits=Limits(seconds=5))
    return Statement(
        f"{rules.name}: {claim}",
        verdict.counterexample is None,
        lambda by: all(by.lost(rules.position(n)) == (n % a == b) for n in range(FAR)),
        lambda: () if verdict.counterexample is None else (verdict.told()[-1],),
    )


def draw_counterexample(rng: Random) -> list[Statement]:
    """Offer heaps of a random ruleset as answers; the one that refutes the claim in the question is right.

    The claim is that the P-positions are the multiples of the least number that cannot be taken.
    """
    most, odd = rng.randrange(2, 6), rng.randrange(2)
    step = most + 1
    rules, found = game(take_text([*range(1, step), step * rng.randrange(2, 4) + odd * 2])), []
    for heap in sorted({rng.randrange(1, 40) for _ in range(4)}):
        board = rules.position(heap)
        one = wins(f"{board}", board, lost=heap % step == 0)
        found.append(opposite(one))
    return found


def draw_write(rng: Random) -> tuple[str, str, Any]:
    """Describe a random subtraction set in words, by the least and the largest number or by a list.

    Return the words, the rule in notation, and a function that lists the options of a heap.
    """
    which, most = rng.randrange(3), rng.randrange(2, 60)
    if which == 0:
        return (
            f"A move takes at least one and at most {most} tokens.",
            f"take 1..{most}",
            lambda n: [*range(max(0, n - most), n)],
        )
    if which == 1:
        low = rng.randrange(2, 20)
        high = low + rng.randrange(1, 20)
        told = f"A move takes at least {low} and at most {high} tokens."
        return told, f"take {low}..{high}", lambda n: [n - k for k in range(low, high + 1) if k <= n]
    numbers = sorted({rng.randrange(1, 20), rng.randrange(1, 20), rng.randrange(1, 20)})
    told = f"The only moves are to take {', '.join(map(str, numbers))} tokens."
    return told, take_text(numbers), lambda n: [n - k for k in numbers if k <= n]


def draw_steps(rng: Random) -> list[Statement]:
    """Build a proof that the multiples of a number are P-positions, as steps of which one is wrong."""
    step = rng.randrange(3, 8)
    extra = step * rng.randrange(2, 5) + rng.randrange(1, step)
    takes, multiple = [*range(1, step), extra], step * rng.randrange(2, 9)
    rules, wrong, rest = game(take_text(takes)), rng.randrange(3), rng.randrange(1, step)
    name, board = rules.name, rules.position
    told = [0, 0, 0]
    told[wrong] = 1
    zero = wins(f"{name}: heap 0 is {'won' if told[0] else 'lost'}: no move is left.", board(0), lost=not told[0])
    text = f"Heap {multiple + rest} is {'lost' if told[1] else 'won'}: take {rest} to leave a multiple of {step}."
    up = wins(text, board(multiple + rest), lost=bool(told[1]))
    text = f"Heap {multiple} is {'won' if told[2] else 'lost'}: no move leaves a multiple of {step}."
    here = wins(text, board(multiple), lost=not told[2])
    hold = all(k % step for k in takes)
    last = Statement(
        f"None of the numbers {', '.join(map(str, takes))} is a multiple of {step}.",
        hold,
        lambda _: all(k - k // step * step for k in takes),
    )
    return [zero, last, up, here]
