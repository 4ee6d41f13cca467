"""SVG as text: elements, colours for light and dark backgrounds, and the frame of every picture.

A colour has a name for its use, such as "ink", and two variants, for light and dark backgrounds. An element has the
light variant as an attribute, which also works without style sheets. Its class lets the style sheet `STYLE` replace the
colour by the dark variant. No element has an id, so that one page can contain any number of pictures.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Self


class Colour(NamedTuple):
    """A colour of the palette: the variant for light backgrounds, and the variant for dark ones."""

    light: str
    dark: str


PALETTE = {
    "paper": Colour("#fbf9f4", "#16181d"),
    "card": Colour("#ffffff", "#1f232b"),
    "ink": Colour("#22262e", "#e8e6e1"),
    "muted": Colour("#595f69", "#a9adb6"),
    "border": Colour("#8a8473", "#6f7683"),
    "accent": Colour("#1f7a70", "#5cc4b6"),
    "win": Colour("#1d5fa8", "#7db4f0"),
    "lose": Colour("#a8480f", "#f09a63"),
    "on-win": Colour("#ffffff", "#16181d"),
}
"""All colours; text colours have a contrast of at least 4.5 on paper and card."""

Look = dict[str, str | float]
"""Attributes of an element for `tag`."""

FONT = "system-ui, 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, 'DejaVu Sans Mono', monospace"

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


STYLE = "svg:root{color-scheme:light dark}" + "".join(
    f".grundy-svg .{paint}-{role}{{{paint}:light-dark({light},{dark})}}"
    for role, (light, dark) in PALETTE.items()
    for paint in ("fill", "stroke")
)
"""The style sheet inside every picture; a page that forbids inline styles serves it as a file."""


def escape(text: str) -> str:
    r"""Escape a text for XML, including attributes; characters that XML forbids become U+FFFD.

    >>> escape("<b a='1'> & \x00")
    '&lt;b a=&#39;1&#39;&gt; &amp; \ufffd'
    """
    return _ILLEGAL.sub("\ufffd", text).translate(_ENTITIES)


def number(value: float) -> str:
    """Write a coordinate with at most one decimal.

    >>> number(3.0), number(2.25), number(-0.01)
    ('3', '2.2', '0')
    """
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def spaced(number: int) -> str:
    """Write an integer with thin spaces between groups of three digits.

    >>> spaced(9999), spaced(100000).replace(chr(0x2009), "_")
    ('9999', '100_000')
    """
    return str(number) if number < 10_000 else f"{number:,}".replace(",", "\N{THIN SPACE}")


def tag(name: str, inside: str = "", /, **attributes: str | float) -> str:
    """Return one SVG element as text.

    The attributes `fill` and `stroke` may be a name of `PALETTE`, such as "accent".

    Args:
        name: The name of the element.
        inside: The content of the element, as SVG text.
        attributes: Its attributes; values are escaped, and `_` in names stands for `-`.

    Returns:
        The element.

    Example:
        >>> tag("circle", cx=3, r=2.5, fill="accent")
        '<circle cx="3" r="2.5" fill="#1f7a70" class="fill-accent"/>'
    """
    words, classes = [name], []
    for key, value in attributes.items():
        shown = value if isinstance(value, str) else number(value)
        if key in ("fill", "stroke") and shown in PALETTE:
            classes.append(f"{key}-{shown}")
            shown = PALETTE[shown].light
        words.append(f'{key.replace("_", "-")}="{escape(shown)}"')
    if classes:
        words.append(f'class="{" ".join(classes)}"')
    start = " ".join(words)
    return f"<{start}>{inside}</{name}>" if inside else f"<{start}/>"


def words(x: float, y: float, text: str, /, **attributes: str | float) -> str:
    """Return an SVG element with a line of text, by default centred, in 13 px and the colour "ink".

    Args:
        x: The x coordinate of the middle of the text.
        y: The y coordinate of the baseline.
        text: The text.
        attributes: SVG attributes to add, or to replace the defaults.

    Returns:
        The element.
    """
    look: Look = {"fill": "ink", "font_size": 13, "text_anchor": "middle"}
    return tag("text", escape(text), x=x, y=y, **(look | attributes))


def text_width(text: str, size: float = 13) -> float:
    """Return an upper estimate of the width of a text, for any font.

    Args:
        text: The text.
        size: The font size in px.

    Returns:
        The width in px.

    Example:
        >>> text_width("12") < text_width("2 12") < text_width("WWWW")
        True
    """
    return sum(_EMS.get(c, 0.62 if c < "\u2e80" else 1.05) for c in text) * size


_EMS = (
    dict.fromkeys("ijl.,:;|'!()[] ", 0.38) | dict.fromkeys("mwMWQO@%+=<>", 0.98) | dict.fromkeys("ABCDEGHKNRUXYZ", 0.76)
)


class Drawing(str):
    """A complete picture: its SVG text with a style sheet, and its size (width, height) in px."""

    __slots__ = ("size",)
    size: tuple[float, float]

    def __new__(cls, text: str, size: tuple[float, float]) -> Self:
        """Create a picture.

        Args:
            text: The SVG text.
            size: The width and the height in px.

        Returns:
            The picture.
        """
        picture = super().__new__(cls, text)
        picture.size = size
        return picture

    def __reduce__(self) -> tuple[type[Drawing], tuple[str, tuple[float, float]]]:
        return Drawing, (str(self), self.size)

    @property
    def bare(self) -> str:
        """The picture without its style sheet, for a page that contains the style sheet once for all pictures."""
        return self.replace(tag("style", STYLE), "", 1)


def document(
    size: tuple[float, float], title: str, body: str, description: str = "", *, linked: bool = False
) -> Drawing:
    """Return a complete picture: the given content on a background, with a style sheet.

    Args:
        size: The width and the height in px.
        title: The title for screen readers.
        body: The content as SVG elements.
        description: The description for screen readers.
        linked: Whether the content contains links; then screen readers treat the picture as a group, not as an image.

    Returns:
        The picture.
    """
    names = tag("title", escape(title) or " ") + (tag("desc", escape(description)) if description else "")
    inside = names + tag("style", STYLE) + tag("rect", width=size[0], height=size[1], fill="paper") + body
    width, height = map(number, size)
    look = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="{escape(FONT)}"'
    look = f'xmlns="http://www.w3.org/2000/svg" role="{"group" if linked else "img"}" {look}'
    return Drawing(f'<svg class="grundy-svg" {look}>{inside}</svg>', size)
