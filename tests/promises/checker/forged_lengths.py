"""Forged periods in two lengths: claims about spiders beside the true ones of the atlas."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.unit.checker.sealed import Data, header

ATLAS = Path(__file__).parents[3] / "docs" / "atlas"
SMALL = ("0.15", "0.26", "0.27", "0.33", "0.34", "0.53", "0.54")
"""Codes whose squares are small."""


@cache
def true_ones() -> list[dict[str, Any]]:
    """The headers of the certificates of spiders with short rays, by codes with small squares."""
    files = [*(ATLAS / "codes").glob("*-star-*.cert"), *(ATLAS / "codes").glob("*-spider-*.cert")]
    found = [json.loads(file.read_text(encoding="ascii").splitlines()[0]) for file in sorted(files)]
    return [data for data in found if data["game"]["code"] in SMALL]


def spider(lot: Random) -> dict[str, Any]:
    """A spider of few vertices, with both tails at its middle, wherever that stands in the numbering."""
    rays = [lot.randrange(1, 4) for _ in range(lot.randrange(3))]
    numbers = lot.sample(range(1 + sum(rays)), 1 + sum(rays))
    middle, waiting = numbers[0], iter(numbers[1:])
    edges = []
    for ray in rays:
        before = middle
        for _ in range(ray):
            edges.append(lot.sample([before, vertex := next(waiting)], 2))
            before = vertex
    return {"edges": edges, "n": len(numbers), "tails": [middle, middle]}


def spiders(lot: Random) -> Data:
    """A true claim, one beside it, the claim of another game, or what is none."""
    data = json.loads(json.dumps(lot.choice(true_ones())))
    game, claim = data["game"], data["claim"]
    way = lot.randrange(12)
    if way < 5:
        key = lot.choice([*claim])
        number = claim[key] if claim[key] is not None else lot.randrange(30)
        claim[key] = max(0, lot.choice([number - 1, number + 1, 2 * number, number // 2, number + claim["p"]]))
    elif way == 5:
        claim["begins"] = None
    elif way == 6:
        game["code"] = lot.choice(SMALL)
    elif way == 7:
        game |= spider(lot)
    elif way == 8:
        claim |= {"least": claim["least"] + 3, "width": lot.randrange(9)}
    elif way == 9:
        game[lot.choice([*game])] = lot.choice(["0.17", "4.4", "0.8", [[0, 0]], [[0, 9]], [0, 7], 0, 5, "graph", None])
    elif way == 10:
        claim[lot.choice([*claim])] = lot.choice([None, -1, "1", 0])
    return header("tails", game, claim), []
