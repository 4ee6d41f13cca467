"""Every route by its name: where it leads, how often it is taken, and what it may refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.promises.ladder import formulas, pages, playing, proofs, sequences, solving
from tests.promises.ladder.place import Allowance, Place

from grundy.core import (
    Bits,
    EntailedPosition,
    Entailing,
    GrundyError,
    InputError,
    LoopyGame,
    TwoSided,
    facet,
    has_misere_rule,
)

Way = Callable[[Place, Allowance], bool]


class Route(NamedTuple):
    """A way to ask, its share, where it leads, and the errors that may refuse it (a limit may always)."""

    way: Way
    share: float
    leads: Callable[[Place], bool]
    refuses: tuple[type[GrundyError], ...] = ()


def _always(_: Place) -> bool:
    return True


def _whole(place: Place) -> bool:
    """Return whether the game can be written: no part waits for an answer."""
    return not any(part.__class__ is EntailedPosition for _, part in place.game.parts)


def _known(place: Place) -> bool:
    """Return whether the game is in reach of the definition."""
    return _whole(place) and place.truth is not None


def _sums(place: Place) -> bool:
    return _whole(place) and place.game.size > 1


def _impartial(place: Place) -> bool:
    """Return whether the parts have values to search for."""
    return not any(isinstance(rule, (Entailing, TwoSided)) or has_misere_rule(rule) for rule, _ in place.game.summands)


def _heap_rule(place: Place) -> bool:
    """Return whether the game is heaps of one rule."""
    return len(place.game.summands) == 1 and place.heaps and place.game.size > 0


def _small_heaps(place: Place) -> bool:
    """Return whether tables to the heaps of this place are short."""
    return _heap_rule(place) and max(part for _, part in place.game.parts) <= 100


def _one_board(place: Place) -> bool:
    """Return whether a database of one board may keep the values of the game."""
    return (
        place.game.size == 1
        and not place.misere
        and any(facet(rule, Bits).packed(at) is not None for rule, at in place.game.parts)
    )


def _listable(place: Place) -> bool:
    """Return whether the moves can be listed on a page."""
    return _whole(place) and (place.count or 9999) <= 200


ROUTES: dict[str, Route] = {
    "solve": Route(solving.solve, 8, _always),
    "method": Route(solving.by_method, 3, _impartial, (InputError, LoopyGame)),
    "line": Route(solving.lasting, 2, _whole),
    "compound": Route(solving.compound, 1, _sums, (InputError, LoopyGame)),
    "text": Route(solving.text, 2, _whole),
    "options": Route(solving.options, 3, _always),
    "copies": Route(solving.copies, 2, _always),
    "words": Route(solving.words, 2, _whole),
    "play": Route(playing.play, 1.5, _always),
    "hint": Route(playing.hints, 2, _whole),
    "why": Route(playing.why, 2, _whole),
    "telling": Route(playing.telling, 2, _whole),
    "kept": Route(playing.kept, 2, _always),
    "values": Route(sequences.values, 2, _heap_rule, (InputError,)),
    "period": Route(sequences.period, 1, _heap_rule, (InputError,)),
    "explore": Route(sequences.explored, 0.1, _small_heaps, (InputError,)),
    "claim": Route(sequences.claim, 2, _small_heaps, (InputError,)),
    "quotient": Route(sequences.quotient, 0.3, _small_heaps, (InputError,)),
    "formula": Route(formulas.formula, 1, _always),
    "certificate": Route(proofs.certificate, 1, _whole, (InputError, LoopyGame)),
    "graph": Route(proofs.graph, 1, _whole, (LoopyGame,)),
    "command": Route(pages.command, 2, _whole),
    "command in words": Route(pages.command_words, 0.7, _known),
    "command values": Route(pages.command_values, 0.2, _small_heaps),
    "terminal": Route(pages.terminal, 0.3, _listable),
    "api solve": Route(pages.api_solve, 1, _whole),
    "api moves": Route(pages.api_moves, 1, _listable),
    "api play": Route(pages.api_play, 1, _listable),
    "page's question": Route(pages.page_question, 1, _whole),
    "page": Route(pages.page, 0.05, _whole),
    "building": Route(pages.building, 0.2, _listable),
}
"""All routes but those that compile."""
COMPILED = {
    "compiled": Route(solving.compiled, 1, _impartial, (InputError, LoopyGame)),
    "database": Route(solving.database, 0.5, _one_board, (InputError,)),
    "pattern in C++": Route(formulas.patterns_compiled, 0.2, _small_heaps, (InputError,)),
    "formula in C++": Route(formulas.formula_compiled, 0.2, _always),
}
"""Routes of the few tasks that compile rules."""
