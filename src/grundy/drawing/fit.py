"""Texts for numbers, lists, moves and components, shortened to fit the terminal, and parts of large boards.

A shortened text shows that something is missing, for example by dots or a count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Self, TypeAlias

from ..core import Game, HeapRuleset, Sum

MAX_BITS = 13_000
"""Numbers up to this many bits are written in decimal; Python has a limit slightly above."""
WIDTH = 100
"""Columns of a line of prose, unless the terminal is narrower."""
NARROW: list[int] = []
"""The columns of the terminal for which text is laid out (`fit_columns`); empty for files and pipes."""
MOST_PARTS = 32
"""A larger number of components is counted, not described."""
MOST_LINES = 20
"""The number of moves, replies or witnesses listed before the rest is counted."""


class TextTable(str):
    """A table as text in a fixed-width font, with its contents as data, for output in other formats.

    `kind` determines the keys of `data`:

    - "columns": the `header`, the `rows` of words, and `numeric`, which is True for each right-aligned column
    - "grid", a table of the values of two heaps: the `rows` of values, and `starts`, the sizes of the two heaps in the
      first row and column
    - "binary", a table of heap sizes in binary: the sizes `heaps`, a remark `note`, and the index `mark` of the row
      with this remark (None for no row)

    >>> table = TextTable("a  1", "columns", {"rows": [["a", 1]]})
    >>> table == "a  1", table.kind, table.data["rows"]
    (True, 'columns', [['a', 1]])
    """

    __slots__ = ("data", "kind")

    kind: str
    data: Mapping[str, Any]

    def __new__(cls, text: str, kind: str, data: Mapping[str, Any]) -> Self:
        """Create a table from its text and its contents.

        Args:
            text: The table as text.
            kind: The kind of table: "columns", "grid" or "binary".
            data: The contents, with the keys that the class describes for this kind, such as "header" and "rows".

        Returns:
            The table.
        """
        made = super().__new__(cls, text)
        made.kind = kind
        made.data = data
        return made

    def __reduce__(self) -> tuple[type[TextTable], tuple[str, str, Mapping[str, Any]]]:
        return TextTable, (str(self), self.kind, self.data)


class Window(NamedTuple):
    """A rectangle cut out of a large board: its rows, all of the same length, and a remark on its place in the board.

    The remark is "" if the rectangle is the whole board. `top` and `left` are the numbers of rows above and of columns
    to the left that are left out.
    """

    rows: tuple[str, ...]
    remark: str
    top: int = 0
    left: int = 0


TextBlock: TypeAlias = "str | list[str]"
"""A block of an explanation: a paragraph or a table (`TextTable`), or a list of items."""


def printed(blocks: Iterable[TextBlock]) -> str:
    """Return paragraphs, tables and lists as text for the terminal; list items are indented.

    >>> print(printed(["Winning moves:", ["take 1", "take 2"]]))
    Winning moves:
      take 1
      take 2
    """
    lines = ([block] if isinstance(block, str) else [f"  {item}" for item in block] for block in blocks)
    return "\n".join(line for each in lines for line in each)


def short_number(number: int, width: int = 24) -> str:
    """Write a number, without the middle digits if it is long.

    Args:
        number: The number.
        width: The largest number of digits written in full.

    Returns:
        The text.

    Example:
        >>> short_number(10**18)
        '1000000000000000000'
        >>> short_number(10**40 + 7)
        '100000...0007 (41 digits)'
    """
    if number.bit_length() > MAX_BITS:
        return f"{'-' if number < 0 else ''}about 2^{number.bit_length() - 1}"
    digits = str(number)
    if len(digits) <= width:
        return digits
    return f"{digits[:6]}...{digits[-4:]} ({len(digits)} digits)"


def short_text(text: str, width: int, dots: str = "...") -> str:
    """Shorten a text that is too long, with dots at the end.

    Args:
        text: The text.
        width: The largest length, dots included.
        dots: The text that replaces the end.

    Returns:
        The text.

    Example:
        >>> short_text("a very long label", 10)
        'a very ...'
    """
    return text if len(text) <= width else text[: max(0, width - len(dots))] + dots


def printable(text: str) -> str:
    r"""Replace control characters, such as line ends, tabs and escapes, and other invisible ones by `?`.

    >>> printable("a\x1b[31mb")
    'a?[31mb'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def columns_of(text: str) -> int:
    """Return the number of terminal columns of a text; East Asian characters take two.

    >>> columns_of("nim"), columns_of("取石")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def fit_columns(columns: int | None) -> None:
    """Set the number of columns of the terminal for all later text; None means output to a file or pipe."""
    NARROW[:] = [] if columns is None else [columns]


def fitting(width: int) -> int:
    """Return the number of columns to use for a line: `width`, or the width of the terminal if that is smaller."""
    return min([width, *NARROW])


def prose(text: str, *, initial_indent: str = "", subsequent_indent: str = "") -> str:
    """Break a paragraph at blanks into lines that fit the terminal; a word longer than a line is not broken.

    Args:
        text: The paragraph.
        initial_indent: The indentation of the first line.
        subsequent_indent: The indentation of the other lines.

    Returns:
        The paragraph as one text with line ends.

    Example:
        >>> print(prose("a " * 51 + "word"))
        a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a
        a word
    """
    width, lines = fitting(WIDTH), list[str]()
    for word in filter(None, text.replace("\n", " ").split(" ")):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(f"{subsequent_indent if lines else initial_indent}{word}")
    return "\n".join(lines)


def window(rows: Sequence[str], limit: int) -> Window:
    """Cut a board to a limited number of rows and columns around its piece `@`; short rows are padded with blanks.

    In games such as a maze, `@` is the piece that moves. Without one, the upper left part of the board is kept.

    Args:
        rows: The rows of the board.
        limit: The largest number of rows, and also of columns, that the result has.

    Returns:
        The window.

    Example:
        >>> window(("..", "@"), 10)
        Window(rows=('..', '@ '), remark='', top=0, left=0)
        >>> window(("." * 9 + "@",), 4)
        Window(rows=('...@',), remark='rows 1 to 1 of 1, columns 7 to 10 of 10', top=0, left=6)
    """
    width = max(map(len, rows), default=0)
    at_row, at_column = next(((y, row.index("@")) for y, row in enumerate(rows) if "@" in row), (0, 0))
    top, left = (
        max(0, min(at - limit // 2, length - limit)) for at, length in ((at_row, len(rows)), (at_column, width))
    )
    kept = tuple(row[left : left + limit].ljust(min(width, limit)) for row in rows[top : top + limit])
    if len(rows) <= limit and width <= limit:
        return Window(kept, "")
    down, across = min(top + limit, len(rows)), min(left + limit, width)
    remark = f"rows {top + 1} to {down} of {len(rows)}, columns {left + 1} to {across} of {width}"
    return Window(kept, remark, top, left)


def component_noun(game: Game) -> Literal["heap", "row", "component"]:
    """Return the word for one component of a game: "heap", "row" (of pins, as in Kayles), or "component".

    It is "component" if some component is neither a heap nor a row, or if the game has both.

    >>> from ..notation import read_game
    >>> [component_noun(read_game(text)) for text in ("nim: 3 5", "kayles: 3 5", "kayles: 7 + nim: 3", "cram: 2x3")]
    ['heap', 'row', 'component', 'component']
    """
    rulesets = [summand.ruleset for summand in game.summands]
    rows = {isinstance(ruleset, HeapRuleset) and ruleset.rows for ruleset in rulesets}
    if len(rows) > 1 or not all(isinstance(ruleset, HeapRuleset) for ruleset in rulesets):
        return "component"
    return "row" if True in rows else "heap"


def part_name(game: Game, part: int) -> str:
    """Return the name of a component, for example "heap 2".

    Args:
        game: The game.
        part: The index of the component, from 0.

    Returns:
        The name.
    """
    return f"{component_noun(game)} {part + 1}"


def move_words(game: Game, part: int, label: str) -> str:
    """Return the text of a move, with the name of its component if the game has several, such as "heap 1: take 2".

    Args:
        game: The game.
        part: The index of the component, from 0.
        label: The text of the move within its component.

    Returns:
        The text.
    """
    return label if game.size == 1 else f"{part_name(game, part)}: {label}"


def part_texts(game: Game) -> list[str]:
    """Return the position of every component in notation, without the name of its ruleset."""
    return [ruleset.show(Sum(position)) for ruleset, position in game.parts]


def position_rows(game: Game, values: Sequence[str | int | None], most: int = 40) -> list[list[str | int | None]]:
    """Return the rows of a table of the components of a game: the name, the position and the value of each.

    Args:
        game: The game.
        values: The cells of the last column, one for each component; usually their Grundy values.
        most: The largest length of the text of a position; longer texts are shortened.

    Returns:
        The rows.
    """
    single = len(game.summands) == 1
    rows: list[list[str | int | None]] = []
    for i, ((ruleset, _), text, value) in enumerate(zip(game.parts, part_texts(game), values, strict=True)):
        shown = text if single else f"{ruleset.name}: {text}"
        rows.append([part_name(game, i), short_text(shown, most), value])
    return rows


def listed(words: Iterable[str], last: str = "and", most: int | None = None) -> str:
    """Join words with commas and a conjunction; if there are too many, a count replaces the last ones.

    Args:
        words: The words.
        last: The conjunction.
        most: The largest number of words written, or None for all.

    Returns:
        The text.

    Example:
        >>> listed(["2"]), listed(["32", "16", "4"], "or"), listed("abcdefgh", most=3)
        ('2', '32, 16 or 4', 'a, b, c and 5 more')
    """
    items = list(words)
    if most is not None and len(items) > most:
        items[most:] = [f"{len(items) - most} more"]
    return f" {last} ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def abridged(items: Sequence[str], most: int, kind: str) -> list[str]:
    """Return the first items of a list, and a line that counts the others if there are any.

    Args:
        items: The items.
        most: The largest number of items listed.
        kind: The noun for an item, in the singular.

    Returns:
        The items as lines, and the line that counts the others.

    Example:
        >>> abridged(["a", "b", "c", "d"], 2, "move"), abridged(["a", "b", "c"], 2, "move")
        (['a', 'b', '... and 2 more moves'], ['a', 'b', '... and 1 more move'])
    """
    left = len(items) - most
    if left <= 0:
        return list(items)
    return [*items[:most], f"... and {left} more {kind}{'s' if left > 1 else ''}"]


def capital(text: str) -> str:
    """Return a text with a capital first letter.

    >>> capital("every move of P leaves N")
    'Every move of P leaves N'
    """
    return text[:1].upper() + text[1:]


def number(value: int) -> str:
    """Write an integer, without the middle digits if it has more than 40 digits."""
    if value.bit_length() > MAX_BITS:
        return f"a number of about {int(value.bit_length() * 0.30103) + 1} digits"
    text = str(value)
    return text if len(text) <= 40 else f"{text[:12]}...{text[-6:]} ({len(text)} digits)"
