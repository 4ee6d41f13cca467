"""Checks who wins a finite game, and Grundy values: an entry rests on earlier ones, so their order is the induction."""

from collections.abc import Iterable
from itertools import count
from typing import Any

from .games import Game
from .reading import Reader, malformed, nat, record, reject, row, text


def least_missing(values: Iterable[int]) -> int:
    """Return the least natural number that is not among the values."""
    present = {*values}
    return next(value for value in count() if value not in present)


def strategy(reader: Reader, game: Game, claim: Any, misere: bool) -> str:  # noqa: ANN401
    """Check lost positions: for each of their options an entry names the reply, an earlier entry that is a move on.

    In misere play who cannot move has won: -1 is the reply to an option without moves, and a lost position has moves.
    """
    start, first = text(record(claim, "outcome start", "move")["start"]), claim.get("move")
    lost: list[str] = []
    known: set[str] = set()
    for shown, replies in (row(entry, 2) for entry in reader.entries()):
        options = game.options(shown)
        if shown in known or len(row(replies)) != len(options) or (misere and not options):
            reject("a position once, with one reply to each of its options, and in misere play with an option")
        for option, reply in zip(options, replies, strict=True):
            reader.tick()
            answers = game.options(option)
            if not (misere and not answers if nat(reply, -1) < 0 else reply < len(lost) and lost[reply] in answers):
                reject(f"{reply} is no reply to the move to {option}")
        lost.append(shown)
        known.add(shown)
    options = game.options(start)
    if (outcome := text(claim["outcome"], "[PN]")) == "P" and "move" in claim:
        malformed("expected a move for the outcome N only")
    over = misere and not options and "move" not in claim
    if not (start in known if outcome == "P" else over or (text(first) in options and first in known)):
        reject("the claimed outcome does not follow from the entries")
    how = "loses" if outcome == "P" else "wins" if over else f"wins, for instance by the move to {first}"
    return f"whoever moves from {start} {how}"


def labelling(reader: Reader, game: Game, claim: Any, _: bool) -> str:  # noqa: ANN401
    """Check values: an entry has the least number that none of its options has, all of which are earlier entries."""
    known: dict[str, int] = {}
    for shown, value in (row(entry, 2) for entry in reader.entries()):
        options = game.options(shown)
        if shown in known or not known.keys() >= {*options}:
            reject("a position once, after all its options")
        if nat(value) != least_missing(known[option] for option in options):
            reject(f"the least number that no option of {shown} has is not {value}")
        known[shown] = value
    return _settled(claim, [known.get(text(record(claim, "start value")["start"]))])


def nimber(reader: Reader, game: Game, claim: Any, _: bool) -> str:  # noqa: ANN401
    """Check values v of parts: no option has v (-1: it is known; j: its own option j has v), some have all below.

    Lemoine and Viennot, "Nimbers are inevitable", 2010: what has an option of value v has another value itself.
    """
    known: dict[str, int] = {}
    if not game.ends():
        reject("the graph has a cycle")

    def value_of(shown: str) -> int:
        total = 0
        for part in game.parts(shown):
            total ^= known[part] if part in known else reject(f"{part}, a part of {shown}, is not known yet")
        return total

    for shown, value, hints in (row(entry, 3) for entry in reader.entries()):
        options = game.options(shown)
        if shown in known or game.parts(shown) != [shown] or len(row(hints)) != len(options):
            reject("a single part once, with one hint to each of its options")
        found = set()
        for option, hint in zip(options, hints, strict=True):
            reader.tick()
            if nat(hint, -1) < 0:
                found.add(value_of(option))
            elif hint >= len(replies := game.options(option)) or value_of(replies[hint]) != value:
                reject(f"{hint} is no move from {option} to the value {value}")
        if least_missing(found) != nat(value):
            reject(f"the options of {shown} are not shown to have every value below {value} and not {value}")
        known[shown] = value
    return _settled(claim, [known.get(part) for part in game.parts(record(claim, "start value")["start"])])


def _settled(claim: dict[str, Any], values: list[int | None]) -> str:
    total = 0
    for value in values:
        total ^= reject("the start is not among the entries") if value is None else value
    if total != nat(claim["value"]):
        reject(f"the value of the start is {total}")
    return f"the Grundy value of {claim['start']} is {total}"
