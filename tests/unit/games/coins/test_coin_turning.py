from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.games.oracle import Oracle, check_hooks, labels

import grundy
from grundy.core import Board, LimitReached, Outcome, Ruleset, Sum, Text, mex, nim_sum, scene_of
from grundy.games import make
from grundy.games.coins.counts import CountLaw, lexicode
from grundy.games.coins.laws import CoinLaw, GruntLaw, RunLaw, SymmetricLaw
from grundy.games.coins.turning import CoinRow, named_row, turn
from grundy.notation import read_game, read_ruleset
from grundy.testing import check_ruleset

NAMES = ["turning-turtles", "twins", "mock-turtles", "triplets", "moebius", "mogul", "ruler", "sym", "grunt"]


def rows(rule: CoinRow, width: int) -> list[tuple[int, ...]]:
    """Every row of so many coins."""
    coins = range(rule.law.first, rule.law.first + width)
    return list(chain.from_iterable(combinations(coins, n) for n in range(width + 1)))


@pytest.mark.parametrize("name", NAMES)
def test_every_hook_of_a_row_agrees_with_the_real_game_in_which_coins_cancel(name: str) -> None:
    rule = named_row(name)
    oracle = check_hooks(rule, rows(rule, 6))
    assert all(rule.known_value(row) == oracle.value(row) for row in rows(rule, 6))


@pytest.mark.parametrize(
    "text",
    ["turn", "turn(coins=2)", "turn(coins=2.., shape=run)", "turn(coins=1..3, shape=run)", "turn(shape=symmetric)",
     "turn(coins=1..3, reach=2)", "turn(shape=run, reach=2)", "turn(coins=2..4, shape=symmetric)"],
)  # fmt: skip
def test_every_game_by_code_keeps_every_promise(text: str) -> None:
    check_ruleset(read_ruleset(text), [tuple(range(6)), (2, 5)])
    assert read_ruleset(text).name == text


def values(name: str, count: int, first: int = 0) -> list[int | None]:
    return [named_row(name).known_value((coin,)) for coin in range(first, first + count)]


def test_the_values_of_single_coins_are_those_of_the_literature() -> None:
    assert values("turning-turtles", 20, 1) == list(range(1, 21))
    assert values("twins", 20) == list(range(20))
    assert values("mock-turtles", 11) == [1, 2, 4, 7, 8, 11, 13, 14, 16, 19, 21]
    assert values("ruler", 16, 1) == [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16]
    assert values("triplets", 8) == [0, 0, 1, 2, 4, 7, 8, 11]
    assert values("moebius", 13) == [1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256]


def test_the_coins_of_mock_turtles_have_the_odious_numbers() -> None:
    assert values("mock-turtles", 500) == [n for n in range(1000) if n.bit_count() % 2]


def test_grunt_is_grundys_game() -> None:
    assert values("grunt", 100) == grundy.game("grundy").values(99)


def test_sets_of_moebius_and_mogul_that_lose_are_words_of_the_extended_quadratic_residue_and_golay_codes() -> None:
    for name, length, dimension, distance in (("moebius", 18, 9, 6), ("mogul", 24, 12, 8)):
        coins = [named_row(name).known_value((coin,)) or 0 for coin in range(length)]
        assert max(coins) < 1 << (length - dimension)
        words = Counter([0])  # how many sets of coins have a nim-sum
        for coin in coins:
            words += Counter({total ^ coin: many for total, many in words.items()})
        assert words[0] == 1 << dimension
        losing = (found for size in range(1, distance) for found in combinations(coins, size))
        assert all(nim_sum(found) for found in losing)


def test_the_lexicode_is_greedy() -> None:
    found: list[int] = []
    for value in lexicode(4)[:40]:
        sums = {nim_sum(some) for size in range(4) for some in combinations(found, size)}
        assert value == mex(sums)
        found.append(value)


@pytest.mark.parametrize("name", ["turning-turtles", "twins", "ruler", "mock-turtles", "triplets"])
@settings(max_examples=20, deadline=None)
@given(heads=st.sets(st.integers(1, 10**30), min_size=1, max_size=4), data=st.data())
def test_every_winning_move_on_a_huge_row_wins_or_the_limit_is_reported(
    name: str, heads: set[int], data: st.DataObject
) -> None:
    rule, row = named_row(name), tuple(sorted(heads))
    target = data.draw(st.integers(0, 3))
    try:
        moves = list(rule.moves_to(row, target) or ())
    except LimitReached:
        return
    for move in moves:
        rule.check(move.leaves[0])
        assert rule.known_value(move.leaves[0]) == target
    if not target:
        assert bool(moves) == (rule.known_outcome(row) is Outcome.N)


def test_huge_rows_name_all_their_winning_moves() -> None:
    huge = 10**21
    assert labels(named_row("turning-turtles").moves_to((5, 7, huge), 0)) == [f"turn 2 {huge}"]
    assert labels(named_row("ruler").moves_to((6, huge), 0)) == [f"turn {huge - 3}..{huge}"]
    assert labels(turn((1, 3), reach=4).moves_to((3, huge), 0))[0] == "turn 0 3"
    assert len(labels(named_row("mock-turtles").moves_to((100, 900), 7))) > 50
    assert labels(named_row("mock-turtles").moves_to((5, huge), 0)) == [f"turn 5 {huge}"]
    with pytest.raises(LimitReached, match="has too many moves to search"):
        list(named_row("mock-turtles").moves_to((huge,), 6) or ())


def test_a_limited_reach_makes_the_values_periodic_and_the_period_is_the_definition() -> None:
    for rule in (turn((1, 3), reach=4), turn((2, 3), "run"), turn((1, 2), reach=6), turn((2, None), "run", reach=5)):
        fast = [rule.known_value((coin,)) for coin in range(300)]
        assert rule.law._period is not None
        slow: list[int] = []
        for coin in range(300):
            slow.append(mex(nim_sum(slow[c] for c in found) for found in rule.law.companions(coin)))
        assert fast == slow
        assert rule.known_value((10**40,)) in set(slow)


def test_a_coin_turned_from_tails_shows_heads_and_turned_twice_is_as_before() -> None:
    rule = named_row("turning-turtles")
    assert [move.leaves for move in rule.moves((1, 3))] == [Sum((3,)), Sum((1,)), Sum(()), Sum((1, 2))]
    assert labels(rule.moves((1, 3))) == ["turn 1", "turn 3", "turn 1 3", "turn 2 3"]
    assert labels(named_row("ruler").moves((3,))) == ["turn 3", "turn 2 3", "turn 1..3"]


@pytest.mark.parametrize("name", NAMES)
def test_a_row_reads_as_it_is_shown_also_without_heads(name: str) -> None:
    for text in ("2 5 9", "tails", "3; tails; 1 2"):
        assert str(read_game(f"{name}: {text}")) == f"{name}: {text}"
    assert read_game(f"{name}: 9 2,5") == read_game(f"{name}: 2 5 9")


def test_a_row_is_drawn_with_its_first_coin_on_the_left() -> None:
    assert scene_of(named_row("twins"), (0, 3)) == Board(("O..O",))
    assert scene_of(named_row("ruler"), (1, 3)) == Board(("O.O",))
    assert scene_of(named_row("twins"), ()) == Board((".",))
    assert scene_of(named_row("twins"), (2, 10**9)) == Text("2 1000000000")


def test_the_explanation_shows_the_coins_and_their_nim_sum() -> None:
    text = grundy.solve("mock-turtles: 2 5 9").explain()
    assert "coin 9     19" in text
    assert "The nim-sum of these values is 28." in text
    assert "Lenstra" in text


def test_twins_in_misere_play_are_searched_as_a_whole() -> None:
    rule: Ruleset[tuple[int, ...]] = make("twins")
    oracle = Oracle(rule)
    for row in rows(named_row("twins"), 5):
        assert grundy.game(rule).outcome(row, misere=True) is oracle.misere(Sum(row))


LAWS: list[tuple[Callable[[], CoinLaw], int]] = [
    *((lambda lo=lo, hi=hi, first=first: CountLaw("t", first, lo, hi), 12)
      for first in (0, 1)
      for lo, hi in ((1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (3, 3), (1, 4), (4, 4), (2, 5), (1, 6), (1, 7), (1, 13),
                     (1, 30), (1, None), (3, None))),
    *((lambda lo=lo, hi=hi, reach=reach: CountLaw("t", 1, lo, hi, reach), 40)
      for lo, hi, reach in ((1, 3, 4), (2, 2, 3), (1, 2, 7), (1, None, 3))),
    *((lambda lo=lo, hi=hi, first=first: RunLaw("t", first, lo, hi), 70)
      for first in (0, 1)
      for lo, hi in ((1, None), (1, 1), (1, 3), (1, 4), (1, 7), (2, 5), (2, None), (3, 3))),
    (lambda: SymmetricLaw("t"), 14),
    (lambda: SymmetricLaw("t", 1, 2, 5), 16),
    (lambda: GruntLaw("t"), 60),
]  # fmt: skip
"""Laws, each made anew, and how many of their coins are compared."""


@pytest.mark.nightly
@pytest.mark.parametrize(("make_law", "length"), LAWS)
def test_the_value_of_a_coin_is_the_mex_over_its_companions_and_those_for_a_change_are_all_of_them(
    make_law: Callable[[], CoinLaw], length: int
) -> None:
    law = make_law()
    values: dict[int, int] = {}
    for coin in range(law.first, law.first + length):
        sets = list(law.companions(coin))
        sums = [nim_sum(values[c] for c in found) for found in sets]
        values[coin] = mex(sums)
        assert law.value(coin) == values[coin]
        assert law.count(coin) == len(set(sets)) == len(sets)
        assert sets == sorted(sets, key=lambda found: (len(found), found))
        assert all(found == tuple(sorted(set(found))) and set(found) <= set(values) - {coin} for found in sets)
        for change in {1, 2, 3, *(values[coin] ^ total for total in sums[:: len(sums) // 5 + 1])}:
            right = [found for found, total in zip(sets, sums, strict=True) if total ^ values[coin] == change]
            assert list(law.companions_to(coin, change)) == right, (coin, change)


def test_values_beyond_reach_are_unknown_and_never_guessed() -> None:
    assert named_row("mogul").known_value((500,)) is None
    assert named_row("mogul").moves_to((500,), 0) is None
    assert named_row("sym").known_value((100,)) is None
    assert turn().known_value((20_000,)) is None
    assert grundy.solve("mogul: 500").status == "limit"
