"""What the checker says of certificates in segments: right as a whole and in parts, refused with these words."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from tests.unit.check.sealed import Data, samples, seal, verdict

from grundy_check import opened, rare
from grundy_check.segments import judged

HEAD, ENTRIES = samples()["0.77 segments"]
"""The ends are 104, 143, 147, 149 and 155: the period 12 shows in the window of 72 heaps from 71 on."""


def changed(place: int, at: int, digits: str = "f") -> Data:
    """One digit of the values before an end changed."""
    entries = deepcopy(ENTRIES)
    values = entries[place][1]
    entries[place][1] = values[:at] + digits + values[at + 1 :]
    return HEAD, entries


def claim(**change: Any) -> Data:
    return HEAD | {"claim": HEAD["claim"] | change}, ENTRIES


REJECTED: dict[str, Data] = {
    "entry 0: the values before heap 104 differ from those listed": changed(0, 20),
    "entry 2: the values before heap 147 differ from those listed": changed(2, 20),
    "G(n + 12) = G(n) fails in the window of 72 heaps from 71 on": changed(4, 20),
    "the preperiod is at most 70": (HEAD, [*ENTRIES[:-1], [155, ENTRIES[1][1][:2] + ENTRIES[-1][1][2:]]]),
    "depth >= the last rare heap < n0, window >= depth + the largest take, and parity p even": claim(window=3),
    "listed must be the rare heaps with their values, and none comes soon after the last": claim(
        rares=[*HEAD["claim"]["rares"][:-2], HEAD["claim"]["rares"][-1]]
    ),
    "the ends 143 and, as the last, 155": (HEAD, ENTRIES[:-1]),
    "entry 2: ends ascending, each with the 73 values before it": (HEAD, [*ENTRIES[:2], *ENTRIES[1:]]),
    "the entries do not exclude the period 4": (HEAD, [*ENTRIES[:2], *ENTRIES[3:]]),
    "the entries do not exclude the period 6": (HEAD, [*ENTRIES[:3], [149, ENTRIES[1][1]], ENTRIES[4]]),
    "entry 1: ends ascending, each with the 73 values before it": (HEAD, [ENTRIES[1], ENTRIES[0], *ENTRIES[2:]]),
}


def test_a_certificate_in_segments_is_accepted_and_its_parts_are_audited(tmp_path: Path) -> None:
    data = seal(HEAD, ENTRIES)
    whole = verdict(tmp_path, data)
    assert (whole.status, whole.claim) == (
        "ACCEPTED",
        'in normal play of take-break (code "0.77"): G(n + 12) = G(n) for every heap n >= 71',
    )
    assert verdict(tmp_path, data, sample=2).reason == "only 2 segments, drawn at random, were verified"
    assert verdict(tmp_path, data, sample=5).exit_code == 9
    some = verdict(tmp_path, data, only=[1, 3])
    assert (some.exit_code, some.reason) == (9, "only some segments were verified")


def test_each_segment_is_right_alone_and_a_fault_shows_in_those_it_touches(tmp_path: Path) -> None:
    good = opened(str(_file(tmp_path, (HEAD, ENTRIES))), 99)
    assert [judged(segment, 9.0) for segment in good] == [("ACCEPTED", "")] * len(ENTRIES)
    bad = opened(str(_file(tmp_path, changed(2, 20))), 99)
    told = [judged(segment, 9.0)[0] for segment in bad]
    assert told == ["ACCEPTED", "ACCEPTED", "REJECTED", "REJECTED", "ACCEPTED"]
    assert judged(good[0], -1.0) == ("LIMIT", "the -1-second limit was reached")


def test_few_values_are_kept_of_a_long_segment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rare, "LONG", 8)
    monkeypatch.setattr(rare, "BLOCK", 16)
    assert verdict(tmp_path, seal(HEAD, ENTRIES)).status == "ACCEPTED"
    assert verdict(tmp_path, seal(*changed(2, 20))).status == "REJECTED"


@pytest.mark.parametrize("reason", REJECTED)
def test_what_breaks_a_rule_of_segments_is_rejected_with_these_words(reason: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, seal(*REJECTED[reason]))
    assert (found.status, found.reason) == ("REJECTED", reason)


def _file(folder: Path, data: Data) -> Path:
    file = folder / "some.cert"
    file.write_bytes(seal(*data))
    return file
