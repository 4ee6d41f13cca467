"""Scenes to text and SVG; graphs to SVG and DOT; tables."""

from typing import TYPE_CHECKING

from ..core import door

if TYPE_CHECKING:
    from .binary import binary_table
    from .diagram import Diagram, Node, diagram_dot
    from .diagram_svg import diagram_svg
    from .laid import Laid
    from .layers import Layout, layout
    from .pieces import Piece, Tableau, tableau
    from .scenes_svg import scene_svg
    from .scenes_text import scene_text
    from .sequence_plot import Repeat, SequencePicture, sequence_figure, sequence_plot, spaced
    from .svg import PALETTE, STYLE
    from .tables import Cell, columns, grid_table, value_table

__getattr__ = door(
    __name__,
    {
        "binary_table": ".binary",
        "Diagram Node diagram_dot": ".diagram",
        "diagram_svg": ".diagram_svg",
        "Laid": ".laid",
        "Layout layout": ".layers",
        "Piece Tableau tableau": ".pieces",
        "scene_svg": ".scenes_svg",
        "scene_text": ".scenes_text",
        "Repeat SequencePicture sequence_figure sequence_plot spaced": ".sequence_plot",
        "PALETTE STYLE": ".svg",
        "Cell columns grid_table value_table": ".tables",
    },
)

__all__ = [
    "PALETTE",
    "STYLE",
    "Cell",
    "Diagram",
    "Laid",
    "Layout",
    "Node",
    "Piece",
    "Repeat",
    "SequencePicture",
    "Tableau",
    "binary_table",
    "columns",
    "diagram_dot",
    "diagram_svg",
    "grid_table",
    "layout",
    "scene_svg",
    "scene_text",
    "sequence_figure",
    "sequence_plot",
    "spaced",
    "tableau",
    "value_table",
]
