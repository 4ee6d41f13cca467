"""Kinds about outcomes: the winner, all winning moves, the only winning move, beating the computer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from grundy import Match
from grundy.core import Game, MoveError
from grundy.workflows import Opponent

from .boards import is_lost, moves_of, shows_loss, shows_win
from .definition import Definition
from .exercise import LETTERS, Exercise, ExerciseKind, Grade, one_of, read_answer

PLAYERS = ("the player who moves now", "the other player")
NONE = "no move wins"
MOST_CHOICES = 12
TRIES = 1000
"""The largest number of positions drawn until one fits."""


class _Judging(ExerciseKind):
    """Base class of the exercises about the outcome of a position and its winning moves."""

    route = "the theory that solves the game"
    second = "the definition: every move of every component"

    def drawn(self, rng: Random, fits: Callable[[Game], bool]) -> Game:
        games: Iterator[Game] = (self.draw(rng) for _ in range(TRIES))
        return next(game for game in games if fits(game))

    def lost(self, game: Game) -> bool:
        """Return whether the player to move loses."""
        return is_lost(game, misere=self.misere)


class Winner(_Judging):
    """Exercises that ask which player wins a position."""

    form = "one"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random position, a P-position with probability 1/2."""
        wanted = rng.random() < 0.5
        game = self.drawn(rng, lambda game: self.lost(game) == wanted)
        prompt = f"{game}{self.whose}: who wins if both play as well as possible?"
        return Exercise(prompt, "one", "b" if wanted else "a", PLAYERS, game, self.misere)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again: find by definition whether the first player wins.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        return "b" if by.lost(_board(exercise), misere=self.misere) else "a"

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Explain a wrong answer by a winning move, or by winning replies to the first moves.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        if given == "b":
            return (shows_win(_board(exercise), misere=self.misere),)
        return ("Every move has a winning reply.", *shows_loss(_board(exercise), misere=self.misere))


class WinningMoves(_Judging):
    """Exercises that ask for all winning moves of a position."""

    form = "many"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random position that has 2 to 12 moves."""
        game = self.drawn(rng, lambda game: 2 <= len(list(moves_of(game))) <= MOST_CHOICES)
        moves = list(moves_of(game))
        wins = [letter for letter, (_, left) in zip(LETTERS, moves, strict=False) if self.lost(left)]
        choices = (*(words for words, _ in moves), NONE)
        prompt = f"{game}{self.whose}: which moves win? Choose all of them."
        answer = " ".join(wins) or LETTERS[len(moves)]
        return Exercise(prompt, "many", answer, choices, game, self.misere)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again: list the moves whose options are P-positions by definition.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer, computed a second time.
        """
        moves = list(moves_of(_board(exercise)))
        wins = [a for a, (_, left) in zip(LETTERS, moves, strict=False) if by.lost(left, misere=self.misere)]
        return " ".join(wins) or LETTERS[len(moves)]

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name a winning reply to each chosen move that does not win, and each winning move that was not chosen.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        said, wins = [], exercise.answer.split()
        for letter, (words, left) in zip(LETTERS, moves_of(_board(exercise)), strict=False):
            if letter in given.split() and letter not in wins:
                said.append(f'"{words}" does not win. {shows_win(left, misere=self.misere)}')
            elif letter in wins and letter not in given.split():
                said.append(f'"{words}" wins too: it leaves {left}, where the player to move loses.')
        if LETTERS[len(exercise.choices) - 1] in given.split() and wins:
            said.append("A winning move exists.")
        return tuple(said)


class OneWinningMove(_Judging):
    """Exercises that offer up to four moves of a position, of which exactly one wins."""

    form = "one"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random position, one of its winning moves and up to three losing ones."""
        for _ in range(TRIES):
            game = self.draw(rng)
            moves = list(moves_of(game))
            rng.shuffle(moves)
            wins = [words for words, left in moves if self.lost(left)]
            others = [words for words, left in moves if not self.lost(left)]
            if wins and len(others) > 1:
                break
        choices, answer = one_of(rng, wins[0], others[:3])
        prompt = f"{game}{self.whose}: exactly one of these moves wins. Which?"
        return Exercise(prompt, "one", answer, choices, game, self.misere)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Compute the right answer again: list the letters of all offered moves that win by definition.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The letters; the exercise is correct if there is only one.
        """
        left = dict(moves_of(_board(exercise)))
        return " ".join(a for a, words in exercise.lettered if by.lost(left[words], misere=self.misere))

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name the reply that wins against the chosen move.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        words = dict(exercise.lettered)[given]
        left = dict(moves_of(_board(exercise)))[words]
        return (f'After "{words}" the other player wins. {shows_win(left, misere=self.misere)}',)


class Beat(_Judging):
    """Exercises in which the student plays an N-position and must beat the computer.

    The answer lists the moves of the student, separated by `;`.
    """

    form = "match"

    def make(self, rng: Random) -> Exercise:
        """Generate an exercise with a random N-position; its answer is one way to win."""
        game = self.drawn(rng, lambda game: not self.lost(game))
        prompt = f"{game}{self.whose}: you move first and can win. Beat the computer."
        answer, match = [], Match(game, self.misere)
        while not match.over:
            move = Opponent(100, 0).choose(match)
            if match.player == 0:
                answer.append(match.words(move.move))
            match.play(move.move)
        return Exercise(prompt, "match", "; ".join(answer), (), game, self.misere)

    def again(self, exercise: Exercise, by: Definition) -> str:
        """Check the right answer: each of its moves must leave a P-position by definition, and the last one ends play.

        Args:
            exercise: The exercise to solve again.
            by: A solver by definition.

        Returns:
            The answer if it wins, otherwise what is wrong with it.
        """
        match = Match(_board(exercise), self.misere)
        for text in exercise.answer.split("; "):
            match.play(match.find(text))
            if not by.lost(match.game, misere=self.misere):
                return f"{text} does not win"
            if not match.over:
                match.play(Opponent(100, 0).choose(match).move)
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
        match, told = Match(_board(exercise), self.misere), []
        for words in filter(None, (part.strip() for part in text.split(";"))):
            if match.over:
                raise MoveError("the game is over: no move is left")
            move = match.find(words)
            told.append(match.words(move))
            match.play(move)
            if not match.over:
                reply = Opponent(100, 0).choose(match).move
                told.append(match.words(reply))
                match.play(reply)
        return match, told

    def grade(self, exercise: Exercise, text: str) -> Grade:
        """Grade a match against the computer; if it is not won, name the first mistake.

        Args:
            exercise: The exercise that the student answered.
            text: The moves of the student, separated by `;`.

        Returns:
            The grade; it is right if the match is over and the student has won.

        Raises:
            InputError: If the moves are missing or too many, or if a move is illegal.
        """
        match, _ = self.played(exercise, read_answer(exercise, text))
        if match.over and match.winner == 0:
            return Grade(right=True, said=())
        said = self.refute(exercise, text)
        return Grade(right=False, said=said or ("The match is not over: make a move.",), game=match.game)

    def refute(self, exercise: Exercise, given: str) -> tuple[str, ...]:
        """Name the first move after which the computer can win, and a better one.

        Args:
            exercise: The exercise that the student answered.
            given: The wrong answer.

        Returns:
            The sentences of the explanation.
        """
        match = Match(_board(exercise), self.misere)
        for words in filter(None, (part.strip() for part in given.split(";"))):
            before = match.game
            match.play(match.find(words))
            if not self.lost(match.game):
                first = f'"{words}" gave the win away. {shows_win(match.game, misere=self.misere)}'
                return first, f"Try again from there: {shows_win(before, misere=self.misere)}"
            if not match.over:
                match.play(Opponent(100, 0).choose(match).move)
        return ()


def _board(exercise: Exercise) -> Any:  # noqa: ANN401  # every kind in this file has one
    return exercise.game
