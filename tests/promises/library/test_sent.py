"""Every public object, and a ruleset of every kind, is asked here and in another process: the answers are the same."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy.core import HeapRuleset
from grundy.games import CATALOGUE


@grundy.rule
def thirds(n: int) -> list[int]:
    """Take a third of the heap, or one."""
    return [n - n // 3, n - 1] if n > 2 else []


class Halving(HeapRuleset):
    """Take at most half of the heap."""

    name = "halving"

    def options(self, position: int) -> Iterable[int]:
        """Return the heaps left, the smallest take first."""
        return range(position - 1, position - position // 2 - 1, -1)


def _game(found: grundy.Game) -> Any:
    moves = [str(move) for move in grundy.match(found).legal_moves[:20]]
    told = grundy.solve(found, limits=grundy.Limits(positions=2000)).to_dict()
    kept = ("outcome", "value", "status", "move_count", "winning_moves")  # methods depend on what is compiled
    return str(found), moves, [told[key] for key in kept]


def _match(found: grundy.Match) -> Any:
    again = found.copy()
    again.push(next(iter(again.legal_moves)))
    return str(again), str(again.outcome()), str(again.record()), found.svg()


QUESTIONS: dict[type, Callable[[Any], Any]] = {
    grundy.Game: _game,
    grundy.Rules: lambda found: (found.values(30).tolist(), found.options(9), found.solve(grundy.Sum(5, 9)).value),
    grundy.Match: _match,
    grundy.HeapValues: lambda found: (found.tolist(), found.heaps, found.to_records()[:3], found.paper()),
    grundy.Certificate: lambda found: (list(found.lines()), grundy.check_certificate(found)),
    grundy.ValueStore: lambda found: (found.values().tolist(), found.verify()),
    grundy.LegalMoves: lambda found: ([str(move) for move in found], len(found), found[0] in found),
    grundy.StateGraph: lambda found: (found.to_records(), found.paper()),
}


def answer(found: Any) -> Any:
    """Return what an object says when it is asked."""
    for kind, question in QUESTIONS.items():
        if isinstance(found, kind):
            return question(found)
    return repr(found), found.to_dict() if hasattr(found, "to_dict") else ""


FREE = (
    "take k where k == n or k == 4: 9",
    "take any or split a, b where a != b: 9",
    "take squares or take {1, 3}: 20",
    "take primes: 20",
    "take prime-powers: 20",
    "take 1..200000: 7",
    "take powers(3): 12",
    "take all-but {2, 4}: 12",
    "split: 7",
    "4.31: 5 0",
    "nim: 3 5 + kayles: 7",
    "conjunctive: nim: 3 & kayles: 7",
    "ordinal: nim: 3 & nim: 2",
)
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
