"""The least and the largest that a certificate may hold, one by one: a step further is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.unit.check.sealed import AUTOMATON, Data, header, samples, seal, verdict
from tests.unit.check.test_certificate_refusals import with_values

from grundy_check import window
from grundy_check.games import FAMILIES
from grundy_check.values import shorter

SAMPLES = samples()
NIM = {"family": "nim"}


def changed(name: str, game: dict[str, Any] | None = None, **claim: Any) -> Data:
    """A sample of another game, or with a part of its claim changed."""
    head, entries = SAMPLES[name]
    return head | {"claim": head["claim"] | claim, "game": game or head["game"]}, entries


def status(data: Data, folder: Path, **options: Any) -> str:
    return verdict(folder, seal(*data), **options).status


def test_a_board_may_be_one_cell_wide(tmp_path: Path) -> None:
    column = {"family": "cram", "rows": 3, "cols": 1}
    entries = [["#/#/.", 0], ["./#/#", 0], ["././.", 1]]
    assert status((header("labelling", column, {"start": "././.", "value": 1}), entries), tmp_path) == "ACCEPTED"
    row = {"family": "cram", "rows": 1, "cols": 64}
    for length, found in ((64, "ACCEPTED"), (65, "REJECTED")):
        claim = {"start": "#" * length, "value": 0}
        assert status((header("labelling", row, claim), [["#" * length, 0]]), tmp_path) == found


BEYOND: list[dict[str, Any]] = [
    AUTOMATON | {"moves": [[0, 2, 1]]},
    AUTOMATON | {"moves": [[2, 0, 1]]},
    AUTOMATON | {"moves": [[0, 1, 0]]},
    AUTOMATON | {"moves": [[0, 1, 1001]]},
    AUTOMATON | {"states": 0},
    {"family": "subtraction", "set": [0]},
    {"family": "subtraction", "set": [100_001]},
    *({"family": family, "rows": rows, "cols": 2} for family in ("cram", "chomp") for rows in (0, 65)),
    *({"family": family, "rows": 2, "cols": cols} for family in ("cram", "chomp") for cols in (0, 65)),
    {"family": "node-kayles", "n": 2, "edges": [[0, 2]]},
    {"family": "node-kayles", "n": 2, "edges": [[2, 0]]},
    {"family": "node-kayles", "n": 2, "edges": [[0, 1, 1]]},
    {"family": "graph", "arcs": [[1]]},
    *({"family": "take-break", "code": text} for text in ("0." + "7" * 61, "0.g", "0.G", "07", "0", "", "1.7", "0:7")),
]
"""Games of which a number or a text is a step too far."""
WITHIN: list[dict[str, Any]] = [
    AUTOMATON | {"moves": [[0, 1, 1000]], "states": 64},
    {"family": "subtraction", "set": [1, 100_000]},
    *({"family": "take-break", "code": text} for text in ("0." + "7" * 60, "4.", "0.", "8.F", "C.A", "4.09")),
]
"""Games that reach as far as they may."""


@pytest.mark.parametrize("game", BEYOND, ids=str)
def test_a_game_beyond_its_bounds_is_malformed(game: dict[str, Any], tmp_path: Path) -> None:
    assert status((header("labelling", game, {"start": "0", "value": 0}), []), tmp_path) == "MALFORMED"


@pytest.mark.parametrize("game", WITHIN, ids=str)
def test_a_game_within_its_bounds_is_read(game: dict[str, Any], tmp_path: Path) -> None:
    assert status((header("labelling", game, {"start": "0", "value": 0}), [["0", 0]]), tmp_path) == "ACCEPTED"


def test_of_heaps_of_three_parts_all_splits_are_moves() -> None:
    game = FAMILIES["take-break"]({"family": "take-break", "code": "0.8"})
    assert game.options("7") == ["1+1+4", "1+2+3", "2+2+2"]
    assert game.options("3") == []
    whole = FAMILIES["take-break"]({"family": "take-break", "code": "4.F"})
    assert whole.options("4") == ["1+1+1", "1+2", "1+3", "2+2", "3"]


def test_parts_of_a_period_are_one_to_four(tmp_path: Path) -> None:
    for parts, found in ((0, "MALFORMED"), (1, "REJECTED"), (2, "ACCEPTED"), (4, "REJECTED"), (5, "MALFORMED")):
        assert status(changed("0.77 period", parts=parts), tmp_path) == found
    single = header("period", {"family": "subtraction", "set": [1]}, {"n0": 0, "p": 2, "parts": 1, "take": 1})
    assert status(with_values((single, []), 4), tmp_path) == "ACCEPTED"


def test_a_window_of_too_many_values_is_described_by_their_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, entries = SAMPLES["automaton"]
    count = 2 * (head["claim"]["n0"] + head["claim"]["p"] + 3)
    monkeypatch.setattr(window, "MOST", count)
    assert status((head, entries), tmp_path) == "ACCEPTED"
    monkeypatch.setattr(window, "MOST", count - 1)
    found = verdict(tmp_path, seal(head, entries))
    assert (found.status, found.reason) == ("LIMIT", f"{count} are more than {count - 1}")


def test_time_is_looked_at_in_a_window(tmp_path: Path) -> None:
    found = verdict(tmp_path, seal(*changed("take window", n0=10**7)), seconds=0.05)
    assert found.reason == "the 0.05-second limit was reached"


def test_an_automaton_without_moves_has_only_zeros(tmp_path: Path) -> None:
    claim = header("repeat", AUTOMATON | {"moves": []}, {"via": "window", "n0": 0, "p": 1, "window": 1})
    assert status(with_values((claim, []), 1), tmp_path) == "ACCEPTED"


def test_the_periods_to_be_excluded_are_those_by_one_prime() -> None:
    assert [shorter(p) for p in (1, 2, 7, 12, 25, 30)] == [[], [1], [1], [4, 6], [5], [6, 10, 15]]
    assert shorter(11_770_282) == [2, 5_885_141]
