"""`grundy learn` and `grundy quiz`: lists, lessons answered line by line, sheets, JSON, refusals."""

from __future__ import annotations

from pathlib import Path

from tests.terminal import Terminal

from grundy_learn.course import LESSONS, kinds, lesson


def test_learn_lists_twelve_lessons(terminal: Terminal) -> None:
    code, out, _ = terminal.run("learn")
    assert (code, out.count("You can ")) == (0, 12)
    code, found = terminal.json("learn")
    assert (code, len(found["lessons"])) == (0, 12)


def test_a_lesson_is_done_by_right_answers_line_by_line(terminal: Terminal) -> None:
    exercises = [kinds(screen.kind)[0].exercise(1) for screen in lesson("binary").screens]
    lines = [line for one in exercises for line in (one.answer.split("; ") if one.form == "match" else [one.answer])]
    code, out, _ = terminal.run("learn", "binary", said="\n".join(lines) + "\n")
    assert code == 0
    assert out.endswith("7 of 7 exercises correct.\n")
    assert out.count("You win.") == 1


def test_a_wrong_answer_is_refuted_and_may_be_mended(terminal: Terminal) -> None:
    exercise = kinds(lesson("binary").screens[2].kind)[0].exercise(1)
    said = "\n\n" + f"{int(exercise.answer) ^ 4}\nx\n{exercise.answer}\n"
    code, out, _ = terminal.run("learn", "3", said=said)
    assert code == 0
    assert "Not right." in out
    assert "expected a whole number" in out
    assert out.endswith("1 of 4 exercises correct.\n")


def test_a_lesson_as_json_has_screens_and_exercises(terminal: Terminal) -> None:
    code, found = terminal.json("learn", "binary", "--seed", "5")
    assert (code, found["lesson"], found["seed"]) == (0, 3, 5)
    assert len(found["screens"]) == len(found["exercises"]) == 7
    assert "answer" not in found["exercises"][1]


def test_quiz_writes_sheets_with_separate_answers(terminal: Terminal, tmp_path: Path) -> None:
    code, out, _ = terminal.run("quiz", "binary.sum", "--count", "2", "--seed", "4", "--answers")
    assert code == 0
    assert out.splitlines()[0] == "Nim and binary columns, sheet 4"
    assert "Answers\n\n1. " in out
    _, found = terminal.json("quiz", "binary.sum", "--count", "2", "--seed", "4", "--answers")
    assert out.endswith("1. {}\n2. {}\n".format(*found["answers"]))
    target = tmp_path / "sheet.gift"
    assert terminal.run("quiz", "3", "--format", "gift", "-o", str(target))[:2] == (0, "")
    assert target.read_text(encoding="utf-8").count("::[plain]") == 10
    assert terminal.run("quiz", "--list")[0] == 0


def test_an_invalid_request_is_refused_in_one_line(terminal: Terminal) -> None:
    assert terminal.run("learn", "13")[::2] == (
        2,
        f"grundy: expected a lesson from 1 to 12 or its name, found '13'\n  help: {', '.join(LESSONS)}\n",
    )
    assert terminal.run("quiz", "binary.beat")[0] == 2
    assert terminal.run("quiz", "binary", "--count", "101")[0] == 2
    assert terminal.run("quiz")[0] == 2
