"""Checks the outcome of a game by the replies of the winner.

Theorem (E. Zermelo, 1913). A position is a P-position if every option has a reply to a P-position, and an N-position if
an option is a P-position. In misère play the player who cannot move wins, so a P-position has moves, and an option may
have none.

Theorem (C. A. B. Smith, "Graphs and composite games", 1966). Let each position of a set have an option in the set, and
let every other option have a reply to a P-position. Then neither player can force the end: the positions are draws.

An entry is a position with a reply to each of its options. For a P-position, each reply is the number of an earlier
entry. So the proof is an induction over the entries, and play need not end. For a draw, the reply -2 means that the
option is a draw, too.
"""

from .games import FAMILIES, Game
from .reading import Claim, Reader, malformed, many, number, position, reject, text

THEOREM = (
    "a position is lost if every move from it has a reply to a lost position (E. Zermelo, 1913); "
    "nobody can force the end if a move stays in such a set (C. A. B. Smith, 1966)"
)
GAMES, CLAIM = FAMILIES, {"outcome": text("[DNP]"), "start": position, "move_": position}


def check(reader: Reader, game: Game, claim: Claim, misere: bool) -> str:
    """Check that each entry is either a P-position with a winning reply to every option, or a draw.

    A reply is the number of an earlier entry, which must be an option of the option. In misère play the reply to an
    option without moves is -1. The reply -2 means that the position and this option are draws.

    Args:
        reader: The certificate.
        game: The game.
        claim: The start with its outcome; if this is N, also the position after a winning move, unless no move exists.
        misere: Whether the player who makes the last move loses.

    Returns:
        The claim in words.

    Raises:
        Stop: If a step is wrong, or if a limit is exceeded.
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
                reject(f"{reply} is not a reply to the move to {option}")
        lost.append(None if -2 in replies else shown)
        known[shown] = "D" if -2 in replies else "P"
    if any(known.get(option) != "D" for option in drawn):
        reject("an option claimed to be drawn is not a drawn entry")
    return _follows(game, claim, known, misere)


def _follows(game: Game, claim: Claim, known: dict[str, str], misere: bool) -> str:
    """Check that the entries prove the claimed outcome of the start position, and return the claim in words.

    `known` has the outcomes, P or D, that the entries prove, by position. The outcomes P and D (a draw) need an entry
    of the start itself. The outcome N needs a move to an entry that is a P-position.
    """
    start, outcome, first = game.position(claim["start"]), claim["outcome"], claim.get("move")
    options = game.options(start)
    if (outcome == "N") < (first is not None):
        malformed("expected a move for the outcome N only")
    if outcome != "N":
        right, how = known.get(start) == outcome, "loses" if outcome == "P" else "draws: nobody can force the end"
    elif misere and not options and first is None:
        right, how = True, "wins"
    else:
        right = position(first) in options and known.get(str(first)) == "P"
        how = f"wins, for instance by the move to {first}"
    said = f"the player to move from {start} {how}"
    return said if right else reject("the claimed outcome does not follow from the entries")
