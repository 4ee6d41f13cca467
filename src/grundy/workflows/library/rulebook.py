"""A description of a game for players: rules, notation, moves, and theorems.

It contains only information from the catalogue, the ruleset and the parser.
"""

from __future__ import annotations

import inspect
from itertools import islice
from typing import Any, NamedTuple

from ...core import (
    Code,
    Entailing,
    Game,
    GrundyError,
    HeapRuleset,
    InputError,
    Knowledge,
    NotSummable,
    Ruleset,
    Structure,
    Theorem,
    TwoSided,
    facet,
    has_misere_rule,
)
from ...core.partwise import PartwiseRuleset
from ...drawing.fit import prose
from ...games import CATALOGUE, CodeRow
from ...notation import read_game, read_ruleset
from ..computing.period import known_period
from ..playing.legal import PartMove, legal_moves
from ..playing.phrases import aim, phrase

EXAMPLE_HEAP = 9
"""The heap of the example of a rule that is not in the catalogue."""
SHOWN = 6
"""The number of moves that are named."""
MARGIN = 11
"""The width of the labels."""


class Rulebook(NamedTuple):
    """The description of a game of the catalogue.

    Attributes:
        name: The name of the game.
        rule: The rule in one clause.
        aim: Who wins.
        example: An example position.
        reading: How a position is written, such as "a board: a size such as 2x3".
        parameters: The names of the parameters, each with the values that it accepts.
        moves: The first moves of the example in words.
        move_count: The number of all moves of the example.
        theorem: The theorem about normal play, if there is one.
        misere: The theorem about misère play, if there is one.
        quotient: Whether misère quotients can be computed.
        period: The known period of the values of a code, in words; "" if there is none.
        sums: The reason why the game cannot be a component of a sum; "" if it can.

    Example:
        >>> found = rulebook("kayles")
        >>> found.aim, found.example, found.ruleset.name, found.moves[0]
        ('Whoever makes the last move wins.', <Game kayles: 7>, 'kayles', 'take 1')
        >>> found.commands[0], found.to_dict()["period"]
        ('grundy solve "kayles: 7"', 'The values have period 12 from heap 71 on: grundy period kayles')
    """

    name: str
    rule: str
    aim: str
    example: Game
    reading: str
    parameters: tuple[tuple[str, str], ...]
    moves: tuple[str, ...]
    move_count: int
    theorem: Theorem | None
    misere: Theorem | None
    quotient: bool
    period: str
    sums: str

    @property
    def commands(self) -> tuple[str, ...]:
        """Commands for the terminal that solve and play the example."""
        text = f'"{self.example}"'
        values = (f'grundy values "{self.ruleset.name}" --to 19',) if self.quotient else ()
        return f"grundy solve {text}", f"grundy solve {text} --misere", f"grundy play {text}", *values

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The ruleset of the example."""
        return self.example.summands[0].ruleset

    def told(self) -> str:
        """Return the description as text, in lines as wide as the terminal.

        Example:
            >>> print(rulebook("kayles").told().splitlines()[0])
            Rule       Knock down one pin or two neighbours of a row (code 0.77). Whoever makes the last move
        """
        rows = [("Rule", f"{_sentence(self.rule)} {self.aim}"), ("Write", str(self.example))]
        rows += [("", _sentence(f"the position is {self.reading}"))] * bool(self.reading)
        rows += [("Parameter", f"{name}: {takes}") for name, takes in self.parameters]
        more = f", one of {self.move_count} moves" if self.move_count > len(self.moves) else ""
        rows += [("Type", f"{'; '.join(self.moves)}{more}; or the number of a move in the list")]
        rows += [("Theorem", _sentence(str(self.theorem)) if self.theorem else self._unproved())]
        rows += [("Misère", _sentence(str(self.misere)) if self.misere else self._searched())]
        rows += [("Sums", self._summed())]
        rows += [("Try" if i == 0 else "", command) for i, command in enumerate(self.commands)]
        lines, last = [], ""
        for label, text in rows:
            head = label if label != last else ""
            last = label or last
            lines.append(prose(text, initial_indent=head.ljust(MARGIN), subsequent_indent=" " * MARGIN))
        return "\n".join(lines)

    def _unproved(self) -> str:
        return self.period or "None in the catalogue; positions are solved by the rule itself or by search."

    def _searched(self) -> str:
        if isinstance(self.ruleset, TwoSided):
            return f"{self.ruleset.misere_aim} Positions are searched."
        if self.quotient:
            command = f'grundy misere "{self.ruleset.name}"'
            return f"By misère quotients if they are finite ({command}), otherwise by search."
        return "Without a theorem; whole positions are searched."

    def _summed(self) -> str:
        if self.sums:
            return f"None: {self.sums}."
        if isinstance(self.ruleset, Entailing):
            return f"{self.example} + nim: 2; a move may have to be answered in its component."
        return f"{self.example} + nim: 2; values add by nim-sum in normal play."

    def to_dict(self) -> dict[str, Any]:
        """Return the description as data that can be written as JSON."""
        return {
            "schema": 1,
            "name": self.name,
            "rule": self.rule,
            "aim": self.aim,
            "example": str(self.example),
            "position": self.reading,
            "parameters": [{"name": name, "takes": takes} for name, takes in self.parameters],
            "moves": list(self.moves),
            "move_count": self.move_count,
            "theorem": None if self.theorem is None else self.theorem._asdict(),
            "misere_theorem": None if self.misere is None else self.misere._asdict(),
            "misere_quotient": self.quotient,
            "period": self.period or None,
            "in_sums": not self.sums,
            "commands": list(self.commands),
        }


def rulebook(name: str) -> Rulebook:
    """Return the description of a game of the catalogue, or of a rule on heaps such as a code.

    Args:
        name: The ruleset, such as "kayles", "nim(max=3)", "0.137" or "take 1..3".

    Returns:
        The description.

    Raises:
        InputError: If this is not a ruleset, or neither in the catalogue nor on heaps.

    Example:
        >>> rulebook("chomp").rule
        'take a square and all below and right of it, never the first'
    """
    entry = CATALOGUE.get(name.partition("(")[0].strip())
    if ":" in name:
        raise InputError("expected a ruleset without a position", hint=f"write only {name.partition(':')[0].strip()}")
    if entry is None or "(" in name:
        ruleset = read_ruleset(name, files=False)
        position = entry.example.partition(":")[2] if entry is not None else str(EXAMPLE_HEAP)
        if entry is None and not isinstance(ruleset, (HeapRuleset, CodeRow)):
            raise InputError(f"expected a name from the catalogue or a rule on heaps, found {ruleset.name}")
        game = read_game(f"{ruleset.name}:{position if entry else ' ' + position}")
    else:
        game = read_game(entry.example)
    ruleset = game.summands[0].ruleset
    moves = tuple(phrase(game, PartMove(one.part, one.move)) for one in islice(legal_moves(game), SHOWN))
    heaps = isinstance(ruleset, HeapRuleset) and not (
        isinstance(ruleset, (TwoSided, Entailing)) or has_misere_rule(ruleset)
    )
    return Rulebook(
        entry.name if entry is not None else ruleset.name,
        entry.caption if entry is not None else in_words(ruleset),
        aim(game.last_loses, game),
        game,
        reading(ruleset),
        tuple((parameter.name, parameter.takes) for parameter in entry.parameters) if entry is not None else (),
        moves,
        game.count_moves() or 0,
        facet(ruleset, Knowledge).theory,
        facet(ruleset, Knowledge).misere_theory,
        heaps,
        _period(ruleset),
        _no_sum(game),
    )


def in_words(ruleset: Ruleset[Any]) -> str:
    """Return the rule of a ruleset on heaps as a phrase, or its name if it is not a take-and-break code.

    >>> in_words(read_ruleset("0.6"))
    'take 1 token of a heap and leave one heap or two heaps of the rest'
    """
    if isinstance(ruleset, CodeRow):
        return ruleset.words
    code = facet(ruleset, Structure).sequence()
    return code.words if isinstance(code, Code) else ruleset.name


def reading(ruleset: Ruleset[Any]) -> str:
    """Return a description of the notation of positions, from a docstring of the ruleset; "" if there is none.

    >>> from grundy.games import make
    >>> reading(make("cram"))
    'a board: a size such as 2x3, or rows of `.` (free) and `#` joined by "/"'
    """
    kind = type(ruleset)
    hook = "read" if kind.bind in (Ruleset.bind, NotSummable.bind) else "bind"
    parts = isinstance(ruleset, PartwiseRuleset) and kind.read is PartwiseRuleset.read
    told = (inspect.getdoc(getattr(kind, "read_part" if parts else hook)) or "").partition("\n")[0]
    return told.removeprefix("Read ").rstrip(".") if told.startswith("Read ") else ""


def _period(ruleset: Ruleset[Any]) -> str:
    code = facet(ruleset, Structure).sequence()
    found = known_period(code) if isinstance(code, Code) else None
    if found is None:
        return ""
    return f"The values have period {found.period} from heap {found.preperiod} on: grundy period {ruleset.name}"


def _no_sum(game: Game) -> str:
    try:
        read_game(f"{game} + nim: 2")
    except GrundyError as error:
        return error.message
    return ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "." * (not text.endswith("."))
