"""How much of something large is shown: short numbers, short texts, a window on a board.

A picture may leave things out, but it says so: every shortening here is visible in what it returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MAX_BITS = 13_000
"""Numbers up to this many bits are written in decimal; Python refuses a little later."""


class Window(NamedTuple):
    """Rows cut out of a board, all of one length, and a remark that says what is left out ("" when nothing is)."""

    rows: tuple[str, ...]
    remark: str


def short_number(number: int, width: int = 24) -> str:
    """Write a number, the middle of a long one left out.

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
    """Cut a text to `width` characters, dots included.

    >>> short_text("a very long label", 10)
    'a very ...'
    """
    return text if len(text) <= width else text[: max(0, width - len(dots))] + dots


def printable(text: str) -> str:
    r"""Replace what would move the terminal's cursor or vanish: line ends, tabs, escapes.

    >>> printable("a\x1b[31mb")
    'a?[31mb'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def columns_of(text: str) -> int:
    """Return the number of terminal columns a text takes; East Asian characters take two.

    >>> columns_of("nim"), columns_of("取石")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def listing(words: Sequence[str], limit: int = 6) -> str:
    """Join words as a sentence does; of more than `limit` the first ones and a count.

    >>> listing(["10", "12", "5"]), listing(list("abcdefgh"), 3)
    ('10, 12 and 5', 'a, b, c and 5 more')
    """
    if len(words) > limit:
        return f"{', '.join(words[:limit])} and {len(words) - limit} more"
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def window(rows: Sequence[str], limit: int) -> Window:
    """Return at most `limit` rows and columns of a board, around its figure `@`, short rows filled with blanks.

    >>> window(("..", "@"), 10)
    Window(rows=('..', '@ '), remark='')
    >>> window(("." * 9 + "@",), 4)
    Window(rows=('...@',), remark='rows 1 to 1 of 1, columns 7 to 10 of 10')
    """
    width = max(map(len, rows), default=0)
    at_row, at_column = next(((y, row.index("@")) for y, row in enumerate(rows) if "@" in row), (0, 0))
    top, left = _start(at_row, len(rows), limit), _start(at_column, width, limit)
    kept = tuple(row[left : left + limit].ljust(min(width, limit)) for row in rows[top : top + limit])
    if len(rows) <= limit and width <= limit:
        return Window(kept, "")
    down, across = min(top + limit, len(rows)), min(left + limit, width)
    return Window(kept, f"rows {top + 1} to {down} of {len(rows)}, columns {left + 1} to {across} of {width}")


def _start(at: int, length: int, limit: int) -> int:
    """Return where a window of `limit` begins so that it holds `at` and stays inside."""
    return max(0, min(at - limit // 2, length - limit))
