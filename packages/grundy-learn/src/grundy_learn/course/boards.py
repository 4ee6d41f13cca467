"""Positions for exercises, with their outcomes, moves in words, and explanations of wrong answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from grundy import Match, Rules
from grundy.core import Game, LimitReached, Outcome
from grundy.notation import read_game
from grundy.sequences import Period
from grundy.workflows import Solver

Position = Any
SHOWN = 3
"""Moves to which a refutation replies one by one."""


def family(example: str) -> Callable[..., Game]:
    """Return a function that takes positions and returns their sum, by the ruleset of an example game in notation.

    >>> family("nim: 3 5 7")(4, 4)
    <Game nim: 4 4>
    """
    ruleset = read_game(example).summands[0].ruleset
    return lambda *positions: Game.of(ruleset, *positions)


def take_text(numbers: Iterable[int]) -> str:
    """Return, in notation, the rule that a move takes one of some numbers of tokens; the result lists them in order.

    >>> take_text([4, 1, 3, 1])
    'take {1, 3, 4}'
    """
    return "take {" + ", ".join(map(str, sorted({*numbers}))) + "}"


def is_lost(game: Game, *, misere: bool = False) -> bool:
    """Return whether the player to move loses, computed by the fastest method that applies to the game.

    Args:
        game: The position to judge.
        misere: Whether the player who makes the last move loses.

    Returns:
        Whether it is a P-position.
    """
    return Solver(game, misere).solve().outcome is Outcome.P


def value_of(game: Game) -> int:
    """Return the Grundy value of a game by the fastest method that applies; raise `LimitReached` if none finds it."""
    value = Solver(game).solve().value
    if value is None:
        raise LimitReached(f"the value of {game} was not found", kind="positions")
    return value


def period_of(rules: Rules) -> Period:
    """Return the preperiod and period of the Grundy values of a ruleset, with proof.

    Raise `LimitReached` if no period was found.
    """
    found = rules.period()
    if found is None:
        raise LimitReached(f"no period of {rules.name} was found", kind="size")
    return found


def moves_of(game: Game) -> Iterator[tuple[str, Game]]:
    """Yield a pair for each move of a game: the move in words, and the game after the move.

    Of several moves with the same words, only the first one is used.
    """
    match, seen = Match(game), set()
    for move in match.moves():
        words = match.words(move)
        if words not in seen:
            seen.add(words)
            yield words, game.after(move.part, move.move.leaves)


def winning_move(game: Game, *, misere: bool = False) -> tuple[str, Game] | None:
    """Return the first winning move that the solver lists.

    Args:
        game: The position to judge.
        misere: Whether the player who makes the last move loses.

    Returns:
        The move in words and the game after it, or None in a P-position.
    """
    found = Solver(game, misere).solve()
    if not found.winning_moves:
        return None
    best, match = found.winning_moves[0], Match(game)
    left = game.after(best.part, best.pieces)
    words = next(match.words(m) for m in match.moves() if (m.part, m.move.leaves) == (best.part, best.pieces))
    return words, left


def shows_win(game: Game, *, misere: bool = False) -> str:
    """Name a winning move of an N-position, in one sentence for a student.

    Args:
        game: The position.
        misere: Whether the player who makes the last move loses.

    Returns:
        The sentence, for example to explain a wrong answer. If no move is left, which wins in misère play, the sentence
        states this.
    """
    found = winning_move(game, misere=misere)
    if found is None:
        return f"No move is left in {game}: in misère play the player who cannot move wins."
    words, left = found
    return f'In {game} the move "{words}" wins: it leaves {left}, where the player to move loses.'


def shows_loss(game: Game, *, misere: bool = False) -> tuple[str, ...]:
    """Name a winning reply to each of the first three moves of a P-position, in sentences for a student.

    Args:
        game: The position to judge.
        misere: Whether the player who makes the last move loses.

    Returns:
        One sentence for each of these moves. If no move is left, one sentence that states this.
    """
    moves = list(moves_of(game))
    if not moves:
        return (f"In {game} no move is left, so the player to move has lost.",)
    return tuple(_answered(words, left, misere=misere) for words, left in moves[:SHOWN])


def _answered(words: str, left: Game, *, misere: bool) -> str:
    reply = winning_move(left, misere=misere)
    if reply is None:
        return f'"{words}" makes the last move, which loses in misere play.' if misere else f'"{words}" wins.'
    return f'"{words}" leaves {left}; the reply "{reply[0]}" leaves {reply[1]}, which is lost.'


def shows_outcome(game: Game, *, misere: bool = False) -> tuple[str, ...]:
    """Explain who wins: name a winning move of an N-position, or replies to the first three moves of a P-position.

    Args:
        game: The position to judge.
        misere: Whether the player who makes the last move loses.

    Returns:
        The sentences of the explanation.
    """
    if is_lost(game, misere=misere):
        return shows_loss(game, misere=misere)
    return (shows_win(game, misere=misere),)


def shows_value(game: Game, claimed: int | None = None) -> tuple[str, ...]:
    """Explain by the values of the options why a game has its Grundy value, or why it does not have another value.

    Args:
        game: The position to judge.
        claimed: A wrong value to refute, or None to explain the right one.

    Returns:
        Two sentences: the values of the options, and the reason.
    """
    left = [(words, value_of(position)) for words, position in moves_of(game)]
    values, real = sorted({value for _, value in left}), value_of(game)
    said = f"The moves of {game} leave the values {', '.join(map(str, values)) or 'none'}."
    if claimed is not None and claimed in values:
        words = next(words for words, value in left if value == claimed)
        why = (
            f'"{words}" leaves a position of value {claimed}; a position never has the value of one of its own options.'
        )
    elif claimed is not None and claimed > real:
        why = f"No move leaves the value {real}, which is less than {claimed}: the value is the least missing number."
    else:
        why = f"The least number that is missing there is {real}."
    return said, why
