"""Inputs of the contest problems: small ones by chance, which the plain rule answers soon, and the largest ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from random import Random


def rows(*lines: object) -> bytes:
    """Write lines; a tuple or list becomes numbers side by side."""
    texts = (" ".join(map(str, line)) if isinstance(line, (tuple, list, range)) else str(line) for line in lines)
    return "".join(f"{text}\n" for text in texts).encode()


def _numbers(chance: Random, least: int, most: int, longest: int, shortest: int = 1) -> list[int]:
    return [chance.randint(least, most) for _ in range(chance.randint(shortest, longest))]


def _listed(numbers: Sequence[int], *before: object) -> bytes:
    return rows(*before, len(numbers), numbers)


def _takes(chance: Random, most: int) -> list[int]:
    return sorted(chance.sample(range(1, 9), chance.randint(1, min(4, most))))


def _sticks(chance: Random, *, swap: bool) -> bytes:
    n = chance.randint(1, 40)
    takes = _takes(chance, 8)
    return rows((len(takes), n) if swap else (n, len(takes)), takes)


def _banned(chance: Random) -> bytes:
    piles = _numbers(chance, 1, 9, 3)
    every = [(x, y) for x in range(1, 10) for y in range(1, x + 1)]
    banned = chance.sample(every, chance.randint(0, 30))
    return rows((len(piles), len(banned)), piles, *banned)


def _ranged(chance: Random) -> bytes:
    least = chance.randint(1, 4)
    piles = _numbers(chance, 0, 14, 3)
    return rows((len(piles), least, chance.randint(least, 7)), piles)


def _tree(chance: Random) -> bytes:
    n = chance.randint(1, 9)
    return rows(n, *((chance.randint(1, i - 1), i) for i in range(2, n + 1)))


def _cycles(chance: Random) -> bytes:
    least = chance.randint(1, 4)
    lengths = _numbers(chance, 3, 12, 2)
    edges, first = [], 1
    for length in lengths:
        edges += [(first + i, first + (i + 1) % length) for i in range(length)]
        first += length
    chance.shuffle(edges)
    return rows((first - 1, least, chance.randint(least + 1, 7)), *edges)


def _coprime(chance: Random) -> bytes:
    while True:
        numbers = _numbers(chance, 1, 12, 3)
        if gcd(*numbers) == 1:
            return _listed(numbers)


def _triangle(chance: Random) -> bytes:
    n = chance.randint(1, 3)
    k = 1 if n == 3 else chance.randint(1, 3)  # three rows that feed each other two by two are many positions
    cells = [(r, c) for r in range(1, n + 1) for c in range(1, r + 1)]
    chosen = chance.sample(cells, chance.randint(1, min(2, len(cells))))
    return rows(1, (n, len(chosen), k), *((r, c, chance.randint(1, 4 - n)) for r, c in chosen))


def _even(chance: Random) -> bytes:
    return _listed(_numbers(chance, 0, 5, 2, 2) if chance.random() < 0.5 else _numbers(chance, 0, 3, 4, 4))


def _attack(chance: Random) -> bytes:
    castles = _numbers(chance, 1, 12, 2)
    return rows(1, (len(castles), *(chance.randint(1, 5) for _ in range(3))), castles)


def _targets(chance: Random) -> bytes:
    piles, targets = _numbers(chance, 0, 6, 3), _numbers(chance, 0, 6, 2)
    return rows((len(piles), len(targets)), piles, targets)


SMALL: dict[str, Callable[[Random], bytes]] = {
    "cf705b": lambda c: _listed(_numbers(c, 1, 7, 3)),
    "j163": _targets,
    "chcoinsg": lambda c: rows(1, c.randint(1, 60)),
    "m23ba": lambda c: rows(c.randint(0, 12)),
    "cf36d": lambda c: rows((1, c.randint(1, 6)), (c.randint(1, 14), c.randint(1, 14))),
    "cf1312f": _attack,
    "agc010d": _coprime,
    "cf2045f": _triangle,
    "cses1729": lambda c: _sticks(c, swap=False),
    "cses1730": lambda c: _listed(_numbers(c, 0, 6, 3), 1),
    "cses1098": lambda c: _listed(_numbers(c, 0, 9, 3), 1),
    "cses1099": lambda c: _listed(_numbers(c, 0, 3, 4), 1),
    "cses2207": lambda c: rows(1, c.randint(1, 24)),
    "cses2208": lambda c: _listed(_numbers(c, 0, 5, 3), 1),
    "abc255g": _banned,
    "abc297g": _ranged,
    "abc368f": lambda c: _listed(_numbers(c, 1, 60, 3)),
    "abc059d": lambda c: rows((c.randint(0, 16), c.randint(0, 16))),
    "arc091f": lambda c: rows(n := c.randint(1, 3), *((c.randint(1, 15), c.randint(1, 5)) for _ in range(n))),
    "agc002e": lambda c: _listed(_numbers(c, 1, 6, 5)),
    "agc017d": _tree,
    "edpck": lambda c: _sticks(c, swap=True),
    "cf15c": lambda c: rows(n := c.randint(1, 2), *((c.randint(1, 5), c.randint(1, 2)) for _ in range(n))),
    "cf87c": lambda c: rows(c.randint(1, 24)),
    "cf256c": lambda c: _listed(_numbers(c, 1, 9000, 1) if c.random() < 0.2 else _numbers(c, 1, 300, 3)),
    "cf603c": lambda c: rows((n := c.randint(1, 3), c.randint(1, 3)), _numbers(c, 1, 8, n, n)),
    "cf768e": lambda c: rows(n := c.randint(1, 2), *_numbers(c, 1, 8, n, n)),
    "cf850c": lambda c: _listed(_numbers(c, 1, 48, 4)),
    "cf1147c": _even,
    "cf1382b": lambda c: _listed(_numbers(c, 1, 4, 5), 1),
    "cf1396b": lambda c: _listed(_numbers(c, 1, 4, 4), 1),
    "cf1537d": lambda c: rows(1, c.randint(1, 200)),
    "cf1738c": lambda c: _listed(_numbers(c, 0, 20, 10), 1),
    "cf1823e": _cycles,
}
"""A small input by chance, which search of the plain rule answers soon."""

N = 10**5
LARGE: dict[str, Callable[[], bytes]] = {
    "cf705b": lambda: rows(N, range(10**9 - N, 10**9)),
    "j163": lambda: rows((50_000, N), range(950_000, 10**6), range(N)),
    "chcoinsg": lambda: rows(N, *range(10**9 - N, 10**9)),
    "m23ba": lambda: rows(10**18),
    "cf36d": lambda: rows((N, 7), *((10**9 - i, 10**9 - 2 * i) for i in range(N))),
    "cf1312f": lambda: rows(1, (3 * N, 1, 4, 5), range(10**18 - 3 * N, 10**18)),
    "agc010d": lambda: rows(N - 1, [2**29] * (N - 2) + [2**29 - 1]),
    "cf2045f": lambda: rows(1, (10**9, 2 * N, 2 * N), *((10**9 - i, i + 1, 10**9 - i) for i in range(2 * N))),
    "cses1729": lambda: rows((10**6, 100), range(1, 101)),
    "cses1730": lambda: rows(1, 2 * N, range(10**9 - 2 * N, 10**9)),
    "cses1098": lambda: rows(1, 2 * N, range(10**9 - 2 * N, 10**9)),
    "cses1099": lambda: rows(1, 2 * N, range(10**9 - 2 * N, 10**9)),
    "cses2207": lambda: rows(N, *range(1, N + 1)),
    "cses2208": lambda: rows(1, 2 * N, [10**9] * (2 * N)),
    "abc255g": lambda: rows(
        (2 * N, 2 * N), range(10**18 - 2 * N, 10**18), *((10**9 + i, 10**9 + i) for i in range(2 * N))
    ),
    "abc297g": lambda: rows((2 * N, 3, 10**9), range(10**9 - 2 * N, 10**9)),
    "abc368f": lambda: rows(N, range(1, N + 1)),
    "abc059d": lambda: rows((10**18, 10**18 - 2)),
    "arc091f": lambda: rows(200, *((10**9 - i, 30_000 + 17 * i) for i in range(200))),
    "agc002e": lambda: rows(N, range(10**9 - N, 10**9)),
    "agc017d": lambda: rows(N, *((i // 2, i) for i in range(2, N + 1))),
    "edpck": lambda: rows((100, N), range(1, 101)),
    "cf15c": lambda: rows(N, *((10**16 - i, 10**16 - i) for i in range(N))),
    "cf87c": lambda: rows(N),
    "cf256c": lambda: rows(77_777, range(777_777_777_777 - 77_777, 777_777_777_777)),
    "cf603c": lambda: rows((N, 3), [2**29] * N),
    "cf768e": lambda: rows(10**6, *([60] * 10**6)),
    "cf850c": lambda: rows(100, [999_999_937] * 50 + [999_999_929] * 50),
    "cf1147c": lambda: rows(50, range(1, 51)),
    "cf1382b": lambda: rows(1, N, [1] * N),
    "cf1396b": lambda: rows(100, *(line for _ in range(100) for line in (100, [100] * 100))),
    "cf1537d": lambda: rows(10**4, *range(10**9 - 10**4, 10**9)),
    "cf1738c": lambda: rows(100, *(line for _ in range(100) for line in (100, range(100)))),
    "cf1823e": lambda: rows((2 * N, 1, 2 * N), *((i + 1, (i + 1) % (2 * N) + 1) for i in range(2 * N))),
}
"""The largest input of a problem as far as it is known, or one that is hard for its size."""
