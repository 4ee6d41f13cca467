"""`grundy replay FILE`: step through a recorded match, with the known result of every position, and the mistakes."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..core import Limits
from ..drawing import game_lines
from ..operations import write_whole
from .boards import coloured
from .options import Number, Seconds, json_option
from .recording import naming, record_in, trust_option

if TYPE_CHECKING:
    from ..workflows.playing import AnnotatedMatch, ReachedPosition

FILE = click.Path(dir_okay=False, path_type=Path)
SECONDS = 60.0
KEYS = "Enter or right: next, left: back, Home: start, End: end, q: leave"
STEPS = {"\r": 1, "\n": 1, " ": 1, "n": 1, "\x1b[C": 1, "\x1b[B": 1, "b": -1, "\x1b[D": -1, "\x1b[A": -1, "\x7f": -1}
"""Key -> number of moves to step."""
ENDS = {"\x1b[H": False, "\x1b[1~": False, "\x1bOH": False, "\x1b[F": True, "\x1b[4~": True, "\x1bOF": True}
LEAVE = frozenset({"q", "Q", "\x1b", "\x04"})


@click.command()
@click.argument("file", type=FILE)
@click.option("--at", type=Number(), help="Show only the position after this move; 0 is the start.")
@click.option("--all", "everything", is_flag=True, help="Print every position at once.")
@click.option("--svg", type=FILE, help="Write the match as an animated SVG.")
@click.option(
    "--limit-seconds", type=Seconds(), default=SECONDS, show_default="60", help="The time limit for the review."
)
@trust_option
@json_option
def replay(
    file: Path, at: int | None, everything: bool, svg: Path | None, limit_seconds: float, trust: bool, as_json: bool
) -> int:
    """Replay the match recorded in FILE: boards, moves, who was winning, and the losing mistake."""
    from ..workflows.playing import Match, annotated, share

    record = record_in(file)
    with naming(file):
        start = record.start(files=trust)
    match = Match(start, record.misere, share(Limits(seconds=limit_seconds), len(record.moves) + 1))
    with closing(match.judge):
        with naming(file):
            match.repeat(record, at)
        told = annotated(match, record.names)
    if svg is not None:
        from ..workflows.playing import match_svg

        write_whole(svg, match_svg(told).encode("utf-8"))
        click.echo(f"{svg}: {len(told.positions)} positions", err=True)
    if as_json:
        click.echo(json.dumps(told.to_dict()))
    elif at is not None:
        _show(told, told.positions[-1])
        click.echo(f"To continue from here: grundy play --from {file} --at {at}")
    elif not everything and sys.stdin.isatty() and sys.stdout.isatty():
        _step(told)
    elif svg is None or everything:
        for reached in told.positions:
            _show(told, reached)
            click.echo("")
        _end(told)
    return 0 if told.complete else 4


def _step(told: AnnotatedMatch) -> None:
    """Show the positions of a match one by one, forward or back by keys, until the user leaves."""
    number, last = 0, len(told.positions) - 1
    click.echo(KEYS)
    click.echo("")
    _show(told, told.positions[0])
    while True:
        try:
            key = click.getchar()
        except EOFError:
            return
        if key in LEAVE:
            return
        step = last if ENDS.get(key) else -last if key in ENDS else STEPS.get(key, 0)
        going = max(0, min(last, number + step))
        if going != number:
            number = going
            click.echo("")
            _show(told, told.positions[number])
            if number == last:
                click.echo("")
                _end(told)


def _show(told: AnnotatedMatch, reached: ReachedPosition) -> None:
    click.echo(coloured(_headline(told, reached), bold=True))
    for line in game_lines(reached.game):
        click.echo(line)
    click.echo(reached.known or "It is not known who is winning.")
    if reached.fault:
        click.echo(coloured(f"{reached.fault_text[:1].upper()}{reached.fault_text[1:]}.", "lost"))


def _headline(told: AnnotatedMatch, reached: ReachedPosition) -> str:
    last = len(told.positions) - 1
    if reached.player is None:
        return f"Start   {reached.game}" if len(str(reached.game)) < 70 else "Start"
    return f"Move {reached.number} of {last}   {told.names[reached.player]}: {reached.words}"


def _end(told: AnnotatedMatch) -> None:
    click.echo(told.result_text)
    for line in told.review:
        click.echo(line)
