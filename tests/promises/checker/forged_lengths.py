"""Forged periods in two lengths: claims about trees beside the true ones of the atlas."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.unit.check.sealed import Data, header

ATLAS = Path(__file__).parents[3] / "docs" / "atlas"
SMALL = ("0.15", "0.26", "0.27", "0.33", "0.34", "0.53", "0.54")
"""Codes whose squares are small."""
PATHS = [
    {"claim": {"begins": begins - n, "least": 55, "p": 34, "path": path, "width": 0}, "game": game | {"family": family}}
    for family, path, begins in (("arc-kayles", 53, 53), ("node-kayles", 52, 52))
    for n, game in (
        (1, {"edges": [], "n": 1, "tails": [0, 0]}),
        (2, {"edges": [[0, 1]], "n": 2, "tails": [0, 1]}),
        (2, {"edges": [[0, 1]], "n": 2, "tails": [1, 0]}),
    )
]
"""Paths of b + c and one or two vertices, whose squares are the smallest of Arc Kayles and Node Kayles."""


@cache
def small_ones() -> list[dict[str, Any]]:
    """The claims of the certificates of trees with short rays, by codes with small squares."""
    found = [
        json.loads(file.read_text(encoding="ascii").splitlines()[0])
        for file in sorted((ATLAS / "codes").glob("*-*-*.cert"))
    ]
    return [data for data in found if data["game"]["code"] in SMALL]


def true_ones() -> list[Data]:
    """All of them, and paths."""
    return [(header("tails", data["game"], data["claim"]), []) for data in (*small_ones(), *PATHS)]


def tree(lot: Random) -> dict[str, Any]:
    """A tree of few vertices, the tails wherever they hang."""
    numbers = lot.sample(range(n := lot.randrange(1, 6)), n)
    edges = [lot.sample([numbers[i], numbers[lot.randrange(i)]], 2) for i in range(1, n)]
    return {"edges": edges, "n": n, "tails": [lot.randrange(n), lot.randrange(n)]}


def lengths(lot: Random) -> Data:
    """A true claim, one beside it, the claim of another game, or what is none."""
    data = json.loads(json.dumps(lot.choice(PATHS if lot.random() < 0.1 else small_ones())))
    game, claim = data["game"], data["claim"]
    way = lot.randrange(12)
    if way < 5:
        key = lot.choice([*claim])
        number = claim[key] if claim[key] is not None else lot.randrange(30)
        claim[key] = max(0, lot.choice([number - 1, number + 1, 2 * number, number // 2, number + claim["p"]]))
    elif way == 5:
        claim["begins"] = None
    elif way == 6 and "code" in game:
        game["code"] = lot.choice(SMALL)
    elif way == 6:
        game["family"] = lot.choice(["arc-kayles", "node-kayles"])
    elif way == 7:
        game |= tree(lot)
    elif way == 8:
        claim |= {"least": claim["least"] + 3, "width": lot.randrange(9)}
    elif way == 9:
        game[lot.choice([*game])] = lot.choice(["0.17", "4.4", "0.8", [[0, 0]], [[0, 9]], [0, 7], 0, 5, "graph", None])
    elif way == 10:
        claim[lot.choice([*claim])] = lot.choice([None, -1, "1", 0])
    return header("tails", game, claim), []
