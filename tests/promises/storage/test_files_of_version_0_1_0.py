"""Files that version 0.1.0 wrote are read or refused by their version; those of newer versions are refused."""

from __future__ import annotations

import ast
import gzip
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import NamedTuple

import numpy as np
import pytest
from tests.house.imports import PATHS
from tests.kernels.sequences.exact import near_far
from tests.unit.check.sealed import header, seal
from tests.unit.storage.small_database import ROWS, change, load

import grundy
from grundy.cli.recording import record_in
from grundy.core import Budget, GrundyError, InputError, Limits, StoreMismatch
from grundy.notation import read_ruleset
from grundy.storage import FILES, FORMATS, Disk, SequenceFile, sealed, unsealed
from grundy.workflows.computing.export import Form
from grundy.workflows.computing.period import find_period
from grundy.workflows.computing.period_journal import PeriodJournal
from grundy.workflows.computing.run import Wishes, run_values
from grundy.workflows.computing.sweep import Means, Plan, read_sweep, sweep_to_file
from grundy.workflows.computing.sweep_pattern import read_pattern
from grundy.workflows.playing.match import Match
from grundy.workflows.proving.checked_segments import CheckedSegments
from grundy_atlas import Atlas
from grundy_check import check

KEPT = Path(__file__).parents[2] / "data" / "0.1.0"
GAME = "0.77, values of heaps, normal play"
FORM = Form("csv", "kayles")
CERTIFICATES = sorted(KEPT.glob("*.cert.gz"))


@pytest.mark.parametrize("path", CERTIFICATES, ids=lambda path: path.name)
def test_a_kept_certificate_is_accepted_with_its_claim_in_words(path: Path) -> None:
    found = check(str(path), seconds=60.0)
    assert (found.status, found.reason) == ("ACCEPTED", "")
    assert found.claim.startswith(("in normal play of ", "in misere play of "))


def test_kept_certificates_are_of_every_kind() -> None:
    heads = [json.loads(gzip.decompress(path.read_bytes()).split(b"\n")[0]) for path in CERTIFICATES]
    kinds = {"strategy", "labelling", "nimber", "period", "repeat", "misere", "tails"}
    assert {head["kind"] for head in heads} == kinds


def test_a_kept_sequence_is_read_and_written_with_the_same_bytes(tmp_path: Path) -> None:
    copytree(KEPT / "sequence", tmp_path / "kept")
    store = SequenceFile(Disk(tmp_path / "kept", FILES), GAME)
    assert store.values().tolist() == [0, 1, 2, 3, 300]
    store.close()
    again = SequenceFile(Disk(tmp_path / "again", FILES), GAME)
    for block in ([0, 1, 2], [3, 300]):
        again.append(np.array(block, np.uint32))
        again.acknowledge()
    again.close()
    for path in (KEPT / "sequence").iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_a_kept_database_has_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    path.write_bytes(gzip.decompress((KEPT / "values.db.gz").read_bytes()))
    assert load(path) == ROWS


# What was begun by version 0.1.0 is gone on with.


def unpacked(name: str, folder: Path) -> Path:
    path = folder / name.removesuffix(".gz")
    path.write_bytes(gzip.decompress((KEPT / name).read_bytes()))
    return path


def test_a_kept_run_is_continued_to_the_same_values(tmp_path: Path) -> None:
    copytree(KEPT / "kayles.csv.run", tmp_path / "kayles.csv.run")
    remarks: list[str] = []
    run_values(read_ruleset("kayles"), 300, tmp_path / "kayles.csv", FORM, Wishes(resume=True, remark=remarks.append))
    run_values(read_ruleset("kayles"), 300, tmp_path / "anew.csv", FORM)
    assert remarks == ["resuming at heap 101"]
    assert (tmp_path / "kayles.csv").read_bytes() == (tmp_path / "anew.csv").read_bytes()


@pytest.mark.nightly
def test_a_kept_sweep_keeps_its_lines_and_is_continued_to_the_same_bytes(tmp_path: Path) -> None:
    plan, path = Plan(read_pattern("0.0xy"), 2000, 10**6), tmp_path / "codes.sweep"
    path.write_bytes(kept := (KEPT / "codes.sweep").read_bytes())
    sweep_to_file(plan, path, Means(), resume=True)
    sweep_to_file(plan, tmp_path / "anew", Means())
    assert path.read_bytes().startswith(kept)
    done = len(kept.splitlines())
    assert path.read_bytes().splitlines()[done:] == (tmp_path / "anew").read_bytes().splitlines()[done:]


def test_a_kept_sweep_of_quotients_is_continued_to_the_same_bytes(tmp_path: Path) -> None:
    plan, path = Plan(read_pattern("0.0x"), 512, 2000, "misere"), tmp_path / "quotients.sweep"
    path.write_bytes((KEPT / "quotients.sweep").read_bytes())
    sweep_to_file(plan, path, Means(), resume=True)
    sweep_to_file(plan, tmp_path / "anew", Means())
    assert path.read_bytes() == (tmp_path / "anew").read_bytes()
    assert path.read_bytes().startswith((KEPT / "quotients.sweep").read_bytes())


@pytest.mark.nightly
def test_a_kept_atlas_is_right() -> None:
    report = Atlas(KEPT / "atlas").verify(each=100.0)
    assert report.counts == {"right": 9, "wrong": 0, "limit": 0, "quoted": 1}, report.explain()
    assert [check.by for check in report.checks if check.id == "star"] == ["certificate"]


def begun_again(name: str) -> str:
    return f"expected the format '{name} 2', found '{name} 1' of an older one; begin a new file"


def test_a_kept_journal_is_refused_by_its_version_and_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near_far(monkeypatch, 1 << 14)
    path = unpacked("far.journal.gz", tmp_path)
    kept = path.read_bytes()
    journal = PeriodJournal(path, "0.56256", resume=True)
    with pytest.raises(StoreMismatch, match=begun_again("grundy period journal")):
        find_period(read_ruleset("0.56256"), 10**7, Budget(Limits()), journal=journal)
    assert path.read_bytes() == kept


def test_a_kept_database_of_a_search_still_knows_its_positions(tmp_path: Path) -> None:
    path = unpacked("cram-4x5.db.gz", tmp_path)
    found = grundy.deep_search("cram: 4x5", want="value", database=path)
    assert (found.value, found.outcome) == (2, "N")
    assert (found.visited, found.database) == (0, f"{path}: 3 values learned, 0 values added")


def test_a_kept_record_is_played_again_to_its_end() -> None:
    record = record_in(KEPT / "nim.match")
    match = Match.of_record(record)
    assert record.result == "second wins"
    assert str(match.game) == "nim: 0 0 0"


def test_a_kept_record_of_checked_segments_is_refused_by_its_version() -> None:
    with pytest.raises(StoreMismatch, match=begun_again("grundy checked segments")):
        CheckedSegments([KEPT / "kayles.checked"])


# What a newer version wrote is refused by the name of its version.


def newer_certificate(path: Path) -> object:
    fields, entries = header("labelling", {"family": "nim"}, {"start": "0", "value": 0}), [["0", 0]]
    path.write_bytes(seal(fields | {"grundy_cert": 2}, entries))
    found = check(str(path))
    assert found.exit_code == 2
    raise InputError(found.reason)


def newer_sequence(path: Path) -> object:
    fields = json.loads((KEPT / "sequence" / "mark").read_bytes()) | {"format": "grundy sequence 2"}
    del fields["crc"]
    line = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode() + b"\n"
    sealed_line = json.dumps(fields | {"crc": zlib.crc32(line)}, sort_keys=True, separators=(",", ":"))
    copytree(KEPT / "sequence", path)
    (path / "mark").write_bytes(sealed_line.encode() + b"\n")
    return grundy.ValueStore(path).verify()


def newer_database(path: Path) -> object:
    path.write_bytes(gzip.decompress((KEPT / "values.db.gz").read_bytes()))
    change(path, "PRAGMA user_version = 2")
    return grundy.ValueStore(path).verify()


def newer_misere_sweep(path: Path) -> object:
    return newer_sweep(path, "quotients.sweep")


def newer_sweep(path: Path, name: str = "codes.sweep") -> object:
    head, *rest = (KEPT / name).read_bytes().split(b"\n")
    fields = unsealed(head)
    assert fields is not None
    path.write_bytes(b"\n".join([sealed(fields | {"version": 2}).encode(), *rest]))
    return read_sweep(path)


def newer_journal(path: Path) -> object:
    path.write_text(sealed({"format": "grundy period journal", "version": 3}) + "\n")
    journal = PeriodJournal(path, "0.56256", resume=True)
    return find_period(read_ruleset("0.56256"), 10**7, Budget(), journal=journal)


def newer_atlas(path: Path) -> object:
    path.mkdir()
    text = (KEPT / "atlas" / "manifest.jsonl").read_text(encoding="utf-8")
    (path / "manifest.jsonl").write_text(text.replace('"version":1', '"version":2', 1), encoding="utf-8")
    return Atlas(path).facts


def newer_match(path: Path) -> object:
    path.write_text('[Format "2"]\n' + (KEPT / "nim.match").read_text(encoding="utf-8"), encoding="utf-8")
    return record_in(path)


def newer_segments(path: Path) -> object:
    path.write_text(sealed({"format": "grundy checked segments", "version": 3}) + "\n")
    return CheckedSegments([path])


class Kept(NamedTuple):
    """A format: its files of 0.1.0, a question to a file of a newer version, and the whole refusal."""

    files: tuple[str, ...]
    newer: Callable[[Path], object]
    refusal: str


def wanted(name: str, version: int = 1) -> str:
    return f"expected the format '{name} {version}', found '{name} {version + 1}' of a newer version"


KINDS = {
    "grundy sequence": Kept(("sequence", "kayles.csv.run"), newer_sequence, "FILE: mark: " + wanted("grundy sequence")),
    "grundy database": Kept(("values.db.gz", "cram-4x5.db.gz"), newer_database, "FILE: " + wanted("grundy database")),
    "grundy sweep": Kept(("codes.sweep",), newer_sweep, "FILE: " + wanted("grundy sweep")),
    "grundy misere sweep": Kept(("quotients.sweep",), newer_misere_sweep, "FILE: " + wanted("grundy misere sweep")),
    "grundy period journal": Kept(("far.journal.gz",), newer_journal, "FILE: " + wanted("grundy period journal", 2)),
    "grundy match": Kept(("nim.match",), newer_match, "FILE: line 1: " + wanted("grundy match")),
    "grundy atlas": Kept(("atlas",), newer_atlas, "FILE/manifest.jsonl: " + wanted("grundy atlas")),
    "grundy checked segments": Kept(
        ("kayles.checked",), newer_segments, "FILE: " + wanted("grundy checked segments", 2)
    ),
    "grundy certificate": Kept(
        tuple(path.name for path in CERTIFICATES),
        newer_certificate,
        "expected a certificate of version 1, found version 2",
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_newer_file_is_refused_by_its_version_and_left_as_it_is(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near_far(monkeypatch, 1 << 14)
    path = tmp_path / "FILE"
    with pytest.raises(GrundyError) as refused:
        KINDS[name].newer(path)
    assert isinstance(refused.value, StoreMismatch | InputError)
    assert str(refused.value).replace(str(path), "FILE") == KINDS[name].refusal


def test_a_record_that_says_its_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / "match"
    path.write_text('[Format "1"]\n' + (KEPT / "nim.match").read_text(encoding="utf-8"), encoding="utf-8")
    assert record_in(path)._replace(moves=(), result_line=0) == record_in(KEPT / "nim.match")._replace(
        moves=(), result_line=0
    )


# Nothing that is written is forgotten here.


def test_every_format_has_kept_files_and_every_kept_file_a_format() -> None:
    assert set(KINDS) == set(FORMATS)
    named = [file for kept in KINDS.values() for file in kept.files]
    assert sorted(named) == sorted(path.name for path in KEPT.iterdir())


WRITERS = {
    "certificates/certificate.py": "grundy certificate",
    "cli/aid/manual.py": "nothing: a manual page for the pager",
    "cli/main.py": "nothing: the null device",
    "cli/recording.py": "grundy match",
    "core/limits.py": "nothing: how much memory is used",
    "drawing/sequence_plot.py": "pictures",
    "kernels/compiled.py": "compiled code, made again where it does not fit",
    "kernels/sealed.py": "nothing: it reads compiled code",
    "storage/disk.py": "grundy sequence, and files written whole",
    "storage/journal.py": "grundy sweep, grundy misere sweep, grundy period journal, grundy checked segments",
    "storage/value_database.py": "grundy database",
    "operations/context.py": "answers for other programs",
    "workflows/computing/plot.py": "pictures",
    "workflows/computing/run.py": "answers for other programs",
    "workflows/library/laws.py": "answers for other programs",
    "workflows/persistence/facts.py": "the atlas of a package that runs from a zip, as it is there",
    "workflows/searching/board_values.py": "grundy database",
    "grundy_web/children/child.py": "nothing: the null device",
    "grundy_web/pages/play_pages.py": "pictures",
    "grundy_web/site/write.py": "a site, whole",
}
"""Every module that puts bytes into a file by itself, and which."""
WRITING = {"write_bytes", "write_text", "write_whole", "savefig", "NamedTemporaryFile", "TemporaryFile", "mkstemp"}


def writes(path: Path) -> bool:
    for call in ast.walk(ast.parse(path.read_bytes())):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        plain = [str(text.value) for text in call.args[:2] if isinstance(text, ast.Constant)]
        opened = name == "open" and any(set(text) & set("wax+") and len(text) < 4 for text in plain)
        system = name == "open" and getattr(getattr(call.func, "value", None), "id", "") == "os"
        if name in WRITING or opened or system or (name == "connect" and "storage" in path.parts):
            return True
    return False


@pytest.mark.nightly
def test_every_module_that_writes_files_is_known_here() -> None:
    modules = [path for module, path in PATHS.items() if not module.startswith("grundy_check")]
    found = {
        path.as_posix().partition("/src/")[2].removeprefix("grundy/"): path.read_text(encoding="utf-8")
        for path in modules
        if writes(path)
    }
    commands = ("cli/", "operations/", "grundy_atlas/commands", "grundy_learn/commands")
    whole = {name for name, text in found.items() if name.startswith(commands) and "write_whole" in text}
    assert found.keys() - whole <= set(WRITERS)  # answers are written whole, by operations/context.py
    assert set(FORMATS) - {name for told in WRITERS.values() for name in told.split(", ")} == {
        "grundy atlas"
    }  # read only
