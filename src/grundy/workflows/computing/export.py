"""Converts values to the bytes of a file, in pieces, so that the whole file is never in memory."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ... import drawing
from ...core import InputError
from .values import FORMATS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...sequences.arrays import Series

    Values: TypeAlias = Sequence[int] | NDArray[np.unsignedinteger[Any]] | Series

PIECE = 1 << 16
"""Values written at once."""
MOST_IN_A_TABLE = 10**7
"""The largest number of values of a text table, which is laid out as a whole."""


class Form(NamedTuple):
    """The format of a file of values, with the facts that are written to it.

    Attributes:
        style: The format: "text", "json", "csv", "bfile" or "npy".
        ruleset: The name of the ruleset, for JSON.
        play: The play convention, for JSON.
        offset: The index n that the line of heap 0 has in csv files and b-files.
    """

    style: str
    ruleset: str
    play: str = "normal"
    offset: int = 0


def exported(values: Values, form: Form, tick: Callable[[], object] = lambda: None) -> Iterator[bytes]:
    r"""Yield the bytes of a file of values, in pieces.

    Args:
        values: The values from heap 0 on.
        form: The format. An npy file has the smallest unsigned type that holds every value.
        tick: A function that is called before each piece of values; an exception that it raises stops the export.

    Yields:
        The pieces of the file.

    Raises:
        InputError: If the format is unknown.

    Example:
        >>> b"".join(exported([0, 1, 2], Form("csv", "kayles")))
        b'n,value\n0,0\n1,1\n2,2\n'
    """
    if form.style not in FORMATS:
        raise InputError(f"expected one of {', '.join(FORMATS)}, found {form.style!r}")
    return {"npy": _npy, "json": _json, "text": _text}.get(form.style, _lines)(values, form, tick)


def _lines(values: Values, form: Form, tick: Callable[[], object]) -> Iterator[bytes]:
    head, between = ("n,value\n", ",") if form.style == "csv" else ("", " ")  # a b-file of the OEIS
    yield head.encode("ascii")
    for start, numbers in _pieces(values, tick):
        rows = (f"{n}{between}{value}\n" for n, value in enumerate(numbers, form.offset + start))
        yield "".join(rows).encode("ascii")


def _json(values: Values, form: Form, tick: Callable[[], object]) -> Iterator[bytes]:
    head = json.dumps({"schema": 1, "ruleset": form.ruleset, "play": form.play, "from": 0, "values": []})
    yield head.removesuffix("]}").encode("ascii")
    for start, numbers in _pieces(values, tick):
        yield ((", " if start else "") + ", ".join(map(str, numbers))).encode("ascii")
    yield b"]}\n"


def _text(values: Values, _: Form, tick: Callable[[], object]) -> Iterator[bytes]:
    if len(values) > MOST_IN_A_TABLE:
        raise InputError(f"expected at most {MOST_IN_A_TABLE} values in a table", hint="--format csv")
    numbers = [number for _, piece in _pieces(values, tick) for number in piece]
    yield (drawing.value_table(numbers) + "\n").encode("utf-8")


def _npy(values: Values, _: Form, tick: Callable[[], object]) -> Iterator[bytes]:
    import numpy as np

    array = np.asarray(values) if len(values) else np.zeros(0, np.uint8)
    most = max((int(array[at : at + PIECE].max()) for at in range(0, len(array), PIECE)), default=0)
    dtype = np.dtype(f"<u{next(size for size in (1, 2, 4, 8) if most < 1 << 8 * size)}")
    head = io.BytesIO()
    fields = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": array.shape}
    np.lib.format.write_array_header_1_0(head, fields)
    yield head.getvalue()
    for start in range(0, len(array), PIECE):
        tick()
        yield array[start : start + PIECE].astype(dtype).tobytes()


def _pieces(values: Values, tick: Callable[[], object]) -> Iterator[tuple[int, list[int]]]:
    for start in range(0, len(values), PIECE):
        tick()
        piece: Any = values[start : start + PIECE]
        yield start, piece.tolist() if hasattr(piece, "tolist") else list(piece)
