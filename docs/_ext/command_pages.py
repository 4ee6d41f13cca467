"""Writes a page for every command, from the command itself, and says which pages of the guide use it."""

from __future__ import annotations

import re
from pathlib import Path

from click import Context
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from grundy.cli.commands import COMMANDS, module_of
from grundy.cli.examples import examples_of
from grundy.operations import OPERATIONS, served
from grundy.operations.request import Remote, fields_of

from .writing import title, write_pages


def write(app: Sphinx) -> None:
    """Write the pages of all commands."""
    source = Path(app.srcdir)
    written = [path for folder in ("guide", "do", "learn") for path in sorted((source / folder).glob("[a-z]*.md"))]
    texts = {f"/{path.parent.name}/{path.stem}": path.read_text(encoding="utf-8") for path in written}
    status = exit_status((source / "lookup" / "json.md").read_text(encoding="utf-8"))
    pages = {f"{name}.rst": page(name, texts) + status for name in COMMANDS}
    write_pages(source / "commands", {"index.rst": index()} | pages)


def index() -> str:
    """Return the list of all commands: links on the site, words in the manual page."""
    rows = "".join(f"      * - :doc:`{name} <{name}>`\n        - {caption}\n" for name, caption in COMMANDS.items())
    lines = "".join(f"   **grundy {name}**\n      {caption}\n\n" for name, caption in COMMANDS.items())
    tree = "".join(f"   {name}\n" for name in COMMANDS)
    return (
        f"{title('Commands')}Every command, as in ``grundy COMMAND --help``.\n\n"
        f".. only:: html\n\n   .. list-table::\n      :widths: 15 85\n\n{rows}\n.. only:: man\n\n{lines}"
        f".. toctree::\n   :hidden:\n\n{tree}"
    )


def exit_status(text: str) -> str:
    """Write the exit codes of a page of the documentation for manual pages."""
    codes = re.findall(r"^\| (\d[\d, ]*) \| (.*) \|$", text.replace("`", ""), re.MULTILINE)
    lines = "".join(f"   | {code}: {meaning}\n" for code, meaning in codes)
    return f"\n.. only:: man\n\n   .. rubric:: Exit status\n\n{lines}"


def page(name: str, texts: dict[str, str]) -> str:
    """Return the page of a command."""
    used = [at for at, text in texts.items() if re.search(rf"^(?:\$ |```{{run}} )grundy {name}\b", text, re.MULTILINE)]
    listed = "".join(f"   - :doc:`{at}`\n" for at in used)
    links = f"\n.. only:: html\n\n   .. rubric:: At work in\n\n{listed}" if used else ""
    lines = "".join(f"   # {text}\n   $ {line}\n" for line, text in examples_of(name).items())
    examples = f"\n.. rubric:: Examples\n\n.. code-block:: console\n\n{lines}"
    head = f".. click:: {module_of(name)}:{name}\n   :prog: grundy {name}\n   :nested: full\n"
    return f"{head}{examples}{interface(name) if name in OPERATIONS else ''}{links}"


def interface(name: str) -> str:
    """Return how programs and agents ask the question of a command."""
    fields = fields_of(served(name).request, remote=True)
    names = ", ".join(f"``{getattr(field.mark(Remote), 'name', '') or field.name}``" for field in fields)
    return f"\n.. rubric:: For programs\n\n``POST /api/v1/{name}``, and the tool ``{name}`` of agents: {names}\n"


def plain_help(_: Sphinx, __: Context, lines: list[str]) -> None:
    """Let signs in the help of a command mean nothing but themselves."""
    lines[:] = [re.sub(r"([*|_`]|^\+(?= ))", r"\\\1", line) for line in lines]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register with Sphinx."""
    app.connect("builder-inited", write)
    app.connect("sphinx-click-process-description", plain_help)
    return {"parallel_read_safe": True}
