"""From a solved game to a certificate that anybody can check without us: who wins, or the Grundy value.

Heaps of nim, of a code or of a finite set of takes, and boards of Cram, Chomp and Node Kayles are certified by their
rule. Any other game is certified as the graph of the positions that can be reached, numbered from the ends on: then the
certificate speaks of that graph, whose arcs are ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple

from ..certificates import Certificate, Moves, labelling_entries, nimber_entries, strategy_entries
from ..core import (
    Code,
    Game,
    InputError,
    LimitReached,
    LoopyGame,
    Meter,
    Outcome,
    Play,
    Ruleset,
    Sum,
    Summand,
    as_sum,
    at_most,
    mex,
    nim_sum,
)
from .solve import Solver

Proof = Literal["strategy", "labelling", "nimber"]
"""How: a reply to every move, the values of all positions, or the values of those parts that are needed."""
MOST_TAKE = 100_000
"""The largest take of a set in a certificate."""
MOST_POSITIONS = 200_000
"""Positions of a graph; more are not written down."""
CODE = r"[048C]\.[0-9A-F]{0,60}"
"""The codes that certificates know."""


class Arena(NamedTuple):
    """A game as certificates know it: its rule as data, its moves, where it stands, and what is true of a position."""

    game: dict[str, Any]
    moves: Moves[Any]
    start: Any
    lost: Callable[[Any], bool]
    value: Callable[[Any], int]
    note: str = ""


def certify(game: Game, *, misere: bool = False, proof: Proof = "strategy", meter: Meter | None = None) -> Certificate:
    """Return a certificate of the outcome ("strategy") or of the Grundy value ("labelling", "nimber") of a game.

    Raises `InputError` for a value in misere play, `LoopyGame`, and `LimitReached` when the game or the proof is large.

    >>> from grundy import read_game
    >>> certify(read_game("nim: 1 2 3")).claim
    {'start': '1+2+3', 'outcome': 'P'}
    """
    solver = Solver(game, misere, meter=meter)
    if solver.misere and proof != "strategy":
        raise InputError("values are for normal play; in misere play a strategy is certified")
    play: Play = "misere" if solver.misere else "normal"
    arena = _heaps(solver) or _boards(solver) or _graph(solver)
    moves, start = arena.moves, arena.start
    if proof == "strategy":
        claim, root = _outcome(arena)
        entries = [] if root is None else strategy_entries(moves, root, arena.lost)
    else:
        entries = labelling_entries(moves, start) if proof == "labelling" else nimber_entries(moves, start, arena.value)
        claim = {"start": moves.show(start), "value": nim_sum(map(arena.value, moves.parts(start)))}
    return Certificate(proof, play, arena.game, claim, entries, arena.note)


def _outcome(arena: Arena) -> tuple[dict[str, Any], Any]:
    """Return the claim who wins, and the lost position from which on the winner needs replies; None: play is over."""
    start, show = arena.start, arena.moves.show
    if arena.lost(start):
        return {"start": show(start), "outcome": "P"}, start
    first = next(filter(arena.lost, arena.moves.listed(start)), None)
    claim = {"start": show(start), "outcome": "N"}
    return (claim if first is None else claim | {"move": show(first)}), first


def family_of(ruleset: Ruleset[Any]) -> dict[str, Any] | None:
    """Return the rule of a heap game as certificates know it, or None.

    >>> from grundy import read_game
    >>> family_of(read_game("kayles: 7").summands[0].ruleset)
    {'family': 'take-break', 'code': '0.77'}
    """
    from ..games import make

    if ruleset == make("nim"):
        return {"family": "nim"}
    rule = ruleset.sequence()
    if isinstance(rule, tuple):
        return {"family": "subtraction", "set": list(rule)} if rule and rule[-1] <= MOST_TAKE else None
    if isinstance(rule, Code) and re.fullmatch(CODE, str(rule)):
        return {"family": "take-break", "code": str(rule)}
    return None


def _heaps(solver: Solver) -> Arena | None:
    """Return heaps of one rule side by side, ascending, if the game is that; empty heaps are left out."""
    families = [family_of(summand.ruleset) for summand in solver.game.summands]
    if not families or families[0] is None or any(family != families[0] for family in families):
        return None
    ruleset, meter = solver.game.summands[0].ruleset, solver.meter
    leaves: dict[int, list[tuple[int, ...]]] = {}

    def options(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i, heap in enumerate(heaps):
            if heap not in leaves:
                found = at_most(ruleset.options(heap), f"{ruleset.name}: a position has")
                leaves[heap] = [tuple(filter(None, as_sum(option))) for option in found]
            meter.tick(len(leaves[heap]))
            for left in leaves[heap]:
                yield tuple(sorted((*heaps[:i], *left, *heaps[i + 1 :])))

    def value(heaps: tuple[int, ...]) -> int:
        return nim_sum(map(solver.part_solver(ruleset).value, heaps))

    def lost(heaps: tuple[int, ...]) -> bool:
        return solver.misere_outcome(Game.of(ruleset, *heaps)) is Outcome.P if solver.misere else not value(heaps)

    moves = Moves(options, lambda heaps: "+".join(map(str, heaps)) or "0", lambda heaps: [(heap,) for heap in heaps])
    start = tuple(sorted(part for _, part in solver.game.parts if part))
    return Arena(families[0], moves, start, lost, value)


def _boards(solver: Solver) -> Arena | None:
    """Return boards by their rule, if the game is that."""
    from .certify_boards import boards_of

    if (found := boards_of(solver.game)) is None:
        return None
    ruleset = solver.game.summands[0].ruleset
    value = solver.part_solver(ruleset).value
    parts = found.moves.parts

    def lost(position: Any) -> bool:  # noqa: ANN401  # each family has its own
        if solver.misere:
            return solver.misere_outcome(Game.of(ruleset, *parts(position))) is Outcome.P
        return not nim_sum(map(value, parts(position)))

    def options(position: Any) -> Iterable[Any]:  # noqa: ANN401
        solver.meter.tick()
        return found.moves.options(position)

    return Arena(found.game, found.moves._replace(options=options), found.start, lost, value)


def _graph(solver: Solver) -> Arena:
    """Return the graph of all positions that can be reached, each numbered after its options."""
    arcs = _arcs(solver.game, solver.meter)
    values: list[int] = []
    lost: list[bool] = []
    for ends in arcs:
        values.append(mex(values[end] for end in ends))
        lost.append(not any(lost[end] for end in ends) and (bool(ends) or not solver.misere))
    moves = Moves(arcs.__getitem__, str, lambda vertex: [vertex])
    note = f"vertex {len(arcs) - 1} is {solver.game}; the arcs were listed by grundy"
    return Arena({"family": "graph", "arcs": arcs}, moves, len(arcs) - 1, lost.__getitem__, values.__getitem__, note)


def _arcs(game: Game, meter: Meter) -> list[list[int]]:
    """Return the options of every position by number; a position stands behind all its options, the game at the end."""
    numbers: dict[Game, int] = {}
    waiting: dict[Game, list[Game]] = {}
    arcs: list[list[int]] = []
    stack = [_tidy(game)]
    while stack:
        position = stack[-1]
        if position in numbers:
            stack.pop()
        elif position in waiting:
            numbers[position] = len(arcs)
            arcs.append(sorted({numbers[option] for option in waiting.pop(position)}))
            if len(arcs) > MOST_POSITIONS:
                raise LimitReached(f"a certificate lists at most {MOST_POSITIONS} positions", kind="size")
        else:
            meter.tick()
            options = waiting[position] = [*dict.fromkeys(_options(position))]
            for option in options:
                if option in waiting:
                    path = [*waiting]
                    raise LoopyGame([str(met) for met in path[path.index(option) :]])
            stack += [option for option in options if option not in numbers]
    return arcs


def _options(game: Game) -> Iterator[Game]:
    """Yield what the moves of a game leave."""
    for part, (ruleset, position) in enumerate(game.parts):
        for option in at_most(ruleset.options(position), f"{ruleset.name}: a position has"):
            yield _tidy(game.after(part, as_sum(option)))


def _tidy(game: Game) -> Game:
    """Return the game with canonical parts, those of each summand in one order, heaps of 0 left out."""
    summands = []
    for ruleset, parts in game.summands:
        kept = [ruleset.canonical(part) for part in parts if part != 0 or not ruleset.heaps]
        summands.append(Summand(ruleset, Sum.of(sorted(kept) if ruleset.heaps else sorted(kept, key=repr))))
    return Game(*summands)
