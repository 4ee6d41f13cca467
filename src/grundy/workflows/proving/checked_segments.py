"""The record of which segments of a certificate were checked: written line by line, gone on with, merged from several.

One JSON line each: the format, then a line for every segment that was right, with the heaps from which and up to which
it goes, a hash of the rule, its space and the values before both, and a hash of the line. A line cut off by a crash is
dropped; records of several people may be read together, or be written one behind the other into one file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ...cluster import ClusterJob, Workers, run_jobs
from ...core import CorruptStore, InputError, Limits, StoreMismatch, cannot_read, cannot_write
from ...sequences import proposer
from ...storage.formats import named, other_version, version_of

KIND = "grundy checked segments"
FORMAT = named(KIND)
NO_PART = ("n0", "p")
"""What a claim says beside the space: it is no part of a segment."""

Segment = tuple[dict[str, Any], dict[str, Any], int, str, int, str]
"""The game, the claim, where a segment begins, the values before, where it ends, the values before that."""
Judge = str
"""The name "module:function" of what returns (verdict, reason) of a segment, seconds, and what proposes values."""
JUDGED = f"{__name__}:judged"
"""The name of what a worker does."""


class SegmentsChecked(NamedTuple):
    """Numbers of segments: all, those that were right now, those noted as right before, and what stopped the work."""

    total: int
    now: tuple[int, ...]
    before: tuple[int, ...]
    verdict: str = ""
    reason: str = ""

    @property
    def right(self) -> list[tuple[int, int]]:
        """The stretches of segments that are right, from first to last."""
        return stretches({*self.now, *self.before})

    @property
    def open(self) -> list[tuple[int, int]]:
        """The stretches of segments that are not checked."""
        return stretches({*range(1, self.total + 1)} - {*self.now, *self.before})


class CheckedSegments:
    """Records in files: all are read, the first is written to."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read them. Raises `StoreMismatch` for no record or a newer one, `CorruptStore` for a damaged one."""
        self.path = paths[0]
        self.known: set[str] = set()
        for path in paths:
            if path.exists():
                self.known.update(_read(path))
            elif path != self.path:
                raise InputError(f"there is no record {path}")

    def note(self, *segments: Segment) -> None:
        """Add segments that were right, and return when they are on the disk.

        Raises `InputError` where the record cannot be written, `DiskFull` where there is no space.
        """
        names = [identity_of(segment) for segment in segments]
        lines = [
            _line({"from": segment[2], "to": segment[4], "identity": name})
            for segment, name in zip(segments, names, strict=True)
        ]
        try:
            with self.path.open("ab+") as file:
                with suppress(ImportError):  # where the system knows locks
                    import fcntl

                    fcntl.flock(file, fcntl.LOCK_EX)
                file.seek(0)
                whole = file.read().rfind(b"\n") + 1
                os.ftruncate(file.fileno(), whole)
                file.write(b"".join(lines if whole else [_line({"format": FORMAT}), *lines]))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise cannot_write(self.path, error, "what was noted before stays") from None
        self.known.update(names)


def check_segments(  # noqa: PLR0913  # what is checked, by whom, and how it is told
    segments: Sequence[Segment],
    numbers: Iterable[int],
    record: CheckedSegments,
    judge: Judge,
    *,
    workers: Workers = 1,
    limits: Limits = Limits(),  # noqa: B008  # it never changes
    report: Callable[[str], None] | None = None,
) -> SegmentsChecked:
    """Check the segments of these numbers, from 1 on, that the record does not know, and note those that are right.

    It stops at the first that is not; the limits of seconds and memory are for one segment.
    """
    names = {number: identity_of(segment) for number, segment in enumerate(segments, 1)}
    before = tuple(number for number, name in names.items() if name in record.known)
    wanted = [number for number in numbers if names[number] not in record.known]
    bounds = (float("inf") if limits.seconds is None else limits.seconds, limits.memory)
    jobs = (ClusterJob(str(number), JUDGED, (judge, segments[number - 1], *bounds)) for number in wanted)
    now: list[int] = []
    if wanted:
        record.note()  # before the work: where nothing can be written nothing is begun
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
    """Return the verdict of a judge on a segment; kernels propose values to it, every one of which it verifies.

    Args:
        judge: The name of the judge.
        segment: What is checked.
        seconds: After how many seconds it gives up.
        memory: How many more bytes it may take, None for any number.

    Returns:
        The verdict in one word, and its reason.
    """
    module, _, name = judge.partition(":")
    found: tuple[str, str] = getattr(import_module(module), name)(segment, seconds, proposer, memory)
    return found


def identity_of(segment: Segment) -> str:
    """Return what tells segments apart, also those of two certificates."""
    game, claim, *rest = segment
    space = {key: value for key, value in claim.items() if key not in NO_PART}
    return sha256(_canonical([game, space, *rest])).hexdigest()


def stretches(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return numbers as stretches, from first to last.

    >>> stretches({1, 2, 3, 7})
    [(1, 3), (7, 7)]
    """
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found


def _read(path: Path) -> Iterator[str]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise cannot_read(path, error) from None
    lines = data[: data.rfind(b"\n") + 1].split(b"\n")[:-1]
    try:
        version = version_of(KIND, json.loads(lines[0])["format"])
    except (IndexError, KeyError, TypeError, ValueError, RecursionError):
        version = None
    if version is None and (lines or data):
        raise StoreMismatch(f"{path} is no record of checked segments")
    if other := other_version(KIND, version) if lines else None:
        raise StoreMismatch(f"{path}: {other}")
    for number, line in enumerate(lines, 1):
        try:
            content = json.loads(line)
            whole = _line({key: value for key, value in content.items() if key != "sum"}) == line + b"\n"
        except (AttributeError, TypeError, ValueError, RecursionError):
            whole = False
        if not whole or not ("format" in content or isinstance(content.get("identity"), str)):
            raise CorruptStore(f"{path}: line {number} is not as it was written")
        if "identity" in content:
            yield content["identity"]


def _line(content: dict[str, Any]) -> bytes:
    return _canonical(content | {"sum": sha256(_canonical(content)).hexdigest()[:16]}) + b"\n"


def _canonical(content: object) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode("ascii")
