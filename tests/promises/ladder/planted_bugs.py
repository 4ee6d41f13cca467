"""Bugs, each planted in one line below a route of the ladder, which must find it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from time import process_time
from typing import Any, NamedTuple

import pytest
from tests.pace import spent
from tests.promises.ladder import formulas
from tests.promises.ladder.place import AMPLE, STARVED, Allowance

import grundy.sequences
from grundy.core import Game, LimitReached, Limits, Outcome, Sum, nim_sum
from grundy.drawing.fit import move_words
from grundy.games.heaps.codes import CodeGame
from grundy.operations import moves as moves_operation
from grundy.patterns import Judgement
from grundy.search.components import Components
from grundy.workflows.claims import claim as claims
from grundy.workflows.computing import misere as misere_theories
from grundy.workflows.computing import period as periods
from grundy.workflows.exploring import code, code_cpp
from grundy.workflows.library import solution, state_graph
from grundy.workflows.playing import hints, opponent, sampling
from grundy.workflows.playing.legal import legal_moves
from grundy.workflows.proving import certify
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
        """Return the function with the bug."""

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
        """Put the bug in its place."""
        found = self.bug
        if isinstance(found, After):
            found = found.around(getattr(self.where, self.what))
        monkeypatch.setattr(self.where, self.what, found)


def other(outcome: Outcome | None) -> Outcome | None:
    """Return the wrong player."""
    return {Outcome.N: Outcome.P, Outcome.P: Outcome.N}.get(outcome, outcome)  # type: ignore[arg-type]


def step_into_nothing(game: Game, rng: Any) -> Game | None:
    """Ask an empty sum for its part 0."""
    ruleset, position = game.part(0)
    options = list(ruleset.options(position))
    return game.after(0, Sum(rng.choice(options))) if options else None


def first_move(game: Game, *_: Any) -> opponent.ChosenMove:
    """Play the first move and call it a win."""
    return opponent.ChosenMove(next(legal_moves(game)), "win")


def last_move(game: Game, *_: Any) -> opponent.ChosenMove:
    """Play the last move and call it a win."""
    return opponent.ChosenMove([*legal_moves(game)][-1], "win")


def any_reply(after: Game, _: Any) -> str:
    """Tell the first move as the answer."""
    moves = [*legal_moves(after)]
    return move_words(after, moves[0].part, moves[0].move.label) if moves else "play is over"


def for_long(found: Any, *_: Any) -> Any:
    """Work on without asking any meter."""
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


def forgotten(found: list[Any], *_: Any) -> list[Any]:
    """Lose the last of several."""
    return list(found)[:-1]


def wrong_mex(found: Any, *_: Any) -> Any:
    """Return values of which one has missed an option."""
    return [value + (heap == 5) for heap, value in enumerate(found)]


def another_claim(made: Any, *_: Any) -> Any:
    """Let a certificate claim that the other player wins."""
    return replace(made, claim=made.claim | {"outcome": "NP"[made.claim["outcome"] == "N"]})


def too_soon(found: Any, *_: Any) -> Any:
    """Tell a longer period that begins a heap earlier."""
    return found and replace(found, preperiod=max(0, found.preperiod - 1), period=found.period + 1)


def one_more(found: Any, *_: Any) -> Any:
    """Let a game last a move longer."""
    return found._replace(remoteness=found.remoteness and found.remoteness + 1)


def next_value(node: Any, *_: Any) -> Any:
    """Give a node of the graph another value."""
    return node._replace(value=node.value and node.value + 1)


def one_late(text: str, *_: Any) -> str:
    """Let exported code begin one heap late."""
    return f"{text}\n_late = grundy_value\ngrundy_value = lambda n: _late(n + 1)\n"


def all_winning(found: list[Any], *_: Any) -> list[Any]:
    """Call every move a winning one."""
    return [each._replace(verdict="win") for each in found]


def ascending(_: CodeGame, parts: Sum[int]) -> str:
    """Write heaps in ascending order."""
    return " ".join(map(str, sorted(parts)))


def turned_round(settings: SearchSettings, *_: object) -> SearchSettings:
    """Return the settings for the other play convention."""
    return settings._replace(misere=not settings.misere)


class AnAnswer(LimitReached):
    """A limit that ends a command as an answer does."""

    exit_code = 0


WRONG_BITS = "long long popcount(long long n) { return __builtin_popcountll(n); }"
THIRDS = ("kayles: {}", "take {{1, 3, 4}}: {}")
LATE = ("0.041: 9{}647 9{}077",)
TWO = ("nim: {} + kayles: {}",)
SOLVE = import_module("grundy.operations.solve")
EXPLAIN = import_module("grundy.workflows.explaining.explain")
PLANTED = (
    Planted("sampling asks an empty sum for part 0", sampling, "_step", step_into_nothing, "play", BOARDS, ONE),
    Planted("a certificate claims another outcome", certify, "agreeing", After(another_claim), "certificate", misere=1),
    Planted("a certificate forgets an entry", certify, "strategy_entries", After(forgotten), "certificate", misere=1),
    Planted("a sum is copied as the sum of its tuple", Sum, "__getnewargs__", lambda found: (tuple(found),), "copies"),
    Planted("patterns ask no meter", explore, "heap_discoveries", After(for_long), "explore", HEAPS, SHORT),
    Planted(
        "popcount of negative numbers in C++ counts 64 bits",
        *(code_cpp, "HELPERS", code_cpp.HELPERS | {"popcount(": WRONG_BITS}, "formula in C++"),
    ),
    Planted(
        "a formula in Python divides without rounding",
        *(formulas, "python_text", After(lambda text, *_: text.replace("//", "/")), "formula"),
    ),
    Planted("a limit of seconds is not heard", values, "values_of", After(for_long), "solve", HEAPS, SHORT),
    Planted("a pickled game loses a summand", Game, "__reduce__", lambda g: (Game, g.summands[-1:]), "kept", TWO),
    Planted("a kernel misses an option", grundy.sequences, "code_values", After(wrong_mex), "values", HEAPS),
    Planted("play is turned round", SOLVE, "_settings", After(turned_round), "api solve"),
    Planted("the JSON loses a winning move", solution.Solution, "_move_rows", After(forgotten), "words"),
    Planted(
        "the page says that all win",
        hints.Hint,
        "told",
        lambda *_: "You are winning: one move wins.",
        "page's question",
    ),
    Planted("a review praises a losing move", review.Judged, "thrown", property(lambda _: False), "play"),
    Planted("a hint names the first move", hints, "best_move", first_move, "hint"),
    Planted("the opponent calls any move a win", opponent, "best_move", last_move, "play"),
    Planted("a winning move is forgotten", values, "wins_of", After(lambda found, *_: (found[0][:-1], "")), "solve"),
    Planted("a game lasts a move longer", lengths, "lengths", After(one_more), "line"),
    Planted("heaps are written in ascending order", CodeGame, "show", ascending, "text", ("kayles: {} {} {}",)),
    Planted("whatever is asked is proved", claims, "judge", lambda *_: Judgement("faith"), "claim", HEAPS),
    Planted("exported code begins one heap late", code, "python_text", After(one_late), "explore", THIRDS),
    Planted("a node of the graph has another value", state_graph, "_node", After(next_value), "graph"),
    Planted("any answer is a refutation", EXPLAIN, "_reply", any_reply, "why", ("nim: {} {} {}", "kayles: {} {}")),
    Planted(
        "a losing move is said to win", *(prospects, "VERDICTS", prospects.VERDICTS | {Outcome.N: "win"}, "telling")
    ),
    Planted("a period begins one heap too soon", periods, "find_period", After(too_soon), "period", HEAPS),
    Planted(
        "a quotient tells the other player",
        *(misere_theories.MisereTheory, "outcome", After(lambda found, *_: other(found)), "quotient", HEAPS),
    ),
    Planted(
        "a compound tells the other player",
        *(compound._Compounds, "outcome", After(lambda found, *_: other(found)), "compound", TWO),
    ),
    Planted(
        "misere play is decided like normal play",
        *(tame, "tame_outcome", lambda sizes: Outcome.wins(nim_sum(sizes) != 0), "solve", ("nim: 1 1 {}", "nim: 1 {}")),
        misere=1,
    ),
    Planted("a move is not counted", CodeGame, "count_moves", After(lambda n, *_: n - 1), "options", ("kayles: {}",)),
    Planted(
        "a limit is an answer for the shell",
        SOLVE,
        "LimitReached",
        AnAnswer,
        "command",
        ("0.041: 9{}647 9{}077",),
        SHORT,
    ),
    Planted("the API calls every move a winning one", moves_operation, "prospects", After(all_winning), "api moves"),
    Planted("a component has a number and no weight", Components, "number", half_numbered, "method", BOARDS),
)
"""Every bug."""
