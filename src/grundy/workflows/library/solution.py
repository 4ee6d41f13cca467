"""The result of `grundy.solve`: an answer with its explanation, as text, as JSON and in a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...core import Budget, Drawable, Game, Knowledge, LimitReached, Limits, Sum, TwoSided, facet, iterate_checked
from ...drawing.fit import move_words, short_text
from ...notation import game_of
from ..explaining.explain import explain
from ..searching.question import SearchSettings, Want
from ..solving import Answer, Solver, WinningMove

if TYPE_CHECKING:
    from pathlib import Path

    from ...cluster import Workers
    from ...drawing.papers import Paper

MOST_PLAYED_OUT = 200_000
"""The largest number of positions that are examined to compute the length of a game."""
MOST_MOVES = 1_000_000
"""The largest number of winning moves in the JSON."""
MOST_TEXT = 64_000_000
"""If the texts of all winning moves would have more characters than this, `leaves` is null in the JSON."""


class Solution(Drawable, Answer):
    """The outcome of a game, its value, every winning move, and the reason.

    Example:
        >>> found = solve("nim: 10 12 5")
        >>> found.outcome == "N", found.value, [str(move) for move in found.winning_moves]
        (True, 3, ['part 0: take 1'])
    """

    __slots__ = ()

    @classmethod
    def of(cls, answer: Answer) -> Solution:
        """Return an answer as a `Solution`, which adds explanations, JSON and pictures.

        Args:
            answer: The answer, for instance of a `Solver`.

        Returns:
            The solution.

        Example:
            >>> from grundy import read_game
            >>> Solution.of(Solver(read_game("nim: 3")).solve()).value
            3
        """
        return cls._make(answer)

    def __repr__(self) -> str:
        moves = [f"{m.part}: {m.move}" for m in self.winning_moves[:4]]
        more = ", ..." if len(self.winning_moves) > 4 else ""
        text = short_text(str(self.game), 120) if self.game.size < 1000 else f"{self.game.size} parts"
        wins = f"wins=[{', '.join(moves)}{more}]"
        return f"Solution({text!r}, {self.play}, outcome={self.outcome}, value={self.value}, {wins})"

    def explain(self, *, moves: bool = False) -> str:
        """Explain the answer in words and tables.

        Args:
            moves: Whether to add every legal move with its result.

        Returns:
            The explanation.

        Example:
            >>> print(solve("take {1, 3, 4}: 6").explain().splitlines()[0])
            The player to move wins (N-position, Grundy value 2).
        """
        return explain(self, moves=moves)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that `grundy solve --json` prints.

        Example:
            >>> solve("nim: 3 5").to_dict()["winning_moves"]
            [{'part': 1, 'move': 'take 2', 'leaves': 'nim: 3 3'}]
        """
        wins = self._move_rows(self.winning_moves)
        all_told = len(wins) == len(self.winning_moves)
        answer = {
            "schema": 1,
            "game": str(self.game),
            "play": self.play,
            "outcome": self.letter,
            "value": self.value,
            "status": self.status if all_told else "limit",
            "parts": self._part_rows(),
            "move_count": self.move_count,
            "winning_moves": wins,
            "explanation": self.explain(),
            "lower": self.lower,
            "moves_status": self.moves_status if all_told else "limit",
            "line": [move_words(self.game, part, label) for part, label in self.line.moves],
            "method": self.method,
            "visited": self.visited,
            "database": self.database,
            "seconds": round(self.seconds, 3),
        }
        if self.status == "limit" or self.parts or not all_told:
            cut = f"the first {len(wins)} of {len(self.winning_moves)} winning moves are listed"
            answer["reason"] = self.reason if all_told else cut
        if self.remoteness is not None:
            answer |= {"remoteness": self.remoteness, "suspense": self.suspense}
        if self.facts is not None:
            answer |= self.facts.keys(self.game)
            if self.theory not in ("entailing", "partizan"):
                answer["drawing_moves"] = self._move_rows(self.facts.drawing_moves)
        return answer | {"theorem": self.grounds[0] if self.grounds else None}

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record per winning move, from which pandas and polars make a table.

        Example:
            >>> solve("nim: 3 5").to_records()
            [{'part': 1, 'move': 'take 2', 'leaves': 'nim: 3 3'}]
        """
        return [{"part": m.part, "move": m.move, "leaves": self.leaves(m)} for m in self.winning_moves]

    def _part_rows(self) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = []
        for number, ((ruleset, position), value) in enumerate(zip(self.game.parts, self.values, strict=True)):
            part: dict[str, Any] = {"game": f"{ruleset.name}: {ruleset.show(Sum(position))}"}
            if self.parts:
                part |= {"value": value, "lower": self.parts[number].lower, "method": self.parts[number].method}
            else:
                worth = None if self.misere else value
                known = worth is not None and facet(ruleset, Knowledge).known_value(position) is not None
                part |= {"value": worth, "lower": worth or 0, "method": "theorem" if known else self.method}
            told.append(part)
        return told

    def _move_rows(self, moves: Sequence[WinningMove]) -> list[dict[str, Any]]:
        """Return winning moves as dictionaries for JSON: component, move, and the position that it leaves.

        There are at most `MOST_MOVES` rows, fewer if a limit is reached. "leaves" contains the position as text. If the
        texts of all positions together would be too long, "leaves" is None in every row.
        """
        size = sum(len(ruleset.show(Sum(position))) + len(ruleset.name) + 2 for ruleset, position in self.game.parts)
        short = size * len(moves) <= MOST_TEXT
        told: list[dict[str, Any]] = []
        with suppress(LimitReached):
            for m in iterate_checked(islice(moves, MOST_MOVES)):
                told.append({"part": m.part, "move": m.move, "leaves": self.leaves(m) if short else None})  # noqa: PERF401  # the list is used if a limit is reached
        return told

    def paper(self) -> Paper:
        """Return the answer for papers and notebooks: the board with the winning moves coloured, and the reason.

        Example:
            >>> solve("nim: 3 5").paper().title
            'nim: 3 5'
        """
        from .papers import solution_paper

        return solution_paper(self)


def solve(  # noqa: PLR0913  # one argument for each option
    game: Game | str,
    *,
    misere: bool = False,
    compound: str = "disjunctive",
    want: Want = "moves",
    method: str = "auto",
    database: Path | str | None = None,
    workers: Workers = 1,
    line: bool = False,
    limits: Limits | None = None,
    budget: Budget | None = None,
) -> Solution:
    """Solve a game: its outcome, value and winning moves.

    A limit is not an error: the `status` of the solution states whether one was reached. If the text has "?" in place
    of a number, the result is that of `complete`, which finds the numbers for a P-position.

    Args:
        game: The game, in notation or as a `Game`.
        misere: Whether the player who makes the last move loses.
        compound: How components are played together: "disjunctive", or a name in `games.COMPOUNDS`.
        want: How much to find: "outcome", "win" (also one winning move), "value", or "moves" (everything).
        method: "auto"; "search" to use the methods for large positions from the start; or one of these by name:
            "definition" (the mex of all options, with memory), "top-down" or "bottom-up" (the outcomes of whole boards,
            by recursion or in the order of an odometer), "layers" (a table of all positions, bottom-up) or
            "proof-numbers" (a search of pairs of a position and a value that continues where a proof seems shortest).
        database: The path of a database, which is created if it is missing. In it, values of positions on the board
            are saved and found again. It serves one ruleset on one board.
        workers: The number of threads, or "ray" for a cluster, for large positions.
        line: Whether to compute also the length of play and a line of best play, if the game is small enough.
        limits: Limits on the work.
        budget: A budget with limits and a progress report, instead of `limits`.

    Returns:
        The outcome, the value and the winning moves, as far as they were requested and found.

    Raises:
        InputError: If the text cannot be read, or if an argument is invalid.

    Example:
        >>> solve("nim: 10 12 5").winning_moves
        [WinningMove(part=0, move='take 1', pieces=Sum(9))]
        >>> found = solve("cram: 4x5", want="value", method="search")
        >>> found.value, found.method
        (2, 'proof-numbers')
    """
    from pathlib import Path

    if isinstance(game, str) and "?" in game:
        from .missing_number import blanks, complete

        if blanks(game):
            return complete(game, misere=misere, limits=limits)  # type: ignore[return-value]  # as stated above
    settings = SearchSettings.by_method(
        method,
        None if database is None else Path(database),
        workers,
        want=want,
        limits=Limits.of(limits if budget is None else limits or budget.limits),
        misere=misere,
        line=line,
    )
    with _solver(game, settings, compound, budget) as solver:
        return _solved(solver)


def deep_search(game: Game | str, *, method: str = "search", **options: Any) -> Solution:  # noqa: ANN401
    """Solve a game by the methods for large positions from the start; `solve` with a `method` replaces it.

    This function will be removed in version 0.2.

    Args:
        game: The game, in notation or as a `Game`.
        method: "search" to choose a method automatically, or the name of a method, as for `solve`.
        options: The other options of `solve`.

    Returns:
        The solution; its `status` states whether a limit was reached.

    Raises:
        InputError: If the text cannot be read, or if an argument is invalid.

    Example:
        >>> deep_search("cram: 4x5", want="value").value
        2
    """
    return solve(game, method="search" if method == "auto" else method, **options)


def search(game: Game | str, settings: SearchSettings | None = None) -> Solution:
    """Solve a position by the methods for large positions.

    Args:
        game: The game, in notation or as a `Game`.
        settings: The settings of the search, or None for the default; their `reach` is ignored.

    Returns:
        The solution; its `status` states whether a limit was reached.

    Example:
        >>> search("cram: 4x5").value
        2
    """
    with _solver(game, (settings or SearchSettings())._replace(reach="deep"), "disjunctive", None) as solver:
        return _solved(solver)


@contextmanager
def solving(
    game: Game | str, settings: SearchSettings, *, compound: str = "disjunctive", budget: Budget | None = None
) -> Iterator[tuple[Solution, Solver]]:
    """Solve a game for a `with` statement, in which the solver and its stored results can be used again.

    The database, if `settings` name one, is closed at the end of the statement.

    Args:
        game: The game, in notation or as a `Game`.
        settings: The settings of the search.
        compound: How components are played together: "disjunctive", or a name in `games.COMPOUNDS`.
        budget: Counts the work, has its limits, and reports progress.

    Yields:
        The solution and the solver.
    """
    with _solver(game, settings, compound, budget) as solver:
        yield _solved(solver), solver


def _solver(game: Game | str, settings: SearchSettings, compound: str, budget: Budget | None) -> Solver:
    parts = game_of(game)
    if compound != "disjunctive":
        from ..solving.compound import compound_of

        parts = compound_of(compound, parts)
    return Solver(parts, budget=budget, settings=settings)


def _solved(solver: Solver) -> Solution:
    """Return the solution, with the length of play if it was requested and the limits allow it."""
    found = Solution.of(solver.solve())
    if not solver.settings.line:
        return found
    from ..solving.lengths import lengths

    known = None if found.facts is None else found.facts.remoteness
    if found.outcome is None or known is not None or found.game.any_rule(TwoSided):
        return found._replace(remoteness=known)
    try:
        with solver.budget.sub_budget(MOST_PLAYED_OUT) as solver.budget:
            told = lengths(found.game, solver)
    except LimitReached:
        return found
    line = told.line if told.line.moves or told.remoteness == 0 else found.line
    return found._replace(remoteness=told.remoteness, suspense=told.suspense, line=line)
