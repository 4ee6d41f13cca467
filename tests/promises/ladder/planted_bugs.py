"""Bugs, each planted in one line below a route of the ladder, which must find it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from time import process_time
from typing import Any, NamedTuple

import pytest
from tests.pace import spent
from tests.promises.ladder.place import AMPLE, STARVED, Allowance

import grundy.sequences
from grundy.certificates import Certificate
from grundy.core import Game, Limits, Outcome, Sum, nim_sum
from grundy.drawing.fit import move_words
from grundy.games.heaps.codes import CodeGame
from grundy.operations import moves as moves_operation
from grundy.search.components import Components
from grundy.workflows.computing import misere as misere_theories
from grundy.workflows.computing import period as periods
from grundy.workflows.library import state_graph
from grundy.workflows.playing import hints, opponent, sampling
from grundy.workflows.playing.legal import legal_moves
from grundy.workflows.proving import certify as certifying
from grundy.workflows.searching.question import SearchSettings
from grundy.workflows.solving import compound, lengths, tame, values

explore, prospects, review = (  # a package exports functions of these names
    import_module(f"grundy.workflows.{name}") for name in ("exploring.explore", "playing.prospects", "playing.review")
)
ONE = Allowance("1 position, 5 s", Limits(seconds=5, positions=1))
SHORT = STARVED[0]
BOARDS = ("cram: 2x{}", "queens: 2x{}", "node-kayles: path({})")
HEAPS = ("kayles: {}", "nim: {} {}", "take {{1, 3, 4}}: {} {}", "0.137: {} {}")
MIXED = (*HEAPS, *BOARDS, "wythoff: {} {}", "nim: {} + kayles: {}")


class After(NamedTuple):
    """A bug that changes what a function returns; it sees the arguments too."""

    change: Callable[..., Any]

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:

        def changed(*arguments: Any, **named: Any) -> Any:
            return self.change(function(*arguments, **named), *arguments)

        return changed


class Planted(NamedTuple):
    """A bug, where it is planted, the route that finds it, on which positions, and how often in misere play."""

    name: str
    where: Any
    what: str
    bug: Any
    route: str
    texts: tuple[str, ...] = MIXED
    allowed: Allowance = AMPLE
    misere: float = 0

    def plant(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = self.bug
        if isinstance(found, After):
            found = found.around(getattr(self.where, self.what))
        monkeypatch.setattr(self.where, self.what, found)


def other(outcome: Outcome | None) -> Outcome | None:
    return {Outcome.N: Outcome.P, Outcome.P: Outcome.N}.get(outcome, outcome)  # type: ignore[arg-type]


def step_into_nothing(game: Game, rng: Any) -> Game | None:
    ruleset, position = game.part(0)
    options = list(ruleset.options(position))
    return game.after(0, Sum(rng.choice(options))) if options else None


def first_move(game: Game, *_: Any) -> opponent.ChosenMove:
    return opponent.ChosenMove(next(legal_moves(game)), "win")


def last_move(game: Game, *_: Any) -> opponent.ChosenMove:
    return opponent.ChosenMove([*legal_moves(game)][-1], "win")


def any_reply(after: Game, _: Any) -> str:
    moves = [*legal_moves(after)]
    return move_words(after, moves[0].part, moves[0].move.label) if moves else "play is over"


def for_long(found: Any, *_: Any) -> Any:
    start = process_time()
    while spent(start) < 1.5:
        pass
    return found


def half_numbered(components: Components, key: Any) -> int:
    """Give a component its number before its weight is known, which now and then is never."""
    if key not in components._numbers:
        components._numbers[key] = len(components.keys)
        components.keys.append(key)
        components.value.append(None)
        components.excluded.append(0)
        components.weight += [components.rule.weight(key)] * (len(components.keys) % 5 > 0)
    return int(components._numbers[key])


def wrong_mex(found: Any, *_: Any) -> Any:
    return [value + (heap == 5) for heap, value in enumerate(found)]


def too_soon(found: Any, *_: Any) -> Any:
    return found and replace(found, preperiod=max(0, found.preperiod - 1), period=found.period + 1)


def one_more(found: Any, *_: Any) -> Any:
    return found._replace(remoteness=found.remoteness and found.remoteness + 1)


def next_value(node: Any, *_: Any) -> Any:
    return node._replace(value=node.value and node.value + 1)


def all_winning(found: list[Any], *_: Any) -> list[Any]:
    return [each._replace(verdict="win") for each in found]


def ascending(_: CodeGame, parts: Sum[int]) -> str:
    return " ".join(map(str, sorted(parts)))


def turned_round(settings: SearchSettings, *_: object) -> SearchSettings:
    return settings._replace(misere=not settings.misere)


def claims_a_draw(found: Certificate, *_: Any) -> Certificate:
    return replace(found, claim={**found.claim, "outcome": "D"})


TWO = ("nim: {} + kayles: {}",)
SOLVE = import_module("grundy.operations.solve")
EXPLAIN = import_module("grundy.workflows.explaining.explain")
PLANTED = (
    Planted("sampling asks an empty sum for part 0", sampling, "_step", step_into_nothing, "play", BOARDS, ONE),
    Planted("patterns ask no budget", explore, "heap_discoveries", After(for_long), "explore", HEAPS, SHORT),
    Planted("a limit of seconds is not heard", values, "values_of", After(for_long), "solve", HEAPS, SHORT),
    Planted("a kernel misses an option", grundy.sequences, "code_values", After(wrong_mex), "values", HEAPS),
    Planted("the operation reverses the play convention", SOLVE, "_settings", After(turned_round), "solve"),
    Planted("a hint says that one move wins", hints.Hint, "told", lambda *_: "You are winning: one move wins.", "hint"),
    Planted("a review praises a losing move", review.Judged, "thrown", property(lambda _: False), "play"),
    Planted("a hint names the first move", hints, "best_move", first_move, "hint"),
    Planted("the opponent calls any move a win", opponent, "best_move", last_move, "play"),
    Planted("a winning move is forgotten", values, "wins_of", After(lambda found, *_: (found[0][:-1], "")), "solve"),
    Planted("a game lasts a move longer", lengths, "lengths", After(one_more), "line"),
    Planted("heaps are written in ascending order", CodeGame, "show", ascending, "options", ("kayles: {} {} {}",)),
    Planted("a node of the graph has another value", state_graph, "_node", After(next_value), "graph"),
    Planted("any answer is a refutation", EXPLAIN, "_reply", any_reply, "why", ("nim: {} {} {}", "kayles: {} {}")),
    Planted("a losing move is said to win", *(prospects, "VERDICTS", prospects.VERDICTS | {Outcome.N: "win"}, "moves")),
    Planted("a period begins one heap too soon", periods, "find_period", After(too_soon), "period", HEAPS),
    Planted(
        "a quotient gives the other player",
        *(misere_theories.MisereTheory, "outcome", After(lambda found, *_: other(found)), "quotient", HEAPS),
    ),
    Planted(
        "a compound gives the other player",
        *(compound._Compounds, "outcome", After(lambda found, *_: other(found)), "compound", TWO),
    ),
    Planted(
        "misere play is decided like normal play",
        *(tame, "tame_outcome", lambda sizes: Outcome.wins(nim_sum(sizes) != 0), "solve", ("nim: 1 1 {}", "nim: 1 {}")),
        misere=1,
    ),
    Planted("a move is not counted", CodeGame, "count_moves", After(lambda n, *_: n - 1), "options", ("kayles: {}",)),
    Planted("every move is called a winning one", moves_operation, "prospects", After(all_winning), "moves"),
    Planted("a certificate claims a draw", certifying, "Certificate", After(claims_a_draw), "certificate"),
    Planted("a certificate has no end", Certificate, "lines", After(lambda lines, *_: [*lines][:-1]), "certificate"),
    Planted("a component has a number and no weight", Components, "number", half_numbered, "method", BOARDS),
)
"""Every bug."""
