"""Kinds of exercises about outcomes: the winner, all winning moves, the only winning move, beating the computer.

The constructor argument `draw` of each class is a function that returns a random position. `draw` is repeated until a
position fits the question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from grundy import Match
from grundy.core import Game, MoveError
from grundy.workflows import Opponent
from grundy.workflows.playing import PartMove

from .boards import is_lost, moves_of, shows_loss, shows_win
from .definition import Definition
from .exercise import LETTERS, Exercise, ExerciseKind, Grade, one_of, read_answer

PLAYERS = ("the player who moves now", "the other player")
NONE = "no move wins"
CALLS = {
    "match": "You move first and can win. Beat grundy.",
    "move": "Make a move that wins.",
    "predict": "You move first. Who wins if both play perfectly?",
}
"""The questions about a position on a board, by what the learner does."""
MOST_CHOICES = 12
TRIES = 1000
"""The largest number of positions drawn until one fits."""


class Judging(ExerciseKind):
    """Base class of the exercises about the outcome of a position and its winning moves."""

    def drawn(self, rng: Random, fits: Callable[[Game], bool]) -> Game:
        """Draw up to 1000 random positions and return the first one that fits the question.

        Args:
            rng: The source of randomness.
            fits: A function that returns whether a position fits the question.

        Returns:
            The position.
        """
        games: Iterator[Game] = (self.draw(rng) for _ in range(TRIES))
        return next(game for game in games if fits(game))

    def lost(self, game: Game) -> bool:
        """Return whether the player to move loses, in the play convention of this kind of exercises."""
        return is_lost(game, misere=self.misere)

    def call(self, exercise: Exercise) -> str:
        return CALLS[self.act]

    def winning_reply(self, game: Game) -> str:
        """Return a sentence that names a winning move of an N-position."""
        return shows_win(game, misere=self.misere)

    def answered(self, game: Game, move: PartMove) -> str:
        """Explain why a move does not win.

        Args:
            game: The position before the move.
            move: The move, which does not win.

        Returns:
            A sentence that names the winning reply.
        """
        left = game.after(move.part, move.move.leaves)
        return f'After "{Match(game).words(move)}" the other player wins. {self.winning_reply(left)}'


class Winner(Judging):
    """Exercises that ask which player wins a position: letter "a" is the player to move, "b" the other one.

    The position is a P-position with probability 1/2.
    """

    form = "one"
    act = "predict"

    def make(self, rng: Random) -> Exercise:
        wanted = rng.random() < 0.5
        game = self.drawn(rng, lambda game: self.lost(game) == wanted)
        prompt = f"{game}{self.whose}: who wins if both play as well as possible?"
        return Exercise(prompt, "b" if wanted else "a", PLAYERS, game)

    def again(self, exercise: Exercise, by: Definition) -> str:
        return "b" if by.lost(exercise.board, misere=self.misere) else "a"

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        if given == "b":
            return (self.winning_reply(exercise.board),)
        return ("Every move has a winning reply.", *shows_loss(exercise.board, misere=self.misere))

    def against(self, exercise: Exercise, given: str) -> Game | None:
        return exercise.game


class WinningMoves(Judging):
    """Exercises that ask for all winning moves of a position that has 2 to 12 moves.

    The choices are the moves and, last, "no move wins". The answer lists the letters of the right choices.
    """

    form = "many"
    act = "move"

    def make(self, rng: Random) -> Exercise:
        game = self.drawn(rng, lambda game: 2 <= len(list(moves_of(game))) <= MOST_CHOICES)
        choices = (*(words for words, _ in moves_of(game)), NONE)
        return Exercise(
            f"{game}{self.whose}: which moves win? Choose all of them.", _wins(game, self.lost), choices, game
        )

    def again(self, exercise: Exercise, by: Definition) -> str:
        return _wins(exercise.board, lambda left: by.lost(left, misere=self.misere))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        said, wins = [], exercise.answer.split()
        for letter, (words, left) in zip(LETTERS, moves_of(exercise.board), strict=False):
            if letter in given.split() and letter not in wins:
                said.append(f'"{words}" does not win. {self.winning_reply(left)}')
            elif letter in wins and letter not in given.split():
                said.append(f'"{words}" wins too: it leaves {left}, where the player to move loses.')
        if LETTERS[len(exercise.choices) - 1] in given.split() and wins:
            said.append("A winning move exists.")
        return tuple(said)


def _wins(game: Game, lost: Callable[[Game], bool]) -> str:
    """Return the letters of the winning moves of a position, separated by spaces.

    The moves have the letters a, b, c and so on, and the choice "no move wins" has the next letter. If no move wins,
    return that letter. The function `lost` returns whether the player to move in a position loses.
    """
    moves = list(moves_of(game))
    wins = [letter for letter, (_, left) in zip(LETTERS, moves, strict=False) if lost(left)]
    return " ".join(wins) or LETTERS[len(moves)]


class OneWinningMove(Judging):
    """Exercises that offer three or four moves of a position; the answer is the letter of the only one that wins."""

    form = "one"
    act = "move"

    def make(self, rng: Random) -> Exercise:
        for _ in range(TRIES):
            game = self.draw(rng)
            moves = list(moves_of(game))
            rng.shuffle(moves)
            wins = [words for words, left in moves if self.lost(left)]
            others = [words for words, left in moves if not self.lost(left)]
            if wins and len(others) > 1:
                break
        choices, answer = one_of(rng, wins[0], others[:3])
        return Exercise(f"{game}{self.whose}: exactly one of these moves wins. Which?", answer, choices, game)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Return the letters of the offered moves that win, computed by definition as a check of the answer.

        Letters are separated by spaces. If the exercise is right, there is exactly one letter.
        """
        left = dict(moves_of(exercise.board))
        return " ".join(a for a, words in exercise.lettered if by.lost(left[words], misere=self.misere))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        words = dict(exercise.lettered)[given]
        left = dict(moves_of(exercise.board))[words]
        return (f'After "{words}" the other player wins. {self.winning_reply(left)}',)


class Beat(Judging):
    """Exercises in which the student plays an N-position and must beat the computer.

    The answer lists the moves of the student, separated by `;`.
    """

    form = "match"
    act = "match"

    def make(self, rng: Random) -> Exercise:
        game = self.drawn(rng, lambda game: not self.lost(game))
        prompt = f"{game}{self.whose}: you move first and can win. Beat the computer."
        answer, match = [], Match(game, self.misere)
        while not match.over:
            move = Opponent(100, 0).choose(match)
            if match.player == 0:
                answer.append(match.words(move.move))
            match.play(move.move)
        return Exercise(prompt, "; ".join(answer), game=game)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Check by definition the moves in `exercise.answer`, and return this answer if they are right.

        They are right if each of them leaves a P-position and the student wins the match. Otherwise return a text that
        states the fault.
        """
        match = Match(exercise.board, self.misere)
        for text in exercise.answer.split("; "):
            match.play(match.find(text))
            if not by.lost(match.game, misere=self.misere):
                return f"{text} does not win"
            _reply(match)
        return exercise.answer if match.over and match.winner == 0 else "not played to the end"

    def played(self, exercise: Exercise, text: str) -> tuple[Match, list[str]]:
        """Play the moves of a student and the replies of the computer.

        Args:
            exercise: The exercise that the student answered.
            text: The moves of the student, separated by `;`.

        Returns:
            The match after these moves, and the moves of both players in words.

        Raises:
            MoveError: If a move is illegal, or if the match is over before the last move.
        """
        match, moves = Match(exercise.board, self.misere), []
        for words in _split(text):
            if match.over:
                raise MoveError("the game is over: no move is left")
            move = match.find(words)
            moves.append(match.words(move))
            match.play(move)
            moves += _reply(match)
        return match, moves

    def grade(self, exercise: Exercise, text: str) -> Grade:
        """Grade a match against the computer; if it is not won, name the first mistake.

        Args:
            exercise: The exercise that the student answered.
            text: The moves of the student, separated by `;`.

        Returns:
            The grade; it is right if the match is over and the student has won.

        Raises:
            InputError: If the text is empty or has more than 4000 characters, or if a move is illegal.
        """
        match, _ = self.played(exercise, read_answer(exercise, text))
        if match.over and match.winner == 0:
            return Grade(right=True, said=())
        said = self.refute(exercise, text)
        return Grade(right=False, said=said or ("The match is not over: make a move.",), game=match.game)

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name the first move of the student that lets the computer win, and a move that wins instead.

        `given` contains the moves of the student, separated by `;`. Return no sentences if there is no such move.
        """
        match = Match(exercise.board, self.misere)
        for words in _split(given):
            before = match.game
            match.play(match.find(words))
            if not self.lost(match.game):
                first = f'"{words}" gave the win away. {self.winning_reply(match.game)}'
                return first, f"Try again from there: {self.winning_reply(before)}"
            _reply(match)
        return ()


def _split(text: str) -> Iterator[str]:
    return filter(None, (part.strip() for part in text.split(";")))


def _reply(match: Match) -> list[str]:
    """Let the computer move in a match, and return a list with this move in words.

    If the match is already over, return an empty list.
    """
    if match.over:
        return []
    move = Opponent(100, 0).choose(match).move
    words = match.words(move)
    match.play(move)
    return [words]
