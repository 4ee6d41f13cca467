from __future__ import annotations

from random import Random

import pytest

from grundy.core import BitRule, mex, nim_sum
from grundy.games.sprouts import lines as sprouts_lines
from grundy.games.sprouts.drawings import parse
from grundy.games.sprouts.packed_sprouts import packed, symbols_needed
from grundy.games.sprouts.simplify import lives, simplified
from grundy.games.sprouts.sprouts import Sprouts
from grundy.games.sprouts.symbols import MOST, ROOM, SYMBOLS
from grundy.search import grundy_values

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


class Values:
    """Values of states by definition, interpreted; every promise of the packed rule is checked on the way."""

    def __init__(self, rule: BitRule[str]) -> None:
        self.rule = rule
        self.found: dict[State, int] = {}

    def of(self, state: State) -> int:
        """The value of one component."""
        if state not in self.found:
            options = self.rule.options_of(state)
            assert len(set(options)) == len(options) < MOST
            parts = [self.rule.split_of(option) for option in options]
            assert all(self.rule.weight_of(part) < self.rule.weight_of(state) for found in parts for part in found)
            self.found[state] = mex(nim_sum(map(self.of, found)) for found in parts)
            assert self.rule.known_of(state) in (None, self.found[state])
        return self.found[state]


@pytest.mark.nightly
@pytest.mark.parametrize("start", ["3", "0.1A1A.", "1.1AB./AB.", "0.2.AB./AB.2."])
def test_words_have_the_values_of_drawings_on_all_that_can_follow(start: str) -> None:
    table = grundy_values(RULE, [start])
    rule = rule_for(start)
    values = Values(rule)
    for text, value in table.items():
        parts = rule.split_of(rule.pack(text))
        assert nim_sum(map(values.of, parts)) == value, text
        assert sum(map(rule.weight_of, parts)) == sum(own_lives(text))
    assert len(values.found) <= 1.1 * len(table)


def own_lives(text: str) -> list[int]:
    """The lives of the regions of a simplified text, a spot that two share counted as a half in each."""
    drawing = simplified(parse(text))
    shared = [{spot for boundary in region for spot in boundary if spot > 2} for region in drawing]
    twice = sum(len(one & other) for k, one in enumerate(shared) for other in shared[:k])
    return [*map(lives, drawing), -twice]


@pytest.mark.nightly
@pytest.mark.parametrize("spots", [5, 9, 14, 19])
def test_a_state_that_is_unpacked_and_packed_again_is_itself(spots: int) -> None:
    rule = rule_for(str(spots))
    for state in walk(Random(spots), spots):
        text = rule.unpack(state)
        assert tuple(rule.pack(text)) == state
        assert rule.split_of(state) == [state]
        assert symbols_needed(simplified(parse(text))) <= SYMBOLS
