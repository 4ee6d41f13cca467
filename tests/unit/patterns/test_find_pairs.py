"""Laws of P-positions of two heaps hold for the whole table, the simplest is told, and proofs are true."""

from __future__ import annotations

import json
import random
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples

import grundy
from grundy.core import Budget, InputError, LimitReached, Limits, Outcome
from grundy.core.evaluation import compile_node
from grundy.patterns import AdditivePairs, Comparison, MexPairs, find_pairs, read_claim, solved_pairs

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "two_heap_rules.json").read_text(encoding="utf-8"))
AXES = ((1, 0), (0, 1))
WYTHOFF = (*AXES, (1, 1))
Pairs = set[tuple[int, int]]


Vectors = Collection[tuple[int, int]]


def by_definition(steps: Vectors, rays: Vectors, size: int, *, misere: bool = False) -> Pairs:
    """P-positions (a, b) with a <= b of a symmetric rule: they have no option that is one (and in misere play some)."""
    lost: Pairs = set()
    vectors = {*steps, *((k * x, k * y) for x, y in rays for k in range(1, size))}
    for a in range(size):
        for b in range(size):
            options = {(a - x, b - y) for x, y in vectors if x <= a and y <= b}
            if not options & lost and (options or not misere):
                lost.add((a, b))
    return {(a, b) for a, b in lost if a <= b}


def table(condition: str, size: int) -> Pairs:
    claim = read_claim(f"P iff {condition}")
    assert isinstance(claim, Comparison)
    holds = compile_node(claim.node, ("a", "b"))
    return {(a, b) for a in range(size) for b in range(a, size) if holds((a, b))}


@pytest.mark.parametrize(
    "condition",
    [
        "a == b",
        "a ^ b == 5",
        "a ^ b <= 3",
        "abs(a - b) == 4",
        "abs(a - b) > 2",
        "a % 3 == b % 3",
        "a // 3 == b // 3",
        "a % 7 // 2 == b % 7 // 2",
        "(a + b) % 3 == 0",
        "(a + b) % 5 == 2",
        "a % 2 == 0 and b % 2 == 0",
        "min(a, b) == 0",
        "gcd(a, b) == 1",
        "a & b == 0",
        "a + b == 0",
        "abs(a * a - b * b) < a * b",
    ],
)
def test_a_law_is_stated_as_the_shortest_claim(condition: str) -> None:
    [found] = find_pairs(table(condition, 64), 64)
    assert found.claim == f"P iff {condition}"
    assert (found.kind, found.start, found.checked_to) == ("pairs", 0, 63)
    assert str(read_claim(found.claim)) == found.claim


@pytest.mark.parametrize(
    ("name", "least", "claim"),
    [
        ("nim", 0, "P iff a == b"),
        ("nim(max=2)", 0, "P iff a % 3 == b % 3"),
        ("euclid(end=positive)", 1, "P iff abs(a * a - b * b) < a * b"),
        ("euclid", 0, "P iff a != b and abs(a * a - b * b) < a * b from 1"),
        ("vectors(rays={(1,0),(0,1),(2,1),(1,2)})", 0, "P iff a == b"),
        ("vectors(steps={(1,0),(0,1)})", 0, "P iff a % 2 == b % 2"),
        ("vectors(steps={(1,0),(0,1),(1,1)})", 0, "P iff a % 2 == 0 and b % 2 == 0"),
    ],
)
def test_the_laws_of_games_are_found(name: str, least: int, claim: str) -> None:
    boards = ((a, b) for a in range(least, 16) for b in range(a, 16))
    pairs = {(a, b) for a, b in boards if grundy.solve(f"{name}: {a} {b}").outcome is Outcome.P}
    assert [found.claim for found in find_pairs(pairs, 16)] == [claim]


def test_wythoffs_game_is_found_and_proved_from_its_vectors() -> None:
    pairs = by_definition((), WYTHOFF, 60)
    assert all(grundy.game("wythoff").outcome((a, b)) is Outcome.P for a, b in pairs if b < 20)
    [found] = find_pairs(pairs, 60)
    assert found.detail == MexPairs(1, 1)
    assert "floor(n * (sqrt(5) + 1) / 2)" in found.text
    solved = solved_pairs((), WYTHOFF)
    assert solved is not None
    assert solved.law.below(60) == pairs
    assert "Wythoff" in solved.grounds
    assert "1907" in solved.grounds


def test_misere_wythoff_follows_the_same_pairs_from_heaps_of_3_on() -> None:
    lost = by_definition((), WYTHOFF, 40, misere=True)
    game = grundy.game("wythoff")
    assert all(game.outcome((a, b), misere=True) is Outcome.P for a, b in lost if b < 9)
    [found] = find_pairs(lost, 40)
    assert (found.detail, found.start) == (MexPairs(1, 1), 3)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6), st.integers(0, 12), st.integers(0, 3), st.booleans())
def test_the_family_of_fraenkel_is_found_for_all_parameters(s: int, t: int, c: int, backwards: bool) -> None:
    if s + t < 2:
        return
    law = MexPairs(s, t, c)
    pairs = law.below(400)
    if len(pairs) <= 12:
        return
    [found] = find_pairs({(b, a) for a, b in pairs} if backwards else pairs, 400)
    assert isinstance(found.detail, MexPairs)
    assert (found.detail.below(400), found.start) == (pairs, 0)
    assert found.detail == law or len(pairs) < 40


def test_one_flipped_pair_refuses_every_law() -> None:
    chance = random.Random(1)
    for law in (MexPairs(1, 1), MexPairs(1, 3), MexPairs(2, 1)):
        pairs = sorted(law.below(300))
        for place in chance.sample(range(len(pairs) // 2, len(pairs)), 4):
            a, b = pairs[place]
            assert find_pairs([*pairs[:place], *pairs[place + 1 :]], 300) == []
            if b + 1 < 300:
                assert find_pairs([*pairs[:place], (a, b + 1), *pairs[place + 1 :]], 300) == []
    assert find_pairs({(a, a) for a in range(100)} - {(71, 71)}, 100) == []
    assert find_pairs({(a, a) for a in range(100)} | {(40, 90)}, 100) == []


def test_noise_gives_no_law() -> None:
    for seed in range(10):
        chance = random.Random(seed)
        for share in (0.01, 0.1, 0.5):
            pairs = {(a, b) for a in range(60) for b in range(a, 60) if chance.random() < share}
            assert find_pairs(pairs, 60) == []
    assert find_pairs([], 100) == []
    assert find_pairs([(0, 0), (1, 1)], 2) == []


@pytest.mark.parametrize(("s", "t"), [(s, t) for s in range(1, 6) for t in range(6) if s + t > 1])
def test_pairs_are_what_the_rule_about_digits_says(s: int, t: int) -> None:
    law, weights = MexPairs(s, t), [1, s + t]
    pairs = [pair for pair, _ in zip(law.every(), range(300), strict=False)][1:]
    while weights[-1] <= pairs[-1][1]:
        weights.append((s + t - 1) * weights[-1] + s * weights[-2])
    assert str(law.in_digits).startswith(f"with the weights {', '.join(map(str, weights[:5]))}, ... a_n the numbers")

    def digits(n: int) -> list[int]:
        found = []
        for weight in weights[::-1]:
            digit, n = divmod(n, weight)
            found.append(digit)
        return found[::-1]

    zeros = {n: next(place for place, digit in enumerate(digits(n)) if digit) for n in range(1, pairs[-1][0] + 1)}
    assert [n for n in zeros if zeros[n] % 2 == 0] == [a for a, _ in pairs]
    assert all(digits(b) == [0, *digits(a)[:-1]] for a, b in pairs)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=5), st.integers(1, 3), st.data())
def test_additive_pairs_agree_with_their_definition(raw: Any, times: int, data: st.DataObject) -> None:
    first = tuple(sorted((min(pair), max(pair)) for pair in set(raw)))
    law = AdditivePairs(first, data.draw(st.integers(0, len(first) - 1)), (6, 6 * times))
    pairs = [law.pair(n) for n in range(300)]
    n0, p = law.preperiod, law.period
    assert all(pairs[n + p] == (pairs[n][0] + 6, pairs[n][1] + 6 * times) for n in range(n0, 200))
    assert law.below(100) == {pair for pair in pairs if pair[1] < 100}
    least = law.reduced()
    assert [least.pair(n) for n in range(300)] == pairs
    assert least.period <= p


def test_vectors_that_change_no_p_position_are_allowed_in_wythoffs_game() -> None:
    for steps, rays in (((), [(2, 2)]), ([(3, 0), (0, 3)], ()), ([(7, 7)], [(4, 0)])):
        solved = solved_pairs(steps, [*WYTHOFF, *rays])
        assert solved is not None
        assert by_definition(steps, [*WYTHOFF, *rays], 40) == solved.law.below(40)
    assert solved_pairs([(1, 2), (2, 1)], WYTHOFF) is None


def test_rules_outside_the_theorems_are_not_claimed() -> None:
    for steps, rays in (
        (((1, 2),), AXES),
        (((1, 1),), ()),
        ((), (*AXES, (1, 2), (2, 1))),
        ((), ((2, 0), (0, 1), (1, 1))),
        (((1, 0), (0, 1), (2, 2)), ()),
    ):
        assert solved_pairs(steps, rays) is None


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: f"{case['vectors']} {case['rays']}")
def test_what_is_proved_of_the_golden_rules_agrees_with_their_tables(case: dict[str, Any]) -> None:
    pairs = {(a, b) for a, row in enumerate(case["table"]) for b, value in enumerate(row) if not value}
    vectors, rays = ([tuple(vector) for vector in case[key]] for key in ("vectors", "rays"))
    solved = solved_pairs(vectors, rays)
    assert solved is None or solved.law.below(len(case["table"])) == {pair for pair in pairs if pair[0] <= pair[1]}


def test_pairs_and_rules_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match=r"expected pairs of heaps from 0 to 19, found \(3, 20\)"):
        find_pairs([(20, 3)], 20)
    with pytest.raises(InputError, match="expected vectors that take from the heaps"):
        solved_pairs([(0, 0)], ())
    with pytest.raises(InputError, match="expected s >= 1, t >= 0, s \\+ t >= 2 and c >= 0"):
        MexPairs(1, 0)
    with pytest.raises(InputError, match="expected pairs that repeat and grow"):
        AdditivePairs(((0, 0),), 0, (0, 1))


def test_a_limit_stops_the_search_for_a_law() -> None:
    with pytest.raises(LimitReached):
        find_pairs({(a, a) for a in range(200)}, 200, budget=Budget(Limits(positions=500)))


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(2, 6), st.data())
def test_any_few_remainders_of_two_heaps_make_a_law_that_says_exactly_the_table(m: int, data: st.DataObject) -> None:
    rests = data.draw(st.sets(st.tuples(st.integers(0, m - 1), st.integers(0, m - 1)), max_size=4))
    rests |= {(y, x) for x, y in rests}
    pairs = {(a, b) for a in range(40) for b in range(a, 40) if (a % m, b % m) in rests}
    for found in find_pairs(pairs, 40):
        assert found.claim is not None
        said = table(found.claim.removeprefix("P iff ").split(" from ")[0], 40)
        assert {pair for pair in said if pair[0] >= found.start} == {pair for pair in pairs if pair[0] >= found.start}


STEPS = st.sets(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=3).map(
    lambda steps: steps | {(y, x) for x, y in steps}
)


@pytest.mark.nightly
@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_nim_with_finitely_many_more_moves_repeats_and_its_pairs_are_the_p_positions(steps: Pairs) -> None:
    solved = solved_pairs(steps, AXES)
    assert solved is not None
    assert by_definition(steps, AXES, 60) == solved.law.below(60)
    assert isinstance(solved.law, AdditivePairs)
    assert solved.law.reduced() == solved.law
    pairs = solved.law.below(250)
    found = find_pairs(pairs, 250)
    assert all(pattern.detail in {None, solved.law} for pattern in found)
    assert found or 9 * len(solved.law.first) > len(pairs)
