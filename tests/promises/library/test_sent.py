"""Every public object, and a ruleset of every kind, is asked here and in another process: the answers are the same."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from tests.promises.library.asked import Halving, answer, thirds
from tests.promises.workflows.test_copies import FREE

import grundy
from grundy.games import CATALOGUE

MINE = """
from grundy.core import HeapRuleset

def mine(n):
    return [n - 1, n // 2] if n else []

class Mine(HeapRuleset):
    def options(self, position):
        return range(position // 2, position)
"""


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        yield processes


def objects(folder: Path) -> dict[str, Any]:
    kayles, played = grundy.game("kayles"), grundy.match("nim: 3 5")
    played.push("take 2 from heap 2")
    (folder / "mine.py").write_text(MINE, encoding="utf-8")
    quotient = kayles.misere_quotient(9)
    return {
        "a decorated function": thirds,
        "a class": grundy.game(Halving()),
        "a position of a class": grundy.game(Halving()).position(12),
        "a position of a function": thirds.position(12),
        "a function of a file": grundy.read_game(f"{folder / 'mine.py'}:mine: 9 7"),
        "a class of a file": grundy.read_game(f"{folder / 'mine.py'}:Mine: 9 7"),
        "a sum": grundy.read_game("nim: 3 5 + cram: 2x3 + take {1, 3}: 7"),
        "rules": kayles,
        "a match": played,
        "legal moves": played.legal_moves,
        "a record": played.record(first="Ada"),
        "values": kayles.values(500),
        "values out of a store": kayles.values(500, store=folder / "run"),
        "values between": kayles.values(500)[20:90:7],
        "a store": grundy.ValueStore(folder / "run"),
        "a period": kayles.period(),
        "a proved claim": grundy.game("take 1..3").claim("P iff n % 4 == 0"),
        "a refuted claim": grundy.game("nim(max=2)").claim("P iff (a ^ b) % 3 == 0"),
        "an exploration": kayles.explore(60),
        "a quotient": quotient,
        "an element": quotient.quotient,
        "a genus": kayles.genus(5),
        "a solution": grundy.solve("nim: 10 12 5"),
        "a solution in misere play": grundy.solve("kayles: 3 4", misere=True),
        "a winning move": grundy.solve("nim: 3 5").winning_moves[0],
        "a deep search": grundy.deep_search("cram: 3x4"),
        "a certificate": grundy.certify("nim: 1 2 3"),
        "a certificate of a period": grundy.certify(kayles),
        "a certificate of a quotient": quotient.certificate(),
        "a state graph": grundy.graph("nim: 2 2"),
        "an outcome": grundy.Outcome.P,
        "limits": grundy.Limits(seconds=3),
        "an error": grundy.InputError("said", text="nim: x", at=5, hint="so"),
    }


def test_every_public_object_answers_the_same_in_another_process_and_when_it_comes_back(
    pool: ProcessPoolExecutor, tmp_path: Path
) -> None:
    for name, sent in objects(tmp_path).items():
        here = answer(sent)
        assert pool.submit(answer, sent).result(timeout=100) == here, name
        back = pool.submit(copy.copy, sent).result(timeout=100)
        assert (type(back), answer(back)) == (type(sent), here), name
        assert copy.deepcopy(back) == sent or isinstance(sent, (grundy.GrundyError, grundy.LegalMoves)), name
        if type(sent).__hash__ is not None and not isinstance(sent, grundy.GrundyError):
            assert hash(back) == hash(sent), name


@pytest.mark.parametrize("text", [*(entry.example for entry in CATALOGUE.values()), *FREE])
def test_a_game_of_every_kind_answers_the_same_in_another_process(pool: ProcessPoolExecutor, text: str) -> None:
    game = grundy.read_game(text)
    here = answer(game)
    assert pool.submit(answer, game).result(timeout=100) == here
    back = pool.submit(copy.copy, game).result(timeout=100)
    assert (back, hash(back), str(back)) == (game, hash(game), str(game))
