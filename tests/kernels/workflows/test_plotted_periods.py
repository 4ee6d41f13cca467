from __future__ import annotations

import numpy as np
import pytest

from grundy.core import read_code
from grundy.notation import read_ruleset
from grundy.sequences import code_values
from grundy.workflows.computing.plot import sequence_picture
from grundy.workflows.computing.values import heap_values


def repeat_of(text: str, stop: int, *, misere: bool = False) -> tuple[int, int, str] | None:
    rules = read_ruleset(text)
    found = sequence_picture(rules, heap_values(rules, stop, misere=misere), misere=misere).repeat
    return None if found is None else (found.preperiod, found.period, found.caption)


@pytest.mark.parametrize(
    ("text", "stop", "expected"),
    [
        ("0.77", 300, (71, 12, "period 12 from heap 71, proved")),
        ("kayles", 20, (71, 12, "period 12 from heap 71, proved")),
        ("take {1, 3, 4}", 60, (0, 7, "period 7 from heap 0, proved")),
        ("nim", 100, (0, 1, "period 1 from heap 0, saltus 1, observed up to heap 100")),
        ("lasker", 99, (1, 4, "period 4 from heap 1, saltus 4, observed up to heap 99")),
        ("0.6", 300, None),
        ("take squares", 500, None),
    ],
)
def test_the_period_of_a_picture_is_minimal_and_says_whether_it_is_proved(
    text: str, stop: int, expected: tuple[int, int, str] | None
) -> None:
    assert repeat_of(text, stop) == expected


@pytest.mark.nightly
def test_a_long_period_is_proved_from_values_that_do_not_show_it_twice() -> None:
    values = np.array(code_values(read_code("0.16"), 300_000), np.uint16)
    repeat = sequence_picture(read_ruleset("0.16"), values).repeat
    assert repeat is not None
    assert repeat.caption == "period 149\u2009459 from heap 105\u2009351, proved"
