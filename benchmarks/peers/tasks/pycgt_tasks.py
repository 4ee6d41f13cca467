"""The tasks, by pycgt: a value is a canonical form, which may be a nimber."""

from pycgt import Game, nimber, temperature
from pycgt.rulesets import cram, domineering


def size(game: Game) -> int:
    """Return n if the value of a game is *n."""
    return next(n for n in range(64) if nimber(n) == game)


TASKS = {
    "nim": lambda: size(nimber(3) + nimber(5) + nimber(7)),
    "cram outcome": lambda: "P" if cram.rectangle(3, 4).is_zero else "N",
    "cram 4x4": lambda: size(cram.rectangle(4, 4)),
    "cram 4x5": lambda: size(cram.rectangle(4, 5)),
    "domineering 4x4": lambda: temperature(domineering.rectangle(4, 4)),
    "domineering 4x5": lambda: temperature(domineering.rectangle(4, 5)),
}
