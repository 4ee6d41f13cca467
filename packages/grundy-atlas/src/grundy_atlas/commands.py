"""The commands `grundy atlas`: known results with their evidence, searched offline, printed, and verified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy.cli import Number, Seconds, json_option, screen_options
from grundy.core import InputError, LimitReached, Limits, read_integer
from grundy.operations import write_whole

if TYPE_CHECKING:
    from .atlas import Atlas

WRONG = 1
"""The exit code if a fact is wrong."""
SHOWN = 40
"""Facts that are listed, unless all are requested."""
atlas_option = click.option(
    "--atlas",
    "folder",
    type=click.Path(path_type=Path),
    help="The folder of another atlas (default: the one that comes with the package).",
)


def _opened(folder: Path | None) -> Atlas:
    from .atlas import Atlas

    return Atlas(folder)


@click.group()
def atlas() -> None:
    """Find, show and verify known results with their evidence: periods, values of boards, misère quotients."""


@atlas.command()
@click.argument("words", nargs=-1)
@click.option("--game", help="About this ruleset or game.")
@click.option("--kind", help="Of this kind: period, value, quotient, ...")
@click.option("--value", help="With this value, order, or outcome P or N.")
@click.option("--terms", help='With these consecutive terms: "0 1 2 3 1 4".')
@click.option("--most", type=Number(), default=SHOWN, show_default=True, help="The number of facts to list.")
@atlas_option
@json_option
@screen_options
def find(
    words: tuple[str, ...],
    game: str | None,
    kind: str | None,
    value: str | None,
    terms: str | None,
    most: int,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Search the atlas for results (facts) whose texts contain all WORDS; without WORDS, list all."""
    wanted = value if value is None or value in {"P", "N"} else read_integer(value)
    numbers = [] if terms is None else [read_integer(term) for term in terms.replace(",", " ").split()]
    facts = _opened(folder)
    if kind is not None and kind not in (kinds := sorted({fact.data["kind"] for fact in facts})):
        raise InputError(f"expected a kind of facts, found {kind!r}", hint=f"write one of {', '.join(kinds)}")
    found = facts.find(*words, game=game, kind=kind, value=wanted, terms=numbers)
    if as_json:
        listed = [fact.to_dict() for fact in found[:most]]
        click.echo(json.dumps({"schema": 1, "count": len(found), "facts": listed}))
        return
    for fact in found[:most]:
        click.echo(f"{fact.id}: {fact.claim}")
    more = f", the first {most} are listed" if len(found) > most else ""
    click.echo(f"{'1 fact' if len(found) == 1 else f'{len(found)} facts'}{more}")


def _ids(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    return [fact.id for fact in _opened(context.params.get("folder")) if fact.id.startswith(incomplete)]


@atlas.command()
@click.argument("name", metavar="ID", shell_complete=_ids)
@atlas_option
@json_option
def show(name: str, folder: Path | None, as_json: bool) -> None:
    """Show the fact ID: the claim, how it was found, the evidence, and who published it first."""
    fact = _opened(folder).fact(name)
    if as_json:
        click.echo(json.dumps({"schema": 1, **fact.to_dict()}))
        return
    click.echo(fact.explain())


@atlas.command()
@click.argument("ids", metavar="[ID]...", nargs=-1, shell_complete=_ids)
@click.option("--sample", type=Number(), help="Check only this many facts, chosen at random with the seed.")
@click.option("--seed", type=Number(), default=0, show_default=True, help="The seed of a sample.")
@click.option("--each-seconds", type=Seconds(), default=10.0, show_default="10", help="Time limit for one fact.")
@click.option("--limit-seconds", type=Seconds(), default=300.0, show_default="300", help="Time limit for all facts.")
@atlas_option
@json_option
def verify(
    ids: tuple[str, ...],
    sample: int | None,
    seed: int,
    each_seconds: float,
    limit_seconds: float,
    folder: Path | None,
    as_json: bool,
) -> int:
    """Verify all facts again, or those with an ID, by their certificate or by another computation.

    A fact is right, wrong, not checked because of a limit, or only quoted if this program cannot check it. The exit
    code is 1 if a fact is wrong, otherwise 4 if a limit was reached.
    """
    report = _opened(folder).verify(
        ids, sample=sample, seed=seed, each=each_seconds, limits=Limits(seconds=limit_seconds)
    )
    click.echo(json.dumps(report.to_dict()) if as_json else report.explain())
    counts = report.counts
    return WRONG if counts["wrong"] else LimitReached.exit_code if counts["limit"] else 0


@atlas.command()
@click.argument("name", metavar="ID", shell_complete=_ids)
@click.option("--bfile", type=click.Path(dir_okay=False, path_type=Path), help="Write a b-file of the terms.")
@atlas_option
def draft(name: str, bfile: Path | None, folder: Path | None) -> None:
    """Print a draft of an OEIS entry (in the internal format) for the sequence in fact ID, which the OEIS lacks."""
    from .drafts import fact_b_file, fact_draft

    fact = _opened(folder).fact(name)
    text = fact_draft(fact)
    if bfile is not None:
        write_whole(bfile, fact_b_file(fact).encode("ascii"))
    click.echo(text, nl=False)
