"""Checks who wins a finite game by the winner's replies.

Theorem (E. Zermelo, 1913). A position is lost where every option has a reply to a lost position; it is won where an
option is lost. In misere play who cannot move has won, so a lost position has moves, and an option may have no moves.
Theorem (C. A. B. Smith, "Graphs and composite games", 1966). Where each of some positions has an option among them, and
every option that is not has a reply to a lost position, nobody can force the end: they are drawn.

An entry is a lost position with a reply, an earlier lost entry, to each of its options: the order of the entries is the
induction, so it does not matter whether play always ends. Or it is a drawn one: -2 says that the option is drawn, too.
"""

from .games import FAMILIES, Game
from .reading import Claim, Reader, malformed, many, number, position, reject, text

THEOREM = (
    "a position is lost where every move from it has a reply to a lost position (E. Zermelo, 1913); "
    "nobody can force the end where a move stays in such a set (C. A. B. Smith, 1966)"
)
GAMES, CLAIM = FAMILIES, {"outcome": text("[DNP]"), "start": position, "move_": position}


def check(reader: Reader, game: Game, claim: Claim, misere: bool) -> str:
    """Check lost positions: for each of their options an entry names the reply, an earlier entry that is a move on.

    In misere play -1 is the reply to an option without moves; -2 makes the position drawn, as its option must be.
    """
    lost: list[str | None] = []
    known: dict[str, str] = {}
    drawn: set[str] = set()
    for shown, replies in game.entries(reader, many(number(-2))):
        options = game.options(shown)
        if shown in known or len(replies) != len(options) or (misere and not options):
            reject("a position once, with one reply to each of its options, and in misere play with an option")
        for option, reply in zip(options, replies, strict=True):
            reader.tick()
            if reply == -2:
                drawn.add(option)
                continue
            answers = game.options(option)
            if not (misere and not answers if reply < 0 else reply < len(lost) and lost[reply] in answers):
                reject(f"{reply} is no reply to the move to {option}")
        lost.append(None if -2 in replies else shown)
        known[shown] = "D" if -2 in replies else "P"
    if any(known.get(option) != "D" for option in drawn):
        reject("an option that is said to be drawn is no drawn entry")
    return follows(game, claim, known, misere)


def follows(game: Game, claim: Claim, known: dict[str, str], misere: bool) -> str:
    """Check that the outcome follows: lost and drawn positions are known, what is won has a move to a lost one."""
    start, outcome, first = game.position(claim["start"]), claim["outcome"], claim.get("move")
    options = game.options(start)
    if (outcome == "N") < (first is not None):
        malformed("expected a move for the outcome N only")
    if outcome != "N":
        right, how = known.get(start) == outcome, "loses" if outcome == "P" else "draws: neither can force the end"
    elif misere and not options and first is None:
        right, how = True, "wins"
    else:
        right = position(first) in options and known.get(str(first)) == "P"
        how = f"wins, for instance by the move to {first}"
    said = f"whoever moves from {start} {how}"
    return said if right else reject("the claimed outcome does not follow from the entries")
