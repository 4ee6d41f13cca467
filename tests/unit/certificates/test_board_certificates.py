"""Boards are certified by their rules, small proofs are found, and the checker accepts them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from tests.pace import spent
from tests.terminal import Terminal
from tests.unit.check.sealed import checked, parts_of

from grundy import read_game
from grundy.certificates import Certificate, nimber_entries, nimbers
from grundy.core import Budget, Game, InputError, LimitReached, Limits
from grundy.workflows.library.solution import solve, solving
from grundy.workflows.proving import certify as certify_boards
from grundy.workflows.proving.certify import certify
from grundy.workflows.proving.searched import certify_search
from grundy.workflows.searching.question import SearchSettings
from grundy_check.games import FAMILIES


def drawn(rng: random.Random) -> str:
    if rng.random() < 0.5:
        rows, columns = rng.randint(1, 4), rng.randint(1, 5)
        return "cram: " + "/".join("".join(rng.choices(".#", [3, 1], k=columns)) for _ in range(rows))
    size = rng.randint(2, 9)
    edges = [f"{v}-{rng.randrange(v)}" for v in range(1, size)]
    return f"node-kayles: {' '.join(edges)}"


def test_options_and_parts_are_those_that_the_checker_finds_by_itself() -> None:
    rng = random.Random(20_261_122)
    for _ in range(150):
        boards = certify_boards.boards_of(read_game(drawn(rng)))
        assert boards is not None
        rule = FAMILIES[boards.rule["family"]](dict(boards.rule))
        position = boards.start
        while options := boards.moves.listed(position):
            shown = [boards.moves.show(option) for option in options]
            assert shown == rule.options(rule.position(boards.moves.show(position)))
            parts = [boards.moves.show(part) for part in boards.moves.parts(position)]
            assert sorted(parts) == sorted(parts_of(rule, boards.moves.show(position)))
            position = rng.choice(options)


@pytest.mark.parametrize("text", ["top-entails: 5 4", "race: 12 @ 1 2 / 2 3"])
def test_a_value_that_no_certificate_has_is_refused_with_what_to_do_instead(text: str, tmp_path: Path) -> None:
    assert checked(certify(read_game(text), proof="strategy"), tmp_path).status == "ACCEPTED"
    with pytest.raises(InputError, match=r"certificates have no values of .* \(a strategy certifies who wins\)"):
        certify(read_game(text), proof="labelling")


def test_a_writer_that_forgets_an_option_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = certify_boards.boards_of

    def forgetful(game: Any) -> Any:
        found = whole(game)
        assert found is not None

        def options(position: Any) -> Iterator[Any]:
            yield from list(found.moves.options(position))[:-1]

        return found._replace(moves=found.moves._replace(options=options), below=None)

    monkeypatch.setattr(certify_boards, "boards_of", forgetful)
    for text in ("cram: 2x4", "chomp: 3x3", "node-kayles: path(6)"):
        assert checked(certify(read_game(text), proof="labelling"), tmp_path).status == "REJECTED"


def test_turned_and_mirrored_parts_are_one_entry_however_large_the_board(tmp_path: Path) -> None:
    texts = [entry[0] for entry in certify(read_game("cram: 4x4"), proof="nimber").entries]
    for text in texts:
        lines = text.split("/")
        turned = ["".join(column) for column in zip(*lines, strict=True)]
        images = [image for some in (lines, turned) for image in (some, some[::-1])]
        assert text == min("/".join(row[::step] for row in image) for image in images for step in (1, -1))
        assert all("." in row for row in lines + turned)
    tall, wide = (certify(read_game(f"cram: {size}"), proof="nimber") for size in ("5x2", "2x5"))
    assert tall.entries == wide.entries
    turned_start = Certificate("nimber", "normal", tall.game, wide.claim, wide.entries)
    assert checked(turned_start, tmp_path).status == "ACCEPTED"


def test_the_same_game_gives_the_same_proof_again() -> None:
    first, second = (certify(read_game("cram: 3x5"), proof="nimber").entries for _ in range(2))
    assert first == second


def test_small_changes_make_a_proof_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    short = sum(map(len, certify(read_game("cram: 3x5"), proof="nimber").lines()))
    monkeypatch.setattr(nimbers, "PATIENCE", 0)
    assert short < 0.8 * sum(map(len, certify(read_game("cram: 3x5"), proof="nimber").lines()))


@pytest.mark.nightly
def test_cram_on_five_by_five_is_proved_in_four_kilobytes_and_checked_in_two_seconds(tmp_path: Path) -> None:
    with solving("cram: 5x5", SearchSettings(want="value")) as (found, run):
        assert run is not None
        certificate = certify_search(run, found)
    assert certificate.claim["value"] == 0
    assert len(b"".join(certificate.lines())) < 4000
    start = process_time()
    assert checked(certificate, tmp_path).status == "ACCEPTED"
    assert spent(start) < 2


def test_search_writes_a_certificate_or_says_why_not(tmp_path: Path, terminal: Terminal) -> None:
    file = str(tmp_path / "a.cert")
    code, out, _ = terminal.run("search", "cram: 3x4", "--json", "--certificate", file)
    assert (code, json.loads(out)["value"]) == (0, solve("cram: 3x4").value)
    assert terminal.run("verify", file)[1].startswith(f"{file}: ACCEPTED")
    code, _, err = terminal.run("search", "cram: 3x4", "--misere", "--certificate", file)
    assert (code, "a strategy is certified, not a value" in err) == (2, True)
    code, out, err = terminal.run("search", "cram: 3x4", "--certificate", str(tmp_path / "no" / "b"))
    assert code == 2
    assert f"Grundy value {solve('cram: 3x4').value}" in out
    assert err.endswith("no/b: no such directory\n")


def test_a_limit_stops_a_certificate_too(tmp_path: Path) -> None:
    with pytest.raises(LimitReached):
        certify(read_game("cram: 4x4"), proof="nimber", budget=Budget(Limits(positions=100)))
    assert not list(tmp_path.iterdir())


def test_a_proof_is_found_however_little_is_known_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(7)
    for patience, work in ((0, 10**6), (20, 50), (50, 10**6)):
        monkeypatch.setattr(nimbers, "PATIENCE", patience)
        monkeypatch.setattr(nimbers, "MOST_WORK", work)
        for _ in range(12):
            game = read_game(drawn(rng))
            whole = certify(game, proof="nimber")
            boards = certify_boards.boards_of(game)
            assert boards is not None
            ruleset = game.summands[0].ruleset
            seen: dict[Any, int] = {}

            def value(part: Any, seen: dict[Any, int] = seen, ruleset: Any = ruleset) -> int:
                seen[part] = solve(Game.of(ruleset, part)).value or 0
                return seen[part]

            entries = nimber_entries(boards.moves, boards.start, value, seen.get)
            again = Certificate("nimber", "normal", whole.game, whole.claim, entries)
            assert checked(again, tmp_path).status == "ACCEPTED"
