"""Rules joined by "or" have exactly the moves of all of them, and codes are described by the moves that they allow."""

from __future__ import annotations

from random import Random

import pytest

import grundy
from grundy import InputError, read_game, read_ruleset
from grundy.core import as_sum

NAMES = ("kayles", "0.07", "0.137", "take 5", "take {2, 3}", "split", "0.3F", "grundy", "take 1..2", "dawsons-kayles")


def moves(ruleset: object, heap: int) -> set[tuple[int, ...]]:
    return {tuple(sorted(piece for piece in as_sum(option) if piece)) for option in ruleset.options(heap)}  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", [range(12)])
def test_a_joined_rule_has_the_moves_of_its_parts(seed: range) -> None:
    for one in seed:
        names = Random(one).sample(NAMES, 2 + one % 2)
        if not {"kayles", "0.07", "0.137", "0.3F", "grundy", "dawsons-kayles"} & {*names}:
            continue
        joined = read_ruleset(" or ".join(names))
        assert read_ruleset(joined.name).name == joined.name
        for heap in range(9):
            expected = set().union(*(moves(read_ruleset(name), heap) for name in names))
            assert moves(joined, heap) == expected, (names, heap)


def test_joined_rules_are_read_in_games_and_sums() -> None:
    assert str(read_game("kayles or take 5: 7 + nim: 3")) == "0.77003: 7 + nim: 3"
    assert grundy.game("kayles or take 5").values(7) == [0, 1, 2, 3, 1, 4, 3, 6]


def test_rules_without_a_code_cannot_be_joined() -> None:
    with pytest.raises(InputError, match="nim cannot be joined with other rules by or"):
        read_game("kayles or nim: 3")
    with pytest.raises(InputError, match="expected the name of a ruleset, found 'foo'") as refused:
        read_game("kayles or foo: 3")
    assert refused.value.at == len("kayles or ")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("0.77", "Take 1 or 2 tokens of a heap and leave nothing, one heap or two heaps of the rest."),
        ("4!.0", "Split a heap into two heaps of different sizes."),
        ("0.[3]", "Take 1, 2, 3, ... tokens of a heap and leave nothing or one heap of the rest."),
        ("0.6", "Take 1 token of a heap and leave one heap or two heaps of the rest."),
    ],
)
def test_a_code_is_described_in_words(code: str, words: str) -> None:
    from grundy.workflows import rulebook

    assert words in " ".join(rulebook(code).told().split())


def test_remoteness_in_python_is_that_of_the_definition() -> None:
    nim = grundy.game("nim")
    assert [nim.remoteness(heap) for heap in range(4)] == [0, 1, 1, 1]
    assert (nim.remoteness(1, 2, 3), nim.remoteness([2, 2]), nim.remoteness(1, 1, misere=True)) == (6, 4, 2)


def test_misere_canonical_forms_are_whole_and_in_the_json() -> None:
    forms = [heap["form"] for heap in grundy.misere_quotient("kayles", 12).to_dict()["heaps"]]
    assert forms[:7] == ["0", "1", "2", "3", "1", "{1,2,3,{2,3}}", "3"]
    assert forms[7] == "{0,3,{2,3},{2,3,{2,3}},{1,2,3,{2,3}},{0,2,3,{2,3,{2,3}},{1,2,3,{2,3}}}}"
    assert f"heap 7 = {forms[7]}" in grundy.misere_quotient("kayles", 12).explain()
    assert len(forms[9]) > 500
