"""A paper as Typst: its tables and mathematics, pictures as SVG inside. Needs no package."""

from __future__ import annotations

from collections.abc import Sequence

from ..fit import Laid
from ..tables import cell_text
from .blocks import Block, Paper, PaperPicture, Presented, ValueRows
from .pictures import picture_svg
from .tables import cells_of, value_cells, value_text


def typst(paper: Paper) -> str:
    r"""Return a paper as Typst.

    >>> print(typst(Paper("nim: 1", ("The player to move wins #1.",))), end="")
    *nim: 1*
    <BLANKLINE>
    The player to move wins \#1.
    """
    theorems = (f"{plain(one.statement)} ({plain(one.source)})." for one in paper.theorems)
    return "\n\n".join([f"*{plain(paper.title)}*", *map(_block, paper.blocks), *theorems]) + "\n"


def plain(text: str) -> str:
    """Return a text that means nothing in Typst."""
    joined = " ".join(text.split())
    return "".join(f"\\{sign}" if sign in "\\#$*_`<>@[]~/-='\"+" else sign for sign in joined)


def quoted(text: str) -> str:
    """Return a string of Typst."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _block(block: Block) -> str:
    if isinstance(block, PaperPicture):
        drawn = picture_svg(block)
        wide = f"{min(450.0, drawn.size[0] * 0.75):.1f}pt"
        image = f'#align(center, image(bytes({quoted(drawn.bare)}), format: "svg", width: {wide}))'
        return image + (f"\n\n{plain(block.caption)}" if block.caption else "")
    if isinstance(block, ValueRows):
        return _values(block)
    if isinstance(block, Presented):
        return _presented(block)
    if isinstance(block, Laid):
        head, rows, numeric = cells_of(block)
        return _table(
            numeric, [f"[{plain(cell)}]" for cell in head], [[f"[{plain(cell)}]" for cell in row] for row in rows]
        )
    return plain(block) if isinstance(block, str) else "\n".join(f"- {plain(item)}" for item in block)


def _table(numeric: Sequence[bool], head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    sides = ", ".join("right" if right else "left" for right in numeric)
    lines = [f"  table.header({', '.join(head)}),", *(f"  {', '.join(row)}," for row in rows)]
    look = f"columns: {len(head)}, stroke: none, inset: 3pt, align: ({sides},),"
    return "\n".join([f"#table({look}", *lines, ")"])


def _values(block: ValueRows) -> str:
    head, rows, numeric = value_cells(block)
    shaded = []
    for row, (at, cells) in zip(rows, block.rows(), strict=False):
        told = [f"[*{plain(row[0])}*]", *["[]"] * (cells[0][0] - at)]
        told += [_value(block, heap, value) for heap, value in cells]
        shaded.append(told + ["[]"] * (len(head) - len(told)))
    return _table(numeric, [f"[*{cell}*]" for cell in head], shaded)


def _value(block: ValueRows, heap: int, value: int | str | None) -> str:
    text, shade = plain(value_text(block, heap, value)), block.shade(value)
    text = f"*{text}*" if cell_text(value) == "0" else text
    return f"table.cell(fill: blue.lighten({100 - shade}%))[{text}]" if shade else f"[{text}]"


def _presented(block: Presented) -> str:
    relations = ", ".join(f"{_product(left)} = {_product(right)}" for left, right in block.relations)
    return f"$ lr(⟨ {', '.join(map(quoted, block.generators))} mid(|) {relations} ⟩) $"


def _product(word: Sequence[tuple[str, int]]) -> str:
    return " ".join(quoted(name) + (f"^{k}" if k > 1 else "") for name, k in word) or "1"
