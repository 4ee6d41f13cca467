"""Whether paths of a picture meet: each is followed in short straight steps, as a screen would draw it."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

Point = tuple[float, float]
_STEP = re.compile(r"([MLQ])([-0-9., ]+)")


def pieces(path: str) -> list[list[Point]]:
    """The pieces of a path, each begun by its own M, as points along it."""
    found: list[list[Point]] = []
    for name, numbers in _STEP.findall(path):
        values = [float(each) for each in re.split("[ ,]", numbers.strip())]
        points = list(zip(values[::2], values[1::2], strict=True))
        if name == "M":
            found.append([points[0]])
        elif name == "L":
            found[-1].append(points[0])
        else:
            (ax, ay), (bx, by), (cx, cy) = found[-1][-1], *points
            for t in (0.25, 0.5, 0.75, 1.0):
                s = 1 - t
                x, y = s * s * ax + 2 * s * t * bx + t * t * cx, s * s * ay + 2 * s * t * by + t * t * cy
                found[-1].append((x, y))
    return found


def crossings(paths: list[str]) -> list[tuple[Point, Point]]:
    """The steps that cross others, ends of pieces excepted, where lines meet at spots."""
    steps = [step for path in paths for piece in pieces(path) for step in pairwise(piece) if step[0] != step[1]]
    return [one for one, two in combinations(steps, 2) if _meet(*one, *two)]


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    if {a, b} & {c, d}:
        return False
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
