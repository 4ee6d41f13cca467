"""Every endpoint gives what the command line gives, keeps its limits and answers only as its schema says."""

from __future__ import annotations

import json
from hashlib import sha256
from time import monotonic, sleep
from typing import Any, Union

import httpx
import numpy as np
import pytest
from pydantic import TypeAdapter

from grundy.core.strict_json import MAX_NUMBER
from grundy.games import CATALOGUE
from grundy.notation import read_ruleset
from grundy.operations import Context, served
from grundy.operations.claim import FamilyClaim
from grundy.operations.explain import ExplainResult
from grundy.operations.moves import MovesResult
from grundy.operations.period import FamilyPeriod
from grundy.workflows.computing.values import heap_values
from grundy_check import check
from grundy_web.api import answers
from grundy_web.api.models import answer_model


def ask(client: httpx.Client, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
    found = client.post(f"/api/v1/{path}", json=body)
    assert found.status_code == status, found.text
    answer: dict[str, Any] = found.json()
    assert answer["schema"] == 1
    return answer


GAMES = ["nim: 3 5 7", "kayles: 7 + nim: 2", "wythoff: 3 5", "maze: ..#./@...", "take 1..3: 15", "0.137: 12", "nim: 0"]
CLAIMS = [
    ("kayles", "value == n % 4"),
    ("take 1..3", "P iff n % 4 == 0"),
    ("nim", "P iff a ^ b ^ c == 0"),
    ("0.77", "value <= 9"),
]
ANSWERS: list[tuple[str, dict[str, Any]]] = [
    *(("solve", {"game": game, "play": play}) for game in GAMES for play in ("normal", "misere")),
    *(("period", {"ruleset": rule, "n": 2000}) for rule in ("kayles", "take {1, 3, 4}", "take {2, 5}")),
    *(("claim", {"ruleset": rule, "claim": claim, "n": 300}) for rule, claim in CLAIMS),
    ("values", {"ruleset": "kayles", "n": 50}),
    ("explain", {"game": "nim: 3 5 7"}),
    ("graph", {"game": "nim: 2 3"}),
]


def plain(answer: dict[str, Any], without: set[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(answer))
    return {key: found[key] for key in found.keys() - without}


@pytest.mark.parametrize(("name", "body"), ANSWERS, ids=str)
def test_an_endpoint_gives_the_result_of_its_operation(client: httpx.Client, name: str, body: dict[str, Any]) -> None:
    answer, operation = ask(client, name, **body), served(name)
    expected = operation.answer({"to" if key == "n" else key: each for key, each in body.items()}, Context())
    of_a_clock = {"took_ms", "seconds"}
    assert {key: answer[key] for key in answer.keys() - of_a_clock} == plain(expected, without=of_a_clock)
    models: Any = Union[tuple(map(answer_model, operation.results))]  # noqa: UP007  # made of many
    TypeAdapter(models).validate_python(answer)


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=CATALOGUE)
def test_every_example_of_the_catalogue_has_moves_and_an_answer_to_one(client: httpx.Client, entry: Any) -> None:
    found = client.post("/api/v1/moves", json={"game": entry.example})
    assert found.status_code in {200, 422}, found.text
    if found.status_code == 200:
        answer = found.json()
        answer_model(MovesResult).model_validate(answer)
        assert [move["index"] for move in answer["moves"]] == list(range(answer["move_count"] or 0))
        wins = any(move["winning"] for move in answer["moves"])
        assert (answer["outcome"] == "N") == wins or answer["status"] == "limit"


def test_the_certificate_of_a_period_is_accepted(client: httpx.Client, tmp_path: Any) -> None:
    proof = ask(client, "period", ruleset="kayles", n=2000, certificate=True)["certificate"]
    (tmp_path / "kayles.cert").write_text(proof)
    assert check(str(tmp_path / "kayles.cert"), 10**6, 60.0, None).status == "ACCEPTED"


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("period", {"n": 10**6}, "expected a table of 1 to 10000 lengths, found 1000000"),
        ("claim", {"claim": "value == n % 4"}, 'expected "periodic ... from ...", or a claim in the lengths b and c'),
        ("claim", {"claim": "value <= 9", "play": "misere"}, "claims about two-parameter families allow no play"),
    ],
)
def test_wrong_questions_about_two_lengths_are_refused_with_the_expected_form(
    client: httpx.Client, path: str, body: dict[str, Any], message: str
) -> None:
    found = client.post(f"/api/v1/{path}", json={"ruleset": "arc-kayles: star(b,c)", **body})
    assert found.status_code == 400
    assert message in found.json()["error"]["message"]


def test_values_are_the_same_in_every_form(client: httpx.Client) -> None:
    values = ask(client, "values", ruleset="kayles", n=50)["values"]
    for form, kind in (("u8", "<u1"), ("u16", "<u2")):
        found = client.post("/api/v1/values", json={"ruleset": "kayles", "n": 50, "format": form})
        assert np.frombuffer(found.content, kind).tolist() == values
        assert found.headers["etag"] == f'"{sha256(found.content).hexdigest()}"'
    lines = client.post("/api/v1/values", json={"ruleset": "kayles", "n": 2, "format": "csv"})
    assert (lines.text, lines.headers["content-type"]) == ("n,value\n0,0\n1,1\n2,2\n", "text/csv; charset=utf-8")
    assert client.post("/api/v1/values", json={"ruleset": "kayles", "n": 1, "format": "bfile"}).text == "0 0\n1 1\n"


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("values", {"n": 100_000}, 200),
        ("values", {"n": 100_001}, 400),
        ("values", {"n": 10**6, "format": "u8"}, 200),
        ("values", {"n": 10**6 + 1}, 422),
        *(("raster", body, 422) for body in ({"to": 10**7 + 1}, {"width": 2001}, {"height": 801}, {"from": -1})),
    ],
)
def test_long_answers_keep_their_limits(client: httpx.Client, path: str, body: dict[str, Any], status: int) -> None:
    assert client.post(f"/api/v1/{path}", json={"ruleset": "take 1..3", **body}).status_code == status


@pytest.mark.nightly
def test_a_picture_of_ten_million_heaps_counts_them_all(client: httpx.Client) -> None:
    body = {"ruleset": "kayles", "from": 0, "to": 10**7, "width": 700, "height": 300}
    job = ask(client, "jobs", 202, question="raster", body=body)
    found = finished(client, job["id"])["result"]
    data = client.get(f"/api/v1/jobs/{job['id']}/data")
    counts = np.frombuffer(data.content, "<u2")
    assert counts.sum() == 10**7 + 1
    assert len(counts) == found["rows"] * found["columns"]
    near = client.post("/api/v1/raster", json={"ruleset": "kayles", "from": 10, "to": 20})
    assert json.loads(near.headers["x-raster"])["exact"]
    assert np.frombuffer(near.content, "<u2").tolist() == heap_values(read_ruleset("kayles"), 20)[10:]


def test_a_table_of_two_heaps_shows_wythoffs_pairs(client: httpx.Client) -> None:
    lost = ask(client, "table", ruleset="wythoff", rows=8, columns=8, want="lost")["table"]
    assert [(a, b) for a in range(8) for b in range(8) if lost[a][b]] == [
        (0, 0),
        (1, 2),
        (2, 1),
        (3, 5),
        (4, 7),
        (5, 3),
        (7, 4),
    ]
    nim = ask(client, "table", ruleset="nim", a=3, b=5, rows=2, columns=3)["table"]
    assert nim == [[3 ^ 5, 3 ^ 6, 3 ^ 7], [4 ^ 5, 4 ^ 6, 4 ^ 7]]


def test_the_computer_wins_from_every_won_position_and_says_why(client: httpx.Client) -> None:
    game = "nim: 1 2 4"
    for _ in range(20):
        mine = ask(client, "play", game=game)
        assert mine["reason"] == "win"
        assert mine["outcome"] == "P"
        if mine["over"]:
            return
        game = min(mine["moves"], key=lambda move: move["remoteness"])["leaves"]
    pytest.fail("the game did not end")


def test_an_explanation_names_the_reply_to_a_bad_move(client: httpx.Client) -> None:
    moves = ask(client, "moves", game="nim: 3 5 7")["moves"]
    for move in moves:
        found = ask(client, "explain", game="nim: 3 5 7", move=move["index"])
        answer_model(ExplainResult).model_validate(found)
        assert found["game"] == move["leaves"]
        assert (found["refutation"] is None) == move["winning"]
    ask(client, "explain", 400, game="nim: 3 5 7", move=len(moves))
    assert ask(client, "explain", game="nim: 3 5 7")["blocks"]


def test_a_graph_has_every_move_and_at_most_the_depth_asked_for(client: httpx.Client) -> None:
    whole = ask(client, "graph", game="nim: 2 3")
    assert whole["whole"]
    part = ask(client, "graph", game="nim: 2 3", depth=1)
    assert not part["whole"]
    assert {arc["from"] for arc in part["arcs"]} == {0}
    assert part["positions"][0]["position"] == whole["positions"][0]["position"]


def finished(client: httpx.Client, number: str) -> dict[str, Any]:
    deadline = monotonic() + 120
    while monotonic() < deadline:
        found: dict[str, Any] = client.get(f"/api/v1/jobs/{number}").json()
        answers.JobAnswer.model_validate(found)
        if found["state"] in {"done", "failed"}:
            return found
        sleep(0.05)
    raise AssertionError("the job did not end")


def by_job(client: httpx.Client, question: str, **body: Any) -> dict[str, Any]:
    begun = ask(client, question, 202, **body, job=True)
    done = finished(client, begun["id"])
    assert done["state"] == "done"
    client.delete(f"/api/v1/jobs/{begun['id']}")
    answer: dict[str, Any] = {"took_ms": 0, **done["result"]}
    return answer


@pytest.mark.nightly
def test_two_parameter_families_are_answered_with_an_accepted_certificate(client: httpx.Client, tmp_path: Any) -> None:
    family = "node-kayles: star(b,c)"
    answer = by_job(client, "period", ruleset=family, certificate=True)
    answer_model(FamilyPeriod).model_validate(answer)
    (tmp_path / "tails.cert").write_text(answer["certificate"])
    assert check(str(tmp_path / "tails.cert"), 10**6, 60.0, None).status == "ACCEPTED"
    for claim, verdict in (("value <= 9", "proved"), ("value <= 1", "refuted")):
        answer = by_job(client, "claim", ruleset=family, claim=claim)
        assert answer_model(FamilyClaim).model_validate(answer).model_dump()["verdict"] == verdict


def test_a_job_gives_the_same_answer_and_is_forgotten_when_it_is_deleted(client: httpx.Client) -> None:
    plain = ask(client, "period", ruleset="kayles", n=1000)
    job = ask(client, "period", 202, ruleset="kayles", n=1000, job=True)
    assert len(job["id"]) == 32
    assert finished(client, job["id"])["result"] == {key: plain[key] for key in plain if key != "took_ms"}
    assert client.delete(f"/api/v1/jobs/{job['id']}").status_code == 200
    assert client.get(f"/api/v1/jobs/{job['id']}").status_code == 404


def test_more_jobs_than_run_at_once_wait_and_run_when_others_are_deleted(client: httpx.Client) -> None:
    slow = {"ruleset": "take k where popcount(n * k) % 3 == 1", "n": 10**5}
    first, second = (ask(client, "jobs", 202, question="values", body=slow) for _ in range(2))
    third = ask(client, "jobs", 202, question="moves", body={"game": "kayles: 3"})
    for job in (first, second):
        client.delete(f"/api/v1/jobs/{job['id']}")
    assert finished(client, third["id"])["state"] == "done"
    ask(client, "jobs", 422, question="moves", body={"game": 3})
    ask(client, "jobs", 422, question="match", body={})


@pytest.mark.parametrize("number", ["x", "0" * 31, "0" * 33, "G" * 32, "../" + "0" * 29])
def test_the_id_of_a_job_is_128_bits(client: httpx.Client, number: str) -> None:
    assert client.get(f"/api/v1/jobs/{number}").status_code in {404, 422}


def test_large_integers_travel_as_decimal_strings(client: httpx.Client) -> None:
    for value in (MAX_NUMBER, MAX_NUMBER + 1, 10**900):
        answer = ask(client, "solve", game=f"nim: {value}")
        assert answer["value"] == (value if value <= MAX_NUMBER else str(value))


LIMITS = [
    ("nim: " + "9" * 1000, 200),
    ("nim: " + "9" * 1001, 422),
    ("take 1..3: " + "9" * 1000, 200),
    ("take k where n % k == 0: " + "9" * 1000, 400),
    ("take {" + ", ".join(str(i) for i in range(1, 115)) + "}: 5", 200),
    ("take k where k == 1" + " or k == 1" * 60 + ": 5", 422),
]


@pytest.mark.parametrize(("game", "status"), LIMITS, ids=range(len(LIMITS)))
def test_texts_and_numbers_keep_their_limits(client: httpx.Client, game: str, status: int) -> None:
    assert client.post("/api/v1/solve", json={"game": game}).status_code == status


@pytest.mark.nightly
def test_limits_may_only_be_lowered(client: httpx.Client) -> None:
    slow = {"ruleset": "take k where popcount(n * k) % 3 == 1", "n": 10**5}
    lowered = client.post("/api/v1/values", json={**slow, "limits": {"milliseconds": 150}})
    assert lowered.json()["error"]["kind"] == "time"
    assert "the 0.15-second limit" in lowered.json()["error"]["message"]
    assert client.post("/api/v1/values", json={**slow, "limits": {"milliseconds": 30_001}}).status_code == 422


def test_an_answer_of_more_than_a_megabyte_is_a_limit(client: httpx.Client) -> None:
    found = client.post("/api/v1/solve", json={"game": "nim: " + "9" * 30 + " 1" * 1500, "play": "misere"})
    assert len(found.content) < 1 << 20
    assert found.status_code in {200, 422}


def test_the_catalogue_lists_every_ruleset(client: httpx.Client) -> None:
    found = answers.CatalogueAnswer.model_validate(client.get("/api/v1/catalogue").json())
    assert [game.name for game in found.games] == list(CATALOGUE)


def test_the_page_of_the_api_shows_every_endpoint_and_field(client: httpx.Client) -> None:
    text = client.get("/api").text
    schema = client.get("/api/v1/openapi.json").json()
    for path in schema["paths"]:
        assert path in text
    for name in ("milliseconds", "certificate", "want", "height"):
        assert name in text
    assert client.get("/docs").status_code == client.get("/redoc").status_code == 404


def test_the_error_of_a_wrong_method_names_the_allowed_ones(client: httpx.Client) -> None:
    found = client.request("TRACE", "/api/v1/solve")
    assert (found.status_code, found.headers["allow"]) == (405, "POST")
