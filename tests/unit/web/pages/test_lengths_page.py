"""Positions told by two lengths on the pages that explore and claim: theorem, pictures, errors, limits."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path
from urllib.parse import quote_plus

import numpy as np
import pytest

from grundy.core import LimitReached
from grundy.notation import read_family
from grundy.patterns.tail_periods import Regular, TailPeriods
from grundy.patterns.tail_values import paths_of
from grundy.workflows.claims.two_lengths import TwoLengths
from grundy_check import check
from grundy_web.offline import answer

STAR = "0.15: star(1,b,c)"


def shown(path: str, query: dict[str, str], status: int = 200) -> str:
    address = "&".join(f"{name}={quote_plus(text)}" for name, text in query.items())
    found, _, body = answer("GET", path, address, "", "text/html")
    assert found == status, body
    page = re.sub(
        r'<span class="term"><button[^>]*>(.*?)</button>.*?</span></span>', r"\1", body.decode(), flags=re.DOTALL
    )
    return unescape(page)


def test_a_short_table_is_shown_before_a_proof_is_looked_for() -> None:
    page = shown("/explore", {"g": "arc-kayles: star(3,b,c)"})
    assert "All values with b, c < 64 were examined; this does not prove a period." in page
    assert 'data-more="explore?deep=1&g=arc-kayles%3A+star%283%2Cb%2Cc%29"' in page
    assert 'grundy period "arc-kayles: star(3,b,c)" --certificate lengths.cert' in page
    assert "(stars/arc-kayles-3; first published: not found in" in page
    assert page.count('<th scope="row" class="number">') == 16


def test_a_proof_is_shown_in_words_and_pictures_with_its_certificate(tmp_path: Path) -> None:
    page = shown("/explore", {"g": STAR, "deep": "1"})
    assert "period 10 in b and in c, for all lengths" in page
    assert "For every b, the period in c begins at 20 or earlier. The largest value is 13." in page
    assert "g(b, c + 10) = g(b, c) for c >= 20, g(b + 10, c) = g(b, c) for b >= 20" in page
    assert all(f">{name}</text>" in page for name in ("background", "rows", "columns", "beginning"))
    assert page.count("<svg ") >= 2
    assert "claim?g=0.15%3A+star%281%2Cb%2Cc%29&c=periodic+10+from+20" in page
    status, headers, body = answer("GET", "/explore/certificate", f"g={quote_plus(STAR)}")
    assert (status, dict(headers)["content-disposition"][:10]) == (200, "attachment")
    (tmp_path / "some.cert").write_bytes(body)
    assert check(str(tmp_path / "some.cert")).status == "ACCEPTED"


def test_exceptions_along_diagonals_are_reported_and_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = read_family(STAR)
    assert graph is not None
    paths, table = paths_of(graph.digits), np.eye(80, k=1, dtype=np.uint8)  # values nobody plays for
    assert paths is not None
    found = TwoLengths(TailPeriods(graph, paths, Regular(2, 12, 6), 80, {graph.whole: table}))
    monkeypatch.setattr("grundy_web.questions.length_questions.two_lengths", lambda *_: found)
    page = shown("/explore", {"g": STAR, "deep": "1"})
    assert "its exceptions continue along diagonals forever" in page
    assert "fails forever along the diagonals c - b = -1, 1" in page
    assert ">diagonal</text>" in page


def test_the_picture_can_be_saved() -> None:
    _, _, body = answer("GET", "/explore/drawing", f"g={quote_plus(STAR)}&deep=1")
    assert ET.fromstring(body).tag.endswith("svg")  # our own


def test_a_limit_shows_the_known_results_and_a_way_to_continue(monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.workflows.claims.two_lengths import two_lengths
    from grundy_web.questions import length_questions

    whole = two_lengths

    def stopped(family: object, side: int | None, budget: object) -> object:
        if side is None:
            raise LimitReached("the 12-second limit was reached", kind="time")
        return whole(family, 40, budget)  # type: ignore[arg-type]

    monkeypatch.setattr(length_questions, "two_lengths", stopped)
    page = shown("/explore", {"g": "arc-kayles: star(1,b,c)", "deep": "1"})
    assert "Incomplete: the 12-second limit was reached." in page
    assert "longer=1" in page
    assert "All values with b, c < 40 were examined" in page


def test_without_arrays_values_are_shown_and_the_page_names_the_missing_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("grundy_web.questions.length_questions.has_numpy", lambda: False)
    page = shown("/explore", {"g": "arc-kayles: star(1,b,c)"})
    assert "Python in this browser lacks numpy" in page
    assert page.count('<th scope="row" class="number">') == 16
    assert "data-more" not in page


@pytest.mark.parametrize(
    ("query", "field", "message"),
    [
        ({"g": "arc-kayles: 0-1 2 with b at 0, c at 1"}, "g", "expected a core that is connected"),
        ({"g": "0.8: star(1,b,c)"}, "g", "expected an octal code that begins with 0. for graphs"),
        ({"g": "0.6: star(1,b,c)"}, "g", "expected a code whose values of paths have a short period"),
        ({"g": STAR, "play": "misere"}, "play", "available in normal play only"),
        ({"g": STAR, "deep": "1", "to": "20000"}, "to", "expected a table of 1 to 10000 lengths, found 20000"),
        ({"g": STAR, "to": "many"}, "to", "lengths up to: expected a whole number up to 10000000, found 'many'"),
    ],
)
def test_an_error_is_next_to_its_field(query: dict[str, str], field: str, message: str) -> None:
    page = shown("/explore", query, 400)
    assert message in page
    assert re.search(rf'id="{field}"[^>]*aria-invalid="true"', page)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("claim", "verdict", "told"),
    [
        ("periodic 10 from 20", "proved", "Proved for all b and all c >= 20: "),
        ("periodic 10 from 19", "refuted", "Refuted: g("),
        ("value <= 13", "proved", "Proved by a table that contains every value: "),
        ("value == b + c", "refuted", "Refuted at b = 0, c = 0: the value is "),
        ("value >= 0 * b", "holds", "This is not a proof."),
    ],
)
def test_claims_in_two_lengths_are_judged(claim: str, verdict: str, told: str) -> None:
    page = shown("/claim", {"g": STAR, "c": claim})
    assert f'class="answer {verdict}"' in page
    assert told in page


@pytest.mark.parametrize(
    ("query", "field", "message"),
    [
        ({"g": STAR, "c": "P iff n % 4 == 0"}, "c", "or a claim in the lengths b and c"),
        ({"g": "0.8: star(1,b,c)", "c": "value <= 3"}, "g", "expected an octal code that begins with 0. for graphs"),
        ({"g": STAR, "c": "value <= 13", "play": "misere"}, "play", "available in normal play only"),
        ({"g": STAR, "c": "value <= 13", "to": "20000"}, "to", "expected a table of 1 to 10000 lengths, found 20000"),
    ],
)
def test_an_error_in_a_claim_is_next_to_its_field(query: dict[str, str], field: str, message: str) -> None:
    page = shown("/claim", query, 400)
    assert message in page
    assert re.search(rf'id="{field}"[^>]*aria-invalid="true"', page)


def test_a_position_with_letters_is_still_a_position() -> None:
    assert "Game graph" in shown("/explore", {"g": "arc-kayles: a-b b-c"})


def test_an_exploration_names_facts_of_the_atlas_with_their_source() -> None:
    page = shown("/explore", {"g": "kayles", "to": "60", "deep": "1"})
    assert "0.77 has period 12 from heap 71 on" in page
    assert "(octal/0.77; first published: R. K. Guy and C. A. B. Smith, The G-values of various games, 1956" in page
    assert "grundy atlas show octal/0.77 shows the whole fact" in page
