"""Plots a sequence g(0), g(1), ... of Grundy values as points, or as a grid of counts if there are very many.

In many take-and-break games, almost all values are outside of a certain set (the sparse space), which is closed under
nim addition. Heaps with values in this set are called rare, all others common. Common heaps are pale dots, and rare
ones are dark diamonds on top of them. Equal data give identical files.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import sqrt
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core import InputError, MissingExtra
from ..sequences import arrays
from .fit import printable, short_text
from .svg import PALETTE, spaced, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Form = Literal["svg", "png"]
"""The file formats of a picture."""

MOST_POINTS = 10**5
"""Longer sequences are drawn as counts of points in cells."""
VECTOR_POINTS = 3000
"""The points of longer sequences are pixels inside an SVG, which would otherwise be large and slow."""
BANDS = 5
"""Repetitions that are marked."""
LEAST_BAND = 10
"""Repetitions narrower than this many px are not marked one by one."""
WIDTH, HEIGHT, DPI = 1600, 900, 125
"""The size of a PNG in px, and px per inch of the drawing."""
PIXELS = 200
"""Px per inch of pixels inside an SVG."""

LEFT, BOTTOM, RIGHT, TOP = 0.06, 0.135, 0.965, 0.8
"""The axes within the figure; large values move the left side further in."""
COLUMNS, ROWS = 720, 320
"""The largest number of columns and of rows of cells."""
STRIP = 4
"""The height in px of a line of cells; a row of more than three such lines is drawn as a strip of three."""
TICK = 15
"""The size in points of the numbers at the axes and of the names of bands."""
ROOM = 0.09
"""The fraction of the height left free above the largest value, for the names of the bands."""

_LOCK = RLock()
_STYLE = {"svg.hashsalt": "grundy", "svg.fonttype": "path", "font.family": "DejaVu Sans"}


class PointKind(NamedTuple):
    """The style of the points of common or of rare heaps: their colour, their marker, and the colours of counts."""

    name: str
    colour: str
    marker: str
    least: float
    """Size of the smallest points in px."""
    ramp: tuple[str, str]
    """Colours of the smallest and the largest count."""


COMMON = PointKind("common", "#3584c8", "o", 2.4, ("#a9cdec", "#0d4a85"))
RARE = PointKind("rare", "#a33000", "D", 4.0, ("#e08a50", "#7a1f00"))


@dataclass(frozen=True, slots=True)
class Repeat:
    """The period of a sequence: g(n + period) = g(n) for n >= preperiod; `caption` describes it in words."""

    preperiod: int
    period: int
    caption: str


@dataclass(frozen=True, slots=True)
class SequencePicture:
    """The data of a plot of Grundy values.

    Attributes:
        title: The title.
        values: The values of heaps 0, 1, ....
        rare: The sizes of the rare heaps, or None to draw all heaps in one style.
        repeat: The period to mark, or None.
    """

    title: str
    values: NDArray[np.integer[Any]]
    rare: NDArray[np.int64] | None = None
    repeat: Repeat | None = None

    @property
    def name(self) -> str:
        """The title, shortened to at most 100 characters."""
        return short_text(printable(self.title), 100)

    @property
    def left(self) -> float:
        """The left end of the axes, from 0 (left edge of the picture) to 1, with space for the largest label."""
        return max(LEFT, (text_width(spaced(int(self.values.max())), TICK * DPI / 72) + 24) / WIDTH)

    @property
    def heap_width(self) -> float:
        """The distance in px between two consecutive heap sizes on the horizontal axis."""
        return WIDTH * (RIGHT - self.left) / len(self.values)

    @property
    def caption(self) -> str:
        """The line below the title: the range of heaps, and the period if known."""
        told = f"Grundy values of heaps 0 to {spaced(len(self.values) - 1)}"
        return f"{told} \N{MIDDLE DOT} {self.repeat.caption}" if self.repeat else told


def sequence_plot(picture: SequencePicture, form: Form) -> bytes:
    """Plot a sequence of Grundy values to the bytes of a file; equal data give identical files.

    Args:
        picture: The sequence, its title and its period.
        form: "svg", or "png" for 1600 x 900 px.

    Returns:
        The bytes of the file.

    Raises:
        InputError: If the sequence is empty.
        MissingExtra: If matplotlib is not installed.
    """
    from io import BytesIO

    file = BytesIO()
    svg = form == "svg"
    metadata = {"Date": None, "Creator": None, "Title": picture.name} if svg else {"Software": None}
    with _our_style():
        sequence_figure(picture).savefig(file, format=form, dpi=PIXELS if svg else DPI, metadata=metadata)
    return file.getvalue()


def sequence_figure(picture: SequencePicture) -> Figure:
    """Plot a sequence of Grundy values as a matplotlib figure, which can be shown or modified.

    Args:
        picture: The sequence, its title and its period.

    Returns:
        The figure.

    Raises:
        InputError: If the sequence is empty.
        MissingExtra: If matplotlib is not installed.
    """
    if not len(picture.values):
        raise InputError("expected at least one value to draw, found none")
    with _our_style():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=PALETTE["paper"].light)
        axes = figure.add_axes((picture.left, BOTTOM, RIGHT - picture.left, TOP - BOTTOM))
        _frame(axes, picture)
        _bands(axes, picture)
        if len(picture.values) <= MOST_POINTS:
            _points(axes, picture)
        else:
            _cells(axes, picture)
        ink, muted, left = PALETTE["ink"].light, PALETTE["muted"].light, picture.left
        title, caption = _fitting(picture.name, 26, left, 1.2), _fitting(picture.caption, 17, left)
        figure.text(left, 0.965, picture.name, va="top", fontsize=title, weight="bold", color=ink)
        figure.text(left, 0.895, picture.caption, va="top", fontsize=caption, color=muted)
        figure.text(left - 0.004, TOP + 0.012, "g(n)", ha="right", fontsize=17, color=ink)
        figure.text(RIGHT, 0.025, "heap n", ha="right", fontsize=17, color=ink)
        if picture.rare is not None:
            _key(axes, picture)
    return figure


@contextmanager
def _our_style() -> Iterator[None]:
    """Use matplotlib's default style with a few settings of this module within a `with` statement.

    The user's style is ignored, and restored at the end.
    """
    try:
        from matplotlib import style
    except ImportError:
        raise MissingExtra("a picture of a sequence", "matplotlib") from None
    with _LOCK, style.context(["default", _STYLE]):
        yield


def _frame(axes: Axes, picture: SequencePicture) -> None:
    count, largest = len(picture.values), int(picture.values.max())
    axes.set_xlim(-0.5 - 0.006 * count, count - 0.5 + 0.006 * count)
    axes.set_ylim(-0.5 - 0.02 * (largest + 1), largest + 0.5 + ROOM * (largest + 1))
    muted, border = PALETTE["muted"].light, PALETTE["border"].light
    axes.set_xticks(ticks := _ticks(count - 1), list(map(spaced, ticks)))
    if 0.95 * count < ticks[-1] and ticks[-1] >= 10**5:
        axes.get_xticklabels()[-1].set_horizontalalignment("right")
    axes.set_yticks(ticks := _ticks(largest), list(map(spaced, ticks)))
    axes.tick_params(labelsize=TICK, labelcolor=muted, color=border, length=5, pad=6)
    axes.tick_params(axis="y", length=0)
    axes.grid(visible=True, axis="y", color=border, alpha=0.28, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_facecolor(PALETTE["paper"].light)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(border)


def _ticks(last: int) -> list[int]:
    from matplotlib.ticker import MaxNLocator

    ticks = MaxNLocator(nbins=8, integer=True, steps=[1, 2, 5, 10]).tick_values(0, max(1, last))
    return [round(tick) for tick in ticks if 0 <= round(tick) <= last]


def _bands(axes: Axes, picture: SequencePicture) -> None:
    """Shade the preperiod, draw a line where the first period begins, and shade every second of the first periods."""
    if picture.repeat is None:
        return
    count, start, period = len(picture.values), picture.repeat.preperiod, picture.repeat.period
    heap = picture.heap_width
    if start:
        _band(axes, 0, min(start, count), "ink", 0.05)
        if min(start, count) * heap > 140:
            _name(axes, 0, "preperiod", "muted")
    if start >= count:
        return
    axes.axvline(start - 0.5, color=PALETTE["accent"].light, linewidth=1.5, alpha=0.8, zorder=0.6)
    if period * heap >= LEAST_BAND:
        for i in range(0, BANDS, 2):
            left = start + i * period
            _band(axes, min(left, count), min(left + period, count), "accent", 0.2 * (1 - i / BANDS))
    if (count - start) * heap > 180:
        _name(axes, start, f"period {spaced(period)}", "accent")


def _band(axes: Axes, left: int, right: int, colour: str, alpha: float) -> None:
    axes.axvspan(left - 0.5, right - 0.5, facecolor=PALETTE[colour].light, alpha=alpha, linewidth=0, zorder=0.5)


def _name(axes: Axes, heap: int, name: str, colour: str) -> None:
    look: dict[str, Any] = {"va": "top", "fontsize": TICK, "color": PALETTE[colour].light}
    place = axes.get_xaxis_transform()
    axes.annotate(name, (heap - 0.5, 1), xycoords=place, xytext=(7, -7), textcoords="offset points", **look)


def _points(axes: Axes, picture: SequencePicture) -> None:
    count = len(picture.values)
    heap = picture.heap_width
    size = min(14.0, 2.4 * heap, 0.28 * sqrt(heap * HEIGHT * (TOP - BOTTOM)))
    rare = np.zeros(0, np.int64) if picture.rare is None else picture.rare
    for kind, heaps in ((COMMON, np.delete(np.arange(count), rare)), (RARE, rare)):
        axes.plot(
            heaps,
            picture.values[heaps],
            linestyle="none",
            marker=kind.marker,
            markersize=max(size, kind.least) * 72 / DPI,
            markerfacecolor=kind.colour,
            markeredgewidth=0,
            rasterized=count > VECTOR_POINTS,
            zorder=2,
        )


def _cells(axes: Axes, picture: SequencePicture) -> None:
    """Draw a long sequence as a grid; the colour of a cell shows the number of points in it, on a logarithmic scale."""
    from matplotlib.colors import LinearSegmentedColormap, LogNorm

    values, rare = picture.values, picture.rare
    largest = int(values.max())
    heaps, tall = -(-len(values) // COLUMNS), -(-(largest + 1) // ROWS)
    rows, columns = largest // tall + 1, -(-len(values) // heaps)
    every = np.asarray(arrays.counts(values, heaps, tall, rows, columns, len(values))).reshape(rows, columns)
    rares = 0 * every
    if rare is not None:
        places = values[rare].astype(np.int64) // tall * columns + rare // heaps
        rares = np.bincount(places, minlength=rows * columns).reshape(rows, columns)
    extent = (-0.5, columns * heaps - 0.5, -0.5, rows * tall - 0.5)
    lines = max(1, round(HEIGHT * (TOP - BOTTOM) / rows / STRIP))
    strip = np.ones(lines, bool) if lines < 4 else np.abs(np.arange(lines) - (lines - 3) // 2 - 1) < 2
    for kind, counts in ((COMMON, every - rares), (RARE, rares)):
        shown = np.where(np.tile(strip, rows)[:, None], np.repeat(counts, lines, axis=0), 0)
        axes.imshow(
            np.ma.masked_equal(shown, 0),
            cmap=LinearSegmentedColormap.from_list(kind.name, kind.ramp),
            norm=LogNorm(1, max(2, counts.max())),
            extent=extent,
            origin="lower",
            aspect="auto",
            interpolation="nearest",
            zorder=2,
        )
    several = "1 value" if tall == 1 else f"{tall} values"
    told = f"each dot: {spaced(heaps)} heaps, {several}; the darker, the more of these heaps have it"
    axes.figure.text(picture.left, 0.028, told, fontsize=14, color=PALETTE["muted"].light)


def _fitting(text: str, size: float, left: float, wider: float = 1) -> float:
    return min(size, size * WIDTH * (RIGHT - left) / (wider * text_width(text, size * DPI / 72)))


def _key(axes: Axes, picture: SequencePicture) -> None:
    from matplotlib.lines import Line2D

    marker = "s" if len(picture.values) > MOST_POINTS else None
    samples = [
        Line2D([], [], linestyle="none", marker=marker or kind.marker, markersize=8, color=kind.colour, label=kind.name)
        for kind in (COMMON, RARE)
    ]
    axes.legend(
        handles=samples,
        loc="lower right",
        bbox_to_anchor=(1.0, 1.0),
        ncols=2,
        frameon=False,
        fontsize=16,
        labelcolor=PALETTE["muted"].light,
        handletextpad=0.1,
        columnspacing=1.0,
        borderpad=0,
        borderaxespad=0.35,
    )
