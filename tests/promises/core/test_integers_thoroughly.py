from __future__ import annotations

from time import perf_counter

import pytest

from grundy.core import NotationError, read_integers


def test_a_million_heaps_are_read_within_seconds_and_right() -> None:
    numbers = [i * i % 1_000_003 for i in range(10**6)]
    text = " ".join(map(str, numbers))
    start = perf_counter()
    assert read_integers(text) == numbers
    assert perf_counter() - start < 5


def test_a_mistake_behind_a_million_heaps_is_still_found() -> None:
    with pytest.raises(NotationError) as error:
        read_integers("12 " * 10**6 + "x")
    assert error.value.at == 3 * 10**6
