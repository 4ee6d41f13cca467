"""A board that a class watches: shown by who has its key, seen by who has its name, off unless asked for."""

from __future__ import annotations

from itertools import islice

import httpx
import pytest
from tests.promises.web.servers import asked, one, serving

from grundy_web import Settings, create_app, served
from grundy_web.guard.refusals import Refused
from grundy_web.service.boards import MOST, SharedBoards

JSON = {"content-type": "application/json"}
HERE = "http://127.0.0.1:8642"


@pytest.mark.nightly
def test_a_board_follows_the_match_of_who_shows_it() -> None:
    with serving("share=True") as server, httpx.Client(base_url=server.address) as client:
        begun = client.post("/share", json={"query": "g=nim:+3+5+7"}).json()
        watch = f"/watch?id={begun['id']}"
        assert "nim: take any number" in client.get(watch).text
        board = {"id": begun["id"], "key": begun["key"]}
        assert client.post("/share", json=board | {"query": "g=kayles:+9"}).json()["version"] == 2
        assert client.post("/share", json=board | {"query": "g=kayles:+9"}).json()["version"] == 2
        assert client.get(watch.replace("?", ".json?")).json() == {"schema": 1, "version": 2, "places": ""}
        moved = '{"0":{"1":[12,-8]}}'
        assert client.post("/share", json=board | {"query": "g=kayles:+9", "places": moved}).json()["version"] == 3
        assert client.get(watch.replace("?", ".json?")).json()["places"] == moved
        page = client.get(watch).text
        assert "kayles" in page
        assert begun["key"] not in page
        assert 'href="play?g=kayles' in page


def test_only_who_began_a_board_changes_it_and_only_from_our_own_pages() -> None:
    app = create_app(Settings(share=True))
    body = b'{"query": "g=nim:+3"}'
    assert one(app, "POST", "/share", content=body, headers=JSON | {"sec-fetch-site": "cross-site"}).status_code == 403
    assert one(app, "POST", "/share", content=body).status_code == 415
    begun = one(app, "POST", "/share", content=body, headers=JSON).json()
    for wrong, status in (
        ({"id": begun["id"], "key": "x"}, 403),
        ({"id": "x", "key": begun["key"]}, 404),
        ({"query": 3}, 422),
        ({"query": "x" * 3000}, 413),
    ):
        assert one(app, "POST", "/share", json={"query": "g=nim:+3"} | wrong).status_code == status
    assert one(app, "GET", "/watch?id=none", headers={"accept": "text/html"}).status_code == 404


def test_boards_are_few_and_the_one_touched_longest_ago_goes() -> None:
    boards = SharedBoards()
    first, board = boards.show("g=nim:+1")
    names = [boards.show("g=nim:+2")[0] for _ in range(MOST - 1)]
    boards.show("g=nim:+3", first, board.key)
    boards.show("g=nim:+4")
    assert boards.get(first).query == "g=nim:+3"
    with pytest.raises(Refused):
        boards.get(names[0])
    assert all(boards.get(name) for name in islice(names, 1, None))


def test_nothing_is_shown_without_request() -> None:
    requests = [
        httpx.Request("POST", f"{HERE}/share", json={"query": "g=nim:+3"}),
        httpx.Request("GET", f"{HERE}/watch"),
    ]
    assert [found.status_code for found in asked(create_app(), *requests)] == [404, 404]
    assert not served("localhost", 1).share
    assert served("school.example", 1, remote=True).share
