"""A section of a sequence as SVG without any library: dots for values, or shades for counts of them.

Colours follow the outcome: a heap of value 0 is a P-position and has the colour of "lose", all others that of "win".
The period is a band below the first repetitions. For pictures of print quality use `sequence_plot`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import count, groupby
from math import log, log2
from typing import NamedTuple

from grundy.drawing import Drawing, Look, document, number, spaced, tag, text_width, words

WIDTH, HEIGHT = 960, 380
TOP, RIGHT, BOTTOM = 26, 16, 40
SHADES = 8
"""The number of shades from a single heap in a cell to the largest count."""
BANDS = 3
"""Repetitions of the period that are marked."""
LEAST_BAND = 4.0
"""Repetitions narrower than this many px are not marked one by one."""


class Scale(NamedTuple):
    """A scale that maps numbers from `low` to `high` to px from `start` to `end`; with `log` by log(1 + number)."""

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
        """Return round numbers of the scale for its labels, ascending, about `most` or fewer.

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


def stretch_svg(stretch: Stretch, title: str, summary: str = "") -> Drawing:
    """Draw a section of a sequence of Grundy values as SVG, 960 x 380 px.

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
    left = 30 + text_width(spaced(stretch.largest), 13)
    first, last = stretch.start - 0.5, stretch.start + max(len(stretch.values), stretch.stop - stretch.start + 1) - 0.5
    across = Scale(first, last, left, WIDTH - RIGHT)
    up = Scale(-0.5 if not stretch.log else 0, stretch.largest + 0.5, HEIGHT - BOTTOM - 6, TOP, stretch.log)
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
    body += words(WIDTH - RIGHT, HEIGHT - 4, "heap n", fill="muted", font_size=12, text_anchor="end")
    body += words(8, 14, "g(n)", fill="muted", font_size=12, text_anchor="start")
    body += _dots(stretch, across, up) if len(stretch.values) else _cells(stretch, across, up)
    return document((WIDTH, HEIGHT), title, body, summary)


def _bands(stretch: Stretch, across: Scale) -> str:
    if stretch.repeat is None or stretch.repeat[0] > stretch.stop:
        return ""
    (n0, p), low, high = stretch.repeat, stretch.start, stretch.stop + 1
    parts = []
    if across.px(low + p) - across.px(low) >= LEAST_BAND:
        for i in range(BANDS):
            start, end = max(low, n0 + i * p), min(high, n0 + (i + 1) * p)
            if start < end:
                x, right = across.px(start - 0.5), across.px(end - 0.5)
                box = Look(x=x, y=TOP - 8, width=right - x, height=HEIGHT - BOTTOM - TOP + 8)
                parts.append(tag("rect", fill="accent", opacity=0.2 - 0.055 * i, **box))
    if n0 >= low:
        x = across.px(n0 - 0.5)
        line = f"M{number(x)},{TOP - 18}V{HEIGHT - BOTTOM}"
        parts.append(tag("path", d=line, stroke="accent", stroke_width=1.5))
        side = ("end", -7) if x > WIDTH - 220 else ("start", 7)
        told = f"period {spaced(p)} from {spaced(n0)}"
        parts.append(words(x + side[1], 14, told, fill="accent", text_anchor=side[0]))
    return "".join(parts)


def _dots(stretch: Stretch, across: Scale, up: Scale) -> str:
    room = (WIDTH - 80) / len(stretch.values)
    size = max(3.0, min(9.0, 1.1 * room, (HEIGHT - TOP - BOTTOM) / (stretch.largest + 1)))
    paths: dict[str, list[str]] = {"win": [], "lose": []}
    for heap, value in enumerate(stretch.values, stretch.start):
        paths["win" if value else "lose"].append(f"M{number(across.px(heap))},{number(up.px(value))}h0")
    look = Look(fill="none", stroke_width=size, stroke_linecap="round")
    return "".join(tag("path", d="".join(path), stroke=role, **look) for role, path in paths.items() if path)


def _cells(stretch: Stretch, across: Scale, up: Scale) -> str:
    most = log(max(2, *(max(row) for row in stretch.counts)))
    paths: defaultdict[tuple[str, int], str] = defaultdict(str)
    for place, row in enumerate(stretch.counts):
        low, high = place * stretch.tall, (place + 1) * stretch.tall
        top, bottom = up.px(high - 0.5), up.px(low - 0.5)
        room = bottom - top
        height = min(room, max(3.0, 0.55 * room))
        role, end = "lose" if high == 1 else "win", 0
        for shade, run in groupby(max(1, round(SHADES * log(heaps) / most)) if heaps else 0 for heaps in row):
            first, end = end, end + len(list(run))
            if shade:
                x, right = (across.px(stretch.start + i * stretch.heaps - 0.5) for i in (first, end))
                width = number(min(right, WIDTH - RIGHT) - x)
                box = f"M{number(x)},{number(top + (room - height) / 2)}h{width}v{number(height)}h-{width}z"
                paths[role, shade] += box
    return "".join(
        tag("path", d=path, fill=role, fill_opacity=f"{0.25 + 0.75 * shade / SHADES:.2f}")
        for (role, shade), path in sorted(paths.items())
    )
