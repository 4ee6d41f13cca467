"""Tables as text that still know their cells, so that a page can set them in its own way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self


class Laid(str):
    """A table laid out in letters of one width; `kind` says which, `data` what stands in it.

    >>> table = Laid("a  1", "columns", {"rows": [["a", 1]]})
    >>> table == "a  1", table.kind, table.data["rows"]
    (True, 'columns', [['a', 1]])
    """

    __slots__ = ("data", "kind")

    kind: str
    data: Mapping[str, Any]

    def __new__(cls, text: str, kind: str, data: Mapping[str, Any]) -> Self:
        """Keep the text with its cells."""
        made = super().__new__(cls, text)
        made.kind = kind
        made.data = data
        return made
