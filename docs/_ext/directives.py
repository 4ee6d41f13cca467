"""Directives that are carried out when the site is built, so that a page shows what the program does.

`{board} nim: 3 5 7` draws a board, `{play} nim: 3 5 7` is a board to play, and `{run} grundy nim "6 * 7"` shows a
command and what it prints; `{terms}` is the glossary.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.domains.std import Glossary
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from grundy.core import GrundyError
from grundy.notation import read_game
from grundy_web.pages.rendering import words
from grundy_web.pages.terms import terms_of

from .boards import board_svg
from .live_boards import FILES, STATIC, live_board, materials, play_address, styles
from .writing import cut, run


class Board(SphinxDirective):
    """The picture of a position."""

    required_arguments = 1
    final_argument_whitespace = True

    @property
    def text(self) -> str:
        """The position in notation."""
        return " ".join(self.arguments[0].split())

    def run(self) -> list[nodes.Node]:
        """Draw the board."""
        return [nodes.container("", self.picture(), classes=["board"])]

    def picture(self) -> nodes.Node:
        """Return the picture; a position that cannot be read is a mistake of the page."""
        try:
            return nodes.raw("", board_svg(read_game(self.text)), format="html")
        except GrundyError as error:
            raise self.error(str(error)) from None


class Play(Board):
    """A board on which listed moves are played, above the command that plays it, and a link where one is configured."""

    def run(self) -> list[nodes.Node]:
        """Draw the board and say how to play it."""
        address = play_address(self.config.play_address, self.env.docname, self.text)
        drawn = "" if self.env.temp_data.get("materials") else materials()
        self.env.temp_data["materials"] = True
        try:
            board = nodes.raw("", drawn + live_board(read_game(self.text), address), format="html")
        except GrundyError as error:
            raise self.error(str(error)) from None
        words = [nodes.literal("", f'grundy play "{self.text}"')]
        if address:
            words += [nodes.Text(" or "), nodes.reference("", "play it in the browser", refuri=address)]
        return [nodes.container("", board, nodes.paragraph("", "", *words), classes=["play"])]


class Run(SphinxDirective):
    """A command and its output; `status` is the exit code if it is not 0, `json` lays JSON out, `most` cuts it."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {
        "status": directives.nonnegative_int,
        "json": directives.flag,
        "most": directives.positive_int,
    }

    def run(self) -> list[nodes.Node]:
        """Run the command; another exit code than the page says is a mistake of the page."""
        command = " ".join(self.arguments[0].split())
        status, output = run(command)
        if status != self.options.get("status", 0):
            raise self.error(f"{command}: exit code {status}\n{output}")
        if "json" in self.options:
            output = json.dumps(json.loads(output), indent=2, ensure_ascii=False)
        text = f"$ {command}\n{cut(output, self.options.get('most', 60))}"
        return [nodes.literal_block(text, text, language="console")]


class Terms(Glossary):
    """The terms that the pages explain (`grundy_web.pages.terms`), as a glossary."""

    has_content = False

    def run(self) -> list[nodes.Node]:
        """Write the terms and read them as a glossary."""
        lines = [line for term in terms_of(words().texts) for line in (term.name, f"  {term.means}", "")]
        self.content = StringList(lines, source=self.env.doc2path(self.env.docname))
        return super().run()


def add_styles(app: Sphinx, _: Exception | None) -> None:
    """Add the style of the tables of the web app to the site, with its fonts and pictures."""
    out = Path(app.outdir) / "_static"
    if out.is_dir():
        (out / "table.css").write_text(styles(), encoding="utf-8")
        for name in FILES:
            (out / name).write_bytes((STATIC / name).read_bytes())


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register with Sphinx."""
    app.add_config_value("play_address", "", "env")
    app.connect("build-finished", add_styles)
    app.add_directive("board", Board)
    app.add_directive("play", Play)
    app.add_directive("run", Run)
    app.add_directive("terms", Terms)
    return {"parallel_read_safe": True}
