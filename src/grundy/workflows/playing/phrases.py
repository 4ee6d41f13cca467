"""Puts a match into words: the rules at the start, moves as phrases that can be typed, moves as sentences."""

from __future__ import annotations

from ...core import Entailing, Game, Partizan, two_sided
from ...drawing.fit import capital, component_noun, listed, part_name
from ...games import CATALOGUE, COMPOUNDS
from .legal import PartMove

MOST_CAPTIONS = 4
"""The largest number of rules shown at the start of a game."""


def phrase(game: Game, found: PartMove) -> str:
    """Describe a move in words that can be typed, with its component if the game has several.

    Args:
        game: The game before the move.
        found: The move to describe.

    Returns:
        The words, such as "take 1 from heap 2".

    Example:
        >>> from ...notation import read_game
        >>> from .legal import legal_moves
        >>> game = read_game("nim: 1 2")
        >>> [phrase(game, move) for move in legal_moves(game)]
        ['take 1 from heap 1', 'take 1 from heap 2', 'take 2 from heap 2']
    """
    label, kind = found.move.label, found.move.kind
    if game.size == 1:
        return label
    where = part_name(game, found.part)
    if found.move.number is not None:
        amount, _, leaving = label.removeprefix("take ").partition(" ")
        return f"take {amount} from {where} {leaving}".rstrip()
    return f"split {where} into {label.removeprefix('split ')}" if kind == "split" else f"{label} in {where}"


def sentence(who: str, words: str, kind: str) -> str:
    """Write a sentence about a move, such as "The computer takes 1.", in the second or third person.

    Args:
        who: "you", or the name of the player.
        words: The move in the words of `phrase`.
        kind: The kind of the move (`Move.kind`).

    Returns:
        The sentence, for example "The computer takes 1."

    >>> sentence("the computer", "take 1 from heap 2 leave 2+4", "take"), sentence("you", "left 2", "move")
    ('The computer takes 1 from heap 2, leaving 2+4.', 'You move left 2.')
    """
    verb = "play" if kind == "cover" else kind
    ending = "" if who == "you" else "es" if verb == "pass" else "s"
    rest = words.removeprefix(verb).strip().replace(" leave ", ", leaving ")
    return f"{capital(who)} {verb}{ending} {rest}".rstrip() + "."


def part_list(game: Game, parts: list[int], last: str = "and") -> str:
    """Name some components of a game in words. If there are more than six, name five and count the others.

    Args:
        game: The game with these components.
        parts: The indices of the components.
        last: The word before the last name, such as "or".

    Returns:
        The names, such as "heap 1 or heap 3".

    Example:
        >>> from ...notation import read_game
        >>> part_list(read_game("nim: 1 2 3"), [0, 2])
        'heaps 1 and 3'
    """
    noun = component_noun(game)
    if len(parts) == 1:
        return part_name(game, parts[0])
    numbers = [str(part + 1) for part in parts]
    return f"{noun}s {listed(numbers, last, most=6 if len(parts) <= 6 else 5)}"


def rule_lines(game: Game) -> list[str]:
    """Describe each of the first four rulesets of a game in one line."""
    names = list(dict.fromkeys(summand.ruleset.name for summand in game.summands))
    lines = []
    for name in names[:MOST_CAPTIONS]:
        found = CATALOGUE.get(name.partition("(")[0])
        caption = found.caption if found else COMPOUNDS.get(name)
        lines.append(f"{name}: {caption}." if caption else f"The rule: {name}.")
    return lines


def aim(misere: bool, game: Game | None = None) -> str:
    """State the aim in a sentence: which player wins. For a partizan game without draws, also name the player to move.

    Args:
        misere: Whether the player who makes the last move loses.
        game: The game, whose rules may require other words, or None.

    Returns:
        The sentence.
    """
    if game is not None and (sides := two_sided(game)) is not None:
        told = sides[0].misere_aim if misere else sides[0].aim
        return f"{told} {sides[0].side(sides[1])} is to move." if isinstance(sides[0], Partizan) else told
    if game is not None and game.any_rule(Entailing):
        return f"A player who cannot move {'wins' if misere else 'loses'}."
    return f"Whoever makes the last move {'loses' if misere else 'wins'}."
