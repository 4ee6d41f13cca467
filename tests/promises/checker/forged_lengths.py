"""Forged periods in two lengths: claims about trees beside the true ones of the atlas."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.unit.check.sealed import Data, header

ATLAS = Path(__file__).parents[3] / "packages/grundy-atlas/src/grundy_atlas/data"
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
    return [(header("tails", data["game"], data["claim"]), []) for data in (*small_ones(), *PATHS)]


def tree(rng: Random) -> dict[str, Any]:
    """A tree of few vertices, the tails wherever they hang."""
    numbers = rng.sample(range(n := rng.randrange(1, 6)), n)
    edges = [rng.sample([numbers[i], numbers[rng.randrange(i)]], 2) for i in range(1, n)]
    return {"edges": edges, "n": n, "tails": [rng.randrange(n), rng.randrange(n)]}


def lengths(rng: Random) -> Data:
    """A true claim, one beside it, the claim of another game, or what is none."""
    data = json.loads(json.dumps(rng.choice(PATHS if rng.random() < 0.1 else small_ones())))
    game, claim = data["game"], data["claim"]
    way = rng.randrange(12)
    if way < 5:
        key = rng.choice([*claim])
        number = claim[key] if claim[key] is not None else rng.randrange(30)
        claim[key] = max(0, rng.choice([number - 1, number + 1, 2 * number, number // 2, number + claim["p"]]))
    elif way == 5:
        claim["begins"] = None
    elif way == 6 and "code" in game:
        game["code"] = rng.choice(SMALL)
    elif way == 6:
        game["family"] = rng.choice(["arc-kayles", "node-kayles"])
    elif way == 7:
        game |= tree(rng)
    elif way == 8:
        claim |= {"least": claim["least"] + 3, "width": rng.randrange(9)}
    elif way == 9:
        game[rng.choice([*game])] = rng.choice(["0.17", "4.4", "0.8", [[0, 0]], [[0, 9]], [0, 7], 0, 5, "graph", None])
    elif way == 10:
        claim[rng.choice([*claim])] = rng.choice([None, -1, "1", 0])
    return header("tails", game, claim), []
