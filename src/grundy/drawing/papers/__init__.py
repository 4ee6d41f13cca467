"""Answers of the library as documents, which can be written as LaTeX, TikZ, Markdown, BibTeX and HTML."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Paper PaperPicture Presented ValueRows": ".blocks",
        "FORMATS mime_bundle written": ".shown",
    },
)
