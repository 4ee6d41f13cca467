"""Many exercises of every kind: the answer stated is the answer found by the other route, and one choice is right."""

from __future__ import annotations

import pytest
from tests.cases import first_seed

from grundy_learn.course import LESSONS, Definition, ExerciseKind, kinds_of, sheet

KINDS = [kind for name in LESSONS for kind in kinds_of(name).values()]


COUNT = 1000


def tried(kind: ExerciseKind, seeds: range) -> None:
    by = Definition()
    for seed in seeds:
        exercise = kind.exercise(seed)
        assert kind.again(exercise, by) == exercise.answer, (kind.name, seed)
        assert kind.grade(exercise, exercise.answer).right, (kind.name, seed)
        assert len({*exercise.choices}) == len(exercise.choices), (kind.name, seed)
        if exercise.form == "one":
            assert len(exercise.answer) == 1, (kind.name, seed)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_thousand_exercises_have_the_answer_of_the_second_route(kind: ExerciseKind) -> None:
    tried(kind, range(first_seed(), first_seed() + COUNT))


@pytest.mark.parametrize("name", LESSONS)
def test_a_hundred_exercises_of_a_lesson_are_different(name: str) -> None:
    for seed in range(1):
        assert len({exercise.key for exercise in sheet(name, 100, seed)}) == 100
