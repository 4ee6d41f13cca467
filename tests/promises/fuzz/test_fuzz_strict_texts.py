"""Spoilt texts: only typed errors and verdicts come out, and JSON that is read is what was meant."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.promises.fuzz import entries
from tests.promises.fuzz.entries import SIZE, fuzz, refusal

from grundy.core import GrundyError, InputError
from grundy.core.strict_json import MAX_NESTING, MAX_NUMBER, read_json


def test_many_spoilt_texts_are_refused_by_a_typed_error_and_certificates_as_malformed() -> None:
    found = fuzz(20_261_122)
    assert min(found["claims refused"], found["json refused"], found["certificates malformed"]) > SIZE // 20
    assert found["slow"] == 0


def depth(value: Any) -> int:
    """How deep lists and objects lie in each other."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, dict | list) + max(map(depth, inner), default=0)


@settings(max_examples=60, deadline=None)
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


@settings(max_examples=300, deadline=None)
@given(st.integers())
def test_strict_json_reads_exactly_the_numbers_below_two_to_fifty_three(number: int) -> None:
    assert (refusal(read_json, str(number)) is None) is (abs(number) <= MAX_NUMBER)
    assert abs(number) > MAX_NUMBER or read_json(str(number)) == number


def test_strict_json_refuses_what_is_nested_too_deep() -> None:
    assert depth(read_json("[" * MAX_NESTING + "]" * MAX_NESTING)) == MAX_NESTING
    with pytest.raises(InputError):
        read_json("[" * 100_000)


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
def test_the_fuzzing_finds_a_planted_bug(bug: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "read_json", bug)
    monkeypatch.setattr(entries, "ENTRIES", {"json": entries.ENTRIES["json"]})
    with pytest.raises(AssertionError, match="json: "):
        fuzz(1)


@pytest.mark.skipif(find_spec("atheris") is not None, reason="atheris is here")
def test_the_guided_run_says_in_one_line_what_is_missing() -> None:
    command = [sys.executable, "-m", "tests.promises.fuzz.guided", "json", "--seconds", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("guided: atheris is not installed here")
