"""How the documentation is built, by `sphinx-build -W docs build/docs`; `-b man docs build/man` writes manual pages.

A board links the page that `grundy serve` opens; `-D play_address=ADDRESS` names another, from the root of the site on.
"""

from __future__ import annotations

import sys
from importlib.metadata import version as version_of
from importlib.resources import files
from pathlib import Path

from grundy.cli.commands import COMMANDS

sys.path.insert(0, str(Path(__file__).parent))

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

html_theme = "furo"
html_title = "grundy"
html_favicon = str(files("grundy_web.pages") / "static" / "icon.svg")
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f7a70", "color-brand-content": "#1f7a70"},
    "dark_css_variables": {"color-brand-primary": "#5cc4b6", "color-brand-content": "#5cc4b6"},
}
