from __future__ import annotations

import pickle
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import grundy
from grundy.core import InputError, MissingExtra
from grundy.workflows.library import notebook
from grundy.workflows.library.notebook import MOST_POSITIONS


def test_a_small_board_has_every_position_inside_and_the_computer_wins_where_it_can() -> None:
    board = grundy.playable("nim: 1 2 3")
    positions = board.data["positions"]
    assert len(positions) == 24
    assert not board.open
    for at in positions:
        assert (at["best"] is None) == (not at["moves"])
        if any(wins for _, _, wins in at["moves"]):
            assert at["moves"][at["best"]][2]
            assert at["told"] == "You can win."
    assert [at["won"] for at in positions if not at["moves"]] == [False]


def test_a_player_without_a_move_wins_in_misere_play() -> None:
    ends = [at for at in grundy.playable("nim: 2", misere=True).data["positions"] if not at["moves"]]
    assert [at["won"] for at in ends] == [True]


def test_a_large_board_stops_at_a_limit_and_can_be_continued() -> None:
    board = grundy.playable("nim: 5 6 7")
    positions = board.data["positions"]
    inside = len(positions)
    assert inside <= MOST_POSITIONS
    assert board.open
    at, move = next((i, j) for i, one in enumerate(positions) for j, each in enumerate(one["moves"]) if each[1] is None)
    found = board.asked(at, move)
    assert found["positions"][at]["moves"][move][1] == found["answered"] == inside
    assert found["asks"] == 1
    assert board.asked(10**6, 0) is found


def test_the_element_of_a_board_needs_no_other_file_and_no_text_ends_its_script() -> None:
    html = grundy.playable("nim: 1 2").html()
    assert html.count("</script>") == html.count("<script>") == 1
    assert not re.findall(r"(?:src|href)=", html)
    ET.fromstring(html[: html.index("<script>")])


def test_a_match_is_shown_with_what_was_known_of_every_position() -> None:
    match = grundy.match("nim: 1 2")
    for words in ("take 2 from heap 2", "take 1 from heap 1"):
        match.play(match.find(words))
    seen = grundy.viewer(match)
    assert [frame["told"] for frame in seen.data["frames"]] == [
        "Start: nim: 1 2. N, value 3.",
        "1. The first player takes 2 from heap 2. N, value 1. Win thrown away: take 1 from heap 2 would have kept it.",
        "2. The second player takes 1 from heap 1. P, value 0. The second player wins.",
    ]
    assert len(grundy.viewer(match.record()).data["frames"]) == 3


def test_without_anywidget_a_widget_is_refused_and_the_board_still_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "find_spec", lambda _: None)
    board = grundy.playable("nim: 5 6 7")
    with pytest.raises(MissingExtra, match=r"^a widget needs anywidget: pip install anywidget$"):
        board.widget()
    assert list(board._repr_mimebundle_()) == ["text/plain", "text/html", "text/latex"]


SHOWN: dict[str, tuple[Any, str]] = {
    "game": (grundy.read_game("nim: 3 5"), "image/svg+xml"),
    "rules": (grundy.game("kayles"), "text/html"),
    "rules of boards": (grundy.game("cram"), "text/html"),
    "period": (grundy.game("kayles").period(), "text/html"),
    "match": (grundy.match("nim: 3"), "text/html"),
    "solution": (grundy.solve("nim: 3 5"), "text/html"),
    "graph": (grundy.graph("nim: 2"), "image/svg+xml"),
    "verdict": (grundy.game("take 1..3").claim("P iff n % 4 == 0"), "text/html"),
    "refuted": (grundy.game("wythoff").claim("P iff a == b"), "text/html"),
    "exploration": (grundy.game("take 1..3").explore(40), "text/html"),
    "quotient": (grundy.game("kayles").misere_quotient(5), "text/html"),
    "values": (grundy.game("take 1..3").values(30), "text/html"),
    "values from some heap on": (grundy.game("take 1..3").values(30)[7:], "text/html"),
    "every other value": (grundy.game("take 1..3").values(400)[::2], "text/html"),
    "no values": (grundy.game("take 1..3").values(3)[9:], "text/html"),
    "values in misere play": (grundy.game("take 1..3").values(30, misere=True), "text/html"),
    "values of a function": (grundy.rule(lambda n: [n - 1] if n else []).values(12), "text/html"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_every_answer_is_shown_in_a_notebook_well_formed(name: str) -> None:
    answer, kind = SHOWN[name]
    made = answer._repr_mimebundle_()
    assert made["text/plain"] == repr(answer)
    ET.fromstring(made[kind])
    assert made["text/latex"] == grundy.latex(answer)


def test_a_board_and_a_match_are_latex_in_an_export_to_latex() -> None:
    board, match = grundy.playable("nim: 1 2"), grundy.match("nim: 3")
    assert board._repr_mimebundle_()["text/latex"] == grundy.latex("nim: 1 2")
    assert grundy.viewer(match)._repr_mimebundle_()["text/latex"] == grundy.latex(match)


def test_the_period_of_values_is_between_bars_wherever_they_begin() -> None:
    values = grundy.game("take {1, 3, 4}").values(40)
    for some in (values, values[5:]):
        blocks: list[Any] = [*some.paper().blocks]
        told, rows = blocks[:2]
        assert (rows.start, rows.preperiod, rows.period) == (some.heaps[0], 0, 7)
        assert (
            "period 7 from heap 0 on, proved (the theorem that a block of max(S) consecutive values, "
            "once repeated, repeats forever: Golomb"
        ) in told
    assert 'class="r b' in values._repr_mimebundle_()["text/html"]
    seen = grundy.rule(lambda n: [n - 1] if n else []).values(12)
    assert "period 2 from heap 0 on, observed up to heap 12" in seen.paper().blocks[0]
    again = pickle.loads(pickle.dumps(seen))
    assert (again == seen, again.paper().title) == (True, "Values of heaps")
    assert pickle.loads(pickle.dumps(values)).paper() == values.paper()


def test_latex_of_anything_else_is_refused() -> None:
    what = "a result of grundy (a solution, a verdict, an exploration, a quotient, a graph) or a game"
    with pytest.raises(InputError, match=re.escape(f"expected {what}, found int")):
        grundy.latex(3)
    assert grundy.latex("nim: 3") == grundy.latex(grundy.read_game("nim: 3"))
