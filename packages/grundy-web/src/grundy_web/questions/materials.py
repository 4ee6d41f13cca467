"""Chooses the material on which a game is drawn: felt, slate, a chessboard and others."""

from __future__ import annotations

from grundy.core import Board, Faces, Multigraph, Network, Picture, Ring, facet
from grundy.workflows.playing import MatchView

_BY_SCENE = {Board: "coins", Faces: "paper", Multigraph: "meadow", Network: "pebbles", Ring: "lane"}


def material_of(view: MatchView) -> str:
    """Return the name of the material on which a match is drawn, chosen by the first component of its start.

    Args:
        view: The match.

    Returns:
        The material that the ruleset states, else "felt" for heaps, "lane" for rows and rings of pins, "coins" for
        boards, "paper" for spots and lines, "meadow" or "pebbles" for graphs.

    Example:
        >>> from grundy.notation import read_game
        >>> texts = ("nim: 3", "kayles: 5", "chomp: 2x3", "nimble: 3", "sprouts: 2")
        >>> [material_of(MatchView((), read_game(text))) for text in texts]
        ['felt', 'lane', 'chocolate', 'coins', 'paper']
    """
    if not view.start.size:
        return "felt"
    ruleset, _ = view.start.part(0)
    part = view.start_parts[0]
    kind = "lane" if part.kind == "pins" else _BY_SCENE.get(type(part.scene), "felt")
    return facet(ruleset, Picture).material or kind
