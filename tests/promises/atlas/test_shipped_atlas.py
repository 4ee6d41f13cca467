"""The atlas that comes with the package can be read, a sample of it is right, its drafts are those of its sequences."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

import pytest

from grundy import Limits
from grundy.cli.commands import COMMANDS
from grundy.workflows.computing.period import known_periods
from grundy.workflows.computing.sweep_pattern import read_pattern
from grundy_atlas import Atlas, certified, fact_b_file, fact_draft


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return Atlas()


def test_every_fact_has_its_files_a_command_and_a_source(atlas: Atlas) -> None:
    for fact in atlas:
        assert fact.id.startswith(f"{fact.folder.name}/"), fact.id
        assert fact.damaged() is None, fact.id
        assert fact.command is None or shlex.split(fact.command)[1] in {*COMMANDS, "search"}, fact.id
        assert fact.first.keys() & {"source", "not_found_in"}, fact.id
        assert "unknown" not in fact.source, fact.id
        assert "was searched" not in fact.source, fact.id
        assert fact.evidence or fact.id.startswith("published/"), fact.id


def test_the_atlas_has_every_known_period_and_the_quotient_of_every_code_of_three_digits(atlas: Atlas) -> None:
    periods = {fact.subject: fact for fact in atlas.find(kind="period")}
    for code, known in known_periods().items():
        assert (periods[code].data["preperiod"], periods[code].data["period"]) == (known.preperiod, known.period)
    quotients = {fact.subject: fact.data for fact in atlas.find(kind="quotient") if fact.id.startswith("quotient/")}
    assert quotients.keys() == set(read_pattern("w.xyz").codes)
    statuses = Counter(data["status"] for data in quotients.values())
    assert statuses["proved"] > 200
    assert all(data["order"] % 2 == 0 for data in quotients.values() if data["order"] > 1)  # Plambeck and Siegel 2008
    assert all(data["limit"] for data in quotients.values() if data["status"] == "limit")
    assert sum(data["tame"] for data in quotients.values() if data["status"] == "proved") > 100


def test_the_laws_are_about_different_rules_and_the_checker_accepts_their_certificates(atlas: Atlas) -> None:
    laws = [fact for fact in atlas.find(kind="claim") if fact.id.startswith("laws/")]
    assert len({fact.subject for fact in laws}) == len(laws) == 100
    report = atlas.verify([fact.id for fact in laws])
    assert report.counts["right"] == 100, report.explain()
    assert {one.by for one in report.checks} == {"certificate"}
    one, other = laws[:2]
    assert "about another game" in str(certified(one.data, other.folder / "2.cert"))
    assert certified({**one.data, "claim": "P iff n % 2 == 0"}, one.folder / "1.cert")


@pytest.mark.nightly
def test_a_sample_is_found_again(atlas: Atlas) -> None:
    report = atlas.verify(sample=6, seed=5, each=3, limits=Limits(seconds=30))
    assert report.counts["wrong"] == 0, report.explain()
    assert report.counts["right"] >= 3, report.explain()


def test_drafts_are_those_of_the_sequences(atlas: Atlas) -> None:
    files = sorted(path for folder in atlas.folders for path in (folder / "drafts").glob("[!b]*.txt"))
    assert files
    for path in files:
        fact = atlas.fact(f"board/{path.stem}")
        assert path.read_text(encoding="ascii") == fact_draft(fact)
        assert path.with_name(f"b-{path.name}").read_text(encoding="ascii") == fact_b_file(fact)


def test_an_atlas_read_from_a_zip_removes_its_temporary_folder(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "package.zip", "w") as packed:
        packed.writestr("atlas/octal/manifest.jsonl", "{}")
    code = f"""
from zipfile import Path
from grundy.workflows.persistence import facts
folder = facts._unpacked(Path({str(tmp_path / "package.zip")!r}, "atlas/"), "atlas")
assert (folder / "octal" / "manifest.jsonl").read_text() == "{{}}"
print(folder.parent)
"""
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert not Path(told.strip()).exists()
