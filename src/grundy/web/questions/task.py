"""The context of a question: its limits, and additional outputs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from ...core import LimitReached, Limits, Meter

T = TypeVar("T")


class Reply(NamedTuple):
    """An answer as plain data, its bytes, a traceback of an unexpected error, and whether time was up."""

    answer: dict[str, Any]
    data: bytes = b""
    trace: str = ""
    late: bool = False


@dataclass
class Task:
    """The context of a question: its limits, the receiver of progress, files of shared memory, bytes of the answer.

    `begun` receives the partial answers given to `so_far`.
    """

    limits: Limits
    report: Callable[[int], None] | None = None
    shared: tuple[int, ...] = ()
    parts: list[bytes] = field(default_factory=list)
    begun: Callable[[dict[str, Any], tuple[bytes, ...]], None] | None = None

    def so_far(self, answer: dict[str, Any], *parts: bytes) -> None:
        """Send a partial answer, which is used if time or memory ends before a better one; it states this itself.

        Args:
            answer: The partial answer.
            parts: Its bytes.
        """
        if self.begun is not None:
            self.begun(answer, parts)

    def in_time(self, work: Callable[[], T]) -> T | None:
        """Return the result of `work`, or None if time is up before."""
        late = self.meter.late
        if late:
            return None
        try:
            with self.meter.heard():
                return work()
        except LimitReached:
            if not self.meter.late:
                raise
            return None

    @cached_property
    def meter(self) -> Meter:
        """The meter of the limits, one for the whole question, started at the first access."""
        return Meter(self.limits, self.report)
