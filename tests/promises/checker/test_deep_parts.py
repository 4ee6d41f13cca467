from __future__ import annotations

from pathlib import Path

from tests.unit.check.sealed import rare, seal, verdict


def test_a_part_that_is_too_deep_is_not_evidence(tmp_path: Path) -> None:
    head, entries = rare("0.156")
    claim, depth = head["claim"], entries[-1][0]
    assert depth < claim["depth"]
    found = verdict(tmp_path, seal(head | {"claim": claim | {"depth": depth}}, entries))
    assert found.status == "REJECTED"
    assert f"no option with a part <= {depth} is shown to have the value" in found.reason
