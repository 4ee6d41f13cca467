"""The entry point of the command `grundy`: runs a command, and converts every error to a message and an exit code."""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from ..core import GrundyError, InputError, LimitReached, Limits, cannot_read, cannot_write, missing_package
from ..workflows.persistence import TORN, interrupted_by, is_stopped, stoppable
from .output import DEFAULTS, FLAGS, SCREEN, SHOWN, answered, default_memory, first_word, progress, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from click import ClickException

COMPLETING = "_GRUNDY_COMPLETE"
"""Set by a shell that requests completions; then the terminal is in the middle of a line."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with a code: 0 for success, otherwise the code of a result or an error.

    Args:
        arguments: The words after "grundy"; None for those of this process.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    warnings.showwarning = lambda message, *_, **__: say(f"grundy: {message}", err=True)
    TORN.clear()
    SHOWN.clear()
    try:
        words = _settled(words)
    except InputError as error:
        show_error(error, "--json" in words)
        sys.exit(error.exit_code)
    with _fitted(words), nullcontext() if COMPLETING in os.environ else first_word():
        code = _run(words)
    if TORN:
        with suppress(OSError, ValueError):
            print(end="", flush=True)  # noqa: T201  # the output so far
        os._exit(code)  # skip the shutdown of a compiler that was interrupted
    sys.exit(code)


def config_file() -> str:
    """Return the path of the configuration file: GRUNDY_CONFIG, or a file in the folder of this platform."""
    named = os.environ.get("GRUNDY_CONFIG")
    if named is not None:
        return named
    if sys.platform == "win32":
        folder = os.environ.get("APPDATA", "")
    elif sys.platform == "darwin":
        folder = os.path.expanduser("~/Library/Application Support")  # noqa: PTH111  # pathlib takes longer
    else:
        folder = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111
    path = os.path.join(folder, "grundy", "config.toml")  # noqa: PTH118
    return path if os.path.exists(path) else ""  # noqa: PTH110


def _settled(words: list[str]) -> list[str]:
    """Apply the user's settings, if any; return the words of the command line without the options applied here."""
    file = config_file()
    if not file and "GRUNDY_LOG" not in os.environ and FLAGS.keys().isdisjoint(words):
        return words
    from .settings import settled

    return settled(words, file)


def _fitted(words: Sequence[str]) -> AbstractContextManager[None]:
    """Return a context that fits output to the terminal (line width, pager), or that does nothing if there is none."""
    if not any(stream is not None and stream.isatty() for stream in (sys.stdout, sys.stderr)):
        return nullcontext()
    from .screen import fitted

    return fitted(words)


def _run(words: list[str]) -> int:
    """Run one command and return its exit code."""
    as_json = "--json" in words
    words = _with_command(words)
    try:
        command = fast_path(words)
        if command is None:
            from .commands import grundy

            command = partial(grundy.main, words, prog_name="grundy", standalone_mode=False)
        with stoppable():
            code = command()
            if sys.stdout is not None:
                sys.stdout.flush()
    except GrundyError as error:
        show_error(error, as_json)
        return error.exit_code
    except OSError as error:
        if error.filename is not None:  # errors of standard output have no file name
            failure = cannot_read(str(error.filename)[:200], error)
            show_error(failure, as_json)
            return failure.exit_code
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # discard the rest of the buffers
        if isinstance(error, BrokenPipeError):
            return 0
        full = cannot_write("standard output", error)
        say(f"grundy: {full}", err=True)
        return full.exit_code
    except (KeyboardInterrupt, Exception) as error:  # noqa: BLE001  # the error is reported, not lost
        return _failed(error, as_json)
    return code if isinstance(code, int) else 0


def _with_command(words: list[str]) -> list[str]:
    """Complete a command line without a command: "nim: 3 5" becomes "solve nim: 3 5".

    "help NAME" becomes "NAME --help". Other command lines are returned unchanged.
    """
    if words[:1] == ["help"]:
        return [*words[1:], "--help"]
    head = words[0] if words else ""
    if ":" in head or (head in {"take", "split"} and any(":" in word for word in words)):
        return ["solve", *words]
    return words


def fast_path(words: Sequence[str]) -> Callable[[], object] | None:
    """Return a function that runs `solve GAME [flags]` without click, or None if click must parse the command line.

    It accepts "--misere", "--json", the flags for a long answer such as "--all", and a flag for each field of the
    request that is false by default.

    Args:
        words: The words after "grundy".

    Returns:
        A function that solves the game, prints the result and returns the exit code; or None.
    """
    if words[:1] != ["solve"]:
        return None
    from ..operations import Context, served

    solve = served("solve")
    fields = solve.request.field_defaults.items()
    flags = {f"--{name.replace('_', '-')}": name for name, default in fields if default is False}
    known = {"--misere", "--json", *flags, *SCREEN}
    game = [word for word in words[1:] if word not in known]
    if not game or any(word.startswith("-") for word in game):
        return None

    def run() -> int:
        SHOWN.update(name for word, name in (SCREEN | {"--moves": "all"}).items() if word in words)
        given: dict[str, Any] = {name: True for flag, name in flags.items() if flag in words}
        request = solve.request(game=" ".join(game), play="misere" if "--misere" in words else "normal", **given)
        limits = Limits(DEFAULTS.seconds, memory=default_memory())
        try:
            with progress() as show, Context(limits, show=show, remote=False) as context:
                result = solve(request, context)
                with context.budget.presenting():
                    answered(result, as_json="--json" in words)
        except (EOFError, KeyboardInterrupt, BrokenPipeError) as error:
            return _end_in_click(error)
        exit_code: int = result.exit_code
        return exit_code

    return run


def _end_in_click(error: BaseException) -> int:
    """Finish as click does after an interruption (print a line end) or a closed output; return the exit code."""
    import click

    def fail() -> None:
        raise error

    ended: int = click.Command("grundy", callback=fail).main([], prog_name="grundy", standalone_mode=False)
    return ended


def _failed(error: Exception | KeyboardInterrupt, as_json: bool) -> int:
    """Print any error that is not a `GrundyError` as a message, and return its exit code."""
    from click.exceptions import Abort, ClickException, NoArgsIsHelpError

    if isinstance(error, NoArgsIsHelpError):
        say(error.format_message(), err=True)
        return 2
    if isinstance(error, ClickException):
        failure: GrundyError = _usage(error)
    elif isinstance(error, (KeyboardInterrupt, Abort)) or is_stopped(error):
        failure = interrupted_by(error)
    elif isinstance(error, MemoryError):
        failure = LimitReached("there is not enough memory", kind="memory")
    elif (missing := missing_package(error)) is not None:
        failure = missing
    elif os.environ.get("GRUNDY_DEBUG"):
        raise error
    else:
        what = f"internal error: {type(error).__name__}: {error}"
        failure = GrundyError(f"{what}; please report this (GRUNDY_DEBUG=1 shows the traceback)")
    show_error(failure, as_json)
    return failure.exit_code


def _usage(error: ClickException) -> InputError:
    context, close = getattr(error, "ctx", None), getattr(error, "possibilities", None)
    path = context.command_path if context is not None else ""
    hint = f"{path} --help" if path else None
    if wanted := getattr(error, "command_name", ""):
        from .commands import meant

        close = meant(path, wanted) or close
    if close:
        hint = f"did you mean {' or '.join(close)}?"
    said = error.message if hasattr(error, "possibilities") else error.format_message()
    said = said.rstrip(".").removeprefix("Invalid value for ").removeprefix("Missing argument ")
    if said.startswith("'"):  # an invalid option, or a missing argument
        name, _, wrong = said[1:].partition("'")
        said = f"{name}{wrong}" if wrong else f"missing argument {name}"
    said = _expected(said)
    failure = InputError(said[:1].lower() + said[1:], hint=hint)
    failure.code = "usage"
    return failure


def _expected(said: str) -> str:
    """Rewrite a message of click about a missing option or a wrong value in the form of all other messages."""
    import re

    if found := re.fullmatch(r"Missing option '([^']*)'\. Choose from:\s*(.*)", said, re.DOTALL):
        choices = re.findall(r"[\w-]+", found[2])
        return f"missing option {found[1]}: {_choices(choices)}"
    if found := re.fullmatch(r"(.*: )'([^']*)' is not one of (.*)", said):
        return f"{found[1]}expected {_choices(found[3].replace(chr(39), '').split(', '))}, found {found[2]!r}"
    if found := re.fullmatch(r"(.*: )(\S+) is not in the range (\d+)<=x<=(\d+)", said):
        return f"{found[1]}expected a number from {found[3]} to {found[4]}, found {found[2]}"
    return said


def _choices(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def show_error(error: GrundyError, as_json: bool) -> None:
    """Print an error: as JSON on standard output, else as lines on standard error.

    The lines are the message, the text with a caret under the mistake, and "help:" with what to type.

    Args:
        error: The error.
        as_json: Whether to print JSON; if standard output cannot be written, the message is printed on standard error.
    """
    if as_json:
        import json

        with suppress(OSError):
            say(json.dumps(error.to_dict()))
            return
    say(f"grundy: {error.message}", err=True)
    if isinstance(error, InputError):
        for line in [*error.place(), *([f"  help: {error.hint}"] if error.hint else [])]:
            say(line, err=True)
