"""Pictures of documents as SVG."""

from __future__ import annotations

from ..diagram import Diagram
from ..diagram_svg import diagram_svg
from ..svg import Drawing
from .blocks import PaperPicture
from .plan import plan_svg, position_plan


def picture_svg(picture: PaperPicture) -> Drawing:
    """Return a picture of a document, a position or a game graph, as SVG.

    >>> from ...core import Heaps
    >>> from .blocks import PositionPart
    >>> picture_svg(PaperPicture((PositionPart(Heaps((1,))),), "nim: 1"))[:4]
    '<svg'
    """
    if isinstance(picture.drawn, Diagram):
        return diagram_svg(picture.drawn, picture.title)
    return plan_svg(position_plan(picture.drawn), picture.title, picture.caption)
