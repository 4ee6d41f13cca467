"""Bent claims, JSON and certificates: only typed errors come out, and soon. GRUNDY_FUZZ_CASES says how many."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.promises.fuzz.entries import CLAIMS, JSONS, bent, refusal, spoilt
from tests.unit.check.sealed import samples, seal

from grundy.core import GrundyError, InputError
from grundy.core.strict_json import MAX_NESTING, MAX_NUMBER, read_json
from grundy.patterns import read_claim
from grundy_check import check
from grundy_check.verdict import EXIT_CODES

CASES = int(os.environ.get("GRUNDY_FUZZ_CASES", "1500"))
"""Texts of each kind."""
WORST = 10.0
"""Seconds of processor time that no text may take; on a busy machine most of them take a thousandth."""


def fuzz(read: Callable[[str], Any], texts: list[str], count: int, seed: int) -> tuple[int, float]:
    """How many bent texts are refused, and the longest time."""
    rng = Random(seed)
    refused, worst = 0, 0.0
    for _ in range(count):
        text, start = bent(rng.choice(texts), rng), process_time()
        told = refusal(read, text)
        refused += told is not None
        assert told is None or told.isprintable(), text
        worst = max(worst, process_time() - start)
    return refused, worst


@pytest.mark.parametrize("kind", ["claims", "json"])
def test_bent_texts_are_read_or_refused_by_a_typed_error(kind: str) -> None:
    read, texts = (read_claim, CLAIMS) if kind == "claims" else (read_json, JSONS)
    refused, worst = fuzz(read, texts, CASES, 20_261_122)
    assert refused > CASES // 4
    assert worst < WORST


def depth(value: Any) -> int:
    """How deep lists and objects lie in each other."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, dict | list) + max(map(depth, inner), default=0)


@settings(max_examples=min(CASES, 60), deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_what_strict_json_reads_is_what_was_meant(value: Any) -> None:
    text = json.dumps(value)
    if refusal(read_json, text) is None:
        assert read_json(text) == value


@settings(max_examples=min(CASES, 300), deadline=None)
@given(st.integers())
def test_strict_json_reads_exactly_the_numbers_below_two_to_fifty_three(number: int) -> None:
    assert (refusal(read_json, str(number)) is None) is (abs(number) <= MAX_NUMBER)
    assert abs(number) > MAX_NUMBER or read_json(str(number)) == number


def test_strict_json_refuses_what_is_nested_too_deep() -> None:
    assert depth(read_json("[" * MAX_NESTING + "]" * MAX_NESTING)) == MAX_NESTING
    with pytest.raises(InputError):
        read_json("[" * 100_000)


def test_spoilt_certificates_end_in_a_verdict(tmp_path: Path) -> None:
    rng, file = Random(20_261_122), tmp_path / "some.cert"
    good = [seal(*data) for data in samples().values()]
    statuses, worst = set(), 0.0
    for _ in range(CASES // 3):
        file.write_bytes(spoilt(rng.choice(good), rng))
        start = process_time()
        verdict = check(str(file), seconds=0.3)
        worst = max(worst, process_time() - start)
        statuses.add(verdict.status)
        assert verdict.status in EXIT_CODES
    assert "MALFORMED" in statuses
    assert worst < WORST


def lax_integer(text: str) -> int:
    """A planted bug: Python's own reading of numbers."""
    return int(text)


def lax_json(text: str) -> Any:
    """A planted bug: Python's own reading of JSON, its errors made typed, without a bound for nesting."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise GrundyError(str(error)) from None


@pytest.mark.parametrize("bug", [lax_integer, lax_json])
def test_the_fuzzing_finds_a_planted_bug(bug: Callable[[str], Any]) -> None:
    with pytest.raises((ValueError, RecursionError, GrundyError)):
        fuzz(bug, JSONS, 300, 1)
