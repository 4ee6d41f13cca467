from __future__ import annotations

from time import process_time

import pytest
from tests.pace import spent

from grundy.core import NotationError, read_integers


@pytest.mark.nightly
def test_a_million_heaps_are_read_within_seconds_and_right() -> None:
    numbers = [i * i % 1_000_003 for i in range(10**6)]
    text = " ".join(map(str, numbers))
    start = process_time()
    assert read_integers(text) == numbers
    assert spent(start) < 5


@pytest.mark.nightly
def test_a_mistake_after_a_million_heaps_is_still_found() -> None:
    with pytest.raises(NotationError) as error:
        read_integers("12 " * 10**6 + "x")
    assert error.value.at == 3 * 10**6
