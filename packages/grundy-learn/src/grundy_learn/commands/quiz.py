"""`grundy quiz TOPIC`: a worksheet of exercises from a seed, to print or to hand in, with separate answers."""

from __future__ import annotations

from pathlib import Path

import click

from grundy.cli import Number, json_option
from grundy.operations import write_whole

from ..course import FORMATS, LESSONS, SheetFormat, kinds_of, lesson, render, sheet, sheet_dict

SEED = 1
COUNT = 10


@click.command()
@click.argument("topic", required=False)
@click.option("--count", type=Number(), default=COUNT, show_default=True, help="The number of exercises, 1 to 100.")
@click.option("--seed", type=Number(), default=SEED, show_default=True, help="The same seed gives the same sheet.")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="The output format."
)
@click.option("--answers", is_flag=True, help="Add the answers on a separate page after the exercises.")
@click.option("--list", "listed", is_flag=True, help="List the topics.")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@json_option
def quiz(  # click documents the options
    topic: str | None,
    count: int,
    seed: int,
    form: SheetFormat,
    answers: bool,
    listed: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Write a worksheet about TOPIC: a lesson by name or number, or one kind of exercise, such as "binary.sum".

    The engine computes every answer. GIFT, which Moodle grades, always includes the answers.
    """
    if listed:
        from grundy.drawing import columns

        rows = [[name, ", ".join(kind.partition(".")[2] for kind in kinds_of(name))] for name in LESSONS]
        click.echo(columns(rows, ["topic", "kinds"]))
        return
    if topic is None:
        raise click.UsageError("missing argument TOPIC, or --list")
    exercises = sheet(topic, count, seed)
    if as_json:
        import json

        text = json.dumps(sheet_dict(exercises, topic, seed, answers=answers)) + "\n"
    else:
        text = render(exercises, form, f"{lesson(topic.partition('.')[0]).title}, sheet {seed}", answers=answers)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_whole(out, text.encode())
