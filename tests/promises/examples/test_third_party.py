"""A distribution that this one does not know adds a ruleset, a command, an operation and a fact by entry points."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parents[3] / "examples" / "third_party"
CHECKED = """
from grundy import game
from grundy.testing import check_ruleset
check_ruleset(game("halving"), range(40))
"""
PAGE = """
from grundy_web.offline import answer
print(answer("GET", "/", "find=halving")[2].decode())
"""
SERVED = """
import json
from grundy_web.mcp_server import agent_tools
from grundy.operations import Context
from grundy_web import create_app
from grundy_web.questions.answering import ask_question
print(json.dumps([
    create_app().openapi()["paths"]["/api/v1/width"]["post"]["description"],
    ask_question("api.width", {"game": "halving: 15"}, Context()),
    agent_tools()["width"].caption,
]))
"""


def installed(folder: Path) -> Path:
    """Write what an installer writes: the modules, and the metadata with the entry points."""
    project = tomllib.loads((SAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    shutil.copytree(SAMPLE / "grundy_halving", folder / "grundy_halving", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=environment, check=False)


def grundy(folder: Path, *words: str) -> str:
    done = ran(folder, "-m", "grundy", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_ruleset_of_another_distribution_is_solved_listed_and_checked(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    assert json.loads(grundy(folder, "solve", "halving: 15 + nim: 3", "--json"))["outcome"] == "N"
    assert "halving" in [row["name"] for row in json.loads(grundy(folder, "games", "--json"))["games"]]
    assert "Take at most half" in grundy(folder, "games", "halving")
    done = ran(folder, "-c", CHECKED)
    assert done.returncode == 0, done.stderr


@pytest.mark.nightly
def test_a_command_of_another_distribution_is_listed_and_called(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    assert grundy(folder, "halve", "15") == "8\n"
    assert "Print the smallest heap that one move leaves." in grundy(folder, "--help")


@pytest.mark.nightly
def test_an_operation_of_another_distribution_is_a_command_an_endpoint_and_a_tool(tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    folder = installed(tmp_path)
    assert grundy(folder, "width", "halving: 15") == "halving: 15 has 7 moves\n"
    answer = {"schema": 1, "game": "halving: 15", "moves": 7}
    assert json.loads(grundy(folder, "width", "halving: 15", "--json")) == answer
    assert "the number of moves" in grundy(folder, "width", "--help")
    assert "Count the moves of a GAME." in grundy(folder, "--help")
    done = ran(folder, "-c", SERVED)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["Count the moves of a GAME.", answer, "Count the moves of a GAME."]


@pytest.mark.nightly
def test_a_ruleset_of_another_distribution_is_completed(tmp_path: Path) -> None:
    code = "from grundy.cli.completion import rulesets; print([item.value for item in rulesets('', 'halv')])"
    assert ran(installed(tmp_path), "-c", code).stdout == "['halving']\n"


@pytest.mark.nightly
def test_a_ruleset_of_another_distribution_is_on_the_page(tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    done = ran(installed(tmp_path), "-c", PAGE)
    assert "Take at most half of the heap" in done.stdout, done.stderr


def test_a_fact_of_another_distribution_is_found_and_verified(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    listed = "halving/lost: halving is lost exactly for 2^k - 1\n1 fact\n"
    assert grundy(folder, "atlas", "find", "--game", "halving") == listed
    assert grundy(folder, "atlas", "verify", "halving/lost").startswith("1 right, 0 wrong")


def test_an_entry_that_cannot_be_imported_is_named_and_spoils_nothing(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    (folder / "grundy_halving" / "__init__.py").write_text("import nothing_of_this_name")
    done = ran(folder, "-m", "grundy", "solve", "halving: 15")
    assert done.returncode == 2
    assert "grundy-halving" in done.stderr
    assert "Traceback" not in done.stderr
    listed = ran(folder, "-m", "grundy", "games", "--json")
    assert listed.returncode == 0
    assert "it is left out" in listed.stderr
    assert "halving" not in listed.stdout
