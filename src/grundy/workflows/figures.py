"""What stands on the table: a figure for every part of a game, made of pieces with names that moves can touch.

A piece is a token of a heap, a pin of a row, a square of a board or a vertex of a network. Its key is
"part.row.place", all counted from 0: token 3 of heap 0 of part 1 is "1.0.3".
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from ..core import Board, Code, Game, Heaps, Network, Ruleset, Scene
from .words import part_name

Kind = Literal["heaps", "pins", "cells", "network", "text"]
MOST_TOKENS = 40
"""A larger heap has no tokens to touch."""
MOST_FIGURES = 60
"""Parts of a larger game are not all shown."""


class Figure(NamedTuple):
    """The picture of one part: how it is drawn, which part, its name, the scene.

    `first` are the numbers that the first row and column have where moves name squares by numbers; `flat` says that an
    empty square shows a coin too, with tails up.
    """

    kind: Kind
    part: int
    name: str
    scene: Scene
    first: tuple[int, int] | None = None
    flat: bool = False


def figures(game: Game) -> list[Figure]:
    """Return the figures of the first parts of a game, in their order."""
    found = []
    for part, (ruleset, position) in enumerate(game.parts):
        if part == MOST_FIGURES:
            break
        scene = ruleset.scene(position)
        kind = _kind(ruleset, scene)
        found.append(Figure(kind, part, part_name(game, part), scene, *_coins(ruleset, scene)))
    return found


def key(part: int, row: int, place: int) -> str:
    """Return the key of a piece."""
    return f"{part}.{row}.{place}"


def _kind(ruleset: Ruleset[Any], scene: Scene) -> Kind:
    """Return how a scene is drawn; a heap from whose inside tokens are taken is a row of pins."""
    if isinstance(scene, Heaps):
        return "pins" if ruleset.heaps and _rows(ruleset) and scene.sizes[0] <= MOST_TOKENS else "heaps"
    if isinstance(scene, Board):
        pins = len(scene.rows) == 1 and set(scene.rows[0]) == {"I"}
        return "pins" if pins else "cells" if any(scene.rows) else "text"
    return "network" if isinstance(scene, Network) else "text"


def _rows(ruleset: Ruleset[Any]) -> bool:
    """Return whether a code can be played in a row: neighbours are taken, and nothing is split without taking."""
    code = ruleset.sequence()
    if not isinstance(code, Code) or code.plain is None:
        return False
    return code.plain[0] == 0 and max(code.plain) in range(4, 8)


def _coins(ruleset: Ruleset[Any], scene: Scene) -> tuple[tuple[int, int] | None, bool]:
    """Return the numbers of the first row and column of coins, and whether tails are shown."""
    from ..games.coin_products import CoinProduct
    from ..games.coin_turning import CoinRow

    if isinstance(ruleset, CoinRow):
        return (0, ruleset.law.first), True
    if isinstance(ruleset, CoinProduct) and len(ruleset.laws) == 2:
        return (ruleset.laws[0].first, ruleset.laws[1].first), True
    strip = isinstance(scene, Board) and len(scene.rows) == 1 and not set(scene.rows[0]) - set(".O")
    return ((0, 0) if strip else None), False
