"""Claims about rules on a few heaps are decided as the definition decides them."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from grundy.automatic import Arithmetic, Base, NotDefinable, Recurrent
from grundy.core import Scanner, mex
from grundy.core.evaluation import compile_node
from grundy.core.expressions import CLAIM_FUNCTIONS, read_condition, read_number
from grundy.patterns import FixedPoint, LinearMove, Moves

LASKER = Moves(
    ("n",),
    (
        LinearMove("k >= 1 and k <= n", {"n": "n - k"}, ("k",)),
        LinearMove("i >= 1 and i < n", {}, ("i",), ("i", "n - i")),
    ),
)
FIBONACCI = Moves(
    ("n", "most"),
    (LinearMove("k >= 1 and k <= n and k <= most", {"n": "n - k", "most": "2 * k"}, ("k",)),),
    where="most >= 1",
)


def take(condition: str, *, misere: bool = False) -> Moves:
    """Return the rule that takes k tokens from one heap n under a condition."""
    return Moves(("n",), (LinearMove(f"k >= 1 and k <= n and ({condition})", {"n": "n - k"}, ("k",)),), misere)


def piles(heaps: str) -> tuple[LinearMove, ...]:
    """Return the moves of nim."""
    return tuple(LinearMove(f"k >= 1 and k <= {heap}", {heap: f"{heap} - k"}, ("k",)) for heap in heaps)


def wythoff(end: int = 0, *, blocks: int = 0, misere: bool = False) -> Moves:
    """Return Wythoff's game, which ends at positions of at most `end` tokens."""
    both = LinearMove("k >= 1 and k <= a and k <= b", {"a": "a - k", "b": "b - k"}, ("k",))
    moves = tuple(
        LinearMove(f"{move.condition} and a + b > {end}", move.leaves, move.chosen) for move in (*piles("ab"), both)
    )
    return Moves(("a", "b"), moves, misere, blocks)


def lost_positions(rule: Moves, stop: int) -> set[tuple[int, ...]]:
    """Return the P-positions with heaps below a bound, by definition."""
    names = rule.heaps
    kinds = []
    for move in rule.moves:
        every = [*names, *move.chosen]
        condition = compile_node(read_condition(Scanner(move.condition), every, functions=CLAIM_FUNCTIONS), every)
        after = [compile_node(read_number(Scanner(move.leaves.get(name, name)), every), every) for name in names]
        kinds.append((len(move.chosen), condition, after))

    def options(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for chosen, condition, after in kinds:
            for numbers in product(range(max(heaps) + 1), repeat=chosen):
                left = tuple(one((*heaps, *numbers)) for one in after)
                if condition((*heaps, *numbers)) and min(left) >= 0:
                    yield left

    @cache
    def lost(heaps: tuple[int, ...]) -> bool:
        found = set(options(heaps))
        if rule.misere and not found:
            return False
        return sum(map(lost, found)) <= rule.blocks

    return {heaps for heaps in product(range(stop), repeat=len(names)) if lost(heaps)}


@pytest.mark.parametrize(
    ("rule", "claim"),
    [
        (take("k in {1, 3, 4}"), "n % 7 in {0, 2}"),
        (take("k <= 3", misere=True), "n % 4 == 1"),
        (take("2 * k <= n"), "is_power(n + 1, 2)"),
        (take("is_power(k, 2)"), "n % 3 == 0"),
        (take("is_power(k, 2)", misere=True), "n % 3 == 1"),
        (Moves(("a", "b", "c"), piles("abc")), "a ^ b == c"),
        (Moves(("a", "b"), piles("ab"), misere=True), "a == b and a >= 2 or a + b == 1"),
    ],
)
def test_known_laws_are_proved(rule: Moves, claim: str) -> None:
    game = FixedPoint(rule, Arithmetic(Base(2)))
    assert game.outcome(game.formulas.read(claim)).proved


def test_values_without_a_bound_are_proved() -> None:
    nim = FixedPoint(Moves(("a", "b", "c"), piles("abc")), Arithmetic(Base(2)))
    assert nim.values(nim.formulas.read("v == a ^ b ^ c")).proved
    assert nim.values(nim.formulas.read("v == a + b - c")).counterexample == {"a": 0, "b": 0, "c": 1}
    lasker = FixedPoint(LASKER, Arithmetic(Base(2)))
    claim = "n % 4 in {1, 2} and v == n or n % 4 == 3 and v == n + 1 or n % 4 == 0 and v == max(n, 1) - 1"
    assert lasker.values(lasker.formulas.read(claim)).proved
    assert lasker.values(lasker.formulas.read("v == n")).counterexample == {"n": 3}


def test_levels_prove_bounded_values() -> None:
    game = FixedPoint(take("k in {1, 3, 4}"), Arithmetic(Base(2)))
    levels = [game.formulas.read(f"n % 7 in {{{rests}}}") for rests in ("0, 2", "1, 3", "4, 6", "5")]
    assert game.levels(levels).proved
    assert game.levels([levels[0], levels[1], levels[3], levels[2]]).counterexample == {"n": 4}
    values: list[int] = []
    for n in range(40):
        values.append(mex({values[n - k] for k in (1, 3, 4) if k <= n}))
    assert all(levels[value].holds({"n": n}) for n, value in enumerate(values))


def test_fibonacci_nim_is_lost_if_the_smallest_part_exceeds_what_may_be_taken() -> None:
    arithmetic = Arithmetic(Recurrent(1))
    # states: equal zeros so far, no part of n read; the smallest part of n is the last one, where p has its digit 1
    part = arithmetic.automaton(
        ("n", "p"),
        0,
        lambda state, letter: (
            (0 if letter in {0, 2} else 1 if letter == 3 else 2)
            if state == 0
            else (1 if state == 1 and letter == 0 else 2)
        ),
        (1).__eq__,
    )
    game = FixedPoint(FIBONACCI, arithmetic)
    smallest = part & game.formulas.read("p > most")
    assert game.measure == ("n",)
    assert game.outcome(smallest.some("p") | game.formulas.read("n == 0")).proved
    assert game.outcome((part & game.formulas.read("p >= most")).some("p")).counterexample == {"most": 1, "n": 0}


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_claim_is_refuted_at_its_least_failure(seed: int) -> None:
    rng = Random(seed)
    rules = [
        take("2 * k <= n + 1"), take("k % 3 != 0", misere=True), take("k in {1, 4}"), wythoff(), wythoff(2),
        wythoff(blocks=1), wythoff(blocks=2), wythoff(misere=True),
    ]  # fmt: skip
    for rule in rules:
        stop = 60 if len(rule.heaps) == 1 else 9
        lost = lost_positions(rule, stop)
        modulus = rng.randint(2, 5)
        term = "n" if len(rule.heaps) == 1 else rng.choice(["a + b", "2 * a + b", "abs(a - b)"])
        rests = ", ".join(map(str, sorted(rng.sample(range(modulus), rng.randint(1, modulus - 1)))))
        text = f"({term}) % {modulus} in {{{rests}}}"
        game = FixedPoint(rule, Arithmetic(Base(2)))
        found = game.outcome(game.formulas.read(text)).counterexample
        claim = compile_node(read_condition(Scanner(text), rule.heaps), rule.heaps)
        wrong = [
            heaps for heaps in product(range(stop), repeat=len(rule.heaps)) if bool(claim(heaps)) != (heaps in lost)
        ]
        least = min(wrong, key=lambda heaps: (sum(heaps), heaps), default=None)
        if least is None or sum(least) >= stop:
            assert found is None or sum(found.values()) >= stop, text
        else:
            assert found == dict(zip(rule.heaps, least, strict=True)), text


def test_a_rule_without_a_proof_that_play_ends_is_refused() -> None:
    with pytest.raises(NotDefinable) as error:
        FixedPoint(
            Moves(
                ("a", "b"),
                (
                    LinearMove("a >= 1", {"a": "a - 1", "b": "b + 1"}),
                    LinearMove("b >= 1", {"b": "b - 1", "a": "a + 1"}),
                ),
            ),
            Arithmetic(Base(2)),
        )
    assert error.value.message == "no sum of heaps becomes smaller with every move, so it is not shown that play ends"
