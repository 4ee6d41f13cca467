"""Reads and writes records of matches as files: errors name the file, and the file is replaced after every move."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core import InputError, cannot_read, cannot_write

if TYPE_CHECKING:
    from ..workflows.playing import Match, MatchRecord

MOST_BYTES = 4 << 20

trust_option = click.option(
    "--trust", is_flag=True, help="Allow a record that names a file on this machine, such as rules.py:MyGame."
)


def record_in(path: Path) -> MatchRecord:
    """Read the record of a match from a file.

    Raises:
        InputError: If the file is too large or cannot be read; the error names the file and the line.
    """
    from ..workflows.playing import read_record

    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InputError(f"{path}: expected at most {MOST_BYTES} bytes")
        text = data.decode("utf-8")
    except OSError as error:
        raise cannot_read(path, error) from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8 text, found something else at byte {error.start}") from None
    with naming(path):
        return read_record(text)


class naming:  # noqa: N801  # read as `with naming(path)`
    """A context that adds the name of a file to the message of an `InputError` raised in it.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, InputError):
            error.message = f"{self.path}: {error.message}"


class Recorder:
    """The file to which a match is saved after every move, so that it can be replayed or continued."""

    def __init__(self, path: Path, told: dict[str, Any], older: MatchRecord | None, source: Path | None) -> None:
        """Choose the file of a record; nothing is written yet.

        Args:
            path: The file to write.
            told: The players, the level and the seed, which the record states in addition to the moves.
            older: The record of the earlier part of the match, or None if the match is new.
            source: The file that `older` was read from.

        Raises:
            InputError: If the file exists and is not `source`, because it may be the only record of another match.
        """
        self.path = Path(os.path.realpath(path))
        self.told = told | {
            "date": older.date if older and older.date else datetime.now(UTC).astimezone().date().isoformat()
        }
        self.older = older
        again = source is not None and os.path.realpath(source) == str(self.path)
        if not again and self.path.exists() and (not self.path.is_file() or self.path.stat().st_size):
            hint = f"continue it with --from {path}, or choose another file"
            raise InputError(f"{path} already exists", hint=hint)

    def save(self, match: Match, *, judged: bool = False) -> None:
        """Write the match so far, completely or not at all.

        Args:
            match: The match.
            judged: Whether to add the known result of every position.
        """
        from ..storage import write_whole
        from ..workflows.playing import annotated

        record = match.record(**self.told)
        if self.older is not None:
            record = record.keeping(self.older)
        if judged:
            record = annotated(match, record.names).record(record)
        try:
            write_whole(self.path, [str(record).encode("utf-8")])
        except OSError as error:
            raise cannot_write(self.path, error, "the file contains the earlier moves") from None
