"""A file that records which segments (ranges of heaps) of the certificate of a long period were checked.

The file is a journal with a line for every accepted segment. The line has the range of heaps, and a hash of the rule
and of the values next to both ends of the range. Records of several people may be read together, or be joined into one
file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ...cluster import ClusterJob, Workers, run_jobs
from ...core import Limits, cannot_read
from ...sequences import Proposer
from ...storage import JournalFile, header, read_journal
from ..persistence.store import failures

HEADER = header("grundy checked segments")
MOST_SHOWN = 8
"""The number of ranges of segments that are named in words."""
NO_PART = ("n0", "p")
"""The keys of a claim that are not about the sparse space, and so not part of a segment."""

Segment = tuple[dict[str, Any], dict[str, Any], int, str, int, str]
"""The game, the claim, the first heap, the values before it, the heap after the last, and the values before that."""
Judge = str
"""The name "module:function" of a function that returns (verdict, reason) for a segment and limits."""
JUDGED = f"{__name__}:judged"
"""The name of the function that a worker calls."""


class SegmentsChecked(NamedTuple):
    """The result of checking segments of a certificate: their number, the accepted ones, and why the work stopped.

    Attributes:
        total: The number of segments of the certificate.
        now: The numbers of the segments that this check accepted, from 1.
        before: The numbers of the segments that were accepted in earlier checks.
        verdict: The verdict on the segment that was not accepted, or "" if there was none.
        reason: The reason for this verdict.
    """

    total: int
    now: tuple[int, ...]
    before: tuple[int, ...]
    verdict: str = ""
    reason: str = ""

    @property
    def right(self) -> list[tuple[int, int]]:
        """The numbers of the accepted segments as intervals, each from its first to its last."""
        return stretches({*self.now, *self.before})

    @property
    def open(self) -> list[tuple[int, int]]:
        """The numbers of the unchecked segments as intervals, each from its first to its last."""
        return stretches({*range(1, self.total + 1)} - {*self.now, *self.before})

    @property
    def conclusion(self) -> tuple[str, str]:
        """The status of the whole certificate, and the reason for it.

        The status is the verdict on a segment that was not accepted, if there was one. Otherwise it is "ACCEPTED" if
        all segments were accepted, with "" as reason, and "AUDITED" if some are unchecked.
        """
        if self.verdict:
            return self.verdict, self.reason
        if not self.open:
            return "ACCEPTED", ""
        if not self.right:
            return "AUDITED", f"none of the {self.total} segments is checked"
        return "AUDITED", f"{_segments(self.right, self.total)} right; the others are not checked: {_shown(self.open)}"


class CheckedSegments:
    """The segments of certificates that were accepted in earlier checks, as read from one or more record files.

    Newly accepted segments are added to the first file.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read all record files; `note` writes new segments to the first of them.

        Args:
            paths: The record files. The first, to which new segments are written, may be missing.

        Raises:
            InputError: If a file cannot be read.
            StoreMismatch: If it is not a record, or one of another version.
            CorruptStore: If it is damaged.
        """
        self.path = paths[0]
        self.known: set[str] = set()
        for path in paths:
            if path == self.path and not path.exists():
                continue
            with failures(path, "check again with another --record"):
                try:
                    lines = read_journal(path, HEADER["format"])
                except OSError as error:
                    raise cannot_read(path, error) from None
            self.known.update(line["identity"] for line in lines if isinstance(line.get("identity"), str))

    def note(self, *segments: Segment) -> None:
        """Add correct segments, and return when they are on the disk.

        Args:
            segments: The accepted segments; without any, only the header of a new file is written.

        Raises:
            InputError: If the record cannot be written.
            DiskFull: If the disk is full.
        """
        names = [identity_of(segment) for segment in segments]
        lines = [
            {"from": segment[2], "to": segment[4], "identity": name}
            for segment, name in zip(segments, names, strict=True)
        ]
        with failures(self.path), closing(JournalFile(self.path, wait=True)) as file:
            file.begin(HEADER)
            file.append(*lines)
        self.known.update(names)


def check_segments(  # noqa: PLR0913  # the segments, the worker and the report
    segments: Sequence[Segment],
    numbers: Iterable[int],
    record: CheckedSegments,
    judge: Judge,
    *,
    workers: Workers = 1,
    limits: Limits = Limits(),  # noqa: B008  # immutable
    report: Callable[[str], None] | None = None,
) -> SegmentsChecked:
    """Check segments that the record does not contain, and record those that are accepted.

    The work stops at the first segment that is not accepted.

    Args:
        segments: All segments.
        numbers: The numbers of the segments to check, from 1.
        record: The segments accepted earlier.
        judge: The checking function, as "module:function".
        workers: The number of processes, or a cluster.
        limits: Limits on seconds and memory for each segment.
        report: A function that receives progress messages.

    Returns:
        Which segments were accepted, and the verdict on one that was not.
    """
    names = {number: identity_of(segment) for number, segment in enumerate(segments, 1)}
    before = tuple(number for number, name in names.items() if name in record.known)
    wanted = [number for number in numbers if names[number] not in record.known]
    bounds = (float("inf") if limits.seconds is None else limits.seconds, limits.memory)
    jobs = (ClusterJob(str(number), JUDGED, (judge, segments[number - 1], *bounds)) for number in wanted)
    now: list[int] = []
    if wanted:
        record.note()  # before the work, so that a write error is raised at once
    with closing(run_jobs(jobs, workers, in_order=False)) as answers:
        for key, (verdict, reason) in answers:
            if verdict != "ACCEPTED":
                return SegmentsChecked(len(segments), tuple(now), before, verdict, f"segment {key}: {reason}")
            record.note(segments[int(key) - 1])
            now.append(int(key))
            if report is not None:
                report(f"{len(now)} of {len(wanted)} segments")
    return SegmentsChecked(len(segments), tuple(now), before)


def judged(judge: Judge, segment: Segment, seconds: float, memory: int | None) -> tuple[str, str]:
    """Check a segment in a worker process; compiled code proposes values, and the judge verifies every one of them.

    Args:
        judge: The checking function, as "module:function".
        segment: The segment to check.
        seconds: The time limit in seconds.
        memory: The number of bytes that the check may use in addition to those of the process; None for no limit.

    Returns:
        The verdict, such as "ACCEPTED", "REJECTED" or "LIMIT", and its reason.
    """
    module, _, name = judge.partition(":")
    verdict: tuple[str, str] = getattr(import_module(module), name)(segment, seconds, Proposer, memory)
    return verdict


def identity_of(segment: Segment) -> str:
    """Return a hash that identifies a segment, also among segments of different certificates."""
    game, claim, *span = segment
    space = {key: value for key, value in claim.items() if key not in NO_PART}
    text = json.dumps([game, space, *span], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def stretches(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return numbers as intervals, from first to last.

    >>> stretches({1, 2, 3, 7})
    [(1, 3), (7, 7)]
    """
    intervals: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if intervals and intervals[-1][1] == number - 1:
            intervals[-1] = intervals[-1][0], number
        else:
            intervals.append((number, number))
    return intervals


def _segments(intervals: list[tuple[int, int]], total: int) -> str:
    """Name segments with their verb: "segments 17 to 32 of 1472 are" for [(17, 32)] and a total of 1472."""
    one = sum(last - first + 1 for first, last in intervals) == 1
    return f"segment {_shown(intervals)} of {total} is" if one else f"segments {_shown(intervals)} of {total} are"


def _shown(intervals: list[tuple[int, int]]) -> str:
    """Write ranges of numbers, such as "1 to 16, 40" for [(1, 16), (40, 40)]; after the first few, "and more"."""
    ranges = [str(first) if first == last else f"{first} to {last}" for first, last in intervals[:MOST_SHOWN]]
    return ", ".join(ranges) + (" and more" if len(intervals) > MOST_SHOWN else "")
