"""Data for showing games on pages: pictures, editors of boards, graphs and sums, and puzzles."""

from __future__ import annotations

from typing import NamedTuple

PICTURES = {
    "nim": "nim: 3 5 7",
    "kayles": "kayles: 9",
    "silver-dollar": "silver-dollar: 1 4 6 9",
    "maze": "maze: ..#.../....#./.#...@",
    "northcott": "northcott: W..B./.W..B/W.B.. @ W",
    "tic-tac-toe": "tic-tac-toe: X.O/.X./..O",
    "turning-turtles": "turning-turtles: 1 3 4 7",
    "graph": "graph: a>b a>c a>d b>e c>e c>f d>f @ a",
}
"""Games of the catalogue with the position that is shown of each; a move can be found quickly."""


class BoardEditor(NamedTuple):
    """How a user of the web page edits a board of a game square by square.

    Attributes:
        signs: The characters through which clicks on a square cycle: in rows 1, 3, ..., and in rows 2, 4, ....
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
PUZZLE_STARTS = {
    "arc-kayles": "arc-kayles: path(9)",
    "circular-kayles": "circular-kayles: r5 6",
    "dots-and-boxes": "dots-and-boxes: .../||.|/..-/|.../-..",
    "fibonacci": "fibonacci: 12",
    "geography": "geography: 0>1 0>2 0>3 1>2 2>3 2>4 3>4 @ 0",
    "hackenbush": "hackenbush: 0-1 1-2 1-3 0-4 4-5 0-6 6-7 7-8 8-9",
    "kings": "kings: 1x9",
    "maze": "maze: ....../.#..#./....../..#.../.....@",
    "nimstring": "nimstring: .../||.|/..-/|.../-..",
    "node-kayles": "node-kayles: path(9)",
    "officers": "officers: 3 7 12",
    "schwenk": "schwenk(factor=1): 20",
    "vectors": "vectors(steps={(1,0),(0,1),(2,2)}): 4 7",
}
"""Positions from which a puzzle is searched, for games whose example leads to no good puzzle."""
PUZZLES = (
    "nim",
    "kayles",
    "dawsons-chess",
    "dawsons-kayles",
    "guiles",
    "grundy",
    "lasker",
    "wythoff",
    "nimble",
    "silver-dollar",
    "turning-turtles",
    "chomp",
    "treblecross",
    "cram",
    "hackenbush",
    "node-kayles",
)
"""Games of the daily puzzles, which are solved at once."""
