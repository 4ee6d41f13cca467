"""The colours of Grundy values in pictures: value n has the colour n mod 10.

Points and bars have one set of colours for light pages and one for dark ones. Cells with white digits have the set for
light pages on both. `explore.css` states the same colours for pages.
"""

from __future__ import annotations

LIGHT = ("#b3400f", "#1d7168", "#8f6000", "#1f55a5", "#7d4a99", "#b03a62", "#4a7526", "#0d6d8a", "#7a5230", "#444f5e")
"""The colours on light pages, and of cells with white digits."""
DARK = ("#ff9a5c", "#4fbfae", "#e0b04a", "#8db8ff", "#c99be6", "#f08aa8", "#9ac46a", "#5cc0e0", "#d2a679", "#b9c2cc")
"""The colours on dark pages."""
VALUE_STYLE = "".join(
    f".grundy-svg .{paint}-v{i}{{{paint}:light-dark({light},{dark})}}"
    for i, (light, dark) in enumerate(zip(LIGHT, DARK, strict=True))
    for paint in ("fill", "stroke")
)
"""The style sheet of these colours, for pictures that are saved."""


def coloured(paint: str, value: int) -> dict[str, str]:
    """Return the attributes that give an SVG element the colour of a value.

    Args:
        paint: "fill" or "stroke".
        value: The Grundy value.

    Returns:
        The attributes, for `tag`.

    Example:
        >>> coloured("fill", 13)
        {'fill': '#1f55a5', 'class': 'fill-v3'}
    """
    return {paint: LIGHT[value % 10], "class": f"{paint}-v{value % 10}"}
