"""The questions about one ruleset: values, pictures, tables of two heaps, periods and claims."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core import InputError, LimitReached
from ...operations import Context
from ...operations.subjects import is_misere, ruleset_of
from ...workflows.computing.values import heap_values
from .shared_sequences import sequence

if TYPE_CHECKING:
    from ...sequences.series import Series

MOST_JSON = 10**5
"""The largest heap of values in JSON."""
MOST_RASTER = 300_000
"""The largest size of a picture in bytes."""


def values(task: Context, ruleset: str, n: int, play: str = "normal", form: str = "json") -> dict[str, Any]:
    """Answer a question of the API: the Grundy values of heaps 0 to n, in forms other than JSON as bytes.

    Args:
        task: The limits of the question.
        ruleset: The ruleset in notation.
        n: The last heap.
        play: "normal" or "misere".
        form: "json", "u8" or "u16" (little-endian bytes), "csv" or "bfile".

    Returns:
        The answer.

    Raises:
        InputError: If the question is invalid, or the values do not fit into the form.
        LimitReached: If a limit was reached.
        LoopyGame: If play need not end.
    """
    rules, misere = ruleset_of(ruleset), is_misere(play)
    head = {"schema": 1, "ruleset": rules.name, "play": play, "from": 0, "status": "proved"}
    told = {"method": "sequence", "theorem": None}
    if form == "json":
        if n > MOST_JSON:
            raise InputError(f"expected n up to {MOST_JSON} in JSON, found {n}", hint='"format": "u16"')
        found = heap_values(rules, n, misere=misere, meter=task.meter)
        return {**head, "values": found, **told, "sha256": sha256("\n".join(map(str, found)).encode()).hexdigest()}
    from ...sequences.series import arrays
    from ...workflows.computing.export import Form, exported

    numbers, limit = sequence(task, rules, n, misere=misere)
    if limit is not None:
        raise limit
    if form in {"csv", "bfile"}:
        data = b"".join(exported(numbers, Form(form, rules.name, play)))
    else:
        width, largest = {"u8": 1, "u16": 2}[form], arrays.largest(numbers)
        if largest >= 1 << 8 * width:
            raise InputError(f"the values do not fit into {8 * width} bits: the largest is {largest}")
        data = arrays.little_endian(numbers, width)
    task.parts.append(data)
    return {**head, "values": [], "format": form, **told, "sha256": sha256(data).hexdigest()}


def raster(  # noqa: PLR0913, PLR0917  # the bounds of the picture
    task: Context,
    ruleset: str,
    start: int,
    stop: int,
    width: int = 720,
    height: int = 320,
    play: str = "normal",
    t: int = 0,  # noqa: ARG001  # the dispatcher sets a limit of time
) -> dict[str, Any]:
    """Answer a question of the web app: values of a section of a sequence, or counts in cells of a picture.

    The numbers are sent as gzip data with the answer.

    Args:
        task: The limits of the question.
        ruleset: The ruleset in notation.
        start: The first heap.
        stop: The last heap.
        width: The largest number of columns.
        height: The largest number of rows.
        play: "normal" or "misere".
        t: Seconds for the answer, 0 for the default.

    Returns:
        The answer; if a limit stopped it after `start`, `status` is "limit".

    Raises:
        InputError: If the question is invalid.
        LoopyGame: If play need not end.
    """
    rules = ruleset_of(ruleset)
    cut = Cut(rules.name, play, start, width, height)

    def begun(known: Series) -> None:
        if len(known) > start and (seconds := task.limits.seconds):
            limit = LimitReached(f"the {seconds:g}-second limit was reached", kind="time")
            task.so_far(*cut.drawn(known, limit))

    known, limit = sequence(task, rules, stop, misere=is_misere(play), begun=begun)
    if limit is not None and len(known) <= start:
        raise limit
    answer, data = cut.drawn(known, limit)
    task.parts.append(data)
    return answer


class Cut(NamedTuple):
    """A section of a sequence to be drawn, from heap `start` on, in at most `width` x `height` cells."""

    ruleset: str
    play: str
    start: int
    width: int
    height: int

    def drawn(self, known: Series, limit: LimitReached | None) -> tuple[dict[str, Any], bytes]:
        """Return the answer about the section, and its numbers as bytes.

        Args:
            known: The known values of heaps 0, 1, ...
            limit: The limit that stopped the values, or None.

        Returns:
            The answer and the bytes.

        Raises:
            LimitReached: If the numbers are too many or too large.
        """
        import gzip

        from ...sequences.series import arrays
        from ...workflows.computing.raster import raster as cells

        found = cells(known, self.start, len(known) - 1, self.width, self.height)
        exact = len(found.values) > 0
        if exact and found.largest >= 1 << 16:
            raise LimitReached("expected values up to 2^16", kind="size")
        numbers = found.values if exact else found.counts
        data = gzip.compress(arrays.little_endian(numbers, 2), 6, mtime=0)
        if len(data) > MOST_RASTER:
            raise LimitReached("the picture is too large: choose fewer columns or rows", kind="size")
        head = {"schema": 1, "ruleset": self.ruleset, "play": self.play, "from": self.start, "to": found.stop}
        head |= {"status": "proved"} if limit is None else {"status": "limit", "reason": limit.message}
        size = {"heaps": found.heaps, "tall": found.tall, "columns": found.columns, "rows": found.rows}
        rest = {"exact": exact, "largest": found.largest, "most": found.most, "method": "sequence", "theorem": None}
        return {**head, **size, **rest}, data
