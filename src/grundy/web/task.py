"""What a question is given besides its data, and what it may leave besides its answer."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..core import Limits, Meter


@dataclass
class Task:
    """One question at work: its meter and limits, files of shared memory, and bytes that go with the answer."""

    meter: Meter
    limits: Limits
    shared: tuple[int, ...] = ()
    parts: list[bytes] = field(default_factory=list)
    stored: bool = False
