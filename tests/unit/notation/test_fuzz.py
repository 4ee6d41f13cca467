"""Valid texts, bent at random: only typed errors come out, fast."""

from __future__ import annotations

import random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cases import examples
from tests.unit.notation.bent_texts import CHARACTERS, TEXTS, bent_notation, reads_or_refuses, refusal

from grundy.notation import read_ruleset


@pytest.mark.parametrize("seed", range(10))
def test_three_thousand_bent_texts_are_read_or_refused_and_never_crash(seed: int) -> None:
    chance = random.Random(seed)
    worst = 0.0
    for _ in range(300):
        text = bent_notation(chance.choice(TEXTS), chance)
        start = process_time()
        reads_or_refuses(text)
        worst = max(worst, process_time() - start)
    assert worst < 5  # seconds; most take a thousandth, and none may take many


@settings(max_examples=examples(150))
@given(st.text(max_size=60))
def test_any_text_at_all_is_read_or_refused(text: str) -> None:
    reads_or_refuses(text)


@settings(max_examples=examples(150))
@given(st.sampled_from(TEXTS), st.text(CHARACTERS, max_size=10), st.data())
def test_a_piece_put_into_a_valid_text_is_read_or_refused(text: str, piece: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    reads_or_refuses(text[:at] + piece + text[at:])


@settings(max_examples=examples(200))
@given(st.sampled_from(TEXTS), st.integers(0, 60), st.text(CHARACTERS, max_size=4))
def test_a_ruleset_alone_is_read_or_refused(text: str, at: int, piece: str) -> None:
    name = text[:at].partition(":")[0] + piece
    error = refusal(read_ruleset, name)
    if error is None:
        ruleset = read_ruleset(name)
        assert read_ruleset(ruleset.name) == ruleset
    else:
        assert str(error).isprintable()
