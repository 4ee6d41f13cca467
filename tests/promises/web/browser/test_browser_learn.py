"""Every lesson done on its boards, by one who answers rightly and one who answers wrongly; puzzles and their streak."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from grundy import Match
from grundy.core import Outcome
from grundy.workflows.playing import number_of, write_numbers
from grundy_learn.course import LESSONS, Beat, Exercise, ExerciseKind, Formula, kinds, lesson
from grundy_learn.puzzles import puzzle_of

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
ON_BOARD = ".board :is(a[data-key], input[type=range])"
"""What a learner acts on."""
FILM = 60_000
"""Milliseconds in which every film is over."""
WRONG = {"number": "99", "list": "99 98", "set": "99", "rule": "take 61"}


def cards(name: str) -> list[tuple[ExerciseKind, Exercise]]:
    return [(kind, kind.exercise(1)) for kind in (kinds(card.kind)[0] for card in lesson(name).screens)]


def of_move(exercise: Exercise, words: str, before: list[str]) -> str:
    """Return the number of a move in base 36, after some moves in words."""
    match = Match(exercise.board, exercise.misere)
    if before:
        (kind,) = kinds(exercise.kind)
        assert isinstance(kind, Beat)
        match, _ = kind.played(exercise, "; ".join(before))
    return write_numbers([number_of(match.game, match.find(words))])


LINKS = """([kind, moves]) => [...document.querySelectorAll(kind)].findIndex((link) => {
  const asked = new URLSearchParams((link.href.baseVal ?? link.getAttribute("href")).split("?")[1]);
  return asked.get("m") === moves && !asked.has("answer");
})"""
"""The number of the first link that makes some moves, or -1."""
MOVE, SELECT = "main a[href^='learn?']", ".board a[data-key][href*='sel=']"


def press_move(page: Page, moves: str) -> None:
    """Press the piece of a move, or a piece of several moves and then the move."""
    for piece in range(-1, page.locator(SELECT).count()):
        if piece >= 0:
            page.locator(SELECT).nth(piece).click()
            page.wait_for_function("() => location.search.includes('sel=')")
        found = page.evaluate(LINKS, [MOVE, moves])
        if found >= 0:
            page.locator(MOVE).nth(found).click()
            page.wait_for_function("m => new URLSearchParams(location.search).get('m') === m", arg=moves)
            return
        if piece >= 0:
            page.locator(".side .row a", has_text="Cancel").click()
            page.wait_for_function("() => !location.search.includes('sel=')")
    raise AssertionError(f"no piece makes the move {moves}")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.click(f".board a[data-key='{key}']")


def mark(page: Page, numbers: list[str]) -> None:
    for number in numbers:
        press(page, f"n{number}")
        expect(page.locator(f".board a[data-key='n{number}']")).to_have_attribute("aria-pressed", "true")
    page.click("#done")


def fill(page: Page, numbers: list[str]) -> None:
    for cell, number in enumerate(numbers):
        press(page, f"n{number}")
        expect(page.locator(".gap").nth(cell)).to_have_text(number)


def rule(page: Page, claim: str) -> None:
    """Drag the ruler to the step of a formula, and its first mark to the remainder."""
    sliders = page.locator(".ruler input[type=range]").all()
    for slider, text in zip(sliders, claim.split("%")[1].split("=="), strict=False):
        slider.fill(text.strip())
    page.click(".ruler button")


def answer(page: Page, kind: ExerciseKind, exercise: Exercise) -> None:
    """Answer on the board, by pressing what a learner would press."""
    numbers = [number for number in exercise.answer.split() if number != "none"]
    if kind.act in {"choose", "predict"}:
        press(page, ("c" if kind.act == "choose" else "") + exercise.answer)
    elif kind.act == "lamps":
        mark(page, [str(power) for power in (16, 8, 4, 2, 1) if int(exercise.answer) & power])
    elif kind.act == "mark":
        mark(page, numbers)
    elif kind.act == "fill":
        fill(page, numbers)
    elif kind.act == "press" and kind.offered(exercise):
        press(page, f"n{exercise.answer}")
    elif kind.act == "drag":
        rule(page, exercise.answer)
    else:
        page.fill("#answer", exercise.answer)
        page.click("form button.main")


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_done_on_its_boards_and_kept_in_the_browser(visit: PageRequest, name: str) -> None:
    page, asked, acted = visit(f"/learn?lesson={name}"), cards(name), 0
    for number, (kind, exercise) in enumerate(asked, 1):
        expect(page.locator(f"[data-lesson='{name}'][data-screen='{number}']")).to_have_count(1)
        expect(page.locator("h1")).to_have_text(lesson(name).screens[number - 1].title)
        acted += bool(page.locator(ON_BOARD).count())
        if kind.act == "match":
            done: list[str] = []
            moves: list[str] = []
            for words in exercise.answer.split("; "):
                moves.append(of_move(exercise, words, done))
                done.append(words)
                press_move(page, ".".join(moves))
        elif kind.act == "move":
            letters = dict(exercise.lettered)
            words = letters[exercise.answer.split()[0]]
            if words == "no move wins":
                page.click("#none")
            else:
                press_move(page, of_move(exercise, words, []))
        else:
            answer(page, kind, exercise)
        expect(page.locator("#grade .verdict")).to_have_text("Right.")
        expect(page.locator(f"[data-step='{name} {number}']")).to_have_class("done")
        page.click("#next")
    assert acted >= 6
    expect(page).to_have_url(page.url.split("?")[0])
    expect(page.locator(f"[data-lesson='{name}'] .done")).to_have_text(f"{len(asked)} / {len(asked)}")


@pytest.mark.parametrize("name", LESSONS)
def test_a_wrong_answer_is_explained_and_played_out_on_the_board(visit: PageRequest, name: str) -> None:
    page, films = visit(f"/learn?lesson={name}"), 0
    page.clock.install()  # a film is played out at once
    for number, (kind, exercise) in enumerate(cards(name), 1):
        query = {"lesson": name, "screen": number}
        if kind.act == "match":
            continue
        if kind.act == "move":
            match = Match(exercise.board, exercise.misere)
            wrong = next((move for move in match.moves() if not wins_after(match, move)), None)
            if wrong is None:
                continue
            query["m"] = write_numbers([number_of(match.game, wrong)])
        elif exercise.form == "one":
            query["answer"] = next(letter for letter, _ in exercise.lettered if letter != exercise.answer)
        elif isinstance(kind, Formula):
            query["answer"] = "97 0"
        else:
            query["answer"] = WRONG[exercise.form]
        page.goto(f"{page.url.split('/learn')[0]}/learn?{urlencode(query)}")
        expect(page.locator("#grade .verdict")).to_have_text("Not right.")
        assert page.locator("#grade p").count() > 1, exercise.kind
        frames = page.locator(".film > li")
        if kind.act in {"move", "predict"}:
            assert frames.count() > 0, exercise.kind
        if frames.count():
            films += 1
            page.clock.run_for(FILM)
            expect(frames.last).to_be_visible()
    assert films >= 2


def wins_after(match: Match, move: Any) -> bool:
    after = match.copy()
    after.play(move)
    return after.winner == 0 if after.over else after.outcome() is Outcome.P


def test_a_lost_match_is_tried_again_from_the_mistake(visit: PageRequest) -> None:
    (kind,) = kinds("mirror.beat")
    exercise = kind.exercise(1)
    page = visit("/learn?lesson=mirror")
    press_move(page, of_move(exercise, "take 1 from heap 1", []))
    while not page.locator("#grade .verdict").count():
        before = page.url
        page.locator(".board a[data-key]").first.click()
        page.wait_for_function("before => location.href !== before", arg=before)
    expect(page.locator("#grade")).to_contain_text("gave the win away")
    page.click("#retry")
    page.wait_for_function("() => !location.search.includes('m=')")
    expect(page.locator(".board a[data-key]").first).to_be_visible()


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
    kind = kinds(lesson("periods").screens[1].kind)[0]
    exercise = kind.exercise(1)
    for number in exercise.answer.split():
        press(page, f"n{number}")
    expect(page.locator("#grade .verdict")).to_have_text("Right.")
    for address in ("/learn", *(f"/learn?lesson={name}&screen={card}" for name in LESSONS for card in (1, 3, 5))):
        narrow = visit(address, width=390)
        assert narrow.evaluate("document.documentElement.scrollWidth") <= 390, address


def test_a_seed_stays_from_card_to_card(visit: PageRequest) -> None:
    page = visit("/learn?lesson=binary&seed=7")
    page.click("#next")
    expect(page.locator(".call")).to_have_text(kinds("binary.powers")[0].exercise(7).prompt)


def test_axe_finds_nothing_on_cards_and_puzzles(visit: PageRequest, axe_everywhere: Callable[[Page], None]) -> None:
    acts = {kind.act: (name, i) for name in LESSONS for i, (kind, _) in enumerate(cards(name), 1)}
    addresses = [f"learn?lesson={name}&screen={i}" for name, i in acts.values()]
    addresses += ["learn", "learn?lesson=take-away&screen=4&answer=3", "learn?lesson=mirror&screen=2&answer=a"]
    addresses += ["puzzles?day=2026-11-25", "puzzles?day=2026-11-25&m=1", "puzzles?n=5&level=3"]
    page = visit("/learn")
    root = page.url.removesuffix("learn")
    for address in addresses:
        page.goto(root + address)
        axe_everywhere(page)


def test_a_wrong_move_of_a_puzzle_is_played_out_and_then_it_is_tried_again(visit: PageRequest) -> None:
    page = visit("/puzzles?day=2026-11-25")
    page.evaluate("window.same = true")
    puzzle = puzzle_of(dt.date(2026, 11, 25), 1)
    page.click("details.moves summary")
    page.locator(".move").filter(has_not_text=puzzle.move).first.click()
    expect(page.locator("#grade")).to_be_focused()
    expect(page.locator("#grade")).to_contain_text("Not this one.")
    expect(page.locator(".film > li").last).to_be_visible()
    page.click("#again")
    expect(page.locator("#grade")).to_have_count(0)
    page.locator(".board a[data-key]").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => /m=|sel=/.test(location.search)")
    page.locator("a[rel=next]").first.click()
    page.wait_for_function("() => location.search.includes('2026-11-26')")
    assert page.evaluate("window.same")


def solve(page: Page, root: str, day: dt.date) -> None:
    puzzle = puzzle_of(day, 1)
    page.clock.set_fixed_time(f"{day}T12:00:00Z")
    page.goto(f"{root}/puzzles?day={day}")
    page.click("details.moves summary")
    page.get_by_role("link", name=puzzle.move, exact=True).click()
    expect(page.locator("#grade")).to_contain_text("Right.")


def test_the_streak_survives_a_reload_and_ends_after_a_missed_day(visit: PageRequest) -> None:
    page = visit("/puzzles")
    root = page.url.split("/puzzles")[0]
    first = dt.date(2026, 11, 25)
    for days in range(3):
        solve(page, root, first + dt.timedelta(days))
    streak = page.locator("#streak")
    expect(streak).to_have_text("3 days in a row")
    page.reload()
    expect(streak).to_have_text("3 days in a row")
    expect(page.locator("#marks")).to_have_text("● ○ ○")
    expect(page.locator(".calendar .found-1")).to_have_count(3)
    page.goto(root)
    expect(page.locator("[data-streak]")).to_have_text("3 days in a row")
    page.clock.set_fixed_time("2026-11-28T09:00:00Z")  # the day after: not over yet
    page.goto(f"{root}/puzzles?day=2026-11-28")
    expect(streak).to_have_text("3 days in a row")
    solve(page, root, dt.date(2026, 11, 26))  # one of another day, found late, is no new day
    page.clock.set_fixed_time("2026-11-29T00:00:01Z")
    page.goto(f"{root}/puzzles?day=2026-11-29")
    expect(streak).to_have_text("Solve one a day to begin a row of days.")
    page.goto(root)
    expect(page.locator("[data-streak]")).to_be_hidden()


def test_the_text_to_share_has_the_marks_and_no_move(visit: PageRequest) -> None:
    page = visit("/puzzles", permissions=["clipboard-read", "clipboard-write"])
    day = dt.date(2026, 11, 25)
    solve(page, page.url.split("/puzzles")[0], day)
    page.click("#share")
    expect(page.locator("#share")).to_have_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[:2] == [f"grundy {day}", "● ○ ○"]
    assert puzzle_of(day, 1).move not in text
