"""Exercises about single heaps: subtraction games, values and the mex, periods, conjectures and their proofs.

A function whose name begins with a lesson (take-away, values, periods or proof) chooses random contents for an exercise
of that lesson. Some return `Statement`s, the choices of a multiple-choice question: the learner must choose a true one.
In a `WrongStep` exercise, which asks for the mistake in an argument, the learner must choose a false one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from random import Random
from typing import Any

from grundy import Rules, game
from grundy.core import Game, Limits, mex
from grundy.notation import read_game

from ..boards import period_of, take_text, value_of
from ..ruling import HeapLaw, left_by
from ..stating import Statement, opposite, plainly, wins, worth
from ..valuing import with_heap

MOST_TAKEN = 24
"""The bound on k in `take 1..k` for a formula, so that two periods fit on a board."""


def _takes(rng: Random, most: int = 6) -> list[int]:
    """Choose two or three different random numbers that may be taken, among them 1.

    The others are less than `most` + 3.
    """
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
    """Choose a random subtraction set of two or three numbers, and the largest heap that the question is about."""
    return game(take_text(_takes(rng, 9))), rng.randrange(9, 17)


def take_away_options(rng: Random) -> tuple[str, list[int], list[int], Game]:
    """Ask which heaps one move can leave from a random heap.

    Return the question, these heaps computed in two ways, and the position.
    """
    takes, heap = _takes(rng, 9), rng.randrange(2, 60)
    board = read_game(f"{take_text(takes)}: {heap}")
    question = f"{board}: which heaps can one move leave? Name all of them."
    return question, left_by(board), [heap - take for take in takes if take <= heap], board


def take_away_law(rng: Random) -> HeapLaw:
    """Choose `take 1..k` with a random k, with the formula for its P-positions."""
    most = rng.randrange(2, MOST_TAKEN)
    about = (
        'Find a formula for the lost heaps n. Write it as "P iff n % a == b"; n % a is the remainder of n divided by a.'
    )
    return HeapLaw(game(f"take 1..{most}"), about, most + 1, lost=0)


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
    """Choose a random ruleset that takes one of up to three numbers, such as "take {1, 4, 5}".

    The first number is 1 or 2; the others are less than `most` + 2.
    """
    return take_text([1 + rng.randrange(2), rng.randrange(2, most), rng.randrange(3, most + 2)])


def values_heap(rng: Random) -> Game:
    """Choose a random subtraction set of up to three numbers, and a random heap."""
    return read_game(f"{_rule(rng)}: {rng.randrange(3, 26)}")


def values_table(rng: Random) -> tuple[Rules, int]:
    """Choose a random subtraction set, and the largest heap of the table that the exercise shows.

    Return the ruleset and this heap.
    """
    return game(_rule(rng, 9)), rng.randrange(9, 15)


def values_to_value(rng: Random) -> list[Statement]:
    """Offer four moves from one heap as answers; a move is right if it leaves a heap of a given value."""
    rule = _rule(rng, 9)
    heap, wanted = rng.randrange(9, 26), rng.randrange(3)
    return [
        worth(f"{rule}: from {heap} to {left} leads to the value {wanted}", read_game(f"{rule}: {left}"), wanted)
        for left in range(heap - 4, heap)
    ]


def values_tokens(rng: Random) -> list[Statement]:
    """Offer four random heaps of `take 1..k` as answers; a heap is right if its value is not its number of tokens."""
    rule = f"take 1..{rng.randrange(3, 8)}"
    heaps = [rng.randrange(1, 13) for _ in range(4)]
    return [opposite(worth(f"{rule}: {heap}", read_game(f"{rule}: {heap}"), heap)) for heap in heaps]


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
    """State that the mex of some random numbers is a certain number; it may be false."""
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
    """Choose a random subtraction ruleset with a short period, and the largest heap of the table that is shown."""
    return periods_repeating(rng), rng.randrange(14, 23)


def periods_value_law(rng: Random) -> HeapLaw:
    """Choose `take 1..k` with a random k, with the formula for its Grundy values."""
    most = rng.randrange(2, MOST_TAKEN)
    about = 'find a formula for the values. Write it as "value == n % a".'
    return HeapLaw(game(f"take 1..{most}"), about, most + 1)


def periods_false_law(rng: Random) -> HeapLaw:
    """Choose a random subtraction set, with a formula for values or P-positions that holds for small heaps only."""
    while True:
        most, jump = rng.randrange(2, 13), rng.randrange(14, 80)
        step = most + 1
        if jump % step == 0:
            rules = game(take_text([*range(1, step), jump]))
            law = HeapLaw(rules, "", step, None if rng.random() < 0.5 else 0)
            return law._replace(about=f'"{law.claim}".')


def periods_from_table(rng: Random) -> list[Statement]:
    """Choose four random rulesets, for the question which of them has the given values of heaps 0 to 12.

    The given values are those of the first ruleset. Each statement is about one ruleset: that it has the given values.
    """
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
        refuted=None if wrong is None else with_heap(rules.position(wrong), str(shown[wrong])),
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
    """Choose a random subtraction set of odd numbers, and a small heap."""
    return read_game(f"{take_text(_odd(rng))}: {rng.randrange(7, 26)}")


def _odd(rng: Random) -> list[int]:
    """Choose a random subtraction set of odd numbers, among them 1, so that the P-positions are the even heaps."""
    return [1, *(2 * rng.randrange(1, 9) + 1 for _ in range(rng.randrange(1, 4)))]


def proof_lost(rng: Random) -> tuple[Rules, int]:
    """Choose a random subtraction set of odd numbers and one even number, and the largest heap of the question.

    Return the ruleset and this heap.
    """
    return game(take_text([*_odd(rng), 2 * rng.randrange(2, 6)])), rng.randrange(9, 19)


def proof_law(rng: Random) -> HeapLaw:
    """Choose a random subtraction set whose P-positions are the multiples of a number, with this formula."""
    step = rng.randrange(3, 13)
    takes = [*range(1, step), *(step * rng.randrange(1, 5) + rng.randrange(1, step) for _ in range(3))]
    about = 'find a formula for the lost heaps n. Write it as "P iff n % a == b".'
    return HeapLaw(game(take_text(takes)), about, step, lost=0)


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
        refuted=None if verdict.counterexample is None else rules.position(verdict.counterexample.heaps[0]),
    )


def proof_counterexample(rng: Random) -> list[Statement]:
    """Offer heaps of a random ruleset as answers; the one that refutes the claim in the question is right.

    The claim is that the P-positions are the multiples of the least number that cannot be taken.
    """
    most, odd = rng.randrange(2, 6), rng.randrange(2)
    step = most + 1
    rules = game(take_text([*range(1, step), step * rng.randrange(2, 4) + odd * 2]))
    boards = {heap: rules.position(heap) for heap in sorted({rng.randrange(1, 40) for _ in range(4)})}
    return [opposite(wins(f"{board}", board, lost=heap % step == 0)) for heap, board in boards.items()]


def proof_write(rng: Random) -> tuple[str, str, Any]:
    """Describe a random subtraction set in words, by the least and the largest number or by a list.

    Return the words, the rule in notation, and a function that lists the options of a heap.
    """
    which, most = rng.randrange(3), rng.randrange(2, 60)
    if which == 0:
        words, rule = f"A move takes at least one and at most {most} tokens.", f"take 1..{most}"
        takes = [*range(1, most + 1)]
    elif which == 1:
        low = rng.randrange(2, 20)
        high = low + rng.randrange(1, 20)
        words, rule = f"A move takes at least {low} and at most {high} tokens.", f"take {low}..{high}"
        takes = [*range(low, high + 1)]
    else:
        takes = sorted({rng.randrange(1, 20), rng.randrange(1, 20), rng.randrange(1, 20)})
        words, rule = f"The only moves are to take {', '.join(map(str, takes))} tokens.", take_text(takes)
    return words, rule, lambda n: [n - k for k in takes if k <= n]


def proof_steps(rng: Random) -> list[Statement]:
    """Build a proof that the multiples of a number are P-positions, as steps of which one is wrong."""
    step = rng.randrange(3, 8)
    extra = step * rng.randrange(2, 5) + rng.randrange(1, step)
    takes, multiple = [*range(1, step), extra], step * rng.randrange(2, 9)
    rules, wrong, rest = game(take_text(takes)), rng.randrange(3), rng.randrange(1, step)
    name, board = rules.name, rules.position
    lost = [wrong != 0, wrong == 1, wrong != 2]
    words = ["lost" if each else "won" for each in lost]
    heap = multiple + rest
    return [
        wins(f"{name}: heap 0 is {words[0]}: no move is left.", board(0), lost=lost[0]),
        Statement(
            f"None of the numbers {', '.join(map(str, takes))} is a multiple of {step}.",
            all(k % step for k in takes),
            lambda _: all(k - k // step * step for k in takes),
        ),
        wins(f"Heap {heap} is {words[1]}: take {rest} to leave a multiple of {step}.", board(heap), lost=lost[1]),
        wins(f"Heap {multiple} is {words[2]}: no move leaves a multiple of {step}.", board(multiple), lost=lost[2]),
    ]
