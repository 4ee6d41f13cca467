"""How the documentation is built, by `sphinx-build -W docs build/docs`; `-b man docs build/man` writes manual pages.

A board links the web app where `-D play_address=ADDRESS` names it, from the root of the site on.
"""

from __future__ import annotations

import logging
import sys
from importlib.metadata import version as version_of
from importlib.resources import files
from pathlib import Path

from grundy.cli.commands import COMMANDS

sys.path.insert(0, str(Path(__file__).parent))
logging.getLogger("grundy").setLevel(logging.WARNING)  # the search of a board that a page shows reports its method

project = "grundy"
author = "The grundy authors"
copyright = f"2026, {author}"
version = release = version_of("grundy")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "sphinx_copybutton",
    "sphinx_design",
    "_ext.atlas_pages",
    "_ext.directives",
    "_ext.game_pages",
    "_ext.command_pages",
    "_ext.library_pages",
    "_ext.project_pages",
]
exclude_patterns = ["_ext", "pictures"]
default_role = "literal"
highlight_language = "none"
smartquotes = False
language = "en"

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
napoleon_numpy_docstring = False
napoleon_use_ivar = True
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

man_pages = [(f"commands/{name}", f"grundy-{name}", caption, author, 1) for name, caption in COMMANDS.items()]
man_pages.append(("commands/index", "grundy", "impartial combinatorial games", author, 1))

FONTS = {"font-stack": "Inter, system-ui, sans-serif", "font-stack--headings": "Fraunces, Georgia, serif"}
LIGHT = FONTS | {
    "color-brand-primary": "#0f5c57",
    "color-brand-content": "#0f5c57",
    "color-brand-visited": "#0f5c57",
    "color-background-primary": "#fffaf0",
    "color-background-secondary": "#f6efe2",
    "color-background-hover": "#eadfc9",
    "color-background-border": "#e2d6bf",
    "color-foreground-primary": "#1c2430",
    "color-foreground-secondary": "#5a5f6a",
    "color-foreground-muted": "#5a5f6a",
    "color-code-background": "#f6efe2",
}
DARK = FONTS | {
    "color-brand-primary": "#6cc7b9",
    "color-brand-content": "#6cc7b9",
    "color-brand-visited": "#6cc7b9",
    "color-background-primary": "#12161c",
    "color-background-secondary": "#1b212a",
    "color-background-hover": "#252c36",
    "color-background-border": "#2c343f",
    "color-foreground-primary": "#f3ead9",
    "color-foreground-secondary": "#b3aa9b",
    "color-foreground-muted": "#b3aa9b",
    "color-code-background": "#1b212a",
}
html_theme = "furo"
html_title = "grundy"
html_favicon = str(files("grundy_web.pages") / "static" / "icon.svg")
html_static_path = ["_static"]
html_css_files = ["table.css", "site.css"]
html_js_files = ["listed.js"]
html_logo = html_favicon
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": LIGHT,
    "dark_css_variables": DARK,
    "sidebar_hide_name": False,
}
