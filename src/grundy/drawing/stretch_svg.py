"""A stretch of a sequence as SVG without any library: dots for its values, or shades for counts of them.

Colours follow the outcome: a heap of value 0 is a P-position and has the colour of "lose", all others that of "win".
The period is a band behind the first repetitions. For pictures of print quality there is `sequence_plot`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import NamedTuple

from .scale import Scale
from .svg import document, number, tag, text_width, words

WIDTH, HEIGHT = 960, 380
TOP, RIGHT, BOTTOM = 26, 16, 40
SHADES = 8
"""So many shades from a single heap in a cell to the largest count."""
BANDS = 3
"""Repetitions of the period that are marked."""
LEAST_BAND = 4.0
"""Narrower repetitions in px are not marked one by one."""


class Stretch(NamedTuple):
    """Heaps `start` to `stop`: their values, or rows of counts from the smallest values up.

    A count is of the heaps of a cell, `heaps` wide and `tall` values high. `repeat` is (preperiod, period); with `log`
    the values stand on a logarithmic axis.
    """

    start: int
    stop: int
    largest: int
    values: Sequence[int] = ()
    counts: Sequence[Sequence[int]] = ()
    heaps: int = 1
    tall: int = 1
    repeat: tuple[int, int] | None = None
    log: bool = False


class _Axes(NamedTuple):
    """Heaps across, values up."""

    x: Scale
    y: Scale


def stretch_svg(stretch: Stretch, title: str, summary: str = "") -> str:
    """Return the picture of a stretch of a sequence under an unseen title, 960 x 380 px.

    >>> picture = stretch_svg(Stretch(0, 3, 3, values=[0, 1, 2, 3]), "nim")
    >>> "<title>nim</title>" in picture, picture.count("h0")
    (True, 4)
    """
    left = 30 + text_width(_grouped(stretch.largest), 13)
    first, last = stretch.start - 0.5, stretch.start + max(len(stretch.values), stretch.stop - stretch.start + 1) - 0.5
    axes = _Axes(
        Scale(first, last, left, WIDTH - RIGHT),
        Scale(-0.5 if not stretch.log else 0, stretch.largest + 0.5, HEIGHT - BOTTOM - 6, TOP, stretch.log),
    )
    body = _bands(stretch, axes) + _frame(axes, left)
    body += _dots(stretch, axes) if len(stretch.values) else _cells(stretch, axes)
    return document(WIDTH, HEIGHT, title, body, summary)


def _frame(axes: _Axes, left: float) -> str:
    """Draw the ground line, quiet lines for values, and the numbers of both axes."""
    ground = HEIGHT - BOTTOM
    parts = []
    for value in axes.y.ticks(7):
        y = axes.y.px(value)
        parts.append(tag("path", d=f"M{number(left)},{number(y)}H{WIDTH - RIGHT}", stroke="border", opacity=0.25))
        parts.append(words(left - 8, y + 4.5, _grouped(value), fill="muted", text_anchor="end"))
    parts.append(tag("path", d=f"M{number(left)},{ground}H{WIDTH - RIGHT}", stroke="border"))
    for heap in axes.x.ticks(8):
        x = axes.x.px(heap)
        parts.append(tag("path", d=f"M{number(x)},{ground}v5", stroke="border"))
        anchor = "end" if x > WIDTH - 46 else "middle"
        parts.append(words(x, ground + 20, _grouped(heap), fill="muted", text_anchor=anchor))
    parts.append(words(WIDTH - RIGHT, HEIGHT - 4, "heap n", fill="muted", font_size=12, text_anchor="end"))
    parts.append(words(8, 14, "g(n)", fill="muted", font_size=12, text_anchor="start"))
    return "".join(parts)


def _bands(stretch: Stretch, axes: _Axes) -> str:
    """Shade the first repetitions of the period, fading, and name preperiod and period above."""
    if stretch.repeat is None or stretch.repeat[0] > stretch.stop:
        return ""
    (n0, p), low, high = stretch.repeat, stretch.start, stretch.stop + 1
    parts = []
    if axes.x.px(low + p) - axes.x.px(low) >= LEAST_BAND:
        for i in range(BANDS):
            start, end = max(low, n0 + i * p), min(high, n0 + (i + 1) * p)
            if start < end:
                x, right = axes.x.px(start - 0.5), axes.x.px(end - 0.5)
                box: dict[str, float] = {"x": x, "y": TOP - 8, "width": right - x, "height": HEIGHT - BOTTOM - TOP + 8}
                parts.append(tag("rect", fill="accent", opacity=0.2 - 0.055 * i, **box))
    if n0 >= low:
        x = axes.x.px(n0 - 0.5)
        line = f"M{number(x)},{TOP - 18}V{HEIGHT - BOTTOM}"
        parts.append(tag("path", d=line, stroke="accent", stroke_width=1.5))
        side = ("end", -7) if x > WIDTH - 220 else ("start", 7)
        told = f"period {_grouped(p)} from {_grouped(n0)}"
        parts.append(words(x + side[1], 14, told, fill="accent", text_anchor=side[0]))
    return "".join(parts)


def _dots(stretch: Stretch, axes: _Axes) -> str:
    """Draw every heap as a dot."""
    room = (WIDTH - 80) / len(stretch.values)
    size = max(3.0, min(9.0, 1.1 * room, (HEIGHT - TOP - BOTTOM) / (stretch.largest + 1)))
    paths: dict[str, list[str]] = {"win": [], "lose": []}
    for heap, value in enumerate(stretch.values, stretch.start):
        at = f"M{number(axes.x.px(heap))},{number(axes.y.px(value))}h0"
        paths["win" if value else "lose"].append(at)
    look: dict[str, str | float] = {"fill": "none", "stroke_width": size, "stroke_linecap": "round"}
    return "".join(tag("path", d="".join(path), stroke=role, **look) for role, path in paths.items() if path)


def _cells(stretch: Stretch, axes: _Axes) -> str:
    """Draw counts as shades, runs of one shade as one rectangle; the scale is logarithmic."""
    most = log(max(2, *(max(row) for row in stretch.counts)))
    paths: dict[tuple[str, int], list[str]] = {}
    for place, row in enumerate(stretch.counts):
        low, high = place * stretch.tall, (place + 1) * stretch.tall
        top, bottom = axes.y.px(high - 0.5), axes.y.px(low - 0.5)
        room = bottom - top
        height = min(room, max(3.0, 0.55 * room))
        role = "lose" if high == 1 else "win"
        for first, end, shade in _runs([_shade(count, most) for count in row]):
            x, right = (axes.x.px(stretch.start + i * stretch.heaps - 0.5) for i in (first, end))
            width = number(min(right, WIDTH - RIGHT) - x)
            box = f"M{number(x)},{number(top + (room - height) / 2)}h{width}v{number(height)}h-{width}z"
            paths.setdefault((role, shade), []).append(box)
    return "".join(
        tag("path", d="".join(path), fill=role, fill_opacity=f"{0.25 + 0.75 * shade / SHADES:.2f}")
        for (role, shade), path in sorted(paths.items())
    )


def _shade(count: int, most: float) -> int:
    """Return the shade of a count, 0 for none."""
    return 0 if not count else max(1, round(SHADES * log(max(1, count)) / most))


def _runs(shades: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return (first, end, shade) of the runs of equal shades other than 0."""
    found, first = [], 0
    for place in range(1, len(shades) + 1):
        if place == len(shades) or shades[place] != shades[first]:
            if shades[first]:
                found.append((first, place, shades[first]))
            first = place
    return found


def _grouped(value: int) -> str:
    """Write a number with thin spaces between groups of three digits, from 10 000 on."""
    return str(value) if value < 10_000 else f"{value:,}".replace(",", "\N{THIN SPACE}")
