"""Writes a document as HTML for a notebook: pictures are inline SVG, without scripts or other files."""

from __future__ import annotations

from collections.abc import Sequence

from ..fit import TextTable
from ..svg import escape
from .blocks import Block, Paper, PaperPicture, Presented, ValueCell, ValueRows
from .markdown import presented
from .tables import cells_of, value_text

STYLE = (
    ".grundy-paper{max-width:60em;line-height:1.4}.grundy-paper svg{max-width:100%;height:auto}"
    ".grundy-paper table{border-collapse:collapse;margin:.5em 0}"
    ".grundy-paper td,.grundy-paper th{padding:.1em .5em;text-align:left;font-variant-numeric:tabular-nums}"
    ".grundy-paper .r{text-align:right}.grundy-paper th{border-bottom:1px solid #8a8473}"
    ".grundy-paper .b{border-left:3px solid #a8480f}.grundy-paper .e{border-right:3px solid #a8480f}"
    ".grundy-paper .z{font-weight:700}.grundy-paper .s{color:#7a7f88;font-size:.9em}"
)
"""The styles that are not attributes of single cells."""


def html(paper: Paper) -> str:
    """Return a document as one HTML element, for a notebook.

    >>> html(Paper("nim: 1", ("The player to move wins.",))).count("<p>")
    2
    """
    title = f"<p><b>{escape(paper.title)}</b></p>"
    theorems = (f'<p class="s">{escape(f"{one.statement} ({one.source})")}.</p>' for one in paper.theorems)
    body = "".join([title, *map(_block, paper.blocks), *theorems])
    return f'<div class="grundy-paper"><style>{STYLE}</style>{body}</div>'


def _block(block: Block) -> str:
    if isinstance(block, PaperPicture):
        return block.svg() + (f'<p class="s">{escape(block.caption)}</p>' if block.caption else "")
    if isinstance(block, ValueRows):
        return _values(block)
    if isinstance(block, Presented):
        return f"<p><code>{escape(presented(block))}</code></p>"
    if isinstance(block, TextTable):
        return _table(*cells_of(block))
    if isinstance(block, str):
        return f"<p>{escape(' '.join(block.split()))}</p>"
    return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in block)}</ul>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool]) -> str:
    sides = [' class="r"' if right else "" for right in numeric]
    top = "".join(f"<th{side}>{escape(cell)}</th>" for cell, side in zip(head, sides, strict=True))
    told = (
        "<tr>" + "".join(f"<td{side}>{escape(cell)}</td>" for cell, side in zip(row, sides, strict=True)) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(told)}</tbody></table>"


def _values(block: ValueRows) -> str:
    head = "".join(f'<th class="r">{n}</th>' for n in range(block.per_row))
    rows = (f'<tr><th class="r">{at}</th>{"".join(map(_value, cells))}</tr>' for at, cells in block.rows())
    more = f'<p class="s">{block.remark}</p>' if block.remark else ""
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>{more}"


def _value(cell: ValueCell | None) -> str:
    if cell is None:
        return "<td></td>"
    looks = ["r", *["b"] * cell.opens, *["e"] * cell.closes, *["z"] * (cell.value == 0)]
    colour = f' style="background:rgba(29,95,168,{cell.shade / 100:.2f})"' if cell.shade else ""
    return f'<td class="{" ".join(looks)}"{colour}>{escape(value_text(cell))}</td>'
