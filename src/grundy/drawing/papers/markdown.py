"""Writes a document as Markdown: boards are in a fixed-width font, and game graphs are tables of positions."""

from __future__ import annotations

from collections.abc import Sequence

from ..diagram import Diagram, verdict
from ..fit import TextTable
from ..scenes_text import scene_text
from ..tables import cell_text
from .blocks import Block, Paper, PaperPicture, Presented, ValueRows
from .tables import cells_of, value_cells


def markdown(paper: Paper) -> str:
    """Return a document as Markdown.

    >>> print(markdown(Paper("nim: 1", ("The player to move wins.",))), end="")
    **nim: 1**
    <BLANKLINE>
    The player to move wins.
    """
    theorems = (f"{plain(one.statement)} ({plain(one.source)})." for one in paper.theorems)
    return "\n\n".join([f"**{plain(paper.title)}**", *map(_block, paper.blocks), *theorems]) + "\n"


def plain(text: str) -> str:
    r"""Escape a text so that no character has a meaning in Markdown.

    >>> print(plain("a|b *c* [1] <i>"))
    a\|b \*c\* \[1\] \<i\>
    """
    joined = " ".join(text.split())
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|#~$&" else sign for sign in joined)


def _block(block: Block) -> str:
    if isinstance(block, PaperPicture):
        caption = f"\n\n{plain(block.caption)}" if block.caption else ""
        return _picture(block) + caption
    if isinstance(block, ValueRows):
        return _table(*value_cells(block))
    if isinstance(block, Presented):
        return f"`{presented(block)}`"
    if isinstance(block, TextTable):
        return _table(*cells_of(block))
    return plain(block) if isinstance(block, str) else "\n".join(f"- {plain(item)}" for item in block)


def presented(block: Presented) -> str:
    """Return a presentation of a monoid in one line, such as "< a, b | a^2 = 1 >"."""

    def product(word: Sequence[tuple[str, int]]) -> str:
        return " ".join(name if k == 1 else f"{name}^{k}" for name, k in word) or "1"

    relations = ", ".join(f"{product(left)} = {product(right)}" for left, right in block.relations)
    return f"< {', '.join(block.generators)} | {relations} >"


def _picture(block: PaperPicture) -> str:
    if isinstance(block.drawn, Diagram):
        return _table(*_graph_cells(block.drawn), [])
    drawn = (scene_text(part.scene, part.first, letters=part.letters) for part in block.drawn)
    return "\n\n".join(f"```text\n{text.replace('```', chr(39) * 3)}\n```" for text in drawn)


def _graph_cells(diagram: Diagram) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of a table of a game graph.

    Each row is a position with its moves; winning moves come first.
    """
    leads: list[list[str]] = [[] for _ in diagram.nodes]
    for arc in sorted(dict.fromkeys(diagram.arcs), key=lambda arc: not diagram.wins(arc)):
        leads[arc[0]].append(diagram.nodes[arc[1]].text + ("!" if diagram.wins(arc) else ""))
    pairs = zip(diagram.nodes, leads, strict=True)
    return ["position", "", "moves to (! wins)"], [[node.text, verdict(node), ", ".join(to)] for node, to in pairs]


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool]) -> str:
    right = [*numeric, *[False] * (len(head) - len(numeric))]
    lines = [list(map(plain, head)), ["--:" if one else "---" for one in right]]
    lines += [[plain(cell_text(cell)) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)
