from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product, starmap
from math import gcd
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import few, first_seed
from tests.golden.reading import golden
from tests.pace import spent
from tests.promises.learn.problem_inputs import LARGE, SMALL, rows

from grundy.core import Budget, InputError, LimitReached, Limits
from grundy.notation import read_ruleset
from grundy.workflows.exploring.explore import explore
from grundy_learn.problems import PROBLEMS, problem
from grundy_learn.problems.problem import EXPLORED_TO

GOLDEN = dict(zip(PROBLEMS, golden("contest").values(), strict=True))
CASES = [(name, case["input"], case["output"]) for name, found in GOLDEN.items() for case in found["cases"]]
PLAINLY = {"chcoinsg": 230, "m23ba": 14}
"""The largest number of an input that the plain rule answers soon; no bound for the other problems."""

each_problem = pytest.mark.parametrize("name", PROBLEMS)


def written(lines: Iterator[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def agree(name: str, data: bytes) -> None:
    found = problem(name)
    assert written(found.solve(data)) == written(found.solve_plainly(data)), data


def test_the_golden_cases_are_those_of_all_problems_in_their_order() -> None:
    for name, key in zip(PROBLEMS, golden("contest"), strict=True):
        assert name in key.lower()
        assert len(GOLDEN[name]["cases"]) >= 20
    assert list(PROBLEMS) == list(SMALL) == list(LARGE)


def by_chance(name: str, times: int) -> int:
    """Hold answers to small inputs by chance against search; return how many different answers were seen."""
    found, chance, seen = problem(name), Random(f"{name} {first_seed()}"), set()
    for _ in range(times):
        data = SMALL[name](chance)
        plainly = written(found.solve_plainly(data))
        assert written(found.solve(data)) == plainly, data
        seen.add(plainly)
    return len(seen)


@each_problem
def test_small_inputs_by_chance_agree_with_the_rule(name: str) -> None:
    assert by_chance(name, 25) > 1


@pytest.mark.nightly
@each_problem
def test_a_thousand_inputs_by_chance_agree_with_the_rule(name: str) -> None:
    assert by_chance(name, 1000) > 1


@pytest.mark.parametrize("name", [name for name, found in PROBLEMS.items() if found.explored])
def test_what_an_explanation_says_of_exploring_is_what_explore_says(name: str) -> None:
    ruleset, pattern = problem(name).explored or ("", "")
    assert pattern in map(str, explore(read_ruleset(ruleset), EXPLORED_TO).discoveries)
    assert problem(name).explanation.endswith(f"says: {pattern}.")


@pytest.mark.parametrize(("name", "text", "output"), CASES)
def test_a_golden_input_has_the_golden_output(name: str, text: str, output: str) -> None:
    assert written(problem(name).solve(text.encode())) == output


@each_problem
def test_the_plain_rule_has_the_golden_output_where_the_input_is_small(name: str) -> None:
    texts = [case for case in GOLDEN[name]["cases"] if case["kind"].startswith("brute force")]
    small = [case for case in texts if max(map(int, case["input"].split())) <= PLAINLY.get(name, 10**9)]
    assert len(small) >= (4 if name in PLAINLY else 20)
    for case in small:
        assert written(problem(name).solve_plainly(case["input"].encode())) == case["output"]


def some_attacks(x: int) -> bytes:
    castles = [*product(range(1, 9)), *product((1, 2, 4, 5, 7), repeat=2)]
    tests = [((len(some), x, *hits), some) for hits in product(range(1, 6), repeat=2) for some in castles]
    return rows(len(tests), *(line for test in tests for line in test))


def all_triangles(n: int, k: int, stones: int) -> bytes:
    cells = [(r, c, a) for r in range(1, n + 1) for c in range(1, r + 1) for a in range(1, stones + 1)]
    boards = [board for m in (1, 2, 3) for board in combinations(cells, m) if len({c[:2] for c in board}) == m]
    return rows(len(boards), *(line for board in boards for line in ((n, len(board), k), *board)))


def all_coprime() -> Iterator[bytes]:
    lists = [*product(range(1, 20), repeat=2), *product(range(1, 9), repeat=3), *product(range(1, 5), repeat=4)]
    return (rows(len(numbers), numbers) for numbers in [(1,), *lists] if gcd(*numbers) == 1)


BOARDS = list(product(range(1, 17), repeat=2))
SIZES = (1, 2, 3)
ALL: dict[str, Iterable[bytes]] = {
    "cf705b": (rows(size, piles) for size in SIZES for piles in product(range(1, 7), repeat=size)),
    "j163": (rows((size, 6), piles, range(6)) for size in SIZES for piles in product(range(5), repeat=size)),
    "m23ba": (rows(cells) for cells in range(17)),
    "cf36d": (rows((len(BOARDS), k), *BOARDS) for k in (1, 4, 30)),
    "cf1312f": map(some_attacks, range(1, 6)),
    "cf2045f": starmap(all_triangles, [(1, 4, 9), (2, 1, 4), (2, 2, 4), (3, 1, 1)]),
}
"""All small inputs of some problems."""


@pytest.mark.parametrize("name", ALL)
def test_all_small_inputs_agree_with_the_rule(name: str) -> None:
    for data in ALL[name]:
        agree(name, data)


@pytest.mark.nightly
def test_more_small_inputs_agree_with_the_rule() -> None:
    agree("chcoinsg", rows(120, *range(1, 121)))
    for k in (2, 3, 5, 7):
        agree("cf36d", rows((len(BOARDS), k), *BOARDS))
    for data in all_coprime():
        agree("agc010d", data)


def test_tables_of_chess_pieces_are_the_golden_ones() -> None:
    for k, table in GOLDEN["cf36d"]["tables_13x13_W1"].items():
        found = problem("cf36d").solve(rows((169, k), *product(range(1, 14), repeat=2)))
        assert "".join("1" if answer == "+" else "0" for answer in found) == "".join(table)


@pytest.mark.nightly
@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 5), st.lists(st.integers(1, 40), min_size=1, max_size=2))
@settings(max_examples=30)
def test_attacks_agree_with_the_rule_on_castles_beyond_the_preperiod(
    x: int, y: int, z: int, castles: list[int]
) -> None:
    agree("cf1312f", rows(1, (len(castles), x, y, z), castles))


def test_coupled_numbers_answer_after_thirty_forced_rounds() -> None:
    """Each round halves the only odd number, 2^k - 1, and turns the winner round; 1 beside even ones is lost."""
    for k in range(1, 30):
        data = rows(3, (2**29, 2**29, 2**k - 1))
        assert list(problem("agc010d").solve(data)) == ["First" if k % 2 == 0 else "Second"]


@pytest.mark.parametrize("name", few(PROBLEMS, *[*PROBLEMS][::3]))
def test_the_largest_input_is_answered_within_two_seconds(name: str) -> None:
    data = LARGE[name]()
    start = process_time()
    lines = list(problem(name).solve(data))
    assert spent(start) < 2
    assert lines


def test_the_order_of_castles_does_not_matter_and_pairs_cancel() -> None:
    castles = [10**18, 10**18 - 3, 7, 7]
    (both,) = problem("cf1312f").solve(rows(1, (4, 2, 4, 5), castles))
    assert list(problem("cf1312f").solve(rows(1, (4, 2, 4, 5), castles[::-1]))) == [both]
    assert list(problem("cf1312f").solve(rows(1, (2, 2, 4, 5), [9, 9]))) == ["0"]


@each_problem
def test_an_explanation_states_rule_format_theorem_reason_and_source(name: str) -> None:
    why = problem(name).why
    for word in ("\nRule: ", "\nInput: ", "Output: ", "\nTheorem. ", "\nWhy", "\nSource: ", "O("):
        assert word in why
    assert max(map(len, why.splitlines())) <= 120


def test_a_name_that_is_almost_right_is_answered_with_the_right_one() -> None:
    assert problem("CHCOINSG") is problem("chcoinsg")
    with pytest.raises(InputError) as caught:
        problem("cf705")
    assert str(caught.value) == "expected the name of a problem, found 'cf705' (did you mean cf705b?)"
    with pytest.raises(InputError, match="grundy problem --list shows them"):
        problem("?")


def test_the_plain_rule_keeps_the_limits() -> None:
    with pytest.raises(LimitReached):
        list(problem("m23ba").solve_plainly(b"60\n", Budget(Limits(positions=100))))
