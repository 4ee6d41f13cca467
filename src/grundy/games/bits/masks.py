"""Bits of a machine word: counted, numbered, cut into parts and permuted, as a rule over words may (`core.Packed`).

All functions are plain Python over words; each knows its game by its closure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Word = Callable[[int], int]
"""From a state to a state, or to a number."""
MODULUS = 67
"""2 generates all residues of this prime but 0, so the powers of two of a word differ modulo it."""
NUMBERS = tuple(next((i for i in range(66) if pow(2, i, MODULUS) == rest), 0) for rest in range(MODULUS))
"""2^i modulo 67 -> i."""
_TWOS, _FOURS, _EIGHTS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


def count_bits(word: int) -> int:
    """Return how many bits of a word are set, as a rule over words may.

    >>> count_bits(0b1011)
    3
    """
    pairs = word - (word >> 1 & _TWOS)
    fours = (pairs & _FOURS) + (pairs >> 2 & _FOURS)
    eights = fours + (fours >> 4) & _EIGHTS
    eights += eights >> 8
    eights += eights >> 16
    return (eights + (eights >> 32)) & 127


def split_by(near: tuple[int, ...]) -> Callable[..., int]:
    """Return the function that cuts a state into parts; bit i hangs together with the bits `near[i]`, and they with it.

    >>> parts = [0, 0]
    >>> split_by((0b010, 0b001, 0b000))(0b111, parts), parts
    (2, [3, 4])
    """
    numbers = NUMBERS

    def split(state: int, out: Any) -> int:  # noqa: ANN401  # a list or an array of words
        count = 0
        while state:
            part = waiting = state & -state
            while waiting and part != state:
                bit = waiting & -waiting
                reached = near[numbers[bit % MODULUS]] & state & ~part
                part |= reached
                waiting = waiting ^ bit | reached
            state ^= part
            out[count] = part
            count += 1
        return count

    return split


def pieces_of(neighbours: Word) -> Callable[[int, Any, int], int]:
    """Return the function that writes the parts of a state behind the first k that stand in `out`."""

    def pieces(state: int, out: Any, k: int) -> int:  # noqa: ANN401  # a list, or an array
        while state:
            piece = state & -state
            grown = piece | neighbours(piece) & state
            while grown != piece:
                piece = grown
                grown |= neighbours(grown) & state
            out[k] = piece
            k += 1
            state ^= piece
        return k

    return pieces


def unmoved(state: int) -> int:
    """Return the state itself."""
    return state


def least_under(group: Sequence[Sequence[int]], moved: Word = unmoved) -> Word:
    """Return the function that gives the least image, then `moved`, of a state under a group of permutations of bits.

    >>> least_under([(0, 1, 2), (2, 1, 0)])(0b110)
    3
    """
    chunks = (len(group[0]) + 7) // 8
    images = tuple(image for each in group for image in image_table(each))
    count = len(group)

    def least(state: int) -> int:
        best = -1
        for i in range(count):
            image = 0
            rest = state
            at = i * chunks << 8
            while rest:
                image |= images[at + (rest & 255)]
                rest >>= 8
                at += 256
            image = moved(image)
            best = image if best < 0 else min(best, image)
        return best

    return least


def image_table(image: Sequence[int]) -> list[int]:
    """Return where a permutation takes each choice of eight bits, 256 choices of the lowest ones first."""
    found = []
    for chunk in range(0, len(image), 8):
        table = [0]
        for v in range(chunk, chunk + 8):
            bit = 1 << image[v] if v < len(image) else 0
            table += [other | bit for other in table]
        found += table
    return found
