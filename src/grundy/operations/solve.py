"""The winner of a game, its value, every winning move, and the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ..core import Budget, Game, HeapRuleset, LimitReached, Outcome, Status, facet
from ..games import COMPOUNDS
from ..workflows.library.solution import Solution, solving
from ..workflows.searching.question import SearchSettings, Want
from .context import Context
from .request import (
    Choices,
    FieldError,
    FieldRecord,
    FileName,
    GameText,
    Help,
    Local,
    LongAnswer,
    NotInProof,
    OfProof,
    PlayField,
    Remote,
    Request,
    WorkersField,
)
from .result import ABSENT, Certified, Exact, Result
from .table import operation

if TYPE_CHECKING:
    from ..certificates import Certificate
    from ..drawing.fit import TextBlock
    from ..drawing.papers import Paper
    from ..workflows.persistence.facts import Fact
    from ..workflows.solving import Solver

MOVE_SECONDS = 60.0
"""The default limit in seconds for winning moves and the line of best play, if a search method was requested."""
MOST_BRIEF = 20
"""The largest number of winning moves in the answer of one line."""
MOST_TRIED = 10_000
"""The largest number that callers over a network may ask to try in place of "?"."""
Further = Literal["outcome", "value", "remoteness", "certificate"]
"""What a program could ask for in a list, before it named the extent in one word."""


class SolveRequest(Request):
    """Solve a GAME: who wins, its value, every winning move, and why.

    GAME is a position such as "nim: 10 12 5" or "take 1..3: 15 + kayles: 7". Quotes are needed only for the characters
    ( ) { } > * ; & # of the shell. "-" reads one game per line from standard input and prints one line for each.

    A question mark stands for a missing number, as in "nim: 35 18 27 ?". The answer has the numbers that make it a
    P-position, or that give it the --value or --outcome: a law for all such numbers if one is known, and those up to
    --to.

    A theorem or a small table gives the answer if possible, otherwise a search. --method search begins with the search,
    and then winning moves have a time limit of their own (--limit-moves).

    --certified prints only results that grundy-check accepted: who wins and, with --proof nimber, the value.
    """

    game: GameText
    play: PlayField = "normal"
    sum: Annotated[
        str, Local(), Choices(("disjunctive", *COMPOUNDS)), Help("How the components are played together.")
    ] = "disjunctive"
    want: Annotated[
        Literal["outcome", "value", "moves"] | list[Further], Help("Who wins; also the value; also every winning move.")
    ] = "moves"
    moves: Annotated[
        bool,
        Local(),
        LongAnswer(),
        NotInProof(),
        Help("List every legal move with the position it leaves, its value, and its refutation."),
    ] = False
    line: Annotated[
        bool, Local(), NotInProof(), Help("Show also how long the game lasts, and a line of best play.")
    ] = False
    exit_status: Annotated[bool, Local(), Help("Exit with code 1 if the player to move loses.")] = False
    proof: Annotated[
        Literal["strategy", "labelling", "nimber"], Local(), OfProof(), Help("What the certificate proves.")
    ] = "strategy"
    method: Annotated[
        str,
        Local(),
        Help("search, or definition, top-down, bottom-up, layers or proof-numbers; auto chooses and says why."),
    ] = "auto"
    db: Annotated[FileName, Help("A database of values to use and to extend.")] = None
    limit_moves: Annotated[
        float | None,
        Local(),
        Help("Additional seconds for winning moves, if a method is given (default: 60, at most --limit-seconds)."),
    ] = None
    workers: Annotated[WorkersField, Help('The number of threads, or "ray".')] = 1
    value: Annotated[int | None, NotInProof(), Help('The Grundy value of a position with "?".'), Remote(0)] = None
    outcome: Annotated[
        Literal["P", "N", "D", "L", "R"] | None,
        NotInProof(),
        Help('The outcome of a position with "?" (default: P; L and R in partizan games).'),
    ] = None
    to: Annotated[
        int | None,
        NotInProof(),
        Help('The largest number to try in place of "?" (default: 100 for heaps, at most 40 for boards).'),
        Remote(0, MOST_TRIED),
    ] = None


class PartRow(FieldRecord):
    """A component of a solved game: its Grundy value, a proved lower bound of this value, and the method that was used.

    The value is null if it is unknown.
    """

    game: str
    value: Exact | None
    lower: Exact
    method: str


class WinRow(FieldRecord):
    """A winning move: `part` is the index (from 0) of the component in which it is made, and `move` is its name.

    `leaves` is the game after the move in notation. It is null in all winning moves if these texts together are too
    long.
    """

    part: int
    move: str
    leaves: str | None


class StatedResult(FieldRecord):
    """A published result that states the value or the outcome of the game, with the source that published it first."""

    id: str
    result: Exact | str
    first: str


class Solved(NamedTuple):
    """A solution, with its request and its solver; the text of a `SolveResult` is made from it."""

    request: SolveRequest
    solution: Solution
    solver: Solver


class SolveResult(Result):
    """The result of `solve`: the outcome, the value, every winning move, and the reason.

    `lower` is a proved lower bound of the value. The fields from `loopy` on are present only for certain games: loopy
    games, games with entailing moves, sums that are not disjunctive (`compound`), and partizan games. In a partizan
    game the player `side` is to move, and the outcome may be L or R (Left or Right wins). `remoteness` and `suspense`
    are numbers of moves.
    """

    game: str
    play: str
    outcome: Literal["N", "P", "D", "L", "R"] | None
    value: Exact | None
    status: str
    parts: list[PartRow]
    move_count: Exact | None
    winning_moves: list[WinRow]
    explanation: str
    lower: Exact
    moves_status: str | None
    line: list[str]
    method: str
    visited: int
    database: str
    seconds: float
    reason: str = ABSENT
    theorem: str | None
    loopy: str | None = ABSENT
    loony: bool = ABSENT
    loony_parts: list[int] = ABSENT
    must_answer: int | None = ABSENT
    compound: dict[str, Any] = ABSENT
    remoteness: int | None = ABSENT
    suspense: int | None = ABSENT
    best_moves: list[str] = ABSENT
    positions: int | None = ABSENT
    side: str = ABSENT
    drawing_moves: list[WinRow] = ABSENT
    known: list[StatedResult] = ABSENT

    def blocks(self) -> Iterator[TextBlock]:
        from ..drawing.fit import prose

        request, solution, _ = self.source
        yield from _boards(solution.game)
        yield solution.explain(moves=request.moves)
        if solution.database:
            yield f"Database {solution.database}."
        if solution.parts:
            count = "1 position" if solution.visited == 1 else f"{solution.visited} positions"
            yield f"{count} in {solution.seconds:.2f} s."
        for fact, result in _stated(solution)[:1]:
            what = f"value {result}" if isinstance(result, int) else f"{result}-position"
            yield prose(f"Known: {what} ({fact.id}); first published: {fact.source}.", subsequent_indent="  ")

    def brief(self) -> str:
        """Return the outcome, the value and the winning moves in one line."""
        from ..drawing.fit import move_words, number

        solution: Solution = self.source.solution
        game, wins = str(solution.game), solution.winning_moves
        words = [move_words(solution.game, move.part, move.move) for move in wins[:MOST_BRIEF]]
        words += [f"{len(wins) - MOST_BRIEF} more"] if len(wins) > MOST_BRIEF else []
        outcome = solution.letter or "unknown"
        value = "" if solution.value is None else f", value {number(solution.value)}"
        value += "" if solution.facts is None else solution.facts.brief
        moves = f", wins: {'; '.join(words)}" if words else ""
        limit = f", limit: {solution.reason}" if solution.status == "limit" else ""
        return f"{game if len(game) <= 200 else game[:197] + '...'} -> {outcome}{value}{moves}{limit}"

    def paper(self) -> Paper:
        found: Paper = self.source.solution.paper()
        return found

    def certificate(self, budget: Budget) -> Certificate:
        from ..workflows.proving.certify import certify
        from ..workflows.proving.searched import certify_search

        request, solution, solver = self.source
        if solution.outcome is None:
            raise LimitReached(solution.reason, kind="search")
        if request.proof == "nimber" and solution.parts and solution.play == "normal":
            return certify_search(solver, solution)
        misere = solution.play == "misere"
        return certify(solution.game, misere=misere, proof=request.proof, budget=budget, answer=solution)

    def accepted(self, claim: Mapping[str, Any]) -> Certified:
        solution, value, among = self.source.solution, claim.get("value"), claim.get("among")
        outcome = claim["outcome"] if value is None else "N" if value else "P"
        wins = {"N": "the player to move wins", "P": "the player to move loses", "D": "a draw"}[outcome]
        known = f", value {value}" if value is not None else ""
        known += f", loopy value inf{{{','.join(map(str, among))}}}" if among is not None else ""
        misere = " in misère play" if solution.play == "misere" else ""
        position = f"{outcome}-position" if outcome != "D" else "D"
        data = {"game": str(solution.game), "play": solution.play, "outcome": outcome}
        data |= {"value": value, "status": "proved"} | ({} if among is None else {"among": among})
        exit_code = int(self.source.request.exit_status and outcome == "P")
        return Certified(f"{solution.game}{misere}: {wins} ({position}{known}).", data, exit_code)

    @property
    def exit_code(self) -> int:
        """The exit code: 4 if a limit was reached; 1 for a P-position if `exit_status` is requested; otherwise 0."""
        request, solution, _ = self.source
        status: Status = self.__dict__.get("status", solution.status)  # there may be too many winning moves for JSON
        lost = request.exit_status and solution.outcome is Outcome.P
        return LimitReached.exit_code if status == "limit" else int(lost)


class MissingNumber(Result):
    """The result of `solve` for a position with "?": the numbers that give it the requested value or outcome.

    `numbers` has those up to `to`. `law` states in words which numbers of any size fit, if a theorem or a proved period
    gives the values of all heaps. `needed` is the Grundy value that the missing heap must have, or, if `outcome` is
    "N", must not have.
    """

    game: str
    play: str
    value: int | None
    outcome: Literal["N", "P", "D", "L", "R"] | None
    status: str
    numbers: list[Exact]
    to: Exact
    law: str | None
    theorem: str | None
    needed: Exact | None = None
    reason: str = ""

    def brief(self) -> str:
        """Return one line with the position and the numbers that fit, or the law of these numbers."""
        limit = f", limit: {self.reason}" if self.reason else ""
        return f"{self.game} -> ? = {self.law or ', '.join(map(str, self.numbers)) or 'none'}, up to {self.to}{limit}"


@operation(
    SolveRequest,
    papers=True,
    pictures="Draw the position with its winning moves.",
    certificates=True,
    lines=True,
    examples={
        "grundy solve nim: 3 5 7": "who wins three heaps, by which moves, and why",
        "grundy solve cram: 3x4 --misere": "a board in misère play",
        'grundy solve "nim: 35 18 27 ?"': "the heap that makes it a P-position",
        "grundy solve cram: 5x6 --want outcome": "who wins, without the value: often much faster",
    },
)
def solve(request: SolveRequest, context: Context) -> SolveResult | MissingNumber:
    """Solve a game. A limit is not an error: the status of the result says whether one was reached.

    Args:
        request: The question: the game, the play convention, what to compute, and by which method. The decorated
            function also accepts its fields: `solve("nim: 10 12 5")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.
            Closing the context also closes the solver.

    Returns:
        The outcome, the value and the winning moves, as far as they were requested and computed. For a position with
        "?" instead a `MissingNumber`.

    Raises:
        FieldError: If a field is given that is only for positions with "?", or not for these.
        InputError: If the game cannot be read, or a method does not fit it.
        StoreError: If the database fails.

    Example:
        >>> solve("nim: 10 12 5").outcome
        'N'
    """
    if isinstance(request.game, str) and "?" in request.game and (found := _missing(request, context)) is not None:
        return found
    if wrong := request.given("value", "outcome", "to"):
        raise FieldError(f'{{{wrong[0]}}} is for a position with "?", such as "nim: 3 5 ?"')
    game, settings, budget = context.game(request.game), _settings(request, context), context.budget
    reported = None if context.show else budget  # a search describes its progress in words
    solution, solver = context.enter_context(solving(game, settings, compound=request.sum, budget=reported))
    solved = Solved(request, solution, solver)
    remoteness = {}
    if "remoteness" in request.want:
        from .moves import match_of, remoteness_of

        match = match_of(request.game, request.play, context)
        remoteness = {"remoteness": context.in_time(lambda: remoteness_of(match))}

    def fields() -> dict[str, Any]:
        explanation = {"explanation": solution.explain(moves=True)} if request.moves else {}
        known = [{"id": fact.id, "result": result, "first": fact.source} for fact, result in _stated(solution)]
        return solution.to_dict() | explanation | remoteness | ({"known": known} if known else {})

    return SolveResult.later(solved, fields)


def _missing(request: SolveRequest, context: Context) -> MissingNumber | None:
    """Find the numbers that can replace "?" in the requested position, such as "nim: 3 5 ?".

    Return None if the position has no "?". A "?" in a code such as "4?.0" is not counted. `request` also states the
    value or outcome that the completed position must have. `context` has the limits.
    """
    from ..workflows.library.missing_number import Wanted, blanks, completions

    if not blanks(request.game):
        return None
    if wrong := request.given("db", "moves", "line", "proof", "exit_status"):
        raise FieldError(f'{{{wrong[0]}}} is for a position without "?"')
    value = request.value
    if value is not None and (request.outcome is not None or request.play == "misere"):
        with_what = "{outcome}" if request.outcome else "{play}"
        raise FieldError(f"{{value}} cannot be combined with {with_what}")
    outcome = None if value is not None else request.outcome or "P"

    def read(text: str) -> Game:
        game = context.game(text)
        if request.sum == "disjunctive":
            return game
        from ..workflows.solving import compound_of

        return compound_of(request.sum, game)

    wanted = Wanted(value, outcome or "P", request.to)
    found = completions(request.game, read, _settings(request, context), context.budget, wanted)
    data: dict[str, Any] = {"game": found.text, "play": request.play, "value": value, "outcome": outcome}
    data |= {"status": "limit" if found.reason else "proved", "numbers": list(found.numbers), "to": found.tried}
    data |= {"law": None if found.law is None else str(found.law), "needed": found.needed}
    return MissingNumber.of(found, data, theorem=found.law and found.law.grounds, reason=found.reason)


def _settings(request: SolveRequest, context: Context) -> SearchSettings:
    limits, want = context.limits, request.want
    extent: Want = "moves" if isinstance(want, list) else want
    seconds = request.limit_moves
    if seconds is None and request.method != "auto":
        seconds = min(MOVE_SECONDS, limits.seconds or MOVE_SECONDS)
    path = None
    if request.db is not None:
        from pathlib import Path

        path = Path(request.db)
    return SearchSettings.by_method(
        request.method,
        path,
        request.workers,
        want=extent,
        limits=limits,
        move_seconds=seconds,
        report=context.show,
        misere=request.play == "misere",
        line=request.line,
    )


def _stated(solution: Solution) -> list[tuple[Fact, int | str]]:
    """Return the published results in the atlas that state the value or outcome of a board or graph, theorems first."""
    game = solution.game
    if game.size != 1 or isinstance(game.part(0)[0], HeapRuleset):
        return []
    from ..workflows.persistence.facts import facts_on

    found = facts_on(game, misere=solution.play == "misere")
    return sorted(found, key=lambda stated: ("repeats" not in stated[0].data, "source" not in stated[0].first))


def _boards(game: Game) -> Iterator[str]:
    """Yield a text drawing of each board of a sum of at most four components; for larger sums yield nothing.

    If text shows some of the boards only partly, a last line says which command draws them.
    """
    if game.size > 4 or all(isinstance(ruleset, HeapRuleset) for ruleset, _ in game.parts):
        return
    from ..core import Board, Faces, Multigraph, Picture, scene_of
    from ..drawing import scene_text, where_drawn

    for ruleset, position in game.parts:
        drawn, scene = (
            facet(ruleset, Picture),
            None if isinstance(ruleset, HeapRuleset) else scene_of(ruleset, position),
        )
        if isinstance(scene, (Board, Faces, Multigraph)):
            yield scene_text(scene, drawn.first_square, letters=drawn.lettered)
    if hint := where_drawn(game):
        yield hint
