"""The journal of a long search for a period: the state to continue from, and the evidence of the proof.

Such a search uses a sparse space: a mask divides the values into two types, and the heaps with values of one type are
few. These are the rare heaps (`sequences.sparse`). The values of the first heaps are computed exactly, from all
options; those of later heaps are generated from earlier ones and verified.

The first line of the journal is a header with the rule, its mask and its rare heaps. After every half billion heaps a
numbered entry follows: the codes of the last values, the largest smaller heap of the splits that were needed, and the
heaps with very large values. The last line is the result.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import compress, decompress, error

from ... import sequences
from ...core import CorruptStore, InputError, StoreBusy, StoreMismatch
from ...sequences import JournalEntry, Period
from ...storage import JournalFile, Line, header
from ..persistence.store import failures

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class PeriodJournal:
    """A file that records the progress of one long search for a period, so that the search can be continued."""

    def __init__(self, path: Path, ruleset: str, *, resume: bool = False) -> None:
        """Choose the file of the journal.

        Args:
            path: The file of the journal.
            ruleset: The name of the rule.
            resume: Whether to continue an existing file; otherwise it must be missing.

        Raises:
            InputError: If the file exists without `resume`.
        """
        if path.exists() and not resume:
            raise InputError(f"{path} already exists", hint="add --resume to continue it")
        self.path, self.ruleset = path, ruleset
        self._size = self._lines = 0

    def begin(self, rule: sequences.FewRares, values: NDArray[np.uint16]) -> Sequence[JournalEntry] | None:
        """Read the entries that an earlier run of the same search wrote, or begin a new journal.

        Args:
            rule: The rule, with its mask and rare heaps.
            values: The values of the first heaps, which were computed exactly before the long search.

        Returns:
            The entries, empty for a new journal. The result is None if the journal was begun with more exact values
            than `values`: an earlier run found a further rare heap, and computed exact values up to it.

        Raises:
            StoreMismatch: If the journal belongs to another rule; the file is left as it is.
            CorruptStore: If a line is damaged; the file is left as it is.
        """
        head = _header(self.ruleset, rule, values)
        with self._opened() as file:
            file.begin(head)
            first, *lines = file.read(head["format"])
            for number, line in enumerate(lines, 1):
                if line.pop("number", None) != number:
                    raise CorruptStore(f"{self.path}: line {number + 1} does not follow the line before it")
            if first != head:
                whose, seed = first.get("ruleset"), first.get("seed")
                if whose != self.ruleset:
                    raise StoreMismatch(f"{self.path} is the journal of {whose}; this is {self.ruleset}")
                if not isinstance(seed, int) or seed == rule.start:
                    raise StoreMismatch(f"{self.path} is the journal of {whose} with other values")
                if seed > rule.start:
                    return None
                file.clear()
                file.begin(head)
                lines = []
            self._size, self._lines = file.size, len(lines)
        return [self._entry(line) for line in lines if "window" in line]

    def note(self, entry: JournalEntry) -> None:
        """Add the present state of the search to the journal, and return when it is on the disk."""
        window = b64encode(compress(entry.window)).decode("ascii")
        states = [[heap, state.hex()] for heap, state in entry.states]
        self._append({"heap": entry.heap, "deepest": entry.deepest, "window": window, "states": states})

    def finish(self, period: Period | None) -> None:
        """Add the period that was found to the journal; do nothing if the search was too short to begin one."""
        if self._size and period is not None and period.evidence is not None:
            result = {"preperiod": period.preperiod, "period": period.period, "checked_to": period.checked_to}
            self._append(result | {"depth": period.evidence.depth, "witnesses": period.evidence.witnesses})

    def _append(self, line: Line) -> None:
        with self._opened() as file:
            if file.size != self._size:
                raise StoreBusy(f"{self.path}: in use by another process")
            file.append(line | {"number": self._lines + 1})
            self._size, self._lines = file.size, self._lines + 1

    @contextmanager
    def _opened(self) -> Iterator[JournalFile]:
        with failures(self.path, "begin again with another --journal"), closing(JournalFile(self.path)) as file:
            yield file

    def _entry(self, line: Line) -> JournalEntry:
        try:
            states = tuple((heap, bytes.fromhex(state)) for heap, state in line["states"])
            return JournalEntry(line["heap"], line["deepest"], decompress(b64decode(line["window"])), states)
        except (KeyError, TypeError, ValueError, error):
            raise CorruptStore(f"{self.path}: an entry is damaged") from None


def _header(ruleset: str, rule: sequences.FewRares, values: NDArray[np.uint16]) -> Line:
    mask = rule.coding.mask
    fields: dict[str, Any] = {
        "ruleset": ruleset,
        "digits": list(rule.digits),
        "mask": mask.bits,
        "flag": mask.flag,
        "tau": mask.tau,
        "rares": [[rare, int(values[rare])] for rare in rule.rares],
        "seed": rule.start,
        "seed_sha256": sha256(values[: rule.start].astype("<u2").tobytes()).hexdigest(),
        "window": rule.window,
    }
    return header("grundy period journal", **fields)
