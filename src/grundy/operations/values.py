"""The operation `values`, which computes Grundy values of heaps, or a table of those of other positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from ..core import Budget, InputError, LimitReached, MissingExtra, Play, Ruleset
from ..drawing.papers import FORMATS as PAPERS
from ..drawing.papers import written
from ..workflows.computing.values import FORMATS, heap_values, is_heap_ruleset
from .context import Context, write_whole
from .request import Bounds, Choices, FileName, Help, Local, PlayField, Remote, Request, RulesetText
from .result import ABSENT, Exact, Result
from .table import operation

if TYPE_CHECKING:
    from ..sequences.arrays import Series
    from ..workflows.computing.export import Values
    from ..workflows.computing.run import Progress

LAST = 100
"""The default last heap."""
MOST, MOST_JSON = 10**6, 10**5
"""The largest last heap for callers over a network, and that in JSON."""
STORED = 1 << 16
"""From this number of heaps on, values for a file are saved while they are computed."""
IN_A_ROW = 40
"""Outcomes in a row of text."""
MISERE_POSITIONS = 20_000
"""The number of positions that are searched for misère values without a last heap: about a second."""


class ValuesRequest(Request):
    """Print the Grundy values of heaps 0 to N of a RULESET such as "kayles", "0.77" or "take squares".

    If positions are two heaps (wythoff) or boards with a size (cram), the output is a table. Misère values need a
    search, which ends after about a second unless --to is given.

    With --out, values are saved in FILE.run while they are computed; after an interruption, the same command with
    --resume continues.
    """

    ruleset: RulesetText
    to: Annotated[int | None, Help("The last heap (default: 100)."), Remote(0, MOST, "n")] = None
    play: PlayField = "normal"
    format: Annotated[
        str,
        Choices((*FORMATS, *PAPERS)),
        Remote(choices=("json", "u8", "u16", "csv", "bfile")),
        Help("The format of the values."),
    ] = "text"
    out: Annotated[FileName, Help("Write to a file.")] = None
    resume: Annotated[bool, Local(), Help("Continue the stopped run that writes this file.")] = False
    offset: Annotated[int, Local(), Help("The index of heap 0 in CSV and b-files.")] = 0
    workers: Annotated[int, Local(), Bounds(1, 4096), Help("The number of processors.")] = 1
    plot: Annotated[FileName, Help("Draw the values: FILE.svg or FILE.png.")] = None
    p_positions: Annotated[bool, Local(), Help("Print only the P-positions, one per line.")] = False
    outcomes: Annotated[bool, Local(), Help("Print the outcome of each heap, P or N, in rows.")] = False

    @property
    def misere(self) -> bool:
        """Whether the player who makes the last move loses."""
        return self.play == "misere"

    @property
    def last(self) -> int:
        """The last heap to compute: the one of the request, or a default."""
        return LAST if self.to is None else self.to


class WrittenResult(Result):
    """A base of results whose words are a text in the requested format, such as CSV.

    The `source` of such a result is a function that returns this text as bytes, or None if there is nothing to print,
    for example because the text was written to a file.
    """

    def json(self) -> bytes:
        """Return the result as a line of JSON."""
        import json

        return json.dumps(self.to_dict()).encode("ascii") + b"\n"

    def blocks(self) -> Iterator[str]:
        if self.source is not None:
            yield self.source().decode("utf-8").removesuffix("\n")


class Outcomes(WrittenResult):
    """The result of `values` with --outcomes: one letter for each heap from 0 to `to`, P or N."""

    ruleset: str
    play: Play
    outcomes: str
    to: int


W = TypeVar("W", bound=WrittenResult)


class ValuesResult(WrittenResult):
    """The result of `values` for single heaps: the values of heaps 0 to n, as JSON, as bytes, or as lines of text.

    JSON is for n up to 10^5; `values` is empty if they are sent in another format, or written to a file. `sha256` is
    the hash of the values as text, one per line, or of the bytes. Fields with defaults are for callers over a network.
    """

    keys = {"start": "from"}  # noqa: RUF012  # declared in the base
    ruleset: str
    play: Play
    start: Literal[0]
    status: str = ABSENT
    values: list[Exact]
    format: str = ABSENT
    method: str = ABSENT
    theorem: str | None = ABSENT
    sha256: str = ABSENT
    reason: str = ""


class ValueTable(WrittenResult):
    """The result of `values` for other positions than heaps: a list by size, or a table for two heaps or boards.

    `form` is the notation of a position, with "n" or "m x n" for the size. Either `values` or `rows` is present, and
    begins at size `start`. `families` has the values of other positions of the ruleset, such as cycles next to paths.
    """

    keys = {"start": "from"}  # noqa: RUF012  # declared in the base
    ruleset: str
    play: Play
    positions: str
    form: str
    start: int
    values: list[int | None] = ABSENT
    rows: list[list[int | None]] = ABSENT
    families: list[dict[str, Any]]
    reason: str = ""


class PPositions(WrittenResult):
    """The result of `values` with --p-positions: the heaps from 0 to `to` that are P-positions."""

    ruleset: str
    play: Play
    p_positions: list[int]
    to: int


@operation(
    ValuesRequest,
    media=("application/octet-stream", "text/csv", "text/plain"),
    short=False,
    kept=False,
    most=8 << 20,
    shared=True,
    examples={
        "grundy values take 1..3 --to 15": "the values of heaps 0 to 15",
        "grundy values take 1..3 --to 15 --outcomes": "who wins each heap: a row of P and N",
        "grundy values 0.77 --to 11 --format csv": "the values of an octal game as CSV",
        "grundy values wythoff --to 5": "a table, because positions are two heaps",
    },
)
def values(request: ValuesRequest, context: Context) -> ValuesResult | ValueTable | PPositions | Outcomes:
    """Compute the values of single heaps, or a table of the values of two heaps.

    Args:
        request: The question: the ruleset, the last heap, the play convention, the format, and files to write. The
            decorated function also accepts its fields: `values("kayles", to=8)`.
        context: The limits of the run, and the receiver of progress, remarks and bytes; the decorated function can do
            without it.

    Returns:
        A `ValueTable` if positions have two heaps, as in Wythoff's game. Otherwise `PPositions` or `Outcomes` if these
        are requested, else a `ValuesResult`. Its `ended` is the limit that was reached if the values are only the first
        ones.

    Raises:
        InputError: If the ruleset cannot be read, fields cannot be combined, or a file cannot be written.
        MissingExtra: If a package that is needed is not installed.
        LimitReached: If a limit was reached and there is no text of the first values.
        PositionError: If positions are neither single heaps nor two heaps.
        LoopyGame: If play need not end.

    Example:
        >>> values("take {1, 3, 4}", to=8).values
        [0, 1, 0, 1, 2, 3, 2, 0, 1]
        >>> values("take 1..3", to=8, outcomes=True).outcomes
        'PNNNPNNNP'
    """
    rules = context.ruleset(request.ruleset)
    if context.remote:
        return _sent(request, rules, context)
    _check(request)
    if not is_heap_ruleset(rules):
        return _table(request, rules, context)
    if request.p_positions or request.outcomes:
        return _outcomes(request, rules, context)
    if (out := _stored(request, rules)) is not None:
        return _run(request, rules, out, context)
    return _at_once(request, rules, context)


def _head(request: ValuesRequest, rules: Ruleset[Any]) -> dict[str, Any]:
    return {"ruleset": rules.name, "play": request.play}


def _sent(request: ValuesRequest, rules: Ruleset[Any], context: Context) -> ValuesResult:
    """Return the values for a caller on a network, in the result or as bytes sent with it.

    `rules` is the ruleset of the request. Bytes are appended to `context.parts`.
    """
    from hashlib import sha256

    head = {**_head(request, rules), "from": 0, "status": "proved", "method": "sequence", "theorem": None}
    if request.format in {"text", "json"}:
        if request.last > MOST_JSON:
            raise InputError(f"expected n up to {MOST_JSON} in JSON, found {request.last}", hint='"format": "u16"')
        found = heap_values(rules, request.last, misere=request.misere, budget=context.budget)
        digest = sha256("\n".join(map(str, found)).encode()).hexdigest()
        return ValuesResult.of(None, head | {"values": found, "sha256": digest})
    numbers, limit = context.sequence(rules, request.last, misere=request.misere)
    if limit is not None:
        raise limit
    data = _words(request, numbers) if request.format in {"u8", "u16"} else _exported(request, rules, numbers)
    context.parts.append(data)
    digest = sha256(data).hexdigest()
    return ValuesResult.of(None, head | {"values": [], "format": request.format, "sha256": digest})


def _words(request: ValuesRequest, numbers: Series) -> bytes:
    """Return values as little-endian numbers of 8 or 16 bits; raise `InputError` if they do not fit."""
    from ..sequences import arrays

    width, largest = {"u8": 1, "u16": 2}[request.format], arrays.largest(numbers)
    if largest >= 1 << 8 * width:
        raise InputError(f"the values do not fit into {8 * width} bits: the largest is {largest}")
    return arrays.little_endian(numbers, width)


def _check(request: ValuesRequest) -> None:
    if request.format == "npy" and request.out is None:
        raise InputError("the format npy is not text, so it needs --out", hint="--out FILE.npy")
    if request.offset and request.format not in {"csv", "bfile"}:
        raise InputError(f"the format {request.format} has no lines to number", hint="--offset is for csv and bfile")
    if request.format in PAPERS and request.resume:
        raise InputError(f"the format {request.format} is for values that fit into a paper: it is not resumed")
    if request.resume and request.out is None:
        raise InputError("--resume needs --out FILE", hint="--out FILE")
    if request.plot is not None:
        from ..workflows.computing.plot import plot_form

        plot_form(Path(request.plot))


def _table(request: ValuesRequest, rules: Ruleset[Any], context: Context) -> ValueTable:
    """Return the values of games whose positions are not single heaps: pairs of heaps, or boards by size.

    `request` states the size of the table and its format, `rules` is the ruleset, and `context` has the limits.
    """
    from ..workflows.exploring.explore import value_sample
    from ..workflows.exploring.text import written_sample

    form, misere = request.format, request.misere
    if request.given("p_positions", "outcomes", "resume", "plot", "offset") or form not in {
        "text",
        "json",
        "csv",
        *PAPERS,
    }:
        what = f"{rules.name} positions are not heaps, so their table needs text, --json or --format csv"
        raise InputError(what, hint="leave out --p-positions, --outcomes, --resume, --plot, --offset")
    found = value_sample(rules, request.to, misere=misere, limits=context.limits)
    fields = {**_head(request, rules), **found.to_dict(), "families": [one.to_dict() for one in found.others]}
    result = ValueTable.of(None, fields, reason=found.reason)

    def data() -> bytes:
        if form == "json":
            return result.json()
        if form in PAPERS:
            from ..workflows.exploring.text import sample_paper

            return written(sample_paper(rules, found, misere=misere), form).encode("utf-8")
        return written_sample(found, form, misere=misere).encode("utf-8")

    _delivered(result, request, data)
    if found.reason and (form != "json" or request.out is not None):  # otherwise the table contains the reason
        result.end_with(LimitReached(found.reason, kind="search"))
    return result


def _outcomes(request: ValuesRequest, rules: Ruleset[Any], context: Context) -> PPositions | Outcomes:
    """Return the P-positions if the request asks for them, otherwise the outcomes of all heaps.

    `rules` is the ruleset of the request, and `context` has the limits.
    """
    from ..workflows.computing.p_positions import p_positions

    if request.resume or request.plot or request.format not in {"text", "json"}:
        what = "--outcomes" if request.outcomes else "--p-positions"
        raise InputError(f"{what} answers as text or --json, without --resume and --plot")
    if request.outcomes and request.p_positions:
        raise InputError("--outcomes and --p-positions cannot be combined")
    found = p_positions(rules, request.last, misere=request.misere, budget=context.budget).tolist()
    head = {**_head(request, rules), "to": request.last}
    if request.p_positions:
        lost = PPositions.of(None, head | {"p_positions": found})
        plain = "".join(f"{heap}\n" for heap in found)
        return _delivered(lost, request, lambda: _text_or_json(request, lost, plain))
    letters = ["N"] * (request.last + 1)
    for heap in found:
        letters[heap] = "P"
    row = Outcomes.of(None, head | {"outcomes": "".join(letters)})
    return _delivered(row, request, lambda: _text_or_json(request, row, _rows(letters)))


def _text_or_json(request: ValuesRequest, result: WrittenResult, text: str) -> bytes:
    return result.json() if request.format == "json" else text.encode("ascii")


def _rows(letters: list[str]) -> str:
    r"""Write outcomes as lines of text; if there are several lines, each begins with the number of its first heap.

    >>> _rows(["P", "N", "N", "P"])
    'P N N P\n'
    """
    starts = range(0, len(letters), IN_A_ROW)
    width = len(str(starts[-1]))
    heads = [f"{start:>{width}}: " if len(starts) > 1 else "" for start in starts]
    return "".join(
        f"{head}{' '.join(letters[start : start + IN_A_ROW])}\n" for head, start in zip(heads, starts, strict=True)
    )


def _stored(request: ValuesRequest, rules: Ruleset[Any]) -> Path | None:
    """Return the output file if the values are saved in FILE.run while they are computed, else None.

    If the request has --resume, but its values cannot be saved in this way, raise an error. `rules` is the ruleset of
    the request.
    """
    if request.out is None or request.format in PAPERS:
        return None
    from ..sequences import has_numpy
    from ..workflows.computing.run import can_run, store_of

    out = Path(request.out)
    possible = not request.misere and can_run(rules, out)
    if request.resume and not has_numpy():
        raise MissingExtra("--resume", "numpy")
    if request.resume and not possible:
        raise InputError(
            "there is nothing to resume: only values in normal play of codes and of finite sets of takes, "
            "written to a plain file, are saved while they are computed"
        )
    return out if possible and (request.resume or request.last >= STORED or store_of(out).exists()) else None


def _run(request: ValuesRequest, rules: Ruleset[Any], out: Path, context: Context) -> ValuesResult:
    from ..workflows.computing.export import Form
    from ..workflows.computing.run import Wishes, run_values

    def show(progress: Progress) -> None:
        left = f"{progress.left:,.0f} s left" if progress.left < 10**7 else "very long"
        if context.show is not None:
            context.show(f"{left}: {progress.done:,} of {progress.heaps:,} values, {progress.rate:,.0f} a second")

    wishes = Wishes(
        resume=request.resume,
        workers=request.workers,
        limits=context.lift_time_limit(),
        progress=show,
        remark=context.remark,
        finish=lambda found: _plot(request, rules, found),
    )
    run_values(rules, request.last, out, Form(request.format, rules.name, request.play, request.offset), wishes)
    return ValuesResult.of(None, {**_head(request, rules), "from": 0, "values": []})


def _at_once(request: ValuesRequest, rules: Ruleset[Any], context: Context) -> ValuesResult:
    few = request.misere and request.to is None
    limits = context.limits._replace(positions=MISERE_POSITIONS) if few else context.limits
    budget = Budget(limits, context.report)
    try:
        found = heap_values(rules, request.last, misere=request.misere, budget=budget)
    except LimitReached as error:
        found = list(error.partial)
        if few and found and error.kind == "steps":
            context.remark(f"misère values up to heap {len(found) - 1}; --to N computes more")
        else:
            if request.misere and request.format != "json":
                context.remark("misère values need a search; who wins is known further: --p-positions")
            if not found or request.out is not None or request.format == "json":
                raise
            return _of_heaps(request, rules, found, context, reason=error.message).end_with(error)
    result = _of_heaps(request, rules, found, context)
    _plot(request, rules, found)
    return result


def _of_heaps(
    request: ValuesRequest, rules: Ruleset[Any], found: list[int], context: Context, reason: str = ""
) -> ValuesResult:
    """Make the result of a request for the values `found` of heaps, and write the requested file.

    `rules` is the ruleset of the request. `reason` is the limit that stopped the computation, in words, or "". After a
    limit no file is written.
    """

    def data() -> bytes:
        if request.format not in PAPERS:
            return _exported(request, rules, found)
        from ..workflows.computing.value_paper import values_paper

        paper = values_paper(rules, found, misere=request.misere, limits=context.limits)
        return written(paper, request.format).encode("utf-8")

    head = {**_head(request, rules), "from": 0, "values": [] if request.out else found}
    if reason:
        return ValuesResult.of(data, head, reason=reason)
    return _delivered(ValuesResult.of(None, head), request, data)


def _exported(request: ValuesRequest, rules: Ruleset[Any], found: Values) -> bytes:
    from ..workflows.computing.export import Form, exported

    return b"".join(exported(found, Form(request.format, rules.name, request.play, request.offset)))


def _delivered(result: W, request: ValuesRequest, data: Callable[[], bytes]) -> W:
    """Write a result to the requested file, and return it; `data` returns its bytes.

    If neither a file nor a plot is requested, the result prints these bytes as its text.
    """
    if request.out is not None:
        write_whole(request.out, data())
    elif request.plot is None:
        result.__dict__["source"] = data
    return result


def _plot(request: ValuesRequest, rules: Ruleset[Any], found: Any) -> None:  # noqa: ANN401  # values of any form
    if request.plot is not None:
        from ..workflows.computing.plot import write_plot

        write_plot(rules, found, Path(request.plot), misere=request.misere)
