from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.check.sealed import rare, seal, verdict


@pytest.mark.parametrize("code", ["0.45", "0.156", "0.644", "4.0"])
def test_a_period_by_rare_heaps_is_accepted_and_a_neighbouring_one_rejected(code: str, tmp_path: Path) -> None:
    header, entries = rare(code)
    assert verdict(tmp_path, seal(header, entries)).status == "ACCEPTED"
    for change in (-1, 1):
        claim = header["claim"] | {"n0": header["claim"]["n0"] + change}
        assert verdict(tmp_path, seal(header | {"claim": claim}, entries)).status == "REJECTED"
