"""Every lesson done in a browser from beginning to end, by one who answers rightly and one who answers wrongly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urljoin

import pytest
from playwright.sync_api import Page, expect

from grundy_learn.course import LESSONS, Exercise, ExerciseKind, kinds, lesson

pytestmark = pytest.mark.nightly

EVERY_FORM = {"golden", "proof"}
"""Lessons that ask in every form that there is."""
LONG = [pytest.param(name, marks=() if name in EVERY_FORM else pytest.mark.nightly) for name in LESSONS]
PageRequest = Callable[..., Page]
WRONG = {"number": "99", "list": "99", "set": "99", "claim": "P iff n % 97 == 3", "rule": "take 61"}


def wrong_answer(exercise: Exercise) -> str:
    if exercise.form in {"one", "many"}:
        return next(letter for letter, _ in exercise.lettered if letter not in exercise.answer.split())
    return "value == n % 97" if exercise.answer.startswith("value") else WRONG[exercise.form]


def answer(page: Page, exercise: Exercise, text: str) -> None:
    if exercise.form in {"one", "many"}:
        for letter in text.split():
            page.check(f"input[name=answer][value={letter}]")
    else:
        page.fill("#answer", text)
    page.click("form.answering button")


def exercises(name: str) -> list[tuple[ExerciseKind, Exercise]]:
    return [(kind, kind.exercise(1)) for kind in (kinds(screen.kind)[0] for screen in lesson(name).screens)]


def test_the_lessons_that_are_always_done_ask_in_every_form() -> None:
    forms = {name: {exercise.form for _, exercise in exercises(name)} for name in LESSONS}
    assert set[str]().union(*(forms[name] for name in EVERY_FORM)) == set[str]().union(*forms.values())


@pytest.mark.parametrize("name", LONG)
def test_a_lesson_is_done_by_right_answers_and_kept_in_the_browser(visit: PageRequest, name: str) -> None:
    page, asked = visit(f"/learn?lesson={name}"), exercises(name)
    for number, (_, exercise) in enumerate(asked, 1):
        expect(page.locator("h1")).to_have_text(lesson(name).screens[number - 1].title)
        if exercise.form == "match":
            for words in exercise.answer.split("; "):
                page.get_by_role("link", name=words, exact=True).click()
        else:
            answer(page, exercise, exercise.answer)
        expect(page.locator(".verdict")).to_have_text("Right.")
        expect(page.locator(f"[data-step='{name} {number}']")).to_have_class("done")
        page.click("#next")
    expect(page).to_have_url(page.url.split("?")[0])
    expect(page.locator(f"[data-lesson='{name}'] .done")).to_have_text(f"{len(asked)} / {len(asked)}")


@pytest.mark.parametrize("name", LONG)
def test_wrong_answers_are_refuted_on_every_screen(visit: PageRequest, name: str) -> None:
    page, asked = visit(f"/learn?lesson={name}"), exercises(name)
    for _, exercise in asked:
        if exercise.form == "match":
            while page.locator("p.moves a").count():
                page.goto(urljoin(page.url, page.locator("p.moves a").first.get_attribute("href") or ""))
            # whoever always plays the first move may win by luck; then nothing is refuted
            told = page.locator(".verdict")
            expect(told).to_be_visible()
            if told.inner_text() == "Not right.":
                expect(page.locator("#grade")).to_contain_text("gave the win away")
        else:
            answer(page, exercise, wrong_answer(exercise))
            expect(page.locator(".verdict")).to_have_text("Not right.")
            assert page.locator("#grade p").count() > 1, exercise.kind
        page.click("#next")


def test_what_was_done_is_saved_to_a_file(visit: PageRequest) -> None:
    query = urlencode({"lesson": "binary", "screen": 3, "answer": kinds("binary.sum")[0].exercise(1).answer})
    page = visit(f"/learn?{query}")
    expect(page.locator(".verdict")).to_have_text("Right.")
    page.click("text=All lessons")
    with page.expect_download() as download:
        page.click("#export")
    assert download.value.path().read_text(encoding="utf-8") == '{"schema":1,"course":{"binary":[3]}}'


def test_the_course_works_without_scripts_and_fits_a_phone(visit: PageRequest) -> None:
    page = visit("/learn?lesson=periods&screen=2", width=390, java_script_enabled=False)
    exercise = kinds(lesson("periods").screens[1].kind)[0].exercise(1)
    answer(page, exercise, exercise.answer)
    expect(page.locator(".verdict")).to_have_text("Right.")
    for address in ("/learn", "/learn?lesson=graphs", "/learn?lesson=periods&screen=2", "/learn?lesson=coins"):
        narrow = visit(address, width=390)
        assert narrow.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_seed_stays_from_screen_to_screen(visit: PageRequest) -> None:
    page = visit("/learn?lesson=binary&seed=7")
    page.click("#next")
    expect(page.locator(".prompt")).to_have_text(kinds("binary.powers")[0].exercise(7).prompt)


@pytest.mark.parametrize(
    "address", ["/learn", "/learn?lesson=periods&screen=2&answer=1", "/learn?lesson=binary&screen=4"]
)
def test_axe_finds_nothing(visit: PageRequest, axe: Callable[[Page], list[dict[str, Any]]], address: str) -> None:
    assert axe(visit(address)) == []


def test_a_puzzle_is_tried_without_a_new_page_and_the_way_back_is_kept(visit: PageRequest) -> None:
    page = visit("/puzzles?day=2026-11-25")
    page.evaluate("window.same = true")
    page.locator(".move").first.click()
    expect(page.locator("#grade")).to_be_focused()
    assert "m=" in page.url
    page.go_back()
    expect(page.locator("#grade")).to_have_count(0)
    page.locator(".board a[data-key]").first.click()
    page.wait_for_function("() => /m=|sel=/.test(location.search)")
    page.get_by_role("link", name="day after").or_(page.locator("a[rel=next]")).first.click()
    page.wait_for_function("() => location.search.includes('2026-11-26')")
    assert page.evaluate("window.same")
