"""Every route by its name: where it leads, how often it is taken, and what it may refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.promises.ladder import playing, sequences, solving
from tests.promises.ladder.place import Allowance, Place

from grundy.core import Entailing, GrundyError, InputError, LoopyGame, TwoSided, has_misere_rule

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
    return place.whole


def _sums(place: Place) -> bool:
    return place.whole and place.game.size > 1


def _impartial(place: Place) -> bool:
    return not any(isinstance(rule, (Entailing, TwoSided)) or has_misere_rule(rule) for rule, _ in place.game.summands)


def _heap_rule(place: Place) -> bool:
    return len(place.game.summands) == 1 and place.heaps and place.game.size > 0


def _small_heaps(place: Place) -> bool:
    return _heap_rule(place) and max(part for _, part in place.game.parts) <= 100


def _one_board(place: Place) -> bool:
    return place.game.size == 1 and not place.misere and place.packed


def _defined(place: Place) -> bool:
    return place.whole and place.truth is not None


def _listable(place: Place) -> bool:
    return place.whole and (place.count or 9999) <= 200


ROUTES: dict[str, Route] = {
    "solve": Route(solving.solve, 8, _always),
    "method": Route(solving.by_method, 3, _impartial, (InputError, LoopyGame)),
    "line": Route(solving.lasting, 2, _whole),
    "compound": Route(solving.compound, 1, _sums, (InputError, LoopyGame)),
    "options": Route(solving.options, 3, _always),
    "graph": Route(solving.graph, 1, _whole, (LoopyGame,)),
    "play": Route(playing.play, 1.5, _always),
    "hint": Route(playing.hints, 2, _whole),
    "why": Route(playing.why, 2, _whole),
    "moves": Route(playing.moves, 2, _listable),
    "certificate": Route(solving.certificate, 2, _defined, (InputError, LoopyGame)),
    "values": Route(sequences.values, 2, _heap_rule, (InputError,)),
    "period": Route(sequences.period, 1, _heap_rule, (InputError,)),
    "explore": Route(sequences.explored, 0.1, _small_heaps, (InputError,)),
    "quotient": Route(sequences.quotient, 0.3, _small_heaps, (InputError,)),
}
"""All routes but those that compile."""
COMPILED = {
    "compiled": Route(solving.compiled, 1, _impartial, (InputError, LoopyGame)),
    "database": Route(solving.database, 0.5, _one_board, (InputError,)),
}
"""Routes of the few tasks that compile rules."""
