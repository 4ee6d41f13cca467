"""Proofs that compiled search tells part by part: accepted, refused when changed, of the value that others find."""

from __future__ import annotations

import random
from math import comb
from pathlib import Path

import pytest
from tests.unit.check.sealed import checked

from grundy import read_game
from grundy.certificates import Certificate
from grundy.core import Budget, LimitReached, Limits
from grundy.search import ProvedParts
from grundy.workflows.library.solution import solve, solving
from grundy.workflows.proving import searched
from grundy.workflows.proving.certify import boards_of, certify
from grundy.workflows.proving.searched import certify_search
from grundy.workflows.searching.question import SearchSettings


def certified(text: str) -> Certificate:
    with solving(text, SearchSettings(want="value", method="proof-numbers")) as (found, run):
        assert run is not None
        return certify_search(run, found)


def drawn(rng: random.Random) -> str:
    """A random board, with holes that cut it into parts."""
    rows, columns = rng.randint(1, 4), rng.randint(1, 6)
    return "cram: " + "/".join("".join(rng.choices(".#", [4, 1], k=columns)) for _ in range(rows))


@pytest.mark.nightly
def test_compiled_proofs_of_random_boards_are_accepted_and_claim_the_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searched, "SHORTENED", 0)
    rng = random.Random(20_261_126)
    for text in [*(drawn(rng) for _ in range(5)), "cram: 2x3; 3x2; 2x1", "cram: 1x9", "cram: 5x4"]:
        certificate = certified(text)
        assert certificate.claim["value"] == solve(text).value
        assert checked(certificate, tmp_path).status == "ACCEPTED"


@pytest.mark.nightly
def test_a_compiled_proof_has_the_parts_of_a_plain_one_or_few_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searched, "SHORTENED", 0)
    for text in ("cram: 3x5", "cram: 4x4"):
        plain, compiled = certify(read_game(text), proof="nimber"), certified(text)
        assert compiled.game == plain.game
        assert len(compiled.entries) < 2 * len(plain.entries)
        assert [*compiled.lines()] == [*certified(text).lines()]


def test_compiled_proofs_of_node_kayles_are_accepted_and_claim_the_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searched, "SHORTENED", 0)
    rng = random.Random(20_261_128)
    for text in ["grid(3x5)", "grid(5x3)", "path(9) @ 0 1 2 4 5", "a-b b-c c-a lone"]:
        certificate = certified(f"node-kayles: {text}")
        assert certificate.claim["value"] == solve(f"node-kayles: {text}").value
        assert checked(certificate, tmp_path).status == "ACCEPTED"
    for _ in range(3):
        size = rng.randint(2, 11)
        edges = " ".join(f"{v}-{rng.randrange(v)}" for v in range(1, size))
        text = f"node-kayles: {edges} {rng.randrange(1, size)}-0"
        certificate = certified(text)
        assert certificate.claim["value"] == solve(text).value
        assert checked(certificate, tmp_path).status == "ACCEPTED"


@pytest.mark.nightly
def test_large_node_kayles_is_proved_compiled_within_seconds(tmp_path: Path) -> None:
    certificate = certified("node-kayles: grid(6x6)")
    assert (certificate.kind, certificate.claim["value"]) == ("nimber", 0)
    assert len(certificate.entries) < 1500
    assert checked(certificate, tmp_path).status == "ACCEPTED"


def test_a_large_bar_of_chomp_is_certified_by_all_its_positions(tmp_path: Path) -> None:
    certificate = certified("chomp: 4x7")
    assert (certificate.kind, len(certificate.entries)) == ("labelling", comb(11, 4) - 1)
    assert certificate.claim["value"] == solve("chomp: 4x7").value
    assert checked(certificate, tmp_path).status == "ACCEPTED"


@pytest.mark.nightly
def test_a_changed_value_hint_or_order_of_a_compiled_proof_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searched, "SHORTENED", 0)
    good, rng = certified("cram: 4x5"), random.Random(20_261_127)
    for _ in range(25):
        entries = [[part, value, [*hints]] for part, value, hints in good.entries]
        at = rng.randrange(len(entries))
        match rng.randrange(4):
            case 0:
                entries[at][1] += rng.choice([1, 2])
            case 1:
                entries.insert(0, entries.pop())
            case 2:
                entries[at][2].append(-1)
            case _:
                del entries[at][2][-1]
        forged = Certificate(good.kind, good.play, good.game, good.claim, entries)
        assert checked(forged, tmp_path).status == "REJECTED"


def test_a_limit_ends_a_compiled_proof() -> None:
    boards = boards_of(read_game("cram: 5x6"))
    assert boards is not None
    words = boards.words()
    assert words is not None
    parts = [*boards.moves.parts(boards.start)]
    with pytest.raises(LimitReached):
        ProvedParts("cram", words, Budget(Limits(positions=100))).value(parts)


@pytest.mark.parametrize("text", ["cram: 16x16", "node-kayles: grid(16x16)"])
def test_a_board_of_more_than_252_cells_has_no_words(text: str) -> None:
    boards = boards_of(read_game(text))
    assert boards is not None
    assert boards.words() is None


def test_a_board_has_the_same_proof_in_one_word_and_in_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searched, "SHORTENED", 0)
    small, board = certified("cram: 3x5"), "/".join(["." * 5 + "#" * 6] * 3 + ["#" * 11] * 17)
    for text in (board, "/".join(map("".join, zip(*board.split("/"), strict=True)))):
        wide = certified(f"cram: {text}")
        assert wide.claim["value"] == small.claim["value"]
        assert len(wide.entries) == len(small.entries)
        assert checked(wide, tmp_path).status == "ACCEPTED"
    for text, value in (("cram: 2x33", 1), ("node-kayles: path(70)", 1)):
        wide = certified(text)
        assert wide.claim["value"] == value == solve(text).value
        assert checked(wide, tmp_path).status == "ACCEPTED"


@pytest.mark.nightly
def test_a_large_board_is_proved_compiled_within_seconds(tmp_path: Path) -> None:
    certificate = certified("cram: 4x8")
    assert certificate.claim["value"] == 0
    assert checked(certificate, tmp_path).status == "ACCEPTED"
