"""The formats of documents, and the representations of a document in a notebook."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from ...core import InputError

if TYPE_CHECKING:
    from .blocks import Paper

Format: TypeAlias = Literal["latex", "tikz", "markdown", "bibtex"]
FORMATS: tuple[Format, ...] = get_args(Format)
"""The formats of documents."""


def written(paper: Paper, form: str) -> str:
    """Write a document as LaTeX, TikZ, Markdown or BibTeX.

    Args:
        paper: The document.
        form: The format: "latex", "tikz", "markdown" or "bibtex".

    Returns:
        The text.

    Raises:
        InputError: If `form` is another word, the document has no picture for TikZ, or it cites nothing for BibTeX.

    Example:
        >>> from grundy.drawing.papers.blocks import Paper
        >>> written(Paper("nim", ()), "tikz")
        Traceback (most recent call last):
        grundy.core.errors.InputError: nim has no picture for TikZ (--format latex)
    """
    from .bibliography import bibtex_of
    from .latex import latex
    from .markdown import markdown
    from .tikz import tikz

    if form not in FORMATS:
        raise InputError(f"expected one of {', '.join(FORMATS)}, found {form!r}")
    if form == "tikz" and not paper.pictures:
        raise InputError(f"{paper.title} has no picture for TikZ", hint="--format latex")
    if form == "bibtex":
        if not (entries := bibtex_of(paper.theorems, paper.sources)):
            raise InputError(f"{paper.title} uses no theorem to cite", hint="--format latex")
        return entries
    return {"latex": latex, "markdown": markdown, "tikz": tikz}[form](paper)


def mime_bundle(
    paper: Paper, plain: str, include: Collection[str] | None = None, exclude: Collection[str] | None = None
) -> dict[str, str]:
    """Return the representations of a document for a notebook: text, HTML, LaTeX, and SVG if it is only one picture.

    The HTML contains the picture too, because JupyterLab prefers LaTeX to SVG, and HTML to both.

    Args:
        paper: The document.
        plain: The answer as plain text.
        include: The MIME types wanted, or None for all.
        exclude: The MIME types not wanted.

    Returns:
        The representations by MIME type.
    """
    from .html import html
    from .latex import latex

    made = {"text/plain": lambda: plain, "text/html": lambda: html(paper), "text/latex": lambda: latex(paper)}
    if len(paper.pictures) == len(paper.blocks) == 1:
        made["image/svg+xml"] = lambda: str(paper.pictures[0].svg())
    wanted = [kind for kind in made if (not include or kind in include) and kind not in (exclude or ())]
    return {kind: made[kind]() for kind in wanted}
