"""A database of 250 rows for tests, and ways to look at it and to change it behind its back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from grundy.storage import ValueDatabase

GAME: dict[str, Any] = {"ruleset": "cram", "encoding": "rows", "version": 3, "play": "normal"}
ROWS = {bytes([i]) * (i % 5 + 1): i * i for i in range(250)}


def database(path: Path) -> ValueDatabase:
    return ValueDatabase.open(path, **GAME)


def filled(path: Path) -> Path:
    with database(path) as store:
        store.add(list(ROWS), list(ROWS.values()))
    return path


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)


def load(path: Path) -> dict[bytes, int]:
    with database(path) as store:
        return dict(store.load())
