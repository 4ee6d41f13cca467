from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.workflows.computing.test_sweep import plan, written

from grundy.core import CorruptStore, StoreMismatch, read_code
from grundy.storage import Line
from grundy.workflows.computing.sweep import Means, lines_of_earlier, read_sweep, search_code, sweep_to_file
from grundy.workflows.computing.sweep_pattern import read_pattern


def fits(pattern: str, digits: str) -> bool:
    """Whether digits fit a pattern, by the definition of a pattern, one place after the other."""
    meant: dict[str, str] = {}
    return len(pattern) == len(digits) and all(
        meant.setdefault(place, digit) == digit if place.isalpha() else place == digit
        for place, digit in zip(pattern, digits, strict=True)
    )


@given(st.text("07axy", min_size=1, max_size=3), st.sampled_from(["0", "4", "x", "z"]))
def test_a_pattern_stands_for_the_codes_that_fit_it_in_order_and_once(places: str, first: str) -> None:
    texts = (f"{first}.{''.join(digits)}" for first in "04" for digits in product("01234567", repeat=len(places)))
    expected = [str(read_code(text)) for text in texts if fits(f"{first}.{places}", text)]
    pattern = read_pattern(f"{first}.{places}")
    assert list(pattern.codes) == expected
    assert len(pattern.codes) == len(expected) == len(set(expected))


def test_a_sweep_cut_at_any_byte_continues_to_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "sweep"
    whole = written(path, plan("0.x", 50))
    for length in [*range(0, len(whole), 7), len(whole) - 1, len(whole)]:
        path.write_bytes(whole[:length])
        assert written(path, plan("0.x", 50), resume=True) == whole


@pytest.mark.nightly
def test_a_changed_byte_is_never_accepted(tmp_path: Path) -> None:
    path, rng = tmp_path / "sweep", random.Random(5)
    whole = written(path, plan("0.0x", 50))
    for at in range(len(whole)):
        changed = bytearray(whole)
        changed[at] ^= 1 << rng.randrange(7)
        path.write_bytes(changed)
        if at == len(whole) - 1:  # the last line has lost its end: it is cut and computed again
            assert written(path, plan("0.0x", 50), resume=True) == whole
            continue
        with pytest.raises((CorruptStore, StoreMismatch)):
            sweep_to_file(plan("0.0x", 50), path, resume=True)
        assert path.read_bytes() == changed


@pytest.mark.nightly
def test_what_an_earlier_sweep_proved_is_not_computed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    earlier, wanted = tmp_path / "earlier", plan("0.xy", 1000)
    sweep_to_file(plan("0.xy", 200), earlier)
    known = lines_of_earlier(earlier, wanted)
    assert set(known) == {line["ruleset"] for line in read_sweep(earlier)[1] if line["status"] == "proved"}
    direct = written(tmp_path / "direct", wanted)
    seen: list[str] = []
    monkeypatch.setattr("grundy.workflows.computing.sweep.search_code", remembering(seen))
    assert written(tmp_path / "second", wanted, Means(known=known)) == direct
    assert seen
    assert not set(seen) & set(known)


def remembering(seen: list[str]) -> Callable[[str, int, int], Line]:
    """Return `search_code` that remembers the codes it was asked for."""

    def search(text: str, most: int, work: int) -> Line:
        seen.append(text)
        return search_code(text, most, work)

    search.__name__ = "search_code"
    return search
