from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import gcd
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.golden.reading import golden

from grundy.core import InputError, LimitReached, Limits, Meter
from grundy.workflows.problems import PROBLEMS, problem

GOLDEN = dict(zip(PROBLEMS, golden("contest").values(), strict=True))
CASES = [(name, case["input"], case["output"]) for name, found in GOLDEN.items() for case in found["cases"]]
PLAINLY = {"chcoinsg": 230, "m23ba": 14}
"""The largest number of an input that the plain rule answers soon; no bound for the other problems."""

each_problem = pytest.mark.parametrize("name", PROBLEMS)


def written(lines: Iterator[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def rows(*lines: object) -> bytes:
    """Write lines; a tuple or list becomes numbers side by side."""
    texts = (" ".join(map(str, line)) if isinstance(line, (tuple, list, range)) else str(line) for line in lines)
    return "".join(f"{text}\n" for text in texts).encode()


def agree(name: str, data: bytes) -> None:
    found = problem(name)
    assert written(found.solve(data)) == written(found.solve_plainly(data)), data


def test_the_golden_cases_are_those_of_the_eight_problems_in_their_order() -> None:
    for name, key in zip(PROBLEMS, golden("contest"), strict=True):
        assert name in key.lower()
        assert len(GOLDEN[name]["cases"]) >= 20


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


def test_splits_agree_with_the_rule_on_all_small_piles() -> None:
    for size in range(1, 4):
        for piles in product(range(1, 7), repeat=size):
            agree("cf705b", rows(size, piles))


def test_steps_agree_with_the_rule_on_all_small_piles_and_targets() -> None:
    for size in range(1, 4):
        for piles in product(range(5), repeat=size):
            agree("j163", rows((size, 6), piles, range(6)))


def test_prime_powers_agree_with_the_rule_on_all_piles_to_120() -> None:
    agree("chcoinsg", rows(120, *range(1, 121)))


@pytest.mark.parametrize("cells", range(17))
def test_strips_agree_with_the_rule_played_stone_by_stone(cells: int) -> None:
    agree("m23ba", rows(cells))


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 7, 30])
def test_chess_pieces_agree_with_the_rule_on_all_boards_to_16(k: int) -> None:
    boards = list(product(range(1, 17), repeat=2))
    agree("cf36d", rows((len(boards), k), *boards))


def test_tables_of_chess_pieces_are_the_golden_ones() -> None:
    for k, table in GOLDEN["cf36d"]["tables_13x13_W1"].items():
        found = problem("cf36d").solve(rows((169, k), *product(range(1, 14), repeat=2)))
        assert "".join("1" if answer == "+" else "0" for answer in found) == "".join(table)


@pytest.mark.parametrize("x", range(1, 6))
def test_attacks_agree_with_the_rule_on_all_hits_and_small_castles(x: int) -> None:
    tests: list[object] = []
    for y, z in product(range(1, 6), repeat=2):
        for castles in [*product(range(1, 9)), *product((1, 2, 4, 5, 7), repeat=2)]:
            tests += [(len(castles), x, y, z), castles]
    agree("cf1312f", rows(len(tests) // 2, *tests))


def test_coupled_numbers_agree_with_the_rule_on_all_small_lists() -> None:
    lists = [*product(range(1, 20), repeat=2), *product(range(1, 9), repeat=3), *product(range(1, 5), repeat=4)]
    for numbers in [(1,), *lists]:
        if gcd(*numbers) == 1:
            agree("agc010d", rows(len(numbers), numbers))


@pytest.mark.parametrize(("n", "k", "stones"), [(1, 4, 9), (2, 1, 4), (2, 2, 4), (3, 1, 1)])
def test_triangles_agree_with_the_rule_on_all_small_boards(n: int, k: int, stones: int) -> None:
    cells = [(r, c, a) for r in range(1, n + 1) for c in range(1, r + 1) for a in range(1, stones + 1)]
    boards = [board for m in (1, 2, 3) for board in combinations(cells, m) if len({c[:2] for c in board}) == m]
    agree("cf2045f", rows(len(boards), *(line for board in boards for line in ((n, len(board), k), *board))))


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


def large(name: str) -> bytes:
    """The largest input of a problem, or one that is hard for its size."""
    n = 10**5
    return {
        "cf705b": lambda: rows(n, range(10**9 - n, 10**9)),
        "j163": lambda: rows((50_000, n), range(950_000, 10**6), range(n)),
        "chcoinsg": lambda: rows(n, *range(10**9 - n, 10**9)),
        "m23ba": lambda: rows(10**18),
        "cf36d": lambda: rows((n, 7), *((10**9 - i, 10**9 - 2 * i) for i in range(n))),
        "cf1312f": lambda: rows(1, (3 * n, 1, 4, 5), range(10**18 - 3 * n, 10**18)),
        "agc010d": lambda: rows(n - 1, [2**29] * (n - 2) + [2**29 - 1]),
        "cf2045f": lambda: rows(1, (10**9, 2 * n, 2 * n), *((10**9 - i, i + 1, 10**9 - i) for i in range(2 * n))),
    }[name]()


@each_problem
def test_the_largest_input_is_answered_within_five_seconds(name: str) -> None:
    data = large(name)
    start = process_time()
    lines = list(problem(name).solve(data))
    assert process_time() - start < 5
    assert lines


def test_the_order_of_castles_does_not_matter_and_pairs_cancel() -> None:
    castles = [10**18, 10**18 - 3, 7, 7]
    (both,) = problem("cf1312f").solve(rows(1, (4, 2, 4, 5), castles))
    assert list(problem("cf1312f").solve(rows(1, (4, 2, 4, 5), castles[::-1]))) == [both]
    assert list(problem("cf1312f").solve(rows(1, (2, 2, 4, 5), [9, 9]))) == ["0"]


@each_problem
def test_an_explanation_states_rule_format_theorem_reason_and_source(name: str) -> None:
    why = problem(name).why
    assert why.startswith(PROBLEMS[name].title)
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
        list(problem("m23ba").solve_plainly(b"60\n", Meter(Limits(positions=100))))
