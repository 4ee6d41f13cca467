"""How a match is told: rules at the beginning, moves as phrases that can be typed, moves as sentences."""

from __future__ import annotations

import re

from ...core import Entailing, Game, two_sided
from ...drawing.fit import component_noun, listed, part_name
from ...games import CATALOGUE, COMPOUNDS
from .legal import PartMove

_TAKE = re.compile(r"take (\d+)(?: leave (.+))?")
_VERBS = frozenset({"add", "knock", "move", "pass", "split", "take", "turn"})
_GOES = ("to ", "left ", "up ", "right ", "down ", "coin ")
MOST_CAPTIONS = 4
"""Rules told before a game of many rules begins."""


def phrase(game: Game, found: PartMove) -> str:
    """Return a move in the game's own words, with its part when there are several; typed, it is understood.

    >>> from ...core import Move, Sum
    >>> from ...notation import read_game
    >>> phrase(read_game("nim: 3 5"), PartMove(1, Move("take 3", Sum(2))))
    'take 3 from heap 2'
    """
    label = found.move.label
    if game.size == 1:
        return label
    where = part_name(game, found.part)
    take = _TAKE.fullmatch(label)
    if take is not None:
        return f"take {take[1]} from {where}{f' leave {take[2]}' if take[2] else ''}"
    if label.startswith("split "):
        return f"split {where} into {label[6:]}"
    return f"{label} in {where}"


def sentence(who: str, words: str) -> str:
    """Tell a move: `who` is "you" or anybody else in the third person.

    >>> sentence("the computer", "take 1 from heap 2 leave 2+4"), sentence("you", "left 2")
    ('The computer takes 1 from heap 2, leaving 2+4.', 'You move left 2.')
    """
    verb, _, rest = words.partition(" ")
    if words.startswith(_GOES) or re.match(r"\d+ to \d", words):
        verb, rest = "move", words
    elif verb not in _VERBS:
        verb, rest = "play", words
    ending = "" if who == "you" else "es" if verb == "pass" else "s"
    told = f"{verb}{ending} {rest}".rstrip().replace(" leave ", ", leaving ")
    return f"{capital(who)} {told}."


def part_list(game: Game, parts: list[int], last: str = "and") -> str:
    """Name some parts of a game, at most six of them.

    >>> from ...notation import read_game
    >>> part_list(read_game("nim: 1 2 3"), [0, 2])
    'heaps 1 and 3'
    """
    noun = component_noun(game)
    if len(parts) == 1:
        return part_name(game, parts[0])
    numbers = [str(part + 1) for part in parts[:6]]
    if len(parts) > 6:
        numbers[5:] = [f"{len(parts) - 5} more"]
    return f"{noun}s {listed(numbers, last)}"


def rules_told(game: Game) -> list[str]:
    """Return a line for each of the first rules of the game: its caption in the catalogue, else its name."""
    names = list(dict.fromkeys(summand.ruleset.name for summand in game.summands))
    lines = []
    for name in names[:MOST_CAPTIONS]:
        found = CATALOGUE.get(name.partition("(")[0])
        caption = found.caption if found else COMPOUNDS.get(name)
        lines.append(f"{name}: {caption}." if caption else f"The rule: {name}.")
    return lines


def aim(misere: bool, game: Game | None = None) -> str:
    """Say who wins."""
    if game is not None and (sides := two_sided(game)) is not None:
        return sides[0].misere_aim if misere else sides[0].aim
    if game is not None and any(isinstance(ruleset, Entailing) for ruleset, _ in game.summands):
        return f"Whoever must move and cannot, {'wins' if misere else 'loses'}."
    return f"Whoever makes the last move {'loses' if misere else 'wins'}."


def capital(words: str) -> str:
    """Return words with a capital at the beginning."""
    return words[:1].upper() + words[1:]
