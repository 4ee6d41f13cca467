"""The editors of boards, graphs and sums: for which games, with which first position, and with which tools."""

from __future__ import annotations

from typing import NamedTuple


class BoardEditor(NamedTuple):
    """How a user of the web page edits a board of a game square by square.

    Attributes:
        signs: Two texts: the characters that a square can have in rows 1, 3, ..., and those in rows 2, 4, .... A click
            changes the character of a square to the next one, and from the last one to the first.
        figure: Whether one free square contains the figure that moves.
        lengths: Whether a board is written as the lengths of its rows.
        fixed: Whether all boards have the same size.
        lines: Whether the user edits lines between dots, instead of squares.
    """

    signs: tuple[str, str] = (".#", ".#")
    figure: bool = False
    lengths: bool = False
    fixed: bool = False
    lines: bool = False


class GraphEditor(NamedTuple):
    """How a user of the web page edits a graph of a game.

    Attributes:
        joint: The character between the ends of an arc or edge.
        lone: Whether isolated vertices are allowed.
    """

    joint: str
    lone: bool = True

    @property
    def token(self) -> bool:
        """Whether the game has a token on a vertex."""
        return self.joint == ">"


BOARDS = {
    "maze": BoardEditor(figure=True),
    **dict.fromkeys(("cram", "queens", "kings", "knights", "bishops"), BoardEditor()),
    "chomp": BoardEditor(lengths=True),
    "notakto": BoardEditor((".X", ".X"), fixed=True),
    "nogo": BoardEditor((".BW#", ".BW#")),
    "tic-tac-toe": BoardEditor((".XO", ".XO"), fixed=True),
    **dict.fromkeys(("nimstring", "dots-and-boxes"), BoardEditor((".-", ".|"), lines=True)),
}
"""Rulesets of the editors of mazes and boards."""
GRAPHS = {
    "graph": GraphEditor(">"),
    "geography": GraphEditor(">"),
    "node-kayles": GraphEditor("-"),
    "arc-kayles": GraphEditor("-"),
    "hackenbush": GraphEditor("-", lone=False),
    "poset": GraphEditor("<"),
}
"""Rulesets of the editor of graphs."""
STARTS = {
    "maze": "maze: ....../.#..#./....../..#.../.....@",
    "graph": "graph: e>c e>d d>b c>a d>a b>a c>b @ e",
    "board": "cram: ..../.#../....",
    "sum": "nim: 3 5 + kayles: 7 + maze: ..#./...@",
}
"""Kind of editor -> the game that it begins with."""
PARTS = ("nim: 4", "kayles: 6", "grundy: 8", "take squares: 11", "wythoff: 3 6", "maze: ..#./...@")
"""Components that are offered to be added to a sum."""
