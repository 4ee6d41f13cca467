"""Options and types of options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from ..core import Budget, GrundyError, InputError, Limits, read_integer
from ..drawing.papers import FORMATS
from ..games import COMPOUNDS
from .output import DEFAULTS, SCREEN, SHOWN, default_memory, now_and_then

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ..cluster import Workers

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

MAX_NUMBER = 10**12
"""The largest number accepted by an option."""
MOST_WORKERS = 256
"""The largest number of workers on one machine."""


class ReadOption(click.ParamType[T]):
    """The base of click types whose texts are converted by a method `read`; it raises `InputError` for invalid ones."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> T:  # noqa: ANN401
        """Convert the text of an option to its value.

        Args:
            value: The typed text, or a default that is a value already.
            param: The option, named in errors.
            ctx: The context of click.

        Returns:
            The value.

        Raises:
            BadParameter: If the text is invalid.
        """
        try:
            return self.read(value) if isinstance(value, str) else cast("T", value)
        except GrundyError as error:
            raise click.BadParameter(error.message, ctx, param) from None

    def read(self, text: str) -> T:
        """Convert the text of the option to its value; raise `InputError` if it is invalid."""
        raise NotImplementedError


class Number(ReadOption[int]):
    """The click type of options that are whole numbers, typed as 1000, 10^6 or 2^20."""

    name = "number"

    def read(self, text: str) -> int:
        base, power, exponent = text.partition("^")
        number = read_integer(base)
        if exponent:
            times = read_integer(exponent)
            number = number**times if times <= 64 and number <= 1000 else MAX_NUMBER + 1
        elif power:
            raise InputError(f"expected a whole number, found {text!r}")
        if number > MAX_NUMBER:
            raise InputError(f"expected at most {MAX_NUMBER}, found {text}")
        return number


class Size(ReadOption[int]):
    """The click type of options that are amounts of memory in bytes, typed as 500M, 4G or 4g."""

    name = "size"

    def read(self, text: str) -> int:
        """Read a size in bytes; raise `InputError` if the text is invalid.

        >>> Size().read("4G") == Size().read("4g") == 4 << 30
        True
        """
        found = re.fullmatch(r"([1-9][0-9]{0,14})([KMGT]?)", text.upper())
        if found is None:
            raise InputError(f"expected a size such as 500M or 4G, found {text!r}")
        return int(found[1]) << (10 * " KMGT".index(found[2] or " "))


class Seconds(ReadOption[float]):
    """The click type of options that are times in seconds, typed as 2 or 0.5."""

    name = "seconds"

    def read(self, text: str) -> float:
        if not re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,6})?", text):
            raise InputError(f"expected seconds such as 60 or 0.5, found {text!r}")
        return float(text)


class WorkersOption(ReadOption[Any]):
    """The click type of --workers: a number of processes or threads, or "ray" for a cluster."""

    name = "number|ray"

    def read(self, text: str) -> Workers:
        if text == "ray":
            return "ray"
        number = read_integer(text, 'a number of workers or "ray"')
        if not 1 <= number <= MOST_WORKERS:
            raise InputError(f"expected 1 to {MOST_WORKERS} workers, found {text}")
        return number


def limit_options(command: F) -> F:
    """Add --limit-seconds and --limit-memory to a command, which receives both as one argument, `limits`."""

    @wraps(command)
    def limited(*, limit_seconds: float, limit_memory: int | None, **others: Any) -> Any:  # noqa: ANN401
        memory = default_memory() if limit_memory is None else limit_memory
        return command(limits=Limits(seconds=limit_seconds, memory=memory), **others)

    seconds = click.option(
        "--limit-seconds", type=Seconds(), default=lambda: DEFAULTS.seconds, show_default="600", help="The time limit."
    )
    about = "The memory limit, such as 4G (default: half of the memory)."
    memory = click.option("--limit-memory", type=Size(), default=None, help=about)
    return cast("F", seconds(memory(limited)))


@contextmanager
def showing_positions() -> Iterator[Callable[[int], None] | None]:
    """Yield a function that shows how many positions were visited, or None with the option --quiet."""

    def line(visited: int, seconds: float) -> str:
        return f"{visited:,} positions, {visited / seconds:,.0f} a second, {seconds:.0f} s"

    with now_and_then(line) as report:
        yield report


@contextmanager
def working(limits: Limits) -> Iterator[Budget]:
    """Yield a budget that ends the work at `limits` and shows the user how many positions were visited."""
    with showing_positions() as report:
        yield Budget(limits, report)


def show_all(_: click.Context, param: click.Parameter, value: bool) -> bool:
    """Record that a long answer is to be shown completely: in a pager for --all, without one for --no-pager.

    Click calls this function when it reads one of these options.

    Args:
        _: The context of click.
        param: The option that is read.
        value: Whether it was given.

    Returns:
        The value of the option.
    """
    if value:
        SHOWN.add(SCREEN.get(param.opts[0], "all"))
    return value


def screen_options(command: F) -> F:
    """Add --all and --no-pager, which control how a terminal shows a long answer."""
    about = "Show long output completely, in the pager named by GRUNDY_PAGER or PAGER."
    options = {"--no-pager": "Show long output completely, without a pager.", "--all": about}
    for name, text in options.items():
        command = click.option(name, is_flag=True, expose_value=False, callback=show_all, help=text)(command)
    return command


def offered(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a game or a ruleset for the shell's tab key.

    Args:
        context: The context of click.
        parameter: The argument that is completed; its name determines whether games or rulesets are suggested.
        incomplete: The beginning of the word to complete.

    Returns:
        The possible words.
    """
    from .completion import games, rulesets

    offer = {"game": games, "ruleset": rulesets, "subject": rulesets, "name": rulesets}.get(parameter.name or "")
    return [] if offer is None else offer(context.params.get(parameter.name or "") or "", incomplete)


def text_argument(name: str, *, metavar: str = "", required: bool = True) -> Callable[[F], F]:
    """Make a decorator that adds an argument of any number of words to a command, so that a game needs no quotes.

    Args:
        name: The name of the parameter; the command receives the words as one text, or None.
        metavar: The name in the help, if it differs.
        required: Whether the argument must be given.

    Returns:
        The decorator.
    """

    def joined(_: click.Context, __: click.Parameter, words: tuple[str, ...]) -> str | None:
        return " ".join(words) if words else None

    metavar = metavar or name.upper()
    return click.argument(name, nargs=-1, required=required, metavar=metavar, callback=joined, shell_complete=offered)


sum_option = click.option(
    "--sum",
    "compound",
    type=click.Choice(["disjunctive", *COMPOUNDS]),
    default="disjunctive",
    show_default=True,
    help="How the components are played together.",
)
misere_option = click.option("--misere", is_flag=True, help="Misère play: the player who makes the last move loses.")
certified_option = click.option(
    "--certified", is_flag=True, help="Print only results that the independent checker accepted."
)
format_option = click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    help="Output for a paper: a table, a picture or a citation.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
db_option = click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), help="A database of values to use and to extend."
)
workers_option = click.option(
    "--workers", type=WorkersOption(), default=1, show_default=True, help='The number of threads, or "ray".'
)
