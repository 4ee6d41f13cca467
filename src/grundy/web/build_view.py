"""The editors work on the text of a game: each change is another text, and each text an address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..games import CATALOGUE

MOST = 16
"""Rows and columns of a maze or a board in the editor."""
STARTS = {
    "maze": "maze: ....../.#..#./....../..#.../.....@",
    "graph": "graph: e>c e>d d>b c>a d>a b>a c>b @ e",
    "board": "cram: ..../.#../....",
    "sum": "nim: 3 5 + kayles: 7 + maze: ..#./...@",
}
"""Kind of editor -> the game it begins with."""
BOARDS = ("cram", "queens", "kings", "knights", "bishops")
"""Rulesets that are played on the free squares of a board."""
PARTS = ("nim: 4", "kayles: 6", "grundy: 8", "take squares: 11", "wythoff: 3 6", "maze: ..#./...@")
"""Parts that are offered to a sum."""


class Cell(NamedTuple):
    """A square: its sign in the text, and the game after it was pressed ("" where nothing happens)."""

    sign: str
    after: str


def boards() -> list[str]:
    """Return the rulesets of the board editor that the catalogue has."""
    return [name for name in BOARDS if name in CATALOGUE]


def split_game(text: str) -> tuple[str, list[str]]:
    """Return the ruleset of a game on a board and its rows; a size such as 3x4 is an empty board.

    >>> split_game("maze: ..#./...@"), split_game("cram: 2x3")
    (('maze', ['..#.', '...@']), ('cram', ['...', '...']))
    """
    name, _, position = text.partition(":")
    rows = position.strip().split("/")
    down, x, across = position.strip().partition("x")
    if x and down.isascii() and across.isascii() and down.isalnum() and across.isalnum():
        size = [number for number in range(1, MOST + 1) for word in (down, across) if str(number) == word]
        if len(size) == 1 or len(size) == 2:
            tall, wide = int(down), int(across)
            rows = ["." * wide] * tall
    return name.strip(), rows


def joined(name: str, rows: list[str]) -> str:
    """Return the game of a ruleset and rows."""
    return f"{name}: {'/'.join(rows)}"


def squares(text: str, pen: str) -> list[list[Cell]]:
    """Return the squares of a board with what each becomes when it is pressed with a pen, "wall" or "figure".

    >>> [cell.after for cell in squares("maze: .@", "wall")[0]]
    ['maze: #@', '']
    """
    name, rows = split_game(text)
    return [[Cell(sign, _pressed(name, rows, (r, c), pen)) for c, sign in enumerate(row)] for r, row in enumerate(rows)]


def _pressed(name: str, rows: list[str], at: tuple[int, int], pen: str) -> str:
    """Return the game after a square was pressed."""
    sign = rows[at[0]][at[1]]
    if pen == "figure":
        if sign != ".":
            return ""
        cleared = [row.replace("@", ".") for row in rows]
        return joined(name, _with(cleared, at, "@"))
    return "" if sign == "@" else joined(name, _with(rows, at, "." if sign == "#" else "#"))


def _with(rows: list[str], at: tuple[int, int], sign: str) -> list[str]:
    """Return rows with another sign in one square."""
    r, c = at
    return [row[:c] + sign + row[c + 1 :] if i == r else row for i, row in enumerate(rows)]


def sizes(text: str) -> dict[str, str]:
    """Return the games with a row or a column more or less, "" where that is not possible.

    A row is lost at the top, a column at the left, as long as no figure stands there.

    >>> sizes("maze: ../.@")["rows-"], sizes("maze: @")["columns-"]
    ('maze: .@', '')
    """
    name, rows = split_game(text)
    wide = max(map(len, rows), default=0)
    more_rows = ["." * wide, *rows] if len(rows) < MOST else []
    more_columns = ["." + row for row in rows] if wide < MOST else []
    fewer_rows = rows[1:] if len(rows) > 1 and "@" not in rows[0] else []
    fewer_columns = [row[1:] for row in rows] if wide > 1 and not any(row[:1] == "@" for row in rows) else []
    found = {"rows+": more_rows, "rows-": fewer_rows, "columns+": more_columns, "columns-": fewer_columns}
    return {key: joined(name, kept) if kept else "" for key, kept in found.items()}


def graph_words(text: str) -> tuple[list[str], str]:
    """Return the words in front of the "@" of a graph, and its token.

    >>> graph_words("graph: 2>1 3>2 @ 3")
    (['2>1', '3>2'], '3')
    """
    arcs, _, token = text.partition(":")[2].rpartition("@")
    return arcs.replace(",", " ").split(), token.strip()


def graph_text(words: list[str], token: str) -> str:
    """Return the game of arcs and vertices."""
    return f"graph: {' '.join(dict.fromkeys(words))} @ {token}"


def joined_by(text: str, tail: str, head: str) -> str:
    """Return the graph with an arc more, or, without a head, with a vertex more."""
    words, token = graph_words(text)
    return graph_text([*words, f"{tail}>{head}" if head else tail], token or tail)


def without_arc(text: str, arc: str) -> str:
    """Return the graph without an arc; its ends stay.

    >>> without_arc("graph: 2>1 3>2 @ 3", "2>1")
    'graph: 3>2 1 @ 3'
    """
    words, token = graph_words(text)
    kept = [word for word in words if word != arc]
    named = {end for word in kept for end in word.split(">")}
    return graph_text([*kept, *(end for end in arc.split(">") if end not in named)], token)


def without_vertex(text: str, vertex: str) -> str:
    """Return the graph without a vertex and its arcs; "" for the vertex of the token."""
    words, token = graph_words(text)
    if vertex == token:
        return ""
    kept = [word for word in words if vertex not in word.split(">")]
    named = {end for word in kept for end in word.split(">")}
    lost = {end for word in words for end in word.split(">")} - named - {vertex}
    return graph_text([*kept, *sorted(lost)], token)


def with_token(text: str, vertex: str) -> str:
    """Return the graph with its token on another vertex."""
    return graph_text(graph_words(text)[0], vertex)


def summands(text: str) -> list[str]:
    """Return the summands of a sum as they are written.

    >>> summands("nim: 3 5 + take k where k <= n + 1: 5")
    ['nim: 3 5', 'take k where k <= n + 1: 5']
    """
    return list(_merged(text.split(" + ")))


def _merged(pieces: list[str]) -> Iterator[str]:
    """Yield pieces; one without a colon belongs to its neighbour."""
    held = ""
    for piece in pieces:
        held = f"{held} + {piece}" if held else piece
        if ":" in piece:
            yield held.strip()
            held = ""
    if held:
        yield held.strip()


def orders(parts: list[str], place: int) -> dict[str, str]:
    """Return the sums without a part, and with it one place up or down ("" where that is not possible)."""
    without = [part for i, part in enumerate(parts) if i != place]
    found = {"remove": without}
    for name, to in (("up", place - 1), ("down", place + 1)):
        moved = [*without[:to], parts[place], *without[to:]] if 0 <= to < len(parts) else []
        found[name] = moved
    return {name: " + ".join(kept) for name, kept in found.items()}
