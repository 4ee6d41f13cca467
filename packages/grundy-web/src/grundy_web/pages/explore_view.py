"""Helpers for the pages that explore a ruleset: addresses, errors with a mark at the mistake, rows of tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from grundy.core import InputError
from grundy.operations import MOST_TEXT
from grundy.workflows.computing import MOST_DRAWN

PLAY = ("normal", "misere")
"""The play conventions, the default first."""
PER_ROW = 10
"""Values in a row of the table."""
EXAMPLES = (
    "kayles",
    "dawsons-kayles",
    "take {1, 3, 4}",
    "take squares",
    "take k where 2*k <= n",
    "wythoff",
    "kayles: 7",
    "arc-kayles: star(1,b,c)",
)
CLAIMS = (
    ("kayles", "value == n % 4"),
    ("take 1..3", "P iff n % 4 == 0"),
    ("kayles", "periodic 12 from 71"),
    ("nim", "P iff a ^ b ^ c == 0"),
    ("take squares", "P iff n % 5 in {0, 2}"),
    ("0.137", "same as 0.07 shifted by 1"),
    ("arc-kayles: star(1,b,c)", "periodic 34 from 460"),
)
OEIS = "https://oeis.org/"
"""The On-Line Encyclopedia of Integer Sequences, which links name."""
LONGER = 30
"""Seconds for an answer if the visitor requests more time."""
FAMILY = 12
"""Seconds for a claim about a two-parameter family."""
REACHES = (100, 1000, 10_000, 100_000, 1_000_000, 10_000_000)
"""The ends of a plot that links offer."""


class ExploreState(NamedTuple):
    """The query of the pages that explore: the game or ruleset, a claim, the play convention, and what is shown.

    Attributes:
        g: The game or ruleset in notation.
        c: The claim.
        play: "normal" or "misere".
        to: The last heap that is shown or compared, as typed.
        length: The length of the rows in which values are shown, as typed.
        log: "1" if the axis of values is logarithmic.
        other: Another ruleset, whose values are drawn on the same axes.
        view: "all" to show every move in a game graph, "best" to show the best moves, "" for every move if readable.
        deep: "1" to search longer: for patterns, or in larger tables of a family with two lengths.
        longer: "1" to allow more seconds for the answer.
    """

    g: str = ""
    c: str = ""
    play: str = "normal"
    to: str = ""
    length: str = ""
    log: str = ""
    other: str = ""
    view: str = ""
    deep: str = ""
    longer: str = ""


def read_state(query: Mapping[str, str]) -> ExploreState:
    """Read the query of the pages that explore; invalid values count as absent.

    >>> read_state({"g": "kayles", "play": "chess", "view": "all"})
    ExploreState(g='kayles', c='', play='normal', to='', length='', log='', other='', view='all', deep='', longer='')
    """
    choices = {"play": PLAY, "log": ("", "1"), "deep": ("", "1"), "longer": ("", "1"), "view": ("", "all", "best")}
    return ExploreState(**read_words(query, ExploreState._fields, choices))


def read_words(
    query: Mapping[str, str], names: Iterable[str], choices: Mapping[str, tuple[str, ...]]
) -> dict[str, str]:
    """Return parameters of a query; invalid values are replaced by defaults.

    Args:
        query: The parameters of the query, by name.
        names: The names of the parameters.
        choices: The values allowed for some of them; the first is the default.

    Returns:
        The values by name.
    """
    found = {name: query.get(name, "")[:MOST_TEXT].strip() for name in names}
    return found | {name: found[name] if found[name] in words else words[0] for name, words in choices.items()}


def number_of(text: str, name: str) -> int:
    """Read a number of a query, which may be written as 10^6.

    Args:
        text: The text; an empty one means 0.
        name: The name of the number, for errors.

    Returns:
        The number.

    Raises:
        InputError: If it is not a number.

    Example:
        >>> number_of("10^6", "to"), number_of("", "to"), number_of("2 000", "to")
        (1000000, 0, 2000)
    """
    plain = re.sub("[ ,_\N{THIN SPACE}\N{NO-BREAK SPACE}]", "", text)
    power = re.fullmatch(r"10\^([0-7])", plain)
    if power:
        return int("1" + "0" * int(power[1]))
    if not plain:
        return 0
    if not re.fullmatch("[0-9]{1,8}", plain) or int(plain) > MOST_DRAWN:
        raise InputError(f"{name}: expected a whole number up to {MOST_DRAWN}, found {text[:20]!r}")
    return int(plain)


def is_position(text: str) -> bool:
    """Return whether a text has a position after a colon.

    >>> is_position("kayles"), is_position("kayles: 7")
    (False, True)
    """
    return bool(text.partition(":")[2].strip())


def may_be_family(text: str) -> bool:
    """Return whether a text may name a family of positions with two lengths: it has b and then c after a colon.

    >>> may_be_family("arc-kayles: star(3,b,c)"), may_be_family("arc-kayles: star(3,4,5)")
    (True, False)
    """
    return re.search(r":.*\bb\b.*\bc\b", text) is not None


class ShownError(NamedTuple):
    """An error as the page shows it.

    Attributes:
        message: The message.
        hint: The text to type instead, or "".
        place: The text that was typed and, in a line below it, `^` under the mistake; instead the traceback, if the
            answer has one; "" if neither is known.
        code: The code of the error, such as "notation".
    """

    message: str
    hint: str
    place: str
    code: str


def seen_error(answer: Mapping[str, Any], text: str) -> ShownError | None:
    """Return the error in an answer, ready to be shown on a page.

    Args:
        answer: The answer, as the plain data of the API.
        text: The text in which the mistake is, or "" if it is not known.

    Returns:
        The error, or None if the answer is not an error.

    Example:
        >>> print(seen_error({"error": {"code": "notation", "message": "expected a number", "at": 4}}, "nim: x").place)
          nim: x
              ^
    """
    error = answer.get("error")
    if not isinstance(error, dict):
        return None
    lines = InputError("", text=text, at=error.get("at")).place() if text else []
    lines = str(error.get("trace", "")).splitlines() or lines
    return ShownError(str(error["message"]), str(error.get("hint") or ""), "\n".join(lines), str(error["code"]))


def address(path: str, **query: object) -> str:
    """Return the relative address of a page; empty and default values are omitted.

    Args:
        path: The path of the page, such as "explore".
        query: The parameters of the query, by name.

    Returns:
        The address.

    Example:
        >>> address("explore", g="take 1..3", to=0, play="misere")
        'explore?g=take+1..3&play=misere'
    """
    kept = {key: str(value) for key, value in query.items() if value not in ("", 0, False, None, "normal")}
    return f"{path}?{urlencode(kept)}" if kept else path


def picture(svg: str) -> Markup:
    """Mark an SVG picture of this package, in which every text is escaped, as safe HTML."""
    return Markup(svg)  # noqa: S704


def rows_of(values: Sequence[int], start: int = 0) -> list[tuple[int, Sequence[int | None]]]:
    """Return values as a table in rows of ten.

    Args:
        values: The values.
        start: The index of the first value; blanks come before it.

    Returns:
        Pairs of the index of each row and its values.

    Example:
        >>> rows_of([0, 1, 2], 9)
        [(0, [None, None, None, None, None, None, None, None, None, 0]), (10, [1, 2])]
    """
    cells: list[int | None] = [*([None] * (start % PER_ROW)), *values]
    first = start - start % PER_ROW
    return [(first + i, cells[i : i + PER_ROW]) for i in range(0, len(cells), PER_ROW)]


def bars(counts: Sequence[Sequence[int]]) -> list[tuple[int, int, int]]:
    """Return (value, count, percent) for each bar of a histogram, given as pairs (value, count).

    `percent` is the length of the bar in percent of the longest one, at least 1.
    """
    most = max((count for _, count in counts), default=1)
    return [(value, count, max(1, round(100 * count / most))) for value, count in counts]
