"""Certificates of P-positions that automata accept: true ones, and forgeries with one random change."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any

from tests.unit.check.sealed import Data, data_of

from grundy.automatic import Arithmetic, Base, Recurrent, Relation
from grundy.certificates.certificate import Certificate
from grundy.certificates.covers import cover_certificate, rule_data
from grundy.core import CoupledMoves, Scanner, Structure, facet
from grundy.core.evaluation import compile_node
from grundy.core.expressions import read_condition, read_number
from grundy.notation import read_ruleset
from grundy.patterns.fixed_points import FixedPoint, LinearMove, Moves

LAWS = (
    ("take k of n where k in {1, 3, 4}", 2, "n % 7 == 0 or n % 7 == 2", True),
    ("take k of n where k in {1, 3, 4}", 3, "n % 7 == 0 or n % 7 == 2", True),
    ("take k of n where 2 * k <= n", 2, "is_power(n + 1, 2)", False),
    ("take k of n where k <= 3 until n < 2", 2, "n < 2 or n % 4 == 1", True),
    ("take k of a or take k of b", 2, "a == b", True),
    ("take k of a or take k of b", 3, "a == b", False),
    ("take k of a or take k of b or take k of c", 2, "a ^ b == c", True),
    ("move n, most to n - k, most where 1 <= k and k <= n and k <= 2", 2, "n % 3 == 0", True),
)
"""Rules with the base, the P-positions, and whether the checker can read this law."""


def stated(rule: CoupledMoves) -> Moves:
    """The rule for automata."""
    moves = [LinearMove(str(m.condition), {h: str(t) for h, t in m.results.items()}, m.chosen) for m in rule.moves]
    return Moves(rule.heaps, tuple(moves))


def certified(text: str, arithmetic: Arithmetic, lost: Relation | str, *, law: bool = False) -> Certificate:
    """The certificate of a true law."""
    rule = facet(read_ruleset(text), Structure).coupled_moves()
    assert rule is not None
    game = FixedPoint(stated(rule), arithmetic)
    found = game.formulas.read(lost) if isinstance(lost, str) else lost
    found &= game.space
    data = [(move.condition, move.leaves, move.chosen) for move in game.rule.moves]
    assert game.outcome(found).proved
    return cover_certificate(rule_data(rule.heaps, data), found, game.steps, game.measure, law=str(lost) if law else "")


@cache
def true_ones() -> tuple[str, ...]:
    """The true certificates as JSON: header, then entries."""
    made = [certified(text, Arithmetic(Base(base)), law, law=shown) for text, base, law, shown in LAWS]
    made.append(certified("take k of n where k <= 2", Arithmetic(Recurrent(1)), "n % 3 == 0", law=True))
    return tuple(json.dumps(data_of(one)) for one in made)


def smallest_part() -> Certificate:
    """Fibonacci nim: P if the smallest part of the heap (Zeckendorf) exceeds the bound, or if no heap is left."""
    arithmetic = Arithmetic(Recurrent(1))
    rows = [[0, 0, 1, 2], [1, 2, 1, 2], [2, 2, 2, 2]]  # by the digits of most and n
    lost = Relation(("most", "n"), rows, [True, True, False], arithmetic.system, arithmetic.natural(["n"]).budget)
    return certified("move n, most to n - k, 2 * k where 1 <= k <= n and k <= most", arithmetic, lost)


def forgery(rng: Random) -> Data:
    """A true certificate with one to three random changes of numbers, texts or lines."""
    head, entries = json.loads(rng.choice(true_ones()))
    for _ in range(rng.choice((1, 1, 2, 3))):
        way = rng.randrange(12)
        claim, game = head["claim"], head["game"]
        if way == 0:
            claim["digits"] = [rng.choice(("base", "recurrent")), rng.randrange(1, 4)]
        elif way == 1:
            claim["lowers"] = rng.sample([*game["heaps"], "z"], rng.randrange(len(game["heaps"]) + 1))
        elif way in {2, 3} and game["moves"]:
            move = rng.choice(game["moves"])
            key = rng.choice([*move["left"]])
            if way == 2:
                move["if"] = bent(move["if"], rng)
            else:
                move["left"][key] = bent(move["left"][key], rng)
        elif way == 4 and "law" in claim:
            claim["law"] = bent(claim["law"], rng)
        elif way == 5 and game["moves"] and rng.random() < 0.3:
            game["moves"].pop(rng.randrange(len(game["moves"])))
            claim["moves"] = claim["moves"][: len(game["moves"])]
        elif way == 6 and len(entries) > 1:
            i, j = rng.randrange(len(entries)), rng.randrange(len(entries))
            entries[i], entries[j] = entries[j], entries[i]
        elif way == 7 and claim["moves"]:
            claim["moves"][rng.randrange(len(claim["moves"]))] += rng.choice((-1, 1))
        else:
            bend(rng.choice([claim["lost"], entries, entries]), rng)
    return head, entries


def bend(lines: list[Any], rng: Random) -> None:
    """Change one number somewhere in nested lists, remove it, or repeat it."""
    inner: Any = lines
    while inner and isinstance(inner[at := rng.randrange(len(inner))], list) and inner[at]:
        inner = inner[at]
    if inner and isinstance(inner[at := rng.randrange(len(inner))], int):
        way = rng.random()
        if way < 0.8:
            inner[at] = max(0, rng.choice((inner[at] - 1, inner[at] + 1, rng.randrange(6), 1 - inner[at])))
        elif way < 0.9:
            inner.pop(at)
        else:
            inner.append(inner[at])


def bent(text: str, rng: Random) -> str:
    """Replace one word or sign of a condition."""
    words = text.split(" ")
    at = rng.randrange(len(words))
    names = [word for word in words if word.isidentifier() and word not in {"and", "or", "not"}]
    if words[at].isdigit():
        words[at] = str(rng.randrange(5))
    elif words[at] in {"<", "<=", "==", ">", ">=", "!="}:
        words[at] = rng.choice(("<", "<=", "==", ">", ">=", "!="))
    elif words[at] in {"and", "or"}:
        words[at] = rng.choice(("and", "or"))
    elif words[at] in {"+", "-", "*", "%", "^"}:
        words[at] = rng.choice("+-*%^")
    elif names:
        words[at] = rng.choice([*names, "3"])
    return " ".join(words)


def is_true(data: Data) -> bool:
    """Whether the claim agrees with the definition of P-positions for small heaps."""
    head, _ = data
    game, claim = head["game"], head["claim"]
    heaps, size = game["heaps"], {1: 40, 2: 7}.get(len(game["heaps"]), 4)
    known: dict[tuple[int, ...], bool] = {}

    def lost(position: tuple[int, ...]) -> bool:
        if position not in known:
            known[position] = not any(lost(after) for after in options(game, position))
        return known[position]

    kind, number = claim["digits"]
    system = Base(number) if kind == "base" else Recurrent(number)
    for position in product(range(size), repeat=len(heaps)):
        words = [system.word(heap) for heap in position]
        length, state = max(map(len, words)), 0
        for place in range(length):
            letter = 0
            for word in words:
                letter = letter * system.digits + ([0] * (length - len(word)) + word)[place]
            state = claim["lost"][state][1][letter]
        said = bool(claim["lost"][state][0])
        if "law" in claim:
            holds = compile_node(read_condition(Scanner(claim["law"]), heaps), heaps)
            if bool(holds(position)) != said:
                return False
        if lost(position) != said:
            return False
    return True


def options(game: Mapping[str, Any], position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The options of a position by the texts of the rule."""
    heaps = game["heaps"]
    for move in game["moves"]:
        names = (*heaps, *move["chosen"])
        holds = compile_node(read_condition(Scanner(move["if"]), names), names)
        terms = [(heaps.index(h), compile_node(read_number(Scanner(t), names), names)) for h, t in move["left"].items()]
        for chosen in product(range(max(position) + 3), repeat=len(move["chosen"])):
            values = (*position, *chosen)
            if holds(values):
                after = list(position)
                for place, term in terms:
                    after[place] = term(values)
                if min(after) >= 0:
                    yield tuple(after)
