"""Certificates of P-positions and values that automata give: true ones, and forgeries with random changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any

from tests.unit.check.sealed import Data, data_of

from grundy.automatic import Arithmetic, Base, Recurrent, Relation
from grundy.automatic.learn import Table, learn
from grundy.certificates.certificate import Certificate
from grundy.certificates.covers import cover_certificate, rule_data, value_certificate
from grundy.core import CoupledMoves, Scanner, Structure, facet, mex
from grundy.core.evaluation import compile_node
from grundy.core.expressions import read_condition, read_number
from grundy.notation import read_ruleset
from grundy.patterns.fixed_points import FixedPoint, LinearMove, Moves
from grundy.patterns.rule_tables import ListedMoves

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


MISERE = (
    ("take k of n where k <= 3", 2, "n % 4 == 1", True),
    ("take k of n where 2 * k <= n", 2, "n % 3 == 2 and is_power((n + 1) // 3, 2)", False),
    ("take k of n where k == 2 or k == 3", 3, "n % 5 == 2 or n % 5 == 3", True),
    ("take k of a or take k of b", 2, "a == b and a > 1 or a + b == 1", True),
)
"""The same in misère play."""
VALUES = (
    ("take k of n where k <= 3", 2, "n % 4"),
    ("take k of n where k == 1", 3, "n % 2 + 0 * n"),
    ("take k of n where k in {1, 3, 4}", 2, ""),
    ("take k of a where k <= 1 or take k of b where k <= 2", 2, ""),
)
"""Rules with the base and the values, if they are stated as a term."""


def stated(rule: CoupledMoves, *, misere: bool = False) -> Moves:
    """The rule for automata."""
    moves = [LinearMove(str(m.condition), {h: str(t) for h, t in m.results.items()}, m.chosen) for m in rule.moves]
    return Moves(rule.heaps, tuple(moves), misere)


def certified(
    text: str, arithmetic: Arithmetic, lost: Relation | str, *, law: bool = False, misere: bool = False
) -> Certificate:
    """The certificate of a true law."""
    rule = facet(read_ruleset(text), Structure).coupled_moves()
    assert rule is not None
    game = FixedPoint(stated(rule, misere=misere), arithmetic)
    found = game.formulas.read(lost) if isinstance(lost, str) else lost
    found &= game.space
    data = [(move.condition, move.leaves, move.chosen) for move in game.rule.moves]
    assert game.outcome(found).proved
    shown = str(lost) if law else ""
    stuck = game.stuck() if misere else None
    return cover_certificate(rule_data(rule.heaps, data), found, game.steps, game.measure, law=shown, stuck=stuck)


def certified_values(text: str, arithmetic: Arithmetic, law: str) -> Certificate:
    """The certificate of values that are found or stated, each at most 9."""
    rule = facet(read_ruleset(text), Structure).coupled_moves()
    assert rule is not None
    game = FixedPoint(stated(rule), arithmetic)
    levels = _levels(game, law)
    assert game.levels(levels).proved
    data = [(move.condition, move.leaves, move.chosen) for move in game.rule.moves]
    return value_certificate(rule_data(rule.heaps, data), levels, game.steps, game.measure, law=law)


def _levels(game: FixedPoint, law: str) -> list[Relation]:
    """The positions of each value: those for which the law gives it, or those without a move to it or a smaller one."""
    if law:
        found = [game.formulas.read(f"{law} == {value}") & game.space for value in range(10)]
        return found[: max(value for value, level in enumerate(found) if not level.empty) + 1]
    table = _values(game.rule)
    size = round(len(table) ** (1 / len(game.rule.heaps)))
    found_by = learn(Table(bytes(table), size, len(game.rule.heaps)), game.arithmetic, game.rule.heaps, 60)
    assert found_by is not None
    return [found_by[value] & game.space for value in range(max(table) + 1)]


def _values(rule: Moves) -> list[int]:
    """The values of all positions of small heaps by definition."""
    size, listed = {1: 200, 2: 48}[len(rule.heaps)], ListedMoves(rule)
    known: dict[tuple[int, ...], int] = {}
    for heaps in sorted(product(range(size), repeat=len(rule.heaps)), key=sum):
        known[heaps] = mex({known[after] for after in listed.of(heaps)})
    return [known[heaps] for heaps in product(range(size), repeat=len(rule.heaps))]


@cache
def true_ones(kind: str = "normal") -> tuple[str, ...]:
    """The true certificates of outcomes in normal play, in misère play, or of values as JSON: header, then entries."""
    if kind == "misere":
        rules = ((text, Arithmetic(Base(base)), law, shown) for text, base, law, shown in MISERE)
        found = [certified(text, system, law, law=shown, misere=True) for text, system, law, shown in rules]
        return tuple(json.dumps(data_of(one)) for one in found)
    if kind == "values":
        found = [certified_values(text, Arithmetic(Base(base)), law) for text, base, law in VALUES]
        return tuple(json.dumps(data_of(one)) for one in found)
    made = [certified(text, Arithmetic(Base(base)), law, law=shown) for text, base, law, shown in LAWS]
    made.append(certified("take k of n where k <= 2", Arithmetic(Recurrent(1)), "n % 3 == 0", law=True))
    return tuple(json.dumps(data_of(one)) for one in made)


def smallest_part() -> Certificate:
    """Fibonacci nim: P if the smallest part of the heap (Zeckendorf) exceeds the bound, or if no heap is left."""
    arithmetic = Arithmetic(Recurrent(1))
    rows = [[0, 0, 1, 2], [1, 2, 1, 2], [2, 2, 2, 2]]  # by the digits of most and n
    lost = Relation(("most", "n"), rows, [True, True, False], arithmetic.system, arithmetic.natural(["n"]).budget)
    return certified("move n, most to n - k, 2 * k where 1 <= k <= n and k <= most", arithmetic, lost)


def forgery(rng: Random, kind: str = "normal") -> Data:
    """A true certificate with one to three random changes of numbers, texts or lines."""
    head, entries = json.loads(rng.choice(true_ones(kind)))
    if kind != "normal" and rng.random() < 0.05:
        head["play"] = {"normal": "misere", "misere": "normal"}[head["play"]]
    for _ in range(rng.choice((1, 1, 2, 3))):
        forge(head, entries, rng)
    return head, entries


def forge(head: dict[str, Any], entries: list[Any], rng: Random) -> None:
    """Change something in a certificate at random."""
    automata = [head["claim"][key] for key in ("lost", "values", "stuck") if key in head["claim"]]
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
        bend(rng.choice([*automata, entries, entries]), rng)


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
    """Whether the claim agrees with the definition of P-positions or values for small heaps."""
    head, _ = data
    game, claim = head["game"], head["claim"]
    heaps, size = game["heaps"], {1: 40, 2: 7}.get(len(game["heaps"]), 4)
    values = "values" in claim
    known: dict[tuple[int, ...], int] = {}

    def truth(position: tuple[int, ...]) -> int:
        if position not in known:
            after = [truth(one) for one in options(game, position)]
            lost = not any(after) and (bool(after) or head["play"] == "normal")
            known[position] = mex(after) if values else int(lost)
        return known[position]

    kind, number = claim["digits"]
    automaton = claim["values" if values else "lost"]
    system = Base(number) if kind == "base" else Recurrent(number)
    for position in product(range(size), repeat=len(heaps)):
        words = [system.word(heap) for heap in position]
        length, state = max(map(len, words)), 0
        for place in range(length):
            letter = 0
            for word in words:
                letter = letter * system.digits + ([0] * (length - len(word)) + word)[place]
            state = automaton[state][1][letter]
        said = automaton[state][0]
        if "law" in claim:
            read = read_number if values else read_condition
            if compile_node(read(Scanner(claim["law"]), heaps), heaps)(position) != said:
                return False
        if truth(position) != said:
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
