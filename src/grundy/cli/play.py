"""`grundy play GAME`: a calm conversation with the computer, in the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from ..core import Heaps, InputError, LimitReached, Outcome, two_sided
from .options import misere_option, sum_option

if TYPE_CHECKING:
    from ..workflows.legal import PartMove
    from ..workflows.match import Match
    from ..workflows.opponent import Opponent

PROMPT = "your move (or hint, why, undo, moves, quit): "
MOST_SHOWN = 20
"""Moves listed unasked."""
MOST_LISTED = 1000
"""Moves listed at once on request."""
MOST_PARTS = 40
"""Parts drawn at once."""
WIDTH = 79
HELP = """\
Type a move by its number or in words: 3, take 2, take 2 from heap 1, 2: take 1.
  hint    a hint; ask again for more        why     who wins here, and the reason
  undo    take your last move back          moves   list all moves
  board   show the board again              quit    leave the game"""


@click.command()
@click.argument("game")
@misere_option
@sum_option
@click.option("--level", default="perfect", metavar="perfect|0..100", help="Percentage of perfect moves.")
@click.option("--first", type=click.Choice(["me", "computer"]), default="me", help="Who begins.")
@click.option("--hints", is_flag=True, help="Show who is winning, and the winning moves.")
@click.option("--seed", type=int, default=None, help="Repeat the moves that a fallible computer draws by lot.")
def play(game: str, misere: bool, compound: str, level: str, first: str, hints: bool, seed: int | None) -> int:
    """Play a GAME such as "nim: 3 5 7" against the computer; a position that stands three times is a draw."""
    from ..notation import read_game
    from ..workflows.compounds import compound_of
    from ..workflows.match import Match
    from ..workflows.opponent import Opponent

    try:
        opponent = Opponent(level, seed)
    except InputError as error:
        raise click.BadParameter(error.message, param_hint="--level") from None
    match = Match(compound_of(compound, read_game(game)), misere)
    _Conversation(match, opponent, you=0 if first == "me" else 1, hints=hints).run()
    return 0


class _Conversation:
    """Asks, plays and tells until somebody has won or wants to leave."""

    def __init__(self, match: Match, opponent: Opponent, *, you: int, hints: bool) -> None:
        """Let the person be player number `you`."""
        self.match = match
        self.opponent = opponent
        self.you = you
        self.hints = hints
        self.names = ("you", "the computer") if you == 0 else ("the computer", "you")
        self.hinted = 0
        self.humble = False
        self.sampling = False
        self.commands: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "moves": self._moves,
            "board": self._show,
            "help": self._help,
            "?": self._help,
            "h": self._help,
        }

    def run(self) -> None:
        """Play until the end, `quit` or the end of the input."""
        self._open()
        while not self.match.over:
            if self.match.player != self.you:
                self._computer()
            elif (only := self.match.only_pass()) is not None:
                self._play("you", only)
            elif not self._person():
                _say("Goodbye.")
                return
        self._close()

    # Turns.

    def _open(self) -> None:
        """Tell the rules; a game whose moves cannot be listed is refused here."""
        from ..workflows.facts import LoopyFacts
        from ..workflows.telling import aim, rules_told
        from ..workflows.typed import example

        solution = self.match.judge.solution(self.match.game)
        if not self.match.over:
            example(self.match.game)
        for line in rules_told(self.match.game):
            _say(line)
        if isinstance(solution.facts, LoopyFacts):
            _say("Play can go on for ever: a position that stands for the third time, with the same player to move, is")
            _say("a draw.")
        _say(f"{aim(self.match.misere, self.match.game)} {'You begin' if self.you == 0 else 'The computer begins'}.")
        _say("")
        if not self.match.over:
            self._show()

    def _person(self) -> bool:
        """Let the person say one thing; return False when they want to leave."""
        line = _ask()
        word = "" if line is None else " ".join(line.lower().split())
        if line is None or word in {"quit", "q", "exit", "bye"}:
            return False
        if word in self.commands:
            self.commands[word]()
        elif not word:
            _say("Type a move, or help.")
        else:
            self._try(line)
        return True

    def _try(self, line: str) -> None:
        """Play the move that a line means, or say in one line why not."""
        try:
            self._play("you", self.match.find(line))
        except InputError as error:
            _say(f"{error.message[:1].upper()}{error.message[1:]}{f' ({error.hint})' if error.hint else ''}.")

    def _computer(self) -> None:
        """Let the computer move."""
        choice = self.opponent.choose(self.match)
        if choice.reason == "sampled" and not self.sampling:
            self.sampling = True
            _say("This game is too large to solve: playing by sampling. Who is winning is not known.")
        if choice.reason == "unknown" and not self.humble:
            self.humble = True
            _say("This game is too large for me to see through: I simply make a legal move.")
        self._play("the computer", choice.move)
        if not self.match.over:
            _say("")
            self._show()

    def _play(self, who: str, move: PartMove) -> None:
        """Play a move and tell it."""
        from ..workflows.telling import sentence

        words = self.match.words(move)
        self.match.play(move)
        self.hinted = 0
        _say(_coloured(sentence(who, words), "cyan" if who == "you" else "yellow"))

    def _close(self) -> None:
        """Say who won, and review the match."""
        from ..workflows.review import review_told

        won = self.match.winner == self.you
        if not self.match.history:
            _say("There is no move to make.")
        _say("")
        if self.match.drawn:
            _say("A draw." if two_sided(self.match.game) else "A draw: the same position stands for the third time.")
        else:
            _say(_coloured("You win." if won else "The computer wins.", "green" if won else "magenta"))
        for line in review_told(self.match, self.names):
            _say(line)

    # Commands.

    def _show(self) -> None:
        """Show the board, and the moves when they are few."""
        _say(_head(self.match))
        for line in board(self.match):
            _say(line)
        if self.match.player != self.you:
            return
        count = self.match.count()
        self._list(count) if count is not None and count <= MOST_SHOWN else self._example(count)
        if self.hints:
            self._tell_hints()

    def _list(self, count: int) -> None:
        """List all moves with their numbers."""
        words = [f"{i}  {self.match.words(move)}" for i, move in enumerate(self.match.moves(), 1)]
        pad = len(str(count))
        for line in _in_columns([" " * (pad - word.index(" ")) + word for word in words]):
            _say(line)

    def _example(self, count: int | None) -> None:
        """Show how to type a move where there are too many to list."""
        from ..workflows.typed import example

        number = "very many" if count is None or count > 10**9 else str(count)
        _say(f"There are {number} moves; type for example: {example(self.match.game)}")

    def _tell_hints(self) -> None:
        """Say who is winning, and by which moves."""
        outcome = self.match.outcome()
        if outcome is None:
            _say("Who is winning is not known.")
        elif outcome is Outcome.P:
            _say("You are losing.")
        elif outcome is Outcome.D:
            from ..workflows.review import hint

            _say(f"{hint(self.match, 1)} {hint(self.match, 2)}")
        else:
            wins = self.match.judge.winning_moves(self.match.game)
            told = "; ".join(self.match.words(move) for move in wins[:10]) or "too many to look through"
            more = f"; and {len(wins) - 10} more" if len(wins) > 10 else ""
            _say(f"You are winning. {'Winning move' if len(wins) == 1 else 'Winning moves'}: {told}{more}")

    def _hint(self) -> None:
        """Give the next of three hints."""
        from ..workflows.review import hint

        self.hinted = min(self.hinted + 1, 3)
        _say(hint(self.match, self.hinted))

    def _why(self) -> None:
        """Explain who wins."""
        _say(self.match.why())

    def _undo(self) -> None:
        """Take back the last move of the person and the answer to it."""
        if not self.match.undo_turn():
            _say("You have no move to take back.")
            return
        self.hinted = 0
        _say("Your last move is taken back.")
        _say("")
        self._show()

    def _moves(self) -> None:
        """List all moves, unless they are far too many."""
        count = self.match.count()
        try:
            self._list(count) if count is not None and count <= MOST_LISTED else self._example(count)
        except LimitReached as error:
            _say(f"{error.message}.")

    def _help(self) -> None:
        """Show what can be typed."""
        _say(HELP)


def board(match: Match) -> list[str]:
    """Return the picture of every part; single heaps of one rule stand in one picture."""
    from ..drawing import scene_text
    from ..workflows.words import part_name

    game, lines, part = match.game, [], 0
    for ruleset, parts in game.summands:
        several = len(game.summands) > 1
        scenes = [ruleset.scene(position) for position in parts[:MOST_PARTS]]
        names = [part_name(game, part + i) for i in range(len(scenes))]
        if ruleset.heaps and game.size > 1 and all(isinstance(scene, Heaps) for scene in scenes):
            sizes = tuple(scene.sizes[0] for scene in scenes if isinstance(scene, Heaps))
            lines += [f"{ruleset.name}:"] * several + [scene_text(Heaps(sizes, tuple(names)))]
        else:
            for name, scene in zip(names, scenes, strict=True):
                title = f"{name}, {ruleset.name}:" if several else f"{name}:"
                lines += [title] * (game.size > 1) + [scene_text(scene)]
        if len(parts) > MOST_PARTS:
            lines.append(f"... and {len(parts) - MOST_PARTS} more")
        part += len(parts)
    return lines


def _head(match: Match) -> str:
    """Return the number of the move and the game in notation, when it is short."""
    text = str(match.game)
    head = f"Move {len(match.history) + 1}"
    return _coloured(f"{head}   {text}" if len(text) <= WIDTH - 12 else head, "", bold=True)


def _in_columns(words: list[str]) -> list[str]:
    """Set words in columns, read from top to bottom; up to eight stand in one column."""
    width = max(map(len, words), default=0) + 3
    across = 1 if len(words) <= 8 else max(1, (WIDTH - 2) // width)
    rows = -(-len(words) // across)
    return ["  " + "".join(word.ljust(width) for word in words[i::rows]).rstrip() for i in range(rows)]


def _ask() -> str | None:
    """Return what the person types, or None at the end of the input."""
    try:
        line = input(PROMPT)
    except EOFError:
        _say("")
        return None
    except UnicodeDecodeError:
        line = ""
    if not sys.stdin.isatty():
        _say("".join(c if c.isprintable() else "?" for c in line))  # a written conversation reads like a spoken one
    return line


def _coloured(text: str, colour: str, *, bold: bool = False) -> str:
    """Colour a text on a terminal, unless NO_COLOR is set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return click.style(text, fg=colour or None, bold=bold or None)


def _say(text: str) -> None:
    """Write a line of the conversation."""
    click.echo(text)
