"""Routes that solve: with every extent, by every method, with the length of play, as a graph of states."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from tests.promises.ladder.place import HEAP, LATE, SMALL, Allowance, Late, Place
from tests.unit.check.sealed import checked

import grundy
from grundy.core import (
    MAX_OPTIONS,
    Budget,
    EntailedPosition,
    Entailing,
    Game,
    HeapRuleset,
    InputError,
    Limits,
    Outcome,
    Sum,
    as_sum,
    playable,
)
from grundy.games import COMPOUNDS, Compound
from grundy.notation import read_game
from grundy.operations import Context, served
from grundy.workflows.library.solution import Solution
from grundy.workflows.proving.certify import Proof, certify

WANTS = ("moves", "moves", "moves", "outcome", "win", "value")
COMPILED = ("layers", "proof-numbers")
MANY = 2 * MAX_OPTIONS
"""Winning moves that are looked at; no definition lists more moves."""


def solve(place: Place, allowed: Allowance) -> bool:
    """Solve by the library, or by the operation that commands and the API ask."""
    if place.rng.random() < 0.7:
        return by(place, allowed, "auto")
    want = place.rng.choice(WANTS)
    with Context(allowed.limits, remote=False) as context:
        found = place.ask(lambda: served("solve")(place.game, context, play=place.play, want=want), allowed.limits)
        return judged(place, found.source.solution, allowed, want)


def by_method(place: Place, allowed: Allowance) -> bool:
    method = (
        "definition"
        if place.misere
        else "definition"
        if place.packed
        else place.rng.choice(("definition", "proof-numbers"))
    )
    return by(place, allowed, method)


def compiled(place: Place, allowed: Allowance) -> bool:
    method = place.rng.choice(COMPILED)
    workers = 2 if method == "proof-numbers" and place.rng.random() < 0.3 else 1
    return by(place, allowed, method, workers)


def database(place: Place, allowed: Allowance) -> bool:
    """Solve one board with a database, and again with what the first time has saved."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "values.db"
        first, again = (grundy.solve(place.game, want="value", database=path, limits=allowed.limits) for _ in range(2))
    compared = judged(place, first, allowed._replace(ample=False), "value")
    if {first.status, again.status} == {"proved"}:
        place.must((first.outcome, first.value) == (again.outcome, again.value), f"{first!r}, then {again!r}")
    return judged(place, again, allowed._replace(ample=False), "value") or compared


def by(place: Place, allowed: Allowance, method: str, workers: int = 1) -> bool:
    want = place.rng.choice(WANTS)
    found = place.ask(
        lambda: grundy.solve(
            place.game,
            misere=place.misere,
            want=want,  # type: ignore[arg-type]
            method=method,
            workers=workers,
            limits=allowed.limits,
        ),
        allowed.limits,
    )
    return judged(place, found, allowed._replace(ample=allowed.ample and method == "auto"), want)


def judged(place: Place, found: Solution, allowed: Allowance, want: str = "moves") -> bool:
    place.must(found.game == place.game, f"the answer is to {found.game}")
    place.must(found.status in ("proved", "limit"), f"status {found.status!r}")
    place.must((found.status == "limit") == bool(found.reason), f"status {found.status}, reason {found.reason!r}")
    if place.soon(allowed):
        place.must(found.status == "proved", f"a small game was not solved: {found.reason}")
    _positions_kept(found, allowed)
    compared = found.outcome is not None and place.tell_outcome(found.outcome)
    if found.status == "proved":
        place.must(found.outcome is not None, "proved, but no outcome")
    compared |= _values(place, found)
    if want == "moves" or found.winning_moves:
        compared |= _moves(place, found, want)
    if want == "win" and found.status == "proved" and found.outcome is Outcome.N and found.move_count:
        place.must(found.winning_moves, "won, but no winning move is named")
    return compared


def _positions_kept(found: Solution, allowed: Allowance) -> None:
    most = allowed.limits.positions
    if most is not None and found.visited > LATE * most + SMALL:
        raise Late(f"{found.visited} positions visited, {most} were allowed")


def _values(place: Place, found: Solution) -> bool:
    compared = False
    if found.value is not None and not place.game.last_loses:
        if found.game.summands[0].ruleset.name not in COMPOUNDS:
            place.must(place.plain or place.game.any_rule(Entailing), f"a value, {found.value}, where there is none")
        compared |= place.tell_value(found.value)
        place.must(found.outcome is Outcome.wins(found.value != 0), f"value {found.value}, outcome {found.outcome}")
        place.must(found.lower == found.value, f"value {found.value}, lower {found.lower}")
    value = place.value(place.game)
    place.must(value is None or found.lower <= value, f"lower {found.lower}, the value is {value}")
    place.must(len(found.values) == place.game.size, f"{len(found.values)} values of {place.game.size} parts")
    if place.plain:
        for (ruleset, position), told in zip(place.game.parts, found.values, strict=True):
            right = None if told is None else place.part_value(ruleset, position)
            place.must(right in (None, told), f"part {ruleset.show(Sum(position))}: value {told}, not {right}")
            compared |= right is not None
    return compared


def _moves(place: Place, found: Solution, want: str) -> bool:
    compared = False
    told = [(move.part, move.move) for move in found.winning_moves[:MANY]]
    listed = place.moves
    if listed is not None:
        place.must(found.move_count == len(listed), f"{found.move_count} moves are told of {len(listed)}")
        right = place.moves_to(Outcome.P) if found.moves_status == "proved" and want == "moves" else None
        if right is not None:
            place.must(told == right, f"winning moves {told}, by definition {right}")
            compared = True
        if found.facts is not None and found.status == "proved" and not place.game.any_rule(Entailing):
            draws = place.moves_to(Outcome.D)
            drawn = [(move.part, move.move) for move in found.facts.drawing_moves]
            place.must(draws is None or want != "moves" or drawn == draws, f"drawing moves {drawn}, not {draws}")
    if found.moves_status == "proved" and want == "moves":
        wins = found.outcome is Outcome.N
        place.must(bool(told) == (wins and found.move_count != 0), f"outcome {found.outcome}, winning moves {told}")
    for move in found.winning_moves[:3]:
        after = found.game.after(move.part, move.pieces)
        compared |= place.must_be(after, Outcome.P, f"winning move {move}")
        if not any(part.__class__ is EntailedPosition for _, part in after.parts):
            place.must(read_game(found.leaves(move)) == after, f"{move}: {found.leaves(move)!r} reads as another game")
    return compared


def lasting(place: Place, allowed: Allowance) -> bool:
    """Solve with how long play lasts, and a line of best play."""
    found = place.ask(
        lambda: grundy.solve(place.game, misere=place.misere, line=True, limits=allowed.limits), allowed.limits
    )
    compared = judged(place, found, allowed)
    if found.remoteness is not None:
        right = None if place.truth is None else place.truth.course(place.game).remoteness
        compared |= place.tell("remoteness", found.remoteness, expected=right)
    if found.suspense is not None and place.truth is not None:
        compared |= place.tell("suspense", found.suspense, expected=place.truth.suspense(place.game))
    if found.line.over and found.remoteness is not None:
        place.must(len(found.line.moves) == found.remoteness, f"{found.remoteness} moves, the line {found.line}")
    _played(place, found)
    return compared


def _played(place: Place, found: Solution) -> None:
    game = place.game
    for part, label in found.line.moves:
        moves = [move for i, rule, position in playable(game) if i == part for move in rule.moves(position)]
        made = [move for move in moves if move.label == label]
        place.must(made, f"the line has {label!r} in part {part} of {game}")
        after = game.after(part, made[0].leaves)
        before = place.outcome(game)
        if before is Outcome.N and len([m for m in moves if m.label == label]) == 1:
            place.must_be(after, Outcome.P, f"the line plays {label} in {game}")
        game = after
    if found.line.over:
        place.must(not any(True for _, rule, p in playable(game) for _ in rule.options(p)), f"the line ends at {game}")


def compound(place: Place, allowed: Allowance) -> bool:
    """Play the parts by another rule than that of sums; the text of that compound is the same game."""
    kind = place.rng.choice(tuple(COMPOUNDS))
    found = place.ask(
        lambda: grundy.solve(place.game, misere=place.misere, compound=kind, limits=allowed.limits), allowed.limits
    )
    if place.game.size < 2:
        return judged(place, found, allowed)
    game = Compound.of(kind, [(ruleset, Sum(position)) for ruleset, position in place.game.parts])
    other = Place(str(game), game, place.rng, misere=place.misere, parts=place.parts)
    other.route = place.route
    place.must(read_game(str(game)) == game, f"{game} reads as another game")
    return judged(other, found, allowed)


def options(place: Place, _: Allowance) -> bool:
    """Read the text of the game, and list moves and options of every part: those of a heap are those of its code."""
    place.must(not place.whole or read_game(str(place.game)) == place.game, f"{place.game} reads otherwise")
    for rule, position in place.game.parts:
        count = Game.of(rule, position).count_moves()
        if count is None or count > 300:
            continue
        found = [as_sum(option) for option in rule.options(position)]
        place.must([move.leaves for move in rule.moves(position)] in (found, _full(found)), "moves are not the options")
        place.must(len(found) == count, f"{count} moves are counted of {len(found)}")
        known = place.parts.get(rule)
        if known is not None and isinstance(rule, HeapRuleset) and position <= HEAP:
            told = {tuple(sorted(filter(None, option))) for option in found}
            right = {tuple(sorted(filter(None, pieces))) for pieces in known.below(position)}
            place.must(told == right, f"{rule.name}, heap {position}: options {sorted(told ^ right)[:5]} differ")
    return True


def _full(found: list[Sum[Any]]) -> list[Sum[Any]]:
    return [option or Sum(0) for option in found]


def graph(place: Place, allowed: Allowance) -> bool:
    ends = place.truth is not None and not place.truth.loops and not place.truth.sides
    strategy = ends and place.rng.random() < 0.3
    limits = Limits(allowed.limits.seconds, allowed.limits.positions, allowed.limits.memory)
    found = place.ask(lambda: grundy.graph(place.game, misere=place.misere, limits=limits, strategy=strategy), limits)
    compared = False
    if place.truth is None:
        node = found.nodes[0]
        return node.outcome is not None and place.tell_outcome(node.outcome)
    for node in found.nodes:
        _node(place, node)
        compared = True
    if not found.note and not strategy:
        place.must(all(a < len(found.nodes) and b < len(found.nodes) for a, b in found.arcs), "an arc leads nowhere")
    return compared


def _node(place: Place, node: Any) -> None:
    game = read_game(node.game) if "EntailedPosition" not in node.game else None
    if game is None or place.truth is None or not place.truth.knows(game):
        return
    right = place.truth.outcome(game)
    place.must(node.outcome in (None, right), f"the graph has {node.outcome} for {game}, not {right}")
    value = place.truth.value(game)
    place.must(node.value is None or value is None or node.value == value, f"{game}: value {node.value}, not {value}")


def certificate(place: Place, allowed: Allowance) -> bool:
    """Certify an answer: the certificate claims nothing else, and the independent checker accepts it."""
    proof: Proof = "strategy" if place.misere and place.rng.random() < 0.9 else place.rng.choice(get_args(Proof))
    budget = Budget(allowed.limits)
    try:
        found = place.ask(lambda: certify(place.game, misere=place.misere, proof=proof, budget=budget), allowed.limits)
    except InputError as error:
        place.must("please report this" not in str(error), str(error))
        raise
    compared = "outcome" in found.claim and place.tell_outcome(Outcome(found.claim["outcome"]))
    if "value" in found.claim and not place.misere:
        compared |= place.tell_value(found.claim["value"])
    with TemporaryDirectory() as folder:
        verdict = checked(found, Path(folder))
    place.must(verdict.status == "ACCEPTED", f"{proof}: {verdict.status}: {verdict.reason}")
    return compared


class Unknown(Exception):
    """The route says that it does not know."""
