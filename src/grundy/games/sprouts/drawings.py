"""Drawings of Sprouts as regions, boundaries and spots: text form, parser and checks.

A drawing is a tuple of regions, a region a tuple of boundaries, and a boundary the tuple of its spots, in the order of
a walk that keeps the region to the left. A number below 3 is a spot with that many lines that occurs only at this place
of the drawing. A larger number, written as a letter, is a spot with two lines that occurs at two places.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TypeAlias

from ...core import NotationError, PositionError, Scanner

Boundary: TypeAlias = tuple[int, ...]
Region: TypeAlias = tuple[Boundary, ...]
Drawing: TypeAlias = tuple[Region, ...]

FRESH, ONCE, TWICE = 0, 1, 2
"""Spots with no line, with one, and with two of which only one side matters."""
FIRST_LETTER = 3
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
MOST_SPOTS = 100
_SPOT = re.compile(r"[012]|[A-Za-z]'*")
_BOUNDARY = r"(?:[012]|[A-Za-z]'*)+(?=\.)"
_EXPECTED = 'a number of spots, or boundaries such as "0.1A1A."'


def letter_name(number: int) -> str:
    """Return the letter, with primes if needed, that a text of a drawing uses to name a spot at two places.

    `number` is the number of the spot in a `Drawing`, from 3 on.

    >>> letter_name(3), letter_name(30), letter_name(55)
    ('A', 'b', "A'")
    """
    primes, place = divmod(number - FIRST_LETTER, len(LETTERS))
    return LETTERS[place] + "'" * primes


def scan_part(scanner: Scanner) -> str:
    """Read one component of a Sprouts position, a number of spots or a drawing, and return its text.

    Args:
        scanner: The scanner, placed at the start of the component.

    Returns:
        The text.

    Raises:
        NotationError: If the text does not have the form of a component.
    """
    number = scanner.match(r"[0-9]+(?=[\s,]|$)")
    if number is not None:
        return str(int(number[:9]))
    written = []
    while True:
        written.append(scanner.needed(_BOUNDARY, _EXPECTED) + ".")
        scanner.at += 1
        if scanner.at < len(scanner.text) and scanner.text[scanner.at] == "/":
            written.append("/")
            scanner.at += 1
        elif scanner.at >= len(scanner.text) or scanner.text[scanner.at] in " \t,":
            return "".join(written)


def parse(text: str) -> Drawing:
    """Return the Sprouts drawing that a text describes: regions of boundaries of spots.

    Args:
        text: A number of spots or a drawing.

    Returns:
        The regions; 0, 1 and 2 are spots with that many lines, and larger numbers are letters.

    Raises:
        NotationError: If the text is not a drawing.
        PositionError: If a spot occurs at impossible places, such as a letter at only one place.

    Example:
        >>> parse("2"), parse("0.AB./AB.")
        ((((0,), (0,)),), (((0,), (3, 4)), ((3, 4),)))
    """
    if re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
        return (((FRESH,),) * _checked(int(text)),) if text != "0" else ()
    names = {spot: int(spot) for spot in "012"}
    regions = []
    for region in text.split("/"):
        if not re.fullmatch(r"(?:(?:[012]|[A-Za-z]'*)+\.)+", region):
            raise NotationError(f"sprouts: expected {_EXPECTED}, found {text[:40]!r}")
        spots = (_SPOT.findall(boundary) for boundary in region[:-1].split("."))
        regions.append(tuple(tuple(names.setdefault(spot, len(names)) for spot in boundary) for boundary in spots))
    drawing = tuple(regions)
    _check_drawing(drawing, {number: name for name, number in names.items()})
    return drawing


def _checked(spots: int) -> int:
    if spots > MOST_SPOTS:
        raise PositionError(f"sprouts: at most {MOST_SPOTS} spots, not {spots}")
    return spots


def _check_drawing(drawing: Drawing, names: dict[int, str]) -> None:
    """Raise `PositionError` if a spot of a Sprouts drawing occurs at impossible places.

    `names` are the names of the spots that occur twice, for the error message.
    """
    places: dict[int, list[tuple[int, int]]] = {}
    for i, region in enumerate(drawing):
        for j, boundary in enumerate(region):
            if FRESH in boundary and len(boundary) > 1:
                raise PositionError("sprouts: a spot 0 has no lines, so it is a boundary by itself")
            for spot in boundary:
                if spot >= FIRST_LETTER:
                    places.setdefault(spot, []).append((i, j))
            _check_crossings(boundary, names)
    for spot, found in places.items():
        if len(found) != 2:
            raise PositionError(f"sprouts: the spot {names[spot]} occurs at two places, not at {len(found)}")
        (region_a, boundary_a), (region_b, boundary_b) = found
        if region_a == region_b and boundary_a != boundary_b:
            raise PositionError(f"sprouts: the spot {names[spot]} joins two boundaries of one region, so they are one")
    _checked(sum(boundary == (FRESH,) for region in drawing for boundary in region))


def _check_crossings(boundary: Boundary, names: dict[int, str]) -> None:
    """Raise `PositionError` if the places of two spots on a boundary alternate (A, B, A, B), so that lines would cross.

    `names` are the names of the spots that occur twice, for the error message.
    """
    twice = {spot for spot, times in Counter(boundary).items() if times == 2 and spot >= FIRST_LETTER}
    open_spots: list[int] = []
    for spot in boundary:
        if spot in twice:
            if spot not in open_spots:
                open_spots.append(spot)
            elif open_spots.pop() != spot:
                raise PositionError(f"sprouts: a line at the spot {names[spot]} would cross another one")


def write(drawing: Drawing) -> str:
    """Write a Sprouts drawing as text; one that has only spots without lines is written as their number.

    >>> write(parse("0.0.")), write(parse("0.BA./BA."))
    ('2', '0.AB./AB.')
    """
    if not drawing:
        return "0"
    if len(drawing) == 1 and all(boundary == (FRESH,) for boundary in drawing[0]):
        return str(len(drawing[0]))
    shown = {spot: str(spot) if spot < FIRST_LETTER else letter_name(spot) for spot in {*chain(*chain(*drawing))}}
    return "/".join("".join("".join(shown[spot] for spot in b) + "." for b in region) for region in drawing)
