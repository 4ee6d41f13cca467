"""The material of the table on which a game is drawn: felt, slate, a chessboard and others."""

from __future__ import annotations

from grundy.core import Board, Faces, Multigraph, Network, Ring
from grundy.workflows.playing import MatchView

NAMED = {
    "chocolate": ("chomp",),
    "tray": ("cram", "domineering"),
    "chessboard": ("queens", "kings", "knights", "bishops", "northcott"),
    "slate": ("tic-tac-toe", "notakto", "treblecross"),
    "stones": ("nogo", "clobber"),
    "tiles": ("maze",),
    "paper": ("nimstring", "dots-and-boxes"),
}
"""Material -> names of the rulesets that are drawn on it; other games have the material of their kind of picture."""
_BY_NAME = {name: material for material, names in NAMED.items() for name in names}
_BY_SCENE = {Board: "coins", Faces: "paper", Multigraph: "meadow", Network: "pebbles", Ring: "lane"}


def material_of(view: MatchView) -> str:
    """Return the material of the table of a match, by the first component of its start.

    Args:
        view: The match.

    Returns:
        "felt" for heaps, "lane" for rows and rings of pins, "coins", or another word of `NAMED`.

    Example:
        >>> from grundy.notation import read_game
        >>> texts = ("nim: 3", "kayles: 5", "chomp: 2x3", "nimble: 3", "sprouts: 2")
        >>> [material_of(MatchView((), read_game(text))) for text in texts]
        ['felt', 'lane', 'chocolate', 'coins', 'paper']
    """
    if not view.start.size:
        return "felt"
    ruleset, _ = view.start.part(0)
    name = ruleset.name.partition("(")[0]
    part = view.start_parts[0]
    return _BY_NAME.get(name) or ("lane" if part.kind == "pins" else _BY_SCENE.get(type(part.scene), "felt"))
