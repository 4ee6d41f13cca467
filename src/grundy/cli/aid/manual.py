"""The manual page of a command, from the texts that its help is made of."""

from __future__ import annotations

from inspect import cleandoc

import click

from ...drawing.fit import fitting

WIDTH = 79
STATUS = {
    "0": "success",
    "1": "a claim is refuted, a certificate is rejected, or with --exit-status the player to move loses",
    "2": "a text or an argument cannot be read, or a position does not belong to its game",
    "3": "play can continue forever, but the command needs it to end",
    "4": "a limit was reached; the output shows what is known",
    "5": "a file is damaged",
    "6": "a file is in use, or belongs to another ruleset or version",
    "7": "there is not enough space",
    "9": "only a sample was checked",
    "70": "an internal error of the program",
    "130, 143": "interrupted",
}
"""What the exit codes mean, the same for all commands."""
ENVIRONMENT = {
    "NO_COLOR": "no colours, when it is not empty",
    "PAGER": "the program that shows what is longer than the screen; empty or cat: none",
    "COLUMNS": "columns to write for, where the terminal has others",
}


def manual(context: click.Context, about: str) -> str:
    """Return the page of the command of a context: name, synopsis, description, options, examples, exit status."""
    command, page = context.command, click.HelpFormatter(width=fitting(WIDTH))
    words = context.command_path.split()
    about = about or command.get_short_help_str(200)
    with page.section("Name"):
        page.write_text(
            f"{'-'.join(words)} - {about.rstrip('.') if len(words) > 1 else 'impartial combinatorial games'}"
        )
    with page.section("Synopsis"):
        page.write_text(" ".join([context.command_path, *command.collect_usage_pieces(context)]))
    with page.section("Description"):
        page.write_text(cleandoc(command.help or ""))
    command.format_options(context, page)
    if command.epilog:
        page.write_paragraph()
        page.write_text(command.epilog)
    for title, rows in (("Exit status", STATUS), ("Environment", ENVIRONMENT)):
        with page.section(title):
            page.write_dl(list(rows.items()))
    return page.getvalue().rstrip("\n")
