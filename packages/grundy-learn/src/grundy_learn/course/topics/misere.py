"""Exercises about misère play, in which the player who makes the last move loses: differences and similarities."""

from __future__ import annotations

from random import Random

from grundy import Rules, game
from grundy.core import Game
from grundy.notation import read_game

from ..boards import family, is_lost, shows_loss, shows_win, take_text
from ..judging import MOST_CHOICES
from ..ruling import HeapLaw
from ..stating import Statement, wins

HEAPS = family("nim: 3 5 7")


def draw_heaps(rng: Random) -> Game:
    """Choose random nim heaps: several with one token, and usually larger ones too."""
    ones, larger = rng.randrange(0, 5), [rng.randrange(1, 8) for _ in range(rng.randrange(1, 4))]
    return HEAPS(*[1] * ones, *larger) if rng.random() < 0.8 else HEAPS(*[1] * (ones + 1))


def draw_few(rng: Random) -> Game:
    """Choose random nim heaps with few moves."""
    heaps = [rng.randrange(1, 6) for _ in range(rng.randrange(2, 5))]
    return HEAPS(*heaps) if sum(heaps) <= MOST_CHOICES - 2 else HEAPS(*heaps[:2])


def draw_with_ones(rng: Random) -> Game:
    """Choose random nim heaps: one larger heap, and all others with one token."""
    return HEAPS(*[1] * rng.randrange(1, 7), rng.randrange(2, 9))


def draw_rules(rng: Random) -> tuple[Rules, int]:
    """Choose a random ruleset that takes 1 to k tokens or one larger number, and the largest heap of the question."""
    most = rng.randrange(2, 6)
    extra = most + rng.randrange(2, 6)
    rule = take_text([*range(1, most + 1), extra]) if rng.random() < 0.7 else f"take 1..{most}"
    return game(rule), rng.randrange(9, 17)


def draw_law(rng: Random) -> HeapLaw:
    """Choose `take 1..k` with a random k, with the formula for its P-positions in misère play."""
    most = rng.randrange(2, 100)
    about = 'Find a formula for the lost heaps n from 1 on. Write it as "P iff n % a == b".'
    return HeapLaw(game(f"take 1..{most}"), about, f"P iff n % {most + 1} == 1", lambda n: int(n % (most + 1) != 1))


def draw_not_reverse(rng: Random) -> Statement:
    """Offer random nim heaps as an answer, which is right if normal and misère play have the same outcome."""
    heaps = [1] * rng.randrange(1, 5) if rng.random() < 0.75 else []
    board = HEAPS(*heaps, *(rng.randrange(2, 6) for _ in range(0 if heaps and rng.random() < 0.8 else 2)))
    same = is_lost(board) == is_lost(board, misere=True)
    said = "The outcome is the same in both." if same else "Here misère play is the reverse."
    return Statement(str(board), same, lambda by: by.lost(board) == by.lost(board, misere=True), lambda: (said,))


def draw_last_large(rng: Random) -> list[Statement]:
    """Offer moves from heaps with one token and a larger one as answers; a move is right if it wins in misère play."""
    ones, large, found = rng.randrange(1, 7), rng.randrange(3, 9), []
    for left in rng.choice([(0, 1, 2), (1, 0, large - 1)]):
        board = HEAPS(*[1] * ones, *[left] * (left > 0))
        text = f"{HEAPS(*[1] * ones, large)}: reduce the large heap to {left}"
        found.append(wins(text, board, lost=True, misere=True))
    return found


def draw_steps(rng: Random) -> list[Statement]:
    """State for four positions of nim who wins in misère play, once wrongly, as steps for `WrongStep`."""
    found, wrong = [], rng.randrange(4)
    boards = [HEAPS(*[1] * rng.randrange(1, 7)), HEAPS(*[rng.randrange(2, 9)] * 2)]
    boards += [HEAPS(*[1] * rng.randrange(1, 6), rng.randrange(2, 9)), draw_few(rng)]
    for number, board in enumerate(boards):
        lost = is_lost(board, misere=True) != (number == wrong)
        found.append(wins(f"{board} is {'lost' if lost else 'won'}.", board, lost=lost, misere=True))
    return found


def draw_both(rng: Random) -> list[Statement]:
    """Choose a random heap, and state its outcomes in normal and in misère play in all four ways; one is true."""
    board = read_game(f"take 1..{rng.randrange(2, 6)}: {rng.randrange(1, 30)}")
    return [_in_both(board, normal, misere) for normal in (True, False) for misere in (True, False)]


def _in_both(board: Game, normal: bool, misere: bool) -> Statement:
    words = ["lost" if lost else "won" for lost in (normal, misere)]
    return Statement(
        f"{board}: {words[0]} in normal play, {words[1]} in misère play",
        (is_lost(board), is_lost(board, misere=True)) == (normal, misere),
        lambda by: (by.lost(board), by.lost(board, misere=True)) == (normal, misere),
        lambda: shows_loss(board) if is_lost(board) else (shows_win(board),),
    )
