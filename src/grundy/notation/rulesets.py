"""Reads rulesets: names of the catalogue with parameters, clauses, codes, and rules from Python files."""

from __future__ import annotations

import re
from typing import Any

from ..core import Code, InputError, NotationError, RuleError, Ruleset, Scanner, TrustedOnly
from ..games import CATALOGUE, CodeGame, Entry, Parameter, code_game, code_of, make, union

_CODE_START = re.compile(r"[0-9A-Za-z{}*!?=,+]*\.[0-9A-Za-z{*\[]")
_TURNING = re.compile(r"(?=[0-9,]*[-+CEFS])[0-9]+[-+CEFS][-+0-9CEFS(),]*")
_COUPLED = re.compile(r"move\b|take\b.*\b(?:of|until|blocking)\b")
_PYTHON = re.compile(r"\s*(.*?\.py)\s*:\s*([A-Za-z_]\w*)\s*")


def read_ruleset_text(text: str, *, files: bool) -> Ruleset[Any]:
    """Read a ruleset in notation: a name with parameters, clauses, a code, or a name in a Python file.

    Args:
        text: The ruleset in notation.
        files: Whether rules and graphs may be read from files of this machine.

    Returns:
        The ruleset.

    Raises:
        InputError: If the text is not a ruleset; the error gives the place of the mistake.
    """
    python = _PYTHON.fullmatch(text)
    if python is not None:
        if not files:
            raise TrustedOnly("rules in Python files are not allowed here", text=text, at=0)
        from .python_rules import load_rule

        return load_rule(python[1], python[2])
    stripped = text.strip()
    lead = len(text) - len(text.lstrip())
    try:
        if _COUPLED.match(stripped):
            from .coupled_clauses import read_coupled

            return read_coupled(stripped)
        if re.search(r"\sor\s", stripped) and (joined := _joined(stripped, files)) is not None:
            return joined
        if re.match(r"(?:take|split)\b", stripped):
            from .clauses import read_clauses

            return read_clauses(stripped)
        if stripped.endswith(".py"):
            raise NotationError('expected a file and a name, as in "rules.py:MyGame"', text=stripped, at=len(stripped))
        if _CODE_START.match(stripped):
            return code_game(stripped)
        if _TURNING.fullmatch(stripped):
            from ..games import turning_code

            return turning_code(stripped)
        return _read_named(stripped, files)
    except InputError as error:
        raise error.within(text, lead) from None


def _joined(text: str, files: bool) -> Ruleset[Any] | None:
    """Return the game whose moves are those of several codes and finite sets, as in "kayles or take 5".

    The result is None if the text has only clauses such as "take 1" or "split", which another function reads. The moves
    of two codes together are a code: each digit allows what one of the two digits allows. `files` states whether rules
    may be read from files.
    """
    pieces, at, codes = re.split(r"\sor\s", text), 0, list[Code]()
    if not any(piece.strip().partition("(")[0] in CATALOGUE or _CODE_START.match(piece.strip()) for piece in pieces):
        return None
    for piece in pieces:
        try:
            code = code_of(read_ruleset_text(piece, files=files))
        except InputError as error:
            raise error.within(text, at) from None
        if code is None:
            what = f"{piece.strip()} cannot be joined with other rules by or: it is neither a code nor a finite set"
            raise NotationError(what, text=text, at=at + len(piece) - len(piece.lstrip()))
        codes.append(code)
        at += len(piece) + 4
    return CodeGame(union(codes))


def _read_named(text: str, files: bool) -> Ruleset[Any]:
    scanner = Scanner(text)
    name = scanner.match(r"[A-Za-z0-9_-]+")
    entry = CATALOGUE.get(name or "")
    if name is None or entry is None:
        scanner.at = 0
        raise _unknown(text, name)
    values: dict[str, Any] = {}
    if scanner.take("("):
        if entry.parameters and entry.parameters[0].kind == "file":
            if not files:
                raise scanner.error("a graph in the text; files are not allowed here", kind=TrustedOnly)
            file = (scanner.match(r"[^()]+") or "").strip()
            if not file:
                raise scanner.error("the name of a file")
            scanner.expect(")")
            scanner.end()
            return make(entry.name, file=file)
        if entry.parameters and entry.parameters[0].kind == "rulesets":
            return _from_rulesets(entry, scanner, files)
        values = _read_parameters(entry, scanner)
    scanner.end(f'":" or "(" after {name}')
    missing = [p.name for p in entry.parameters if p.needed and p.name not in values]
    if missing:
        raise scanner.error(f"the parameter {missing[0]}, as in {entry.example}")
    try:
        return make(entry.name, **values)
    except RuleError as error:
        raise error.within(text, 0) from None


def _unknown(text: str, name: str | None) -> NotationError:
    from difflib import get_close_matches

    near, names = (name or "").lower(), [*CATALOGUE, "take", "split", "move"]
    close = get_close_matches(near, names, n=3, cutoff=0.75) or get_close_matches(near, names, n=3, cutoff=0.6)
    words = re.findall(r"[a-z]+", text.partition(":")[0].lower())
    whole = "-".join(words)
    close = [whole] if whole in CATALOGUE else [word for word in words if word in CATALOGUE] or close
    hint = "did you mean " + " or ".join(close) + "?" if close else "grundy games lists them"
    found = repr((name or text)[:40]) if text else "nothing"
    return NotationError(f"expected the name of a ruleset, found {found}", text=text, at=0, hint=hint)


def _from_rulesets(entry: Entry, scanner: Scanner, files: bool) -> Ruleset[Any]:
    """Read the rulesets in brackets, separated by commas, from which another ruleset is made, such as a product.

    `entry` is the catalogue entry of the other ruleset, which is returned. `files` states whether rules may be read
    from files.
    """
    rulesets = []
    while True:
        scanner.blanks()
        start = scanner.at
        text = scanner.match(r"[^(),]*(?:\([^()]*\))?[^(),]*") or ""
        try:
            rulesets.append(read_ruleset_text(text, files=files))
        except InputError as error:
            raise error.within(scanner.text, start) from None
        if not scanner.take(","):
            break
    scanner.expect(")", '"," or ")"')
    scanner.end()
    try:
        return make(entry.name, factors=rulesets)
    except RuleError as error:
        raise error.within(scanner.text, 0) from None


def _read_parameters(entry: Entry, scanner: Scanner) -> dict[str, Any]:
    """Read the parameters of a ruleset, such as "a=1, b=2)", up to the closing bracket; return values by name."""
    known = {parameter.name: parameter for parameter in entry.parameters}
    values: dict[str, Any] = {}
    while True:
        start = scanner.at
        name = scanner.match("[a-z][a-z0-9-]*")
        if name not in known or name in values:
            scanner.at = start
            if name in values:
                raise scanner.error(f"each parameter of {entry.name} once")
            names = ", ".join(n for n in known if n not in values)
            raise scanner.error(f"a parameter of {entry.name} ({names or 'it has none'})")
        scanner.expect("=", '"=" and a value')
        values[name] = _read_value(known[name], scanner)
        if not scanner.take(","):
            break
    scanner.expect(")", '"," or ")"')
    return values


def _read_value(parameter: Parameter, scanner: Scanner) -> Any:  # noqa: ANN401  # as the parameter says
    start = scanner.at
    if parameter.kind == "number":
        value = scanner.number(f"a number for {parameter.name}")
        if value < parameter.least:
            scanner.at = start
            raise scanner.error(f"{parameter.name} to be at least {parameter.least}", number=True)
        return value
    if parameter.kind == "range":
        return _read_range(parameter, scanner)
    if parameter.kind == "word":
        word = scanner.match("[a-z-]+")
        if word not in parameter.words:
            scanner.at = start
            raise scanner.error(f"{parameter.name} to be one of {', '.join(parameter.words)}")
        return word
    scanner.expect("{", "vectors such as {(1,0),(0,1)}")
    vectors = []
    while True:
        scanner.expect("(", "a vector such as (1,0)")
        vector = [scanner.integer()]
        while scanner.take(","):
            vector.append(scanner.integer())
        scanner.expect(")", '"," or ")"')
        vectors.append(tuple(vector))
        if not scanner.take(","):
            break
    scanner.expect("}", '"," or "}"')
    return tuple(vectors)


def _read_range(parameter: Parameter, scanner: Scanner) -> tuple[int, int | None]:
    """Read a range of numbers: "3", "1..3", or "2.." without an upper bound (None)."""
    start = scanner.at
    low = scanner.number(f"a number or a range for {parameter.name}, such as 1..3")
    high: int | None = low
    if scanner.match(r"\.\.") is not None:
        high = scanner.number() if scanner.match(r"(?=[0-9])") is not None else None
    if low < parameter.least or (high is not None and high < low):
        scanner.at = start
        raise scanner.error(f"{parameter.name} to be a range of numbers from {parameter.least} on, ascending")
    return low, high
