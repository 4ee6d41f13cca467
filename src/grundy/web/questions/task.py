"""What a question is given besides its data, and what it may leave besides its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from ...core import LimitReached, Limits, Meter

T = TypeVar("T")


class Reply(NamedTuple):
    """An answer as plain data, the bytes that came with it, where our mistake is, and whether time was up before."""

    answer: dict[str, Any]
    data: bytes = b""
    trace: str = ""
    late: bool = False


@dataclass
class Task:
    """One question at work: its limits, who hears how far it is, files of shared memory, bytes beside the answer.

    `begun` hears what a question tells `so_far`.
    """

    limits: Limits
    report: Callable[[int], None] | None = None
    shared: tuple[int, ...] = ()
    parts: list[bytes] = field(default_factory=list)
    begun: Callable[[dict[str, Any], tuple[bytes, ...]], None] | None = None

    def so_far(self, answer: dict[str, Any], *parts: bytes) -> None:
        """Tell what is known: the answer where time or memory ends before there is a better one, and says so."""
        if self.begun is not None:
            self.begun(answer, parts)

    def in_time(self, work: Callable[[], T]) -> T | None:
        """Return what `work` returns, None where time is up before that."""
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
        """The meter of the limits, one for the whole question; it runs from when it is first asked for."""
        return Meter(self.limits, self.report)
