"""Directives that are carried out when the site is built, so that a page shows what the program does.

`{board} nim: 3 5 7` draws a board, `{play} nim: 3 5 7` draws it with ways to play it, and `{run} grundy nim "6 * 7"`
shows a command and what it prints; `{terms}` is the glossary.
"""

from __future__ import annotations

import json
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.std import Glossary
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from grundy.core import GrundyError
from grundy.notation import read_game
from grundy_web.commands import serve
from grundy_web.pages.play_state import PlayState
from grundy_web.pages.rendering import words
from grundy_web.pages.terms import terms_of

from .boards import board_svg
from .writing import cut, run

LOCAL = f"http://127.0.0.1:{next(one.default for one in serve.params if one.name == 'port')}/play"
"""Where `grundy serve` plays."""


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
    """The picture of a position, above the command that plays it and a link; picture and link play in the browser."""

    def run(self) -> list[nodes.Node]:
        """Draw the board and say how to play it."""
        address = self.config.play_address
        if "://" not in address:
            address = "../" * self.env.docname.count("/") + address
        address = PlayState(g=self.text).address(address)
        picture = nodes.paragraph("", "", nodes.reference("", "", self.picture(), refuri=address))
        link = nodes.reference("", "play it in the browser", refuri=address)
        words = [nodes.literal("", f'grundy play "{self.text}"'), nodes.Text(" or "), link]
        if self.config.play_address == LOCAL:
            words += [nodes.Text(" while "), self._page_of("serve"), nodes.Text(" runs")]
        board = nodes.container("", picture, classes=["board"])
        return [nodes.container("", board, nodes.paragraph("", "", *words), classes=["play"])]

    def _page_of(self, command: str) -> nodes.Node:
        told = {"refdomain": "std", "reftype": "doc", "refexplicit": False, "refdoc": self.env.docname}
        link = addnodes.pending_xref("", reftarget=f"/commands/{command}", **told)
        link += nodes.inline("", f"grundy {command}")
        return link


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


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register with Sphinx."""
    app.add_config_value("play_address", LOCAL, "env")
    app.add_directive("board", Board)
    app.add_directive("play", Play)
    app.add_directive("run", Run)
    app.add_directive("terms", Terms)
    return {"parallel_read_safe": True}
