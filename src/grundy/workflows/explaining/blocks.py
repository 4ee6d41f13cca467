"""Converts an explanation to data for JSON: paragraphs, lists and tables, with the same words as in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core import nim_sum
from ...drawing import TextTable
from ...drawing.fit import TextBlock
from ..solving import Answer
from .explain import explanation

Block = dict[str, Any]
"""A block by `kind`: text (`text`), list (`items`), columns (`header`, `rows`, `numeric`), binary or grid (`rows`)."""
MOST_BITS = 24
"""Binary tables with more columns are kept as printed text."""


def explained(answer: Answer) -> list[Block]:
    """Return the explanation of a solution as blocks that can be written as JSON."""
    return as_blocks(explanation(answer))


def as_blocks(texts: Sequence[TextBlock]) -> list[Block]:
    """Return paragraphs, lists and tables of text as blocks that can be written as JSON.

    >>> as_blocks(["One  line.", ["an item"]])
    [{'kind': 'text', 'text': 'One line.'}, {'kind': 'list', 'items': ['an item']}]
    """
    blocks: list[Block] = []
    for block in texts:
        if isinstance(block, TextTable):
            blocks.append(_table(block))
        elif isinstance(block, str):  # without the line breaks of the terminal
            blocks.append({"kind": "text", "text": " ".join(block.split())})
        else:
            blocks.append({"kind": "list", "items": block})
    return blocks


def _table(laid: TextTable) -> Block:
    data = dict(laid.data)
    if laid.kind == "binary":
        heaps = data["heaps"]
        if not heaps or max(heaps).bit_length() > MOST_BITS:
            return {"kind": "printed", "text": str(laid)}
        return {"kind": "binary", **_binary(heaps, data["mark"], data["note"])}
    if laid.kind == "grid":
        return {"kind": "grid", "rows": [["?" if cell is None else str(cell) for cell in row] for row in data["rows"]]}
    return {"kind": laid.kind, **data}


def _binary(heaps: list[int], mark: int | None, note: str) -> Block:
    """Return a block with the bits of all heaps and of the nim-sum; `note` is about the heap with the index `mark`."""
    total = nim_sum(heaps)
    weights = [1 << k for k in reversed(range(max(1, max(heaps).bit_length())))]
    rows = [
        {"size": heap, "bits": [bool(heap & weight) for weight in weights], "mark": i == mark}
        for i, heap in enumerate(heaps)
    ]
    return {
        "weights": weights,
        "rows": rows,
        "sum": total,
        "odd": [bool(total & weight) for weight in weights],
        "note": note,
    }
