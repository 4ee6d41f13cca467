"""Exercises about misere play: who makes the last move loses; what changes, and what does not."""

from __future__ import annotations

from random import Random

from ....core import Game
from ....notation import read_game
from ...library.rules import Rules, game
from ..boards import family, is_lost, shows_loss, shows_win
from ..judging import MOST_CHOICES, Beat, OneWinningMove, Winner, WinningMoves
from ..ruling import Formula, HeapLaw, LostHeaps
from ..stating import OneOf, Statement, WrongStep, wins

HEAPS = family("nim: 3 5 7")


def _heaps(lot: Random) -> Game:
    """Draw heaps of one token, and often larger ones beside them."""
    ones, larger = lot.randrange(0, 5), [lot.randrange(1, 8) for _ in range(lot.randrange(1, 4))]
    return HEAPS(*[1] * ones, *larger) if lot.random() < 0.8 else HEAPS(*[1] * (ones + 1))


def _few(lot: Random) -> Game:
    heaps = [lot.randrange(1, 6) for _ in range(lot.randrange(2, 5))]
    return HEAPS(*heaps) if sum(heaps) <= MOST_CHOICES - 2 else HEAPS(*heaps[:2])


def _with_ones(lot: Random) -> Game:
    return HEAPS(*[1] * lot.randrange(1, 7), lot.randrange(2, 9))


def _rules(lot: Random) -> tuple[Rules, int]:
    most = lot.randrange(2, 6)
    extra = most + lot.randrange(2, 6)
    numbers = ", ".join(map(str, [*range(1, most + 1), extra]))
    return game("take {" + numbers + "}" if lot.random() < 0.7 else f"take 1..{most}"), lot.randrange(9, 17)


def _law(lot: Random) -> HeapLaw:
    most = lot.randrange(2, 100)
    about = 'find a formula for the lost heaps n from 1 on. Write it as "P iff n % a == b".'
    return HeapLaw(game(f"take 1..{most}"), about, f"P iff n % {most + 1} == 1", lambda n: int(n % (most + 1) != 1))


def _not_reverse(lot: Random) -> list[Statement]:
    """Draw heaps; where the loser of normal play is the winner of misere play, "the reverse" is right."""
    found = []
    for _ in range(4):
        heaps = [1] * lot.randrange(1, 5) if lot.random() < 0.75 else []
        board = HEAPS(*heaps, *(lot.randrange(2, 6) for _ in range(0 if heaps and lot.random() < 0.8 else 2)))
        same = is_lost(board) == is_lost(board, misere=True)
        said = "It is the same in both." if same else "There misere play is the reverse."
        found.append(
            Statement(str(board), same, lambda by, b=board: by.lost(b) == by.lost(b, misere=True), lambda s=said: (s,))  # type: ignore[misc]
        )
    return found


def _last_large(lot: Random) -> list[Statement]:
    """Draw what is left of ones and one large heap: leave an odd number of ones."""
    ones, large, found = lot.randrange(1, 7), lot.randrange(3, 9), []
    for left in lot.choice([(0, 1, 2), (1, 0, large - 1)]):
        board = HEAPS(*[1] * ones, *[left] * (left > 0))
        text = f"{HEAPS(*[1] * ones, large)}: reduce the large heap to {left}"
        found.append(wins(text, board, lost=True, misere=True))
    return found


def _steps(lot: Random) -> list[Statement]:
    """Draw sentences about heaps in misere play; one is wrong."""
    found, wrong = [], lot.randrange(4)
    boards = [HEAPS(*[1] * lot.randrange(1, 7)), HEAPS(*[lot.randrange(2, 9)] * 2)]
    boards += [HEAPS(*[1] * lot.randrange(1, 6), lot.randrange(2, 9)), _few(lot)]
    for number, board in enumerate(boards):
        lost = is_lost(board, misere=True) != (number == wrong)
        found.append(wins(f"{board} is {'lost' if lost else 'won'}.", board, lost=lost, misere=True))
    return found


def _both(lot: Random) -> list[Statement]:
    """Draw a heap and say in which play it is lost; one sentence is true."""
    board = read_game(f"take 1..{lot.randrange(2, 6)}: {lot.randrange(1, 30)}")
    shown = shows_loss(board) if is_lost(board) else (shows_win(board),)
    found = []
    for normal in (True, False):
        for misere in (True, False):
            text = (
                f"{board}: {'lost' if normal else 'won'} in normal play, {'lost' if misere else 'won'} in misere play"
            )
            true = (is_lost(board), is_lost(board, misere=True)) == (normal, misere)
            found.append(
                Statement(
                    text,
                    true,
                    lambda by, n=normal, m=misere: (by.lost(board), by.lost(board, misere=True)) == (n, m),  # type: ignore[misc]
                    lambda: shown,
                )
            )
    return found


KINDS = (
    Beat("misere.beat", _few, misere=True),
    LostHeaps("misere.lost", _rules, misere=True),
    Winner("misere.winner", _heaps, misere=True),
    WinningMoves("misere.moves", _few, misere=True),
    OneWinningMove("misere.move", _with_ones, misere=True),
    OneOf("misere.large", "Misere play: exactly one of these moves wins. Which?", _last_large, wanted=True),
    Formula("misere.formula", _law, misere=True),
    OneOf(
        "misere.trap",
        '"Misere play is the reverse: whoever won now loses," says a book. Which position shows that this is false?',
        _not_reverse,
        wanted=True,
    ),
    OneOf("misere.both", "Which sentence is true?", _both, wanted=True),
    WrongStep("misere.step", "Misere play of nim.", _steps),
)
