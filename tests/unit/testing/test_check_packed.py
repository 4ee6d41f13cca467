from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grundy.core import BitRule, Bits, LimitReached, Limits, RuleError, Ruleset, nim_sum
from grundy.games.boards.boxes import Grid
from grundy.games.boards.cram import Cram
from grundy.games.boards.fields import Field
from grundy.games.boards.nimstring import Nimstring
from grundy.notation import read_game
from grundy.search import grundy_value
from grundy.testing import WordsRuleset, check_packed
from grundy.testing.words import nearest

BOARD = Field(3, 4, (1 << 12) - 1)
GAMES = [
    "cram: ..#./.#../....",
    "chomp: 3x4",
    "queens: 4x4",
    "kings: 2x4",
    "knights: 3x3",
    "bishops: 3x4",
    "node-kayles: wheel(5)",
    "arc-kayles: grid(3x3)",
    "geography: 0>1 1>2 2>0 0>3 3>1 @ 0",
    "geography(edges=true): 0>1 1>2 2>0 0>3 3>1 @ 0",
    "nimstring: 2x2",
    "sprouts: 2",
]


class Changed(Cram):
    """Cram with another packed rule."""

    def __init__(self, change: Callable[[BitRule[Any]], BitRule[Any]]) -> None:
        self.change = change

    def packed(self, position: Field) -> BitRule[Field] | None:
        found = super().packed(position)
        return None if found is None else self.change(found)


class Pairs(Ruleset[tuple[int, int]], Bits[tuple[int, int]]):
    """Two heaps of nim; over words, equal heaps are gone at once."""

    name = "pairs"

    def __init__(self, *, normal_only: bool) -> None:
        self.normal_only = normal_only

    def options(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = position
        return [(x, b) for x in range(a)] + [(a, x) for x in range(b)]

    def packed(self, position: tuple[int, int]) -> BitRule[tuple[int, int]]:
        def options(state: int, out: list[int]) -> int:
            for x in range(state):
                out[x] = x
            return state

        def split(state: int, out: list[int]) -> int:
            a, b = state & 7, state >> 3
            if a == b:
                return 0
            out[0], out[1] = (a, b) if a else (b, a)
            return 2 if a and b else 1

        return BitRule(
            1,
            8,
            options,
            lambda p: [p[0] | p[1] << 3],
            lambda w: (w[0] & 7, w[0] >> 3),
            split=split,
            parts=2,
            weight=lambda state: state & 7 | state >> 3,
            normal_only=self.normal_only,
        )


@pytest.mark.parametrize("text", GAMES)
def test_the_packed_games_of_the_catalogue_keep_every_promise(text: str) -> None:
    ((ruleset, position),) = read_game(text).parts
    check_packed(ruleset, [position], machine=False)


@pytest.mark.nightly
@pytest.mark.parametrize("text", GAMES)
def test_the_packed_games_of_the_catalogue_do_the_same_compiled(text: str) -> None:
    ((ruleset, position),) = read_game(text).parts
    check_packed(ruleset, [position])


def test_a_rule_without_words_has_nothing_to_check() -> None:
    with pytest.raises(RuleError, match="packed gives nothing for"):
        check_packed(read_game("kayles: 3").parts.__iter__().__next__()[0], [3])


def fewer(p: BitRule[Any]) -> BitRule[Any]:
    return replace(p, known=None, options=lambda state, out: min(p.options(state, out), 1))


def around(state: int) -> int:
    return state >> 1 if state & 1 == 0 else state << 1


PLANTED: list[tuple[str, Callable[[BitRule[Any]], BitRule[Any]]]] = [
    ("writes more than most = 3 states", lambda p: replace(p, most=3)),
    ("writes more than parts = 1 states", lambda p: replace(p, parts=1)),
    ("expected 1 words from 0 to 2^63 - 1", lambda p: replace(p, pack=lambda f: [f.free | 1 << 63])),
    ("expected 1 words", lambda p: replace(p, pack=lambda f: [f.free, 0])),
    ("expected 1 words", lambda p: replace(p, pack=lambda _: [-1])),
    ("whose own representative is", lambda p: replace(p, canon=around)),
    ("but their values differ", lambda p: replace(p, canon=lambda state: state & 15)),
    ("it must fall", lambda p: replace(p, weight=lambda _: 1)),
    ("known gives 5 for", lambda p: replace(p, known=lambda _: 5)),
    ("its bitboard has value", fewer),
    ("components without moves vanish", lambda p: replace(p, split=None, parts=1)),
]


@pytest.mark.parametrize(("message", "change"), PLANTED)
def test_a_broken_promise_is_found(message: str, change: Callable[[BitRule[Any]], BitRule[Any]]) -> None:
    with pytest.raises(RuleError) as caught:
        check_packed(Changed(change), [BOARD], machine=False)
    assert message in caught.value.message


def test_words_that_play_otherwise_in_misere_play_must_say_so() -> None:
    with pytest.raises(RuleError, match=r"Sum\(\(2, 2\)\) is P in misere play, its words are N"):
        check_packed(Pairs(normal_only=False), [(2, 2)], machine=False)
    check_packed(Pairs(normal_only=True), [(3, 3), (2, 3)], machine=False)


def test_a_check_that_reaches_too_much_stops() -> None:
    with pytest.raises(LimitReached):
        check_packed(Cram(), [BOARD], machine=False, limits=Limits(positions=5))


def test_nimstring_is_compared_with_its_entailing_values() -> None:
    check_packed(Nimstring(), [Grid(1, 2, (1 << 7) - 1)], machine=False)


def test_another_rule_over_words_is_judged_where_it_is_given() -> None:
    packed = Cram().packed(BOARD)
    assert packed is not None
    check_packed(Changed(lambda p: replace(p, most=1)), [BOARD], packed=packed, machine=False)
    with pytest.raises(RuleError, match="writes more than most = 1 states"):
        check_packed(Cram(), [BOARD], packed=replace(packed, most=1), machine=False)


def test_the_components_of_words_are_positions_whose_nearest_come_first() -> None:
    packed = Cram().packed(BOARD)
    assert packed is not None
    start = packed.split_of(packed.pack(BOARD))
    rule = WordsRuleset("words", packed)
    assert nim_sum(grundy_value(rule, words) for words in start) == grundy_value(Cram(), BOARD)
    assert nearest(packed, packed.split_of(packed.pack(BOARD))[0], 1) == start[:1]
    assert len(nearest(packed, start[0], 5)) == 5
