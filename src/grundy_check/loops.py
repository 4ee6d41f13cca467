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

from typing import Any

from .games import Game
from .labelling import least_missing
from .reading import Reader, malformed, nat, record, reject, row

THEOREM = (
    "numbers with a way back from every detour, and infinite ones that go on, are the values "
    "(C. A. B. Smith, 1966; A. S. Fraenkel and Y. Yesha, 1986)"
)


def check(reader: Reader, game: Game, claim: Any, _: bool) -> str:  # noqa: ANN401
    """Check the label of every entry by those of its options and their options."""
    labels: dict[Any, tuple[int, int]] = {}
    for place, (shown, label) in enumerate(row(entry, 2) for entry in reader.entries()):
        position, number = game.position(shown), nat(label, -1)
        if position in labels:
            reject("a position once")
        labels[position] = number, place

    def leads(position: Any, label: int, before: int) -> bool:  # noqa: ANN401
        return any(labels.get(o, (-2, 0))[0] == label and labels[o][1] < before for o in game.options(position))

    for position, (label, reader.entry) in labels.items():
        reader.tick()
        options = game.options(position)
        if not labels.keys() >= {*options}:
            reject(f"an option of {game.show(position)} has no label")
        missing = least_missing(labels[option][0] for option in options)
        others = [option for option in options if not 0 <= labels[option][0] < label]
        if label >= 0:
            fits = missing == label and all(leads(option, label, reader.entry) for option in others)
        else:
            fits = any(labels[o][0] < 0 and not leads(o, missing, len(labels)) for o in others)
        if not fits:
            reject(f"the label of {game.show(position)} is not shown by those of its options")
    reader.entry = -1
    return _claimed(game, claim, labels)


def _claimed(game: Game, claim: Any, labels: dict[Any, tuple[int, int]]) -> str:  # noqa: ANN401
    """Check that the claim is the label of the start, or the numbers among its options when that is infinite."""
    start = game.position(record(claim, "start", "among value")["start"])
    if len(claim) != 2:
        malformed("expected a value, or the numbers among the options")
    found = labels.get(start, (None, 0))[0]
    if "value" in claim:
        said, right = str(nat(claim["value"])), found == claim["value"]
    else:
        said = f"inf{{{','.join(str(nat(number)) for number in row(claim['among']))}}}"
        among = sorted({labels[option][0] for option in game.options(start)} - {-1}) if found == -1 else None
        right = among == claim["among"]
    return f"the loopy value of {claim['start']} is {said}" if right else reject("the start has another label, or none")
