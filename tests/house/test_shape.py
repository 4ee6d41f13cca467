"""The shape of the house: what keeps a stranger's way short. Lists of what is not so yet only become shorter."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path
from statistics import median

import pytest
from tests.house.imports import PATHS, ROOT, SOURCE, SOURCES, circles, home_of, imported, past_doors, tree_of

PACKAGE = SOURCE / "grundy"
FLOORS = [ROOT / "tests", *(ROOT / "tests" / floor for floor in ("unit", "kernels", "promises", "house", "golden"))]
PAGES = [
    ROOT / "ARCHITECTURE.md",
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
    *sorted(page for folder in (*SOURCES, ROOT / "tests", ROOT / "benchmarks") for page in folder.rglob("README.md")),
]
"""The pages that tell where things are."""
NAMES = {
    path.name
    for folder in ("src", "packages", "tests", "benchmarks", "docs", "examples", "formal")
    for path in (ROOT / folder).rglob("*.*")
}
NAMES |= {path.name for path in ROOT.glob("*.*")}
CROWDED: set[str] = set()
"""Folders of more than 30 files."""
HOMONYMS: set[str] = set()
"""Names that mean more than one public class."""
OUTER = ("grundy.cli", "grundy.integrations", "grundy_web", "grundy_learn", "grundy_atlas")
"""The packages that show what the others compute."""
MAP_WORDS = 900
"""The words that ARCHITECTURE.md may have: it is one page."""


def test_a_name_that_is_fetched_through_doors_leads_to_the_module_that_defines_it() -> None:
    assert home_of("grundy", "nim_sum") == "grundy.core.sums"
    assert home_of("grundy", "cli") == "grundy.cli"
    assert "grundy.core.lazy_exports" in imported("grundy.workflows")
    assert not [*imported("grundy")], "lazy exports are a map"


def test_the_outer_packages_import_only_names_that_a_package_exports() -> None:
    modules = [module for module in PATHS if module.startswith(OUTER)]
    assert not [f"{module}: {name}" for module in modules for name in past_doors(module, OUTER)]


@pytest.mark.nightly
def test_no_module_imports_itself_on_a_way_round_also_not_deferred_or_for_types() -> None:
    assert not circles()


def test_no_folder_has_more_than_thirty_files() -> None:
    sizes = Counter(path.parent.relative_to(ROOT).as_posix() for path in PATHS.values())
    assert {folder for folder, size in sizes.items() if size > 30} == CROWDED


def test_half_of_the_files_have_about_120_lines() -> None:
    assert 60 <= median(path.read_text(encoding="utf-8").count("\n") for path in PATHS.values()) <= 180


@pytest.mark.nightly
def test_no_two_public_classes_have_one_name() -> None:
    classes = Counter(
        f"{module.partition('.')[0]}.{node.name}"
        for module in PATHS
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name.rpartition(".")[2] for name, number in classes.items() if number > 1} == HOMONYMS


def test_every_room_has_a_readme_of_at_most_forty_lines() -> None:
    patterns = ("*/__init__.py", "*/*/__init__.py", "*/*/*/__init__.py")
    rooms = {path.parent for source in SOURCES for pattern in patterns for path in source.glob(pattern)} - {PACKAGE}
    for room in sorted([*rooms, ROOT / "benchmarks", *FLOORS]):
        assert (room / "README.md").exists(), room
        assert (room / "README.md").read_text(encoding="utf-8").count("\n") <= 40, room


def test_the_map_is_one_page() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split()) <= MAP_WORDS


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_every_file_that_a_page_about_the_house_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"(?<![\w/<>.*-])\w[\w/]*\.(?:py|md|json|v)\b", text):
        bases = (page.parent, PACKAGE, *SOURCES, ROOT)
        assert name in NAMES if "/" not in name else any((base / name).is_file() for base in bases), name
    for folder in re.findall(r"`((?:tests|docs|src|packages|formal|benchmarks)/[\w/]*\w)/?`", text):
        assert (ROOT / folder).is_dir(), folder


def test_the_page_of_a_room_names_every_file_in_it() -> None:
    for page in (page for page in PAGES if any(page.is_relative_to(source) for source in SOURCES)):
        names = re.findall(r"[\w<>*]+(?=\.py\b)", page.read_text(encoding="utf-8"))
        known = re.compile("|".join(re.sub(r"<\w+>|\*", r"\\w+", name) for name in names) or "-")
        files = (path.stem for path in page.parent.glob("*.py") if not path.stem.startswith("__"))
        assert not [name for name in files if not known.fullmatch(name)], page
