"""The P-positions of a heap ruleset are the heaps of value 0, however they are found."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from grundy import sequences
from grundy.core import Budget, HeapRuleset, LimitReached, Limits, PositionError, RuleError, Structure, Sum, facet
from grundy.notation import read_ruleset
from grundy.workflows.computing.p_positions import p_positions
from grundy.workflows.computing.values import heap_values
from grundy.workflows.solving import PartSolver, parts

RULES = ["take squares", "take powers(4)", "take all-but {2, 5}", "take {1, 3, 4}", "take squares or take {2, 3}",
         "take 5..9", "take primes", "take any", "take k where n % k == 0 and k < n", "kayles", "grundy", "split",
         "take squares or split"]  # fmt: skip


@pytest.mark.parametrize("text", RULES)
def test_they_are_the_heaps_of_value_0(text: str) -> None:
    ruleset = read_ruleset(text)
    values = heap_values(ruleset, 300)
    assert p_positions(ruleset, 300).tolist() == [n for n, value in enumerate(values) if value == 0]


@pytest.mark.parametrize("text", RULES)
def test_the_takes_of_a_ruleset_are_its_options_or_it_names_none(text: str) -> None:
    ruleset = read_ruleset(text)
    takes = facet(ruleset, Structure).takes_to(80)
    sets = text.startswith("take") and "where" not in text and "split" not in text
    assert (takes is not None) == sets
    if takes is not None:
        numbers = list(takes)
        for n in range(81):
            assert sorted(ruleset.options(n), reverse=True) == [n - k for k in numbers if k <= n]


@pytest.mark.parametrize("text", ["take squares", "take powers(6)", "take all-but {1, 7}", "take 5..200000",
                                  "take primes or take {6}"])  # fmt: skip
def test_values_through_the_set_of_takes_are_those_of_the_definition(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "WORTH_COMPILING", 0)
    ruleset = read_ruleset(text)
    assert isinstance(ruleset, HeapRuleset)
    stop = 300

    class Bare(HeapRuleset):
        """The options alone."""

        name = "bare"

        def options(self, position: int) -> Iterable[int | Sum[int]]:
            return ruleset.options(position)

    assert PartSolver(ruleset).values(stop) == PartSolver(Bare()).values(stop)


@pytest.mark.parametrize(("stop", "compiled"), [(10, False), (99, False), (100, True), (101, True), (10_000, True)])
def test_a_set_is_compiled_when_its_options_are_many(
    stop: int, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten squares up to 100 make 1000 options of the heaps up to it, and more than 999."""
    used: list[int] = []

    def computed(takes: Iterable[int], last: int, *_: object) -> NDArray[np.float64]:
        used.append(len(list(takes)))
        return np.zeros(last + 1)

    monkeypatch.setattr(parts, "WORTH_COMPILING", 999)
    monkeypatch.setattr(sequences, "set_values", computed)
    PartSolver(read_ruleset("take squares")).values(stop)
    assert used == ([isqrt(stop)] if compiled else [])


def test_a_set_of_takes_never_asks_for_values(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = read_ruleset("take squares")
    right = [n for n, value in enumerate(heap_values(ruleset, 5000)) if value == 0]
    monkeypatch.setattr(sequences, "set_values", None)
    assert p_positions(ruleset, 5000).tolist() == right


def test_what_has_no_p_positions_among_heaps_is_refused() -> None:
    with pytest.raises(PositionError, match="wythoff positions are not heaps"):
        p_positions(read_ruleset("wythoff"), 10)
    with pytest.raises(RuleError, match="misère by its own rule"):
        p_positions(read_ruleset("bash(min=2, max=3, end=rest-loses)"), 10)


def test_limits_are_kept() -> None:
    with pytest.raises(LimitReached, match="the limit of 100 positions"):
        p_positions(read_ruleset("take squares"), 10**6, budget=Budget(Limits(positions=100)))
    with pytest.raises(LimitReached, match="computed up to heap 100000000"):
        p_positions(read_ruleset("take squares"), 10**8 + 1)
