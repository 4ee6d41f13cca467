"""The answers of commands to small questions, recorded: JSON by its keys, words letter by letter, options by name.

python -m tests.recorded_answers          asks again and prints the calls whose answers differ
python -m tests.recorded_answers write    records them
"""

from __future__ import annotations

import io
import json
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from grundy.cli.main import main

RECORD = Path(__file__).parent / "golden" / "answers.json"
COMMANDS = ("nim", "misere", "period", "values", "claim", "explore", "graph", "solve", "search")
WORDS = {
    "nim": ["6 * 7 + 3 / 2", "2^3", "sqrt(7)", "roots(1, 2)", "roots(2, 1)", "log(2, 4)", "log(2, 3)", "order(5)"],
    "misere": ["kayles --to 8", "nim --to 4", "take 1..3", "0.07 --to 9 --format markdown", "cram", "0.77 --to 3"],
    "period": ["kayles", "0.77", "0.137", "take 1..3", "take {1, 3, 4}", "grundy --to 200", "take squares --to 300"],
    "values": ["kayles --to 30", "take 1..3 --to 15 --misere", "wythoff --to 5", "0.77 --to 11 --format csv"],
    "claim": ["'take 1..3' 'P iff n % 4 == 0'", "'take squares' 'P iff n % 5 in {0, 2}'", "kayles 'same as 0.77'"],
    "explore": ["take 1..3 --to 50", "wythoff --to 6", "kayles --to 40 --misere", "take 1..3 --to 50 --code python"],
    "graph": [
        "nim: 2 1 --format markdown",
        "kayles: 3 --format latex",
        "nim: 1 1 --misere --format markdown",
        "nim: 2",
    ],
    "solve": ["nim: 10 12 5", "nim: 1 2 3", "kayles: 9 8", "take 1..3: 15 + kayles: 7", "cram: 3x4", "grundy: 12"],
    "search": ["cram: 3x3", "cram: 3x4 --want outcome", "nim: 3 5 7 --want value", "cram: 2x3 --misere"],
}
"""Command -> words behind it."""
WORDS["nim"] += ["1/0", "10 + ", "--table 4", "", "2 --table 3"]
WORDS["period"] += ["0.6 --to 400", "arc-kayles: star(3,b,c) --to 60", "cram", "0.07 --segments 3", "0.07 --resume"]
WORDS["period"] += ["nim --to 50", "arc-kayles: star(b,c) --segments 2 --certificate x.cert", "0.07 --certified"]
WORDS["period"] += ["take squares --certified --to 100", "arc-kayles: star(b,c) --certified", "0.07 --to -1"]
WORDS["misere"] += ["0.07 --to 5 --certified", "0.07 --to 5 --certified --format latex"]
WORDS["values"] += [
    "cram --to 3",
    "kayles --to 20 --p-positions",
    "grundy --to 12 --format bfile",
    "nim --to 5 --offset 1",
]
WORDS["values"] += ["kayles --to 9 --format latex", "kayles --to 9 --resume", "kayles --format npy"]
WORDS["claim"] += ["kayles 'periodic 12 from 71'", "kayles 'value <= 8'", "kayles 'P iff n % 3 == 0' --misere --to 9"]
WORDS["claim"] += ["wythoff 'value == a ^ b' --to 6", "'arc-kayles: star(3,b,c)' 'periodic 34 from 516' --to 80"]
WORDS["claim"] += ["'take 1..3' 'value == n % 4' --certified", "kayles 'value =='", "frob 'value == 1'"]
WORDS["explore"] += [
    "arc-kayles: star(3,b,c) --to 60",
    "arc-kayles: star(3,b,c) --misere",
    "kayles --to 60 --format latex",
]
WORDS["graph"] += ["frob: 3 --format dot", "nim: 2 --out x.png", "ordinal: nim: 1 & nim: 1 --format markdown"]
WORDS["solve"] += [
    "0.137: 20",
    "nim: 3 x",
    "wythoff: 3 5",
    "kayles: 5 4 --misere",
    "nim: 2 3 --moves",
    "nim: 3 5 --line",
]
WORDS["solve"] += ["nim: 3 5 --sum conjunctive", "nim: 3 5 --format markdown", "wythoff: 4 8 --certified"]
WORDS["solve"] += ["nim: 0 --exit-status", "nim: 3 5 --certified --line", "kayles: 7 --certified --proof nimber"]
BODIES: dict[str, list[dict[str, Any]]] = {
    "solve": [
        {"game": "nim: 3 5 7"},
        {"game": "wythoff: 3 5", "want": ["remoteness", "certificate"]},
        {"game": "frob: 3"},
    ],
    "moves": [{"game": "kayles: 4"}, {"game": "nim: 2 3", "play": "misere"}, {"game": "cram: 2x3", "values": False}],
    "play": [{"game": "nim: 3 5 7"}, {"game": "nim: 0"}, {"game": "kayles: 7", "err": 100, "seed": 3, "ply": 2}],
    "explain": [{"game": "nim: 3 5"}, {"game": "nim: 3 5", "move": 0}, {"game": "nim: 3", "move": 9}],
    "graph": [{"game": "nim: 2 1"}, {"game": "kayles: 5", "depth": 1}],
    "values": [{"ruleset": "kayles", "n": 6}, {"ruleset": "kayles", "n": 10**6}, {"ruleset": "nim", "play": "misere"}],
    "table": [{"ruleset": "wythoff", "rows": 3, "columns": 4}, {"ruleset": "wythoff", "a": 2, "want": "lost"}],
    "period": [
        {"ruleset": "kayles", "n": 1000},
        {"ruleset": "0.07", "certificate": True},
        {"ruleset": "take squares", "n": 99},
    ],
    "claim": [{"ruleset": "take 1..3", "claim": "value == n % 4"}, {"ruleset": "kayles", "claim": "value <= 8"}],
}
"""Endpoint of the API -> bodies of requests."""
BODIES["period"] += [{"ruleset": "arc-kayles: star(3,b,c)", "n": 60}, {"ruleset": "x.py:f"}, {"ruleset": "cram"}]
BODIES["claim"] += [
    {"ruleset": "arc-kayles: star(3,b,c)", "claim": "periodic 34 from 516", "n": 80},
    {"ruleset": "nim", "claim": "P"},
]
UNSURE = re.compile(
    r'("(?:seconds|positions|explored|memory)": )[0-9.e+-]+|[0-9.]+ s\b|[0-9,.]+ (?:positions|a second)'
)
"""What differs from run to run."""


def split(line: str) -> list[str]:
    """Return the words of a line; a claim stands in quotes."""
    return [word.strip("'") for word in re.findall(r"'[^']*'|[^\s']+", line)]


def said(words: list[str]) -> dict[str, Any]:
    """Return the exit code of a call and what it wrote."""
    out: Any = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    err, code = io.StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main(words)
        except SystemExit as end:
            code = int(end.code or 0)
    text = UNSURE.sub(r"\1 ~", out.buffer.getvalue().decode("utf-8"))
    return {"code": code, "out": text, "err": UNSURE.sub(r"\1 ~", err.getvalue())}


def options_of(command: str) -> dict[str, str]:
    """Return the options of a command and what its help says of each."""
    from grundy.cli.commands import grundy

    found = grundy.get_command(None, command)  # type: ignore[arg-type]
    assert found is not None
    return {" ".join(one.opts): getattr(one, "help", "") or "" for one in found.params}


def answers_of(command: str) -> dict[str, dict[str, Any]]:
    """Return the answers of a command to its questions, in words and as JSON."""
    asked = [[*split(line), *more] for line in WORDS[command] for more in ([], ["--json"])]
    found = {" ".join([command, *words]): said([command, *words]) for words in asked}
    for answer in found.values():
        if answer["out"].startswith('{"schema"'):
            answer["out"] = json.loads(answer["out"].replace(" ~", " 0"))
    return found


def api_answers(endpoint: str) -> dict[str, Any]:
    """Return the answers of an endpoint, without a server."""
    from grundy.core import GrundyError, Limits
    from grundy.operations import Context, served
    from grundy_web.api.models import request_model
    from grundy_web.questions.answering import ask_question

    found = {}
    for body in BODIES[endpoint]:
        try:
            asked = request_model(served(endpoint)).model_validate(body).data()
            answer = ask_question(f"api.{endpoint}", asked, Context(Limits(seconds=20)))
        except GrundyError as error:
            answer = error.to_dict()
        found[json.dumps(body)] = json.loads(UNSURE.sub(r"\1 0", json.dumps(answer)))
    return found


def differs(old: Any, new: Any) -> bool:
    """Return whether an answer is another one; keys that were added behind others are none."""
    if isinstance(old, dict) and isinstance(new, dict):
        kept = [key for key in new if key in old]
        return kept != list(old) or any(differs(old[key], new[key]) for key in old)
    return bool(old != new)


def recorded() -> dict[str, Any]:
    """Return what was recorded."""
    found: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def answers_now() -> dict[str, Any]:
    """Ask everything again."""
    found: dict[str, Any] = {name: {"options": options_of(name), "answers": answers_of(name)} for name in COMMANDS}
    return found | {"api": {name: api_answers(name) for name in BODIES}}


def report() -> None:
    """Print what differs from the record."""
    old, now = recorded(), answers_now()
    for section in [*((name, old[name]["answers"], now[name]["answers"]) for name in COMMANDS)]:
        compare(*section)
    for endpoint, answers in old["api"].items():
        compare(endpoint, answers, now["api"][endpoint])
    for name in COMMANDS:
        options = now[name]["options"]
        if lost := {one: about for one, about in old[name]["options"].items() if options.get(one) != about}:
            print(name, lost)  # noqa: T201


def compare(name: str, old: dict[str, Any], now: dict[str, Any]) -> None:
    """Print the answers that differ."""
    for call, answer in old.items():
        if differs(answer, now[call]):
            print(name, call, answer, now[call], sep="\n  ")  # noqa: T201


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        RECORD.write_text(json.dumps(answers_now(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        report()
