"""Draws a section of a sequence of values as SVG, without a library: dots for values, or shades for counts of values.

A point has the colour of its value. In a grid of counts, a row of cells that stands for one value has the colour of
this value. Periods are tinted bands with brackets below. The points of a second sequence are squares. For pictures of
print quality use `sequence_plot`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import count, groupby
from math import log, log2
from typing import NamedTuple

from grundy.drawing import Drawing, Look, document, number, spaced, tag, text_width, words

from .value_colours import coloured

WIDTH, HEIGHT = 1200, 400
TOP, RIGHT, BOTTOM = 26, 16, 72
SHADES = 8
"""The number of shades from a single heap in a cell to the largest count."""
BANDS = 8
"""Repetitions of the period that are marked."""
LEAST_BAND = 12.0
"""Repetitions narrower than this many px are not marked one by one."""
MIXED = 3
"""The value whose colour cells with several values have."""
TINTS = 0.16, 0.08
"""The opacities of consecutive bands."""


class Scale(NamedTuple):
    """An axis that maps the numbers from `low` to `high` to the px from `start` to `end`.

    If `log` is true, the axis is logarithmic: a number n is placed by log(1 + n).
    """

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def px(self, number: float) -> float:
        """Return the place of a number on the axis, in px.

        >>> Scale(0, 10, 0, 100).px(5), Scale(0, 3, 0, 100, log=True).px(1)
        (50.0, 50.0)
        """
        low, high, number = (log2(max(0.0, n) + 1) if self.log else n for n in (self.low, self.high, number))
        return self.start + (self.end - self.start) * (number - low) / ((high - low) or 1.0)

    def ticks(self, most: int = 8) -> list[int]:
        """Return about `most` or fewer round numbers on the axis for its labels, ascending.

        On a logarithmic axis they have the form 2^k - 1.

        >>> Scale(0, 100, 0, 1).ticks(), Scale(37, 61, 0, 1).ticks(4), Scale(0, 20, 0, 1, log=True).ticks()
        ([0, 20, 40, 60, 80, 100], [40, 50, 60], [0, 1, 3, 7, 15])
        """
        if self.log:
            powers = (2**k - 1 for k in range(70))
            found = [n for n in powers if self.low <= n <= self.high]
            return found[:: max(1, -(-len(found) // most))]
        steps = (factor * 10**power for power in count() for factor in (1, 2, 5))
        step = next(step for step in steps if (self.high - self.low) / step <= most)
        first = -int(-self.low // step)
        return [n * step for n in range(first, int(self.high // step) + 1)]


class Stretch(NamedTuple):
    """A section of a sequence of Grundy values: the values of heaps `start` to `stop`, or counts if there are many.

    Attributes:
        start: The first heap.
        stop: The last heap.
        largest: The largest value.
        values: The values, or empty if there are too many.
        counts: The rows of a grid, the smallest values first. The number in a cell counts those of its `heaps`
            consecutive heaps that have one of its `tall` consecutive values.
        heaps: The number of heaps in a cell.
        tall: The number of values in a cell.
        repeat: The preperiod and the period to mark, or None.
        log: Whether the axis of values is logarithmic.
        second: The values of another sequence from the same heap on, to compare.
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
    second: Sequence[int] = ()


def stretch_svg(stretch: Stretch, title: str, summary: str = "") -> Drawing:
    """Draw a section of a sequence of Grundy values as SVG, 1200 x 400 px.

    Args:
        stretch: The values or counts.
        title: The title, which only screen readers show.
        summary: The description for screen readers, or "".

    Returns:
        The picture.

    Example:
        >>> picture = stretch_svg(Stretch(0, 3, 3, values=[0, 1, 2, 3]), "nim")
        >>> "<title>nim</title>" in picture, picture.count("h0")
        (True, 4)
    """
    largest = max(stretch.largest, *stretch.second, 0)
    left = 30 + text_width(spaced(largest), 13)
    first, last = stretch.start - 0.5, stretch.start + max(len(stretch.values), stretch.stop - stretch.start + 1) - 0.5
    across = Scale(first, last, left, WIDTH - RIGHT)
    up = Scale(-0.5 if not stretch.log else 0, largest + 0.5, HEIGHT - BOTTOM - 6, TOP, stretch.log)
    body, ground = _bands(stretch, across), HEIGHT - BOTTOM
    for value in up.ticks(7):
        y = up.px(value)
        body += tag("path", d=f"M{number(left)},{number(y)}H{WIDTH - RIGHT}", stroke="border", opacity=0.25)
        body += words(left - 8, y + 4.5, spaced(value), fill="muted", text_anchor="end")
    body += tag("path", d=f"M{number(left)},{ground}H{WIDTH - RIGHT}", stroke="border")
    for heap in across.ticks(8):
        x = across.px(heap)
        body += tag("path", d=f"M{number(x)},{ground}v5", stroke="border")
        anchor = "end" if x > WIDTH - 46 else "middle"
        body += words(x, ground + 20, spaced(heap), fill="muted", text_anchor=anchor)
    body += words(8, 14, "g(n)", fill="muted", font_size=12, text_anchor="start")
    body += _squares(stretch, across, up)
    body += _dots(stretch, across, up) if len(stretch.values) else _cells(stretch, across, up)
    return document((WIDTH, HEIGHT), title, body, summary)


def _bands(stretch: Stretch, across: Scale) -> str:
    """Draw the first periods as bands with brackets below, or all periods as one band if they are narrow.

    `across` is the axis of heaps.
    """
    if stretch.repeat is None or stretch.repeat[0] > stretch.stop:
        return ""
    (n0, p), low, high = stretch.repeat, stretch.start, stretch.stop + 1
    single = across.px(low + p) - across.px(low) < LEAST_BAND
    parts = []
    for i in range(1 if single else BANDS):
        start, end = max(low, n0 + i * p), high if single else min(high, n0 + (i + 1) * p)
        if start >= end or (not single and 2 * (end - start) < p):
            continue
        x, right = across.px(start - 0.5) + 1, across.px(end - 0.5) - 1
        box = Look(x=x, y=TOP - 8, width=right - x, height=HEIGHT - BOTTOM - TOP + 8)
        parts.append(tag("rect", fill="accent", opacity=TINTS[i % 2], rx=6, **box))
        whole = n0 + (i + 1) * p <= high or single
        bracket = f"M{number(x + 1)},{HEIGHT - 36}v8H{number(right - 1)}{'v-8' if whole else ''}"
        parts.append(tag("path", d=bracket, fill="none", stroke="accent", stroke_width=2.5))
        told = f"period {spaced(p)} from {spaced(n0)}" if single else spaced(p)
        if right - x > text_width(told, 13) and (whole or single):
            parts.append(words((x + right) / 2, HEIGHT - 9, told, font_weight="600"))
    return "".join(parts)


def _squares(stretch: Stretch, across: Scale, up: Scale) -> str:
    """Draw the values of the second sequence as small squares.

    `across` is the axis of heaps, and `up` the axis of values.
    """
    size = _size(stretch) + 5
    outline = f"h{number(size)}v{number(size)}h-{number(size)}z"
    path = "".join(
        f"M{number(across.px(heap) - size / 2)},{number(up.px(value) - size / 2)}{outline}"
        for heap, value in enumerate(stretch.second, stretch.start)
        if heap <= stretch.stop
    )
    return tag("path", d=path, fill="none", stroke="muted", stroke_width=1.5) if path and len(stretch.values) else ""


def _size(stretch: Stretch) -> float:
    room = (WIDTH - 80) / max(1, len(stretch.values))
    return max(3.0, min(10.0, 1.1 * room, (HEIGHT - TOP - BOTTOM) / (stretch.largest + 1)))


def _dots(stretch: Stretch, across: Scale, up: Scale) -> str:
    paths: defaultdict[int, str] = defaultdict(str)
    for heap, value in enumerate(stretch.values, stretch.start):
        paths[value % 10] += f"M{number(across.px(heap))},{number(up.px(value))}h0"
    look = Look(fill="none", stroke_width=_size(stretch), stroke_linecap="round")
    return "".join(tag("path", d=path, **look, **coloured("stroke", value)) for value, path in sorted(paths.items()))


def _cells(stretch: Stretch, across: Scale, up: Scale) -> str:
    most = log(max(2, *(max(row) for row in stretch.counts)))
    paths: defaultdict[tuple[int, int], str] = defaultdict(str)
    for place, row in enumerate(stretch.counts):
        low, high = place * stretch.tall, (place + 1) * stretch.tall
        top, bottom = up.px(high - 0.5), up.px(low - 0.5)
        room = bottom - top
        height = min(room, max(3.0, 0.55 * room))
        colour, end = low % 10 if stretch.tall == 1 else MIXED, 0
        for shade, run in groupby(max(1, round(SHADES * log(heaps) / most)) if heaps else 0 for heaps in row):
            first, end = end, end + len(list(run))
            if shade:
                x, right = (across.px(stretch.start + i * stretch.heaps - 0.5) for i in (first, end))
                width = number(min(right, WIDTH - RIGHT) - x)
                box = f"M{number(x)},{number(top + (room - height) / 2)}h{width}v{number(height)}h-{width}z"
                paths[colour, shade] += box
    return "".join(
        tag("path", d=path, fill_opacity=f"{0.25 + 0.75 * shade / SHADES:.2f}", **coloured("fill", colour))
        for (colour, shade), path in sorted(paths.items())
    )
