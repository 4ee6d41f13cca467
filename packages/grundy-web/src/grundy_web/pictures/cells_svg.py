"""Grids of Grundy values as SVG: heat maps of two heaps, of boards by their sides, or of graphs with two lengths.

A larger value has a darker cell. P-positions (value 0) have another colour. If the cells are large enough, each shows
its value, or P for a P-position.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from grundy.drawing import Drawing, Look, document, escape, number, tag, text_width, words

SHADES = 9
"""Shades of values above 0."""
READABLE = 20
"""The least size of a cell in px for which its value is written."""
LEAST_MARK = 3.5
"""The least size of the mark of a P-position in px."""


class CellGrid(NamedTuple):
    """A table of Grundy values to draw as a heat map.

    Attributes:
        rows: The values row by row, None or -1 if a value is unknown or there is no such position.
        cell: The side of a square cell in px.
        first: The number of the first row and that of the first column.
        step: The difference of the numbers of two consecutive rows.
        down: The name of the vertical axis.
        across: The name of the horizontal axis.
        rays: Lines to draw from the first cell, each as a direction: (1, 2) is one row down and two columns to the
            right.
        link: A function that receives the numbers of the row and the column of a P-position, and returns the address of
            its page; None for no links.
    """

    rows: Sequence[Sequence[int | None]]
    cell: float = 10
    first: tuple[int, int] = (0, 0)
    step: int = 1
    down: str = ""
    across: str = ""
    rays: Sequence[tuple[float, float]] = ()
    link: Callable[[int, int], str] | None = None


def cells_svg(grid: CellGrid, title: str) -> Drawing:
    """Draw a table of Grundy values as a heat map with marked P-positions.

    Args:
        grid: The table and its labels.
        title: The title, which only screen readers show.

    Returns:
        The picture.

    Example:
        >>> picture = cells_svg(CellGrid([[0, 1], [1, 0]], cell=24), "nim of two heaps")
        >>> "<title>nim of two heaps</title>" in picture, picture.count("<circle")
        (True, 0)
    """
    columns, count = max(map(len, grid.rows), default=0), len(grid.rows)
    last = grid.first[0] + grid.step * max(0, count - 1)
    left, top = 24 + text_width(str(last), 12) + (14 if grid.down else 0), 40.0 if grid.across else 24.0
    width, height = left + columns * grid.cell + 10, top + count * grid.cell + 10
    half, body, named = grid.cell / 2, _shades(grid), ""
    for down, across in grid.rays:  # lines from the corner to the edge of the grid
        far = min(count / down if down else count, columns / across if across else columns) * grid.cell - half
        x, y = half + across * (far - half), half + down * (far - half)
        body += tag(
            "path", d=f"M{number(half)},{number(half)}L{number(x)},{number(y)}", stroke="accent", stroke_width=2
        )
        named += (
            _slope(down / across, min(x, columns * grid.cell - 30), min(y, count * grid.cell - 12)) if across else ""
        )
    body += _lost(grid) + _numbers(grid) + named
    body = tag("g", body, transform=f"translate({number(left)} {number(top)})") + _names(grid, columns, left, top)
    return document((width, height), title, body, linked=grid.link is not None)


def _slope(slope: float, x: float, y: float) -> str:
    """Return the SVG label with the slope of a line, at (x, y), which is near the end of the line."""
    back = Look(x=x - 26, y=y - 11, width=52, height=22, rx=11, fill="card", stroke="accent")
    label = words(x, y + 4.5, f"{slope:.3f}", fill="accent", font_weight="600")
    return tag("g", tag("rect", **back) + label, pointer_events="none")


def _shades(grid: CellGrid) -> str:
    """Draw the cells with values above 0; all cells of one shade are one path, and a larger value is darker."""
    largest = max((value for row in grid.rows for value in row if value is not None), default=0)
    paths: defaultdict[int, str] = defaultdict(str)
    gap = 1 if grid.cell >= 8 else 0
    tall = number(grid.cell - gap)
    for r, row in enumerate(grid.rows):
        shades = [
            1 + (value - 1) * SHADES // max(1, largest) if value is not None and value > 0 else 0 for value in row
        ]
        end = 0
        for shade, run in groupby(shades) if not gap else ((shade, (shade,)) for shade in shades):
            start, end = end, end + len(list(run))
            if shade:
                wide = number((end - start) * grid.cell - gap)
                paths[shade] += f"M{number(start * grid.cell)},{number(r * grid.cell)}h{wide}v{tall}h-{wide}z"
    return "".join(
        tag("path", d=path, fill="win", fill_opacity=f"{0.1 + 0.62 * shade / SHADES:.2f}")
        for shade, path in sorted(paths.items())
    )


def _lost(grid: CellGrid) -> str:
    """Draw the cells with value 0: each as a link if the grid has links, otherwise all as one path."""
    room = grid.cell - (1 if grid.cell >= 8 else 0)
    size, shift = max(LEAST_MARK, room), min(0.0, (room - LEAST_MARK) / 2)
    places = [(r, c) for r, row in enumerate(grid.rows) for c, value in enumerate(row) if value == 0]
    corners = [(c * grid.cell + shift, r * grid.cell + shift) for r, c in places]
    if grid.link is None:
        square = f"h{number(size)}v{number(size)}h-{number(size)}z"
        path = "".join(f"M{number(x)},{number(y)}{square}" for x, y in corners)
        return tag("path", d=path, fill="lose") if path else ""
    parts = []
    for (r, c), (x, y) in zip(places, corners, strict=True):
        place = grid.first[0] + r * grid.step, grid.first[1] + c
        name, link = f"P-position {place[0]}, {place[1]}", grid.link(*place)
        box = tag("rect", x=x, y=y, width=size, height=size, fill="lose")
        parts.append(tag("a", tag("title", escape(name)) + box, href=link, aria_label=name, tabindex="-1"))
    return "".join(parts)


def _numbers(grid: CellGrid) -> str:
    if grid.cell < READABLE:
        return ""
    parts = []
    for r, row in enumerate(grid.rows):
        for c, value in enumerate(row):
            if value is not None and value >= 0:
                x, y, text = (c + 0.5) * grid.cell - 0.5, (r + 0.5) * grid.cell + 4, str(value or "P")
                look = {"fill": "on-win", "font_weight": "650"} if value == 0 else {"fill": "ink"}
                parts.append(words(x, y, text, font_size=12, pointer_events="none", **look))
    return "".join(parts)


def _names(grid: CellGrid, columns: int, left: float, top: float) -> str:
    """Return the SVG labels of rows and columns, as many as fit, and the names of the axes.

    The first cell has its upper left corner at (`left`, `top`), in px. There are `columns` columns.
    """
    wide = text_width(str(max(grid.first[1] + columns, grid.first[0] + grid.step * len(grid.rows))), 12) + 4
    across, down = (next(n for n in _STEPS if n * grid.cell >= room) for room in (wide, 16))
    look = Look(fill="muted", font_size=12)
    parts = [
        words(left + (c + 0.5) * grid.cell, top - 6, str(grid.first[1] + c), **look) for c in range(0, columns, across)
    ]
    for r in range(0, len(grid.rows), down):
        label, y = str(grid.first[0] + r * grid.step), top + (r + 0.5) * grid.cell + 4
        parts.append(words(left - 8, y, label, text_anchor="end", **look))
    if grid.across:
        parts.append(words(left, 14, f"{grid.across} \N{RIGHTWARDS ARROW}", text_anchor="start", **look))
    if grid.down:
        turn = f"rotate(-90 12 {number(top)})"
        parts.append(words(12, top, f"\N{LEFTWARDS ARROW} {grid.down}", text_anchor="end", transform=turn, **look))
    return "".join(parts)


_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""The possible distances between numbered rows and columns."""
