"""`grundy store` on databases of values: verified, copied; every failure has its line and its exit code."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grundy.cli.main import _run
from grundy.cluster import WorkersDisagree
from grundy.core import CorruptStore, DiskFull, GrundyError, StoreBusy, StoreError, StoreMismatch
from grundy.storage import Conflict, Damaged, InUse, Mismatch, NoSpace, StoreFault, ValueDatabase
from grundy.workflows.persistence.store import failures

GAME: dict[str, Any] = {"ruleset": "cram", "encoding": "rows", "version": 1, "play": "misere"}
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command beside the database v.db of 500 rows; return exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    with ValueDatabase.open(Path("v.db"), **GAME) as store:
        store.add([b"%05d" % i for i in range(500)], [i % 9 for i in range(500)])

    def command(*words: str) -> tuple[int, str, str]:
        code = _run(["store", *words])
        found = capsys.readouterr()
        return code, found.out, found.err

    return command


def damage(path: str, at: bytes) -> None:
    data = bytearray(Path(path).read_bytes())
    data[data.index(at)] ^= 4
    Path(path).write_bytes(data)


def test_a_database_is_verified(run: Run) -> None:
    good = "v.db: intact: 500 rows (cram, misere play, encoding rows 1)\n"
    assert run("verify", "v.db") == (0, good, "")
    assert json.loads(run("verify", "v.db", "--json")[1]) == {
        "schema": 1,
        "store": "v.db",
        "game": "cram, misere play, encoding rows 1",
        "values": 500,
        "status": "good",
    }


def test_a_database_is_copied_and_nothing_is_written_over(run: Run) -> None:
    assert run("copy", "v.db", "w.db") == (0, "w.db: 500 values\n", "")
    assert run("verify", "w.db")[0] == 0
    code, out, err = run("copy", "v.db", "w.db")
    assert (code, out, err) == (2, "", "grundy: w.db already exists; choose another name\n")


def test_of_a_damaged_row_the_error_says_which_file_to_delete(run: Run) -> None:
    damage("v.db", b"00123")
    error = (
        "grundy: v.db: row 123 (key 3430313233) does not fit its checksum or its place "
        "(nothing was changed; delete v.db, whose values grundy computes again)\n"
    )
    assert run("verify", "v.db") == (5, "", error)
    assert run("copy", "v.db", "w.db")[0] == 5
    assert not [file.name for file in Path().iterdir() if file.name.startswith("w.db")]


def test_a_database_is_not_salvaged_but_deleted(run: Run) -> None:
    hint = "delete v.db, whose values grundy computes again"
    error = f"grundy: expected the store of a run, found the file v.db\n  help: {hint}\n"
    assert run("salvage", "v.db", "w.db") == (2, "", error)


def test_an_invalid_store_is_refused(run: Run) -> None:
    Path("diary.txt").write_text("dear diary\n" * 100)
    assert run("verify", "diary.txt") == (6, "", "grundy: diary.txt: file is not a database\n")
    assert run("copy", "diary.txt", "w.db")[0] == 6
    assert run("salvage", "diary.txt", "w.db")[0] == 2
    assert run("verify", "missing") == (2, "", "grundy: cannot read missing: no such file\n")
    assert run("salvage", "missing", "w.db") == (2, "", "grundy: cannot read missing: no such file\n")
    assert not Path("w.db").exists()


def test_the_log_of_a_database_in_use_is_copied_with_it(run: Run) -> None:
    with ValueDatabase(Path("v.db")) as reader:
        reader._connection.execute("BEGIN")
        assert reader.count == 500
        with ValueDatabase.open(Path("v.db"), **GAME) as store:
            store.add([b"in the log"], [5])
            assert run("copy", "v.db", "w.db") == (0, "w.db: 501 values\n", "")
        shutil.copy("v.db", "without the log.db")
    assert run("verify", "without the log.db")[1].startswith("without the log.db: intact: 500 rows")


@pytest.mark.parametrize(
    ("fault", "error", "message"),
    [
        (Damaged("v.db: row 1"), CorruptStore, "v.db: row 1 (nothing was changed; grundy store salvage v.db NEW"),
        (Damaged("values.u8: block 1"), CorruptStore, "v.db/values.u8: block 1 (nothing was changed"),
        (InUse("v.db: in use"), StoreBusy, "v.db: in use"),
        (Mismatch("v.db: other"), StoreMismatch, "v.db: other"),
        (Mismatch("other"), StoreMismatch, "v.db: other"),
        (NoSpace("v.db: full"), DiskFull, "v.db: full"),
        (NoSpace("full"), DiskFull, "v.db: full"),
        (StoreFault("v.db: closed"), StoreError, "v.db: closed"),
        (
            OSError(28, "No space left on device"),
            DiskFull,
            "cannot write v.db: no space left on device; what was saved before is",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_every_fault_of_a_store_has_its_error(fault: Exception, error: type[GrundyError], message: str) -> None:
    with pytest.raises(error) as caught, failures(Path("v.db")):
        raise fault
    assert caught.value.message.startswith(message)
    assert type(caught.value) is error


def test_two_values_for_one_key_are_two_workers_that_disagree(run: Run) -> None:
    with (
        pytest.raises(WorkersDisagree, match=r"disagree about the key 3030303037 of v.db: 7 and 8$") as caught,
        failures(Path("v.db")),
        ValueDatabase.open(Path("v.db"), **GAME) as store,
    ):
        store.add([b"00007"], [8])
    assert (caught.value.exit_code, caught.value.answers) == (10, (7, 8))
    assert isinstance(caught.value.__cause__, Conflict)
    assert run("verify", "v.db")[0] == 0
