from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.check.sealed import checked

from grundy.workflows.library.solution import solve, solving
from grundy.workflows.proving.searched import certify_search
from grundy.workflows.searching.question import SearchSettings


@pytest.mark.filterwarnings("ignore:First-class function type")
@pytest.mark.parametrize("text", ["cram: 4x4", "node-kayles: grid(3x4)", "chomp: 3x5", "kayles: 7 9"])
def test_what_a_search_proved_is_certified(text: str, tmp_path: Path) -> None:
    with solving(text, SearchSettings(want="value", method="proof-numbers")) as (found, run):
        assert run is not None
        certificate = certify_search(run, found)
    assert certificate.claim["value"] == found.value == solve(text).value
    assert checked(certificate, tmp_path).status == "ACCEPTED"
