"""The site of the documentation is built without a warning, is whole, and asks nothing of anybody else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import click
import pytest
from click.shell_completion import get_completion_class
from tests.promises.documents.building import ROOT, build, documentation, needed

import grundy
from grundy import testing
from grundy.cli.commands import COMMANDS
from grundy.cli.commands import grundy as program
from grundy.games import CATALOGUE

LOADED = dict.fromkeys(("script", "img", "iframe", "source", "audio", "video", "embed"), "src")
"""Element -> the attribute by which it loads a file as soon as it is shown; all of `link` but a link to a page does."""
PAGES_ONLY = {"next", "prev", "search", "index", "author", "canonical", "copyright"}
"""Relations of a `link` that load nothing."""


class PageReader(HTMLParser):
    """Collects the ids of a page and of its boards' pictures, where its links lead, what it loads, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids.update(given[name] for name in ("id", "name") if name in given)
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and not PAGES_ONLY & set(given.get("rel", "").split()):
            self.loads.append(given["href"])
        if (attribute := LOADED.get(tag)) in given:
            self.loads.append(given[attribute or ""])

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script" and data.startswith('{"0": {"html"'):
            self.ids.update(json.loads(data))  # the pictures of a board by name
        self.text += data


def read_pages(site: Path) -> dict[Path, PageReader]:
    """Return all pages of a site."""
    pages = {}
    for path in sorted(site.rglob("*.html")):
        pages[path] = PageReader()
        pages[path].feed(path.read_text(encoding="utf-8"))
    return pages


def broken_links(pages: Mapping[Path, PageReader]) -> Iterator[str]:
    """Yield the links inside a site that lead nowhere: to no file, or to no place of a page."""
    for path, page in pages.items():
        for link in [*page.links, *page.loads]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            aim = unquote(parts.fragment)
            if not target.is_file() or (aim and target in pages and aim not in pages[target].ids):
                yield f"{path.name}: {link}"


def foreign_loads(site: Path, pages: Mapping[Path, PageReader]) -> Iterator[str]:
    """Yield what pages and style sheets would ask of another origin."""
    for path, page in pages.items():
        yield from (f"{path.name}: {load}" for load in page.loads if re.match(r"(?:[a-z]+:)?//", load))
    for path in site.rglob("*.css"):
        for load in re.findall(r"(?:url\(|@import)\s*[\"']?([^\"')\s;]+)", path.read_text(encoding="utf-8")):
            if re.match(r"(?:https?:)?//", load):
                yield f"{path.name}: {load}"


WITHOUT_PUZZLE = {"brussels-sprouts", "partizan-nogo", "toads-and-frogs"}
"""Games in which, with several moves, all of them win or none does."""

pytestmark = [pytest.mark.nightly, needed]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the pages, with those that are generated."""
    return documentation(tmp_path_factory) / "docs"


@pytest.fixture(scope="module")
def site(source: Path) -> Path:
    return source.parent / "html"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, PageReader]:
    return read_pages(site)


def test_every_link_inside_the_site_leads_to_a_page_and_a_place_that_are_there(pages: dict[Path, PageReader]) -> None:
    assert len(pages) > 100
    assert [*broken_links(pages)] == []


def test_no_request_goes_to_another_origin(site: Path, pages: dict[Path, PageReader]) -> None:
    assert [*foreign_loads(site, pages)] == []


def test_broken_links_and_foreign_scripts_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<p id="x"><a href="b.html">1</a><a href="#y">2</a><a href="#x">3</a><script src="//host/s.js"></script>'
        '<link rel="stylesheet" href="https://host/s.css"><img src="gone.png">'
    )
    (tmp_path / "s.css").write_text("a { background: url(https://host/p.png) } b { background: url(data:,) }")
    pages = read_pages(tmp_path)
    assert [*broken_links(pages)] == ["a.html: b.html", "a.html: #y", "a.html: gone.png"]
    loads = ["a.html: //host/s.js", "a.html: https://host/s.css", "s.css: https://host/p.png"]
    assert [*foreign_loads(tmp_path, pages)] == loads


def commands(group: click.Group, context: click.Context, words: str) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{words} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, context, f"{words} {name}")


def test_every_command_and_every_option_of_it_is_on_its_page(site: Path, pages: dict[Path, PageReader]) -> None:
    found = [*commands(program, click.Context(program), "grundy")]
    assert len(found) > len(COMMANDS)
    for words, command in found:
        text = pages[site / "commands" / f"{words.split()[1]}.html"].text
        assert words in text
        for parameter in command.params:
            if getattr(parameter, "hidden", False):
                continue
            names = parameter.opts if isinstance(parameter, click.Option) else [parameter.human_readable_name]
            assert all(name in text for name in names), (words, names)


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_game_has_a_page_with_its_example_rule_values_and_theorem(
    name: str, site: Path, pages: dict[Path, PageReader]
) -> None:
    page = pages[site / "games" / f"{name}.html"]
    assert CATALOGUE[name].example in page.text
    assert CATALOGUE[name].caption.replace("`", "")[1:] in page.text
    assert {"how-to-play", "theorem", "values-of-small-positions", "example"} <= page.ids
    assert ("puzzle" in page.ids) == (name not in WITHOUT_PUZZLE)
    assert not any("127.0.0.1" in link or "localhost" in link for link in page.links)
    assert page.text.count("grundy play ") >= 1 + ("puzzle" in page.ids)


@pytest.mark.parametrize(
    ("options", "address"),
    [((), ""), (("-D", "play_address=../play"), "../../play?g=")],
    ids=["usual", "given"],
)
def test_a_board_is_played_on_its_page_and_at_the_address_that_is_given(
    options: tuple[str, ...], address: str, tmp_path: Path
) -> None:
    source, folder = tmp_path / "docs", str(ROOT / "docs")
    pages = {
        "conf.py": f"import sys\nsys.path.insert(0, {folder!r})\nextensions = ['myst_parser', '_ext.directives']\n",
        "index.md": "# Two pages\n\n```{toctree}\ngames/nim\ncommands/serve\n```\n",
        "games/nim.md": "# nim\n\n```{play} nim: 3 5 7\n```\n",
        "commands/serve.md": "# serve\n",
    }
    for name, text in pages.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    built = build(source, "html", *options)
    links = [link for link in read_pages(built)[built / "games" / "nim.html"].links if "/play?" in link]
    assert bool(links) == bool(address)
    assert all(link.startswith(address) for link in links)
    assert all(parse_qs(urlsplit(link).query)["g"] == ["nim: 3 5 7"] for link in links)


def test_the_front_page_has_a_board_to_play_three_tabs_and_twelve_games(
    site: Path, pages: dict[Path, PageReader]
) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    assert text.count('"html": ') > 20
    assert text.count('class="sd-tab-label"') == 3
    assert text.count("sd-card-body") == 12
    assert {"twelve-games", "which-tool-for-what", "cite-grundy"} <= pages[site / "index.html"].ids
    assert f"This is version {version('grundy')}" in pages[site / "index.html"].text
    assert "127.0.0.1" not in "".join(page.read_text(encoding="utf-8") for page in site.glob("*.html"))


@pytest.mark.parametrize("name", CATALOGUE)
def test_exactly_one_move_wins_in_the_puzzle_of_a_game(name: str, site: Path, source: Path) -> None:
    assert site
    text = (source / "games" / f"{name}.md").read_text(encoding="utf-8")
    puzzles = re.findall(r"In `(.+)` there are (\d+) moves, and exactly one wins", text)
    assert len(puzzles) == (name not in WITHOUT_PUZZLE)
    for game, moves in puzzles:
        solution = grundy.solve(game)
        assert (solution.move_count, len(solution.winning_moves)) == (int(moves), 1)
        assert f"`{solution.leaves(solution.winning_moves[0])}`. No other move wins." in text


def test_every_public_name_is_described(pages: dict[Path, PageReader]) -> None:
    described = set[str]().union(*(page.ids for page in pages.values()))
    public = [f"grundy.{name}" for name in dir(grundy)] + [f"grundy.testing.{name}" for name in testing.__all__]
    assert set(public) <= described


def test_every_page_of_the_guide_and_every_decision_is_there(site: Path, pages: dict[Path, PageReader]) -> None:
    for folder in ("guide", "decisions"):
        for page in (ROOT / "docs" / folder).glob("*.md"):
            assert site / folder / f"{page.stem}.html" in pages
    for name in ("project/architecture", "project/contributing", "project/changelog", "understand/reliability"):
        assert site / f"{name}.html" in pages


def test_the_gallery_shows_every_picture(site: Path) -> None:
    gallery = (site / "understand" / "gallery.html").read_text(encoding="utf-8")
    for picture in (ROOT / "docs" / "pictures").glob("*.png"):
        assert f"/{picture.name}" in gallery


@pytest.mark.nightly
def test_every_command_has_a_manual_page(source: Path, site: Path) -> None:
    assert site
    manual = build(source, "man")
    assert {page.name for page in manual.glob("*.1")} == {"grundy.1", *(f"grundy-{name}.1" for name in COMMANDS)}
    for name, caption in COMMANDS.items():
        page = (manual / f"grundy-{name}.1").read_text(encoding="utf-8").replace("\\-", "-")
        assert f"grundy-{name} - {caption}" in page
        assert "<>" not in page


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_commands_and_words_of_options(shell: str) -> None:
    page = (ROOT / "docs" / "lookup" / "shell.md").read_text(encoding="utf-8")
    assert f"_GRUNDY_COMPLETE={shell}_source grundy" in page
    completion = get_completion_class(shell)
    assert completion is not None
    made = completion(program, {}, "grundy", "_GRUNDY_COMPLETE")
    assert [one.value for one in made.get_completions([], "so")] == ["solve"]
    assert [one.value for one in made.get_completions(["solve", "--sum"], "c")] == ["conjunctive", "continued"]


def test_the_search_of_the_site_brings_its_own_index(site: Path) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "wythoff" in index
    assert index.startswith("Search.setIndex(")


def test_the_examples_in_the_extensions_hold() -> None:
    code = (
        "import doctest, importlib, pathlib, sys; sys.path.insert(0, 'docs'); "
        "names = [path.stem for path in pathlib.Path('docs/_ext').glob('[a-z]*.py')]; "
        "found = [doctest.testmod(importlib.import_module(f'_ext.{name}')) for name in names]; "
        "sys.exit(sum(one.failed for one in found) or sum(one.attempted for one in found) < 5)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
