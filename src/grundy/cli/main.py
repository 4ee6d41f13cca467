"""The command `grundy`: finds the subcommand, and turns every error into one line and its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

import click

from ..core import GrundyError, InputError, cannot_write, missing_package
from ..workflows.keeping.signals import TORN, interrupted_by, is_stopped, stoppable

COMMANDS = {
    "solve": "outcome, value, every winning move, and why",
    "search": "a large position: exact value, every winning move, with limits, a database, workers",
    "values": "Grundy values of heaps 0 to N",
    "period": "preperiod, period and saltus, proved or observed",
    "claim": "proves, checks or refutes a statement about a ruleset",
    "explore": "a table of values, the patterns found in them, look-alikes among known games",
    "sweep": "the periods of many codes, proved, to a file that can go on",
    "misere": "misere play of heaps: tame or not, genus, misere quotient, pretending function",
    "graph": "the state graph as SVG or DOT",
    "play": "play against the computer",
    "serve": "the page on this machine: play, explore, claim, build",
    "nim": "calculates with nimbers: sums, products, powers, roots, logarithms",
    "problem": "solves a contest problem, judge format on standard input",
    "games": "the rulesets, each with an example",
    "bench": "measures itself: rates, and ratios to the plain twin",
    "verify": "checks a certificate, independently of everything else here",
    "store": "checks, salvages and copies the stores of long runs",
}
"""Command -> caption; the module of the same name loads when the command is called."""


class _Commands(click.Group):
    """A group whose commands are imported only when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in their order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f".{cmd_name}", __package__), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from their captions, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="grundy")
def grundy() -> None:
    """Impartial combinatorial games: who wins, by which moves, and why.

    A game is a ruleset, a colon and a position: "nim: 10 12 5", "take 1..3: 15", "kayles: 7 + nim: 3".
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with the exit code of DESIGN: 0 answered, 2 cannot be read, ..."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    TORN.clear()
    code = _run(words)
    if TORN:
        with suppress(OSError, ValueError):
            print(end="", flush=True)  # noqa: T201  # what was said so far
        os._exit(code)  # a compiler that was stopped half-way is not taken down
    sys.exit(code)


def _run(words: list[str]) -> int:
    """Run one command and return its exit code."""
    as_json = "--json" in words
    try:
        with stoppable():
            code = grundy.main(words, prog_name="grundy", standalone_mode=False)
            if sys.stdout is not None:
                sys.stdout.flush()
    except GrundyError as error:
        show_error(error, as_json)
        return error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        show_error(_usage(error), as_json)
        return 2
    except (KeyboardInterrupt, click.Abort) as error:
        return _stopped(error, as_json)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left in the buffers goes nowhere
        if isinstance(error, BrokenPipeError):
            return 0
        failure = cannot_write("standard output", error)
        click.echo(f"grundy: {failure}", err=True)
        return failure.exit_code
    except Exception as error:  # noqa: BLE001  # the last line of defence
        return _stopped(error, as_json) if is_stopped(error) else _our_bug(error, as_json)
    return code if isinstance(code, int) else 0


def _stopped(error: BaseException, as_json: bool) -> int:
    stopped = interrupted_by(error)
    show_error(stopped, as_json)
    return stopped.exit_code


def _usage(error: click.ClickException) -> InputError:
    """Return a mistake in the arguments as our own error."""
    hint = None
    if isinstance(error, click.UsageError) and error.ctx is not None:
        hint = f"see {error.ctx.command_path} --help"
    failure = InputError(error.format_message().rstrip("."), hint=hint)
    failure.code = "usage"
    return failure


def show_error(error: GrundyError, as_json: bool) -> None:
    """Print an error: as JSON on standard output, else as a line and the place of the mistake on standard error."""
    if as_json:
        import json

        click.echo(json.dumps(error.to_dict()))
        return
    click.echo(f"grundy: {error}", err=True)
    if isinstance(error, InputError):
        for line in error.place():
            click.echo(line, err=True)


def _our_bug(error: Exception, as_json: bool) -> int:
    """Say in one line which package is missing, or that the mistake is ours; a traceback when GRUNDY_DEBUG is set."""
    if (missing := missing_package(error)) is not None:
        show_error(missing, as_json)
        return missing.exit_code
    if os.environ.get("GRUNDY_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    failure = GrundyError(f"internal error, please report it: {what} (GRUNDY_DEBUG=1 shows more)")
    show_error(failure, as_json)
    return failure.exit_code
