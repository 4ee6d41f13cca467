"""Symmetric positions name the pairing strategy, and every reply of it is a winning reply by definition."""

from __future__ import annotations

import re

import pytest

import grundy
from grundy import Limits, read_game, read_ruleset, solve
from grundy.testing import check_ruleset

REPLY = re.compile(r"^(\S.*?) {2,}(\S.*)$", re.MULTILINE)


def replies(text: str) -> list[tuple[str, str]]:
    table = solve(text, limits=Limits(seconds=20)).explain().split("Every move has a reply:\n")[1]
    return [(move, reply) for move, reply in REPLY.findall(table) if move not in ("move", "----") and "---" not in move]


def after(text: str, words: str) -> str:
    game = read_game(text)
    part, _, label = words.rpartition(": ") if game.size > 1 else ("", "", words)
    number = int(part.split()[-1]) - 1 if part else 0
    ruleset, position = game.part(number)
    leaves = next(move.leaves for move in ruleset.moves(position) if move.label == label)
    return str(game.after(number, leaves))


@pytest.mark.parametrize(
    "text", ["nim: 7 7", "kayles: 5 5", "nim: 3 3 1 2 3", "cram: 2x3;2x3", "cram: 4x4", "kings: 2x4"]
)
def test_each_reply_of_a_pairing_strategy_leaves_value_0(text: str) -> None:
    found = replies(text)
    assert found
    for move, reply in found:
        if reply != "play is over":
            assert solve(after(after(text, move), reply)).value == 0, (move, reply)


@pytest.mark.parametrize("text", ["cram: 10x10", "cram: 6x8", "cram: 9x11;9x11", "cram: 2x2;9x11;9x11"])
def test_no_reply_on_a_large_symmetric_board_is_left_to_a_search(text: str) -> None:
    found = solve(text, limits=Limits(seconds=20))
    assert (found.outcome, found.value, found.status) == ("P", 0, "proved")
    assert "not searched here" not in found.explain()


def test_the_explanation_names_the_strategy() -> None:
    assert "Pairing strategy. Every component has an equal copy" in solve("nim: 7 7").explain()
    assert "Pairing strategy. Leave equal copies (heap 2: take 2)" in solve("nim: 7 9").explain()
    assert "Pairing strategy. The board is its own image" in solve("cram: 6x6").explain()
    assert "Pairing" not in solve("nim: 1 2 3").explain()
    assert "Pairing" not in solve("nim: 7 7", misere=True).explain()


def test_a_symmetric_win_is_named_also_if_a_limit_is_reached() -> None:
    found = solve("cram: 10x11", limits=Limits(positions=50))
    assert [move.move for move in found.winning_moves] == ["row 5 column 6 down"]
    assert (str(found.outcome), found.moves_status) == ("N", "limit")


@pytest.mark.parametrize("name", ["cram", "kings", "queens"])
def test_the_image_of_each_move_wins_on_every_small_board(name: str) -> None:
    rules = read_ruleset(name)
    boards = ["2x3", "2x4", "3x3", "..#/.../#..", "#../...", "##../...."]
    check_ruleset(rules, [part for board in boards for part in rules.read(board)])


def test_copies_cancel_before_a_search_of_their_values() -> None:
    found = grundy.solve("cram: 9x11;2x3;9x11", want="outcome", limits=Limits(seconds=20))
    assert (found.outcome, found.status) == ("N", "proved")
