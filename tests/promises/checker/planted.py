"""Copies of the checker with a bug planted in one line.

Conditions that follow from all the others are not among them: that parity times p is even (the types of the values
would not repeat), and that a table is symmetric (elements whose factors come in another order are never told apart).
"""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grundy_check

Bug = tuple[str, str, str]
"""The file, the text in it, and what stands there instead."""
PACKAGE = Path(str(grundy_check.__file__)).parent

PLANTED: dict[str, Bug] = {
    "the last option is forgotten": ("games.py", "return sorted({*found})", "return sorted({*found})[:-1]"),
    "the reply to the last option is not looked at": (
        "positions.py",
        "for option, reply in zip(options, replies, strict=True):",
        "for option, reply in zip(options[:-1], replies[:-1], strict=True):",
    ),
    "the hint to the last option is not looked at": (
        "positions.py",
        "for option, hint in zip(options, hints, strict=True):",
        "for option, hint in zip(options[:-1], hints[:-1], strict=True):",
    ),
    "the value of the last option is not looked at": (
        "positions.py",
        "least_missing(known[option] for option in options):",
        "least_missing(known[option] for option in options[:-1]):",
    ),
    "a reply may be a later entry": (
        "positions.py",
        "lost: list[str] = []",
        "lost = [__import__('json').loads(line)[0] for line in [*Reader(reader.path, 9**9, 9.0)._lines()][1:-1]]",
    ),
    "a reply to a later entry is believed": (
        "positions.py",
        "reply < len(lost) and lost[reply]",
        "reply >= len(lost) or lost[reply]",
    ),
    "a reply need be no move": ("positions.py", "and lost[reply] in answers", ""),
    "the reply -1 is not looked at": ("positions.py", "misere and not answers if nat(reply", "True if nat(reply"),
    "who cannot move loses in misere play": ("positions.py", " or (misere and not options):", ":"),
    "the winning move need be no option": (
        "positions.py",
        "text(first) in options and first in known",
        "first in known",
    ),
    "the hint -1 is not looked at": ("positions.py", "found.add(value_of(option))", "pass"),
    "a hint need lead to no value": ("positions.py", "or value_of(replies[hint]) != value:", "or False:"),
    "a hint may lead to another value": (
        "positions.py",
        '!= value:\n                reject(f"{hint}',
        '> value:\n                reject(f"{hint}',
    ),
    "not every smaller value is asked for": (
        "positions.py",
        "if least_missing(found) != nat(value)",
        "if nat(value) in found",
    ),
    "a part that is not known counts as 0": (
        "positions.py",
        'known[part] if part in known else reject(f"{part}, a part of {shown}, is not known yet")',
        "known.get(part, 0)",
    ),
    "a part of the start is not looked at": (
        "positions.py",
        'for part in game.parts(record(claim, "start value")["start"])]',
        'for part in game.parts(record(claim, "start value")["start"])[:-1] or game.parts(claim["start"])]',
    ),
    "the claimed value is not looked at": ("positions.py", 'if total != nat(claim["value"])', "if False"),
    "values begin at one": ("positions.py", "for value in count() if", "for value in count(1) if"),
    "a position may stand twice": ("positions.py", "shown in known or game.parts(shown)", "game.parts(shown)"),
    "play may go round": ("games.py", "return len(free) == len(arcs)", "return True"),
    "a state may be negative": ("games.py", "h[0] < 0 or ", ""),
    "the seal is not compared": ("reading.py", ' or trailer["sha256"] != digest.hexdigest()', ""),
    "the play is not looked at": (
        "verdict.py",
        "if play not in (",
        'if play not in ("normal", "misere") and play not in (',
    ),
    "the hash is not compared": ("periods.py", "!= digest.hexdigest():", "is None:"),
    "the window is a heap shorter": (
        "periods.py",
        "not same(first, p, first + length)",
        "not same(first, p, first + length - 1)",
    ),
    "the window of a code is a heap shorter": ("periods.py", "(first + p) + largest", "(first + p) + largest - 1"),
    "the window of a set is a heap shorter": (
        "periods.py",
        "return repeats(values, claim, n0, largest, states)",
        "return repeats(values, claim, n0, largest - 1, states)",
    ),
    "the window begins at 0": ("periods.py", "max(n0, 1)", "n0"),
    "a smaller preperiod is no matter": ("periods.py", "if n0 and same(", "if False and same("),
    "a smaller period is no matter": ("periods.py", "if same(n0, p // factor,", "if False and same(n0, p // factor,"),
    "the window of rare heaps is not compared": (
        "rare.py",
        'if nat(claim["window"], 1) < sparse.depth + largest or',
        "if",
    ),
    "the window of rare heaps is a heap shorter": (
        "rare.py",
        "< sparse.depth + largest or",
        "< sparse.depth + largest - 1 or",
    ),
    "the depth need not reach the last rare heap": ("rare.py", "sparse.depth < last or ", ""),
    "the preperiod may be among the rare heaps": ("rare.py", "n0 <= last or ", ""),
    "the parity need not fit the takes": (
        "rare.py",
        "if any(self.parity & (taken + self.shift) for taken in self.splits):",
        "if False:",
    ),
    "the list of rare heaps is not compared": (
        "rare.py",
        "if n and not sparse.common(n, value)] != listed",
        "if n and not sparse.common(n, value)] is None",
    ),
    "the values of rare type are not looked at": (
        "rare.py",
        "for wanted in range(max(planes)):",
        "for wanted in range(0):",
    ),
    "products of heaps need not make everything": ("quotient.py", " or len(made) < len(mult):", ":"),
    "the table need not be associative": (
        "quotient.py",
        "for g in generators:\n        for x in order",
        "for g in ():\n        for x in order",
    ),
    "elements need not be told apart": ("quotient.py", "for line in mult}) < len(mult)", "for line in mult}) < 0"),
    "outcomes of single heaps are enough": (
        "quotient.py",
        "todo += [pair] * (pair not in seen)",
        "todo += [pair] * (pair not in seen and not x)",
    ),
    "the sum of no heaps counts as lost": (
        "quotient.py",
        "(bool(options) and not options & lost)",
        "(not options & lost)",
    ),
}
"""Bugs by what they are."""
HARMLESS = ("a position may stand twice", "the seal is not compared")
"""With these no false claim passes, but files that were changed or break a rule of the format."""


def planted(name: str, folder: Path) -> Callable[..., Any]:
    """Return `check` of a copy of the checker in which this bug is planted."""
    file, old, new = PLANTED[name]
    package = f"planted_{[*PLANTED].index(name)}"
    shutil.copytree(PACKAGE, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / package / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, (name, text.count(old))
    (folder / package / file).write_text(text.replace(old, new), encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        found: Callable[..., Any] = importlib.import_module(package).check
    finally:
        sys.path.remove(str(folder))
    return found
