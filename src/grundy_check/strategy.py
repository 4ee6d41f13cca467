"""Checks who wins a finite game by the winner's replies.

Theorem (E. Zermelo, 1913). A position is lost where every option has a reply to a lost position; it is won where an
option is lost. In misere play who cannot move has won, so a lost position has moves, and an option may have no moves.

An entry is a lost position with a reply, an earlier entry, to each of its options: the order of the entries is the
induction, so it does not matter whether play always ends.
"""

from typing import Any

from .games import Game
from .reading import Reader, malformed, nat, record, reject, row, text

THEOREM = "a position is lost where every move from it has a reply to a lost position (E. Zermelo, 1913)"


def check(reader: Reader, game: Game, claim: Any, misere: bool) -> str:  # noqa: ANN401
    """Check lost positions: for each of their options an entry names the reply, an earlier entry that is a move on.

    In misere play -1 is the reply to an option without moves.
    """
    start, first = text(record(claim, "outcome start", "move")["start"]), claim.get("move")
    lost: list[Any] = []
    known: set[Any] = set()
    for shown, replies in (row(entry, 2) for entry in reader.entries()):
        position = game.position(shown)
        for reply in row(replies):
            nat(reply, -1)
        options = game.options(position)
        if position in known or len(replies) != len(options) or (misere and not options):
            reject("a position once, with one reply to each of its options, and in misere play with an option")
        for option, reply in zip(options, replies, strict=True):
            reader.tick()
            answers = game.options(option)
            if not (misere and not answers if reply < 0 else reply < len(lost) and lost[reply] in answers):
                reject(f"{reply} is no reply to the move to {game.show(option)}")
        lost.append(position)
        known.add(position)
    begin = game.position(start)
    moves = {game.show(option): option for option in game.options(begin)}
    if (outcome := text(claim["outcome"], "[PN]")) == "P" and "move" in claim:
        malformed("expected a move for the outcome N only")
    over = misere and not moves and "move" not in claim
    if not (begin in known if outcome == "P" else over or (text(first) in moves and moves[first] in known)):
        reject("the claimed outcome does not follow from the entries")
    how = "loses" if outcome == "P" else "wins" if over else f"wins, for instance by the move to {first}"
    return f"whoever moves from {start} {how}"
