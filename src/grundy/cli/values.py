"""`grundy values RULESET`: Grundy values of heaps 0 to N."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core import InputError, LimitReached
from ..notation import read_ruleset
from ..workflows.values import FORMATS, heap_values, write_values
from .options import Number, json_option, limit_options, limits_of, misere_option, working, write_whole

if TYPE_CHECKING:
    from ..core import Ruleset


@click.command()
@click.argument("ruleset")
@click.option("--to", "stop", type=Number(), default=100, show_default=True, help="The last heap.")
@misere_option
@json_option
@click.option("--format", "style", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file instead.")
@limit_options
def values(
    ruleset: str,
    stop: int,
    misere: bool,
    as_json: bool,
    style: str,
    out: Path | None,
    limit_seconds: float,
    limit_memory: int | None,
) -> None:
    """Print the Grundy values of heaps 0 to N of a RULESET such as "kayles", "0.77" or "take squares"."""
    style = "json" if as_json else style
    rules = read_ruleset(ruleset)
    if style == "npy" and out is None:
        raise InputError("the format npy is not text: say where to write it", hint="--out FILE.npy")
    try:
        with working(limits_of(limit_seconds, limit_memory)) as meter:
            found = heap_values(rules, stop, misere=misere, meter=meter)
    except LimitReached as error:
        if error.partial and out is None and style != "json":
            click.echo(_text(rules, error.partial, style, misere))
        raise
    if out is None:
        text = _text(rules, found, style, misere)
        click.echo(text, nl=not text.endswith("\n"))
        return
    write_whole(out, _data(rules, found, style, misere))


def _data(rules: Ruleset[int], found: list[int], style: str, misere: bool) -> bytes:
    """Return what a file of the values holds."""
    if style == "npy":
        import io

        import numpy as np

        buffer = io.BytesIO()
        np.save(buffer, np.array(found, np.uint32))
        return buffer.getvalue()
    text = _text(rules, found, style, misere)
    return (text if text.endswith("\n") else text + "\n").encode("utf-8")


def _text(rules: Ruleset[int], found: list[int], style: str, misere: bool) -> str:
    """Return the values in a text format."""
    if style == "json":
        import json

        play = "misere" if misere else "normal"
        return json.dumps({"schema": 1, "ruleset": rules.name, "play": play, "from": 0, "values": found})
    if style == "text":
        from ..drawing import value_table

        return value_table(found)
    return write_values(found, style)
