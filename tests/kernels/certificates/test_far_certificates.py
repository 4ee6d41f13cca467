from __future__ import annotations

from pathlib import Path

import pytest
from tests.terminal import Terminal
from tests.unit.check.sealed import checked

from grundy.notation import read_ruleset
from grundy.workflows.computing.period import find_period
from grundy.workflows.proving.periods import certify_period


@pytest.mark.parametrize("code", ["0.16", pytest.param("0.0115", marks=pytest.mark.nightly)])
def test_a_far_period_is_proved_by_rare_heaps_where_they_are_few(code: str, tmp_path: Path) -> None:
    ruleset = read_ruleset(code)
    found = find_period(ruleset, 1 << 20)
    assert found is not None
    certificate = certify_period(ruleset, found)
    assert certificate.kind == "repeat"
    assert checked(certificate, tmp_path).status == "ACCEPTED"


def test_an_answer_without_a_certificate_is_still_an_answer(tmp_path: Path, terminal: Terminal) -> None:
    file = tmp_path / "some.cert"
    code, out, err = terminal.run("period", "grundy", "--certificate", str(file))
    assert (code, out[:6], err) == (
        2,
        "grundy",
        "grundy: no certificate was written: a certificate needs a proved period\n",
    )
    assert terminal.run("solve", "-", "--certificate", str(file))[0] == 2
    assert not file.exists()
