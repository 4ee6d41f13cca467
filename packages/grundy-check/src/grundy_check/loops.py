"""Checks the value of a position from which play need not end, by the labels of all positions that can be reached.

Theorem (C. A. B. Smith, "Graphs and composite games", 1966; A. S. Fraenkel and Y. Yesha, "The generalized
Sprague-Grundy function and its invariance under certain mappings", 1986). Suppose that every option of a labelled
position is labelled, and that two conditions hold. For a position with label n, n is the least number that no option
has, and each other option with a larger or infinite label has a move to an earlier position with label n. A position
with label infinity has an option with label infinity from which no move leads to the least number that is missing among
its own options. Then, in a sum with a nim heap, a position with label n is equivalent to a heap of n. A position with
label infinity in a sum with a heap of k is an N-position if an option has label k; otherwise neither player can force
the end.

Proof. In a sum with a heap of n, a position with label n is a P-position, by induction over the numbers and then the
entries. A move to a smaller number, in the position or in the heap, is answered by the same number in the other; any
other move is answered by the move back. So in a sum with another heap it is an N-position. Now consider a position with
label infinity and a heap of k, where no option has label k. It has a move to a sum of the same kind: if the heap is
larger than the least missing number, reduce it to this number; if it is equal, move to the option with label infinity.
(If it were smaller, an option would have label k.) So the player to move need not lose. A winning move would lead to a
P-position, but a position with a number other than k is an N-position in this sum, and a sum with label infinity is
never a P-position. So nobody can force the end.

An entry is a position with its label, which is -1 for infinity.
"""

from .games import Game, graph
from .labelling import least_missing
from .reading import Claim, Reader, malformed, many, nat, number, position, reject, text

THEOREM = (
    "finite values with a reverting reply to other moves, and infinite ones where play continues, are the values "
    "(C. A. B. Smith, 1966; A. S. Fraenkel and Y. Yesha, 1986)"
)
GAMES, CLAIM = {"graph": graph}, {"start": position, "among_": many(nat), "outcome_": text("[DN]"), "value_": nat}


def check(reader: Reader, game: Game, claim: Claim, _: bool) -> str:
    """Check that the labels of all entries satisfy the conditions of the theorem.

    A label is a number n, if the position is equivalent to a heap of n, or infinity.

    Args:
        reader: The certificate.
        game: The graph.
        claim: The start position with its label.
        _: Whether play is misère; not used, because the kind of the certificate determines it.

    Returns:
        The claim in words.

    Raises:
        Stop: If a step is wrong, or if a limit is exceeded.
    """
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
    return _loopy(game, claim, {shown: label for shown, (label, _) in labels.items()})


def _loopy(game: Game, claim: Claim, labels: dict[str, int]) -> str:
    """Check the claimed label of the start; if it is infinity, check also the claimed finite labels of its options.

    A label is a number n, if the position is equivalent to a heap of n, or infinity. A position with label infinity is
    an N-position if an option has label 0; otherwise it is a draw. `labels` has the label of each position that is an
    entry of the certificate.
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
