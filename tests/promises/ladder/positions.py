"""Positions to climb: for every ruleset a way to write one of any size, from the smallest to what nobody can solve.

A rung of the ladder begins with a text: it is the complete state, so whatever is found can be asked again by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from tests.promises.ladder.rules import Below, DrawnRule, drawn_rule
from tests.unit.search.loopy_graphs import random_graph, text_of

from grundy.core import Ruleset
from grundy.games import CATALOGUE, COMPOUNDS
from grundy.notation import read_ruleset

HEAPS = (2, 4, 6, 9, 13, 20, 32, 50, 80, 150, 400, 1001, 1500, 4000, 20_000, 10**5 + 1, 10**6 + 3)
"""The largest heap of every step, as far as plain tables go ..."""
FAR = (2**31 - 1, 2**31, 2**32 + 1, 2**53 + 1, 2**63 - 1, 2**63, 2**64 + 1, 10**18, 10**40, 10**300)
"""... and beyond."""
STEPS = 14
"""Steps of a ladder of boards."""


class Ladder(NamedTuple):
    """What it is called, how a position of a step is written, and of heaps the rule with its second telling."""

    name: str
    write: Callable[[Random, int], str]
    steps: int = STEPS
    rule: str = ""
    below: Below | None = None

    def ruleset(self) -> Ruleset[int] | None:
        return read_ruleset(self.rule) if self.rule else None


def heap_ladder(rule: str, below: Below | None = None) -> Ladder:

    def write(rng: Random, step: int) -> str:
        most = (*HEAPS, *FAR)[step]
        near = rng.random() < 0.7
        heaps = [rng.randint(most // 2, most) if near else rng.randint(0, most) for _ in range(_parts(rng, step))]
        if step >= len(HEAPS):
            heaps[0] = most
        return f"{rule}: {' '.join(map(str, heaps))}"

    return Ladder(rule, write, len(HEAPS) + len(FAR), rule, below)


def _parts(rng: Random, step: int) -> int:
    return rng.choice([1, 1, 2, 2, 3]) if rng.random() < 0.95 else rng.randint(3, 12 if step < 3 else 5)


def _numbers(rng: Random, count: int, step: int, *, least: int = 0, sort: bool = False) -> str:
    most = _size(rng, step)
    found = [rng.randint(least, most) for _ in range(count)]
    return " ".join(map(str, sorted(found) if sort else found))


def _size(rng: Random, step: int) -> int:
    return (2, 3, 4, 5, 6, 8, 10, 13, 17, 25, 60, 300, 10**9, 2**63)[step] + rng.randrange(2)


def _distinct(rng: Random, step: int, least: int = 0) -> str:
    count = rng.randint(1, 2 + step // 4)
    top = max(_size(rng, min(step, 11)) + least, count + least + 1)
    return " ".join(map(str, sorted(rng.sample(range(least, top + 1), count))))


def _rows(rng: Random, step: int, marks: str, weights: Sequence[int], most: int = 6) -> str:
    height, width = _board(rng, step, most)
    return "/".join("".join(rng.choices(marks, weights, k=width)) for _ in range(height))


def _board(rng: Random, step: int, most: int = 6) -> tuple[int, int]:
    squares = (1, 2, 3, 4, 6, 7, 9, 12, 15, 18, 24, 30, 36, 49)[step]
    height = rng.randint(1, min(most, squares))
    return height, max(1, squares // height)


def _edges(rng: Random, step: int, sign: str = "-", *, back: bool = False) -> str:
    """Return edges between vertices, each of them at least once; `back`: also to earlier ones."""
    count = (2, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 22, 30, 40)[step]
    pairs = {(a, b) for a in range(count) for b in range(a + 1, count)}
    found = set(rng.sample(sorted(pairs), min(len(pairs), count + rng.randrange(count))))
    ends = [f"{b}{sign}{a}" if back and rng.random() < 0.5 else f"{a}{sign}{b}" for a, b in sorted(found)]
    lone = [str(v) for v in range(count) if not any(v in pair for pair in found)]
    return " ".join([*ends, *lone])


def _graph(rng: Random, step: int) -> str:
    graph = random_graph(rng, (2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 50, 80, 120, 200)[step])
    return text_of(graph, rng.randrange(len(graph)))


def _dag(rng: Random, step: int) -> str:
    count = (2, 3, 4, 5, 6, 8, 10, 14, 20, 30, 50, 80, 120, 300)[step]
    arcs = [[u for u in range(v) if rng.random() < min(0.5, 4 / count)] for v in range(count)]
    return text_of(arcs, rng.randrange(count // 2, count))


def _maze(rng: Random, step: int) -> str:
    height, width = _board(rng, step, 7)
    rows = [["#" if rng.random() < 0.2 else "." for _ in range(width)] for _ in range(height)]
    rows[-1][-1] = "@"
    return "maze: " + "/".join("".join(row) for row in rows)


def _northcott(rng: Random, step: int) -> str:
    width = min(3 + step, 12)
    rows = []
    for _ in range(rng.randint(1, 1 + step // 3)):
        row = ["."] * width
        left, right = sorted(rng.sample(range(width), 2))
        row[left], row[right] = rng.choice([("W", "B"), ("B", "W")])
        rows.append("".join(row))
    retreats = rng.choice(["", "", "(retreats=1)"])
    return f"northcott{retreats}: {'/'.join(rows)} @ {rng.choice('WB')}"


def _noughts(rng: Random, step: int) -> str:
    line = rng.choice([2, 3, 3, 3, 4])
    height, width = ((1, 2), (2, 2), (2, 3), (3, 3), (3, 3), (3, 4))[min(step, 5)]
    places = [(i, j) for i in range(height) for j in range(width)]
    rows = [["."] * width for _ in range(height)]
    most = 2 * (line - 1)  # nobody has a line yet
    for number, (i, j) in enumerate(rng.sample(places, min(rng.randint(0, most), len(places)))):
        rows[i][j] = "XO"[number % 2]
    name = "tic-tac-toe" if line == 3 else f"tic-tac-toe(line={line})"
    return f"{name}: {'/'.join(map(''.join, rows))}"


def _race(rng: Random, step: int) -> str:
    sides = [" ".join(map(str, sorted(rng.sample(range(1, 6), rng.randint(1, 3))))) for _ in range(2)]
    return f"race: {_size(rng, min(step, 11))} @ {' / '.join(sides)}"


def _poker(rng: Random, step: int) -> str:
    heaps = _numbers(rng, rng.randint(1, 3), min(step, 9))
    budgets = f" @ {rng.randint(0, 2)} {rng.randint(0, 2)}" if rng.random() < 0.8 else ""
    return f"poker-nim(add={rng.randint(1, 3)}): {heaps}{budgets}"


def _vectors(rng: Random, step: int) -> str:
    kinds = ("steps={(1,0),(0,1),(2,2)}", "steps={(1,1),(2,1)}", "rays={(1,0),(0,1)}", "steps={(1,1)}, rays={(1,0)}")
    return f"vectors({rng.choice(kinds)}): {_numbers(rng, 2, step)}"


def _bash(rng: Random, step: int) -> str:
    least = rng.randint(1, 3)
    most = least + rng.randint(0, 4)
    end = rng.choice(["", ", end=stuck", ", end=rest", ", end=rest-loses"])
    return f"bash(min={least}, max={most}{end}): {_numbers(rng, _parts(rng, step), step)}"


def _turn(rng: Random, step: int) -> str:
    least = rng.randint(1, 2)
    more = rng.choice(["", ", shape=run", ", shape=symmetric", f", reach={rng.randint(2, 5)}"])
    return f"turn(coins={least}..{least + rng.randrange(3)}{more}): {_coins(rng, step)}"


def _coins(rng: Random, step: int, least: int = 0) -> str:
    return _distinct(rng, min(step, 9), least)


def _pairs(rng: Random, step: int) -> str:
    most = 2 + min(step, 8)
    found = {(rng.randint(1, most), rng.randint(1, most)) for _ in range(rng.randint(1, 2))}
    return " ".join(f"({a},{b})" for a, b in sorted(found))


def _product(rng: Random, step: int) -> str:
    factors = rng.sample(["turning-turtles", "ruler", "twins", "mock-turtles"], 2)
    return f"product({', '.join(factors)}): {_pairs(rng, min(step, 5))}"


def _poset(rng: Random, step: int) -> str:
    count = (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 20, 24)[step]
    names = "abcdefghijklmnopqrstuvwxyz"[:count]
    arcs = [f"{a}<{b}" for i, a in enumerate(names) for b in names[i + 1 :] if rng.random() < 1.5 / count]
    return "poset: " + " ".join([*arcs, *names])


def _welter(rng: Random, step: int) -> str:
    return _distinct(rng, min(step, 9))


def _named(name: str, body: Callable[[Random, int], str]) -> Callable[[Random, int], str]:
    return lambda rng, step: f"{name}: {body(rng, step)}"


def _sized(name: str, most: int = 6) -> Callable[[Random, int], str]:
    def write(rng: Random, step: int) -> str:
        height, width = _board(rng, step, most)
        return f"{name}: {height}x{width}"

    return write


def _number(name: str, sizes: Sequence[int]) -> Callable[[Random, int], str]:
    return lambda _, step: f"{name}: {sizes[step]}"


def _moore(rng: Random, step: int) -> str:
    return f"moore(k={rng.randint(1, 3)}): {_numbers(rng, rng.randint(1, 4), step)}"


def _circular(rng: Random, step: int) -> str:
    return f"circular-nim(k={rng.randint(1, 3)}): {_numbers(rng, rng.randint(1, 4), min(step, 8))}"


def _schwenk(rng: Random, step: int) -> str:
    plus = rng.choice(["", ", plus=1", ", plus=2"])
    return f"schwenk(factor={rng.randint(1, 3)}{plus}): {_size(rng, step)}"


def _euclid(rng: Random, step: int) -> str:
    end = rng.choice(["", "(end=positive)"])
    return f"euclid{end}: {_numbers(rng, 2, step, least=1)}"


def _cells(name: str, marks: str, weights: Sequence[int], most: int = 6) -> Callable[[Random, int], str]:
    sized = _sized(name, most)

    def write(rng: Random, step: int) -> str:
        return sized(rng, step) if rng.random() < 0.5 else f"{name}: {_rows(rng, step, marks, weights, most)}"

    return write


def _boxes(name: str) -> Callable[[Random, int], str]:
    return lambda rng, step: f"{name}: {rng.randint(1, 1 + min(step, 8) // 3)}x{1 + min(step, 11) // 2}"


def _notakto(rng: Random, step: int) -> str:
    most = min(step + 1, 9)
    rows = "".join("." if i < most else "X" for i in rng.sample(range(9), 9))
    return f"notakto: {rows[:3]}/{rows[3:6]}/{rows[6:]}"


def _nogo(rng: Random, step: int) -> str:
    """Return a board with stones on squares of one colour of a chessboard: the others are free neighbours."""
    size = _sized("nogo", 5)(rng, step)
    rows, columns = map(int, size.split(" ")[1].split("x"))
    if rows * columns == 1 or rng.random() < 0.5:
        return size
    signs = [["." if (r + c) % 2 else rng.choice("...BW") for c in range(columns)] for r in range(rows)]
    return "nogo: " + "/".join(map("".join, signs))


def _treblecross(rng: Random, step: int) -> str:
    squares = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 60, 200)[step]
    if rng.random() < 0.5:
        return f"treblecross: {squares}"
    return f"treblecross: {''.join(rng.choices('.x', (6, 1), k=squares))}"


def _geography(rng: Random, step: int) -> str:
    edges, sign = rng.choice(["", "(edges=true)"]), rng.choice(["-", ">"])
    return f"geography{edges}: {_edges(rng, min(step, 11), sign, back=True)} @ 0"


def _hackenbush(rng: Random, step: int) -> str:
    """Return edges of which every one hangs on the ground."""
    count = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 30, 60)[step]
    edges = [f"{rng.randrange(v)}-{v}" for v in range(1, count + 1)]
    more = [f"{rng.randrange(count + 1)}-{rng.randrange(count + 1)}" for _ in range(rng.randrange(3))]
    return "hackenbush: " + " ".join([*edges, *more])


_BOARDS: dict[str, Callable[[Random, int], str]] = {
    "bash": _bash,
    "wythoff": _named("wythoff", lambda rng, step: _numbers(rng, 2, step)),
    "vectors": _vectors,
    "moore": _moore,
    "circular-nim": _circular,
    "staircase": _named("staircase", lambda rng, step: _numbers(rng, rng.randint(2, 5), step)),
    "fibonacci": lambda rng, step: f"fibonacci: {_size(rng, step)}",
    "schwenk": _schwenk,
    "euclid": _euclid,
    "nimble": _named("nimble", lambda rng, step: _numbers(rng, _parts(rng, step), step)),
    "silver-dollar": _named("silver-dollar", _distinct),
    "welter": _named("welter", _welter),
    **{
        name: _named(name, lambda rng, step, least=least: _coins(rng, step, least))  # type: ignore[misc]
        for name, least in {
            **dict.fromkeys(("turning-turtles", "ruler"), 1),
            **dict.fromkeys(("twins", "mock-turtles", "triplets", "moebius", "mogul", "sym", "grunt"), 0),
        }.items()
    },
    "turn": _turn,
    "turning-corners": _named("turning-corners", _pairs),
    "product": _product,
    "northcott": _northcott,
    "poker-nim": _poker,
    "circular-kayles": _number("circular-kayles", (1, 2, 3, 4, 5, 7, 9, 12, 20, 50, 300, 1200, 10**6, 2**63)),
    "graph": lambda rng, step: _graph(rng, step) if rng.random() < 0.6 else _dag(rng, step),
    "maze": _maze,
    "notakto": _notakto,
    "tic-tac-toe": _noughts,
    "race": _race,
    "top-entails": _named("top-entails", lambda rng, step: _numbers(rng, _parts(rng, step), min(step, 11))),
    "nimstring": _boxes("nimstring"),
    "cram": _cells("cram", ".#", (4, 1)),
    "chomp": _sized("chomp"),
    "poset": _poset,
    "nogo": _nogo,
    "treblecross": _treblecross,
    **{name: _sized(name, 5) for name in ("queens", "kings", "knights", "bishops")},
    "dots-and-boxes": _boxes("dots-and-boxes"),
    "node-kayles": _named("node-kayles", _edges),
    "arc-kayles": _named("arc-kayles", _edges),
    "geography": _geography,
    "hackenbush": _hackenbush,
    "sprouts": _number("sprouts", (1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6)),
    "brussels-sprouts": _number("brussels-sprouts", (1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 5, 50)),
}
"""Rulesets whose positions are no plain heaps, each with the writer of its positions."""


def catalogue_ladder(name: str) -> Ladder:
    if name in _BOARDS:
        return Ladder(name, _BOARDS[name])
    return heap_ladder(name)


def random_ladder(rng: Random) -> Ladder:
    found: DrawnRule = drawn_rule(rng)
    return heap_ladder(found.text, found.below)


SUMMED = (
    "nim: {} {}",
    "kayles: {}",
    "nim(max=3): {}",
    "wythoff: {} {}",
    "cram: 2x{}",
    "0.137: {}",
    "take {{1, 3, 4}}: {}",
    "maze: ..#/..@",
    "chomp: 2x{}",
    "euclid: {} 2",
    "treblecross: {}",
    "turning-turtles: {}",
    "node-kayles: path({})",
    "hackenbush: 0-1 1-2",
    "moore(k=2): {} {} 1",
    "graph: a>b b>a a>c @ a",
    "graph: a>b b>c a>c @ a",
    "top-entails: {}",
    "nimstring: 1x2",
    "staircase: 0 {} {}",
)
"""Small games that stand side by side, with places for numbers; most can be components of compounds too."""
ALONE = ("top-entails", "nimstring")
"""Those of them that cannot."""


def _small(rng: Random, step: int, *, alone: bool) -> str:
    kinds = [kind for kind in SUMMED if alone or not kind.startswith(ALONE)]
    most = 1 + min(1 + step // 2, 6) + (rng.randrange(40) if step > 11 else 0)
    kind = rng.choice(kinds)
    return kind.format(*(rng.randint(1, most) for _ in range(kind.count("{}"))))


def sum_ladder() -> Ladder:

    def write(rng: Random, step: int) -> str:
        return " + ".join(_small(rng, step, alone=True) for _ in range(2 if step < 6 else rng.randint(2, 3)))

    return Ladder("sums", write)


def compound_ladder(kind: str) -> Ladder:

    def write(rng: Random, step: int) -> str:
        parts = [_small(rng, min(step, 9), alone=False) for _ in range(2 if step < 8 else rng.randint(2, 3))]
        return f"{kind}: {' & '.join(parts)}"

    return Ladder(kind, write)


def ladders() -> list[str]:
    names = [*CATALOGUE, *(f"compound {kind}" for kind in COMPOUNDS)]
    return [*names, *["sums"] * 6, *["random"] * 30]


def ladder_of(name: str, rng: Random) -> Ladder:
    if name == "random":
        return random_ladder(rng)
    if name == "sums":
        return sum_ladder()
    kind = name.removeprefix("compound ")
    return compound_ladder(kind) if kind != name else catalogue_ladder(name)
