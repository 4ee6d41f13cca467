from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import grundy
from grundy import LimitReached, Limits, read_game, sequences
from grundy.core import HeapRuleset, Knowledge, facet
from grundy.games import CATALOGUE
from grundy.workflows.computing.values import LONG, heap_values

RULES = ("take {1, 3, 4}", "kayles")
BY_THEOREM = [
    entry.example
    for entry in CATALOGUE.values()
    if all(
        isinstance(r, HeapRuleset) and facet(r, Knowledge).known_value(LONG + 7) is not None
        for r, _ in read_game(entry.example).summands
    )
]


@pytest.mark.parametrize("text", RULES)
def test_values_made_in_pieces_are_those_that_are_listed(text: str) -> None:
    rules, stop = grundy.game(text), LONG + 7
    found = rules.values(stop)
    assert found == heap_values(rules.ruleset, stop)
    assert found[:50] == rules.values(49)


@pytest.mark.parametrize("example", BY_THEOREM)
def test_values_that_a_theorem_repeats_are_those_that_it_gives_one_by_one(example: str) -> None:
    for ruleset, _ in read_game(example).summands:
        assert grundy.game(ruleset).values(LONG + 7) == [
            facet(ruleset, Knowledge).known_value(heap) for heap in range(LONG + 8)
        ]


def test_values_behave_as_a_sequence() -> None:
    found = grundy.game("kayles").values(70_000)
    plain = found.tolist()
    assert [found[0], found[-1], found[int(np.int64(7))], len(found)] == [plain[0], plain[-1], plain[7], 70_001]
    assert found[::-7] == plain[::-7]
    assert found[5:5] == []
    assert list(reversed(found)) == plain[::-1]
    assert (found.index(8), 9 in found, 10 in found, max(found), sum(found)) == (
        plain.index(8), 9 in plain, 10 in plain, max(plain), sum(plain)
    )  # fmt: skip
    assert found != plain[:-1]
    assert plain == found
    assert not found != plain  # noqa: SIM202  # both ways are asked
    assert found[3:9:2].to_records() == [{"heap": n, "value": plain[n]} for n in (3, 5, 7)]
    with pytest.raises(IndexError):
        found[70_001]
    with pytest.raises(TypeError):
        hash(found)
    for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
        assert again == found


def test_an_array_of_values_is_a_read_only_view() -> None:
    for stop in (9, 70_000):
        found = grundy.game("kayles").values(stop)
        array = np.asarray(found)
        assert (str(array.dtype), array.nbytes) == ("uint8", stop + 1)
        assert np.shares_memory(array, np.asarray(found))
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
        assert np.array_equal(np.array(found, dtype=float), np.array(found.tolist(), dtype=float))
        assert np.array(found).flags.writeable
        assert (np.array(found) == found).all()


def test_the_text_of_many_values_is_short() -> None:
    found = grundy.game("kayles").values(20_000)
    assert repr(found) == "[0, 1, 2, 3, 1, 4, ..., 8, 1, 4, 7, 2, 1] (20001 values)"
    assert repr(found[:100]) == repr(found.tolist()[:100])


def test_many_values_without_numpy_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = grundy.game("kayles").values(70_000), grundy.game("nim").values(70_000)
    monkeypatch.setattr(sequences.arrays, "np", None)
    found = grundy.game("kayles").values(70_000), grundy.game("nim").values(70_000)
    assert found == expected
    assert type(found[0]._numbers).__name__ == "array"


def test_a_limit_keeps_the_values_that_were_found() -> None:
    with pytest.raises(LimitReached) as told:
        grundy.game("0.007").values(10**6, limits=Limits(positions=2000))
    assert told.value.partial[:5] == [0, 0, 0, 1, 1]
    with pytest.raises(LimitReached, match="values of more than 100 heaps exceed the memory limit"):
        grundy.game("kayles").values(10**6, limits=Limits(memory=4000))
