"""Computes values of consecutive heaps as numbers from which a picture of the sequence is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from ..core import LimitReached, Play
from ..workflows.computing.raster import MOST_DRAWN, MOST_HEIGHT, MOST_WIDTH
from .context import Context
from .request import Help, PlayField, Remote, Request, RulesetText
from .result import Result
from .table import operation

if TYPE_CHECKING:
    from ..sequences.arrays import Series

MOST_BYTES = 300_000
"""The largest size of a picture in bytes."""


class RasterRequest(Request):
    """Compute values for a picture of a sequence: heaps `from` to `to`, drawn in at most `width` x `height` cells."""

    ruleset: RulesetText
    start: Annotated[int, Help("The first heap."), Remote(0, MOST_DRAWN, "from")] = 0
    stop: Annotated[int, Help("The last heap."), Remote(0, MOST_DRAWN, "to")] = 1000
    width: Annotated[int, Help("The largest number of columns."), Remote(1, MOST_WIDTH)] = 720
    height: Annotated[int, Help("The largest number of rows."), Remote(1, MOST_HEIGHT)] = 320
    play: PlayField = "normal"


class RasterResult(Result):
    """The result of `raster`: the values of heaps `from` to `to` for a picture, sent as 16-bit numbers.

    The numbers are little-endian and compressed with gzip; the HTTP header X-Raster contains the fields of this result.
    For up to 2000 heaps the numbers are the values. For more heaps they count the points (heap, value) in each cell of
    a grid, row by row from the smallest values up. If a limit was reached, `status` is "limit" and `to` is the last
    heap with a value; a new request can begin there.
    """

    keys = {"start": "from", "stop": "to"}  # noqa: RUF012  # declared in the base
    ruleset: str
    play: Play
    start: int
    stop: int
    status: str
    reason: str = ""
    heaps: int
    tall: int
    columns: int
    rows: int
    exact: bool
    largest: int
    most: int
    method: str
    theorem: str | None


@operation(RasterRequest, tool="", media=("application/octet-stream",), short=False, kept=False, shared=True)
def raster(request: RasterRequest, context: Context) -> RasterResult:
    """Compute the values of heaps, or counts of values, for a picture of a sequence.

    The numbers of the picture are not in the result; they are appended as bytes to `context.parts`.

    Args:
        request: The question: the ruleset, the first and the last heap, the size of the picture, and the play
            convention. The decorated function also accepts its fields: `raster("kayles", context, stop=99)`.
        context: The limits of the run; its `parts` receive the numbers, also those computed before a limit.

    Returns:
        The size of the grid and of its cells; if a limit was reached after the first heap, `status` is "limit".

    Raises:
        InputError: If the ruleset cannot be read, or the last heap is before the first.
        LimitReached: If a limit was reached before the first heap, or the picture is too large.
        PositionError: If positions are not heaps.
        LoopyGame: If play need not end.
    """
    rules, misere = context.ruleset(request.ruleset), request.play == "misere"

    def begun(known: Series) -> None:
        if len(known) > request.start and (seconds := context.limits.seconds):
            limit = LimitReached(f"the {seconds:g}-second limit was reached", kind="time")
            found, data = _drawn(request, rules.name, known, limit)
            context.so_far(found.to_dict(), data)

    known, limit = context.sequence(rules, request.stop, misere=misere, begun=begun)
    if limit is not None and len(known) <= request.start:
        raise limit
    found, data = _drawn(request, rules.name, known, limit)
    context.parts.append(data)
    return found


def _drawn(request: RasterRequest, name: str, known: Series, limit: LimitReached | None) -> tuple[RasterResult, bytes]:
    """Return the result for the values known so far, and its numbers as compressed bytes (see `RasterResult`).

    `name` is that of the ruleset. `limit` is the limit that stopped the computation, or None.
    """
    import gzip

    from ..sequences import arrays
    from ..workflows.computing.raster import raster as cells

    found = cells(known, request.start, len(known) - 1, request.width, request.height)
    exact = len(found.values) > 0
    if exact and found.largest >= 1 << 16:
        raise LimitReached("expected values up to 2^16", kind="size")
    data = gzip.compress(arrays.little_endian(found.values if exact else found.counts, 2), 6, mtime=0)
    if len(data) > MOST_BYTES:
        raise LimitReached("the picture is too large: choose fewer columns or rows", kind="size")
    head: dict[str, Any] = {"ruleset": name, "play": request.play, "from": request.start, "to": found.stop}
    head |= {"status": "proved"} if limit is None else {"status": "limit", "reason": limit.message}
    size = {field: getattr(found, field) for field in ("heaps", "tall", "columns", "rows", "largest", "most")}
    return RasterResult.of(found, head | size | {"exact": exact, "method": "sequence", "theorem": None}), data
