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
from types import ModuleType
from typing import Any

import grundy_check

Bug = tuple[str, str, str]
"""The file, the text in it, and what stands there instead."""
PACKAGE = Path(str(grundy_check.__file__)).parent

PLANTED: dict[str, Bug] = {
    "the last option is forgotten": ("games.py", "return sorted({*found})", "return sorted({*found})[:-1]"),
    "the reply to the last option is not looked at": (
        "strategy.py",
        "for option, reply in zip(options, replies, strict=True):",
        "for option, reply in zip(options[:-1], replies[:-1], strict=True):",
    ),
    "the hint to the last option is not looked at": (
        "nimber.py",
        "for option, hint in zip(options, hints, strict=True):",
        "for option, hint in zip(options[:-1], hints[:-1], strict=True):",
    ),
    "the value of the last option is not looked at": (
        "labelling.py",
        "least_missing(known[option] for option in options):",
        "least_missing(known[option] for option in options[:-1]):",
    ),
    "a reply may be a later entry": (
        "strategy.py",
        "lost: list[str | None] = []",
        "lost = [__import__('json').loads(e)[0] for e in [*Reader(reader.path, 99, 9)._lines()][1:-1]]",
    ),
    "a reply to a later entry is believed": (
        "strategy.py",
        "reply < len(lost) and lost[reply]",
        "reply >= len(lost) or lost[reply]",
    ),
    "a reply need be no move": ("strategy.py", "and lost[reply] in answers", ""),
    "the reply -1 is not looked at": ("strategy.py", "misere and not answers if reply", "True if reply"),
    "who cannot move loses in misere play": ("strategy.py", " or (misere and not options):", ":"),
    "the winning move need be no option": (
        "strategy.py",
        'position(first) in options and known.get(str(first)) == "P"',
        'known.get(str(first)) == "P"',
    ),
    "what is said to be drawn is not looked at": (
        "strategy.py",
        'if any(known.get(option) != "D" for',
        "if any(False for",
    ),
    "a drawn position counts as lost": (
        "strategy.py",
        "lost.append(None if -2 in replies else shown)",
        "lost.append(shown)",
    ),
    "a lost position counts as drawn": (
        "strategy.py",
        'if any(known.get(option) != "D" for',
        "if any(option not in known for",
    ),
    "a way back may be a later entry": ("loops.py", " and labels[o][1] < before for", " for"),
    "only one detour is looked at": (
        "loops.py",
        "all(leads(option, label, reader.entry) for option in others)",
        "(not others or any(leads(option, label, reader.entry) for option in others))",
    ),
    "an infinite option is enough": (
        "loops.py",
        "labels[o][0] < 0 and not leads(o, missing, len(labels)) for",
        "labels[o][0] < 0 for",
    ),
    "the claimed loopy value is not looked at": ("loops.py", 'claim["value"] != label)', "False)"),
    "the outcome of an infinite value is not looked at": ("loops.py", 'claim.get("outcome", wins) != wins or ', ""),
    "the numbers among the options are not looked at": (
        "loops.py",
        'claim["among"] != among if infinite',
        "label != -1 if infinite",
    ),
    "the hint -1 is not looked at": ("nimber.py", "found.add(_value_of(game, known, option))", "pass"),
    "a hint need lead to no value": ("nimber.py", "or _value_of(game, known, replies[hint]) != value:", "or False:"),
    "a hint may lead to another value": (
        "nimber.py",
        '!= value:\n                reject(f"{hint}',
        '> value:\n                reject(f"{hint}',
    ),
    "not every smaller value is asked for": ("nimber.py", "if least_missing(found) != value", "if value in found"),
    "a part that is not known counts as 0": ("nimber.py", "value = known.get(part)", "value = known.get(part, 0)"),
    "a part of the start is not looked at": (
        "nimber.py",
        'for part in game.split(game.position(claim["start"]))]',
        'for part in [*game.split(game.position(claim["start"]))][:-1] or game.split(claim["start"])]',
    ),
    "the claimed value is not looked at": ("labelling.py", 'if total != claim["value"]', "if False"),
    "values begin at one": ("labelling.py", "for value in count() if", "for value in count(1) if"),
    "a position may stand twice": ("nimber.py", "shown in known or ", ""),
    "play may go round": (
        "games.py",
        "except CycleError:\n            return False",
        "except CycleError:\n            return True",
    ),
    "a state may be negative": ("games.py", "heap[:-1] in known and ", ""),
    "the seal is not compared": ("reading.py", ' or trailer["sha256"] != digest.hexdigest()', ""),
    "the play is not looked at": (
        "verdict.py",
        "if play not in (",
        'if play not in ("normal", "misere") and play not in (',
    ),
    "the hash is not compared": ("values.py", "!= digest.hexdigest():", "is None:"),
    "the window is a heap shorter": (
        "values.py",
        "not same(first, p, first + length)",
        "not same(first, p, first + length - 1)",
    ),
    "the window of a code is a heap shorter": ("period.py", "(first + p) + largest", "(first + p) + largest - 1"),
    "the window of a set is a heap shorter": (
        "window.py",
        "return repeats(values, claim, n0, largest, states)",
        "return repeats(values, claim, n0, largest - 1, states)",
    ),
    "the window begins at 0": ("period.py", 'max(claim["n0"], 1)', 'claim["n0"]'),
    "a smaller preperiod is no matter": ("values.py", "if n0 and same(", "if False and same("),
    "a smaller period is no matter": ("values.py", "if same(n0, part,", "if False and same(n0, part,"),
    "the window of rare heaps is not compared": ("rare.py", 'claim["window"] >= self.depth + largest and ', ""),
    "the window of rare heaps is a heap shorter": (
        "rare.py",
        ">= self.depth + largest and",
        ">= self.depth + largest - 1 and",
    ),
    "the depth need not reach the last rare heap": ("rare.py", " and self.depth >= last", ""),
    "the preperiod may be among the rare heaps": ("rare.py", 'claim["n0"] <= last or ', ""),
    "the parity need not fit the takes": (
        "rare.py",
        "if any(self.parity & (taken + self.shift) for taken in self.splits):",
        "if False:",
    ),
    "the list of rare heaps is not compared": (
        "rare.py",
        "if n and not self.common(n, value)] != listed",
        "if n and not self.common(n, value)] is None",
    ),
    "the values of rare type are not looked at": (
        "rare.py",
        "wrong = have | self.lacking(above ^ above & seen, heap, wanted, ways)",
        "wrong = have",
    ),
    "the values at the end of a segment are not compared": (
        "segments.py",
        "if sparse.values[-window:].hex() != segment.after:",
        "if False:",
    ),
    "segments are not computed": ("segments.py", "    sparse.proceed(segment.end, window)", "    return"),
    "the window of segments need not come again": ("segments.py", "if first[2:] != last[2:]:", "if False:"),
    "a smaller preperiod of segments is no matter": ("segments.py", "if first[:2] == last[:2]:", "if False:"),
    "a smaller period of segments is no matter": (
        "segments.py",
        "if ends.get(n0 + part + window, first)[2:] == first[2:]:",
        "if False:",
    ),
    "products of heaps need not make everything": ("misere.py", " or len(made) < len(mult):", ":"),
    "the table need not be associative": (
        "misere.py",
        "for g in generators:\n        for x in order",
        "for g in ():\n        for x in order",
    ),
    "elements need not be told apart": ("misere.py", "for line in mult}) < len(mult)", "for line in mult}) < 0"),
    "outcomes of single heaps are enough": ("misere.py", "todo += new - seen", "todo += () if x else new - seen"),
    "the sum of no heaps counts as lost": (
        "misere.py",
        "(bool(options) and not options & lost)",
        "(not options & lost)",
    ),
}
"""Bugs by what they are."""
HARMLESS = ("a position may stand twice", "the seal is not compared")
"""With these no false claim passes, but files that were changed or break a rule of the format."""


def planted(name: str, folder: Path) -> Callable[..., Any]:
    found: Callable[..., Any] = planted_package(PLANTED[name], f"planted_{[*PLANTED].index(name)}", folder).check
    return found


def planted_package(bug: Bug, package: str, folder: Path) -> ModuleType:
    """Return a copy of the checker in which a bug is planted, imported by this name."""
    file, old, new = bug
    shutil.copytree(PACKAGE, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / package / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, (bug, text.count(old))
    (folder / package / file).write_text(text.replace(old, new), encoding="utf-8")
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(package)
    finally:
        sys.path.remove(str(folder))
