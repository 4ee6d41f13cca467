"""`grundy period` with far searches made near and slow, to be killed: searched_periods.py RULESET OPTIONS...

Prints "noted" whenever an entry of the journal is on the disk, and at the end the answer as JSON.
"""

from __future__ import annotations

import sys
import time

import pytest
from tests.kernels.sequences.exact import near_far

from grundy.cli.main import main
from grundy.sequences import JournalEntry
from grundy.workflows.computing.period_journal import PeriodJournal

SEED = 1 << 14
PAUSE = 0.02
"""Seconds after an entry."""


def slowly() -> None:
    """Let every entry be told and be followed by a pause."""
    note = PeriodJournal.note

    def noted(self: PeriodJournal, entry: JournalEntry) -> None:
        note(self, entry)
        sys.stdout.write("noted\n")
        sys.stdout.flush()
        time.sleep(PAUSE)

    PeriodJournal.note = noted  # type: ignore[method-assign]


if __name__ == "__main__":
    near_far(pytest.MonkeyPatch(), SEED)
    slowly()
    main(["period", *sys.argv[1:]])
