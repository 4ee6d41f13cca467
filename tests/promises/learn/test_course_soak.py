"""Many exercises of every kind: the answer stated is the answer found by the other route, and one choice is right."""

from __future__ import annotations

import pytest
from tests.cases import first_seed

from grundy_learn.course import LESSONS, Definition, ExerciseKind, kinds_of

KINDS = [kind for name in LESSONS for kind in kinds_of(name).values()]
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
