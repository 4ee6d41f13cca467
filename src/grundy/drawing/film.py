"""Pictures in sequence as one SVG, animated by its own style sheet: no script, no other file.

All frames are in the file. The style sheet shows one at a time, in a loop, and the animation pauses while the mouse is
over it. If style sheets are not supported, or the user prefers reduced motion, only the first frame is visible.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from .fit import printable, short_text
from .svg import Drawing, document, number, tag, text_width, words

SECONDS = 2.0
"""Seconds for which a frame is shown: slow enough to read, and far from flashing."""
MARGIN = 24
LEAST = 560
"""The least width in px, so that captions fit."""
LINES = 3
"""The largest number of lines of a caption."""
STILL = "@media (prefers-reduced-motion:reduce){.grundy-film *{animation:none!important}}"
PAUSE = ".grundy-film:hover *{animation-play-state:paused}"


class FilmFrame(NamedTuple):
    """A frame of an animation: a picture, and below it a caption and a remark.

    If `bad` is true, the remark is in the colour for losing positions.
    """

    picture: Drawing
    caption: str
    remark: str = ""
    bad: bool = False


def film(frames: Sequence[FilmFrame], title: str, description: str = "", seconds: float = SECONDS) -> Drawing:
    """Return an animated SVG picture that shows frames one after the other, in a loop.

    Args:
        frames: The frames, at least one.
        title: The title, which only screen readers show.
        description: The description for screen readers.
        seconds: The time in seconds for which each frame is shown.

    Returns:
        The picture.

    Example:
        >>> from ..core import Heaps
        >>> from .scenes_svg import scene_svg
        >>> moving = film([FilmFrame(scene_svg(Heaps((n,))), f"{n} left") for n in (2, 1, 0)], "A match")
        >>> moving.count('class="f f'), "@keyframes" in moving, "<script" in moving
        (3, True, False)
    """
    count = len(frames)
    width = max([LEAST, *(frame.picture.size[0] for frame in frames)])
    high = max(frame.picture.size[1] for frame in frames)
    across = int((width - 2 * MARGIN) / text_width("n", 15))
    body = tag("style", _timing(count, seconds)) if count > 1 else ""
    for i, frame in enumerate(frames):
        x, y = (width - frame.picture.size[0]) / 2, high - frame.picture.size[1]  # align the frames at the bottom
        inside = tag("g", frame.picture.bare, transform=f"translate({number(x)} {number(y)})")
        inside += tag(
            "rect", x=MARGIN, y=high + 4, width=(width - 2 * MARGIN) * (i + 1) / count, height=3, fill="accent"
        )
        lines = wrap(short_text(printable(frame.caption), 2 * across), across) or [""]
        told = wrap(short_text(printable(frame.remark), 2 * across), across)
        for line, text in enumerate([*lines[:2], *told][:LINES]):
            ink = "ink" if line < len(lines[:2]) else "lose" if frame.bad else "muted"
            inside += words(MARGIN, high + 32 + 22 * line, text, font_size=15, text_anchor="start", fill=ink)
        shown = {"visibility": "hidden"} if i else {}
        body += tag("g", inside, **{"class": f"f f{i}"}, **shown)
    size = width, high + 32 + 22 * LINES
    return document(size, title, tag("g", body, **{"class": f"grundy-film grundy-film-{count}"}), description)


def _timing(count: int, seconds: float) -> str:
    name, share = f"grundy-film-{count}", 100 / count
    turn = f"@keyframes {name}{{0%{{visibility:visible}}{share:.4f}%,100%{{visibility:hidden}}}}"
    each = f".{name} .f{{animation:{name} {number(count * seconds)}s step-end infinite}}"
    waits = "".join(f".{name} .f{i}{{animation-delay:{number(i * seconds)}s}}" for i in range(1, count))
    return turn + each + waits + PAUSE + STILL
