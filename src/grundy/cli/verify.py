"""`grundy verify FILE`, which runs the independent checker; and the option `--certificate FILE` of other commands."""

from __future__ import annotations

from collections.abc import Callable
from errno import ENOENT
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..core import GrundyError, InputError, Limits, cannot_read, read_integer
from .options import Number, ReadOption, Seconds, WorkersOption, json_option, limit_options
from .output import progress

if TYPE_CHECKING:
    from grundy_check import Verdict

    from ..certificates import Certificate
    from ..cluster import Workers

RECORD = "Records of segments checked before; the first one is extended (default: FILE.checked)."


class NumbersOption(ReadOption[tuple[int, int | None]]):
    """The click type of --segments, a range of numbers from 1: "17..32", "17", or "17.." for 17 to the last."""

    name = "numbers"

    def read(self, text: str) -> tuple[int, int | None]:
        """Read the first and the last number, or None for the end; raise `InputError` if the text is invalid."""
        first, dots, last = text.partition("..")
        try:
            begin = read_integer(first)
            end = begin if not dots else read_integer(last) if last else None
        except GrundyError:
            raise InputError(f"expected numbers such as 17..32, 17 or 17.., found {text!r}") from None
        if begin < 1 or (end is not None and end < begin):
            raise InputError(f"expected numbers from 1 on, ascending, found {text!r}")
        return begin, end


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--max-entries", type=Number(), default=10_000_000, show_default=True, help="The largest number of entries."
)
@click.option("--max-seconds", type=Seconds(), hidden=True, help="The same as --limit-seconds.")
@click.option(
    "--sample", type=Number(), help="Of a proof by a repeated state, verify only this many blocks, chosen at random."
)
@click.option(
    "--segments", type=NumbersOption(), help="Of a certificate in segments, check only these, such as 17..32 or 17.."
)
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), multiple=True, help=RECORD)
@click.option(
    "--workers",
    type=WorkersOption(),
    default=1,
    show_default=True,
    help="The number of processors for --segments, or ray.",
)
@limit_options
@json_option
@click.pass_context
def verify(
    context: click.Context,
    file: Path,
    max_entries: int,
    max_seconds: float | None,
    sample: int | None,
    segments: tuple[int, int | None] | None,
    record: tuple[Path, ...],
    workers: Workers,
    limits: Limits,
    as_json: bool,
) -> int:
    """Check every step of the certificate in FILE with code that shares nothing with the solver.

    FILE can be - for standard input. The verdict is ACCEPTED (exit code 0), REJECTED (1), UNSUPPORTED (2), LIMIT (4),
    MALFORMED (5), or AUDITED (9) if only a sample was verified.

    A long period can be written in segments (`grundy period CODE --certificate FILE --segments 64`). With --segments
    A..B only these are checked, each within --limit-seconds if that is given, and the correct ones are added to a
    record. Segments in the record are not checked again, not even by others who have the record. With --record alone
    nothing is computed: the verdict names the segments that are missing from the records.
    """
    from grundy_check import check

    from ..sequences import Proposer

    if str(file) != "-" and not file.exists() and not as_json:
        raise cannot_read(file, FileNotFoundError(ENOENT, ""))

    asked = max_seconds is not None or context.get_parameter_source("limit_seconds") is not ParameterSource.DEFAULT
    seconds = limits.seconds if max_seconds is None else max_seconds
    bounded = partial(check, str(file), max_entries, seconds or 0.0, memory=limits.memory)
    if segments is None and not record:
        if context.get_parameter_source("workers") is not ParameterSource.DEFAULT:
            raise click.UsageError("--workers needs --segments")
        return _told(file, bounded(sample=sample, proposer=Proposer), as_json=as_json)
    if sample is not None:
        raise click.UsageError("--sample cannot be combined with --segments or --record")
    if str(file) == "-":
        raise click.UsageError("--segments and --record need a file, not standard input")
    verdict = bounded(only=())
    if verdict.status == "ACCEPTED":
        raise InputError(f"{file} is not a certificate in segments", hint="grundy verify FILE")
    if verdict.status != "AUDITED":
        return _told(file, verdict, as_json=as_json)
    return _in_segments(
        file,
        verdict,
        segments,
        record,
        (max_entries, limits._replace(seconds=seconds if asked else float("inf")), workers),
        as_json=as_json,
    )


def _in_segments(
    file: Path,
    verdict: Verdict,
    numbers: tuple[int, int | None] | None,
    records: tuple[Path, ...],
    means: tuple[int, Limits, Workers],
    *,
    as_json: bool,
) -> int:
    """Check segments of a certificate, add the correct ones to a record, print the verdict, and return the exit code.

    `numbers` are the first and the last segment (None for the end), or None to check none. `records` are the files that
    list segments checked before. `means` are the largest number of entries of the certificate, limits, and workers.
    """
    from grundy_check import Stop, opened

    from ..workflows.proving import CheckedSegments, check_segments

    entries, limits, workers = means
    try:
        listed = opened(str(file), entries)
    except Stop as stop:  # the file changed after it was checked
        raise InputError(f"{file}: {stop.args[1]}") from None
    first, last = numbers or (1, 0)
    last = len(listed) if last is None else last
    if max(first, last) > len(listed):
        raise InputError(f"expected segments from 1 to {len(listed)}, found {first}..{last}")
    record = CheckedSegments(records or (file.with_name(file.name + ".checked"),))
    with progress() as report:
        found = check_segments(
            listed,
            range(first, last + 1),
            record,
            "grundy_check.segments:judged",
            workers=workers,
            limits=limits,
            report=report,
        )
    noted = (
        f"{verdict.trusted}, and {' '.join(map(str, records or [record.path]))} for segments checked before"
        if found.before
        else verdict.trusted
    )
    status, reason = found.conclusion
    more = {"total": found.total, "right": found.right, "open": found.open}
    verdict = verdict._replace(status=status, reason=reason, trusted=noted)
    return _told(file, verdict, as_json=as_json, more={"segments": more})


def _told(file: Path, verdict: Verdict, *, as_json: bool, more: dict[str, Any] | None = None) -> int:
    """Print the verdict on a certificate and return its exit code.

    `more` contains further fields of the JSON object.
    """
    if as_json:
        import json

        answer = {"schema": 1, "file": str(file), "verdict": verdict.status.lower(), "reason": verdict.reason}
        answer |= {"claim": verdict.claim, "game_sha256": verdict.game_sha256, "entries": verdict.entries}
        answer |= {"theorem": verdict.theorem, "trusted": verdict.trusted}
        click.echo(json.dumps(answer | (more or {})))
    else:
        click.echo(f"{file}: {verdict}")
    return verdict.exit_code


def save_certificate(out: Path, make: Callable[[], Certificate]) -> int:
    """Write a certificate to a file, compressed if its name ends in .gz, and print its size.

    Args:
        out: The file.
        make: A function that builds the certificate.

    Returns:
        0 if the certificate was written, otherwise the exit code of the error, whose message was printed.
    """
    try:
        certificate = make()
        with progress() as report:
            size = certificate.write(out, report)
    except GrundyError as error:
        said = str(error)
        said = said if said.startswith("cannot write ") else f"no certificate was written: {said}"
        click.echo(f"grundy: {said}", err=True)
        return error.exit_code
    click.echo(f"certificate: {out} ({size} bytes); grundy verify {out} checks it", err=True)
    return 0
