"""Whatever call fails, a command ends with a typed error and loses nothing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.cases import first_seed
from tests.promises.storage.failing_calls import BAD, HARNESSES, allocations, cases, failures

COMMANDS = [*cases()]
WRITES = next(i for i, case in enumerate(COMMANDS) if case.words[-2:] == ("--out", "out.txt"))
NIGHTS = 20
"""The number of nights in which every command has its turn, because all of them take half an hour."""
KEEPS = next(i for i, case in enumerate(COMMANDS) if case.words[0] == "play")


def test_there_are_about_a_hundred_commands() -> None:
    assert len(COMMANDS) >= 98


def test_a_file_is_written_and_a_match_is_kept_whatever_call_fails() -> None:
    for number in (WRITES, KEEPS):
        counts = failures(number, ("write", "sync"))
        assert counts["good"] == counts["failures"] >= 4, counts


def test_a_command_without_memory_for_one_value_ends_in_a_limit() -> None:
    counts = allocations(WRITES)
    assert not [name for name in BAD if counts[name]], counts


@pytest.mark.nightly
@pytest.mark.parametrize("kind", HARNESSES)
def test_the_commands_of_the_night_end_well_whatever_fails(kind: str) -> None:
    task = HARNESSES[kind].task
    tonight = range(first_seed() % NIGHTS, len(COMMANDS), NIGHTS)
    found = [(COMMANDS[number].words, counts) for number in tonight if (counts := task(number))]
    assert not [(words, counts) for words, counts in found if any(counts[name] for name in BAD)]


def test_a_file_that_is_written_in_place_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(target: Path, pieces: Iterable[bytes]) -> None:
        with target.open("wb", buffering=0) as file:
            for piece in pieces:
                file.write(piece[: len(piece) // 2])
                file.write(piece[len(piece) // 2 :])

    monkeypatch.setattr("grundy.storage.write_whole", plain)
    assert failures(WRITES, ("write",))["lost"] > 0


def test_an_error_that_is_not_typed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def bare(_where: object, error: OSError, _kept: str = "") -> Exception:
        return ValueError(str(error))

    monkeypatch.setattr("grundy.operations.context.cannot_write", bare)
    assert failures(WRITES, ("sync",))["untyped"] > 0
