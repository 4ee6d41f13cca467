"""Sheets: GIFT by its grammar, LaTeX with its braces closed, notebooks that are notebooks, the answers apart."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from grundy_learn.course import FORMATS, LESSONS, render, sheet

TEXT = r"(?:[^~=#{}:\\]|\\[~=#{}:\\n])*"
CHOICE = rf"[=~](?:%-?[0-9]+(?:\.[0-9]+)?%)?{TEXT}"
BODY = rf"(?:#-?[0-9]+|(?:{CHOICE})+|####{TEXT})"
GIFT = re.compile(rf"::{TEXT}::\[plain\]{TEXT}\{{{BODY}\}}\n?")
"""A question of GIFT as Moodle's manual gives it: a title, a text, and one group of answers in braces."""


class Balance(HTMLParser):
    """The tags that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, _attributes: list[tuple[str, str | None]]) -> None:
        self.open += [] if tag == "meta" else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", LESSONS)
def test_every_question_is_gift(name: str) -> None:
    exercises = sheet(name, 20, 1)
    head, *questions = render(exercises, "gift", name).split("\n::")
    assert head == f"// {name}\n"
    assert len(questions) == 20
    for question, exercise in zip(questions, exercises, strict=True):
        assert GIFT.fullmatch(f"::{question.rstrip()}"), question
        if exercise.form == "one":
            body = question[re.search(r"(?<!\\)\{", question).end() :]  # type: ignore[union-attr]
            assert len(re.findall(r"(?<!\\)=", body)) == 1


@pytest.mark.parametrize("name", LESSONS)
def test_html_closes_its_tags_and_latex_its_braces_and_groups(name: str) -> None:
    exercises = sheet(name, 20, 1)
    parser = Balance()
    parser.feed(render(exercises, "html", name, answers=True))
    assert parser.open == []
    text = render(exercises, "latex", name, answers=True)
    plain = re.sub(r"\\[\\{}]", "", text)
    assert plain.count("{") == plain.count("}")
    assert re.findall(r"\\begin\{(\w+)\}", text).count("enumerate") == text.count(r"\end{enumerate}") == 2


def test_a_notebook_has_a_cell_for_every_answer_and_is_valid() -> None:
    exercises = sheet("values", 9, 1)
    found = json.loads(render(exercises, "ipynb", "values", answers=True))
    assert [cell["cell_type"] for cell in found["cells"]].count("code") == 9
    assert len({cell["id"] for cell in found["cells"]}) == len(found["cells"])
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(found)


@pytest.mark.parametrize("form", FORMATS)
def test_answers_are_separate_and_only_included_on_request(form: str) -> None:
    exercises = sheet("binary.sum", 5, 1)
    bare, full = (render(exercises, form, "sums", answers=answers) for answers in (False, True))  # type: ignore[arg-type]
    if form == "gift":
        assert bare == full
    else:
        assert "Answers" not in bare
        behind = full.split("Answers")[1]
        assert re.findall("[0-9]+", behind)
        assert all(exercise.answer in behind for exercise in exercises)


def test_text_fits_a_terminal_of_eighty_columns() -> None:
    for name in LESSONS:
        assert max(map(len, render(sheet(name, 30, 2), "text", name, answers=True).splitlines())) <= 80
