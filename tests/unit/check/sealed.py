"""Certificates as data, sealed into files, and small ones of every kind."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from hashlib import sha256
from pathlib import Path
from struct import pack
from typing import Any

from tests.unit.check.plain_rules import heap_values, options, read, solver

from grundy import read_game
from grundy.certificates import Certificate, nimber_entries
from grundy.core import Budget, CheckedMoves, read_code
from grundy.sequences import rule_period
from grundy.workflows.proving import periods as certify_period
from grundy.workflows.proving.certify import certify
from grundy_check import Verdict, check
from grundy_check.games import FAMILIES, Game

Data = tuple[dict[str, Any], list[Any]]
"""Header and entries."""


def line(content: object) -> bytes:
    return json.dumps(content, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def parts_of(rule: Game, shown: str) -> list[str]:
    return [min(rule.images(part)) for part in rule.split(rule.position(shown))]


def seal(header: object, entries: list[Any]) -> bytes:
    body = b"".join(map(line, [header, *entries]))
    return body + line({"end": len(entries), "sha256": sha256(body).hexdigest()})


def verdict(folder: Path, data: bytes, seconds: float = 20.0, **options: Any) -> Verdict:
    file = folder / "some.cert"
    file.write_bytes(data)
    return check(str(file), seconds=seconds, **options)


def checked(certificate: Certificate, folder: Path) -> Verdict:
    """What the checker says of a certificate, within the seconds it gives itself."""
    return verdict(folder, b"".join(certificate.lines()), seconds=600.0)


def data_of(certificate: Certificate) -> Data:
    lines = [json.loads(text) for text in certificate.lines()]
    return lines[0], lines[1:-1]


def header(kind: str, game: dict[str, Any], claim: dict[str, Any], play: str = "normal") -> dict[str, Any]:
    return {"grundy_cert": 1, "kind": kind, "play": play, "game": game, "claim": claim}


def board_nimber(game: dict[str, Any], start: str) -> Data:
    """A nimber certificate of a game that only the plain rules know here, its parts named by the checker."""
    rule = FAMILIES[game["family"]](game)
    value, _ = solver(game, misere=False)
    moves = CheckedMoves(lambda text: options(game, text), str, lambda text: parts_of(rule, text))
    entries = nimber_entries(moves, start, lambda text: value(read(game, text)))
    return header("nimber", game, {"start": start, "value": value(read(game, start))}), entries


def window(game: dict[str, Any], n0: int, p: int, width: int) -> Data:
    values = [value for state in heap_values(game, n0 + p + width - 1) for value in state]
    digest = sha256(pack(f"<{len(values)}I", *values)).hexdigest()
    return header("repeat", game, {"via": "window", "n0": n0, "p": p, "window": width, "values_sha256": digest}), []


def rare(code: str) -> Data:
    found = rule_period(read_code(code), 20_000)
    assert found is not None
    digits = read_code(code).plain
    assert digits is not None
    made = certify_period._by_rares({"family": "take-break", "code": code}, digits, found, Budget())
    assert made is not None
    return data_of(made)


def segments(code: str, count: int) -> Data:
    found = rule_period(read_code(code), 20_000)
    ruleset = read_game(f"{code}: 1").summands[0].ruleset
    return data_of(certify_period.certify_period(ruleset, found, segments=count))


def tame_quotient() -> Data:
    """The misère quotient of nim with heaps 1 to 3: words a^i b^j with a^2 = 1 and b^3 = b."""
    elements = [(i, j) for j in range(3) for i in range(2)]

    def product(x: tuple[int, int], y: tuple[int, int]) -> int:
        j = x[1] + y[1]
        return elements.index(((x[0] + y[0]) % 2, j - 2 if j > 2 else j))

    table = [[product(x, y) for y in elements] for x in elements]
    entry = {"mult": table, "p": [elements.index((1, 0)), elements.index((0, 2))], "phi": [1, 2, 3]}
    return header("misere", {"family": "nim"}, {"heaps": 3, "order": 6}, "misere"), [entry]


AUTOMATON = {"family": "automaton", "states": 2, "moves": [[0, 1, 1], [0, 0, 2], [1, 0, 1], [1, 1, 3]]}
STAR = {"family": "node-kayles", "n": 6, "edges": [[0, 1], [1, 2], [2, 3], [3, 4], [1, 5]]}


def samples() -> dict[str, Data]:
    """Small certificates of every kind and family, each time other objects."""
    return deepcopy(written_samples())


@cache
def written_samples() -> dict[str, Data]:
    solved = [
        ("nim: 3 5 7", False, "strategy"),
        ("nim: 2 3", True, "strategy"),
        ("kayles: 4 5", True, "strategy"),
        ("take {1, 3, 4}: 5 6", False, "labelling"),
        ("graph: 2>1 3>2 4>1 4>2 3>1 @ 3 4", False, "labelling"),
        ("graph: 2>1 3>2 4>1 4>2 3>1 @ 3 4", True, "strategy"),
        ("wythoff: 3 5", False, "nimber"),
        ("kayles: 7 9", False, "nimber"),
        ("0.8: 8", False, "nimber"),
        ("nim: 0", True, "strategy"),
        ("graph: 0>1 1>0 0>2 2>3 @ 1", False, "strategy"),
        ("graph: 0>1 1>0 0>2 2>3 @ 0", False, "labelling"),
        ("graph: a>b b>c c>a c>d @ b", False, "labelling"),
        ("tic-tac-toe: XO./.X./..O", False, "strategy"),
        ("top-entails: 4", False, "strategy"),
    ]
    found = {
        f"{text} {proof}": data_of(certify(read_game(text), misere=misere, proof=proof))  # type: ignore[arg-type]
        for text, misere, proof in solved
    }
    found["cram"] = board_nimber({"family": "cram", "rows": 3, "cols": 3}, ".../.../...")
    found["chomp"] = board_nimber({"family": "chomp", "rows": 2, "cols": 3}, "3,3")
    found["node kayles"] = board_nimber(STAR, "0,1,2,3,4,5")
    found["automaton"] = window(AUTOMATON, *automaton_period(), 3)
    found["take window"] = window({"family": "subtraction", "set": [1, 3, 4]}, 0, 7, 4)
    for code in ("0.77", "0.07", "4.0"):
        period = rule_period(read_code(code), 1000)
        found[f"{code} period"] = data_of(
            certify_period.certify_period(read_game(f"{code}: 1").summands[0].ruleset, period)
        )
    found["0.77 rare"], found["0.55 rare"] = rare("0.77"), rare("0.55")
    found["0.77 segments"] = segments("0.77", 3)
    found["quotient"] = tame_quotient()
    return found


def automaton_period() -> tuple[int, int]:
    values = heap_values(AUTOMATON, 600)
    return next(
        (n0, p) for p in range(1, 200) for n0 in range(200) if all(values[n] == values[n + p] for n in range(n0, 400))
    )
