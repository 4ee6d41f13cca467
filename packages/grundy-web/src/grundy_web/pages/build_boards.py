"""The editor of boards: computes the text of a game after a click on a square, or after a change of the size."""

from __future__ import annotations

from typing import NamedTuple

from grundy.games import CATALOGUE

from .editors import BOARDS, BoardEditor

MOST = 16
"""The largest number of rows and of columns in the editor."""
KINDS = {"#": "wall", "@": "figure", ".": "floor", "X": "mark", "O": "mark", "-": "line", "|": "line", "+": "dot"}
"""Character -> its name."""


class Cell(NamedTuple):
    """A square of the board editor.

    Attributes:
        sign: Its character.
        kind: The name of the character, such as "wall" for "#".
        after: The game in notation after a click on the square, or "" if a click has no effect.
    """

    sign: str
    kind: str
    after: str


def boards() -> list[str]:
    """Return the names of the rulesets whose boards can be edited, except mazes."""
    return [name for name, editor in BOARDS.items() if not editor.figure]


def split_game(text: str) -> tuple[str, list[str]]:
    """Return the ruleset of a game on a board, and the rows of the board with one character per square.

    A size such as 3x4 is an empty board; squares that do not belong to the board are "#".

    >>> split_game("maze: ..#./...@"), split_game("cram: 2x3")
    (('maze', ['..#.', '...@']), ('cram', ['...', '...']))
    >>> split_game("chomp: 3,1")[1], split_game("nimstring: 1x2")[1]
    (['...', '.##'], ['..', '...', '..'])
    """
    head, _, position = text.partition(":")
    name, position = head.strip(), position.strip()
    size = [_number(word) for word in position.split("x")]
    if len(size) == 2 and all(size):
        tall, wide = size
        rows = ["." * wide] * tall
        lines = [row for _ in range(tall) for row in ("." * wide, "." * (wide + 1))] + rows[:1]
        return name, lines if _editor(name).lines else rows
    if _editor(name).lengths:
        lengths = [_number(word) for word in position.split(",")]
        return name, ["." * length + "#" * (max(lengths) - length) for length in lengths]
    return name, position.split("/")


def _number(word: str) -> int:
    return next((number for number in range(1, MOST + 1) if str(number) == word.strip()), 0)


def _editor(name: str) -> BoardEditor:
    return BOARDS.get(name, BoardEditor())


def joined(name: str, rows: list[str]) -> str:
    """Return a game in notation from its ruleset and the rows of its board.

    Args:
        name: The name of the ruleset.
        rows: The rows, one character per square.

    Returns:
        The game, or "" if no square is left.
    """
    if _editor(name).lengths:
        rows = [str(row.count(".")) for row in rows if "." in row]
        return f"{name}: {','.join(rows)}" if rows else ""
    return f"{name}: {'/'.join(rows)}" if rows else ""


def of_rule(text: str, name: str) -> str:
    """Return a game of another ruleset that has the same board.

    If the boards of the two rulesets are of different kinds, return the example of the other ruleset in the catalogue.

    Args:
        text: The game in notation.
        name: The name of the other ruleset.

    Returns:
        The game in notation.

    Example:
        >>> of_rule("cram: ../.#", "queens"), of_rule("cram: ../.#", "tic-tac-toe").partition(":")[0]
        ('queens: ../.#', 'tic-tac-toe')
    """
    old, rows = split_game(text)
    return joined(name, rows) if _editor(old) == _editor(name) else CATALOGUE[name].example


def squares(text: str, pen: str) -> list[list[Cell]]:
    """Return the squares of a board for the editor, each with the game after a click on it.

    Args:
        text: The game in notation.
        pen: The thing that a click puts into a maze: "wall" or "figure".

    Returns:
        The squares by rows.

    Example:
        >>> [cell.after for cell in squares("maze: .@", "wall")[0]]
        ['maze: #@', '']
        >>> [cell.sign for cell in squares("nimstring: ./|./-", "wall")[1]]
        ['|', ' ', '.']
    """
    name, rows = split_game(text)
    cells = [
        [_cell(sign, _pressed(name, rows, (r, c), pen)) for c, sign in enumerate(row)] for r, row in enumerate(rows)
    ]
    return [_spread(row, r) for r, row in enumerate(cells)] if _editor(name).lines else cells


def _cell(sign: str, after: str) -> Cell:
    return Cell(sign, KINDS.get(sign, "box"), after)


def _spread(row: list[Cell], r: int) -> list[Cell]:
    """Return a row of the editor for a game of lines between dots, such as Nimstring, with cells between the lines.

    `r` is the index of the row, from 0. Dots are added in even rows, and blanks in odd rows.
    """
    between = _cell(" " if r % 2 else "+", "")
    spread = [cell for line in row for cell in (line, between)]
    return spread[:-1] if r % 2 else [between, *spread]


def _pressed(name: str, rows: list[str], at: tuple[int, int], pen: str) -> str:
    r, c = at
    sign = rows[r][c]
    if pen == "figure":
        cleared = [row.replace("@", ".") for row in rows]
        return joined(name, _with(cleared, at, "@")) if sign == "." else ""
    if _editor(name).lengths:  # a bar without a square and those that go with it, or with it again
        lengths = [row.count(".") for row in rows]
        shorter = [min(length, c) if i >= r else length for i, length in enumerate(lengths)]
        longer = [max(length, c + 1) if i <= r else length for i, length in enumerate(lengths)]
        return joined(name, ["." * length for length in (shorter if sign == "." else longer)])
    signs = _editor(name).signs[r % 2]
    return joined(name, _with(rows, at, signs[(signs.index(sign) + 1) % len(signs)])) if sign in signs else ""


def _with(rows: list[str], at: tuple[int, int], sign: str) -> list[str]:
    r, c = at
    return [row[:c] + sign + row[c + 1 :] if i == r else row for i, row in enumerate(rows)]


def sizes(text: str) -> dict[str, str]:
    """Return the games with one row or column added or removed, by the names "rows+", "rows-", "columns+", "columns-".

    Rows are added and removed at the top, columns at the left. A game is "" if the change is impossible, for
    example because the figure of a maze is in the row to remove.

    >>> sizes("maze: ../.@")["rows-"], sizes("maze: @")["columns-"], sizes("nimstring: 1x1")["rows+"]
    ('maze: .@', '', 'nimstring: ./.././../.')
    """
    name, rows = split_game(text)
    step, wide = 2 if _editor(name).lines else 1, max(map(len, rows), default=0)
    blank = ["." * len(row) for row in rows[:step]]
    found = {
        "rows+": [*blank, *rows] if len(rows) + step <= MOST else [],
        "rows-": rows[step:] if len(rows) > step and "@" not in rows[0] else [],
        "columns+": ["." + row for row in rows] if wide < MOST else [],
        "columns-": [row[1:] for row in rows] if all(len(row) > 1 and row[0] != "@" for row in rows) else [],
    }
    return {key: joined(name, [] if _editor(name).fixed else kept) for key, kept in found.items()}
