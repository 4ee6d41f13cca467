"""Promises about compounds, coins and the opening words of a match that once were not kept."""

from __future__ import annotations

from time import process_time

import pytest
from click.testing import CliRunner
from tests.cases import in_turn
from tests.pace import spent

from grundy.cli.play import play
from grundy.core import Game, InputError, Limits, Outcome, Sum, Summand
from grundy.games import CATALOGUE, Compound
from grundy.games.coins.laws import SymmetricLaw, chosen
from grundy.notation import read_game
from grundy.workflows import solve
from grundy.workflows.playing.phrases import aim


def components() -> list[str]:
    """Return the examples of the catalogue that can be a component."""
    found = []
    for entry in CATALOGUE.values():
        try:
            read_game(f"ordinal: nim: 1 & {entry.example}")
        except InputError:
            continue
        found.append(entry.example)
    return found


@pytest.mark.parametrize("text", components())
@pytest.mark.parametrize("where", [0, 1])
def test_a_component_that_is_gone_is_written_so_that_it_reads_back(text: str, where: int) -> None:
    game = read_game(f"selective: {text} & nim: 2" if where == 0 else f"selective: nim: 2 & {text}")
    rule, position = next(game.parts)
    assert isinstance(rule, Compound)
    left = (*position[:where], Sum(), *position[where + 1 :])
    for found in (position, left, (Sum(), Sum())):
        written = rule.show(Sum(found))
        assert rule.read(written) == Sum(found)
        assert next(read_game(f"selective: {written}").parts) == (rule, found)


def test_what_an_ordinal_sum_leaves_is_a_game_that_can_be_solved() -> None:
    told = solve("ordinal: nim: 1 & graph: 0>1 @ 0").to_dict()
    assert [solve(move["leaves"]).outcome for move in told["winning_moves"]] == [Outcome.P]


def test_a_sum_with_a_summand_that_is_gone_reads_back_and_no_game_that_stands_alone_is_gone() -> None:
    game = read_game("nim: 3 + euclid: over + maze: .. over")
    assert str(read_game(str(game))) == str(game)
    assert solve(game).value == 3
    for text in ("tic-tac-toe: over", "race: over", "northcott: over"):
        with pytest.raises(InputError):
            read_game(text)


def test_a_graph_with_a_vertex_called_over_has_another_word_for_no_tokens() -> None:
    rule, parts = read_game("graph: over>1 @ over").summands[0]
    assert parts == Sum("over")
    assert read_game(str(Game(Summand(rule, Sum())))).summands[0] == (rule, Sum())


@pytest.mark.parametrize(
    "text", ["shortened: nim: 1 & nim: 1", "shortened: nim: 2 & nim: 1", "selective: nim: 1 & nim: 0"]
)
def test_misere_tables_of_compounds_show_the_misere_outcomes_that_decide(text: str) -> None:
    solution = solve(text, misere=True)
    told = [part["misere_outcome"] for part in solution.to_dict()["compound"]["components"]]
    assert solution.outcome is (Outcome.N if "N" in told else Outcome.P)
    assert "misere outcome" in solution.explain()


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", ["1 1", "2 1", "1 0", "3 1 1", "0 0"])
def test_the_first_number_of_a_sequential_compound_decides(heaps: str, misere: bool) -> None:
    solution = solve(f"sequential: nim: {heaps}", misere=misere)
    first = solution.to_dict()["compound"]["components"][0]["value_with_those_behind"]
    assert solution.outcome is Outcome.of_value(first)


def test_a_misere_ordinal_sum_shows_no_number_for_none_decides() -> None:
    told = solve("ordinal: nim: 1 & nim: 1", misere=True).to_dict()["compound"]["components"]
    assert told == [{"game": "nim: 1"}, {"game": "nim: 1"}]


@pytest.mark.parametrize(
    ("text", "misere"),
    in_turn(
        [
            "ordinal: nim: 60000 5 & kayles: 3",
            "ordinal: nim: 90000 & nim: 3",
            "sym: 400000",
            "sym: 2 41000 7",
            "sym: 92233720368547758084",
            "product(sym, sym): (92233720368547758084,7)",
            "turn(coins=1..3, reach=200): 100000 3",
            "turn(coins=1..3, shape=symmetric): 92233720368547758084",
            "turn(coins=50000..): 100000 3",
        ]
    ),
)
def test_a_limit_of_time_is_kept_where_one_position_has_very_many_options(text: str, misere: bool) -> None:
    begin = process_time()
    solution = solve(text, misere=misere, limits=Limits(seconds=0.3))
    assert solution.status == "limit"
    assert spent(begin) < 5


@pytest.mark.nightly
def test_a_match_of_far_coins_begins_at_once() -> None:
    begin = process_time()
    result = CliRunner().invoke(play, ["sym: 41000"], input="quit\n")
    assert "your move" in result.output
    assert spent(begin) < 5


@pytest.mark.parametrize("least", [1, 2, 3])
@pytest.mark.parametrize("most", [None, 3, 4, 6])
def test_symmetric_sets_are_counted_as_they_are_listed(least: int, most: int | None) -> None:
    law = SymmetricLaw("symmetric", 1, least, most)
    assert all(law.count(coin) == len(list(law.companions(coin))) for coin in range(1, 16))


def test_sets_of_coins_in_a_long_window_come_from_the_left(monkeypatch: pytest.MonkeyPatch) -> None:
    short = [list(chosen(range(2, stop), size)) for stop in range(2, 9) for size in range(6)]
    monkeypatch.setattr("grundy.games.coins.laws.WRITABLE", 0)
    assert [list(chosen(range(2, stop), size)) for stop in range(2, 9) for size in range(6)] == short


def test_games_with_entailing_moves_say_that_whoever_cannot_move_loses() -> None:
    assert aim(misere=False, game=read_game("nimstring: 1x2")) == "A player who cannot move loses."
    assert aim(misere=True, game=read_game("nim: 3 + top-entails: 3")) == "A player who cannot move wins."
    assert aim(misere=False, game=read_game("nim: 3")) == "Whoever makes the last move wins."
