"""How people speak of parts and moves: "heap 2: take 3", counted from 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core import Game, Sum
from .solution import WinningMove


def part_name(game: Game, part: int) -> str:
    """Return what part number `part` is called: "heap 2" in heap games, "part 2" elsewhere."""
    heaps = all(summand.ruleset.heaps for summand in game.summands)
    return f"{'heap' if heaps else 'part'} {part + 1}"


def move_words(game: Game, part: int, label: str) -> str:
    """Return a move as it is told: with its part when there are several."""
    return label if game.size == 1 else f"{part_name(game, part)}: {label}"


def win_words(game: Game, move: WinningMove) -> str:
    """Return a winning move as it is told."""
    return move_words(game, move.part, move.move)


def part_texts(game: Game) -> list[str]:
    """Return the text of every part without the name of its rule."""
    return [ruleset.show(Sum(position)) for ruleset, position in game.parts]


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words as a sentence does.

    >>> listed(["2"]), listed(["4", "2"]), listed(["32", "16", "4"], "or")
    ('2', '4 and 2', '32, 16 or 4')
    """
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def abridged(items: Sequence[str], most: int, kind: str) -> list[str]:
    """Return at most `most` lines, the last of which counts what was left out.

    >>> abridged(["a", "b", "c", "d"], 2, "move"), abridged(["a", "b", "c"], 2, "move")
    (['a', 'b', '... and 2 more moves'], ['a', 'b', '... and 1 more move'])
    """
    left = len(items) - most
    if left <= 0:
        return list(items)
    return [*items[:most], f"... and {left} more {kind}{'s' if left > 1 else ''}"]


def sentence(text: str) -> str:
    """Return a text with a capital at its beginning.

    >>> sentence("every move of P leaves N")
    'Every move of P leaves N'
    """
    return text[:1].upper() + text[1:]


def number(value: int) -> str:
    """Return a number, shortened in the middle when it is very long."""
    if value.bit_length() > 13_000:  # Python writes at most 4300 digits
        return f"a number of about {int(value.bit_length() * 0.30103) + 1} digits"
    text = str(value)
    return text if len(text) <= 40 else f"{text[:12]}...{text[-6:]} ({len(text)} digits)"
