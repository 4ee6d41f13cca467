"""Two processes begin one database: who comes second may see its log before it looks for the database again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.promises.storage.database_harness import add, judge, opened

from grundy.storage import ValueDatabase


def test_a_log_is_not_damage_if_another_process_has_created_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, there = tmp_path / "v.db", os.path.lexists
    with opened(ValueDatabase, path) as first:
        first._connection.execute("BEGIN IMMEDIATE")
        first._connection.execute("INSERT INTO meta VALUES ('new', '')")
        first._connection.execute("DELETE FROM meta WHERE k = 'new'")
        first._connection.execute("COMMIT")
        assert path.with_name("v.db-wal").stat().st_size > 0
        before = iter([False])  # the second looked before the first had begun
        monkeypatch.setattr(os.path, "lexists", lambda name: next(before, None) is None and there(name))
        with opened(ValueDatabase, path) as second:
            add(second, 0, 10)
    assert judge(ValueDatabase, path, 10) == "good"
