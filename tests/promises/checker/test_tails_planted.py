"""Checkers of periods in two lengths with a planted bug are found: by plain rules, small grids, false certificates."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations, product
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from tests.cases import few
from tests.promises.checker.planted import Bug, planted_package
from tests.unit.check.sealed import header, seal

import grundy_check
from grundy.core import mex
from grundy.patterns.tail_periods import Regular
from grundy.patterns.tail_values import paths_of

PATH = {"family": "arc-kayles", "n": 1, "edges": [], "tails": [0, 0]}
CLAIM = {"p": 34, "least": 55, "width": 0, "path": 53, "begins": 52}
DIGITS = {
    "arc-kayles": (0, 0, 7),
    "node-kayles": (0, 1, 3, 7),
    "0.15": (0, 1, 5),
    "0.27": (0, 2, 7),
    "0.33": (0, 3, 3),
    "0.123": (0, 1, 2, 3),
    "0.43": (0, 4, 3),
    "0.53": (0, 5, 3),
}
"""Games with the digits of their codes on a path."""
TREE = {"family": "take-break", "code": "0.26", "n": 2, "edges": [[0, 1]], "tails": [0, 0]}
TREE_CLAIM = {"p": 4, "least": 10, "width": 0, "path": 1, "begins": 10}
Grid = list[list[int]]

PLANTED: dict[str, Bug] = {
    "a vertex of the core is never taken": (
        "tails.py",
        "(0, 0), 7) for x in some]",
        "(0, 0), 7) for x in some if 0 not in x]",
    ),
    "an edge of the core is never taken": ("tails.py", "near[x] - taken}", "near[x] - taken if 0 < x < y}"),
    "the first of a tail takes one vertex less": ("tails.py", "(2, 0), (1, 0))", "(1, 0), (1, 0))"),
    "a tail is taken from that is not there": ("tails.py", "(2, 0), (1, 0))", "(2, 0), (0, 0))"),
    "the other tail is never taken from": ("tails.py", ", (frozenset([v]), (0, 2), (0, 1)))", ",)"),
    "vertices are taken from tails that hang elsewhere": ("tails.py", "most * (u in taken)", "most"),
    "vertices of tails count for nothing": ("tails.py", "digits.get(len(taken) + sum(pair), 0)", "digits[len(taken)]"),
    "vertices of tails are taken that are not there": (
        "tails.py",
        "(taken, taken, pair, pair,",
        "(taken, taken, pair, (0, 0),",
    ),
    "every digit allows all": ("tails.py", "return digit >> min(count, 2) & 1 > 0", "return digit > 0"),
    "three pieces are more than a digit allows": ("tails.py", "digit >> min(count, 2)", "digit >> count"),
    "a loose tail that is taken whole is a piece": ("tails.py", "b > loose_b)", "b >= loose_b)"),
    "another loose tail that is taken whole is a piece": ("tails.py", "rest[c > whole]", "rest[c >= whole]"),
    "a tail may be shortened to its end by any digit": ("tails.py", "rules if digit & 2]", "rules if digit & 7]"),
    "a tail may be shortened at its end only": ("tails.py", "rules if digit & 4]", "rules if digit & 8]"),
    "a tail falls off by any digit": ("tails.py", "rules if digit & 4]", "rules if digit & 6]"),
    "a move may leave three heaps": ("tails.py", "max(digit for _, digit in rules) < 8", "True"),
    "a heap may be split without taking": ("tails.py", "rules and rules[0][0] and", "rules and"),
    "a loose tail counts as 0": (
        "tails.py",
        "fixed = 0 if loose_b is None else core.paths[max(b - loose_b, 0)]",
        "fixed = 0",
    ),
    "a loose tail is a vertex too long": (
        "tails.py",
        "[core.paths[max(c - loose_c, 0)] for c in",
        "[core.paths[max(c - loose_c + 1, 0)] for c in",
    ),
    "a piece without tails counts as 0": ("tails.py", "fixed ^= values[0]", "fixed ^= 0"),
    "an option is there where the tail is too short": ("tails.py", "if b < least[0]:", "if False:"),
    "an option is there where the other tail is too short": ("tails.py", "if c >= least[1] and", "if"),
    "what falls off counts as 0": ("tails.py", ".add(value ^ x)", ".add(value)"),
    "options that lie far behind are forgotten": (
        "tails.py",
        "found = {*self.far[len(self.values) % self.core.p]}",
        "found = set[int]()",
    ),
    "the nearest option is forgotten": (
        "tails.py",
        "self.values[-least : -self.core.regular : -1]",
        "self.values[-least - 1 : -self.core.regular : -1]",
    ),
    "tails change places on any core": ("tails.py", "mirrored = core.ends[0] == core.ends[1]", "mirrored = True"),
    "options that shorten b are forgotten": ("tails.py", "across.options() | column.options()", "across.options()"),
    "options of the core are forgotten": ("tails.py", "found.update([line[c] for line in others])", "found.update([])"),
    "a row is looked at from a length too late": (
        "tails.py",
        "first = max(n0, other + width)",
        "first = max(n0, other + width) + 1",
    ),
    "a strip is taken for a length": ("tails.py", "first = max(n0, other + width)", "first = n0 + other + width"),
    "columns are not looked at": ("tails.py", ", *enumerate(turned)]", "]"),
    "the last of a row is not looked at": (
        "tails.py",
        "line[first:-p] != line[first + p :]",
        "line[first:-p-1] != line[first + p : -1]",
    ),
    "diagonals are not looked at": ("tails.py", "if low[n0:-p] != high[n0 + p :]:", "if False:"),
    "diagonals are looked at from a row too late": (
        "tails.py",
        "zip(grid[n0:-p], grid[n0 + p :], strict=True)",
        "zip(grid[n0 + 1:-p], grid[n0 + p + 1 :], strict=True)",
    ),
    "diagonals are looked at from a column too late": (
        "tails.py",
        "if low[n0:-p] != high[n0 + p :]:",
        "if low[n0 + 1:-p] != high[n0 + p + 1 :]:",
    ),
    "an exception beside a short tail counts as one for ever": (
        "tails.py",
        "any(b >= n0 and c >= n0 for",
        "any(c >= n0 for",
    ),
    "no exception counts as one for ever": ("tails.py", "any(b >= n0 and c >= n0 for b, c in wrong)", "False"),
    "the period begins at the last exception": (
        "tails.py",
        "max((c + 1 for _, c in wrong)",
        "max((c for _, c in wrong)",
    ),
    "where the period begins is not compared": (
        "tails.py",
        'if claim["begins"] != last:',
        'if (claim["begins"] is None) != (last is None):',
    ),
    "that it begins nowhere is not compared": (
        "tails.py",
        'if claim["begins"] != last:',
        'if claim["begins"] not in {None, last}:',
    ),
    "paths need no period": (
        "tails.py",
        "if paths[path : 2 * path + p + take] != paths[path + p : 2 * path + 2 * p + take]:",
        "if False:",
    ),
    "the window of paths is one shorter": (
        "tails.py",
        "paths[path : 2 * path + p + take] != paths[path + p : 2 * path + 2 * p + take]",
        "paths[path : 2 * path + p + take - 1] != paths[path + p : 2 * path + 2 * p + take - 1]",
    ),
    "least may be below what paths need": ("tails.py", "if not width <= n0 >= regular:", "if not width <= n0:"),
    "the width may be above least": ("tails.py", "if not width <= n0 >= regular:", "if not n0 >= regular:"),
    "what falls off has the period from the first": ("tails.py", "regular = path + take", "regular = path + take - 1"),
    "the square is a length too small": ("tails.py", "+ 2 * p + width + window", "+ 2 * p + width + window - 1"),
    "the square knows no width": ("tails.py", "max(window, p + width) + 2 * p + width", "max(window, p) + 2 * p"),
    "the core need not be connected": ("tails.py", " or len([*pieces({*range(n)}, near.__getitem__)]) > 1", ""),
    "the core may have loops": ("tails.py", "any(x in around for x, around in enumerate(near)) or ", ""),
    "another game is taken for that of a code": ("verdict.py", "if family not in kind.GAMES:", "if False:"),
    "the period may be of misere play": ("verdict.py", "if play not in (", 'if name != "tails" and play not in ('),
}
"""Bugs by what they are."""


@cache
def path_of(family: str) -> tuple[int, ...]:
    found = paths_of(DIGITS[family])
    assert found is not None
    return tuple(found.value(n) for n in range(1000))


def pieces(near: list[set[int]], left: frozenset[int]) -> list[frozenset[int]]:
    found, rest = [], set(left)
    while rest:
        piece = waiting = {rest.pop()}
        while waiting:
            waiting = {w for v in waiting for w in near[v]} & rest
            rest -= waiting
            piece = piece | waiting
        found.append(frozenset(piece))
    return found


def taken(family: str, near: list[set[int]], left: frozenset[int]) -> Iterator[tuple[frozenset[int], int]]:
    """The sets of vertices that a move may take of a piece, with the digit that says how many pieces it may leave."""
    if family == "node-kayles":
        yield from ((frozenset([v, *near[v]]), 7) for v in left)
        return
    for size in range(1, min(len(DIGITS[family]), len(left) + 1)):
        some = (frozenset(some) for some in combinations(left, size))
        yield from ((one, DIGITS[family][size]) for one in some if len(pieces(near, one)) == 1)


def plain_value(family: str, near: list[set[int]]) -> int:
    @cache
    def value(left: frozenset[int]) -> int:
        found = set()
        for some, digit in taken(family, near, left):
            rest, total = pieces(near, left - some), 0
            for piece in rest:
                total ^= value(piece)
            if digit & (1, 2, 4)[min(len(rest), 2)]:
                found.add(total)
        return mex(found)

    total = 0
    for piece in pieces(near, frozenset(range(len(near)))):
        total ^= value(piece)
    return total


def with_tails(near: list[set[int]], ends: tuple[int, int], lengths: tuple[int, int]) -> list[set[int]]:
    whole = [*map(set, near)]
    for end, length in zip(ends, lengths, strict=True):
        for _ in range(length):
            whole[end].add(len(whole))
            whole.append({end})
            end = len(whole) - 1  # noqa: PLW2901  # the next one hangs on this
    return whole


def grid_of(tails: ModuleType, family: str, near: list[set[int]], ends: tuple[int, int], side: int) -> Grid:
    found, reader = paths_of(DIGITS[family]), grundy_check.reading.Reader("", 9, 600.0)
    assert found is not None
    rules, paths = [(t, digit) for t, digit in enumerate(DIGITS[family]) if digit], list(path_of(family))
    moves = tails._moves_of(family, near, ends, rules, reader)
    falls, grids = tails._falls_of(rules, paths, found.regular + found.period), dict[frozenset[int], Grid]()
    core = tails._Core(near, ends, moves, paths, found.period, side, found.regular, falls)
    for part in tails._parts_of(core, reader):
        grids[part] = tails._grid_of(core, part, grids, reader)
    return grids[frozenset(range(len(near)))]


def check_values_of_small_cores(tails: ModuleType) -> None:
    rng = Random(7)
    for number in range(24):
        family, n = [*DIGITS][number % len(DIGITS)], rng.randint(1, 4)
        near: list[set[int]] = [set() for _ in range(n)]
        for v in range(1, n):
            for w in {rng.randrange(v), rng.randrange(v)}:
                near[v].add(w)
                near[w].add(v)
        ends = (rng.randrange(n), rng.randrange(n))
        grid = grid_of(tails, family, near, ends, 4)
        for b, c in product(range(4), repeat=2):
            assert grid[b][c] == plain_value(family, with_tails(near, ends, (b, c))), (family, near, ends, b, c)


def check_values_of_long_tails(tails: ModuleType) -> None:
    one, two = [set[int]()], [{1}, {0}]
    cores = [("arc-kayles", one, 125), ("node-kayles", one, 125), ("node-kayles", two, 125), ("0.43", two, 60)]
    for family, near, side in [*cores, ("0.15", two, 60), ("0.27", one, 60), ("0.53", two, 60)]:
        n, ends = len(near), (0, len(near) - 1)
        grid = grid_of(tails, family, near, ends, side)
        for b, c in product(range(side), repeat=2):
            assert grid[b][c] == path_of(family)[b + c + n], (family, n, b, c)


def check_lines(tails: ModuleType) -> None:
    """The options that shorten a length are all that there are, near ones and those that lie far behind."""
    rng = Random(5)
    for _ in range(40):
        p, regular = rng.randint(1, 5), rng.randint(3, 8)
        begun = {rng.randint(1, regular - 1): rng.random() < 0.5 for _ in range(2)}
        falls = [(k, [rng.randrange(4) for _ in range(1 if alone else regular + p - k)]) for k, alone in begun.items()]
        core = tails._Core([set()], (0, 0), [], [], p, 0, regular, falls)
        line, values = tails._Line(core), list[int]()
        for n in range(30):
            found = set()
            for k in range(1, n + 1):
                same = k if k < regular else regular + (k - regular) % p
                found |= {values[n - k] ^ x[same - least] for least, x in falls if 0 <= same - least < len(x)}
            assert line.options() == found
            values.append(rng.randrange(9))
            line.append(values[-1])


def drawn(rng: Random) -> tuple[Regular, Callable[[int, int], int]]:
    """A regular function of two lengths with two values, nearly always the same."""
    least = rng.randint(1, 5)
    found = Regular(rng.randint(1, 3), least, rng.randint(0, least))
    odd, kept = rng.choice([0.03, 0.1, 0.5]), dict[tuple[int, int], int]()

    def value(b: int, c: int) -> int:
        least = found.reduced(b, c)
        if least not in kept:
            kept[least] = int(rng.random() < odd)
        return kept[least]

    return found, value


def stands(grid: Grid, found: Regular) -> bool:
    """Whether the equations hold wherever both sides lie in a grid."""
    p, n0, rows, columns = found.period, found.least, len(grid), len(grid[0])
    cells = [*product(range(rows), range(columns))]
    in_c = all(grid[b][c] == grid[b][c + p] for b, c in cells if c + p < columns and c >= found.beyond(b))
    in_b = all(grid[b][c] == grid[b + p][c] for b, c in cells if b + p < rows and b >= found.beyond(c))
    return (
        (columns == 1 or in_c)
        and (rows == 1 or in_b)
        and all(
            grid[b][c] == grid[b + p][c + p] for b, c in cells if min(b, c) >= n0 and b + p < rows and c + p < columns
        )
    )


def refused(work: Callable[[], object]) -> bool:
    try:
        work()
    except Exception as error:
        if type(error).__name__ != "Stop":
            raise
        return True
    return False


def check_equations(tails: ModuleType) -> None:
    """The equations are those of the theorem, in every cell of a square, a row or a column."""
    rng = Random(11)
    for _ in range(1500):
        found, value = drawn(rng)
        rows, columns = rng.choice([(16, 16), (16, 16), (16, 1), (1, 16)])
        grid = [[value(b, c) for c in range(columns)] for b in range(rows)]
        if rng.random() < 0.7:
            grid[rng.randrange(rows)][rng.randrange(columns)] ^= 1
        wrong = refused(lambda: tails._equations(grid, found.period, found.least, found.width))  # noqa: B023  # called now
        assert wrong != stands(grid, found), (grid, found)


def check_beginnings(tails: ModuleType) -> None:
    """Where the period begins is told for every b, also for those beyond the grid."""
    rng = Random(13)
    for _ in range(100):
        found, value = drawn(rng)
        p, side = found.period, found.side(found.least)
        grid = [[value(b, c) for c in range(side)] for b in range(side)]
        far = side + 4 * found.period + 10
        wrong = [c for b in range(far) for c in range(far) if value(b, c) != value(b, c + p)]
        last = max(wrong, default=-1) + 1
        true = None if last > side else last
        for first in {None, true, last + 1, max(0, last - 1)}:
            claim = {"p": p, "least": found.least, "width": found.width, "begins": first}
            assert refused(lambda: tails._begins(grid, claim)) == (first != true), (found, first, true)  # noqa: B023


def check_numbers(tails: ModuleType) -> None:
    """The square, and the window of paths, are as large as the theorem asks for."""
    asked: list[Any] = []
    reader, rng = grundy_check.reading.Reader("", 9, 600.0), Random(17)

    def parts_of(core: Any, _reader: object) -> list[Any]:
        asked.append(core)
        raise KeyError

    for _ in range(40):
        p, path, width = rng.randint(1, 40), rng.randint(1, 60), rng.randint(0, 60)
        claim = {"p": p, "least": max(width, path + 3) + rng.randint(0, 9), "width": width, "path": path, "begins": 0}
        for family, take in (("arc-kayles", 2), ("node-kayles", 3), ("take-break", 2)):
            values: list[int] = []

            def heap_values(_rules: object, stop: int, _reader: object) -> list[int]:
                values[:] = values or [n % p for n in range(stop)]  # noqa: B023  # called now
                return values  # noqa: B023

            game = TREE if family == "take-break" else PATH | {"family": family}
            check = partial(tails.check, reader, game, claim, _=False)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(tails, "heap_values", heap_values)
                patch.setattr(tails, "_parts_of", parts_of)
                with pytest.raises(KeyError):
                    check()
                core = asked.pop()
                side = Regular(p, claim["least"], width).side(path + take)
                assert (core.p, core.regular, core.side) == (p, path + take, side), claim
                last = 2 * path + 2 * p + take - 1  # of the window
                assert len(values) > last
                values[last] += 1
                patch.setattr(tails, "_parts_of", lambda *_: [])  # where paths pass, there is nothing to compare
                assert refused(check)


WHOLE: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {"least": 54}, "REJECTED"),
    ({}, {"width": 56}, "REJECTED"),
    ({}, {"path": 52, "least": 54}, "REJECTED"),
    ({}, {"p": 17}, "REJECTED"),
    ({"n": 2}, {}, "MALFORMED"),
    ({"edges": [[0, 0]]}, {}, "MALFORMED"),
    ({"family": "nim"}, {}, "UNSUPPORTED"),
    ({"play": "misere"}, {}, "MALFORMED"),
    ({"n": 2, "edges": [[0, 1]], "tails": [1, 1]}, {}, "REJECTED"),
    ({}, {"begins": 51}, "REJECTED"),
    ({}, {}, "ACCEPTED"),
    (TREE, TREE_CLAIM, "ACCEPTED"),
    (TREE, TREE_CLAIM | {"least": 9}, "REJECTED"),
    (TREE | {"code": "4.26"}, TREE_CLAIM, "MALFORMED"),
    (TREE | {"code": "0.28"}, TREE_CLAIM, "MALFORMED"),
]
"""What is changed of a true certificate, in its game or claim, and what is due."""


def check_whole_certificates(package: ModuleType, folder: Path) -> None:
    for game, claim, status in WHOLE:
        whole = game if "code" in game else PATH | {name: part for name, part in game.items() if name != "play"}
        head = header("tails", whole, CLAIM | claim)
        head["play"] = game.get("play", "normal")
        (folder / "some.cert").write_bytes(seal(head, []))
        found = package.check(str(folder / "some.cert"), seconds=60.0)
        assert found.status == status, (game, claim, found)


def check_all(package: ModuleType, folder: Path) -> None:
    """Everything that a checker of periods in two lengths has to do, what is soon done first."""
    tails = package.tails
    check_equations(tails)
    check_beginnings(tails)
    check_numbers(tails)
    check_lines(tails)
    check_values_of_small_cores(tails)
    check_values_of_long_tails(tails)
    check_whole_certificates(package, folder)


@pytest.mark.nightly
def test_the_checker_does_what_the_theorem_asks_for(tmp_path: Path) -> None:
    check_all(grundy_check, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("bug", PLANTED)
def test_a_checker_of_two_lengths_with_a_planted_bug_is_found(bug: str, tmp_path: Path) -> None:
    package = planted_package(PLANTED[bug], f"tails_{[*PLANTED].index(bug)}", tmp_path)
    with pytest.raises((AssertionError, KeyError, IndexError, package.reading.Stop)):
        check_all(package, tmp_path)


def truth(claim: dict[str, Any]) -> bool:
    """Whether a claim about a path with two tails is true, and its numbers are those that the theorem asks for."""
    if claim.keys() != CLAIM.keys() or any(type(n) is not int for n in claim.values()):
        return False
    p, least, width, path, begins = (claim[key] for key in CLAIM)
    return bool(p > 0 and p % 34 == 0 and least >= path + 2 and 0 <= width <= least and path >= 53 and begins == 52)


@pytest.mark.nightly
@pytest.mark.parametrize("count", few([12, 60], 12))
def test_no_tampered_certificate_of_two_lengths_is_accepted_unless_it_is_true(count: int, tmp_path: Path) -> None:
    from tests.promises.checker.test_tampering import changed

    rng, accepted = Random(19), 0
    for _ in range(count):
        claim: dict[str, Any] = dict(CLAIM)
        for key in rng.sample([*CLAIM], rng.randint(1, 2)):
            claim[key] = changed(claim[key], rng) if rng.random() < 0.7 else claim[key] * rng.choice([1, 1, 1, 2])
        (tmp_path / "some.cert").write_bytes(seal(header("tails", PATH, json.loads(json.dumps(claim))), []))
        found = grundy_check.check(str(tmp_path / "some.cert"), seconds=60.0)
        assert found.status != "ACCEPTED" or truth(claim), (claim, found)
        accepted += found.status == "ACCEPTED"
    assert count // 20 < accepted < 2 * count // 3
