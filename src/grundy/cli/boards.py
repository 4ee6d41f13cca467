"""Shows boards in a terminal: marks the lines that moves changed, and colours texts, for `play` and `replay`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Literal

from ..drawing import columns_of

Meaning = Literal["you", "computer", "won", "lost"]
COLOURS: dict[Meaning, int] = {"you": 31, "computer": 130, "won": 28, "lost": 161}
"""Colours of the 256-colour palette that are readable on white and on black; words have the same information."""


def marked(boards: Sequence[tuple[str, list[str]]], columns: int) -> list[str]:
    """Append, to each line of the current board that the last moves changed, the name of the player who changed it.

    Args:
        boards: Pairs of a player and the lines of the board on which the player moved, in the order of play. The last
            pair is the current board, whose player is not used.
        columns: The width of the terminal; a line that leaves no space for a name is not marked.

    Returns:
        The lines of the current board with the names.

    Example:
        >>> marked([("you", ["| o o o", "| o"]), ("the computer", ["| o o", "| o"]), ("", ["| o o", "|"])], 80)
        ['| o o  < you', '|      < the computer']
    """
    *earlier, (_, lines) = ((who, "\n".join(board).split("\n")) for who, board in boards)
    by = [""] * len(lines)
    for who, before in earlier:  # a later change overrides an earlier one
        kept = _kept(before, lines)
        by = [by[i] if i in kept else who for i in range(len(lines))]
    width = max((columns_of(line) for line in lines), default=0)
    if len(lines) > 2 and len({*by}) == 1:  # all lines changed, so marks would not help
        return lines
    return [
        f"{line}{' ' * (width - columns_of(line))}  < {who}" if who and width + 4 + len(who) <= columns else line
        for line, who in zip(lines, by, strict=True)
    ]


def _kept(before: list[str], after: list[str]) -> set[int]:
    """Return the indices of the lines in `after` that are unchanged since `before`."""
    if len(before) == len(after):
        return {i for i, line in enumerate(after) if line == before[i]}
    from difflib import SequenceMatcher

    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    return {block.b + i for block in blocks for i in range(block.size)}


def coloured(text: str, meaning: Meaning | None = None, *, bold: bool = False) -> str:
    """Colour a text on a terminal, unless NO_COLOR is set.

    Args:
        text: The text.
        meaning: Who or what the text is about, which determines the colour; None leaves the colour as it is.
        bold: Whether the text is bold.

    Returns:
        The text, with escape sequences if standard output is a terminal.
    """
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    import click

    return click.style(text, fg=None if meaning is None else COLOURS[meaning], bold=bold or None)
