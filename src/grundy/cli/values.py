"""`grundy values RULESET`: print the Grundy values of heaps 0 to N."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..core import InputError, LimitReached, Limits, MissingExtra, Ruleset, has_numpy
from ..drawing.papers import FORMATS as PAPERS
from ..drawing.papers import written
from ..notation import read_ruleset
from ..operations.context import write_whole
from ..workflows.computing.values import FORMATS, heap_values, is_heap_ruleset
from .options import (
    Number,
    json_option,
    limit_options,
    misere_option,
    screen_options,
    text_argument,
    working,
)
from .telling import LINE

if TYPE_CHECKING:
    from ..workflows.computing.export import Form, Values
    from ..workflows.computing.run import Progress

STORED = 1 << 16
"""From this number of heaps on, values for a file are saved while they are computed."""
MISERE_POSITIONS = 20_000
"""The number of positions that are searched for misère values without --to: about a second."""


class ValuesQuestion(NamedTuple):
    """The arguments and options of `grundy values`, checked and read."""

    rules: Ruleset[Any]
    stop: int
    misere: bool
    form: Form
    out: Path | None
    resume: bool
    workers: int
    plot: Path | None
    limits: Limits
    few: bool
    """Whether the values end where they need a long search."""


@click.command()
@text_argument("ruleset")
@click.option("--to", "stop", type=Number(), default=100, show_default=True, help="The last heap.")
@misere_option
@json_option
@click.option("--format", "style", type=click.Choice([*FORMATS, *PAPERS]), default="text", show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@click.option("--resume", is_flag=True, help="Continue the stopped run that writes this file.")
@click.option("--offset", type=Number(), default=0, show_default=True, help="The index of heap 0 in CSV and b-files.")
@click.option("--workers", type=click.IntRange(1, 4096), default=1, show_default=True, help="The number of processors.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the values: FILE.svg or FILE.png.")
@click.option("--p-positions", is_flag=True, help="Print only the P-positions, one per line.")
@screen_options
@limit_options
@click.pass_context
def values(
    context: click.Context,
    ruleset: str,
    stop: int,
    misere: bool,
    as_json: bool,
    style: str,
    out: Path | None,
    resume: bool,
    offset: int,
    workers: int,
    plot: Path | None,
    p_positions: bool,
    limits: Limits,
) -> int:
    """Print the Grundy values of heaps 0 to N of a RULESET such as "kayles", "0.77" or "take squares".

    If positions are two heaps (wythoff) or boards with a size (cram), the output is a table. Misère values need a
    search, which ends after about a second unless --to is given.

    With --out, values are saved in FILE.run while they are computed; after an interruption, the same command with
    --resume continues.
    """
    from ..workflows.computing.export import Form

    rules = read_ruleset(ruleset)
    form = Form("json" if as_json else style, rules.name, "misere" if misere else "normal", offset)
    chosen = context.get_parameter_source("stop") is not click.core.ParameterSource.DEFAULT
    few = misere and not chosen
    question = ValuesQuestion(rules, stop, misere, form, out, resume, workers, plot, limits, few)
    _check(question)
    if not is_heap_ruleset(rules):
        return _table(question, p_positions, chosen=chosen)
    if p_positions:
        _lost_heaps(question)
    elif _saved_on_the_way(question):
        given = context.get_parameter_source("limit_seconds") is not click.core.ParameterSource.DEFAULT
        _run(question._replace(limits=limits if given else limits._replace(seconds=None)))
    else:
        _at_once(question)
    return 0


def _check(question: ValuesQuestion) -> None:
    """Reject options that cannot be combined, before any work."""
    form, out, plot = question.form, question.out, question.plot
    if form.style == "npy" and out is None:
        raise InputError("the format npy is not text, so it needs --out", hint="--out FILE.npy")
    if form.offset and form.style not in {"csv", "bfile"}:
        raise InputError(f"the format {form.style} has no lines to number", hint="--offset is for csv and bfile")
    if form.style in PAPERS and question.resume:
        raise InputError(f"the format {form.style} is for values that fit into a paper: it is not resumed")
    if question.resume and out is None:
        raise InputError("--resume needs --out FILE", hint="--out FILE")
    if plot is not None:
        from ..workflows.computing.plot import plot_form

        plot_form(plot)


def _table(question: ValuesQuestion, p_positions: bool, *, chosen: bool) -> int:
    """Print or write the values of games whose positions are not single heaps, as a table; return the exit code.

    They are pairs of heaps (wythoff) or boards by size (cram).
    """
    from ..workflows.exploring.tables import value_sample
    from ..workflows.exploring.tables import written as table_text

    form = question.form
    if p_positions or question.resume or question.plot is not None or form.offset or form.style in {"npy", "bfile"}:
        what = f"{question.rules.name} positions are not heaps, so their table needs text, --json or --format csv"
        raise InputError(what, hint="leave out --p-positions, --resume, --plot and --offset")
    last = question.stop if chosen else None
    found = value_sample(question.rules, last, misere=question.misere, limits=question.limits)
    if form.style in PAPERS:
        from ..workflows.exploring.paper import sample_paper

        text = written(sample_paper(question.rules, found, misere=question.misere), form.style)
    else:
        text = table_text(question.rules, found, form.style, misere=question.misere)
    if question.out is None:
        click.echo(text, nl=False)
    else:
        write_whole(question.out, text.encode("utf-8"))
    if not found.reason:
        return 0
    if form.style == "json" and question.out is None:  # the table contains the reason
        return LimitReached.exit_code
    raise LimitReached(found.reason, kind="search")


def _saved_on_the_way(question: ValuesQuestion) -> bool:
    """Return whether the values are saved in a store while they are computed; reject --resume if they never are."""
    if question.out is None or question.form.style in PAPERS:
        return False
    from ..workflows.computing.run import can_run, store_of

    possible = not question.misere and can_run(question.rules, question.out)
    if question.resume and not has_numpy():
        raise MissingExtra("--resume", "numpy")
    if question.resume and not possible:
        raise InputError(
            "there is nothing to resume: only values in normal play of codes and of finite sets of takes, "
            "written to a plain file, are saved while they are computed"
        )
    return possible and (question.resume or question.stop >= STORED or store_of(question.out).exists())


def _run(question: ValuesQuestion) -> None:
    """Compute values into a store that survives interruptions, then write the file of --out."""
    from ..workflows.computing.run import Wishes, run_values

    out = question.out
    if out is None:
        return
    wishes = Wishes(
        resume=question.resume,
        workers=question.workers,
        limits=question.limits,
        told=_show,
        remark=lambda text: click.echo(text, err=True),
        finish=lambda found: _plot(question, found),
    )
    try:
        run_values(question.rules, question.stop, out, question.form, wishes)
    finally:
        LINE.wipe()


def _at_once(question: ValuesQuestion) -> None:
    """Compute values in memory, then print them or write the file of --out."""
    rules, form, out = question.rules, question.form, question.out
    limits = question.limits._replace(positions=MISERE_POSITIONS) if question.few else question.limits
    found: Values
    try:
        with working(limits) as meter:
            found = heap_values(rules, question.stop, misere=question.misere, meter=meter)
    except LimitReached as error:
        if question.few and error.partial and error.kind == "steps":
            found = error.partial
            click.echo(f"misère values up to heap {len(found) - 1}; --to N computes more", err=True)
            _deliver(question, found)
            return
        if error.partial and out is None and form.style != "json":
            click.echo(_bytes(question, error.partial), nl=False)
        if question.misere and form.style != "json":
            click.echo("misère values need a search; who wins is known further: --p-positions", err=True)
        raise
    _deliver(question, found)


def _deliver(question: ValuesQuestion, found: Values) -> None:
    """Print the values or write them to the file of --out, and draw them if --plot was given."""
    out = question.out
    if out is not None:
        write_whole(out, _bytes(question, found))
    elif question.plot is None:
        click.echo(_bytes(question, found), nl=False)
    _plot(question, found)


def _bytes(question: ValuesQuestion, found: Values) -> bytes:
    if question.form.style in PAPERS:
        from ..workflows.computing.value_paper import values_paper

        paper = values_paper(question.rules, list(found), misere=question.misere, limits=question.limits)
        return written(paper, question.form.style).encode("utf-8")
    from ..workflows.computing.export import exported

    return b"".join(exported(found, question.form))


def _plot(question: ValuesQuestion, found: Values) -> None:
    if question.plot is not None:
        from ..workflows.computing.plot import write_plot

        write_plot(question.rules, found, question.plot, misere=question.misere)


def _lost_heaps(question: ValuesQuestion) -> None:
    from ..workflows.computing.p_positions import p_positions

    style = question.form.style
    if question.resume or question.plot or style not in {"text", "json"}:
        raise InputError("--p-positions answers as text or --json, without --resume and --plot")
    with working(question.limits) as meter:
        found = p_positions(question.rules, question.stop, misere=question.misere, meter=meter)
    text = _heap_list(question, map(int, found))
    if question.out is None:
        click.echo(text, nl=False)
    else:
        write_whole(question.out, text.encode("utf-8"))


def _heap_list(question: ValuesQuestion, heaps: Iterable[int]) -> str:
    """Format the heaps that are P-positions: one per line, or as JSON."""
    if question.form.style != "json":
        return "".join(f"{heap}\n" for heap in heaps)
    import json

    answer = {"schema": 1, "ruleset": question.rules.name, "play": question.form.play}
    answer |= {"p_positions": list(heaps), "to": question.stop}
    return json.dumps(answer) + "\n"


def _show(progress: Progress) -> None:
    if sys.stderr.isatty():
        LINE.watch()
        left = f"{progress.left:,.0f} s left" if progress.left < 10**7 else "very long"
        line = f"{progress.done:,} of {progress.heaps:,} values, {progress.rate:,.0f} a second, {left}"
        LINE.show(line)
