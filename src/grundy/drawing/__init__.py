"""Pictures: scenes as text and SVG, graphs as SVG and DOT, tables."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Diagram DiagramNode diagram_dot": ".diagram",
        "diagram_svg": ".diagram_svg",
        "FilmFrame film": ".film",
        "TextTable columns_of fit_columns fitting move_words printed prose short_number": ".fit",
        "Layout layout": ".layers",
        "Piece Tableau sketched tableau": ".pieces",
        "falling": ".rooted_layout",
        "PositionPart parts_svg scene_svg": ".scenes_svg",
        "game_lines scene_text where_drawn": ".scenes_text",
        "Repeat SequencePicture sequence_figure sequence_plot": ".sequence_plot",
        "PALETTE STYLE Drawing Look document escape number spaced tag text_width words": ".svg",
        "Cell columns grid_table value_table": ".tables",
    },
)
