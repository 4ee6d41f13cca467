"""A certificate that was changed is refused, unless what it says is true all the same."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from tests.unit.check.plain_claims import is_true
from tests.unit.check.sealed import Data, samples, seal, verdict

from grundy_check import labelling, nimber, period, rare, strategy, window

SAMPLES = samples()
TEXTS = "0123456789+:.#/,-"


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path]
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            found += places(value[key], (*path, key))
    return found


def changed(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool | float) or value is None:
        return 0
    if isinstance(value, int):
        return rng.choice(
            [value + 1, value - 1, -1, 0, 2 * value, rng.randrange(20), True, 2**53, 0.5, None, [], str(value)]
        )
    if isinstance(value, str):
        at, new = rng.randrange(len(value) + 1), rng.choice(TEXTS)
        return rng.choice(
            [value[:at] + new + value[at:], value[:at] + new + value[at + 1 :], value[:at] + value[at + 1 :]]
        )
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        swapped = [*value[at:], *value[:at]]
        return rng.choice(
            [value[:at] + value[at + 1 :], [*value[:at], *value[at:][:1], *value[at:]], swapped, value[::-1]]
        )
    if isinstance(value, dict):
        key = rng.choice([*value, "extra"])
        return {k: v for k, v in value.items() if k != key} if key in value else value | {key: 1}
    return [0]


def tampered(data: Data, rng: random.Random) -> Data:
    header, entries = deepcopy(data)
    whole: list[Any] = [header, entries]
    path = rng.choice(places(whole)[1:] if rng.random() < 0.5 else places(whole)[1 : len(places(header)) + 1])
    holder: Any = whole
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = changed(holder[path[-1]], rng)
    return whole[0], whole[1] if isinstance(whole[1], list) else []


def judged(data: Data, folder: Path) -> tuple[str, bool]:
    """The verdict, and whether it is a false claim that was accepted."""
    found = verdict(folder, seal(*data), seconds=0.3)
    return found.status, found.status == "ACCEPTED" and not is_true(*data)


def tamper(rounds: int, seed: int, folder: Path) -> Counter[str]:
    """Tamper with certificates of every kind; every accepted one must be true."""
    rng, counts = random.Random(seed), Counter[str]()
    for _ in range(rounds):
        name = rng.choice(list(SAMPLES))
        data = tampered(SAMPLES[name], rng)
        status, false = judged(data, folder)
        assert not false, (seed, name, data)
        counts[status if data != SAMPLES[name] else "same"] += 1
    return counts


def test_no_tampered_certificate_of_a_false_claim_is_accepted(tmp_path: Path) -> None:
    counts = tamper(1000, 20_261_122, tmp_path)
    assert counts["REJECTED"] > 120
    assert counts["MALFORMED"] > 160
    assert counts["ACCEPTED"] < 120


def test_every_change_of_bytes_without_a_new_seal_is_malformed(tmp_path: Path) -> None:
    rng = random.Random(5)
    for name, data in SAMPLES.items():
        good = seal(*data)
        for _ in range(40):
            at, other = rng.randrange(len(good)), rng.randrange(256)
            bad = rng.choice([good[:at], good[:at] + good[at + 1 :], good[:at] + bytes([other]) + good[at + 1 :]])
            assert bad == good or verdict(tmp_path, bad).status == "MALFORMED", (name, at, other)


@pytest.mark.parametrize("bug", ["values and periods are not compared", "replies and values are not refused"])
def test_the_tampering_finds_a_checker_with_a_planted_bug(
    bug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if bug.startswith("values"):
        for module in (period, window, rare):
            monkeypatch.setattr(module, "repeats", lambda *_: "")
    else:
        for module in (strategy, labelling, nimber):
            monkeypatch.setattr(module, "reject", lambda _: 0)
    with pytest.raises((AssertionError, RecursionError, KeyError)):  # a cycle, or a part without a value
        tamper(2000, 3, tmp_path)
