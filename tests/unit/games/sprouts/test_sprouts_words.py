from __future__ import annotations

from random import Random

import pytest

from grundy.core import BitRule
from grundy.games.sprouts import lines as sprouts_lines
from grundy.games.sprouts.packed_sprouts import packed
from grundy.games.sprouts.sprouts import Sprouts
from grundy.games.sprouts.symbols import MOST, ROOM

RULE = Sprouts()
State = tuple[int, ...]


def rule_for(text: str) -> BitRule[str]:
    found = RULE.packed(text)
    assert found is not None
    return found


def walk(rng: Random, spots: int) -> list[State]:
    """The components met in one game, always going on in the heaviest."""
    rule = rule_for(str(spots))
    met = [tuple(rule.pack(str(spots)))]
    while options := rule.options_of(met[-1]):
        assert len(options) < MOST
        parts = rule.split_of(rng.choice(options))
        if not parts:
            break
        assert len(parts) < rule.parts
        met.append(max(parts, key=rule.weight_of))
    return met


@pytest.mark.parametrize("spots", [4, 6])
def test_words_and_drawings_have_the_same_options(spots: int) -> None:
    rule = rule_for(str(spots))
    for state in walk(Random(spots), spots):
        theirs = {
            tuple(sorted(part for text in leaves for part in rule.split_of(rule.pack(text))))
            for leaves in RULE.options(rule.unpack(state))
        }
        ours = {tuple(sorted(rule.split_of(option))) for option in rule.options_of(state)}
        assert ours == theirs, rule.unpack(state)


def test_positions_that_may_outgrow_their_words_are_not_packed() -> None:
    assert packed("19") is not None
    assert packed("20") is None
    assert packed("0.AB./AB.") is not None
    assert packed(".".join("1" * 60) + ".") is None


def test_more_options_than_there_is_room_for_are_counted_as_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = rule_for("5")
    state = next(state for state in walk(Random(2), 5) if len(rule.options_of(state)) > 5)
    monkeypatch.setattr(sprouts_lines, "MOST", 5)
    assert rule.options(state, [0] * (rule.words * rule.most)) > 5 + ROOM


@pytest.mark.nightly
def test_compiled_functions_write_the_same_as_interpreted_ones() -> None:
    import numpy as np

    from grundy.kernels.boards.packed_code import compiled

    rule = rule_for("12")
    code = compiled(rule.words, rule.options, rule.split, rule.canon, rule.weight, rule.known)
    options_of, split_of = code.options.called(), code.split.called()
    out = np.full(rule.words * rule.most, 123, np.int64)
    for seed in range(10):
        for state in walk(Random(seed), 12):
            words = np.array(state, np.int64)
            options = rule.options_of(state)
            assert options_of(words, out) == len(options)
            assert out[: rule.words * len(options)].tolist() == [word for option in options for word in option]
            assert split_of(words, out) == 1
            assert tuple(out[: rule.words].tolist()) == state
