"""Checks the value of a position from which play can go on for ever, by the labels of all that can follow.

Theorem (C. A. B. Smith, "Graphs and composite games", 1966; A. S. Fraenkel and Y. Yesha, "The generalized
Sprague-Grundy function and its invariance under certain mappings", 1986). Let every option of a labelled position be
labelled. Let n be the least number that no option of a position labelled n has, and let each of its other options,
infinite or larger, have a move back to an n that stands earlier. Let one labelled infinite have an infinite option
from which no move leads to the least number that its own options lack. Then beside a nim heap the position of a number
n plays like a heap of n, and an infinite one is won beside k when an option has the number k; otherwise no player
can force the end.

Proof. Beside n the position of n is lost, by induction over the numbers and then the entries: a move to a smaller
number, here or in the heap, is answered by the same in the other, any other by the move back. So beside other heaps it
is won. Beside k, where no option has it, an infinite position has an option that is neither lost nor of a number: the
heap of the least missing number, or beside that heap the infinite option. So it is never lost, and never won.

An entry is a position with its number, or -1 when it is infinite.
"""

from .games import Game, graph
from .labelling import least_missing
from .reading import Claim, Reader, malformed, many, nat, number, position, reject, text

THEOREM = (
    "numbers with a way back from every detour, and infinite ones that go on, are the values "
    "(C. A. B. Smith, 1966; A. S. Fraenkel and Y. Yesha, 1986)"
)
GAMES, CLAIM = {"graph": graph}, {"start": position, "among_": many(nat), "outcome_": text("[DN]"), "value_": nat}


def check(reader: Reader, game: Game, claim: Claim, _: bool) -> str:
    """Check the label of every entry by those of its options and their options."""
    labels: dict[str, tuple[int, int]] = {}
    for shown, label in game.entries(reader, number(-1)):
        if shown in labels:
            reject("a position once")
        labels[shown] = label, reader.entry

    def leads(shown: str, label: int, before: int) -> bool:
        return any(labels.get(o, (-2, 0))[0] == label and labels[o][1] < before for o in game.options(shown))

    for shown, (label, reader.entry) in labels.items():
        reader.tick()
        options = game.options(shown)
        if not labels.keys() >= {*options}:
            reject(f"an option of {shown} has no label")
        missing = least_missing(labels[option][0] for option in options)
        others = [option for option in options if not 0 <= labels[option][0] < label]
        if label >= 0:
            fits = missing == label and all(leads(option, label, reader.entry) for option in others)
        else:
            fits = any(labels[o][0] < 0 and not leads(o, missing, len(labels)) for o in others)
        if not fits:
            reject(f"the label of {shown} is not shown by those of its options")
    reader.entry = -1
    return loopy(game, claim, {shown: label for shown, (label, _) in labels.items()})


def loopy(game: Game, claim: Claim, labels: dict[str, int]) -> str:
    """Check that the claim is the label of the start, or the numbers among its options when that is infinite.

    An infinite position is won when 0 is one of these numbers, else nobody can force the end.
    """
    start, infinite = game.position(claim["start"]), "among" in claim
    if {*claim} - {"outcome" if infinite else ""} != {"start", "among" if infinite else "value"}:
        malformed("expected a value, or the numbers among the options with an outcome")
    among = sorted({labels[o] for o in game.options(start)} - {-1}) if (label := labels.get(start)) == -1 else None
    wins = "N" if among and 0 in among else "D"
    if claim.get("outcome", wins) != wins or (claim["among"] != among if infinite else claim["value"] != label):
        reject("the start has another label, or none")
    said = f"inf{{{','.join(map(str, claim['among']))}}}" if infinite else str(label)
    return f"the loopy value of {start} is {said}"
