"""Operations on the bits of a machine word: list them, split them into components and permute them.

The returned functions are plain Python on integers below 2^63, so that `core.BitRule` can compile them. They get the
data of a game from closure variables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Word = Callable[[int], int]
"""A function from a state to a state or to a number."""


def members(mask: int) -> list[int]:
    """Return the indices of the set bits of an integer, ascending.

    >>> members(0b1011)
    [0, 1, 3]
    """
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def met_by(near: tuple[int, ...]) -> Word:
    """Return a function that computes all neighbours of a set of bits, bit by bit.

    `near` lists the bit mask of the neighbours of each bit.
    """

    def neighbours(state: int) -> int:
        found = 0
        while state:
            found |= near[(state & -state).bit_length() - 1]
            state &= state - 1
        return found

    return neighbours


def pieces_of(neighbours: Word) -> Callable[..., int]:
    """Return a function that splits a set of bits into connected components.

    Args:
        neighbours: A function from a set of bits to the set of all their neighbours; the relation must be symmetric.

    Returns:
        A function that takes the set and an output list, writes each component to the list and returns their number.

    Example:
        >>> parts = [0, 0]
        >>> pieces_of(met_by((0b010, 0b001, 0b000)))(0b111, parts), parts
        (2, [3, 4])
    """

    def pieces(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array of words
        count = 0
        while state:
            piece = new = state & -state
            while new and piece != state:
                new = neighbours(new) & state & ~piece
                piece |= new
            out[count] = piece
            count += 1
            state ^= piece
        return count

    return pieces


def unmoved(state: int) -> int:
    """Return the argument unchanged."""
    return state


def least_under(group: Sequence[Sequence[int]], moved: Word = unmoved) -> Word:
    """Return a function that computes the least image of a set of bits under a group of permutations.

    Args:
        group: The permutations; each moves bit i to bit `permutation[i]`.
        moved: A function to apply to each image before the comparison.

    Returns:
        A function from a set to its least image, both integers.

    Example:
        >>> least_under([(0, 1, 2), (2, 1, 0)])(0b110)
        3
    """
    stride = (len(group[0]) + 7) // 8 << 8
    images = tuple(image for each in group for image in image_table(each))
    count = len(group)

    def least(state: int) -> int:
        best = -1
        start = 0
        for _ in range(count):
            image = 0
            rest = state
            at = start
            start += stride
            while rest:
                image |= images[at + (rest & 255)]
                rest >>= 8
                at += 256
            image = moved(image)
            best = image if best < 0 else min(best, image)
        return best

    return least


def image_table(image: Sequence[int]) -> list[int]:
    """Return a lookup table with which a permutation is applied to eight bits at a time.

    Args:
        image: The permutation: bit i moves to bit `image[i]`.

    Returns:
        The images of the 256 sets of the lowest eight bits, then those of the sets of the next eight bits, and so on.
    """
    found = []
    for chunk in range(0, len(image), 8):
        table = [0]
        for v in range(chunk, chunk + 8):
            bit = 1 << image[v] if v < len(image) else 0
            table += [other | bit for other in table]
        found += table
    return found
