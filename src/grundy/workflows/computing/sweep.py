"""Many codes at once: the period, or the misere quotient, of every code that fits a pattern, one line each, in order.

Work is counted, not timed, so the lines are the same bytes whoever computes them, also after a stop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ... import sequences
from ...core import Play, StoreMismatch, read_code
from ...storage.formats import FORMATS
from .misere_sweep import quotient_line
from .sweep_file import SWEEPS, Line, SweepFile, read_sweep
from .sweep_pattern import CodeList, CodePattern

if TYPE_CHECKING:
    from ...cluster import Workers

RECHECK = 0.01
"""The share of the codes that are done twice when a sweep is to be rechecked."""
PIECE = 1 << 20
"""Values of a long period that are looked at together."""
LONGEST = 10
"""Periods that a summary names."""


class Plan(NamedTuple):
    """What is swept, the last heap that is looked at, the work that is spent on a code, and what is looked for.

    In normal play that are periods of values, and work is counted as `sequences.code_period` does: heaps times rare
    heaps; 10^8 take about half a second. In misere play they are misere quotients, and work is a number of sums.
    """

    pattern: CodePattern | CodeList
    to: int
    work: int
    play: Play = "normal"

    def header(self) -> Line:
        """Return the first line of the sweep."""
        limits = {"to": self.to, "work": self.work, "codes": self.pattern.count}
        name = SWEEPS[self.play]
        return {"format": name, "version": FORMATS[name], "pattern": self.pattern.text, **limits}


class Means(NamedTuple):
    """Who computes, whether one code in a hundred is done again by another process, and lines that need no work."""

    workers: Workers = 1
    recheck: bool = False
    known: Mapping[str, Line] = MappingProxyType({})


ALONE = Means()


def search_code(text: str, most: int, work: int) -> Line:
    """Return the line of one code: its period if heaps 0 to `most` prove one, and how far it was looked at.

    The status is "proved", "none" when all heaps to `most` were looked at and prove no period, and
    "limit" when that would be more than `work`. `max_value` is the largest value of all heaps where
    a period is proved, else it is not known.

    >>> line = search_code("0.07", 1000, 10**6)
    >>> line["status"], line["preperiod"], line["period"], line["max_value"]
    ('proved', 53, 34, 9)
    """
    searched = sequences.code_search(read_code(text), most, work=work)
    found = searched if isinstance(searched, sequences.Period) else None
    looked = searched.looked if isinstance(searched, sequences.Unproved) else searched.checked_to
    largest = None
    if found is not None:  # its values may be made only as they are asked for
        values = found.values
        largest = max(max(values[start : start + PIECE]) for start in range(0, len(values), PIECE))
    return {
        "ruleset": text,
        "status": found.status if found else "none" if looked >= most else "limit",
        **{name: getattr(found, name, None) for name in ("preperiod", "period", "saltus")},
        "checked_to": looked,
        "theorem": found.theorem if found else None,
        "max_value": largest,
    }


def sweep(plan: Plan, means: Means = ALONE, skip: int = 0) -> Generator[Line]:
    """Yield the lines of a plan, in order, without the first `skip`; close it to stop at once.

    A code that has the values of another one, perhaps some heaps later (`sequences.standard_form`), has that one's
    line, where there is one before it or among the known lines. Raises what `cluster.run_jobs` raises: `MissingExtra`,
    `LimitReached`, `WorkersDisagree`.

    >>> from grundy.workflows.computing.sweep_pattern import read_pattern
    >>> [line["period"] for line in sweep(Plan(read_pattern("0.0x"), 500, 10**6))]
    [1, 1, 4, 4, None, 2, None, 34]
    """
    from ...cluster import ClusterJob, run_jobs

    here = f"{__name__}:{(search_code if plan.play == 'normal' else quotient_line).__name__}"
    codes, lines = list(islice(plan.pattern.codes(), skip, None)), dict(means.known)
    same = _same_values(codes, lines) if plan.play == "normal" else {}
    jobs = (
        ClusterJob(code, here, (code, plan.to, plan.work))
        for code in codes
        if code not in means.known and code not in same
    )
    with closing(run_jobs(jobs, means.workers, recheck=RECHECK if means.recheck else 0.0)) as results:
        for code in codes:
            if code in same:
                found = _line_by(lines[same[code].code], code, same[code], plan.to)
                lines[code] = found or search_code(code, plan.to, plan.work)
            elif code not in means.known:
                lines[code] = next(results)[1]
            yield lines[code]


class _Same(NamedTuple):
    """A code with the same values, each `later` heaps earlier, and the heap to which its values are all 0."""

    code: str
    later: int
    zeros: int


def _same_values(codes: Iterable[str], known: Collection[str]) -> dict[str, _Same]:
    """Return the codes that have the values of one that is known or stands before them, with that one."""
    first: dict[str, tuple[str, int]] = {}
    same = {}
    for code in dict.fromkeys([*known, *codes]):
        form = sequences.standard_form(read_code(code))
        other, shift = first.setdefault(str(form.code), (code, form.shift))
        if code not in known and other != code:
            same[code] = _Same(other, form.shift - shift, shift)
    return same


def _line_by(line: Line, code: str, same: _Same, most: int) -> Line | None:
    """Return the line of a code that has the values of another one; None where its period may begin elsewhere.

    That is so where the other one's begins among its first heaps of value 0.
    """
    looked = line["checked_to"]  # no more than that was looked at, though one heap more may follow
    told = line | {"ruleset": code, "checked_to": min(looked, looked + same.later, most)}
    if line["status"] != "proved":
        return told
    if same.later and line["preperiod"] <= same.zeros:
        return None
    by, heaps = "as its other options add none", abs(same.later)
    if same.later:
        by = f"{heaps} heap{'s' if heaps > 1 else ''} {'later' if same.later > 0 else 'earlier'}"
    theorem = f"{line['theorem']}; the values of {line['ruleset']}, {by}"
    told |= {"preperiod": line["preperiod"] + same.later, "checked_to": line["checked_to"] + same.later}
    return told | {"theorem": theorem}


class Summary:
    """The counts of a sweep and its longest periods."""

    def __init__(self) -> None:
        self.counts = Counter[str]({"proved": 0, "none": 0, "limit": 0})
        self.longest: list[Line] = []

    def add(self, line: Line) -> None:
        """Count a line."""
        self.counts[line["status"]] += 1
        if line["period"] is not None:
            longest = sorted([*self.longest, line], key=lambda line: (-line["period"], -line["preperiod"]))
            self.longest = longest[:LONGEST]


def sweep_to_file(
    plan: Plan,
    path: Path,
    means: Means = ALONE,
    *,
    resume: bool = False,
    report: Callable[[int, int], None] = lambda _new, _left: None,
) -> Summary:
    """Write the lines of a plan to a file, with `resume` those that it does not hold yet, and sum them up.

    `report` hears after every line how many are new and how many are left. Raises what `sweep` and `SweepFile` raise.
    """
    summary, codes = Summary(), list(plan.pattern.codes())
    with closing(SweepFile(path, plan.header(), codes, resume=resume)) as file:
        for line in file.lines:
            summary.add(line)
        skip = len(file.lines)
        means = means._replace(known={**means.known, **{line["ruleset"]: line for line in file.lines}})
        with closing(sweep(plan, means, skip)) as lines:
            for new, line in enumerate(lines, 1):
                file.append(line)
                summary.add(line)
                report(new, len(codes) - skip - new)
    return summary


def lines_of_earlier(path: Path, plan: Plan) -> dict[str, Line]:
    """Return the lines of an earlier sweep that need not be computed again, by their codes.

    What is proved holds for ever; that no period shows is taken over only up to the same heap. Raises `StoreMismatch`
    for a sweep of the other play.
    """
    header, lines = read_sweep(path)
    if header["format"] != SWEEPS[plan.play]:
        raise StoreMismatch(f"{path}: is a {header['format']}, not a {SWEEPS[plan.play]}")
    same = header["to"] == plan.to
    return {
        line["ruleset"]: line for line in lines if line["status"] == "proved" or (same and line["status"] == "none")
    }
