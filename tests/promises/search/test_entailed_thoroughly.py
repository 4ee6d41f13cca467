from __future__ import annotations

from hypothesis import given
from tests.unit.search.test_entailed import rests

from grundy.core import LOONY
from grundy.search import Rests


@given(rests)
def test_the_value_is_the_least_heap_outside_the_set_and_loony_when_there_is_none(a: Rests) -> None:
    outside = [n for n in range(20) if n not in a]
    assert a.value() == (min(outside) if outside else LOONY)
