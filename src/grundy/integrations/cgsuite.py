"""CGSuite notation: reads and writes games that both CGSuite 2 and this package know, in the syntax of CGSuite 2.

    *3 + game.heap.Kayles(7) + game.heap.TakeAndBreak("0.137")(9) + game.grid.Cram("..#|...")

The table `data/cgsuite.csv` lists the rulesets with a name in CGSuite. Codes and finite subtraction sets need no entry.
Source: A. N. Siegel, CGSuite 2, its library of rulesets and the tests of its heap and grid games.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ..core import Board, Code, Game, InputError, Ruleset, Scanner, Structure, facet, read_code, scene_of
from ..games import BoundedNim, CodeRow
from ..notation import game_of, read_game

MOST_TAKES = 1000
EXPECTED = 'a game of CGSuite such as *3, game.heap.Kayles(7) or game.grid.Cram("...|...")'
_PAIR = r"\(\s*[0-9]+\s*,\s*[0-9]+\s*\)"
_TAKE = "[1-9][0-9]{0,4}"
_TAKES = rf"\[\s*{_TAKE}(?:\s*,\s*{_TAKE})*\s*\](?:\s*,\s*allbut\s*=>\s*true)?"


class CgsuiteRuleset(NamedTuple):
    """A ruleset with a name in CGSuite.

    Attributes:
        ruleset: The name or code of the ruleset in this package.
        cgsuite: The name in CGSuite.
        form: The notation of positions: "heap", "pair", "board" or "coin".
        shift: The number that CGSuite gives to coin 0 of this package.
    """

    ruleset: str
    cgsuite: str
    form: str = "heap"
    shift: int = 0


@cache
def known_rulesets() -> tuple[CgsuiteRuleset, ...]:
    """Return the table of rulesets with a name in both programs.

    Example:
        >>> known_rulesets()[1]
        CgsuiteRuleset(ruleset='0.77', cgsuite='game.heap.Kayles', form='heap', shift=0)
    """
    lines = files("grundy").joinpath("data", "cgsuite.csv").read_text(encoding="ascii").splitlines()
    rows = list(csv.reader(lines))[1:]
    return tuple(CgsuiteRuleset(rule, theirs, form, int(shift)) for rule, theirs, form, shift in rows)


def cgsuite_text(game: Game | str) -> str:
    """Write a game in CGSuite notation.

    Args:
        game: The game, in notation or as a `Game`.

    Returns:
        The text for CGSuite.

    Raises:
        InputError: If the text cannot be read, or CGSuite does not have the ruleset.

    Example:
        >>> cgsuite_text("nim: 3 5 + 0.137: 9 + cram: ..#/...")
        'game.heap.Nim(3) + game.heap.Nim(5) + game.heap.TakeAndBreak("0.137")(9) + game.grid.Cram("..#|...")'
    """
    parts = game_of(game).parts
    return " + ".join(text for rules, position in parts for text in _written(rules, position)) or "0"


def _known(ruleset: Ruleset[Any]) -> CgsuiteRuleset:
    """Return the entry with the CGSuite name of a ruleset; raise `InputError` if CGSuite does not have it."""
    rule = facet(ruleset, Structure).sequence()
    if isinstance(ruleset, BoundedNim):
        rule = tuple(range(1, min(ruleset.most, MOST_TAKES + 1) + 1))
    name = str(rule) if isinstance(rule, Code) else ruleset.name
    for known in known_rulesets():
        if known.ruleset == name:
            return known
    if isinstance(ruleset, CodeRow):
        return CgsuiteRuleset(name, f'game.heap.Spawning("{name}")', "coin")
    if isinstance(rule, tuple) and len(rule) <= MOST_TAKES:
        return CgsuiteRuleset(name, f"game.heap.Subtraction([{','.join(map(str, rule))}])")
    if isinstance(rule, Code) and not re.search(r"\+[!?=]", name):  # CGSuite puts this suffix elsewhere
        return CgsuiteRuleset(name, f'game.heap.TakeAndBreak("{rule}")')
    known_ones = ", ".join(known.ruleset for known in known_rulesets() if known.form != "heap")
    what = f"nim, codes, sets of at most {MOST_TAKES} takes, {known_ones}"
    raise InputError(f"CGSuite is not known to have the ruleset {ruleset.name}", hint=f"it has {what}")


def _written(ruleset: Ruleset[Any], position: Any) -> Iterator[str]:  # noqa: ANN401  # any position
    known = _known(ruleset)
    if known.form == "pair":
        yield f"{known.cgsuite}(({position[0]},{position[1]}))"
    elif known.form == "board" and isinstance(scene := scene_of(ruleset, position), Board):
        yield f'{known.cgsuite}("{"|".join(scene.rows)}")'
    else:
        heaps = (position,) if known.form == "heap" else position
        yield from (f"{known.cgsuite}({heap + known.shift})" for heap in heaps)


def read_cgsuite(text: str) -> Game:
    """Read a sum of games in CGSuite notation.

    Args:
        text: The text, as CGSuite accepts it.

    Returns:
        The game.

    Raises:
        InputError: If the text is not valid.

    Example:
        >>> read_cgsuite("*3 + * + game.heap.Subtraction([2,3,7])(20) + game.heap.Wythoff((3,5))")
        <Game nim: 3 + nim: 1 + take {2, 3, 7}: 20 + wythoff: 3 5>
    """
    scanner, summands = Scanner(text), list[Any]()
    while not summands or scanner.take("+"):
        scanner.blanks()
        at = scanner.at
        told = _summand(scanner)
        try:
            summands += read_game(told).summands
        except InputError as error:
            error.at = None
            raise error.within(text, at) from None
    scanner.end('"+" or the end of the text')
    return Game(*summands)


def _summand(scanner: Scanner) -> str:
    if (nimber := scanner.match(r"\*[0-9]*|0(?![.\w])")) is not None:
        return f"{known_rulesets()[0].ruleset}: {nimber.strip('*') or 1}"
    known = next((known for known in known_rulesets() if scanner.take(known.cgsuite)), None) or _stated(scanner)
    scanner.expect("(")
    if known.form == "board":
        size = re.findall("[0-9]+", scanner.match(rf"Grid\.Empty{_PAIR}") or "")
        rows = "x".join(size) or scanner.needed(r'"[.#|]+"', 'rows of . and # such as "..#|..."')
        told = rows.strip('"').replace("|", "/")
    elif known.form == "pair":
        told = " ".join(re.findall("[0-9]+", scanner.needed(_PAIR, "two heaps such as (3,5)")))
    else:
        told = str(scanner.integer("a heap") - known.shift)
    scanner.expect(")")
    return f"{known.ruleset}: {told}"


def _stated(scanner: Scanner) -> CgsuiteRuleset:
    if scanner.take("game.heap.TakeAndBreak"):
        scanner.expect("(")
        code = scanner.needed(r'"[^"]*"', 'a code in quotes such as "0.137"')
        try:
            rule = str(read_code(code.strip('"')))
        except InputError as error:
            raise error.within(scanner.text, scanner.at - len(code) + 1) from None
    elif scanner.take("game.heap.Subtraction"):
        scanner.expect("(")
        takes = scanner.needed(_TAKES, "a list of takes such as [2,3,7]")
        rule = f"take {'all-but ' if 'allbut' in takes else ''}{{{', '.join(re.findall('[0-9]+', takes))}}}"
    elif scanner.take("game.heap.Spawning"):
        scanner.expect("(")
        rule = scanner.needed(r'"[^"]*"', 'a coin-turning code in quotes such as "1+C"').strip('"')
    else:
        raise scanner.error(EXPECTED)
    scanner.expect(")")
    return CgsuiteRuleset(rule, "")
