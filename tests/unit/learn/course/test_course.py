"""Lessons, exercises and grades: the stated answer is found again, wrong answers are refuted, sheets do not repeat."""

from __future__ import annotations

import pytest
from tests.cases import first_seed

from grundy.core import GrundyError, InputError
from grundy_learn.course import LESSONS, Definition, Exercise, ExerciseKind, kinds, kinds_of, lesson, read_answer, sheet
from grundy_learn.course.topics import games, graphs, heaps, nim

KINDS = [kind for name in LESSONS for kind in kinds_of(name).values()]
LESSON_NAMES = tuple(f"{name.replace('-', '_')}_" for name in LESSONS)
SEEDS = (0, 2)
"""Exercises of every kind that are tried here, none of them long; `test_course_soak.py` tries as many as you like."""


def wrong_answers(exercise: Exercise) -> list[str]:
    if exercise.form in {"one", "many"}:
        return [letter for letter, _ in exercise.lettered if letter != exercise.answer]
    if exercise.form == "number":
        return [str(int(exercise.answer) + 1)]
    claim = "value == n % 97" if exercise.answer.startswith("value") else "P iff n % 97 == 3"
    return {"claim": [claim], "rule": ["take 61"], "set": ["997"], "list": ["997"], "match": []}[exercise.form]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_stated_answer_is_found_again_in_another_way_and_wrong_ones_are_refuted(kind: ExerciseKind) -> None:
    by = Definition()
    for seed in SEEDS:
        exercise = kind.exercise(seed)
        assert kind.again(exercise, by) == exercise.answer
        assert kind.grade(exercise, exercise.answer).right
        assert exercise.key == kind.exercise(seed).key
        for text in wrong_answers(exercise):
            grade = kind.grade(exercise, text)
            assert not grade.right
            assert grade.said, (exercise, text)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_begins_with_a_match_and_has_six_kinds_at_least(name: str) -> None:
    found = lesson(name)
    assert found.screens[0].kind == f"{name}.beat"
    assert kinds_of(name)[found.screens[0].kind].form == "match"
    assert len(kinds_of(name)) >= 6
    assert [screen.kind for screen in found.screens if screen.kind] == list(
        dict.fromkeys(screen.kind for screen in found.screens if screen.kind)
    )
    assert {screen.kind for screen in found.screens} >= kinds_of(name).keys()


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_at_most_twelve_cards_of_45_words_and_six_actions_on_a_board(name: str) -> None:
    cards = lesson(name).screens
    asked = [kinds(card.kind)[0] for card in cards]
    assert len(cards) <= 12
    assert sum(kind.act != "type" for kind in asked) >= 6
    for card, kind in zip(cards, asked, strict=True):
        for seed in SEEDS:
            words = f"{' '.join(card.text)} {kind.call(kind.exercise(seed))}".split()
            assert len(words) <= 45, (card.title, words)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_right_answer_can_be_pressed_and_a_wrong_one_is_refuted_by_a_position_that_is_won(
    kind: ExerciseKind,
) -> None:
    exercise = kind.exercise(0)
    offered = kind.offered(exercise)
    if kind.act in {"press", "mark", "fill"} and offered:
        assert {*map(int, exercise.answer.replace("none", "").split())} <= {*offered}
    for text in wrong_answers(exercise)[:2]:
        game = kind.against(exercise, text)
        if kind.act in {"press", "lamps", "fill"} and game is not None:
            assert not Definition().lost(game), (exercise, text)


@pytest.mark.parametrize("name", LESSONS)
def test_no_exercise_comes_twice_on_a_sheet(name: str) -> None:
    exercises = sheet(name, 40, 3)
    assert len({exercise.key for exercise in exercises}) == 40
    assert [one.key for one in sheet(name, 40, 3)] == [one.key for one in exercises]
    assert [one.key for one in sheet(name, 40, 4)] != [one.key for one in exercises]


def test_an_answer_that_cannot_be_read_is_refused_with_what_was_expected() -> None:
    asked = Exercise("Which?", "a", ("this", "that"), form="one")
    with pytest.raises(InputError, match="expected one of the letters a to b, found 'c'"):
        read_answer(asked, "c")
    with pytest.raises(InputError, match="expected an answer, found nothing"):
        read_answer(asked, " ")
    with pytest.raises(InputError, match="expected a lesson from 1 to 12 or its name, found '13'"):
        lesson("13")
    with pytest.raises(InputError, match=r"expected a kind of exercises, found 'binary\.cake'"):
        kinds("binary.cake")
    with pytest.raises(InputError, match="expected 1 to 100 exercises, found 0"):
        sheet("binary", 0, 1)


def test_a_formula_is_refuted_by_its_smallest_counterexample() -> None:
    kind = kinds("take-away.formula")[0]
    exercise = kind.exercise(1)
    step = int(exercise.answer.split("%")[1].split("=")[0])
    grade = kind.grade(exercise, f"P iff n % {step + 1} == 0")
    assert grade.said[0].startswith(f"Refuted at {step}: the claim says N, but it is P.")


def test_the_losing_mistake_of_a_match_is_named() -> None:
    kind = kinds("mirror.beat")[0]
    exercise = kind.exercise(1)
    assert exercise.game is not None
    first, second = (position for _, position in exercise.game.parts)
    assert first < second
    grade = kind.grade(exercise, "take 1 from heap 1")
    assert not grade.right
    assert grade.said[0].startswith('"take 1 from heap 1" gave the win away.')
    assert kind.grade(exercise, f"take {second - first} from heap 2").said == ("The match is not over: make a move.",)


def test_a_seed_means_the_same_exercise_on_every_machine() -> None:
    assert [one.prompt for one in sheet("binary.sum", 3, 1)] == [
        "What is the nim-sum of 25, 11?",
        "What is the nim-sum of 18, 26, 23?",
        "What is the nim-sum of 18, 15, 5, 5?",
    ]
    assert kinds("mirror.beat")[0].exercise(1).prompt == "nim: 5 6: you move first and can win. Beat the computer."


def test_a_match_may_be_long_and_other_answers_not() -> None:
    with pytest.raises(InputError, match="expected an answer of at most 500 characters"):
        read_answer(Exercise("Which?", "1", form="set"), "1 " * 400)
    assert len(read_answer(Exercise("Win.", "", form="match"), "take 1; " * 400)) > 3000


HOSTILE = [
    "P iff (",
    "P iff a ^ b == 0",
    "P iff n ** n ** n == 0",
    "P iff n % 0 == 1",
    "value == n // 0",
    "split",
    "cram",
]
HOSTILE += ["rules.py:X", "take 1..1000000", "graph", "9" * 400, "take 1; take 9", "; ; ;", "\x00", "ü½²", "none"]


@pytest.mark.parametrize("form", ["claim", "rule", "match", "set", "many"])
def test_any_text_is_graded_or_refused_in_words(form: str) -> None:
    for kind in (kind for kind in KINDS if kind.form == form):
        exercise = kind.exercise(1)
        for text in HOSTILE:
            try:
                assert not kind.grade(exercise, text).right
            except GrundyError as error:
                assert error.message  # noqa: PT017


def test_everything_that_a_topic_can_draw_is_drawn_by_a_kind_of_a_lesson() -> None:
    drawn = {kind.draw for kind in KINDS}
    for topic in (games, graphs, heaps, nim):
        for name, function in vars(topic).items():
            if name.startswith(LESSON_NAMES) and callable(function):
                assert function in drawn, name


COUNT = 1000


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_thousand_exercises_have_the_answer_of_the_second_route(kind: ExerciseKind) -> None:
    by = Definition()
    for seed in range(first_seed(), first_seed() + COUNT):
        exercise = kind.exercise(seed)
        assert kind.again(exercise, by) == exercise.answer, (kind.name, seed)
        assert kind.grade(exercise, exercise.answer).right, (kind.name, seed)
        assert len({*exercise.choices}) == len(exercise.choices), (kind.name, seed)
        if exercise.form == "one":
            assert len(exercise.answer) == 1, (kind.name, seed)
