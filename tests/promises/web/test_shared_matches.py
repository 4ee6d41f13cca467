"""What a match is elsewhere: the tags of its page, its card, its film, and what the sheet states about its address."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree as ET

import httpx
import pytest

from grundy_web.offline import answer

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> str:
    return " ".join(node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text"))


def test_the_page_of_a_match_names_its_card_in_tags(client: httpx.Client) -> None:
    page = unescape(client.get("/play?g=nim:+3+5+7").text)
    tags = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page))
    assert tags["og:title"] == "Nim"
    assert tags["og:description"] == "Your move. Three moves win. Twelve throw it away."
    assert tags["og:image"].endswith("/card.svg?g=nim%3A+3+5+7")
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    card = client.get(tags["og:image"].partition("//")[2].partition("/")[2])
    assert card.headers["content-type"] == "image/svg+xml"
    root = ET.fromstring(card.text)
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    assert "Three moves win. Twelve throw it away. Nim" in texts(card.text)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("g=kayles:+9&m=3", "Every move loses."),
        ("g=nim:+1&m=0", "The game is over."),
        ("g=nim:+2+2+2&misere=1", "Three moves win. Three throw it away."),
        ("g=sprouts:+12&t=1", "Can you win?"),
        ("g=chomp:+3x4", "You can win."),
    ],
)
def test_a_card_states_what_is_known(client: httpx.Client, address: str, says: str) -> None:
    assert says in texts(client.get(f"/card.svg?{address}").text)


def test_a_film_has_a_frame_for_every_position(client: httpx.Client) -> None:
    film = client.get("/film.svg?g=nim:+3+5+7&m=0.2")
    assert film.headers["content-disposition"] == 'attachment; filename="match.svg"'
    ET.fromstring(film.text)
    assert len(set(re.findall(r'class="f (f\d+)"', film.text))) == 3


def test_a_loopback_address_states_that_others_need_the_public_site() -> None:
    note = "Others need the public site."
    for base, stated in (("http://127.0.0.1:8642/", True), ("https://example.org/grundy/", False)):
        _, _, body = answer("GET", "/sharing", "g=nim:+3+5+7", base)
        page = unescape(body.decode())
        assert (note in page) is stated
        assert f'value="{base}play?g=nim%3A+3+5+7"' in page
