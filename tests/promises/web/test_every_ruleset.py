"""No ruleset of the catalogue makes an endpoint, a page or a file fail: it answers, or says in one line why not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from tests.promises.web.in_process import Ask, asking

from grundy.games import CATALOGUE
from grundy.notation import read_ruleset
from grundy.search import heap_values
from grundy.workflows.computing.values import is_heap_ruleset

SECONDS = 0.1
OTHERS = ("turn", "take 1..3", "take k where n % k == 0 and k < n", "0.106", "4.07", "last loses take 1..3")
"""Rulesets that the catalogue does not name; the values of `turn` grow beyond every machine word."""
EXAMPLES = {entry.example.partition(":")[0]: entry.example for entry in CATALOGUE.values()}
EXAMPLES |= {f"{rule}": f"{rule}: 7" for rule in OTHERS}
WITNESSES = ("fibonacci", "turn", "chomp", "kayles")
SIZES = (0, 7, 1000, 10**6)
CLAIMS = (
    "value == n % 4",
    "value >= n",
    "P iff a == b",
    "periodic 34 from 53",
    "same as 0.07",
    "value == n // (n - n)",
)


class Asked(NamedTuple):
    method: str
    path: str
    given: dict[str, Any]


def post(question: str, **body: Any) -> Asked:
    return Asked("POST", f"/api/v1/{question}", {"json": body})


def get(path: str, **query: Any) -> Asked:
    return Asked("GET", path, {"params": query})


def short(rule: str) -> Iterator[Asked]:
    yield from (post("values", ruleset=rule, n=7, format=form) for form in ("json", "u8", "csv"))
    yield post("raster", ruleset=rule, to=7)
    yield post("claim", ruleset=rule, claim="value == n % 4", n=100)
    yield get("/explore", g=rule, to="1000")
    yield get("/explore/picture", g=rule, to="7", form="svg")


def whole(rule: str) -> Iterator[Asked]:
    game = EXAMPLES[rule]
    for play in ("normal", "misere"):
        how = {"play": play}
        for question in ("solve", "moves", "play", "explain", "graph"):
            yield post(question, game=game, **how)
        for n in SIZES:
            for form in ("json", "u8", "u16", "csv", "bfile"):
                yield post("values", ruleset=rule, n=n, format=form, **how)
            yield from (post("claim", ruleset=rule, claim=claim, n=n, **how) for claim in CLAIMS)
            yield get("/explore", g=rule, to=str(n), **how)
            yield get("/explore", g=rule, to=str(n), log="1", deep="1", length="7", **how)
            yield get("/explore/picture", g=rule, to=str(min(n, 1000)), form="svg", **how)
        for start, stop in ((0, 0), (0, 1000), (5, 3), (0, 10**7), (10**6, 10**7)):
            yield Asked("POST", "/api/v1/raster", {"json": {"ruleset": rule, "from": start, "to": stop, **how}})
        for corner, side in ((0, 1), (0, 100), (10**6, 3)):
            for want in ("values", "lost"):
                yield post("table", ruleset=rule, a=corner, b=corner, rows=side, columns=side, want=want, **how)
        yield from (get("/explore", g=game, view=view, **how) for view in ("", "all", "best"))
        yield get("/play", g=game)
        yield from (get("/explore", g=rule, to=str(n), **how) for n in (20, 1001, 2000))
    for size in ({}, *({"n": n} for n in SIZES)):
        yield from (post("period", ruleset=rule, certificate=wanted, **size) for wanted in (False, True))
    yield get("/explore/drawing", g=rule)


def failing(ask: Ask, traces: list[str], asked: Asked) -> str:
    """Return what is wrong with an answer, "" for nothing."""
    found = ask(asked.method, asked.path, **asked.given)
    if found.status_code >= 500 or traces:
        return f"{asked} {found.status_code} {found.text[:200]} {' '.join(traces)[-800:]}"
    return wrong_values(asked, found)


def wrong_values(asked: Asked, found: httpx.Response) -> str:
    """Return where values of heaps are not those of the definition, "" where they are or none were sent."""
    told = asked.given.get("json", {})
    if not asked.path.endswith("/values") or told.get("n") != 7 or found.status_code != 200 or "play" in told:
        return ""
    rules = read_ruleset(told["ruleset"])
    if not is_heap_ruleset(rules):
        return f"{asked}: positions are no heaps, found {found.text[:200]}"
    right = heap_values(rules, 7)
    if told["format"] == "json":
        sent = found.json()["values"]
    elif told["format"] == "u8":
        sent = list(found.content)
    else:
        sent = [int(line.split(",")[1]) for line in found.text.split()[1:]]
    return "" if sent == right else f"{asked}: {sent}, not {right}"


@pytest.mark.parametrize("rule", WITNESSES)
def test_a_ruleset_of_every_kind_is_answered_everywhere(rule: str) -> None:
    with asking(SECONDS) as (ask, traces):
        assert [bad for asked in short(rule) if (bad := failing(ask, traces, asked))] == []


@pytest.mark.nightly
@pytest.mark.parametrize("rule", EXAMPLES)
def test_every_ruleset_is_answered_everywhere(rule: str) -> None:
    with asking(SECONDS) as (ask, traces):
        assert [bad for asked in (*short(rule), *whole(rule)) if (bad := failing(ask, traces, asked))] == []


def test_a_claim_about_values_beyond_machine_words_is_refuted_at_its_first_failure() -> None:
    with asking(5) as (ask, _):
        found = ask("POST", "/api/v1/claim", json={"ruleset": "turn", "claim": "value < 2**62", "n": 100}).json()
        assert (found["verdict"], found["counterexample"]["position"]) == ("refuted", "62")
        found = ask("POST", "/api/v1/claim", json={"ruleset": "turn", "claim": "value >= n", "n": 100}).json()
        assert (found["verdict"], found["checked_to"]) == ("holds", 100)


def test_a_plot_ends_where_its_values_have_no_place_on_an_axis() -> None:
    with asking(5) as (ask, traces):
        page = ask("GET", "/explore", params={"g": "turn", "to": "100"})
        assert page.status_code == 200
        assert "expected values of at most 53 bits" in page.text
        assert traces == []
