"""Computes the period or the misère quotient of every code of a pattern, and writes one line per code to a file.

Work is counted, not timed, so the lines do not depend on the machine or on interruptions. The work for the period of a
code is the number of heaps times the number of rare heaps. (A mask divides the values into two types. Rare heaps are
those with values of the less frequent type, see `sequences.sparse`.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Self

from ... import sequences
from ...core import CorruptStore, InputError, Play, StoreMismatch, cannot_read, cannot_write, read_code
from ...storage import JournalFile, Line, header, read_journal
from ..persistence.store import failures
from .misere import FAR
from .misere_sweep import WORK, quotient_line
from .sweep_pattern import CodeList, read_codes

if TYPE_CHECKING:
    from ...cluster import Workers

RECHECK = 0.01
"""The fraction of the codes that are computed twice if a sweep is rechecked."""
PIECE = 1 << 20
"""Values of a long period that are examined together."""
LONGEST = 10
"""The number of periods in a summary."""
SWEEPS: dict[Play, str] = {"normal": "grundy sweep", "misere": "grundy misere sweep"}
"""The formats of sweeps for periods of values and for misere quotients."""
USUAL: dict[Play, tuple[int, int]] = {"normal": (1 << 20, 10**8), "misere": (FAR, WORK)}
"""The default last heap, and the default limit of work for one code."""
SYNC = 1.0
"""Seconds after which lines are on the disk."""
DAMAGED = "compute the sweep again"
"""The advice for a damaged file."""


class Plan(NamedTuple):
    """The plan of a sweep: to compute the period, or the misère quotient, of each of many codes.

    Attributes:
        pattern: A list of the codes, one for each line of the file, with the text of the pattern.
        to: The largest heap to examine for each code.
        work: The limit of work for each code; if it is reached, the line of the code has the status "limit". In normal
            play it is heaps times rare heaps; 10^8 take about half a second. In misère play it is the number of sums
            of heaps that are examined.
        play: "normal" for periods of values, "misere" for misère quotients.
    """

    pattern: CodeList
    to: int
    work: int
    play: Play = "normal"

    @classmethod
    def of(cls, codes: str, to: int | None = None, work: int | None = None, play: Play = "normal") -> Self:
        """Make the plan for a pattern of codes, or for the codes in a file.

        Args:
            codes: A pattern such as "0.xyz", or "@FILE" for a file with one code per line.
            to: The largest heap; None for the usual one of the play convention.
            work: The limit of work for each code; None for the usual one.
            play: "normal" for periods of values, "misere" for misère quotients.

        Returns:
            The plan.

        Raises:
            InputError: If the pattern is wrong, or the file cannot be read or has a line without an octal code.
            LimitReached: If there are too many codes.

        Example:
            >>> Plan.of("0.xy").to, Plan.of("0.xy", play="misere").to
            (1048576, 512)
        """
        usual_to, usual_work = USUAL[play]
        return cls(read_codes(codes), usual_to if to is None else to, usual_work if work is None else work, play)

    def header(self) -> Line:
        """Return the first line of the file of a sweep, which identifies its plan."""
        limits = {"to": self.to, "work": self.work, "codes": len(self.pattern.codes)}
        return header(SWEEPS[self.play], pattern=self.pattern.text, **limits)


class Means(NamedTuple):
    """The options for computing a sweep: workers, a second check of results, and lines of an earlier sweep.

    Attributes:
        workers: The number of processes, or "ray" for a cluster.
        recheck: Whether one code in a hundred is computed by a second process too, and the results compared.
        known: The lines of an earlier sweep, by code; these codes are not computed again.
    """

    workers: Workers = 1
    recheck: bool = False
    known: Mapping[str, Line] = MappingProxyType({})


ALONE = Means()


def search_code(text: str, most: int, work: int) -> Line:
    """Search the period of one code, as a line (a JSON object) of the file of a sweep over many codes.

    The status is "proved", "none" if the heaps up to `most` prove no period, or "limit" if examining them needs more
    than `work`. `checked_to` is the last heap examined. `max_value` is the largest value of all heaps if a period is
    proved, otherwise null.

    Args:
        text: The code, such as "0.77".
        most: The largest heap to examine.
        work: The limit of work, as a number of heaps times the number of rare heaps.

    Returns:
        The line, as a dictionary.

    Example:
        >>> line = search_code("0.07", 1000, 10**6)
        >>> line["status"], line["preperiod"], line["period"], line["max_value"]
        ('proved', 53, 34, 9)
    """
    searched = sequences.rule_search(read_code(text), most, work=work)
    period = searched if isinstance(searched, sequences.Period) else None
    looked = searched.looked if isinstance(searched, sequences.Unproved) else searched.checked_to
    largest = None
    if period is not None:  # its values may be computed on demand
        values = period.values
        largest = max(max(values[start : start + PIECE]) for start in range(0, len(values), PIECE))
    return {
        "ruleset": text,
        "status": period.status if period else "none" if looked >= most else "limit",
        **{name: getattr(period, name, None) for name in ("preperiod", "period", "saltus")},
        "checked_to": looked,
        "theorem": period.theorem if period else None,
        "max_value": largest,
    }


def sweep_lines(plan: Plan, means: Means = ALONE, skip: int = 0) -> Generator[Line]:
    """Compute the period or misère quotient of each code of a plan, in order; close the iterator to stop at once.

    If a code has the same values as an earlier one, perhaps shifted by some heaps, its line follows from that of the
    earlier one.

    Args:
        plan: Which codes to compute, how far, and with how much work.
        means: The workers and the lines that are known already.
        skip: The number of first lines to omit.

    Yields:
        A line for each code.

    Raises:
        MissingExtra: If the workers are "ray" and Ray is not installed.
        WorkersDisagree: If a code was computed twice with different results.
        LimitReached: If workers ended repeatedly while they computed the same code.

    Example:
        >>> from grundy.workflows.computing.sweep_pattern import read_pattern
        >>> [line["period"] for line in sweep_lines(Plan(read_pattern("0.0x"), 500, 10**6))]
        [1, 1, 4, 4, None, 2, None, 34]
    """
    from ...cluster import ClusterJob, run_jobs

    here = f"{__name__}:{(search_code if plan.play == 'normal' else quotient_line).__name__}"
    codes, lines = plan.pattern.codes[skip:], dict(means.known)
    same = _same_values(codes, lines) if plan.play == "normal" else {}
    jobs = (
        ClusterJob(code, here, (code, plan.to, plan.work))
        for code in codes
        if code not in means.known and code not in same
    )
    with closing(run_jobs(jobs, means.workers, recheck=RECHECK if means.recheck else 0.0)) as results:
        for code in codes:
            if code in same:
                derived = _line_by(lines[same[code].code], code, same[code], plan.to)
                lines[code] = derived or search_code(code, plan.to, plan.work)
            elif code not in means.known:
                lines[code] = next(results)[1]
            yield lines[code]


class _Same(NamedTuple):
    """The fact that a code has the same values as an earlier code, perhaps shifted by some heaps.

    Attributes:
        code: The earlier code.
        later: The shift: heap n has the value that heap n - `later` has in the earlier code; it can be negative.
        zeros: The heap up to which the values of the earlier code are 0.
    """

    code: str
    later: int
    zeros: int


def _same_values(codes: Iterable[str], known: Collection[str]) -> dict[str, _Same]:
    first: dict[str, tuple[str, int]] = {}
    same = {}
    for code in dict.fromkeys([*known, *codes]):
        form = sequences.standard_form(read_code(code))
        other, shift = first.setdefault(str(form.code), (code, form.shift))
        if code not in known and other != code:
            same[code] = _Same(other, form.shift - shift, shift)
    return same


def _line_by(line: Line, code: str, same: _Same, most: int) -> Line | None:
    """Derive the line of a sweep for `code` from that of an earlier code with the same values, perhaps shifted.

    The result is None if the shift leaves the preperiod unknown. This is so if the period of the earlier code begins
    among the zeros at the beginning of its values.
    """
    looked = line["checked_to"]  # the last heap examined, although one more heap may follow
    derived = line | {"ruleset": code, "checked_to": min(looked, looked + same.later, most)}
    if line["status"] != "proved":
        return derived
    if same.later and line["preperiod"] <= same.zeros:
        return None
    by, heaps = "as its other options add none", abs(same.later)
    if same.later:
        by = f"{heaps} heap{'s' if heaps > 1 else ''} {'later' if same.later > 0 else 'earlier'}"
    theorem = f"{line['theorem']}; the values of {line['ruleset']}, {by}"
    derived |= {"preperiod": line["preperiod"] + same.later, "checked_to": line["checked_to"] + same.later}
    return derived | {"theorem": theorem}


class Summary:
    """The number of codes with each status in a sweep, and the codes with the longest periods.

    Attributes:
        counts: The number of codes by status: "proved", "none" or "limit".
        longest: The lines of up to ten codes with the longest periods, the longest first.
    """

    def __init__(self) -> None:
        self.counts = Counter[str]({"proved": 0, "none": 0, "limit": 0})
        self.longest: list[Line] = []

    def add(self, line: Line) -> None:
        """Count a line of the sweep."""
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
    """Compute a sweep and write its lines to a file, which can be continued after an interruption.

    Args:
        plan: Which codes to compute, how far, and with how much work.
        path: The file to write or to continue.
        means: The workers and the lines that are known already.
        resume: Whether to continue an existing file; otherwise the file must not exist.
        report: A function that is called after every line with the numbers of new and of remaining lines.

    Returns:
        The summary of all lines, including those in the file.

    Raises:
        InputError: If the file cannot be written, or exists without `resume`.
        StoreBusy: If another process writes it.
        StoreMismatch: If it belongs to another sweep.
        CorruptStore: If it is damaged.
        DiskFull: If the disk is full.
    """
    summary, codes = Summary(), plan.pattern.codes
    with failures(path, DAMAGED):
        file = _open(path, resume=resume)
    with closing(file):
        with failures(path, DAMAGED):
            done = _done(file, plan, codes)
        for line in done:
            summary.add(line)
        means = means._replace(known={**means.known, **{line["ruleset"]: line for line in done}})
        with closing(sweep_lines(plan, means, len(done))) as lines:
            for new, line in enumerate(lines, 1):
                try:
                    file.append(line, every=SYNC)
                except OSError as error:
                    raise cannot_write(path, error, "what was written before stays, --resume continues") from None
                summary.add(line)
                report(new, len(codes) - len(done) - new)
    return summary


def _open(path: Path, *, resume: bool) -> JournalFile:
    if path.exists() and not path.is_file():
        raise InputError(f"{path} is not a regular file")
    try:
        return JournalFile(path, new=not resume)
    except FileExistsError:
        raise InputError(f"{path} already exists", hint="choose another --out, or add --resume") from None


def _done(file: JournalFile, plan: Plan, codes: Sequence[str]) -> list[Line]:
    head = plan.header()
    file.begin(head)
    first, *lines = file.read(head["format"])
    for key, value in head.items():
        if first.get(key) != value:
            raise StoreMismatch(f"{file.path}: is a sweep with {key} {first.get(key)}, not {value}")
    for line, code in zip(lines, codes, strict=False):
        if line.get("ruleset") != code:
            raise CorruptStore(f"{file.path}: expected a line of {code}, found one of {line.get('ruleset')}")
    if len(lines) > len(codes):
        raise CorruptStore(f"{file.path}: more lines than codes")
    return lines


def read_sweep(path: Path) -> tuple[Line, list[Line]]:
    """Read the header and the complete lines from the file of a sweep.

    Args:
        path: The file; the sweep may still be running.

    Returns:
        The header and the lines.

    Raises:
        InputError: If the file cannot be read.
        StoreMismatch: If it is not the file of a sweep.
        CorruptStore: If a line is damaged.
    """
    with failures(path, DAMAGED):
        try:
            lines = read_journal(path, *SWEEPS.values())
        except OSError as error:
            raise cannot_read(path, error) from None
    if not lines:
        raise StoreMismatch(f"{path}: expected the format '{SWEEPS['normal']}', found something else")
    if not all("ruleset" in line for line in lines[1:]):
        raise CorruptStore(f"{path}: a line has no code")
    return lines[0], lines[1:]


def lines_of_earlier(path: Path, plan: Plan) -> dict[str, Line]:
    """Read those lines of an earlier sweep that need not be computed again.

    A line with the status "proved" is always used. A line with the status "none" (no period was proved) is used only if
    both sweeps have the same largest heap.

    Args:
        path: The file of the earlier sweep.
        plan: The plan of the new sweep.

    Returns:
        The lines by code.

    Raises:
        StoreMismatch: If it is a sweep in the other play convention.
        InputError: If the file cannot be read.
        CorruptStore: If it is damaged.
    """
    head, lines = read_sweep(path)
    if head["format"] != SWEEPS[plan.play]:
        raise StoreMismatch(f"{path}: expected the format '{SWEEPS[plan.play]}', found '{head['format']}'")
    same = head["to"] == plan.to
    return {
        line["ruleset"]: line for line in lines if line["status"] == "proved" or (same and line["status"] == "none")
    }
