"""What the commands of play show: boards, and colours on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Literal

from ..core import Game, Heaps
from ..drawing.fit import columns_of

Meaning = Literal["you", "computer", "won", "lost"]
COLOURS: dict[Meaning, int] = {"you": 31, "computer": 130, "won": 28, "lost": 161}
"""Of the 256 colours that terminals show alike, some that can be read on white and on black; words say the same."""
MOST_PARTS = 40
"""Parts drawn at once."""


def board(game: Game) -> list[str]:
    """Return the picture of every part; single heaps of one rule stand in one picture."""
    from ..drawing import scene_text
    from ..drawing.fit import part_name

    lines, part = [], 0
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
                lines += [title] * (game.size > 1) + [scene_text(scene, ruleset.first_square, letters=ruleset.lettered)]
        if len(parts) > MOST_PARTS:
            lines.append(f"... and {len(parts) - MOST_PARTS} more")
        part += len(parts)
    return lines


def where_drawn(game: Game) -> str:
    """Return a line that says where a drawing is seen, for lines on paper, edges and large graphs; else nothing."""
    from ..drawing.scenes_text import is_half_told

    if any(not ruleset.heaps and is_half_told(ruleset.scene(position)) for ruleset, position in game.parts):
        return "(for a drawing: grundy solve --svg FILE, or grundy serve)"
    return ""


def marked(boards: Sequence[tuple[str, list[str]]], columns: int) -> list[str]:
    """Return the last board, with who moved last behind the lines that a move changed, where there is room.

    The boards stand in the order of play, each with who moved there; the last has nobody yet.

    >>> marked([("you", ["| o o o", "| o"]), ("the computer", ["| o o", "| o"]), ("", ["| o o", "|"])], 80)
    ['| o o  < you', '|      < the computer']
    """
    *earlier, (_, lines) = ((who, "\n".join(board).split("\n")) for who, board in boards)
    by = [""] * len(lines)
    for who, before in earlier:  # what the last move changed is its, whoever changed it before
        kept = _kept(before, lines)
        by = [by[i] if i in kept else who for i in range(len(lines))]
    width = max((columns_of(line) for line in lines), default=0)
    if len(lines) > 2 and len({*by}) == 1:  # another picture
        return lines
    return [
        f"{line}{' ' * (width - columns_of(line))}  < {who}" if who and width + 4 + len(who) <= columns else line
        for line, who in zip(lines, by, strict=True)
    ]


def _kept(before: list[str], after: list[str]) -> set[int]:
    """Return the lines of a board that stood in the one before: at the same place where it has as many lines."""
    if len(before) == len(after):
        return {i for i, line in enumerate(after) if line == before[i]}
    from difflib import SequenceMatcher

    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    return {block.b + i for block in blocks for i in range(block.size)}


def coloured(text: str, meaning: Meaning | None = None, *, bold: bool = False) -> str:
    """Colour a text on a terminal, unless NO_COLOR is set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    import click

    return click.style(text, fg=None if meaning is None else COLOURS[meaning], bold=bold or None)
