"""Findings: what a method knows of a position, and how far it can be trusted."""

from __future__ import annotations

from dataclasses import dataclass

from .outcome import Outcome, Status


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of one position; `None` means not known, never a guess.

    `lower` is a proved lower bound of the Grundy value, `visited` counts positions expanded, and
    `reason` says in words why the work stopped or which theorem answered.
    """

    value: int | None = None
    outcome: Outcome | None = None
    lower: int = 0
    visited: int = 0
    status: Status = "proved"
    reason: str = ""
