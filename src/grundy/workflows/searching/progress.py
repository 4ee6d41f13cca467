"""Describes the progress of a search in words.

The figures come from budgets, which count positions, and from the reports of compiled solvers.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...kernels.boards.proof_search import ProofProgress

Show = Callable[[str], None]


class ProgressReporter:
    """Turns progress reports of compiled solvers, or numbers of visited positions, into a line of text.

    Args:
        show: Called with the text a few times a second; None disables reports.

    Example:
        >>> lines = []
        >>> reporter = ProgressReporter(lines.append)
        >>> reporter.budget(5000)
        >>> lines[0][:13], ProgressReporter(None).solver
        ('5,000 visited', None)
    """

    def __init__(self, show: Show | None) -> None:
        self._show = show
        self._start = monotonic()
        self._compiled = False

    @property
    def solver(self) -> Callable[[ProofProgress], None] | None:
        """A function to call with the reports of a compiled solver; None if reports are disabled."""
        return None if self._show is None else self._told

    @property
    def budget(self) -> Callable[[int], None] | None:
        """A function to call with the number of positions visited so far; None if reports are disabled."""
        return None if self._show is None else self._counted

    def _told(self, found: ProofProgress) -> None:
        self._compiled = True  # its reports replace those of the budget
        words = [f"{found.visits:,} visited", f"{found.rate:,.0f}/s"]
        if found.components != found.visits:
            words.append(f"{found.components:,} components known")
        if found.won or found.lost:
            words.append(f"proof {found.won:,}, disproof {found.lost:,}")
        if self._show is not None:
            self._show(", ".join(words))

    def _counted(self, visited: int) -> None:
        if self._show is not None and not self._compiled:
            self._show(f"{visited:,} visited, {visited / max(monotonic() - self._start, 1e-6):,.0f}/s")
