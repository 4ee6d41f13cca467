"""`grundy play GAME`: play against the computer in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core import Game, InputError, LimitReached, Limits, Outcome, processor_time, two_sided
from ..drawing import fitting, game_lines, prose, where_drawn
from .boards import coloured, marked
from .line_editing import line_editing
from .options import Number, Seconds, db_option, misere_option, sum_option, text_argument, workers_option
from .recording import Recorder, naming, record_in, trust_option

if TYPE_CHECKING:
    from ..cluster import Workers
    from ..workflows.playing import Match, MatchRecord, Opponent, PartMove

File = click.Path(dir_okay=False, path_type=Path)
PROMPT = "your move (or hint, why, undo, moves, quit): "
SHORT_PROMPT = "your move (or help): "
"""The prompt for a terminal too narrow for the usual one."""
MOST_SHOWN = 20
"""Moves listed without a request."""
MOST_LISTED = 1000
"""Moves listed at once on request."""
WIDTH = 79
TYPED = "Type a move by its number or in words: 3, take 2, take 2 from heap 1, 2: take 1."
HELP = {
    "hint": "first where a good move is, then the move, then the reason",
    "why": "who wins here, and the reason",
    "undo": "take your last move back",
    "moves": "list all moves",
    "board": "show the board again",
    "quit": "leave the game",
}


@click.command()
@text_argument("game", required=False, metavar="[GAME]")
@misere_option
@sum_option
@click.option("--level", default="perfect", metavar="perfect|0..100", help="The percentage of perfect moves.")
@click.option("--first", type=click.Choice(["me", "computer"]), default="me", help="Who begins.")
@click.option("--hints", is_flag=True, help="Show who is winning and the winning moves.")
@click.option("--seed", type=int, default=None, help="A seed that repeats the computer's mistakes.")
@click.option(
    "--limit-seconds", type=Seconds(), default=12.0, show_default="12", help="The computer's time for a move."
)
@click.option("--record", type=File, help="Save the match to a new file after every move.")
@click.option("--from", "source", type=File, help="Continue a recorded match, with its game, players and level.")
@click.option("--at", type=Number(), help="Continue from the position after this move; 0 is the start.")
@trust_option
@db_option
@workers_option
@click.pass_context
def play(context: click.Context, /, game: str | None, db: Path | None, workers: Workers, **asked: Any) -> int:  # noqa: ANN401
    """Play a GAME such as "nim: 3 5 7" against the computer; a position that occurs three times is a draw."""
    from ..workflows.playing import Match, Opponent

    record = None if asked["source"] is None else record_in(asked["source"])
    if record is None:
        start, misere = _new_game(game, asked), asked["misere"]
    else:
        start, misere = _recorded_game(context, game, record, asked), record.misere
    try:
        opponent = Opponent(asked["level"], asked["seed"])
    except InputError as error:
        raise click.BadParameter(error.message, param_hint="--level") from None
    match = Match(start, misere, Limits(seconds=asked["limit_seconds"]), database=db, workers=workers)
    you = 0 if asked["first"] == "me" else 1
    with closing(match.judge), nullcontext() if db or workers != 1 else processor_time():
        if record is not None:
            with naming(asked["source"]):
                match.repeat(record, asked["at"])
        recorder = None
        if asked["record"] is not None:
            told: dict[str, Any] = {**_players(you, record), "level": opponent.level, "seed": opponent.seed}
            recorder = Recorder(asked["record"], told, record, asked["source"])
        _Conversation(match, opponent, you=you, hints=asked["hints"], recorder=recorder).run()
    return 0


def _new_game(game: str | None, asked: dict[str, Any]) -> Game:
    """Read the game of a new match; raise an error for options that only a recorded match can have."""
    from ..notation import read_game
    from ..workflows.solving import compound_of

    if game is None:
        raise click.UsageError("missing argument GAME, or --from FILE with a record")
    for name in ("at", "trust"):
        if asked[name] not in (None, False):
            raise click.UsageError(f"--{name} needs --from FILE")
    return compound_of(asked["compound"], read_game(game))


def _recorded_game(context: click.Context, game: str | None, record: MatchRecord, asked: dict[str, Any]) -> Game:
    """Return the game at the start of a recorded match.

    The players, the level and the seed of the record become options in `asked`, unless the user typed these options.
    """
    from ..workflows.playing import COMPUTER

    if game is not None or asked["misere"] or asked["compound"] != "disjunctive":
        raise click.UsageError("--from cannot be combined with GAME, --misere or --sum: the record contains them")

    def given(name: str) -> bool:
        return context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT

    if not given("level") and record.level is not None:
        asked["level"] = record.level
    if not given("seed"):
        asked["seed"] = record.seed
    if not given("first") and COMPUTER in record.names:
        asked["first"] = "computer" if record.first == COMPUTER else "me"
    with naming(asked["source"]):
        return record.start(files=asked["trust"])


def _players(you: int, record: MatchRecord | None) -> dict[str, str]:
    """Return the names of both players for a record; `you` is 0 if the person is the first player, otherwise 1."""
    from ..workflows.playing import COMPUTER

    person = "person"
    if record is not None and record.names[you] != COMPUTER:
        person = record.names[you]
    return {"first": person, "second": COMPUTER} if you == 0 else {"first": COMPUTER, "second": person}


class _Conversation:
    def __init__(
        self, match: Match, opponent: Opponent, *, you: int, hints: bool, recorder: Recorder | None = None
    ) -> None:
        self.match = match
        self.opponent = opponent
        self.you = you
        self.hints = hints
        self.recorder = recorder
        self.names = ("you", "the computer") if you == 0 else ("the computer", "you")
        self.hinted = 0
        self.humble = False
        self.sampling = False
        self.commands: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "why": lambda: click.echo(self.match.why()),
            "undo": self._undo,
            "moves": self._moves,
            "board": self._show,
            **dict.fromkeys(("help", "?", "h"), _help),
        }

    def run(self) -> None:
        if not self.match.history:
            self._record()
        self._open()
        while not self.match.over:
            if self.match.player != self.you:
                choice = self.opponent.choose(self.match)
                if choice.reason == "sampled" and not self.sampling:
                    self.sampling = True
                    click.echo(
                        "This game is too large to solve, so the computer samples. It is not known who is winning."
                    )
                if choice.reason == "unknown" and not self.humble:
                    self.humble = True
                    click.echo("This game is too large to solve, so the computer plays any legal move.")
                self._play("the computer", choice.move)
                if not self.match.over:
                    click.echo("")
                    self._show()
            elif (only := self.match.only_pass()) is not None:
                self._play("you", only)
            elif not self._person():
                click.echo("Goodbye.")
                return
        self._close()

    # Turns

    def _open(self) -> None:
        from ..workflows.playing import aim, example_move, rule_lines
        from ..workflows.solving import LoopyFacts

        solution = self.match.judge.solution(self.match.game)
        if not self.match.over:
            example_move(self.match.game)
        for line in rule_lines(self.match.game):
            click.echo(line)
        if isinstance(solution.facts, LoopyFacts):
            click.echo("Play can continue forever. A position that occurs for the third time, with the same player")
            click.echo("to move, is a draw.")
        click.echo(
            f"{aim(self.match.misere, self.match.game)} {'You begin' if self.you == 0 else 'The computer begins'}."
        )
        if told := where_drawn(self.match.game):
            click.echo(told)
        click.echo("")
        if not self.match.over:
            self._show()

    def _person(self) -> bool:
        """Read one line that the person types and act on it; return False if the person wants to leave."""
        line = _ask(self._words())
        word = "" if line is None else " ".join(line.lower().split())
        if line is None or word in {"quit", "q", "exit", "bye"}:
            return False
        if word in self.commands:
            self.commands[word]()
        elif not word:
            click.echo("Type a move, or help.")
        else:
            try:
                self._play("you", self.match.find(line))
            except InputError as error:
                said = f"{error.message[:1].upper()}{error.message[1:]}"
                click.echo(f"{said}{f' ({error.hint})' if error.hint else ''}.")
        return True

    def _words(self) -> Iterator[str]:
        """Yield the words that the person can type now; they are computed only when the tab key is pressed."""
        yield from HELP
        count = self.match.count()
        if count is not None and count <= MOST_LISTED:
            yield from map(self.match.words, self.match.moves())

    def _play(self, who: str, move: PartMove) -> None:
        from ..workflows.playing import sentence

        words = self.match.words(move)
        self.match.play(move)
        self.hinted = 0
        self._record()
        click.echo(coloured(sentence(who, words, move.move.kind), "you" if who == "you" else "computer"))

    def _close(self) -> None:
        from ..workflows.playing import review_lines

        self._record(judged=True)
        won = self.match.winner == self.you
        if not self.match.history:
            click.echo("No move is left.")
        click.echo("")
        if self.match.drawn:
            click.echo(
                "A draw." if two_sided(self.match.game) else "A draw: the same position occurs for the third time."
            )
        else:
            click.echo(coloured("You win." if won else "The computer wins.", "won" if won else "lost"))
        for line in review_lines(self.match, self.names):
            click.echo(line)

    def _record(self, *, judged: bool = False) -> None:
        if self.recorder is not None:
            self.recorder.save(self.match, judged=judged)

    # Commands

    def _show(self) -> None:
        click.echo(_head(self.match))
        for line in marked(self._last_boards(), fitting(WIDTH)):
            click.echo(line)
        if self.match.player != self.you:
            return
        count = self.match.count()
        self._list(count) if count is not None and count <= MOST_SHOWN else self._example(count)
        if self.hints:
            outcome = self.match.outcome()
            if outcome is None:
                click.echo("It is not known who is winning.")
            elif outcome is Outcome.P:
                click.echo("You are losing.")
            elif outcome is Outcome.D:
                from ..workflows.playing import DRAWN, hint

                click.echo(f"{DRAWN} {hint(self.match, 2)}")
            else:
                from ..workflows.playing import named_move

                wins = self.match.judge.winning_moves(self.match.game)
                named = (named_move(self.match.game, move) for move in wins[:10])
                told = "; ".join(map(self.match.words, named)) or "not searched"
                more = f"; and {len(wins) - 10} more" if len(wins) > 10 else ""
                click.echo(f"You are winning. {'Winning move' if len(wins) == 1 else 'Winning moves'}: {told}{more}")

    def _last_boards(self) -> list[tuple[str, list[str]]]:
        count = len(self.match.history)
        last = range(max(0, count - 2), count)
        boards = [(self.names[number % 2], game_lines(self.match.history[number].game)) for number in last]
        return [*boards, ("", game_lines(self.match.game))]

    def _list(self, count: int) -> None:
        words = [f"{i}  {self.match.words(move)}" for i, move in enumerate(self.match.moves(), 1)]
        pad = len(str(count))
        for line in _in_columns([" " * (pad - word.index(" ")) + word for word in words]):
            click.echo(line)

    def _example(self, count: int | None) -> None:
        from ..workflows.playing import example_move

        number = "very many" if count is None or count > 10**9 else str(count)
        click.echo(f"There are {number} moves; type for example: {example_move(self.match.game)}")

    def _hint(self) -> None:
        from ..workflows.playing import hint

        self.hinted = min(self.hinted + 1, 3)
        click.echo(hint(self.match, self.hinted))

    def _undo(self) -> None:
        if not self.match.undo_turn():
            click.echo("No move can be taken back.")
            return
        self.hinted = 0
        self._record()
        click.echo("Your last move is taken back.")
        click.echo("")
        self._show()

    def _moves(self) -> None:
        count = self.match.count()
        try:
            self._list(count) if count is not None and count <= MOST_LISTED else self._example(count)
        except LimitReached as error:
            click.echo(f"{error.message}.")


def _head(match: Match) -> str:
    text = str(match.game)
    head = f"Move {len(match.history) + 1}"
    return coloured(f"{head}   {text}" if len(text) <= fitting(WIDTH) - 12 else head, bold=True)


def _help() -> None:
    click.echo(prose(TYPED))
    for word, meaning in HELP.items():
        click.echo(prose(meaning, initial_indent=f"  {word:<8}", subsequent_indent=" " * 10))


def _in_columns(words: list[str]) -> list[str]:
    """Arrange words in columns, read from top to bottom; up to eight form one column."""
    width = max(map(len, words), default=0) + 3
    across = 1 if len(words) <= 8 else max(1, (fitting(WIDTH) - 2) // width)
    rows = -(-len(words) // across)
    return ["  " + "".join(word.ljust(width) for word in words[i::rows]).rstrip() for i in range(rows)]


def _ask(words: Iterable[str]) -> str | None:
    line_editing(words)
    try:
        line = input(PROMPT if fitting(WIDTH) >= WIDTH else SHORT_PROMPT)
    except EOFError:
        click.echo("")
        return None
    except UnicodeDecodeError:
        line = ""
    if not sys.stdin.isatty():
        click.echo(
            "".join(c if c.isprintable() else "?" for c in line)
        )  # input from a file leaves the same transcript as typed input
    return line
