"""Forged certificates of automata are refused; an accepted change leaves a true claim."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.unit.check.forged_covers import forgery, is_true
from tests.unit.check.sealed import seal

from grundy_check import check

pytestmark = pytest.mark.nightly


@pytest.mark.parametrize(("kind", "refused"), [("normal", 2000), ("misere", 500), ("values", 500)])
def test_forged_covers_are_refused_and_an_accepted_one_is_true(kind: str, refused: int, tmp_path: Path) -> None:
    rng, counts, file = Random(20_261_129), Counter[str](), tmp_path / "cover"
    while sum(counts.values()) - counts["ACCEPTED"] < refused:
        data = forgery(rng, kind)
        file.write_bytes(seal(*data))
        status = check(str(file), seconds=60).status
        assert status != "ACCEPTED" or is_true(data), data
        counts[status] += 1
    assert min(counts["REJECTED"], counts["MALFORMED"]) > refused // 7, counts
    assert counts["ACCEPTED"] < refused, counts
    assert not counts["LIMIT"], counts
