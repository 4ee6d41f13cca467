"""What the commands of play show: boards, and colours on a terminal."""

from __future__ import annotations

import os
import sys

import click

from ..core import Game, Heaps

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
                lines += [title] * (game.size > 1) + [scene_text(scene)]
        if len(parts) > MOST_PARTS:
            lines.append(f"... and {len(parts) - MOST_PARTS} more")
        part += len(parts)
    return lines


def coloured(text: str, colour: str, *, bold: bool = False) -> str:
    """Colour a text on a terminal, unless NO_COLOR is set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return click.style(text, fg=colour or None, bold=bold or None)
