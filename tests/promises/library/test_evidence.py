"""Certificates, stores, deep searches and quotients, as they are called from the top level."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy.core import StoreMismatch


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("nim: 3 5 7", {}),
        ("nim: 3 5 7", {"misere": True}),
        ("cram: 2x3 + kayles: 5", {"proof": "nimber"}),
        ("wythoff: 3 5", {"proof": "labelling"}),
        (grundy.game("kayles"), {}),
        (grundy.game("take {1, 3, 4}"), {}),
    ],
)
def test_what_is_certified_is_accepted_by_the_checker_from_memory_and_from_a_file(
    question: Any, asked: dict[str, Any], tmp_path: Path
) -> None:
    made = grundy.certify(question, **asked)
    told = grundy.check_certificate(made)
    assert told.status == "ACCEPTED"
    for name in ("some.cert", "some.cert.gz"):
        size = made.write(tmp_path / name)
        assert size == (tmp_path / name).stat().st_size
        assert grundy.check_certificate(tmp_path / name) == told
    assert gzip.decompress((tmp_path / "some.cert.gz").read_bytes()) == (tmp_path / "some.cert").read_bytes()


def test_a_forged_certificate_is_rejected_and_a_file_that_is_none_malformed(tmp_path: Path) -> None:
    made = grundy.certify("nim: 1 2 3")
    forged = grundy.Certificate(made.kind, made.play, made.game, {"start": "1+2", "outcome": "P"}, made.entries)
    assert grundy.check_certificate(forged).status == "REJECTED"
    (tmp_path / "text").write_text("P\n", encoding="ascii")
    assert grundy.check_certificate(tmp_path / "text").status == "MALFORMED"
    assert grundy.check_certificate(made, limits=grundy.Limits(positions=2)).status == "LIMIT"


@pytest.mark.parametrize(
    ("question", "asked", "said"),
    [
        (7, {}, "expected a game in notation or a Game, found 7"),
        ("nim: 3", {"proof": "faith"}, "expected one of strategy, labelling, nimber, found 'faith'"),
        ("nim: 3", {"proof": "nimber", "misere": True}, "in misère play a strategy"),
        (grundy.game("kayles"), {"misere": True}, "a ruleset has certificates of its period in normal play only"),
        (grundy.rule(lambda n: [n - 1] if n else []), {}, "a certificate needs a proved period"),
    ],
)
def test_what_cannot_be_certified_is_refused(question: Any, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(grundy.GrundyError) as error:
        grundy.certify(question, **asked)
    assert str(error.value).startswith(said)


def test_a_certificate_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(grundy.InputError, match="cannot write"):
        grundy.certify("nim: 1").write(tmp_path / "no folder" / "a.cert")
    assert [*tmp_path.iterdir()] == []


def test_values_in_a_store_are_continued_correctly(tmp_path: Path) -> None:
    rules, place = grundy.game("0.77"), tmp_path / "run"
    first = rules.values(2000, store=place)
    more = rules.values(5000, store=str(place))
    assert (first, more) == (rules.values(2000), rules.values(5000))
    assert rules.values(100, store=place) == rules.values(100)
    store = grundy.ValueStore(place)
    assert store.verify().values == 5001
    assert store.values() == more
    copied = store.copy(tmp_path / "copy")
    assert (copied.path, copied.values()) == (tmp_path / "copy", more)
    with pytest.raises(StoreMismatch, match=r"0\.77"):
        grundy.game("take {1, 3}").values(10, store=place)
    with pytest.raises(grundy.InputError, match="stores contain values of normal play"):
        rules.values(10, misere=True, store=place)
    with pytest.raises(grundy.InputError, match="its values cannot be saved while they are computed"):
        grundy.rule(range).values(10, store=tmp_path / "other")


@pytest.mark.nightly
def test_a_limit_keeps_the_known_results_and_explains_how_to_continue(tmp_path: Path) -> None:
    rules = grundy.game("officers")
    with pytest.raises(grundy.LimitReached, match="the same question continues from there"):
        rules.values(10**7, store=tmp_path / "run", limits=grundy.Limits(seconds=0.5))
    kept = grundy.ValueStore(tmp_path / "run").values()
    assert kept == rules.values(len(kept) - 1) if len(kept) else True


def test_a_damaged_store_is_reported_and_salvaged(tmp_path: Path) -> None:
    rules = grundy.game("kayles")
    rules.values(999, store=tmp_path / "run")
    rules.values(1999, store=tmp_path / "run")
    data = tmp_path / "run" / "values.u8"
    spoiled = bytearray(data.read_bytes())
    spoiled[-1] ^= 1
    data.write_bytes(spoiled)
    store = grundy.ValueStore(tmp_path / "run")
    with pytest.raises(grundy.GrundyError, match="grundy store salvage"):
        store.values()
    saved = store.salvage(tmp_path / "good").values()
    assert saved == rules.values(999)


def test_an_invalid_store_is_refused_and_a_database_has_no_heaps(tmp_path: Path) -> None:
    with pytest.raises(grundy.InputError, match="no such"):
        grundy.ValueStore(tmp_path / "none").verify()
    grundy.deep_search("cram: 5x5", database=tmp_path / "cram.db")
    store = grundy.ValueStore(tmp_path / "cram.db")
    assert store.verify().values > 0
    with pytest.raises(grundy.InputError, match="contains values of positions, not of heaps"):
        store.values()


def test_a_deep_search_and_a_quotient_answer_as_the_other_roads_do() -> None:
    assert grundy.deep_search("cram: 3x4").outcome == grundy.solve("cram: 3x4").outcome
    assert grundy.misere_quotient("kayles", 12) == grundy.game("kayles").misere_quotient(12)
    with pytest.raises(grundy.InputError, match=r"expected a rule \(a text"):
        grundy.misere_quotient(7)  # type: ignore[arg-type]
