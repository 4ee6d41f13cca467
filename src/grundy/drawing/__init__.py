"""Scenes to text and SVG; graphs to SVG and DOT; tables."""

from typing import TYPE_CHECKING

from ..core import door

if TYPE_CHECKING:
    from .binary import binary_table
    from .cells_svg import Grid, cells_svg
    from .density import Cells, density
    from .diagram import Diagram, Node, diagram_dot
    from .diagram_svg import diagram_svg
    from .laid import Laid
    from .layers import Layout, layout
    from .pieces import Piece, Tableau, tableau
    from .scenes_svg import scene_svg
    from .scenes_text import scene_text
    from .sequence_plot import Repeat, SequencePicture, sequence_figure, sequence_plot, spaced
    from .stretch_svg import Stretch, stretch_svg
    from .svg import PALETTE, STYLE
    from .tables import Cell, columns, grid_table, value_table

__getattr__ = door(
    __name__,
    {
        "binary_table": ".binary",
        "Grid cells_svg": ".cells_svg",
        "Cells density": ".density",
        "Diagram Node diagram_dot": ".diagram",
        "diagram_svg": ".diagram_svg",
        "Laid": ".laid",
        "Layout layout": ".layers",
        "Piece Tableau tableau": ".pieces",
        "scene_svg": ".scenes_svg",
        "scene_text": ".scenes_text",
        "Repeat SequencePicture sequence_figure sequence_plot spaced": ".sequence_plot",
        "Stretch stretch_svg": ".stretch_svg",
        "PALETTE STYLE": ".svg",
        "Cell columns grid_table value_table": ".tables",
    },
)

__all__ = [
    "PALETTE",
    "STYLE",
    "Cell",
    "Cells",
    "Diagram",
    "Grid",
    "Laid",
    "Layout",
    "Node",
    "Piece",
    "Repeat",
    "SequencePicture",
    "Stretch",
    "Tableau",
    "binary_table",
    "cells_svg",
    "columns",
    "density",
    "diagram_dot",
    "diagram_svg",
    "grid_table",
    "layout",
    "scene_svg",
    "scene_text",
    "sequence_figure",
    "sequence_plot",
    "spaced",
    "stretch_svg",
    "tableau",
    "value_table",
]
