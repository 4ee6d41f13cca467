"""OEIS sequences without network access: the entries for the values of a ruleset, drafts of missing entries, b-files.

The entries are listed in `workflows/exploring/oeis_entries.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from ..core import Budget, Code, InputError, Limits, Ruleset, Structure, facet
from ..notation import read_ruleset
from ..workflows.computing.export import Form, exported
from ..workflows.computing.period import find_period
from ..workflows.computing.values import heap_values, require_heaps
from ..workflows.exploring.oeis_entries import oeis_entries
from .context import Context, write_whole
from .request import FieldError, FieldRecord, FileName, Help, Local, Request, RulesetText
from .result import Result
from .table import operation

WIDTH = 69
"""The largest number of characters in a line of terms."""
LINES = "STU"
"""The letters of the lines of terms."""
LOOKED_TO = 20_000
"""The last heap of the search for a period."""
NOT_FOUND = "no entry in the table"
"""The text for a ruleset that is not in the table; it does not claim that the OEIS has no entry."""
ALONE = "{draft} cannot be combined with --json or --bfile"
"""The message for a draft in another form."""


class OeisRequest(Request):
    """Name the OEIS sequences of the values of RULESET, from a local table.

    The table has octal games and built-in games. A sequence that it lacks may still be in the OEIS.
    """

    ruleset: RulesetText
    draft: Annotated[bool, Local(), Help("Write a draft of a new OEIS entry in the internal format.")] = False
    bfile: Annotated[FileName, Help("Write a b-file with the offset of the OEIS.")] = None
    to: Annotated[int, Local(), Help("The last heap of the b-file.")] = 1000


class OeisRow(FieldRecord):
    """An entry of the OEIS that lists the values of a ruleset (`what` is "values") or its P-positions.

    `offset` is the index of the first term. If the entry lists values, its term a(n) is the value of heap n + `shift`.
    """

    number: str
    what: str
    offset: int
    shift: int
    terms: list[int]


class OeisResult(Result):
    """The result of `oeis`: the entries of the OEIS for a ruleset that are in the local table."""

    ruleset: str
    entries: list[OeisRow]

    def blocks(self) -> Iterator[str]:
        yield from (f"{self.ruleset}: {entry}" for entry in self.source or [NOT_FOUND])


class OeisDraft(Result):
    """The result of `oeis` with --draft: the text of a new OEIS entry, in the internal format of the OEIS."""

    draft: str

    def to_dict(self) -> dict[str, Any]:
        """Raise `FieldError`, because a draft has no form as JSON."""
        raise FieldError(ALONE)

    def blocks(self) -> Iterator[str]:
        yield self.draft.removesuffix("\n")


@operation(OeisRequest, examples={"grundy oeis kayles": "the OEIS number of its values"})
def oeis(request: OeisRequest, context: Context) -> OeisResult | OeisDraft:
    """Find the OEIS sequences of a ruleset, or write a draft of a new entry.

    Args:
        request: The question: the ruleset, and whether to write a draft or a b-file. The decorated function also
            accepts its fields: `oeis("kayles")`.
        context: The limits of the run and the receiver of its progress; the decorated function can do without it.

    Returns:
        An `OeisDraft` with the text of the draft if one is requested, otherwise an `OeisResult` with the entries. A
        b-file is written in addition to the result.

    Raises:
        FieldError: If the fields cannot be combined.
        InputError: If the ruleset cannot be read, or has an entry already (for a draft), or the file cannot be written.
        LimitReached: If a limit was reached first.
    """
    if request.draft and request.bfile is not None:
        raise FieldError(ALONE)
    rules = context.ruleset(request.ruleset)
    if request.draft:
        return OeisDraft(draft=oeis_draft(rules, context.limits))
    if request.bfile is not None:
        write_whole(request.bfile, oeis_b_file(rules, request.to, context.limits).encode("ascii"))
    entries = oeis_entries(rules)
    return OeisResult.of(entries, {"ruleset": rules.name, "entries": [entry._asdict() for entry in entries]})


def oeis_b_file(ruleset: Ruleset[Any] | str, last: int, limits: Limits | None = None) -> str:
    r"""Return the Grundy values of heaps as a b-file, the text format of the OEIS with one line per term.

    Args:
        ruleset: The ruleset of the heaps, or its text.
        last: The last heap.
        limits: The limits of the computation.

    Returns:
        The lines "n a(n)", with the indices n of the OEIS entry for the values. If there is no entry, a(n) is the value
        of heap n.

    Raises:
        InputError: If the positions are not heaps.
        LimitReached: If a limit is reached first.

    Example:
        >>> oeis_b_file("0.07", 4)
        '0 0\n1 1\n2 1\n3 2\n'
    """
    rules = read_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    entry = next((entry for entry in oeis_entries(rules) if entry.what == "values"), None)
    offset, shift = (entry.offset, entry.shift) if entry else (0, 0)
    budget = Budget(limits or Limits())
    values = heap_values(rules, last, budget=budget)[offset + shift :]
    return b"".join(exported(values, Form("bfile", rules.name, offset=offset), budget.charge)).decode("ascii")


def oeis_draft(ruleset: Ruleset[Any] | str, limits: Limits | None = None) -> str:
    """Return a draft of an entry in the internal format of the OEIS, with A000000 as its number.

    A period is included only if it is proved.

    Args:
        ruleset: The ruleset of the heaps, or its text.
        limits: The limits of the computation.

    Returns:
        The lines of the draft.

    Raises:
        InputError: If the positions are not heaps, or the ruleset has an entry.
        LimitReached: If a limit is reached first.

    Example:
        >>> print(oeis_draft("0.123").partition("%T")[0], end="")
        %I A000000
        %S A000000 0,1,0,2,2,1,0,0,2,1,1,0,0,2,1,1,0,0,2,1,1,0,0,2,1,1,0,0,2,1,1,0,0,2,
    """
    rules = read_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    require_heaps(rules)
    if known := [entry.number for entry in oeis_entries(rules) if entry.what == "values"]:
        raise InputError(f"{rules.name} is {known[0]}: expected a rule without an entry in the table")
    budget = Budget(limits or Limits())
    values = heap_values(rules, len(LINES) * WIDTH // 2 + 1, budget=budget)
    rule = facet(rules, Structure).sequence()
    found = find_period(rules, LOOKED_TO, budget) if rule is not None else None
    what = f"the {'take-and-break game' if isinstance(rule, Code) else 'game'} {rules.name}"
    told = []
    if found is not None and found.status == "proved":
        grows = f" + {found.saltus}" if found.saltus else ""
        told += [
            ("C", f"Eventually periodic with period {found.period} from n = {found.preperiod} on: {found.theorem}.")
        ]
        told += [("F", f"a(n + {found.period}) = a(n){grows} for n >= {found.preperiod}.")]
    told += [("o", f'(Python) import grundy; print(grundy.game("{rules.name}").values(100))')]
    return internal_format(values, 0, f"Sprague-Grundy values of heaps of n tokens in {what}.", told)


def internal_format(values: Sequence[int], offset: int, name: str, told: list[tuple[str, str]], more: str = "") -> str:
    """Format a sequence as an entry in the internal format of the OEIS, lines such as "%N A000000 Title".

    Args:
        values: The terms.
        offset: The index of the first term.
        name: The title of the sequence.
        told: More lines, each as its letter and its text, such as ("C", "A comment.").
        more: More keywords after "nonn", each with a comma before it.

    Returns:
        The lines of the entry.
    """
    large = next((place for place, value in enumerate(values, 1) if value > 1), 1)
    lines = [("I", ""), *zip(LINES, _lines(values), strict=False), ("N", name), *told]
    lines += [("K", f"nonn{more}"), ("O", f"{offset},{large}"), ("A", "_Your Name_")]
    return "".join(f"%{letter} A000000 {text}".rstrip() + "\n" for letter, text in lines)


def _lines(values: Sequence[int]) -> Iterator[str]:
    """Yield the first terms of a sequence as at most three lines; each line except the last ends with a comma."""
    lines = [""]
    for value in map(str, values):
        if len(lines[-1]) + len(value) + 1 > WIDTH:
            if len(lines) == len(LINES):
                break
            lines.append("")
        lines[-1] += f"{value},"
    yield from (*lines[:-1], lines[-1].rstrip(","))
