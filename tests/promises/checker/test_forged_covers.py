"""Two thousand forged certificates of automata are refused; an accepted change leaves a true claim."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.unit.check.forged_covers import forgery, is_true
from tests.unit.check.sealed import seal

from grundy_check import check

pytestmark = pytest.mark.nightly

REFUSED = 2000


def test_two_thousand_forged_covers_are_refused(tmp_path: Path) -> None:
    rng, counts, file = Random(20_261_129), Counter[str](), tmp_path / "cover"
    while sum(counts.values()) - counts["ACCEPTED"] < REFUSED:
        data = forgery(rng)
        file.write_bytes(seal(*data))
        status = check(str(file), seconds=60).status
        assert status != "ACCEPTED" or is_true(data), data
        counts[status] += 1
    assert min(counts["REJECTED"], counts["MALFORMED"]) > 300, counts
    assert counts["ACCEPTED"] < REFUSED, counts
    assert not counts["LIMIT"], counts


@pytest.mark.parametrize("kind", ["misere", "values"])
def test_five_hundred_forged_covers_of_misere_play_and_of_values_are_refused(kind: str, tmp_path: Path) -> None:
    rng, counts, file = Random(20_261_130), Counter[str](), tmp_path / "cover"
    while sum(counts.values()) - counts["ACCEPTED"] < 500:
        data = forgery(rng, kind)
        file.write_bytes(seal(*data))
        status = check(str(file), seconds=60).status
        assert status != "ACCEPTED" or is_true(data), data
        counts[status] += 1
    assert min(counts["REJECTED"], counts["MALFORMED"]) > 100, counts
