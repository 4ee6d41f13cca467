"""An atlas is found by words and numbers, and a fact that is not so is told wrong, whatever stands in its manifest."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from grundy import Limits
from grundy.core import Budget, CorruptStore, InputError, NotationError, StoreMismatch
from grundy.notation import read_game
from grundy.workflows.persistence import facts, facts_on
from grundy_atlas import Atlas, found_again

KEPT = Path(__file__).parents[2] / "data" / "0.1.0" / "atlas"
Fields = dict[str, Any]


def changed(folder: Path, name: str, change: Callable[[Fields], object]) -> Atlas:
    """Return the kept atlas with one fact changed."""
    copytree(KEPT, folder)
    path = folder / "manifest.jsonl"
    head, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line["id"] == name:
            change(line)
    path.write_text("".join(json.dumps(line) + "\n" for line in (head, *lines)), encoding="utf-8")
    return Atlas(folder)


def test_facts_are_found_by_words_games_values_and_terms() -> None:
    atlas = Atlas(KEPT)
    assert [fact.id for fact in atlas.find("misere", "order")] == ["quotient"]
    assert [fact.id for fact in atlas.find(game="kayles")] == ["values"]
    assert [fact.id for fact in atlas.find(game="nim: 3 5")] == ["value"]
    assert [fact.id for fact in atlas.find(game="nim")] == ["value", "outcome", "moves"]
    assert [fact.id for fact in atlas.find(game="arc-kayles: star(b,c)")] == ["star"]
    assert [fact.id for fact in atlas.find(value="P")] == ["outcome"]
    assert [fact.id for fact in atlas.find(terms=[1, 4, 3, 2])] == ["values"]
    assert [fact.id for fact in atlas.find("A002187")] == ["period"]
    assert atlas.find(kind="value", value=7) == []


def test_a_fact_shows_its_evidence_and_its_first_publication() -> None:
    assert Atlas(KEPT).fact("period").explain().splitlines() == [
        "period: 0.07 has period 34 from heap 53 on",
        "  data: kind period, ruleset 0.07, preperiod 53, period 34, saltus 0",
        "  command: grundy period 0.07",
        "  computed: 0.003 s on any, 2026-11-26, grundy 0.1.0",
        "  evidence: second method: the definition",
        "  first: known to all (from memory, not checked)",
        "  OEIS: A002187",
        "  terms: 0 0 1 1 2 0 3",
    ]
    assert Atlas(KEPT).fact("quoted").proof == "quoted, not computed here"


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("value", {"value": 7}, "found {'value': 6}"),
        ("moves", {"moves": ["take 2"]}, "found {'moves': ['take 1']}"),
        ("values", {"from": 1, "values": [1, 2, 3, 4]}, "found {'values': [1, 2, 3, 1]}"),
        ("outcomes", {"outcomes": "NPPNP"}, "found {'outcomes': 'NPPNN'}"),
        ("period", {"period": 68}, "found {'period': 34}"),
        ("quotient", {"order": 6}, "found {'order': 20}"),
        ("claim", {"verdict": "refuted"}, "found {'verdict': 'proved'}"),
        ("value", {"game": "nim: x"}, "expected a heap size, found 'x'"),
        ("value", {"game": 3}, "expected a game in notation or a Game, found 3"),
    ],
)
def test_a_forged_fact_is_wrong(tmp_path: Path, name: str, data: Fields, told: str) -> None:
    atlas = changed(tmp_path / "atlas", name, lambda line: line["data"].update(data))
    report = atlas.verify([name])
    assert (report.counts["wrong"], report.checks[0].id) == (1, name)
    assert told in report.checks[0].reason


def test_a_certificate_of_another_claim_or_with_another_checksum_is_wrong(tmp_path: Path) -> None:
    other = changed(tmp_path / "claim", "outcome", lambda line: line["data"].update(outcome="N"))
    assert other.verify(["outcome"]).checks[0].reason == (
        "its certificate claims {'outcome': 'P'}, not {'start': '1+2+3', 'outcome': 'N'}"
    )
    game = changed(tmp_path / "game", "outcome", lambda line: line["data"].update(game="kayles: 1 2 3"))
    assert game.verify(["outcome"]).checks[0].reason == "its certificate is about another game: {'family': 'nim'}"
    damaged = changed(tmp_path / "file", "value", lambda _: None)
    (tmp_path / "file" / "nim.cert.gz").write_bytes(b"")
    assert damaged.verify(["outcome"]).checks[0].reason == "nim.cert.gz: the checksum differs"
    gone = changed(tmp_path / "gone", "value", lambda _: None)
    (tmp_path / "gone" / "nim.cert.gz").unlink()
    assert gone.verify(["outcome"]).checks[0].reason == "cannot read nim.cert.gz: no such file"


def test_a_limit_is_reported_and_is_neither_right_nor_wrong() -> None:
    report = Atlas(KEPT).verify(["value", "moves"], limits=Limits(seconds=0))
    assert report.counts == {"right": 0, "wrong": 0, "limit": 2, "quoted": 0}
    assert report.checks[0].reason == "the 0-second limit for all facts was reached"
    assert Atlas(KEPT).verify(["quoted"]).checks[0].result == "quoted"


def test_a_sample_is_drawn_again_by_its_seed() -> None:
    atlas = Atlas(KEPT)
    none = Limits(seconds=0)
    drawn = [[check.id for check in atlas.verify(sample=3, seed=seed, limits=none).checks] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert "quoted" not in [check.id for check in atlas.verify(sample=99, limits=none).checks]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", CorruptStore, "line 1: expected JSON: Expecting value at line 1, column 1"),
        ("[]\n", CorruptStore, "line 1: expected an object"),
        ("{}\n", StoreMismatch, "expected the format 'grundy atlas 1'"),
        ('{"format":"grundy atlas","version":1}\n{"id":3}\n', CorruptStore, "line 2: expected a field 'id', a text"),
        (
            '{"format":"grundy atlas","version":1}\n{"id":"a"}\n',
            CorruptStore,
            "line 2: expected a field 'claim', a text",
        ),
    ],
)
def test_an_invalid_manifest_is_refused_at_its_line(
    tmp_path: Path, text: str, error: type[Exception], message: str
) -> None:
    (tmp_path / "manifest.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(error) as refused:
        len(Atlas(tmp_path))
    assert str(refused.value) == f"{tmp_path / 'manifest.jsonl'}: {message}"


def test_files_outside_the_folder_are_refused(tmp_path: Path) -> None:
    atlas = changed(tmp_path / "atlas", "outcome", lambda line: line.update(evidence={"certificate": "../x"}))
    with pytest.raises(CorruptStore, match="line 3: expected names of files next to the manifest"):
        len(atlas)


def test_one_fact_is_in_one_manifest_only(tmp_path: Path) -> None:
    for name in "ab":
        copytree(KEPT, tmp_path / name)
    with pytest.raises(CorruptStore, match="line 2: value is also in"):
        len(Atlas(tmp_path))


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*nowhere: no such directory"):
        len(Atlas(tmp_path / "nowhere"))
    with pytest.raises(InputError, match=r"expected a file manifest\.jsonl in it or in one of its folders, found none"):
        len(Atlas(tmp_path))
    with pytest.raises(
        InputError, match=r"expected the identifier of a fact, found 'val' \(did you mean value, values\?\)"
    ):
        Atlas(KEPT).fact("val")
    with pytest.raises(NotationError, match="expected the name of a ruleset, found 'nimm'"):
        Atlas(KEPT).find(game="nimm: 3")
    with pytest.raises(InputError, match="expected the size of a sample, a whole number from 1 on, found 0"):
        Atlas(KEPT).verify(sample=0)


def test_how_far_a_code_was_looked_at_without_a_period_is_looked_at_again() -> None:
    assert found_again({"kind": "open", "ruleset": "0.07", "to": 100}, Budget()) == {"to": 100}
    assert found_again({"kind": "open", "ruleset": "0.07", "to": 200}, Budget()) == {"to": 53}  # a period from there on
    assert found_again({"kind": "open", "ruleset": "0.007", "to": 900}, Budget()) == {"to": 900}
    with pytest.raises(InputError, match=r"expected a code, found 'take 1\.\.2'"):
        found_again({"kind": "open", "ruleset": "take 1..2", "to": 9}, Budget())


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("cram: 3x3", {"published/cram-3xn": 0, "board/cram-3xn": 0}),
        ("cram: 9x3", {"published/cram-3xn": 1}),
        ("cram: 3x21", {"board/cram-3x21": 1, "published/cram-3x21": "N"}),
        ("node-kayles: grid(99x4)", {"theorems/node-kayles-4xn": 0}),
        ("node-kayles: cylinder(3x9)", {"theorems/node-kayles-cylinder-3xn": 1}),
        ("node-kayles: cylinder(9x3)", {}),
        ("cram: 3x3 + cram: 3x3", {}),
        ("cram: 30x31", {}),
    ],
)
def test_facts_state_results_of_single_boards_and_of_their_mirror_images(game: str, expected: dict[str, int]) -> None:
    assert {fact.id: result for fact, result in facts_on(read_game(game))} == expected


def test_a_misere_result_is_stated_only_of_misere_play() -> None:
    assert [result for _, result in facts_on(read_game("cram: 3x11"), misere=True)] == ["P"]
    assert "P" not in [result for _, result in facts_on(read_game("cram: 3x11"))]


def test_a_board_and_a_size_find_the_facts_that_state_its_result() -> None:
    assert [fact.id for fact in Atlas().find("node-kayles 3x17")] == ["board/node-kayles-3xn-from-11"]
    assert [fact.id for fact in Atlas().find("cram", "3x21")] == ["board/cram-3x21", "published/cram-3x21"]
    assert "theorems/kings-4xn" in [fact.id for fact in Atlas().find(game="kings: 5x4")]


def test_a_distribution_whose_facts_cannot_be_read_is_left_out_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "manifest.jsonl").write_text('"nim', encoding="ascii")
    monkeypatch.setattr(facts, "installed_plugins", lambda _: {"bad": None, "good": None})
    monkeypatch.setattr(facts, "_folder_of", lambda name, _: tmp_path if name == "bad" else KEPT)
    with pytest.warns(UserWarning, match=r"manifest\.jsonl: line 1: expected JSON.*; the facts of bad are left out"):
        found = facts.facts_about({"nim"})
    assert [fact.id for fact in found] == ["value", "outcome", "moves"]


def test_facts_are_left_out_with_a_warning_if_the_installed_distributions_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_: str) -> None:
        raise OSError("too many open files")

    monkeypatch.setattr(facts, "installed_plugins", fail)
    with pytest.warns(UserWarning, match="cannot be read: too many open files; their facts are left out"):
        assert facts.facts_about({"nim"}) == []
