"""Laws of P-positions of two heaps hold for the whole table, the simplest is told, and proofs are true."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.patterns.pair_tables import verify_pairs

import grundy
from grundy.core import InputError, LimitReached, Limits, Meter, Outcome
from grundy.core.evaluation import compile_node
from grundy.patterns import AdditivePairs, Comparison, MexPairs, find_pairs, lines_of, read_claim, solved_pairs
from grundy.patterns.pair_theorems import NIM, VectorLine, fraenkel_parameter
from grundy.patterns.pairs import Numeration

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "two_heap_rules.json").read_text(encoding="utf-8"))
AXES = ((1, 0), (0, 1))
Pairs = set[tuple[int, int]]


def by_definition(lines: list[VectorLine], size: int, *, misere: bool = False) -> Pairs:
    """P-positions (a, b) with a <= b of a symmetric rule: they have no option that is one (and in misere play some)."""
    lost: Pairs = set()
    for a in range(size):
        for b in range(size):
            moves = vectors(lines, a, b)
            if not any((a - x, b - y) in lost for x, y in moves) and (moves or not misere):
                lost.add((a, b))
    return {(a, b) for a, b in lost if a <= b}


def vectors(lines: list[VectorLine], a: int, b: int) -> list[tuple[int, int]]:
    found = []
    for (x, y), (dx, dy) in lines:
        times = range(max(a, b) + 1) if dx or dy else range(1)
        found += [(x + i * dx, y + i * dy) for i in times if x + i * dx <= a and y + i * dy <= b]
    return found


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
    lines = lines_of((), (*AXES, (1, 1)))
    pairs = by_definition(list(lines), 60)
    assert all(grundy.game("wythoff").outcome((a, b)) is Outcome.P for a, b in pairs if b < 20)
    [found] = find_pairs(pairs, 60)
    assert found.detail == MexPairs(1, 1)
    assert "floor(n * (sqrt(5) + 1) / 2)" in found.text
    solved = solved_pairs(lines)
    assert solved is not None
    assert solved.law.below(60) == pairs
    assert "Wythoff" in solved.grounds
    assert "1907" in solved.grounds


def test_misere_wythoff_follows_the_same_pairs_from_heaps_of_3_on() -> None:
    lines = list(lines_of((), (*AXES, (1, 1))))
    lost = by_definition(lines, 40, misere=True)
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


@pytest.mark.parametrize("t", range(1, 9))
def test_closed_form_mex_and_digits_give_the_same_pairs(t: int) -> None:
    law = MexPairs(1, t)
    pairs = [pair for pair, _ in zip(law.every(), range(800), strict=False)]
    assert [law.pair(n) for n in range(800)] == pairs
    inside = set(pairs)
    top = pairs[300][1]
    assert all(
        law.contains(a, b) == ((a, b) in inside) for a in range(40) for b in range(a, min(top, 6 * a + 9 * t + 9))
    )


@pytest.mark.parametrize(("s", "t"), [(s, t) for s in range(1, 6) for t in range(6) if s + t > 1])
def test_smaller_heaps_end_in_an_even_number_of_zeros_and_larger_ones_are_their_shift(s: int, t: int) -> None:
    system = Numeration(s, t)
    pairs = [pair for pair, _ in zip(MexPairs(s, t).every(), range(300), strict=False)][1:]
    smaller = {a for a, _ in pairs}
    assert {n for n in range(1, pairs[-1][0] + 1) if system.zeros(n) % 2 == 0} == smaller
    assert all(system.shifted(a) == b for a, b in pairs)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10**30))
def test_digits_are_those_of_the_number_and_the_shift_of_a_huge_heap_is_its_partner(s: int, t: int, n: int) -> None:
    system = Numeration(s, t)
    assert system.value(system.digits(n)) == n
    law = MexPairs(1, t)
    a, b = law.pair(n)
    assert law.contains(a, b)
    assert law.contains(b, a)
    assert not law.contains(a, b + 1)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=5), st.integers(1, 3), st.data())
def test_additive_pairs_agree_with_their_definition(raw: Any, times: int, data: st.DataObject) -> None:
    first = tuple(sorted((min(pair), max(pair)) for pair in set(raw)))
    law = AdditivePairs(first, data.draw(st.integers(0, len(first) - 1)), (6, 6 * times))
    pairs = [law.pair(n) for n in range(300)]
    n0, p = law.preperiod, law.period
    assert all(pairs[n + p] == (pairs[n][0] + 6, pairs[n][1] + 6 * times) for n in range(n0, 200))
    assert law.below(100) == {pair for pair in pairs if pair[1] < 100}
    assert all(law.contains(*pair) for pair in pairs)
    assert {(a, b) for a in range(30) for b in range(a, 30) if law.contains(b, a)} == law.below(30)
    least = law.reduced()
    assert [least.pair(n) for n in range(300)] == pairs
    assert least.period <= p


@pytest.mark.parametrize("t", range(1, 6))
def test_fraenkels_theorem_is_claimed_for_exactly_its_vectors(t: int) -> None:
    lines = [*NIM, *(VectorLine(first, (1, 1)) for j in range(t) for first in ((1, 1 + j), (1 + j, 1)))]
    solved = solved_pairs(lines)
    assert solved is not None
    assert solved.law == MexPairs(1, t)
    assert "1982" in solved.grounds
    assert by_definition(lines, 40) == solved.law.below(40)
    assert verify_pairs(solved.law.below(300), 300, lines) is None
    assert fraenkel_parameter([*lines, VectorLine((7, 7)), VectorLine((3, 0)), VectorLine((2, 2), (3, 3))]) == t
    for more in (
        VectorLine((1, 1 + t)),
        VectorLine((1, 1), (1, 2)),
        VectorLine((0, 2), (1, 0)),
        VectorLine((2, 1), (2, 0)),
    ):
        assert fraenkel_parameter([*lines, more]) is None
    for missing in lines:
        assert fraenkel_parameter([line for line in lines if line != missing]) is None


def test_rules_outside_the_theorems_are_not_claimed() -> None:
    for steps, rays in (
        (((1, 2),), AXES),
        (((1, 1),), ()),
        ((), (*AXES, (1, 2), (2, 1))),
        ((), ((2, 0), (0, 1), (1, 1))),
        (((1, 0), (0, 1), (2, 2)), ()),
    ):
        assert solved_pairs(lines_of(steps, rays)) is None


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: f"{case['vectors']} {case['rays']}")
def test_the_golden_tables_pass_the_test_of_p_positions_and_no_table_with_a_fault_does(case: dict[str, Any]) -> None:
    size = len(case["table"])
    lines = lines_of(*(tuple(map(tuple, case[key])) for key in ("vectors", "rays")))
    pairs = {(a, b) for a, row in enumerate(case["table"]) for b, value in enumerate(row) if not value}
    assert verify_pairs(pairs, size, lines) is None
    for pair in pairs:
        assert verify_pairs({other for other in pairs if set(other) != set(pair)}, size, lines) is not None
    solved = solved_pairs(lines)
    assert solved is None or solved.law.below(size) == {pair for pair in pairs if pair[0] <= pair[1]}


def test_the_first_fault_is_the_position_with_the_fewest_tokens() -> None:
    lines = lines_of((), (*AXES, (1, 1)))
    assert verify_pairs(MexPairs(1, 1).below(50) - {(3, 5)}, 50, lines) == (3, 5)
    assert verify_pairs(MexPairs(1, 1).below(50) | {(2, 2)}, 50, lines) == (2, 2)
    assert verify_pairs(MexPairs(1, 2).below(50), 50, lines) == (1, 2)


def test_pairs_and_rules_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match=r"expected pairs of heaps from 0 to 19, found \(3, 20\)"):
        find_pairs([(20, 3)], 20)
    with pytest.raises(InputError, match="expected vectors that take from the heaps"):
        solved_pairs([VectorLine((0, 0), (1, 1))])
    with pytest.raises(InputError, match="expected s >= 1, t >= 0, s \\+ t >= 2 and c >= 0"):
        MexPairs(1, 0)
    with pytest.raises(InputError, match="expected pairs that repeat and grow"):
        AdditivePairs(((0, 0),), 0, (0, 1))
    with pytest.raises(InputError, match="expected a number n >= 0, found -1"):
        Numeration(1, 1).digits(-1)


def test_a_limit_stops_the_search_for_a_law() -> None:
    with pytest.raises(LimitReached):
        find_pairs({(a, a) for a in range(200)}, 200, meter=Meter(Limits(positions=500)))
