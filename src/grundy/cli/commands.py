"""The table of commands, and the click group that imports a command when it is called."""

from __future__ import annotations

from importlib import import_module

import click

from ..core import InputError, MissingDistribution
from ..operations import OPERATIONS

PLUGINS = "grundy.commands"
"""The group of entry points with commands of other distributions."""
COMMANDS = {
    **OPERATIONS,
    "sweep": "Find the periods of many octal games; a stopped run can be resumed",
    "graph": "Draw the game graph as SVG or DOT",
    "play": "Play against the computer",
    "replay": "Show a recorded match step by step, with a review, or as an animation",
    "learn": "Take the course: twelve interactive lessons with graded exercises",
    "quiz": "Write a worksheet as text, HTML, LaTeX, Moodle GIFT or a notebook",
    "serve": "Start the web app on this machine",
    "site": "Write the web app as static files that need no server",
    "problem": "Solve a contest problem in the judge's format",
    "atlas": "Find, show and verify published and computed facts, offline",
    "translate": "Translate a game into CGSuite notation, and back",
    "mcp": "Serve agents that use the Model Context Protocol",
    "games": "List the built-in games, or describe one of them",
    "verify": "Check a certificate with an independent program",
    "store": "Check, salvage or copy the stores of long runs",
}
"""Command -> caption; the module of the same name is imported when the command is called."""
ADDED = {
    "atlas": "grundy-atlas",
    **dict.fromkeys(("learn", "quiz", "problem"), "grundy-learn"),
    **dict.fromkeys(("serve", "site", "mcp"), "grundy-web"),
}
"""Command -> the distribution of this repository that adds it by an entry point."""

CALLED = {
    "solve": ("value", "explain", "moves", "winner", "outcome", "mex", "remoteness"),
    "values": ("sequence", "table", "nimbers"),
    "claim": ("prove", "proof"),
    "misere": ("quotient", "quotients"),
    "birthday": ("height", "longest"),
    "verify": ("check", "certificate"),
    "games": ("rules", "rulesets", "list"),
    "serve": ("web", "page", "server"),
    "translate": ("export", "convert"),
}
"""Command -> words that users may type instead."""


def module_of(name: str) -> str:
    """Return the full name of the module that contains a command; for "games" this is "grundy.cli.games"."""
    if name in ADDED:
        from ..core import installed_plugins

        return installed_plugins(PLUGINS)[name].module
    if name in OPERATIONS or name not in COMMANDS:
        return f"{__package__}.generate"
    return f"{__package__}.{name}"


def meant(path: str, wanted: str) -> list[str]:
    """Suggest commands for a word that was typed as a command but does not name one.

    Args:
        path: The command line before the word, such as "grundy" or "grundy atlas".
        wanted: The unknown word, such as "slove" or "0.77".

    Returns:
        Names of similar commands, or complete command lines that use the word, such as "grundy values 0.77".
    """
    from contextlib import suppress
    from difflib import get_close_matches
    from shlex import quote

    from ..core import GrundyError, HeapRuleset, InputError
    from ..notation import read_game, read_ruleset

    if path.endswith(" atlas"):
        return [f"{path} find {quote(wanted)}"]
    if " " in path:
        return []
    word = wanted.lower()
    near = [name for name, words in CALLED.items() if word in words] or get_close_matches(word, COMMANDS, 2, 0.7)
    if near:
        return near
    with suppress(GrundyError):
        rules = read_ruleset(wanted, files=False)
        position = [f'{path} solve "{wanted}: 5 7"'] if isinstance(rules, HeapRuleset) else []
        return [f"{path} values {quote(wanted)}", *position]
    if " " not in wanted:
        return []
    try:
        read_game(wanted, files=False)
    except InputError as error:
        guess = (error.hint or "").partition('did you mean "')[2].removesuffix('"?')
        return [f"{path} solve {quote(guess or wanted)}"]
    return [f"{path} solve {quote(wanted)}"]


def _added(name: str) -> click.Command:
    """Return a command that another package of this project adds; if it is not installed, one that reports this."""
    from ..core import installed_plugins, load_plugin

    point, distribution = installed_plugins(PLUGINS).get(name), ADDED[name]
    if point is not None and point.dist is not None and point.dist.name == distribution:
        command: click.Command = load_plugin(point, click.Command)
        return _with_examples(name, command)

    def fail() -> None:
        raise MissingDistribution(f"grundy {name}", distribution)

    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    return click.Command(name, anything, fail, short_help=COMMANDS[name], add_help_option=False)


def _show_version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from importlib.metadata import version

        from ..workflows import kernel_state, processor_level

        click.echo(f"grundy, version {version('grundy')}\nprocessor: {processor_level()}\n{kernel_state()}")
        context.exit()


def _with_examples(words: str, command: click.Command) -> click.Command:
    if words in OPERATIONS:
        from ..operations import served

        examples = served(words).examples
    else:
        from .examples import examples_of

        examples = examples_of(words)
    lines = "".join(f"  {line}\n      {text}\n" for line, text in examples.items())
    command.epilog = f"\b\nExamples:\n{lines}"  # the mark stops click from joining the lines
    for name, below in getattr(command, "commands", {}).items():
        _with_examples(f"{words} {name}", below)
    return command


class _Commands(click.Group):
    """A group whose commands are imported only when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from ..core import installed_plugins
        from ..operations import added_operations

        others = {*installed_plugins(PLUGINS), *added_operations()}
        return [*COMMANDS, *sorted(others - COMMANDS.keys())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "search":  # an alias until version 0.2
            from ..operations import served
            from .generate import command_of

            return command_of(served("solve"), cmd_name, method="search", proof="nimber")
        if cmd_name in ADDED:
            return _added(cmd_name)
        if cmd_name not in COMMANDS:
            from ..core import installed_plugins, load_plugin
            from ..operations import added_operations

            if point := installed_plugins(PLUGINS).get(cmd_name):
                other: click.Command = load_plugin(point, click.Command)
                return other
            if cmd_name not in added_operations():
                return None
        command: click.Command = getattr(import_module(module_of(cmd_name)), cmd_name)
        return _with_examples(cmd_name, command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # only commands of other packages are imported for the list
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))
        if others := self.list_commands(ctx)[len(COMMANDS) :]:
            with formatter.section("Commands of other packages"):
                formatter.write_dl([(name, self._caption(ctx, name)) for name in others])

    def _caption(self, ctx: click.Context, name: str) -> str:
        try:
            command = self.get_command(ctx, name)
        except InputError as error:
            return str(error)
        return "" if command is None else command.get_short_help_str(200)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, the level of the processor, and whether the kernels are ready.",
)
@click.option("-v", "--verbose", count=True, expose_value=False, help="Log messages on standard error; -vv: more.")
@click.option("-q", "--quiet", is_flag=True, expose_value=False, help="Show no progress of long work.")
def grundy() -> None:
    """Impartial combinatorial games: who wins, by which moves, and why.

    A game is a ruleset, a colon and a position: "nim: 10 12 5", "take 1..3: 15", "kayles: 7 + nim: 3".
    """
