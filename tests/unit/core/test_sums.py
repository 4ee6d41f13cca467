from __future__ import annotations

from operator import add

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.core import Game, Move, Outcome, RuleError, Sum, Summand, as_sum
from grundy.games import make

POSITIONS = st.lists(st.one_of(st.integers(), st.tuples(st.integers(), st.integers())), max_size=5)


def test_a_bare_position_is_the_sum_of_itself_alone_even_when_it_is_a_tuple() -> None:
    assert as_sum(3) == Sum(3)
    assert as_sum((3, 4)) == Sum((3, 4))
    assert len(as_sum((3, 4))) == 1
    whole: Sum[int] = Sum(3, 4)
    option: int | Sum[int] = whole
    assert as_sum(option) is whole


@given(POSITIONS, POSITIONS)
def test_sums_are_side_by_side_and_stay_sums(left: list[object], right: list[object]) -> None:
    both = Sum.of(left) + Sum.of(right)
    assert type(both) is Sum
    assert list(both) == left + right
    assert Sum(*left) == Sum.of(left)


def test_a_plain_tuple_is_refused_in_a_sum() -> None:
    with pytest.raises(TypeError):
        add(Sum(3), (4,))


@given(st.lists(st.integers(), min_size=1, max_size=5), POSITIONS, st.data())
def test_a_move_replaces_one_part_in_place(parts: list[int], pieces: list[object], data: st.DataObject) -> None:
    part = data.draw(st.integers(0, len(parts) - 1))
    whole: Sum[object] = Sum.of(parts)
    assert list(whole.replace(part, Sum.of(pieces))) == parts[:part] + pieces + parts[part + 1 :]


def test_a_sum_shows_the_call_that_makes_it() -> None:
    assert repr(Sum(3, (4, 5))) == "Sum(3, (4, 5))"
    assert repr(Sum()) == "Sum()"
    assert repr(Move("take 1", Sum(2))) == "Move(label='take 1', leaves=Sum(2))"


def test_a_game_numbers_its_parts_through_all_summands() -> None:
    nim, kayles = make("nim"), make("kayles")
    game = Game(Summand(nim, Sum(3, 5)), Summand(kayles, Sum(7)))
    assert game.size == 3
    assert [(rule.name, part) for rule, part in game.parts] == [("nim", 3), ("nim", 5), ("kayles", 7)]
    assert str(game.after(1, Sum(4))) == "nim: 3 4 + kayles: 7"
    assert str(game.after(2, Sum(2, 4))) == "nim: 3 5 + kayles: 2 4"
    with pytest.raises(IndexError, match="no component of this number"):
        game.after(3, Sum(0))


def test_games_are_equal_when_their_rules_and_positions_are() -> None:
    one, other = Game.of(make("nim"), 3, 5), Game.of(make("nim"), 3, 5)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Game.of(make("nim"), 5, 3)
    assert one != Game.of(make("kayles"), 3, 5)
    assert one != "nim: 3 5"


def test_a_sum_needs_one_convention_and_no_solitary_rule() -> None:
    loses = make("bash", min=2, max=5, end="rest-loses")
    with pytest.raises(RuleError) as mixed:
        Game(Summand(make("nim"), Sum(3)), Summand(loses, Sum(3)))
    assert mixed.value.message == (
        "a sum needs one play convention: here the last move wins in one game and loses in another"
    )
    assert Game(Summand(loses, Sum(3)), Summand(loses, Sum(4))).last_loses
    with pytest.raises(RuleError, match="cannot be a component of a sum, because its positions state whose turn it is"):
        Game(Summand(make("northcott"), Sum()), Summand(make("nim"), Sum(3)))


def test_an_outcome_is_p_exactly_at_value_zero() -> None:
    assert [str(Outcome.of_value(value)) for value in (0, 1, 7)] == ["P", "N", "N"]
    assert (Outcome.wins(win=True), Outcome.wins(win=False)) == (Outcome.N, Outcome.P)
