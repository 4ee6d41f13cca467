"""The pages of play over HTTP: whole games by links, hints, values, why, history, sharing, refusals."""

from __future__ import annotations

import io
import json
import re
from html import escape, unescape
from importlib.resources import files
from urllib.parse import parse_qsl, quote_plus

import httpx
import pytest
import segno
from tests.promises.web.servers import one

from grundy.core import Text
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.library.solution import solve
from grundy.workflows.playing.legal import after, read_numbers, write_numbers
from grundy.workflows.playing.match import Match, replay
from grundy.workflows.playing.part_views import part_views
from grundy_learn.course import LESSONS, lesson
from grundy_web import Settings, create_app
from grundy_web.pages.play_state import PlayState, read_state
from grundy_web.questions.answering import QUESTIONS
from grundy_web.questions.figure_data import MOST_LISTED

LINK = re.compile(r'<a class="(?:token|pin|piece)[^"]*live[^"]*"[^>]*href="([^"]+)" aria-label="([^"]+)"')


def show(client: httpx.Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    return answer.text


def links(page: str) -> list[tuple[str, str]]:
    return [(unescape(address), unescape(said)) for address, said in LINK.findall(page)]


def state_of(page: str) -> PlayState:
    found = re.search(r'id="play" data-address="([^"]+)"', page)
    assert found is not None
    return read_state(dict(parse_qsl(unescape(found[1]).partition("?")[2])))


def reached(state: PlayState) -> Match:
    match = Match(read_game(state.g), state.misere)
    replay(match, read_numbers(state.m))
    return match


def status(page: str) -> str:
    found = re.search(r'id="status".*?</p>', page, re.DOTALL)
    assert found is not None
    return " ".join(unescape(re.sub("<[^>]+>", " ", found[0].partition(">")[2])).split())


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_game_of_the_catalogue_is_on_the_table(client: httpx.Client, name: str) -> None:
    page = show(client, f"/play?g={quote_plus(CATALOGUE[name].example)}&you=12")
    pressed = links(page)
    assert len({said for _, said in pressed}) == len(set(pressed)), "one name leads to two places"
    text = isinstance(next(iter(part_views(read_game(CATALOGUE[name].example)))).scene, Text)
    assert bool(pressed) != text
    assert ('<pre class="text">' in page) == text
    moves = len(reached(state_of(page)).moves())
    assert page.count('<a class="move"') == min(moves, MOST_LISTED)
    assert (f"{moves - MOST_LISTED} more" in page) == (moves > MOST_LISTED)


def test_nim_is_won_by_links_alone(client: httpx.Client) -> None:
    page = show(client, "/play?g=nim:+3+5+7")
    for _ in range(10):
        match = reached(state_of(page))
        if match.over:
            break
        winning = match.judge.winning_moves(match.game)
        assert winning
        number = match.moves().index(winning[0])
        page = show(client, state_of(page).played("0123456789abcdefghijklmnopqrstuvwxyz"[number]))
    assert "You win in " in page
    assert "You had a winning position from the first move to the last." in page


def test_a_lost_computer_resists_exactly_its_remoteness(client: httpx.Client) -> None:
    page = show(client, "/play?g=nim:+1+2+4&v=1")
    course = Match(read_game("nim: 1 2 4")).judge.course(read_game("nim: 1 2 4"))
    assert course is not None
    while not (match := reached(state_of(page))).over:
        known = {i: match.judge.known(match.game.after(m.part, m.move.leaves)) for i, m in enumerate(match.moves())}
        best = min((i for i in known if str(known[i].outcome) == "P"), key=lambda i: known[i].remoteness or 0)
        page = show(client, state_of(page).played(str(best)))
    assert len(match.history) == course.remoteness


def test_the_same_seed_makes_the_same_mistakes(client: httpx.Client) -> None:
    found = [state_of(show(client, f"/play?g=nim:+9+9+9&err=100&seed={seed}&m=0")).m for seed in (0, 1, 2, 3, 1, 2)]
    assert found[4:] == found[1:3]
    assert len(set(found)) > 1


def test_hints_come_in_three_steps(client: httpx.Client) -> None:
    pages = [show(client, f"/play?g=nim:+3+5+6+1&hint={step}") for step in range(4)]
    told = [unescape(line) for page in pages for line in re.findall(r'class="told"[^>]*>([^<]*)<', page)]
    assert told == [
        "",
        "You are winning: 3 moves win.",
        "You are winning: a winning move is in heap 1.",
        "The quickest way: take 1 from heap 1.",
    ]
    assert [page.count("the hint is here") for page in pages] == [0, 0, 1, 1]
    assert [len(re.findall(r'class="token [^"]*goes', page)) for page in pages] == [0, 0, 0, 1]


def test_values_are_shown_by_symbol_and_in_words(client: httpx.Client) -> None:
    assert {said for _, said in links(show(client, "/play?g=nim:+1+2&v=1"))} == {
        "heap 1 of 1: take 1, leaving 0, losing, 1 move to play then",
        "heap 2 of 2: take 2, leaving 0, losing, 1 move to play then",
        "heap 2 of 2: take 1, leaving 1, winning, 2 moves to play then",
    }


@pytest.mark.parametrize(
    ("address", "terms"),
    [
        ("/play?g=nim:+10+12+5&why=0", ["N-position", "Grundy value", "nim-sum"]),
        ("/play?g=kayles:+7&v=1", ["draw"]),
        ("/play?g=take+1..3:+10&why=0", ["N-position", "Grundy value", "option", "mex"]),
        ("/worksheet?g=nim:+3+5+6", ["P-position", "Grundy value", "nim-sum"]),
        ("/explore", ["period"]),
        ("/explore?g=kayles:+7", ["N-position", "Grundy value", "option", "mex", "outcome", "remoteness"]),
        ("/explore?g=nim&play=misere", ["misere"]),
        ("/build?kind=maze", ["Grundy value", "P-position"]),
        ("/learn?lesson=values&screen=2", ["mex"]),
        ("/learn?lesson=binary&screen=3", ["nim-sum"]),
        ("/puzzles?day=2026-11-25&level=2", []),
        ("/claim?g=kayles&c=value+==+n+%25+4", ["N-position", "Grundy value"]),
    ],
)
def test_a_term_opens_its_meaning_where_it_comes_first(client: httpx.Client, address: str, terms: list[str]) -> None:
    page = show(client, address)
    opened = re.findall(r'<button type="button" popovertarget="([^"]+)">', page)
    assert len(opened) == len(set(opened))
    assert {f"term-{term}".replace(" ", "-").lower() for term in terms} <= set(opened)
    meanings = dict(re.findall(r'<span popover id="([^"]+)".*?</dfn> (.*?) <a', page))
    for place in opened:
        assert f'href="glossary#{place}"' in page
        assert meanings[place] in show(client, "/glossary").partition(f'id="{place}"')[2].partition("</dd>")[0]


@pytest.mark.parametrize(
    ("address", "texts"),
    [
        ("g=nim:+10+12+5&why=0", ['<table class="binary">', "take 1, leaving 9", "columns 2 and 1 are odd"]),
        ("g=nim:+1+2&v=1&why=m0", ["Why: take 1 from heap 1", "heap 2: take 2"]),
        (
            "g=nim:+1+2&m=0&v=1",
            [
                '<strong class="here hidden">',
                "grundy wins in 2 moves.",
                "You were winning until move 1: take 1 from heap 1; take 1 from heap 2 would have kept the win.",
            ],
        ),
        (f"g=nim:+{10**18}+5", ["Too many moves to list: type one"]),
        ("g=nim:+3+5+7&err=100", ["The computer moves at random."]),
        ("", ['<option value="20" selected>']),
        ("g=nim:+3+5+7", ['<option value="0" selected>perfect']),
    ],
)
def test_the_page_of_a_match_shows_its_reasons_mistakes_and_settings(
    client: httpx.Client, address: str, texts: list[str]
) -> None:
    page = show(client, f"/play?{address}")
    assert [page.count(text) > 0 for text in texts] == [True] * len(texts)


def test_a_huge_heap_is_played_in_words(client: httpx.Client) -> None:
    page = show(client, f"/play?g=nim:+{10**18}+5&say=take+{10**18 - 5}+from+heap+1")
    match = reached(state_of(page))
    assert len(match.history) == 2


def test_who_completes_a_box_moves_again(client: httpx.Client) -> None:
    page = show(client, "/play?g=nimstring:+1x2&you=12")
    for line in ("row 1 line 1", "row 2 line 1", "row 2 line 2", "row 3 line 1"):
        assert "player is to move" in status(page)
        page = show(client, state_of(page).address(say=line))
    match = reached(state_of(page))
    assert len(match.history) == 5
    assert match.history[-1].move.move.label == "pass"
    assert "The second player is to move." in status(page)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("g=nim:+3+x", "expected a heap size, found &#39;x&#39;"),
        ("g=nim:+3&m=9", "move 1: expected a number from 0 to 2, found 9"),
        ("g=nim:+3&m=Z", "expected numbers of moves in base 36"),
        ("g=nim:+3&err=101", "err: expected a number from 0 to 100"),
        ("g=nim:+3&err=x", "expected a number from 0 to 100"),
        ("g=nim:+3&you=3", "you: expected one of 0, 1, 2, 12"),
        ("g=nim:+3&sel=abc", "sel: expected pieces such as 0.2.1"),
        ("g=nim:+3&why=x", "why: expected 0, or m and the number of a move"),
        ("g=nim:+3&say=foo", "is not a move here"),
    ],
)
def test_a_wrong_address_is_refused_with_the_expected_form(client: httpx.Client, query: str, told: str) -> None:
    answer = client.get(f"/play?{query}")
    assert answer.status_code == 400
    assert told in answer.text


def test_what_is_typed_is_shown_as_text(client: httpx.Client) -> None:
    page = client.get("/play", params={"g": "<script>alert(1)</script>"}).text
    assert "<script>alert" not in page


def test_the_worksheet_keeps_its_answers_for_the_second_page(client: httpx.Client) -> None:
    page = show(client, "/worksheet?g=nim:+3+5+6&v=1&hint=3")
    first, _, answers = page.partition('<section class="answers">')
    assert "losing" not in first
    assert "loses" not in first
    assert "The player to move loses against best play" in answers


def test_a_match_can_be_taken_away_as_data_and_as_pictures(client: httpx.Client) -> None:
    data = client.get("/play.json?g=nim:+3+5+7&m=0.2").json()
    assert (data["schema"], data["game"], len(data["history"])) == (1, "nim: 2 4 7", 2)
    table = client.get("/play.csv?g=nim:+3+5+7&m=0.2").text
    assert table.splitlines()[:2] == ["number,player,move,verdict", "1,1,take 1 from heap 1,win"]
    board = client.get("/board.svg?g=nim:+3+5+%2B+maze:+./@")
    assert board.headers["content-type"] == "image/svg+xml"
    assert (board.text.count("<svg"), board.text.count("<circle")) == (1, 1)
    code = client.get("/qr.svg?g=nim:+3+5+7")
    assert (code.status_code, code.text.startswith("<?xml")) == (200, True)


def test_home_lists_every_game_with_a_link_to_its_example(client: httpx.Client) -> None:
    page = show(client, "/?show=all")
    for entry in CATALOGUE.values():
        assert PlayState(g=entry.example).address().replace("&", "&amp;") in page


def test_a_newcomer_reaches_the_second_lesson_with_three_clicks(client: httpx.Client) -> None:
    (first,) = [address for address, said in links(show(client, "/")) if said.startswith("heap 1 of 10: take 2,")]
    moved = show(client, f"/{first}")
    assert len(reached(state_of(moved)).history) == 2
    assert "The computer errs in about 1 of 5 moves." in moved
    (why,) = re.findall(r'id="why"[^>]*href="([^"]+)"', moved)
    asked = show(client, f"/{unescape(why)}")
    assert '<section class="why"' in asked
    (second,) = re.findall(r'id="next" href="([^"]+)"', asked)
    assert lesson(LESSONS[1]).title in show(client, f"/{unescape(second)}")


def test_a_lost_game_is_analysed_from_the_move_that_threw_it_away(client: httpx.Client) -> None:
    page = show(client, "/play?g=take+1..3:+6&m=0")  # 6 - 1 = 5: the computer takes 1 and leaves 4
    while not reached(state_of(page)).over:
        page = show(client, state_of(page).played("0"))
    assert "grundy wins in " in status(page)
    (address,) = re.findall(r'id="analyse" href="([^"]+)"', page)
    assert page.count(" lost") == 1
    again = reached(state_of(show(client, f"/{unescape(address)}")))
    assert (str(again.game), str(again.outcome())) == ("take 1..3: 6", "N")
    won = show(client, "/play?g=take+1..3:+2&m=1&err=20")
    assert "You win in 1 move." in status(won)
    assert 'id="analyse"' not in won
    (harder,) = re.findall(r'id="harder" href="([^"]+)"', won)
    assert (state_of(show(client, f"/{unescape(harder)}")).err, 'id="harder"' in page) == (0, False)


def kept(page: str) -> list[str]:
    return re.findall(r'<li data-game="([^"]+)">', page)


def test_a_search_keeps_the_games_with_all_its_words(client: httpx.Client) -> None:
    assert set(kept(show(client, "/?show=all"))) == set(CATALOGUE)
    assert set(kept(show(client, "/?show=coins"))) == {
        entry.name for entry in CATALOGUE.values() if entry.group == "coins"
    }
    assert len(kept(show(client, "/"))) == 8
    for find in ("kayles", "KAYLES  a ring", "no such game", "<b>"):
        page = show(client, f"/?find={quote_plus(find)}")
        text = {name: f"{name} {entry.caption}".lower() for name, entry in CATALOGUE.items()}
        assert kept(page) == [name for name in text if all(word in text[name] for word in find.lower().split())]
        assert f'value="{escape(find)}"' in page
        assert f"{len(kept(page))} game" in page
    coins = {name for name, entry in CATALOGUE.items() if entry.group == "coins"}
    assert coins <= set(kept(show(client, "/?find=coins")))
    assert "kayles" not in kept(show(client, "/?find=coins"))


def test_names_and_captions_of_games_have_no_code_bracket_or_identifier(client: httpx.Client) -> None:
    page = show(client, "/?show=all")
    names = [unescape(name) for name in re.findall(r"</div><strong>([^<]+)</strong>", page)]
    captions = [unescape(each) for each in re.findall(r'</strong> <span class="muted">([^<]+)</span>', page)]
    assert len(names) == len(captions) == len(CATALOGUE)
    for name in names:
        assert name[0].isupper()
        assert not set(name) & set("#()[]{}_0123456789")
    for caption in captions:
        assert len(caption.split()) <= 12
        assert not re.search(r"code|#|\bmin\b|[(){}\[\]]|[a-z]-[a-z]+s-[a-z]", caption)


@pytest.mark.parametrize("game", ["nim: 3 5 7", "kayles: 9", "lasker: 3 4 5", "take 1..3: 10 6"])
def test_lamps_show_the_nim_sum_before_and_after_each_move(client: httpx.Client, game: str) -> None:
    page = show(client, f"/play?g={quote_plus(game)}")
    (shown,) = re.findall(r"""<div class="lamps"[^>]*data-sums='([^']+)'>\s*<b>(\d+)</b>""", page)
    sums, match = json.loads(unescape(shown[0])), Match(read_game(game))
    assert int(shown[1]) == solve(game).value
    assert len(sums) == len(match.moves())
    for number, move in enumerate(match.moves()):
        assert sums[write_numbers([number])] == solve(after(match.game, move)).value
    lit = sum(int(bit) for bit in re.findall(r'<span class="lamp lit" data-bit="(\d+)">', page))
    assert lit == int(shown[1])


@pytest.mark.parametrize(
    ("address", "says", "keeps"),
    [
        ("g=nim:+3+5+7", "You can win from here", "3 of 15 moves keep it"),
        ("g=nim:+3+5+6", "grundy can win from here", "Every move can be answered."),
        ("g=nim:+3+5+7&you=12", "The player to move can win", "3 of 15 moves keep it"),
        ("g=tic-tac-toe:+.../.../...", "Nobody can force a win", ""),
    ],
)
def test_the_verdict_names_the_player_with_a_winning_strategy_and_counts_winning_moves(
    client: httpx.Client, address: str, says: str, keeps: str
) -> None:
    page = show(client, f"/play?{address}")
    (verdict,) = re.findall(r'<p class="verdict \w+">([^<]+)</p>', page)
    assert verdict == says
    assert keeps in page


def test_a_position_too_large_to_solve_has_no_verdict(client: httpx.Client) -> None:
    page = show(client, "/play?g=sprouts:+12&t=1")
    assert re.findall('class="verdict[^>]*', page) == ['class="verdict" id="samples"']


def test_the_fonts_of_the_page_weigh_less_than_75_kilobytes_and_have_their_licences(client: httpx.Client) -> None:
    static = files("grundy_web.pages") / "static"
    fonts = [file for file in static.iterdir() if file.name.endswith(".woff2")]
    assert sum(len(file.read_bytes()) for file in fonts) < 75_000
    for font in fonts:
        sent = client.get(f"/static/{font.name}")
        assert (sent.status_code, sent.headers["content-type"]) == (200, "font/woff2")
        licence = client.get(f"/static/{font.name.partition('-')[0]}-license.txt").text
        assert "sil open font license" in licence.lower()


def test_the_first_page_offers_a_computer_that_errs_and_an_address_without_it_a_perfect_one(
    client: httpx.Client,
) -> None:
    assert '<option value="20" selected>errs in about 1 of 5 moves' in show(client, "/")
    assert 'id="errs"' not in show(client, "/play?g=nim:+3+5+7")


def test_pictures_of_games_differ_and_none_is_an_empty_board(client: httpx.Client) -> None:
    page = show(client, "/?show=all")
    pictures = {
        name: re.sub(r' (?:href|data-key|aria-label)="[^"]*"', "", card.partition("<strong>")[0])
        for name, card in re.findall(r'<li data-game="([^"]+)">(.*?)</li>', page, re.DOTALL)
    }
    assert len(pictures) > 60
    assert len(set(pictures.values())) == len(pictures)
    pieces = (
        r'class="[^"]*\b(?:token|pin|coin|figure|cross|nought|stone|spot|arc|edge|vertex|laid|last|gone|floor|chess)'
    )
    assert [name for name, picture in pictures.items() if not re.search(pieces, picture)] == []
    assert len(client.get("/").content) < 60_000


@pytest.mark.nightly
def test_no_page_weighs_more_than_150_kilobytes(client: httpx.Client) -> None:
    for address in ("/", "/play?g=moebius:+2+4+9&v=1&why=0", "/play?g=moore(k=2):+3+5+7&v=1&why=0"):
        page = show(client, address)
        files = set(re.findall(r'(?:href|src)="(static/[^"]+)"', page))
        size = len(page.encode()) + sum(len(client.get(file).content) for file in files)
        assert size + len(client.get("/static/shell.js").content) < 150_000, address


def test_a_match_is_taken_away_as_a_record_and_opened_again(client: httpx.Client) -> None:
    record = client.get("/play.txt?g=nim:+3+5+7&m=0.2&err=25&seed=9&misere=1")
    assert record.headers["content-disposition"] == 'attachment; filename="match.txt"'
    lines = record.text.splitlines()
    assert lines[:3] == ['[Game "nim: 3 5 7"]', '[Play "misere"]', '[First "person"]']
    assert [line.partition(" {")[0] for line in lines[-2:]] == ["1. take 1 from heap 1", "2. take 1 from heap 2"]
    opened = client.get("/record", params={"text": record.text}, follow_redirects=False)
    assert opened.status_code == 303
    address = opened.headers["location"]
    assert address.endswith("play?g=nim%3A+3+5+7&misere=1&err=25&seed=9&m=0.2")
    assert client.get("/record", params={"text": record.text}, follow_redirects=True).status_code == 200


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[Game "nim: 3"]\n1. take 4', "line 2, move 1: &#39;take 4&#39; is not a move here"),
        ("", "expected the tag [Game"),
        ('[Game "rules.py:Mine: 3"]', "rules in Python files are not allowed here"),
    ],
)
def test_a_wrong_record_is_refused_on_a_page(client: httpx.Client, text: str, told: str) -> None:
    answer = client.get("/record", params={"text": text})
    assert answer.status_code in {400, 403}
    assert told in answer.text


def test_the_code_of_a_match_leads_a_phone_in_with_the_key() -> None:
    key, host = "t" * 43, "school.example:8642"
    app = create_app(Settings("school.example", remote=True, token=key))
    shown = one(app, "GET", "/qr.svg?g=nim:+3+5+7", host=host, headers={"cookie": f"grundy={key}"})
    address = f"http://{host}/{PlayState(g='nim: 3 5 7').address()}&token={key}"
    out = io.BytesIO()
    segno.make(address, error="l", micro=False).save(
        out, kind="svg", scale=4, border=2, dark="#22262e", light="#ffffff", svgclass=None, lineclass=None
    )
    assert shown.content == out.getvalue()
    assert shown.headers["cache-control"] == "no-store"
    led = one(app, "GET", address.removeprefix(f"http://{host}"), host=host)
    assert (led.status_code, led.headers["location"]) == (303, "/play?g=nim%3A+3+5+7")


LARGE = "/play?g=cram:+9x9"


@pytest.mark.nightly
def test_a_warning_about_a_too_large_board_comes_before_the_computer_moves(client: httpx.Client) -> None:
    told = "Nobody can see the end of this yet"
    assert told in client.get(f"{LARGE}&t=2").text
    assert told not in client.get(f"{LARGE}&you=12&t=1").text
    assert told not in client.get("/play?g=nim:+3+5+7").text
    assert told not in client.get("/play?g=nim:+300000+5+7").text


@pytest.mark.nightly
def test_a_computer_that_begins_says_so_and_that_it_samples_before_its_first_move(client: httpx.Client) -> None:
    page = client.get(f"{LARGE}&you=2&t=10").text
    assert "Nobody can see the end of this yet" in page
    assert status(page) == "The computer begins."
    assert (state_of(page).m, links(page), 'id="say"' in page, 'id="hint"' in page) == ("", [], False, False)
    (address,) = re.findall('id="go" href="([^"]+)"', page)
    page = client.get("/" + unescape(address)).text
    assert re.fullmatch(r"The computer begins\. The computer plays .*\. Your move\.", status(page))
    assert state_of(page).m
    assert links(page)
    assert ", the computer&#39;s last move" in page
    known = client.get("/play?g=nim:+3+5+7&you=2").text
    assert status(known) == "The computer begins. The computer takes 1 from heap 1. Your move."
    assert 'id="go"' not in known
    again = client.get(f"/{state_of(known).at('')}").text  # back at the start it plays the same again
    assert state_of(again).m == state_of(known).m


@pytest.mark.nightly
def test_a_visitor_chooses_the_time_of_an_answer_within_the_limits(client: httpx.Client) -> None:
    page = client.get(f"{LARGE}&you=2&t=2").text
    assert state_of(page).t == 2
    assert "t: expected a number from 0 to 30" in client.get("/play?g=nim:+3&t=31").text
    question = QUESTIONS["match"]
    assert [question.time({"t": t}) for t in (0, 1, 30, 99)] == [5.0, 1.0, 30.0, 30.0]
    assert QUESTIONS["learn"].time({"t": 30}) == QUESTIONS["learn"].seconds


@pytest.mark.nightly
def test_values_that_take_long_are_offered_with_more_time_for_this_position_only(client: httpx.Client) -> None:
    page = client.get("/play?g=nogo:+4x4+%2B+nogo:+3x5+%2B+nogo:+2x8&v=1&t=1").text
    (link,) = re.findall('id="longer" href="([^"]+)"', page)
    state = read_state(dict(parse_qsl(unescape(link).partition("?")[2])))
    assert state.longer
    assert state.asked()["t"] == 20
    assert "longer" not in state.played("0")
    assert 'id="longer"' not in client.get("/play?g=nim:+3+5+7&v=1").text
