"""Whether the claim of a certificate about a small game is true, by plain rules and without looking at the evidence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations_with_replacement
from struct import pack
from typing import Any

from tests.unit.check.plain_rules import Game, Position, heap_values, left, read, show, solver, tidy

from grundy.core import mex

Header = dict[str, Any]
Quotient = tuple[list[list[int]], list[int], list[int]]
"""The table of products, the lost elements, and those of the heaps from 1 on."""
KEYS = ("kind", "play", "game", "claim")
ELEMENTS = 12
"""Larger quotients are not looked for."""


def is_true(header: Header, entries: Sequence[Any] = ()) -> bool:
    """Whether the claim is true; that of a quotient is about the table among the entries."""
    claimed = {key: header[key] for key in KEYS} | {"table": [*entries] if header["kind"] == "misere" else []}
    return _is_true(json.dumps(claimed))


@cache
def _is_true(shown: str) -> bool:
    header = json.loads(shown)
    game, claim, kind = header["game"], header["claim"], header["kind"]
    if header["play"] == "misere" and kind not in {"strategy", "misere"}:
        return False
    if kind == "misere":
        return header["play"] == "misere" and len(header["table"]) == 1 and is_read(game, claim, *header["table"])
    if kind in {"period", "repeat"}:
        return repeats(game, claim)
    if not is_position(game, claim["start"]):
        return False
    start = read(game, claim["start"])
    if kind == "loops":
        return game["family"] == "graph" and loopy_is(game["arcs"], start, claim)
    if kind == "strategy":
        return outcome_is(game, start, claim, misere=header["play"] == "misere")
    return bool(value_of(game, start) == claim["value"])


def is_position(game: Game, text: str) -> bool:
    """Whether a text is a position of the game, written as it must be."""
    family = game["family"]
    if family == "cram":
        rows = text.split("/")
        most = max(game["rows"], game["cols"])
        return max(len(rows), len(rows[0])) <= most and {*map(len, rows)} == {len(rows[0])} and rows != [""]
    try:
        position = read(game, text)
    except (ValueError, IndexError):
        return False
    if family == "chomp":
        lengths = [sum(1 for r, _ in position if r == row) for row in range(len(text.split(",")))]
        fits = 0 < len(lengths) <= game["rows"] and game["cols"] >= lengths[0] and lengths[-1] > 0
        return fits and lengths == sorted(lengths, reverse=True) and show(game, position) == text
    if family == "graph":
        return 0 <= position < len(game["arcs"]) and show(game, position) == text
    if family == "node-kayles":
        return position <= {*range(game["n"])} and show(game, position) == text
    sizes = [heap[1] if family == "automaton" else heap for heap in position]
    known = family != "automaton" or all(0 <= state < game["states"] for state, _ in position)
    return known and min(sizes, default=1) > 0 and tidy(position) == position and show(game, position) == text


def fates(arcs: list[list[int]], misere: bool) -> dict[int, bool]:
    """Whether the player to move loses, for the vertices of a graph whose games end when both play well."""
    lost: dict[int, bool] = {}
    while True:
        before = len(lost)
        for vertex, ends in enumerate(arcs):
            if not ends:
                lost[vertex] = not misere
            elif any(lost.get(end) is True for end in ends):
                lost[vertex] = False
            elif all(lost.get(end) is False for end in ends):
                lost[vertex] = True
        if len(lost) == before:
            return lost


def loses(game: Game, position: Position, misere: bool) -> bool | None:
    if game["family"] == "graph":
        return fates(game["arcs"], misere).get(position)
    return solver(game, misere)[1](position)


def outcome_is(game: Game, start: Position, claim: dict[str, Any], misere: bool) -> bool:
    if claim["outcome"] == "P":
        return loses(game, start, misere) is True
    if claim["outcome"] == "D":
        return loses(game, start, misere) is None
    options = left(game, start)
    if "move" not in claim:
        return misere and not options
    if not is_position(game, claim["move"]):
        return False
    first = read(game, claim["move"])
    return first in options and loses(game, first, misere) is True


def loopy_is(arcs: list[list[int]], start: int, claim: dict[str, Any]) -> bool:
    """Whether a loopy value is true: beside every nim heap of a few sizes the sum has the outcome that it says."""
    most = (
        2
        + max(len(ends) for ends in arcs)
        + max([claim.get("value", 0) % 20, *(k % 20 for k in claim.get("among", ()))])
    )
    pairs = [
        [w * most + k for w in ends] + [v * most + m for m in range(k)]
        for v, ends in enumerate(arcs)
        for k in range(most)
    ]
    lost = fates(pairs, misere=False)
    found = [lost.get(start * most + k) for k in range(most)]
    if "value" in claim:
        return found == [k == claim["value"] for k in range(most)]
    if "outcome" in claim and claim["outcome"] != ("N" if found[0] is False else "D"):
        return False
    return sorted({*claim["among"]}) == claim["among"] and found == [
        False if k in claim["among"] else None for k in range(most)
    ]


def value_of(game: Game, start: Position) -> int | None:
    """The Grundy value by recursion; None where play need not end."""
    if game["family"] != "graph":
        return solver(game, misere=False)[0](start)
    values: dict[int, int] = {}
    for _ in game["arcs"]:
        values |= {v: mex(values[w] for w in ends) for v, ends in enumerate(game["arcs"]) if values.keys() >= {*ends}}
    return values.get(start)


@cache
def values_to(game: str, stop: int) -> list[tuple[int, ...]]:
    return heap_values(json.loads(game), stop)


def bounds_of(game: Game) -> tuple[int, int]:
    """The most heaps that a move leaves, at least 1, and the most tokens that it takes."""
    if game["family"] == "subtraction":
        return 1, max(game["set"])
    if game["family"] == "automaton":
        return 1, max((k for _, _, k in game["moves"]), default=0)
    digits = [int(digit, 16) for digit in game["code"].replace(".", "")]
    most = max((count for digit in digits for count in range(4) if digit >> count & 1), default=1)
    return max(1, most), max((taken for taken, digit in enumerate(digits) if digit), default=0)


def hashed(game: Game, claim: dict[str, Any]) -> int:
    """How many heaps the hash of a claim is about."""
    parts, take = bounds_of(game)
    n0, p = claim["n0"], claim["p"]
    if "via" not in claim:
        return int(parts * (max(n0, 1) + p) + take)
    return int(n0 + p + (take if claim["via"] == "window" else claim["window"]))


def digest_of(game: Game, count: int) -> str:
    states = values_to(json.dumps(game), -(-count // 40) * 40)[:count]
    values = [value for state in states for value in state]
    return sha256(pack(f"<{len(values)}I", *values)).hexdigest()


def repeats(game: Game, claim: dict[str, Any]) -> bool:
    """Whether the period is true over three times as many heaps as it needs to show, minimal, and the hash right."""
    n0, p = claim["n0"], claim["p"]
    count = hashed(game, claim)
    values = values_to(json.dumps(game), -(-max(count, 3 * (n0 + p) + 30) // 40) * 40)
    if claim.get("via") != "segments" and claim["values_sha256"] != digest_of(game, count):
        return False
    if "via" not in claim and (claim["parts"], claim["take"]) != bounds_of(game):
        return False

    def holds(first: int, shift: int) -> bool:
        return all(values[n] == values[n + shift] for n in range(first, len(values) - shift))

    return holds(n0, p) and not (n0 and holds(n0 - 1, p)) and not any(holds(n0, q) for q in range(1, p) if p % q == 0)


@cache
def quotient_to(game: str, most: int, deep: int = 4) -> Quotient | None:
    """The misère quotient of heaps 1 to `most`: sums that no sum of `deep` heaps tells apart are one element."""
    _, lost = solver(json.loads(game), misere=True)
    heaps = range(1, most + 1)
    others = [some for count in range(deep + 1) for some in combinations_with_replacement(heaps, count)]

    def fate(some: tuple[int, ...]) -> tuple[bool, ...]:
        return tuple(lost(tuple(sorted((*some, *other)))) for other in others)

    sums: list[tuple[int, ...]] = [()]
    numbers = {fate(()): 0}
    for some in sums:
        for more in ((*some, heap) for heap in heaps):
            if fate(more) not in numbers:
                numbers[fate(more)] = len(sums)
                sums.append(more)
        if len(sums) > ELEMENTS:
            return None
    table = [[numbers.get(fate((*x, *y)), -1) for y in sums] for x in sums]
    found = table, [x for x, some in enumerate(sums) if lost(tuple(sorted(some)))], [numbers[fate((h,))] for h in heaps]
    return None if any(-1 in line for line in table) else found


def is_read(game: Game, claim: dict[str, Any], entry: dict[str, Any]) -> bool:
    """Whether the outcomes of all sums of up to four heaps are read from a table of the right order."""
    true = quotient_to(json.dumps(game), claim["heaps"])
    if true is None or len(true[0]) != claim["order"]:
        return False
    _, lost = solver(game, misere=True)
    heaps = range(1, claim["heaps"] + 1)
    for some in (some for count in range(5) for some in combinations_with_replacement(heaps, count)):
        x = 0
        for heap in some:
            x = entry["mult"][x][entry["phi"][heap - 1]]
        if lost(some) != (x in entry["p"]):
            return False
    return True
