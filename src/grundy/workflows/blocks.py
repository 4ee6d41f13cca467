"""An explanation as blocks of data: paragraphs, lists and tables, the same words that the terminal prints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core import nim_sum
from ..drawing import Laid
from .explain import explanation
from .solution import Solution

Block = dict[str, Any]
"""`kind` is text (`text`), list (`items`), columns (`header`, `rows`, `numeric`), binary or grid (`rows`)."""
MOST_BITS = 24
"""Wider binary tables stay as they are printed."""


def explained(solution: Solution) -> list[Block]:
    """Return the explanation of a solution."""
    return blocks(explanation(solution))


def blocks(lines: Iterable[str]) -> list[Block]:
    """Join printed lines to paragraphs and lists, and set tables apart.

    >>> [block["kind"] for block in blocks(["Two moves", "win:", "  take 1", "  take 2", "The rest loses."])]
    ['text', 'list', 'text']
    """
    found: list[Block] = []
    for line in lines:
        last = found[-1] if found else {"kind": ""}
        if isinstance(line, Laid):
            found.append(_table(line))
        elif line.startswith("  "):
            _item(found, last, line.strip())
        elif last["kind"] == "text" and not last["text"].endswith((".", ":", "?")):
            last["text"] += f" {_flow(line)}"
        else:
            found.append({"kind": "text", "text": _flow(line)})
    return found


def _item(found: list[Block], last: Block, text: str) -> None:
    """Add an item to the list that is being written, or begin one."""
    if last["kind"] == "list":
        last["items"].append(text)
    else:
        found.append({"kind": "list", "items": [text]})


def _flow(line: str) -> str:
    """Return a paragraph without the breaks of the terminal."""
    return " ".join(line.split())


def _table(laid: Laid) -> Block:
    """Return the cells of a table."""
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
    """Return heaps and their nim-sum bit by bit, and what the marked heap becomes so that every column is even."""
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
