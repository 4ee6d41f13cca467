"""Forged certificates are refused unless what they say is true; checkers with a planted bug let others pass."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.promises.checker.forged import SORTS, forgery, named_forgery
from tests.promises.checker.planted import HARMLESS, PLANTED, planted
from tests.promises.checker.test_tampering import SAMPLES, judged, tampered
from tests.unit.check.plain_claims import is_true
from tests.unit.check.sealed import Data, seal

from grundy_check import check

pytestmark = pytest.mark.nightly

FORGED, TAMPERED, UNSEALED = 3700, 400, 100
FLAWED = {"entries in another order", "labels in another order", "an entry twice", "an entry less"}
"""Sorts whose claims are true, only the evidence is not."""


class Case(NamedTuple):
    """A file with its sort, what it holds, and what the checker says of it."""

    sort: str
    data: Data
    file: str
    status: str


def forge(rounds: int, seed: int, folder: Path) -> Counter[str]:
    rng, counts = random.Random(seed), Counter[str]()
    for _ in range(rounds):
        data = forgery(rng)
        status, false = judged(data, folder)
        assert not false, (seed, data)
        counts[status] += 1
    return counts


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """Forged and tampered certificates, and some with the seal of another, as files."""
    folder, rng, found = tmp_path_factory.mktemp("forged"), random.Random(20_261_122), list[Case]()

    def keep(sort: str, data: Data, sealed: bytes) -> None:
        file = folder / str(len(found))
        file.write_bytes(sealed)
        found.append(Case(sort, data, str(file), check(str(file), seconds=20).status))

    for _ in range(FORGED):
        sort, data = named_forgery(rng)
        keep(sort, data, seal(*data))
    for number in range(TAMPERED + UNSEALED):
        good = SAMPLES[rng.choice([*SAMPLES])]
        data = tampered(good, rng)
        sealed, last = seal(*data), seal(*good).splitlines(keepends=True)[-1]
        resealed = number < TAMPERED
        keep("tampered" if resealed else "unsealed", data, sealed if resealed else _with_trailer(sealed, last))
    return found


def _with_trailer(sealed: bytes, trailer: bytes) -> bytes:
    return b"".join([*sealed.splitlines(keepends=True)[:-1], trailer])


def test_no_forged_certificate_of_a_false_claim_is_accepted(cases: list[Case]) -> None:
    accepted = [case for case in cases if case.status == "ACCEPTED"]
    assert [case for case in accepted if not is_true(*case.data)] == []
    assert len(accepted) > FORGED / 10


def test_every_sort_of_forgery_is_drawn_and_most_of_them_claim_what_is_false(cases: list[Case]) -> None:
    forged = cases[:FORGED]
    drawn, false = Counter(case.sort for case in forged), Counter(c.sort for c in forged if not is_true(*c.data))
    assert drawn.keys() == SORTS.keys()
    assert false.keys() == SORTS.keys() - FLAWED
    assert FORGED / 2 < false.total() < FORGED * 0.9


@pytest.mark.parametrize("bug", [bug for bug in PLANTED if bug not in HARMLESS])
def test_a_checker_with_a_planted_bug_lets_a_false_claim_pass(bug: str, cases: list[Case], tmp_path: Path) -> None:
    buggy = planted(bug, tmp_path)
    refused = (case for case in cases if case.status != "ACCEPTED")
    passed = (case for case in refused if buggy(case.file, seconds=20).status == "ACCEPTED")
    assert next((case for case in passed if not is_true(*case.data)), None) is not None


@pytest.mark.parametrize("bug", HARMLESS)
def test_a_checker_with_a_harmless_bug_lets_a_file_pass_that_is_to_be_refused(
    bug: str, cases: list[Case], tmp_path: Path
) -> None:
    buggy = planted(bug, tmp_path)
    assert any(buggy(case.file, seconds=20).status == "ACCEPTED" for case in cases if case.status != "ACCEPTED")
