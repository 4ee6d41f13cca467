"""Checks who wins a finite game by the winner's replies.

Theorem (E. Zermelo, 1913). A position is lost where every option has a reply to a lost position; it is won where an
option is lost. In misere play who cannot move has won, so a lost position has moves, and an option may have no moves.
Theorem (C. A. B. Smith, "Graphs and composite games", 1966). Where each of some positions has an option among them, and
every option that is not has a reply to a lost position, nobody can force the end: they are drawn.

An entry is a lost position with a reply, an earlier lost entry, to each of its options: the order of the entries is the
induction, so it does not matter whether play always ends. Or it is a drawn one: -2 says that the option is drawn, too.
"""

from typing import Any

from .games import Game
from .reading import Reader, malformed, nat, record, reject, row, text

THEOREM = (
    "a position is lost where every move from it has a reply to a lost position (E. Zermelo, 1913); "
    "nobody can force the end where a move stays in such a set (C. A. B. Smith, 1966)"
)


def check(reader: Reader, game: Game, claim: Any, misere: bool) -> str:  # noqa: ANN401
    """Check lost positions: for each of their options an entry names the reply, an earlier entry that is a move on.

    In misere play -1 is the reply to an option without moves; -2 makes the position drawn, as its option must be.
    """
    text(record(claim, "outcome start", "move")["start"])
    lost: list[Any] = []
    known: dict[Any, str] = {}
    drawn: set[Any] = set()
    for shown, replies in (row(entry, 2) for entry in reader.entries()):
        position = game.position(shown)
        for reply in row(replies):
            nat(reply, -2)
        options = game.options(position)
        if position in known or len(replies) != len(options) or (misere and not options):
            reject("a position once, with one reply to each of its options, and in misere play with an option")
        for option, reply in zip(options, replies, strict=True):
            reader.tick()
            if reply == -2:
                drawn.add(option)
                continue
            answers = game.options(option)
            if not (misere and not answers if reply < 0 else reply < len(lost) and lost[reply] in answers):
                reject(f"{reply} is no reply to the move to {game.show(option)}")
        lost.append(None if -2 in replies else position)
        known[position] = "D" if -2 in replies else "P"
    if any(known.get(option) != "D" for option in drawn):
        reject("an option that is said to be drawn is no drawn entry")
    return _claimed(game, claim, known, misere)


def _claimed(game: Game, claim: Any, known: dict[Any, str], misere: bool) -> str:  # noqa: ANN401
    """Check that the outcome follows: lost and drawn positions are known, what is won has a move to a lost one."""
    start, first = claim["start"], claim.get("move")
    begin = game.position(start)
    moves = {game.show(option): option for option in game.options(begin)}
    if (outcome := text(claim["outcome"], "[DNP]")) != "N" and "move" in claim:
        malformed("expected a move for the outcome N only")
    if outcome != "N":
        follows, how = known.get(begin) == outcome, "loses" if outcome == "P" else "draws: neither can force the end"
    elif misere and not moves and "move" not in claim:
        follows, how = True, "wins"
    else:
        follows = text(first) in moves and known.get(moves[first]) == "P"
        how = f"wins, for instance by the move to {first}"
    if not follows:
        reject("the claimed outcome does not follow from the entries")
    return f"whoever moves from {start} {how}"
