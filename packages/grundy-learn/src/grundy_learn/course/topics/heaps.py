"""Exercises about single heaps: subtraction games, values and the mex, periods, conjectures and their proofs.

Each function draws for the lesson in its name: take-away, values, periods or proof.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from random import Random
from typing import Any

from grundy import Rules, game
from grundy.core import Game, Limits, mex
from grundy.notation import read_game

from ..boards import period_of, take_text, value_of
from ..ruling import HeapLaw, left_by
from ..stating import Statement, opposite, plainly, wins, worth


def _takes(rng: Random, most: int = 6) -> list[int]:
    """Choose two or three different random numbers that may be taken, among them 1."""
    return sorted({1, rng.randrange(2, most), rng.randrange(3, most + 3)})


def take_away_heap(rng: Random) -> Game:
    """Choose a random heap and a subtraction set: the numbers 1 to k, or two or three numbers."""
    if rng.random() < 0.6:
        return read_game(f"take 1..{rng.randrange(2, 8)}: {rng.randrange(5, 61)}")
    return read_game(f"{take_text(_takes(rng))}: {rng.randrange(5, 31)}")


def take_away_small(rng: Random) -> Game:
    """Choose a small random heap from which 1 to k tokens may be taken."""
    return read_game(f"take 1..{rng.randrange(2, 6)}: {rng.randrange(7, 23)}")


def take_away_any_set(rng: Random) -> Game:
    """Choose a random heap and a subtraction set of two or three numbers."""
    return read_game(f"{take_text(_takes(rng, 9))}: {rng.randrange(4, 41)}")


def take_away_rules(rng: Random) -> tuple[Rules, int]:
    """Choose a random subtraction set of two or three numbers, and the largest heap of the question."""
    return game(take_text(_takes(rng, 9))), rng.randrange(9, 17)


def take_away_options(rng: Random) -> tuple[str, list[int], list[int]]:
    """Ask which heaps one move can leave from a random heap.

    Return the question, and these heaps computed in two ways.
    """
    takes, heap = _takes(rng, 9), rng.randrange(2, 60)
    board = read_game(f"{take_text(takes)}: {heap}")
    told = f"{board}: which heaps can one move leave? Name all of them."
    return told, left_by(board), [heap - take for take in takes if take <= heap]


def take_away_law(rng: Random) -> HeapLaw:
    """Choose `take 1..k` with a random k, with the formula for its P-positions."""
    most = rng.randrange(2, 100)
    about = (
        'Find a formula for the lost heaps n. Write it as "P iff n % a == b"; n % a is the remainder of n divided by a.'
    )
    return HeapLaw(game(f"take 1..{most}"), about, f"P iff n % {most + 1} == 0", lambda n: int(n % (most + 1) != 0))


def take_away_steps(rng: Random) -> list[Statement]:
    """Label consecutive heaps of `take 1..k` as won or lost, one of them wrongly, as steps for `WrongStep`."""
    most, first = rng.randrange(2, 6), rng.randrange(1, 12)
    rules, wrong = game(f"take 1..{most}"), first + rng.randrange(most + 2)
    found = []
    for heap in range(first, first + most + 2):
        lost = (heap % (most + 1) == 0) != (heap == wrong)
        why = "every move leaves a won heap" if lost else "some move leaves a lost heap"
        text = f"From {heap} {why}: {heap} is {'lost' if lost else 'won'}"
        found.append(wins(f"take 1..{most}: {text}.", rules.position(heap), lost=lost))
    return found


def _rule(rng: Random, most: int = 7) -> str:
    """Choose a random ruleset that takes one of up to three numbers.

    Args:
        rng: The source of randomness.
        most: One less than the largest number that can be chosen.

    Returns:
        The ruleset in notation, such as "take {1, 4, 5}".
    """
    numbers = 1 + rng.randrange(2), rng.randrange(2, most), rng.randrange(3, most + 2)
    return take_text(numbers)


def values_heap(rng: Random) -> Game:
    """Choose a random subtraction set and a heap."""
    return read_game(f"{_rule(rng)}: {rng.randrange(3, 26)}")


def values_table(rng: Random) -> tuple[Rules, int]:
    """Choose a random subtraction set, and the largest heap of its table."""
    return game(_rule(rng, 9)), rng.randrange(9, 15)


def values_to_value(rng: Random) -> list[Statement]:
    """Offer four moves from one heap as answers; a move is right if it leaves a heap of a given value."""
    rule = _rule(rng, 9)
    heap, wanted = rng.randrange(9, 26), rng.randrange(3)
    found = []
    for left in range(heap - 4, heap):
        text = f"{rule}: from {heap} to {left} leads to the value {wanted}"
        found.append(worth(text, read_game(f"{rule}: {left}"), wanted))
    return found


def values_tokens(rng: Random) -> list[Statement]:
    """Offer four random heaps of `take 1..k` as answers; a heap is right if its value is not its number of tokens."""
    rule, found = f"take 1..{rng.randrange(3, 8)}", []
    for _ in range(4):
        heap = rng.randrange(1, 13)
        one = worth(f"{rule}: {heap}", read_game(f"{rule}: {heap}"), heap)
        found.append(opposite(one))
    return found


def values_steps(rng: Random) -> list[Statement]:
    """List the values of heaps of a random ruleset, one of them wrong, as steps for `WrongStep`."""
    rule, last = _rule(rng), rng.randrange(4, 8)
    wrong, found = rng.randrange(last + 1), []
    for heap in range(last + 1):
        board = read_game(f"{rule}: {heap}")
        value = value_of(board)
        if heap == wrong:
            value = value + 1 if value == 0 or rng.random() < 0.5 else value - 1
        found.append(worth(f"{rule}: heap {heap} has the value {value}.", board, value))
    return found


def values_about_mex(rng: Random) -> Statement:
    """Choose random numbers, and state a number that may be their mex."""
    numbers = sorted({rng.randrange(6) for _ in range(rng.randrange(2, 6))})
    said = max(numbers) + 1 if rng.random() < 0.6 else rng.randrange(5)
    again = said not in numbers and all(n in numbers for n in range(said))
    text = f"The mex of {', '.join(map(str, numbers))} is {said}"
    return plainly(text, mex(numbers) == said, again, f"The least missing number is {mex(numbers)}.")


SHORT = 20
"""The longest period in a question, so that it fits on a screen."""
PLAIN = 12


def periods_repeating(rng: Random) -> Rules:
    """Choose a random subtraction ruleset with a short period."""
    while True:
        rules = game(_rule(rng))
        found = rules.period()
        if found is not None and found.preperiod + found.period <= SHORT:
            return rules


def periods_heap(rng: Random) -> Game:
    """Choose a random subtraction ruleset and a large heap."""
    return read_game(f"{_rule(rng)}: {rng.randrange(15, 61)}")


def periods_near(rng: Random) -> Game:
    """Choose a random subtraction ruleset and a small heap."""
    return read_game(f"{_rule(rng)}: {rng.randrange(9, 21)}")


def periods_table(rng: Random) -> tuple[Rules, int]:
    """Choose a random subtraction ruleset with a short period, and the largest heap of its table."""
    return periods_repeating(rng), rng.randrange(14, 23)


def periods_value_law(rng: Random) -> HeapLaw:
    """Choose `take 1..k` with a random k, with the formula for its Grundy values."""
    most = rng.randrange(2, 100)
    about = 'find a formula for the values. Write it as "value == n % a".'
    return HeapLaw(game(f"take 1..{most}"), about, f"value == n % {most + 1}", lambda n: n % (most + 1))


def periods_false_law(rng: Random) -> HeapLaw:
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


def periods_from_table(rng: Random) -> list[Statement]:
    """State of each of four random rulesets that it has a table of values, which is that of the first."""
    rules = periods_repeating(rng)
    return [_has_values(other, rules.values(PLAIN)) for other in (rules, *(periods_repeating(rng) for _ in range(3)))]


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


def periods_write(rng: Random) -> tuple[str, str, Callable[[int], list[int]]]:
    """Describe a random subtraction set in words.

    Return the words, the rule in notation, and a function that lists the options of a heap.
    """
    numbers = sorted({rng.randrange(1, 13) for _ in range(rng.randrange(2, 5))})
    words = " or ".join(map(str, numbers))
    return f"A move takes {words} tokens from a heap.", take_text(numbers), lambda n: [n - k for k in numbers if k <= n]


def periods_steps(rng: Random) -> list[Statement]:
    """Build the steps that find the value of a large heap by the period, one of them wrong, for `WrongStep`."""
    rules, heap = periods_repeating(rng), rng.randrange(100, 1000)
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


FAR = 60
"""The number of heaps for the second computation; the claims drawn fail below it or never."""


def proof_near(rng: Random) -> Game:
    """Choose a random ruleset that takes odd numbers, and a small heap."""
    return read_game(f"{take_text(_odd(rng))}: {rng.randrange(7, 26)}")


def _odd(rng: Random) -> list[int]:
    """Choose random odd numbers to take, among them 1; the P-positions are the even heaps."""
    return [1, *(2 * rng.randrange(1, 9) + 1 for _ in range(rng.randrange(1, 4)))]


def proof_lost(rng: Random) -> tuple[Rules, int]:
    """Choose a random ruleset that takes odd numbers and an even one, and the largest heap of the question."""
    return game(take_text([*_odd(rng), 2 * rng.randrange(2, 6)])), rng.randrange(9, 19)


def proof_law(rng: Random) -> HeapLaw:
    """Choose a random subtraction set whose P-positions are the multiples of a number, with this formula."""
    step = rng.randrange(3, 13)
    takes = [*range(1, step), *(step * rng.randrange(1, 5) + rng.randrange(1, step) for _ in range(3))]
    about = 'find a formula for the lost heaps n. Write it as "P iff n % a == b".'
    return HeapLaw(game(take_text(takes)), about, f"P iff n % {step} == 0", lambda n: int(n % step != 0))


def proof_survives(rng: Random) -> list[Statement]:
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


def proof_counterexample(rng: Random) -> list[Statement]:
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


def proof_write(rng: Random) -> tuple[str, str, Any]:
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


def proof_steps(rng: Random) -> list[Statement]:
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
