"""Brussels Sprouts: join two free arms by a line with a cross stroke on it, which adds a new arm on either side.

`brussels-sprouts: 3` is three crosses of four arms each. A later position lists, for each region, the number of free
arms of each of its boundaries, such as `1.8.`. No line joins two regions, so they are the components of a sum. The
total number of free arms never changes, and at the end each region has one free arm. So the players cannot change the
number of moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, combinations, product
from typing import TypeAlias

from ...core import Faces, Knowledge, Picture, PositionError, Scanner, Scene, SpotLine, Sum, Theorem
from ..forms import Choosing, within

Arms: TypeAlias = tuple[int, ...]
"""The free arms of the boundaries of one region, ascending."""
ARMS = 4
MOST_CROSSES = 100
_SAME_ARMS = (
    "Nobody can change the number of moves: every line has a cross stroke, so the number of free arms stays the same"
)


class BrusselsSprouts(Choosing[Arms, str], Picture[Arms], Knowledge[Arms]):
    """The rules of Brussels Sprouts: join two free arms of crosses by a line with a cross stroke (two new arms)."""

    name = "brussels-sprouts"
    tame = True
    theory = Theorem(
        "A region with a free arms on b boundaries lasts exactly a + b - 2 moves, and n crosses last 5n - 2",
        'E. R. Berlekamp, J. H. Conway and R. K. Guy, "Winning Ways", 1982, chapter 17, by Euler\'s formula',
    )
    idea_lost = f"{_SAME_ARMS}, and an even number of moves is left."
    idea_won = f"{_SAME_ARMS}, and an odd number of moves is left."
    misere_theory = theory

    def choices(self, position: Arms) -> Iterator[tuple[str, Sum[Arms]]]:
        """Return the name of each line, with the sum of regions that it leaves.

        "join 4 4" joins two boundaries of four arms each. "cut 4 leave 1.4. 3." joins two arms of one boundary of four
        arms, and its region becomes two: one with boundaries of 1 and 4 arms, and one with a boundary of 3. Of several
        lines that leave the same sum only the first is returned.
        """
        seen = set()
        for name, regions in _lines(position):
            leaves = _left(*regions)
            if leaves not in seen:
                seen.add(leaves)
                yield name, leaves

    def scene(self, position: Arms) -> Scene:
        return Faces((tuple((("", 1),) * arms for arms in position),), _shown(position), arms=True)

    def strokes(self, scene: Faces) -> Iterator[tuple[SpotLine, Arms, Sum[Arms]]]:
        at = 0
        for region in scene.regions:
            starts = list(accumulate(map(len, region), initial=at))
            yield from _strokes(tuple(map(len, region)), starts)
            at = starts[-1]

    def known_value(self, position: Arms) -> int:
        return (sum(position) + len(position)) % 2

    def check(self, position: Arms) -> None:
        if type(position) is not tuple or not position or not all(type(k) is int and k > 0 for k in position):
            raise PositionError(f"brussels-sprouts: expected the free arms of boundaries, found {position!r}")
        if list(position) != sorted(position):
            raise PositionError(f"brussels-sprouts: the free arms of boundaries ascend, not {_shown(position)}")
        if sum(position) > ARMS * MOST_CROSSES:
            raise PositionError(f"brussels-sprouts: at most {ARMS * MOST_CROSSES} free arms, not {sum(position)}")

    def read(self, text: str) -> Sum[Arms]:
        """Read numbers of crosses, and regions such as "4.1.", separated by blanks or commas."""
        scanner = Scanner(text)
        with within(text):
            return Sum.of(scanner.several(self._read_region))

    def show(self, parts: Sum[Arms]) -> str:
        return " ".join(map(_shown, parts)) or _shown((1,))

    def _read_region(self, scanner: Scanner) -> Arms:
        """Read one region: a number of crosses, or for each boundary its number of free arms and "."."""
        numbers = scanner.match(r"(?:[1-9][0-9]{0,8}\.)+(?=[\s,]|$)")
        if numbers is None:
            crosses = scanner.integer('a number of crosses, or free arms such as "4.1."')
            if not 1 <= crosses <= MOST_CROSSES:
                raise PositionError(f"brussels-sprouts: 1 to {MOST_CROSSES} crosses, not {crosses}")
            return (ARMS,) * crosses
        region = tuple(sorted(map(int, numbers[:-1].split("."))))
        self.check(region)
        return region


def _shown(region: Arms) -> str:
    return str(len(region)) if set(region) == {ARMS} else _told(region)


def _told(region: Arms) -> str:
    return "".join(f"{arms}." for arms in region)


def _lines(region: Arms) -> Iterator[tuple[str, tuple[Arms, ...]]]:
    for one, two in sorted(set(combinations(region, 2))):
        yield f"join {one} {two}", (tuple(sorted([*_without(region, one, two), one + two])),)
    for arms in sorted(set(region)):
        others = Counter(_without(region, arms))
        for sizes in product(*(range(number + 1) for number in others.values())):
            inside = list(chain(*([k] * size for k, size in zip(others, sizes, strict=True))))
            outside = list((others - Counter(inside)).elements())
            for left in range(1, arms):
                sides = tuple(sorted([*inside, left])), tuple(sorted([*outside, arms - left]))
                yield f"cut {arms} leave {' '.join(map(_told, sides))}", sides


def _strokes(region: Arms, starts: Sequence[int]) -> Iterator[tuple[SpotLine, Arms, Sum[Arms]]]:
    """Yield each line that can be drawn in one region, as a triple (line, region, sum).

    The region is the given one with its numbers sorted, and the sum is what the line leaves of it.

    Args:
        region: For each boundary its number of free arms.
        starts: For each boundary the number in the picture of its first arm.
    """
    whole = tuple(sorted(region))
    for one, two in combinations(range(len(region)), 2):
        left = [*_without(region, region[one], region[two]), region[one] + region[two]]
        for i, j in product(range(region[one]), range(region[two])):
            yield SpotLine(starts[one] + i, starts[two] + j), whole, _left(left)
    for own, arms in enumerate(region):
        like: dict[int, list[int]] = {}
        for number, size in enumerate(region):
            if number != own:
                like.setdefault(size, []).append(starts[number])
        for sizes in product(*(range(len(found) + 1) for found in like.values())):
            inside = list(chain(*([k] * size for k, size in zip(like, sizes, strict=True))))
            outside = _without(_without(region, arms), *inside)
            around = tuple((tuple(found), size) for found, size in zip(like.values(), sizes, strict=True) if size)
            for i, j in combinations(range(arms), 2):
                sides = [*inside, j - i], [*outside, arms - (j - i)]
                yield SpotLine(starts[own] + i, starts[own] + j, around), whole, _left(*sides)


def _left(*regions: Sequence[int]) -> Sum[Arms]:
    """Return the sum of those regions in which a move is possible; a region with a single arm has no move."""
    return Sum.of(sorted(each for each in (tuple(sorted(region)) for region in regions) if each != (1,)))


def _without(region: Sequence[int], *arms: int) -> list[int]:
    return list((Counter(region) - Counter(arms)).elements())
