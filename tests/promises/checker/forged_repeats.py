"""Forged periods and repeats: beside the true ones, or holding in a window that is a little too short.

The hash is that of the true values over the length that a checker asks for, or of what the lie itself gives.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from random import Random
from struct import pack
from typing import Any

from tests.promises.checker.small_games import automaton, code, subtraction
from tests.unit.check.plain_claims import bounds_of, digest_of, hashed, values_to
from tests.unit.check.plain_rules import Game
from tests.unit.check.sealed import Data, header

Sort = Callable[[Random], Data]
Period = tuple[int, int]
POOL, MANY, FRESH = 60, 10**9, 0.1
"""Games that are drawn again and again, all there are, and the share of those from all."""
MOST_START, MOST_PERIOD = 8, 10
"""Preperiods and periods that are looked at."""
FAR = 120
"""How many values are known."""


def numbered(number: int) -> Game:
    """The game of a number: a set, an automaton or a code."""
    rng = Random(number)
    maker = rng.choice([subtraction, automaton, None])
    return maker(rng)[0] if maker else code(rng, "0123456777C")


def number_of(rng: Random, first: int = 0) -> int:
    """A number of a game; where the first one is below 0, a third are."""
    if first < 0 and rng.random() < 0.33:
        return rng.randrange(first, 0)
    return rng.randrange(MANY) if rng.random() < FRESH else rng.randrange(POOL)


def values_of(game: Game) -> list[tuple[int, ...]]:
    return values_to(json.dumps(game), 40 if "C" in game.get("code", "") else FAR)


def run(values: Sequence[Any], n0: int, p: int) -> int:
    """For how many heaps from `n0` on a value comes again after `p`."""
    count = 0
    while n0 + p + count < len(values) and values[n0 + count] == values[n0 + p + count]:
        count += 1
    return count


def is_least(values: Sequence[Any], n0: int, p: int) -> bool:
    """Whether nothing smaller is a period as far as the first `p` heaps tell."""
    smaller = (q for q in range(1, p) if p % q == 0)
    return not (n0 and values[n0 - 1] == values[n0 - 1 + p]) and all(run(values, n0, q) < p - q for q in smaller)


def asked(game: Game, n0: int, p: int) -> int:
    """For how many heaps from `n0` on values must come again to show a period."""
    parts, take = bounds_of(game)
    if game["family"] == "take-break":
        return max(n0, 1) - n0 + (parts - 1) * (max(n0, 1) + p) + take
    return take


def least_of(values: Sequence[Any]) -> Period | None:
    found = ((n0, p) for p in range(1, 2 * MOST_PERIOD) for n0 in range(2 * MOST_START))
    return next(((n0, p) for n0, p in found if run(values, n0, p) == len(values) - n0 - p), None)


@lru_cache(4096)
def near_misses(number: int) -> list[Period]:
    """Least periods that hold in a window which is one to three heaps too short, or the window for two heaps."""
    game = numbered(number)
    values = values_of(game)
    found = ((n0, p) for p in range(1, MOST_PERIOD) for n0 in range(MOST_START) if is_least(values, n0, p))
    ways = [(n0, p, asked(game, n0, p) - run(values, n0, p)) for n0, p in found]
    two = bounds_of(game)[0] > 2
    return [
        (n0, p)
        for n0, p, lack in ways
        for _ in range({1: 6, 2: 2, 3: 1}.get(lack, 5 * (two and 0 < lack <= max(n0, 1) + p)))
    ]


def claimed(rng: Random, game: Game, period: Period, **space: int) -> Data:
    """The certificate of a period with the right hash over the length that is asked for, or seldom one less."""
    (n0, p), (parts, take) = period, bounds_of(game)
    claim: dict[str, Any] = {"n0": n0, "p": p}
    if space:
        claim |= {"via": "rare"} | space
    elif game["family"] == "automaton" or (game["family"] == "subtraction" and rng.random() < 0.5):
        claim |= {"via": "window", "window": max(1, take - (rng.random() < 0.1))}
    else:
        claim |= {"parts": parts, "take": take}
    count = hashed(game, claim)
    if rng.random() < 0.3:
        count -= rng.choice([1, 1, parts, max(n0, 1) + p])
    claim["values_sha256"] = digest_of(game, count) if rng.random() < 0.95 else "0" * 64
    return header("repeat" if "via" in claim else "period", game, claim), []


def beside(rng: Random, period: Period) -> Period:
    """A period beside another: a heap earlier or later, a multiple, a divisor."""
    n0, p = period
    return rng.choice(
        [
            (n0, p),
            (max(0, n0 - 1), p),
            (max(0, n0 - 1), p),
            (n0 + 1, p),
            (n0, 2 * p),
            (n0, 3 * p),
            (n0, max(1, p // 2)),
            (n0, p + 1),
            (n0 + p, p),
        ]
    )


def beside_the_true_one(rng: Random) -> Data:
    """A period that is not the least, or none."""
    game = numbered(number_of(rng))
    return claimed(rng, game, beside(rng, least_of(values_of(game)) or (rng.randrange(5), rng.randrange(1, 5))))


def in_a_short_window(rng: Random) -> Data:
    for _ in range(20):
        number = number_of(rng)
        if found := near_misses(number):
            return claimed(rng, numbered(number), rng.choice(found))
    return beside_the_true_one(rng)


def of_other_values(rng: Random) -> Data:
    """A period of values that are not those of the game: the least of them is one, or a move is forgotten."""
    game = numbered(number_of(rng))
    other = {
        key: values[:-1] if key in {"set", "moves"} and len(values) > 1 else values for key, values in game.items()
    }
    values = [tuple(v + 1 for v in state) for state in values_of(game)] if other == game else values_of(other)
    return with_values(claimed(rng, game, least_of(values) or (1, 1)), values)


def with_values(data: Data, values: Sequence[tuple[int, ...]]) -> Data:
    head, entries = data
    flat = [value for state in values[: hashed(head["game"], head["claim"])] for value in state]
    digest = sha256(pack(f"<{len(flat)}I", *flat)).hexdigest()
    return head | {"claim": head["claim"] | {"values_sha256": digest}}, entries


SORTS: dict[str, Sort] = {
    "a period beside the true one": beside_the_true_one,
    "a window too short": in_a_short_window,
    "a period of other values": of_other_values,
}
