from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.testing.test_check_packed import BOARD, Changed

from grundy.core import BitRule, RuleError
from grundy.games.boards.cram import Cram
from grundy.games.boards.fields import Field
from grundy.games.heaps.nim import Nim
from grundy.testing import check_compiled, check_packed


def overflowing(word: int) -> int:
    """Return another number in Python than in 64 bits."""
    return (word << 60 << 4 >> 63 >> 1) + 1


def refused(change: Callable[[BitRule[Any]], BitRule[Any]]) -> str:
    with pytest.raises(RuleError) as caught:
        check_packed(Changed(change), [BOARD], machine=True)
    return caught.value.message


@pytest.mark.nightly
def test_a_function_that_compiles_to_something_else_or_not_at_all_is_found() -> None:
    state = {"compiled": 2}

    def strange(p: BitRule[Any]) -> BitRule[Any]:
        return replace(p, weight=lambda word: p.weight_of((word,)) if state else 0)

    assert "a function over words cannot be compiled" in refused(strange)

    def wide(p: BitRule[Any]) -> BitRule[Any]:
        return replace(p, known=None, weight=overflowing)

    assert "compiled, weight of" in refused(wide)


@pytest.mark.nightly
def test_a_large_position_is_compared_compiled_near_its_start_and_in_play_outs() -> None:
    large = Field(7, 9, (1 << 63) - 1)
    check_compiled(Cram(), large, most=20)
    with pytest.raises(RuleError, match=r"compiled, weight of"):
        check_compiled(Changed(lambda p: replace(p, weight=overflowing)), large, most=20)
    with pytest.raises(RuleError, match="packed gives nothing for"):
        check_compiled(Nim(), 3)
