from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.golden.reading import golden

from grundy.core import Budget, Code, LimitReached, Limits, breaks, mex, nim_sum, read_code
from grundy.kernels.heaps import calls
from grundy.sequences import (
    code_values,
    octals,
    plain_code_values,
    plain_subtraction_values,
    subtraction_values,
    value_pieces,
    values,
)
from grundy.sequences.arrays import narrow
from grundy.testing import check_kernel

octal = st.builds(
    lambda first, digits: f"{first}.{digits}", st.sampled_from("04"), st.text("01234567", min_size=1, max_size=6)
)
TAKES = st.sets(st.integers(1, 40), min_size=1, max_size=6).map(lambda takes: tuple(sorted(takes)))


def naive(code: Code, stop: int) -> list[int]:
    """The definition, from the list of all breaks."""
    found: list[int] = []
    for n in range(stop + 1):
        found.append(mex(nim_sum(found[piece] for piece in pieces) for pieces in breaks(code, n)))
    return found


def plain_code(code: Code, stop: int) -> list[int]:
    return plain_code_values(code.plain or (), stop, Budget())


def plain_takes(takes: Sequence[int], stop: int) -> list[int]:
    return plain_subtraction_values(takes, stop, Budget())


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every computation, however short, goes through the kernels."""
    monkeypatch.setattr(values, "WORTH_COMPILING", 0)


@given(octal)
def test_the_plain_values_of_codes_agree_with_the_definition(text: str) -> None:
    code = read_code(text)
    assert plain_code(code, 40) == naive(code, 40)


def test_the_code_kernel_agrees_with_its_reference_implementation_on_random_codes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(values, "WORTH_COMPILING", 0)

    @settings(max_examples=examples(60))
    @given(octal, st.integers(0, 130))
    def agree(text: str, stop: int) -> None:
        check_kernel(code_values, plain_code, [read_code(text)], stop)

    agree()


def test_the_subtraction_kernel_agrees_with_its_reference_implementation_on_random_sets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(values, "WORTH_COMPILING", 0)

    @settings(max_examples=examples(80))
    @given(TAKES, st.integers(0, 200))
    def agree(takes: tuple[int, ...], stop: int) -> None:
        check_kernel(subtraction_values, plain_takes, [takes], stop)

    agree()


@pytest.mark.usefixtures("compiled")
def test_the_kernel_works_piece_by_piece_and_from_known_values(monkeypatch: pytest.MonkeyPatch) -> None:
    code = read_code("0.77")
    right = plain_code(code, 500)
    for piece in (1, 7, 100):
        monkeypatch.setattr(values, "PIECE", piece)
        assert code_values(code, 500) == right
        for known in (1, 99, 100, 499, 501):
            assert code_values(code, 500, None, right[:known]) == right
        assert subtraction_values((2, 5, 7), 500) == plain_takes((2, 5, 7), 500)


@pytest.mark.usefixtures("compiled")
def test_takes_larger_than_every_heap_do_no_harm() -> None:
    assert subtraction_values((1000, 10**9), 20) == [0] * 21
    assert subtraction_values((1, 10**30), 20) == [0, 1] * 10 + [0]
    assert subtraction_values(tuple(range(1, 200)), 150) == list(range(151))
    assert code_values(read_code("0." + "0" * 200 + "7"), 20) == [0] * 21


def test_kernels_are_used_exactly_when_they_are_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []

    def noting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*arguments: Any) -> Any:
            used.append(name)
            return function(*arguments)

        return noted

    monkeypatch.setattr(octals, "octal_pieces", noting("code", octals.octal_pieces))
    monkeypatch.setattr(calls, "stamp_kernel", noting("subtraction", calls.stamp_kernel))
    code_values(read_code("0.77"), 100)
    subtraction_values((1, 2), 1000)
    assert used == []
    monkeypatch.setattr(values, "WORTH_COMPILING", 1000)
    assert code_values(read_code("0.77"), 100) == plain_code(read_code("0.77"), 100)
    assert subtraction_values((1, 2), 1000) == plain_takes((1, 2), 1000)
    assert used == ["code", "subtraction"]


@pytest.mark.parametrize("text", ["4!.0", "0.8", "0.C", "0.F", "0.3F", "4?.7", "0.7=", "0.[3]", "0.{2!,3}", "8.1"])
def test_codes_beyond_octal_agree_with_the_definition(text: str) -> None:
    assert code_values(read_code(text), 30) == naive(read_code(text), 30)
    assert code_values(read_code(text), 30, None, naive(read_code(text), 11)) == naive(read_code(text), 30)


def test_golden_sequences() -> None:
    for name, case in golden("heap_sequences")["octal"].items():
        right = case["values"]
        assert code_values(read_code(name.split()[0]), len(right) - 1) == right
    for case in golden("take_and_break")["cases"]:
        assert code_values(read_code(case["code"]), len(case["values"]) - 1) == case["values"]
    for case in golden("subtraction")["cases"]:
        assert subtraction_values(case["set"], 300) == case["values"]


@pytest.mark.parametrize("text", ["0.0", "0.", "4.0", "0.1", "0.2", "0.3", "0.01"])
def test_codes_that_hardly_move_or_never_do_have_values_too(text: str) -> None:
    """0.0 has no move at all, 0.1 takes single tokens only; heaps of 0 are always worth 0."""
    code = read_code(text)
    assert code_values(code, 12) == naive(code, 12)
    expected = {"0.0": [0] * 5, "0.1": [0, 1, 0, 0, 0], "0.2": [0, 0, 1, 0, 1], "4.0": [0, 0, 1, 0, 1]}
    assert code_values(code, 4) == expected.get(text, code_values(code, 4))


def test_values_that_are_known_already_are_not_computed_again() -> None:
    budget = Budget()
    found = code_values(read_code("0.77"), 50, budget, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2])
    assert found == plain_code(read_code("0.77"), 50)
    assert budget.visited == 40
    assert code_values(read_code("0.77"), 3, None, found) == [0, 1, 2, 3]
    assert subtraction_values((1, 2), 3, None, [0, 1, 2, 0, 1, 2]) == [0, 1, 2, 0]


def test_limits_are_kept_by_plain_loops_and_by_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    for worth in (10**9, 0):
        monkeypatch.setattr(values, "WORTH_COMPILING", worth)
        with pytest.raises(LimitReached):
            code_values(read_code("0.77"), 30_000, Budget(Limits(positions=300)))
        with pytest.raises(LimitReached):
            subtraction_values((1, 2), 30_000, Budget(Limits(positions=300)))


def test_values_that_a_look_for_a_period_found_are_not_computed_again() -> None:
    budget, stop = Budget(), 200_000
    pieces = value_pieces(read_code("0.6"), narrow([]), stop, budget)
    assert sum(map(len, pieces)) == stop + 1
    assert budget.visited < 1.1 * stop
