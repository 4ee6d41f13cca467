"""`grundy sweep PATTERN`: the periods, or the misère quotients, of many codes, as one JSON line for each."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from ..core import Play
from ..drawing import columns
from ..storage import sealed
from ..workflows.computing import Means, Plan, Summary, lines_of_earlier, sweep_lines, sweep_to_file
from .options import Number, WorkersOption, json_option, misere_option
from .output import LINE

if TYPE_CHECKING:
    from ..cluster import Workers

SECONDS = {True: 0.5, False: 30.0}
"""Seconds between two lines of progress, on a terminal and elsewhere."""


@click.command()
@click.argument("pattern")
@click.option("--to", "most", type=Number(), help="The last heap to examine (default: 2^20; 512 with --misere).")
@click.option(
    "--work",
    type=Number(),
    help="The work limit for one code: heaps times rare heaps (10^8), or sums with --misere (20000).",
)
@misere_option
@click.option("--workers", type=WorkersOption(), default=1, show_default=True, help="The number of processes, or ray.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the results to a file.")
@click.option("--resume", is_flag=True, help="Continue the file of a stopped sweep.")
@click.option("--earlier", type=click.Path(path_type=Path), help="Reuse the proofs in the file of an earlier sweep.")
@click.option("--recheck", is_flag=True, help="Recompute one code in a hundred in another process.")
@json_option
def sweep(
    pattern: str,
    most: int | None,
    work: int | None,
    misere: bool,
    workers: Workers,
    out: Path | None,
    resume: bool,
    earlier: Path | None,
    recheck: bool,
    as_json: bool,
) -> None:
    """Find the periods of all octal codes of a PATTERN such as "0.xyz" or "4.0xx"; with --misere, their quotients.

    A letter stands for every digit 0 to 7 (before the point: 0 and 4), and the same letter for the same digit. Codes
    are written without trailing zeros, so "0.xyz" matches all codes of up to three digits. @FILE instead of a pattern
    reads the codes from a file, one per line.
    """
    if resume and out is None:
        raise click.UsageError("--resume needs --out FILE")
    play: Play = "misere" if misere else "normal"
    plan = Plan.of(pattern, most, work, play)
    means = Means(workers, recheck, {} if earlier is None else lines_of_earlier(earlier, plan))
    if out is None:
        click.echo(sealed(plan.header()))
        with closing(sweep_lines(plan, means)) as lines:
            for line in lines:
                click.echo(sealed(line))
        return
    with closing(_Progress()) as progress:
        summary = sweep_to_file(plan, out, means, resume=resume, report=progress.report)
    click.echo(_json(plan, summary) if as_json else _table(plan, summary))


class _Progress:
    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._start = self._shown = monotonic()

    def report(self, new: int, left: int) -> None:
        """Print how many codes this run has done and how many are left, unless that was printed a moment ago."""
        now = monotonic()
        if now - self._shown < SECONDS[self._terminal]:
            return
        self._shown = now
        rate = new / (now - self._start)
        text = f"{new} codes, {rate:.1f} a second, {left} left, about {left / rate:.0f} s"
        if self._terminal:
            LINE.watch()
            LINE.show(text)
        else:
            click.echo(text, err=True)

    def close(self) -> None:
        LINE.wipe()


def _json(plan: Plan, summary: Summary) -> str:
    import json

    longest = [{key: line[key] for key in ("ruleset", "preperiod", "period")} for line in summary.longest]
    return json.dumps({"schema": 1, "pattern": plan.pattern.text, **summary.counts, "longest": longest})


def _table(plan: Plan, summary: Summary) -> str:
    counts = columns([list(summary.counts.values())], list(summary.counts))
    rows = [[line["ruleset"], line["period"], line["preperiod"]] for line in summary.longest]
    longest = columns(rows, ["code", "period", "from heap"], {"period", "from heap"})
    return f"{plan.pattern.text} to heap {plan.to}\n\n{counts}\n\nlongest periods\n\n{longest}"
