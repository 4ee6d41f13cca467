"""Records of matches as files: read with the name of the file in every error, written whole after every move."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core import InputError, cannot_read, cannot_write

if TYPE_CHECKING:
    from ..workflows.playing.match import Match
    from ..workflows.playing.match_record import MatchRecord

MOST_BYTES = 4 << 20

trust_option = click.option(
    "--trust", is_flag=True, help="Allow a record that names a file on this machine, such as rules.py:MyGame."
)


def record_in(path: Path) -> MatchRecord:
    """Read the record in a file; raises `InputError` that names file and line."""
    from ..workflows.playing.match_record import read_record

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


class naming:  # noqa: N801  # reads as a word in `with naming(path)`
    """Put the name of a file in front of the message of an `InputError`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> None:
        """Watch what follows."""

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        """Name the file."""
        if isinstance(error, InputError):
            error.message = f"{self.path}: {error.message}"


class Recorder:
    """Writes a match into a file whenever it is told that the match has changed."""

    def __init__(self, path: Path, told: dict[str, Any], older: MatchRecord | None, source: Path | None) -> None:
        """Write to `path`; `told` are fields of the record, `older` is the record (of `source`) that is continued.

        Raises `InputError` where another file stands there: it may be the only record of another match.
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
        """Write the match so far, whole or not at all; `judged` adds what is known of every position."""
        from ..storage import write_whole
        from ..workflows.playing.annotated import annotated

        record = match.record(**self.told)
        if self.older is not None:
            record = record.keeping(self.older)
        if judged:
            record = annotated(match, record.names).record(record)
        try:
            write_whole(self.path, [str(record).encode("utf-8")])
        except OSError as error:
            raise cannot_write(self.path, error, "the file contains the earlier moves") from None
