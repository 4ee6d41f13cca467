"""What a question is given besides its data, and what it may leave besides its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from ...core import Limits, Meter


class Reply(NamedTuple):
    """An answer as plain data, the bytes that came with it, and where our mistake is, if there was one."""

    answer: dict[str, Any]
    data: bytes = b""
    trace: str = ""


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

    @cached_property
    def meter(self) -> Meter:
        """The meter of the limits; it runs from when it is first asked for."""
        return Meter(self.limits, self.report)
