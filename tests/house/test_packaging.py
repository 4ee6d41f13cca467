"""What hands the project on says the same as `pyproject.toml`: workflows, the citation, the recipe."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")}
RECIPE = ROOT / "packaging" / "conda" / "recipe.yaml"


def read(text: str) -> Any:
    return yaml.safe_load(text)


def test_the_workflows_test_build_and_publish() -> None:
    assert set(WORKFLOWS) == {"tests", "wheels", "pages"}
    for text in WORKFLOWS.values():
        assert all(job["steps"] for job in read(text)["jobs"].values())


def test_every_python_that_is_tested_gets_a_wheel() -> None:
    tested = read(WORKFLOWS["tests"])["jobs"]["linux"]["strategy"]["matrix"]["python"]
    assert read(WORKFLOWS["wheels"])["jobs"]["wheel"]["strategy"]["matrix"]["python"] == tested
    named = {name.rpartition(" ")[2] for name in PROJECT["classifiers"] if "Python :: 3." in name}
    assert named <= set(tested)
    assert PROJECT["requires-python"] == f">={tested[0]}"


def test_the_citation_and_the_recipe_name_this_version() -> None:
    citation = read((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (citation["title"], citation["license"]) == (PROJECT["name"], PROJECT["license"])
    assert citation["abstract"] == PROJECT["description"]
    recipe = read(RECIPE.read_text(encoding="utf-8"))
    assert PROJECT["version"] == citation["version"] == recipe["context"]["version"]


def test_the_recipe_needs_what_the_project_needs() -> None:
    run = {re.sub(r" ", "", line) for line in read(RECIPE.read_text(encoding="utf-8"))["requirements"]["run"]}
    assert run == {line.partition(";")[0] for line in PROJECT["dependencies"]} | {"python>=3.11"}


def test_what_is_handed_on_names_no_address() -> None:
    for text in [*WORKFLOWS.values(), RECIPE.read_text(encoding="utf-8")]:
        assert "://" not in text
