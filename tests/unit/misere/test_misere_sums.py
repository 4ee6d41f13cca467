from __future__ import annotations

import json
from pathlib import Path
from random import Random
from time import process_time

import pytest
from click.testing import CliRunner, Result
from tests.pace import spent
from tests.unit.misere.plain import heaps_below, sums_of_heaps
from tests.unit.search.naive import wins_of

from grundy.cli.generate import misere
from grundy.core import Game, Limits, Sum
from grundy.misere import assumption
from grundy.notation import read_game, read_ruleset
from grundy.workflows import Match, Opponent, game, solve
from grundy.workflows.solving import quotient as quotients
from grundy.workflows.solving.quotient import rule_quotient
from grundy.workflows.solving.quotient_moves import QuotientMoves, quotient_moves


def test_a_sum_of_1000_heaps_of_kayles_is_solved_with_every_winning_move_in_a_tenth_of_a_second() -> None:
    rules, rng, taken = game("kayles"), Random(11), []
    rules.solve(Sum(1000, 999), misere=True)  # finds the quotient
    for _ in range(5):
        heaps = Sum.of(rng.randrange(10**6 + 1) for _ in range(1000))
        start = process_time()
        solution = rules.solve(heaps, misere=True)
        taken.append(spent(start))
        assert solution.status == "proved"
        assert bool(solution.winning_moves) == (str(solution.outcome) == "N")
        for move in solution.winning_moves[:3]:
            assert str(rules.outcome(heaps.replace(move.part, move.pieces), misere=True)) == "P"
    assert sorted(taken)[2] < 0.1


def test_the_explanation_names_the_quotient_the_element_and_the_theorem() -> None:
    text = " ".join(solve("kayles: 100 200 1", misere=True).explain().split())
    assert "The misère quotient of kayles has 40 elements" in text
    assert "period 12 from heap 71 on (Plambeck 2005" in text
    assert "this sum is the element" in text
    assert "all positions that can follow were searched" not in text
    lost = solve("kayles: 20 12 9 12 9", misere=True)
    assert ("Every move has a reply" in lost.explain()) == (str(lost.outcome) == "P")


def test_small_sums_and_sums_of_several_rules_are_still_searched() -> None:
    for text in ("kayles: 5 4", "kayles: 5 + 0.123: 6"):
        assert not any("misere quotient" in ground for ground in solve(text, misere=True).grounds)


def test_a_rule_whose_quotient_is_not_finite_is_searched_and_limits_hold() -> None:
    start = process_time()
    solution = solve("grundy: 60 61 62 63", misere=True, limits=Limits(seconds=0.3))
    assert (solution.status, solution.outcome) == ("limit", None)
    assert spent(start) < 5


def test_a_partial_quotient_answers_up_to_its_last_heap_only() -> None:
    found = rule_quotient(read_ruleset("0.07"))
    quotient = found.covering(9, Limits())
    assert quotient is not None
    assert quotient.period is None
    assert not quotient.covers(quotient.bound + 1)


def test_the_computer_wins_large_misere_sums() -> None:
    match = Match(read_game("kayles: 300 299 300"), misere=True)
    choice = Opponent().choose(match)
    assert choice.reason == "win"
    match.play(choice.move)
    assert str(match.outcome()) == "P"


def called(*words: str) -> Result:
    return CliRunner().invoke(misere, list(words), standalone_mode=False)


def test_the_command_prints_everything_in_words() -> None:
    result = called("kayles")
    assert result.return_value == 0
    for words in (
        "kayles, all heaps: misère quotient of order 40, not tame",
        "a = heap 1, b = heap 2, c = heap 5, d = heap 9, e = heap 12, f = heap 25, g = heap 27",
        "P-portion (9 of 40): a, b^2, a c, d,",
        "The images have period 12 from heap 71 on, proved for all heaps",
        "4^146",
        "restive",
    ):
        assert words in result.stdout
    assert "tame: its sums are played like misère nim" in called("take 1..3").stdout


def test_the_command_answers_as_json() -> None:
    told = json.loads(called("0.123", "--to", "9", "--json").stdout)
    assert (told["order"], told["to"], told["status"], told["complete"], told["period"]) == (
        20,
        9,
        "proved",
        False,
        None,
    )
    assert told["heaps"][3] == {"heap": 3, "genus": "2^20", "kind": "tame, firm", "form": "2"}


def test_the_command_leaves_with_4_where_the_quotient_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assumption, "MOST_ELEMENTS", 20)
    result = called("0.123")
    assert result.return_value == 4
    assert "Larger heaps are not included: heap 8: the misère quotient needs more than 20 sums." in result.stdout


def test_the_command_writes_a_certificate_or_says_why_not(tmp_path: Path) -> None:
    file = tmp_path / "kayles.cert"
    assert called("kayles", "--to", "30", "--certificate", str(file)).return_value == 0
    assert file.read_bytes().startswith(b'{"claim":{"heaps":30,"order":40}')
    refused = called("grundy", "--to", "9", "--certificate", str(tmp_path / "no"))
    assert refused.return_value == 2
    assert refused.stdout.startswith("grundy, heaps 0 to 9")
    assert not (tmp_path / "no").exists()


def test_the_library_answers_genus_and_quotient() -> None:
    assert str(game("kayles").genus(Sum(5, 5))) == str(game("0.77").genus(Sum(5, 5)))
    theory = game("kayles").misere_quotient(12)
    assert (theory.quotient.bound, theory.quotient.order, str(theory.outcome([1, 9]))) == (12, 24, "N")
    assert "The misère quotient of heaps 0 to 12 has order" in theory._repr_html_()


RULES = ["kayles", "0.123", "0.07", "0.64", "4.4", "4.1", "0.F", "take {1, 3, 4}", "take {2, 3}", "take 1..2 or split"]


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small sums are answered by quotients too."""
    monkeypatch.setattr(quotients, "SMALL", -1)


@pytest.mark.nightly
@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("text", RULES)
def test_outcome_and_every_winning_move_are_those_of_exact_search(text: str) -> None:
    rules = game(text)
    wins = wins_of(heaps_below(rules.ruleset), misere=True)
    rng = Random(3)
    for heaps in [*rng.sample(list(sums_of_heaps(7, 3)), 25), (0,), (0, 5, 0), (9, 3)]:
        solution = rules.solve(Sum.of(heaps), misere=True)
        found = [
            (part, move.label, move.leaves)
            for part, heap in enumerate(heaps)
            for move in rules.ruleset.moves(heap)
            if not wins((*heaps[:part], *move.leaves, *heaps[part + 1 :]))
        ]
        assert (str(solution.outcome) == "N") == wins(heaps)
        assert (list(solution.winning_moves), solution.status) == (found, "proved")
        assert any("misère quotient" in ground for ground in solution.grounds)
        if isinstance(solution.winning_moves, QuotientMoves):
            assert [solution.winning_moves[i] for i in range(-len(found), 0)] == found


@pytest.mark.nightly
@pytest.mark.parametrize("heaps", [(400, 399), (333, 7, 250), (500,), (180, 181, 182), (1, 2)])
def test_the_moves_of_large_heaps_are_those_that_trying_all_of_them_finds(heaps: tuple[int, ...]) -> None:
    quotient = game("kayles").misere_quotient().quotient
    ruleset = read_ruleset("kayles")
    found = []
    for part, heap in enumerate(heaps):
        rest = (*heaps[:part], *heaps[part + 1 :])
        for label, leaves in ruleset.moves(heap):
            if str(quotient.outcome((*rest, *leaves))) == "P":
                found.append((part, label, leaves))
    moves = quotient_moves(Game.of(ruleset, *heaps), quotient)
    assert list(moves) == found
    assert moves[: len(found)] == found
    with pytest.raises(IndexError):
        moves[len(found)]
