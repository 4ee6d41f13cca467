"""The journal of a long search for a period: what it takes to go on after a stop, and the evidence of the proof.

One JSON line each: a header (the rule and its sparse space), an entry every half billion heaps (a window of codes, the
deepest part used, the anchors met), the result. Hashes run on from line to line; a line cut off by a crash is dropped.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from hashlib import blake2b, sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import compress, decompress, error

from ... import sequences
from ...core import CorruptStore, DiskFull, InputError, StoreMismatch
from ...sequences import JournalEntry, Period
from ...storage.formats import named, other_version, version_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KIND = "grundy period journal"
FORMAT = named(KIND)


class PeriodJournal:
    """A `Journal` in a file; a file that is there is gone on with when it is to be resumed, else refused."""

    def __init__(self, path: Path, ruleset: str, *, resume: bool = False) -> None:
        """Open or refuse. Raises `InputError` when the file exists and is not to be resumed."""
        if path.exists() and not resume:
            raise InputError(f"{path} exists already", hint="--resume goes on with it")
        self.path, self.ruleset = path, ruleset
        self._chain = ""

    def begin(self, rule: sequences.FewRares, values: NDArray[np.uint16]) -> Sequence[JournalEntry] | None:
        """Return the entries of an earlier run of the same rule; begin a new journal where there is none.

        None when the journal is of a run behind more exact values, since a rare heap made this one void. Raises
        `StoreMismatch` when the journal is of another rule and `CorruptStore` when a line does not fit the one
        before; then no whole line of the file is touched.
        """
        self._chain = ""
        header = _header(self.ruleset, rule, values)
        if self.path.exists() and not self._line(header).startswith(self.path.read_bytes()):
            good = self._good_lines()
            first = next(good)
            version = version_of(KIND, first.get("format"))
            if version is None:
                raise StoreMismatch(f"{self.path} is not the journal of a period")
            if other := other_version(KIND, version):
                raise StoreMismatch(f"{self.path}: {other}")
            lines = list(good)
            if first == header:
                return [self._entry(line) for line in lines if "window" in line]
            whose = first.get("ruleset")
            if whose != self.ruleset:
                raise StoreMismatch(f"{self.path} is the journal of {whose}; this is {self.ruleset}")
            if first["seed"] == header["seed"]:
                raise StoreMismatch(f"{self.path} is the journal of {whose} with other values")
            if first["seed"] > header["seed"]:
                return None
        self._chain = ""
        self._append(header, "wb")  # in the place of what was in the file
        return ()

    def note(self, entry: JournalEntry) -> None:
        """Add an entry and see that it is on the disk."""
        window = b64encode(compress(entry.window)).decode("ascii")
        states = [[heap, state.hex()] for heap, state in entry.states]
        self._append({"heap": entry.heap, "deepest": entry.deepest, "window": window, "states": states})

    def finish(self, found: Period | None) -> None:
        """Write what came out, unless nothing was noted (a period that begins early needs no journal)."""
        if self.path.exists() and found is not None and found.evidence is not None:
            answer = {"preperiod": found.preperiod, "period": found.period, "checked_to": found.checked_to}
            self._append(answer | {"depth": found.evidence.depth, "witnesses": found.evidence.witnesses})

    def _good_lines(self) -> Iterator[dict[str, Any]]:
        """Yield the lines, each of which fits those before it; then cut off a last line that is not whole."""
        self._chain = ""
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1 or len(data)
        for number, line in enumerate(data[:whole].removesuffix(b"\n").split(b"\n"), 1):
            try:
                content: dict[str, Any] = json.loads(line)
                chain = content.pop("chain")
            except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
                raise CorruptStore(f"{self.path}: line {number} is none of a journal") from None
            if self._hash(content) != chain:
                raise CorruptStore(f"{self.path}: line {number} does not fit the lines before it")
            self._chain = chain
            yield content
        if whole < len(data):
            os.truncate(self.path, whole)

    def _entry(self, line: dict[str, Any]) -> JournalEntry:
        try:
            states = tuple((heap, bytes.fromhex(state)) for heap, state in line["states"])
            return JournalEntry(line["heap"], line["deepest"], decompress(b64decode(line["window"])), states)
        except (KeyError, TypeError, ValueError, error):
            raise CorruptStore(f"{self.path}: holds an entry that is none of a journal") from None

    def _append(self, content: dict[str, Any], mode: str = "ab") -> None:
        try:
            with self.path.open(mode) as file:
                file.write(self._line(content))
                file.flush()
                os.fsync(file.fileno())
        except OSError as trouble:
            raise DiskFull(f"{self.path}: {trouble.strerror}; what was noted before stays") from None

    def _line(self, content: dict[str, Any]) -> bytes:
        self._chain = self._hash(content)
        return (json.dumps(content | {"chain": self._chain}, separators=(",", ":")) + "\n").encode("ascii")

    def _hash(self, content: dict[str, Any]) -> str:
        text = self._chain + json.dumps(content, separators=(",", ":"))
        return blake2b(text.encode("ascii"), digest_size=16).hexdigest()


def _header(ruleset: str, rule: sequences.FewRares, values: NDArray[np.uint16]) -> dict[str, Any]:
    """Return what names the rule, its sparse space and the exact values before the run."""
    mask = rule.coding.mask
    return {
        "format": FORMAT,
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
