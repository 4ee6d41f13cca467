"""Makes a certificate of the outcome or the Grundy value of a solved game.

A certificate about supported boards, or about heaps of nim, of a code or of a finite subtraction set, has the rules as
data. For any other game, the certificate contains the graph of all positions that can be reached, even if play need
not end (`endless.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple, NoReturn

from ...certificates import Certificate, Listed, family_of, labelling_entries, nimber_entries, strategy_entries
from ...core import (
    Budget,
    Checked,
    CheckedGame,
    CheckedMoves,
    Entailing,
    Game,
    HeapRuleset,
    InputError,
    LimitReached,
    LoopyGame,
    Outcome,
    Play,
    Sum,
    Summand,
    TwoSided,
    as_sum,
    at_most,
    facet,
    iterate_checked,
    mex,
    nim_sum,
)
from ...search.cycles import walk
from ..solving import Answer, Solver
from .endless import certify_endless

Proof = Literal["strategy", "labelling", "nimber"]
"""The kind of the proof: a reply to every move, the values of all positions, or those of necessary components."""
MOST_POSITIONS = 200_000
"""The largest number of positions in a graph."""
MOST_TEXT = 4000
"""The largest number of characters of a position on a board."""


class CertifiedGame(NamedTuple):
    """A position and its rules in the form that certificates need, with functions that solve it.

    Attributes:
        game: The rules as data, for instance {"family": "nim"}.
        moves: An object that lists the options of a position, splits a position into components, and writes it as text.
        start: The position that the certificate is about.
        lost: A function that returns whether the player to move loses a position.
        value: A function that returns the Grundy value of a component.
        note: A remark for the reader of the certificate.
        below: A function that yields all positions that can be reached; None if listing them needs a search.
    """

    game: dict[str, Any]
    moves: CheckedMoves[Any]
    start: Any
    lost: Callable[[Any], bool]
    value: Callable[[Any], int]
    note: str = ""
    below: Callable[[], Iterator[Any]] | None = None


class ListedValues:
    """An iterable of the entries of a labelling certificate: each position as text, with its Grundy value.

    An entry is made when it is read, so that a large certificate is never completely in memory.

    Args:
        certified: The game, with the functions that write a position and compute its value.
        below: A function that returns an iterator of all positions that can be reached.
        budget: Counts the entries.
    """

    def __init__(self, certified: CertifiedGame, below: Callable[[], Iterator[Any]], budget: Budget) -> None:
        self._certified, self._below, self._budget = certified, below, budget

    def __len__(self) -> int:
        return sum(1 for _ in iterate_checked(self._below()))

    def __iter__(self) -> Iterator[list[Any]]:
        for position in self._below():
            self._budget.charge()
            yield [self._certified.moves.show(position), self._certified.value(position)]


def certify(
    game: Game,
    *,
    misere: bool = False,
    proof: Proof = "strategy",
    budget: Budget | None = None,
    answer: Answer | None = None,
) -> Certificate:
    """Make a certificate of the outcome or the Grundy value of a game.

    Args:
        game: The game to solve and prove.
        misere: Whether the player who makes the last move loses.
        proof: "strategy" for the outcome; "labelling" or "nimber" for the value; if play need not end, "labelling"
            proves the loopy value.
        budget: Counts the work and has its limits.
        answer: The answer that the certificate must agree with; None to solve the game.

    Returns:
        The certificate, whose entries are generated when they are read.

    Raises:
        InputError: If the game has no value, or a value in misère play is requested.
        LimitReached: If a limit is exceeded, or if the proof is too large.

    Example:
        >>> from grundy import read_game
        >>> certify(read_game("nim: 1 2 3")).claim
        {'start': '1+2+3', 'outcome': 'P'}
    """
    solver = Solver(game, misere, budget=budget)
    if solver.misere and proof != "strategy":
        raise InputError("in misère play a strategy is certified, not a value")
    more = next((ruleset.name for ruleset, _ in game.summands if isinstance(ruleset, (Entailing, TwoSided))), None)
    if more is not None and proof != "strategy":
        raise InputError(f"certificates have no values of {more}", hint="a strategy certifies who wins")
    answer = answer or solver.solve()
    loops = answer.theory == "loopy"
    if (
        proof != "strategy"
        and answer.value is None
        and answer.status == "proved"
        and not (loops and proof == "labelling")
    ):
        hint = "a strategy certifies who wins" + (", a labelling the loopy value" if loops else "")
        raise InputError(f"{game.summands[0].ruleset.name} has no Grundy value", hint=hint)
    play: Play = "misere" if solver.misere else "normal"
    with solver.budget.interruptible():
        certified = None if more or loops else _heaps(solver) or _boards(solver) or _graph(solver)
        if certified is None:
            return agreeing(certify_endless(solver, values=proof == "labelling"), answer)
        moves, start, value = certified.moves, certified.start, certified.value
        claim: dict[str, Any] = {"start": moves.show(start)}
        if proof == "strategy":  # begin at a P-position, from which the winner needs replies
            won = not certified.lost(start)
            root = next(filter(certified.lost, moves.listed(start)), None) if won else start
            claim |= {"outcome": "N" if won else "P"} | ({"move": moves.show(root)} if won and root is not None else {})
            entries: Listed = [] if root is None else strategy_entries(moves, root, certified.lost)
        else:
            if proof == "labelling" and certified.below is not None:
                entries = ListedValues(certified, certified.below, solver.budget)
            else:
                entries = nimber_entries(moves, start, value) if proof == "nimber" else labelling_entries(moves, start)
            claim["value"] = nim_sum(map(value, moves.parts(start)))
    return agreeing(Certificate(proof, play, certified.game, claim, entries, certified.note), answer)


def agreeing(certificate: Certificate, answer: Answer) -> Certificate:
    """Check that a certificate states the same outcome and value as an answer, and return it.

    Args:
        certificate: The certificate to compare.
        answer: The answer, as far as it is known.

    Returns:
        The same certificate.

    Raises:
        InputError: If they differ, which is a defect of this package.
    """
    value = certificate.claim.get("value")
    outcome = certificate.claim["outcome"] if value is None else Outcome.of_value(value).value
    if answer.outcome is not None and outcome != answer.outcome.value:
        raise InputError(f"a certificate would claim {outcome}, but the answer is {answer.outcome}; please report this")
    if None not in (value, answer.value) and value != answer.value:
        raise InputError(f"a certificate would claim {value}, but the value is {answer.value}; please report this")
    return certificate


def boards_of(game: Game) -> CheckedGame | None:
    """Return the boards of a game with one ruleset, and its rules as data for certificates.

    Several boards are joined into one, as in the example. The result is None if the game has several rulesets, if
    certificates do not support the ruleset, or if the position is too long as text.

    >>> from grundy import read_game
    >>> boards_of(read_game("cram: 2x3; 2x1")).rule
    {'family': 'cram', 'rows': 2, 'cols': 5}
    """
    if len(game.summands) != 1:
        return None
    ruleset, parts = game.summands[0]
    boards = facet(ruleset, Checked).checked(parts)
    return boards if boards is not None and len(boards.moves.show(boards.start)) <= MOST_TEXT else None


def _heaps(solver: Solver) -> CertifiedGame | None:
    families = [family_of(summand.ruleset) for summand in solver.game.summands]
    if not families or families[0] is None or any(family != families[0] for family in families):
        return None
    ruleset, budget = solver.game.summands[0].ruleset, solver.budget
    leaves: dict[int, list[tuple[int, ...]]] = {}

    def options(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i, heap in enumerate(heaps):
            if heap not in leaves:
                listed = at_most(ruleset.options(heap), f"{ruleset.name}: a position has")
                leaves[heap] = [tuple(filter(None, as_sum(option))) for option in listed]
            budget.charge(len(leaves[heap]))
            for left in leaves[heap]:
                yield tuple(sorted((*heaps[:i], *left, *heaps[i + 1 :])))

    def value(heaps: tuple[int, ...]) -> int:
        return nim_sum(map(solver.part_solver(ruleset).value, heaps))

    def lost(heaps: tuple[int, ...]) -> bool:
        if not solver.misere:
            return not value(heaps)
        return solver.misere_outcome(Game(Summand(ruleset, Sum.of(heaps)))) is Outcome.P

    moves = CheckedMoves(options, lambda heaps: "+".join(map(str, heaps)) or "0", lambda heaps: [(h,) for h in heaps])
    start = tuple(sorted(part for _, part in solver.game.parts if part))
    return CertifiedGame(families[0], moves, start, lost, value)


def _boards(solver: Solver) -> CertifiedGame | None:
    if (boards := boards_of(solver.game)) is None:
        return None
    ruleset = solver.game.summands[0].ruleset
    value = solver.part_solver(ruleset).value
    parts = boards.moves.parts
    if boards.below is not None and not solver.misere:  # the solver of the whole board has all these values
        tables = solver.solvers.of(solver.game.part(0))
        moves = boards.moves
        return CertifiedGame(
            boards.rule,
            moves,
            boards.start,
            lambda position: tables.has_value([position], 0),
            lambda position: tables.value([position]),
            below=boards.below,
        )

    def lost(position: Any) -> bool:  # noqa: ANN401  # each family has its own arguments
        if solver.misere:
            return solver.misere_outcome(Game(Summand(ruleset, Sum.of(parts(position))))) is Outcome.P
        return not nim_sum(map(value, parts(position)))

    def options(position: Any) -> Iterable[Any]:  # noqa: ANN401
        solver.budget.charge()
        return boards.moves.options(position)

    return CertifiedGame(boards.rule, boards.moves._replace(options=options), boards.start, lost, value)


def _graph(solver: Solver) -> CertifiedGame | None:
    try:
        arcs = _arcs(solver.game, solver.budget)
    except LoopyGame:
        return None
    values: list[int] = []
    lost: list[bool] = []
    for ends in arcs:
        values.append(mex(values[end] for end in ends))
        lost.append(not any(lost[end] for end in ends) and (bool(ends) or not solver.misere))
    moves = CheckedMoves(arcs.__getitem__, str, lambda vertex: [vertex])
    note = f"vertex {len(arcs) - 1} is {solver.game}; the arcs were listed by grundy"
    return CertifiedGame(
        {"family": "graph", "arcs": arcs}, moves, len(arcs) - 1, lost.__getitem__, values.__getitem__, note
    )


def _arcs(game: Game, budget: Budget) -> list[list[int]]:
    """Number the positions that can be reached, and return for each a list of the numbers of its options.

    Options have smaller numbers than the position, so the last number is that of `game`. Raise `LoopyGame` for a cycle.
    """
    numbers: dict[Game, int] = {}
    arcs: list[list[int]] = []

    def expand(position: Game) -> tuple[list[Game], list[Game]]:
        budget.charge()
        games = (
            _tidy(position.after(part, as_sum(option)))
            for part, (ruleset, old) in enumerate(position.parts)
            for option in at_most(ruleset.options(old), f"{ruleset.name}: a position has")
        )
        options = [*dict.fromkeys(iterate_checked(games))]
        return options, options

    def settle(position: Game, options: list[Game]) -> None:
        numbers[position] = len(arcs)
        arcs.append(sorted({numbers[option] for option in options}))
        if len(arcs) > MOST_POSITIONS:
            raise LimitReached(f"a certificate lists at most {MOST_POSITIONS} positions", kind="size")

    def refuse(cycle: list[Game]) -> NoReturn:
        raise LoopyGame([*map(str, cycle)])

    walk([_tidy(game)], numbers, expand, settle, refuse)
    return arcs


def _tidy(game: Game) -> Game:
    summands = []
    for ruleset, parts in game.summands:
        kept = [ruleset.canonical(part) for part in parts if part != 0 or not isinstance(ruleset, HeapRuleset)]
        summands.append(
            Summand(ruleset, Sum.of(sorted(kept) if isinstance(ruleset, HeapRuleset) else sorted(kept, key=repr)))
        )
    return Game(*summands)
