"""Draws a sequence of values in rows of equal length; a cell has the colour of its value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from grundy.drawing import Drawing, document, number, tag, words

from .value_colours import LIGHT

WIDTH, TALL = 700.0, 30.0
"""The width of the picture and the largest height of a row in px."""
DIGITS = 18.0
"""The least width of a cell in px in which its value is written."""
PALE = 0.45
"""The opacity of values before the period."""


def wrapped_svg(values: Sequence[int], length: int, preperiod: int, title: str) -> Drawing:
    """Draw a sequence of Grundy values in rows of equal length, so that periods are seen as columns.

    Args:
        values: The values from heap 0 on.
        length: The number of values in a row.
        preperiod: The number of values before the period, which are pale.
        title: The title, which only screen readers show.

    Returns:
        The picture.

    Example:
        >>> picture = wrapped_svg([0, 1, 2, 0, 1, 2], 3, 0, "three columns")
        >>> picture.count("<path"), picture.size
        (3, (700.0, 60.0))
    """
    wide = WIDTH / length
    tall = max(2.0, min(TALL, wide * 0.6)) if wide < DIGITS else TALL
    gap = 2.0 if wide >= DIGITS else 0.0
    paths: defaultdict[tuple[int, bool], str] = defaultdict(str)
    digits = ""
    for heap, value in enumerate(values):
        x, y = heap % length * wide, heap // length * tall
        across = f"h{number(wide - gap)}v{number(tall - gap)}h-{number(wide - gap)}z"
        paths[value % 10, heap < preperiod] += f"M{number(x)},{number(y)}{across}"
        if gap and len(str(value)) * 9 < wide:
            ink = {"fill": "ink"} if heap < preperiod else {"fill": "#ffffff"}
            digits += words(x + wide / 2 - 1, y + 19, str(value), font_size=13, font_weight="600", **ink)
    body = "".join(
        tag("path", d=path, fill_opacity=f"{PALE if early else 1}", fill=LIGHT[value])
        for (value, early), path in sorted(paths.items())
    )
    rows = -(-len(values) // length)
    return document((WIDTH, rows * tall), title, body + digits)
