"""Drafts of OEIS entries for sequences of the atlas that the OEIS lacks, and their b-files."""

from __future__ import annotations

from grundy.core import InputError
from grundy.operations import internal_format
from grundy.workflows.computing import Form, exported
from grundy.workflows.persistence import Fact

NO_ENTRY = "no entry found"
"""The text in place of an OEIS number."""


def fact_draft(fact: Fact) -> str:
    """Return a draft of an OEIS entry for a sequence of values in the atlas, in the internal format of the OEIS.

    Args:
        fact: A fact of the kind "values".

    Returns:
        The draft, several lines of text.

    Raises:
        InputError: If the fact is not a sequence of values, or if the OEIS already has the sequence.

    Example:
        >>> from grundy_atlas import Atlas
        >>> print(fact_draft(Atlas().fact("board/kings-5xn")).splitlines()[2])
        %N A000000 Grundy value of placing kings on a 5 X n board.
    """
    _require_sequence(fact)
    data = fact.data
    lines = [("C", f"Evidence: {fact.evidence['second']}.")] if "second" in fact.evidence else []
    lines += [("D", fact.first["source"])] if "source" in fact.first else []
    last = data["from"] + len(data["values"]) - 1
    asked = f'grundy.solve("{data["games"]}".replace("{{n}}", str(n))).value'
    lines += [("o", f"(Python) import grundy; print([{asked} for n in range({data['from']}, {last + 1})])")]
    return internal_format(data["values"], data["from"], f"{data['title']}.", lines, more=",more")


def fact_b_file(fact: Fact) -> str:
    """Return a sequence of values in the atlas as a b-file, the text format of the OEIS with one line per term.

    Args:
        fact: A fact of the kind "values".

    Returns:
        The b-file.

    Raises:
        InputError: If the fact is not a sequence of values, or if the OEIS already has the sequence.

    Example:
        >>> from grundy_atlas import Atlas
        >>> fact_b_file(Atlas().fact("board/kings-5xn")).splitlines()[:3]
        ['1 3', '2 3', '3 3']
    """
    _require_sequence(fact)
    form = Form("bfile", fact.subject, offset=fact.data["from"])
    return b"".join(exported(fact.data["values"], form)).decode("ascii")


def _require_sequence(fact: Fact) -> None:
    if fact.kind != "values" or "title" not in fact.data:
        raise InputError(f"{fact.id} is not a sequence of values with a title")
    if fact.oeis != NO_ENTRY:
        raise InputError(f"{fact.id} is {fact.oeis}: expected a sequence without an entry")
