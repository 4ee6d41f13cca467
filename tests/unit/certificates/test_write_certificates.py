"""What grundy writes down is what it found, and the checker accepts it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.terminal import Terminal
from tests.unit.check.sealed import checked

from grundy import read_game
from grundy.certificates import Certificate, labelling_entries
from grundy.core import Budget, InputError, LimitReached, Limits, Outcome
from grundy.notation import read_ruleset
from grundy.workflows.computing.period import find_period
from grundy.workflows.library.solution import solve
from grundy.workflows.proving.certify import Proof, boards_of, certify
from grundy.workflows.proving.periods import certify_period
from grundy_check import check

GAMES = [
    "nim: 3 5 7",
    "nim: 0",
    "nim: 1 1",
    "kayles: 5 6",
    "4.07: 6 2",
    "0.8: 7",
    "take {2, 3, 7}: 9 8",
    "take 1..3 or split: 6",
    "wythoff: 3 4",
    "grundy: 9 5",
    "maze: ..#./...@",
    "graph: 2>1 3>2 4>1 4>2 @ 4 3",
    "bash(min=2, max=5, end=rest-loses): 12",
    "kayles: 4 + wythoff: 1 2 + nim: 2",
    "staircase: 0 1 2",
    "node-kayles: petersen @ 0 1 2 ; 5 7",
    "node-kayles: path(4) @ 0 1 2 ; 1 2",
]

BOARDS = [
    "cram: 3x4",
    "cram: ..#./..../#...",
    "cram: #",
    "cram: 2x3; 3x2; 2x1",
    "chomp: 3x4",
    "chomp: 4,2,1",
    "chomp: 1x1",
    "node-kayles: grid(3x3)",
    "node-kayles: a-b b-c c-d b-e lone",
    "node-kayles: path(7) @ 0 1 3 4 6",
    "node-kayles: path(9) @ 0 1 2 ; 4 5 ; 8",
]
WITHOUT_VALUES = [
    *(f"top-entails: {a} {b}" for a in range(6) for b in range(a + 1)),
    "top-entails: 8 5 0",
    "top-entails: 6! 2",
    "nimstring: 1x2",
    "nimstring: -./||./-. !",
    "dots-and-boxes: 1x2",
    "tic-tac-toe: X.O/.X./..O",
    "tic-tac-toe: XO./.X./...",
    "race: 12 @ 1 2 / 2 3",
    "race: 9 @ 3 / 1 4",
]


@pytest.mark.parametrize("misere", [False, True], ids=["normal", "misere"])
@pytest.mark.parametrize("text", [*GAMES, *BOARDS, *WITHOUT_VALUES])
def test_the_strategy_of_a_solved_game_is_accepted_with_its_outcome(text: str, misere: bool, tmp_path: Path) -> None:
    certificate = certify(read_game(text), misere=misere)
    assert checked(certificate, tmp_path).status == "ACCEPTED"
    outcome = solve(text, misere=misere).outcome
    assert outcome is not None
    assert certificate.claim["outcome"] == outcome.value


@pytest.mark.parametrize("proof", ["labelling", "nimber"])
@pytest.mark.parametrize("text", [text for text in (*GAMES, *BOARDS) if "rest-loses" not in text])
def test_the_value_of_a_solved_game_is_accepted(text: str, proof: Proof, tmp_path: Path) -> None:
    certificate = certify(read_game(text), proof=proof)
    assert checked(certificate, tmp_path).status == "ACCEPTED"
    assert certificate.claim["value"] == solve(text).value
    assert text not in BOARDS or certificate.game["family"] == text.partition(":")[0]


def test_a_nimber_proof_needs_fewer_positions_than_a_labelling() -> None:
    game = read_game("kayles: 9 8")
    assert len(certify(game, proof="nimber").entries) < len(certify(game, proof="labelling").entries) // 5


def test_only_the_winners_replies_are_listed() -> None:
    game = read_game("nim: 8 9 11")
    assert solve("nim: 8 9 11").outcome is Outcome.N
    assert len(certify(game).entries) < len(certify(game, proof="labelling").entries) // 5


@pytest.mark.parametrize(
    "name", ["kayles", "0.07", "4.0", "take {1, 3, 4}", "take 2..5", "0.F", "0.3", "0.0", "dawsons-chess"]
)
def test_a_proved_period_is_accepted(name: str, tmp_path: Path) -> None:
    ruleset = read_ruleset(name)
    found = find_period(ruleset, 20_000)
    assert found is not None
    certificate = certify_period(ruleset, found)
    assert checked(certificate, tmp_path).status == "ACCEPTED"
    assert (certificate.claim["n0"], certificate.claim["p"]) == (found.preperiod, found.period)


def test_what_is_not_proved_gets_no_certificate() -> None:
    for name in ("grundy", "divisors", "nim"):
        ruleset = read_ruleset(name)
        with pytest.raises(InputError, match="certificate"):
            certify_period(ruleset, find_period(ruleset, 500))
    with pytest.raises(InputError, match="in misère play a strategy is certified"):
        certify(read_game("nim: 3"), misere=True, proof="nimber")


def test_values_with_entailing_moves_or_two_sides_are_refused_in_words() -> None:
    for text in ("top-entails: 3", "tic-tac-toe: X.O/.X./..O"):
        for proof in ("labelling", "nimber"):
            with pytest.raises(InputError, match="certificates have no values of") as told:
                certify(read_game(text), proof=proof)
            assert told.value.hint == "a strategy certifies who wins"


LOOPS = {
    "graph: a>b b>a @ a": ("D", "inf{}"),
    "graph: a>b b>c c>a c>d @ b": ("P", "0"),
    "graph: 0>1 1>0 0>2 2>3 @ 0": ("D", "inf{1}"),
    "graph: 0>1 1>0 0>2 2>3 @ 0 + nim: 1": ("N", "inf{0}"),
    "graph: a>b b>a a>c @ a": ("N", "1"),
}


@pytest.mark.parametrize("text", LOOPS)
def test_outcomes_and_loopy_values_of_games_that_loop_are_certified(text: str, tmp_path: Path) -> None:
    outcome, value = LOOPS[text]
    found = checked(certify(read_game(text)), tmp_path)
    assert (found.status, certify(read_game(text)).claim["outcome"]) == ("ACCEPTED", outcome)
    labelled = certify(read_game(text), proof="labelling")
    found = checked(labelled, tmp_path)
    assert (found.status, found.claim.rpartition(" is ")[2]) == ("ACCEPTED", value)
    claim = labelled.claim
    assert claim.get("outcome", str(Outcome.of_value(claim.get("value", 0)))) == outcome
    assert ("outcome" in claim) == ("value" not in claim)
    with pytest.raises(InputError, match="has no Grundy value") as told:
        certify(read_game(text), proof="nimber")
    assert told.value.hint == "a strategy certifies who wins, a labelling the loopy value"


def test_a_refused_certificate_leaves_no_file(tmp_path: Path, terminal: Terminal) -> None:
    file = tmp_path / "some.cert"
    for words in (("solve", "top-entails: 2"), ("solve", "tic-tac-toe: X.O/.X./..O")):
        code, out, err = terminal.run(*words, "--proof", "nimber", "--certificate", str(file))
        assert (code, file.exists()) == (2, False)
        assert out
        assert err.startswith("grundy: no certificate was written: certificates have no values of ")


def test_what_has_no_grundy_value_gets_no_certificate_of_one() -> None:
    for text in ("selective: nim: 3 & nim: 2", "side: nim: 3 & nim: 2", "conjunctive: nim: 2 & nim: 1"):
        assert certify(read_game(text)).claim["outcome"] == "N"
        for proof in ("labelling", "nimber"):
            with pytest.raises(InputError, match="has no Grundy value"):
                certify(read_game(text), proof=proof)


@pytest.mark.parametrize("text", ["nim: 1 2 3", "wythoff: 1 2", "cram: 2x3", "kayles: 4 + wythoff: 1 2"])
def test_a_certificate_that_would_claim_anything_but_the_answer_is_refused(text: str) -> None:
    true = solve(text)
    wrong = true._replace(outcome=Outcome.P if true.outcome is Outcome.N else Outcome.N)
    with pytest.raises(InputError, match=f"would claim {true.outcome}, but the answer is {wrong.outcome}"):
        certify(read_game(text), answer=wrong)
    assert true.value is not None
    with pytest.raises(InputError, match="would claim"):
        certify(read_game(text), proof="nimber", answer=true._replace(value=true.value + 1))
    assert certify(read_game(text), answer=true).claim == certify(read_game(text)).claim


def test_games_that_are_large_are_refused() -> None:
    with pytest.raises(LimitReached):
        certify(read_game("nim: 1000000"))
    with pytest.raises(LimitReached):
        certify(read_game("wythoff: 40 50 + wythoff: 30 30"), budget=Budget(Limits(positions=1000)))


def test_the_commands_write_and_verify(tmp_path: Path, terminal: Terminal) -> None:
    for name, words in [("a.cert", ("solve", "nim: 3 5 7", "--proof", "nimber")), ("b.cert.gz", ("period", "kayles"))]:
        file = str(tmp_path / name)
        code, *said = terminal.run(*words, "--certificate", file)
        assert code == 0, said
        assert terminal.run("verify", file)[1].startswith(f"{file}: ACCEPTED")
        code, out, _ = terminal.run("verify", "--json", file)
        assert (code, json.loads(out)["verdict"]) == (0, "accepted")
    bad = tmp_path / "bad"
    bad.write_bytes((tmp_path / "a.cert").read_bytes().replace(b'"value":1', b'"value":2'))
    assert terminal.run("verify", str(bad))[0] == 5
    assert terminal.run("verify", str(tmp_path / "missing"))[0] == 2


class Made:
    """Entries that are made one by one and note how many were."""

    def __init__(self, count: int, fails: int = -1) -> None:
        self.count, self.fails, self.made = count, fails, 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[list[object]]:
        for heap in range(self.count):
            if heap == self.fails:
                raise KeyboardInterrupt
            self.made += 1
            yield [str(heap), heap]


def of_nim(entries: Made) -> Certificate:
    return Certificate("labelling", "normal", {"family": "nim"}, {"start": "599", "value": 599}, entries)


def test_entries_are_written_as_they_are_made_plain_or_compressed_with_progress(tmp_path: Path) -> None:
    told: list[str] = []
    plain, packed = tmp_path / "nim.cert", tmp_path / "nim.cert.gz"
    assert of_nim(Made(600)).write(plain, told.append) == plain.stat().st_size
    assert told == [f"certificate: {n} of 600 entries written" for n in (0, 256, 512)]
    assert of_nim(Made(600)).write(packed) == packed.stat().st_size
    assert packed.read_bytes() == gzip.compress(plain.read_bytes(), mtime=0)
    assert check(str(packed)).status == check(str(plain)).status == "ACCEPTED"
    lines = of_nim(entries := Made(600)).lines()
    assert len([next(lines) for _ in range(3)]) == 3
    assert entries.made == 2


def test_an_interrupt_while_entries_are_made_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "nim.cert.gz"
    path.write_text("before")
    with pytest.raises(KeyboardInterrupt):
        of_nim(Made(600, fails=300)).write(path)
    assert [file.name for file in tmp_path.iterdir()] == ["nim.cert.gz"]
    assert path.read_text() == "before"


@pytest.mark.parametrize("text", ["chomp: 3x4", "chomp: 4,4,2", "chomp: 3,1,1"])
def test_a_labelling_of_a_bar_lists_every_bar_within_it_after_its_options(text: str, tmp_path: Path) -> None:
    game = read_game(text)
    certificate = certify(game, proof="labelling")
    arena = boards_of(game)
    assert arena is not None
    assert sorted(certificate.entries) == sorted(labelling_entries(arena.moves, arena.start))
    assert len(certificate.entries) == len([*certificate.entries])
    assert checked(certificate, tmp_path).status == "ACCEPTED"
