"""The facts of the atlas about an explored ruleset and about rulesets with the same values."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Code, InputError, Structure
from ...drawing.fit import prose
from ...notation import read_ruleset
from ...patterns import Likeness
from ..persistence.facts import Fact, facts_about, shipped_atlas
from .exploration import Explored

MOST = 4
"""The largest number of facts."""


def facts_like(found: Explored) -> tuple[Fact, ...]:
    """Return published results about the ruleset, and then those about rulesets with the same values.

    The results come from the atlas, a collection of published results; without this collection there are none. Raise
    `CorruptStore` or `StoreMismatch` if the atlas cannot be read, because an answer without it would look complete.

    >>> from ...notation import read_ruleset
    >>> from .explore import values_only
    >>> [fact.id for fact in facts_like(values_only(read_ruleset("kayles"), 40))][:2]
    ['octal/0.77', 'published/kayles-same']
    """
    own = _names(found.ruleset.name, found.ruleset.facet(Structure).sequence())
    alike = [one.detail for one in found.likeness if isinstance(one.detail, Likeness) and one.detail.difference is None]
    others = {name for like in alike if like.grade in {"same", "later"} for name in _read(like.name)} - own
    try:
        facts = facts_about(own | others, shipped_atlas())
    except InputError:
        return ()
    misere = found.play == "misere"
    facts = [fact for fact in facts if (fact.data.get("play") == "misere") == misere]
    return tuple(sorted(facts, key=lambda fact: fact.subject not in own)[:MOST])


def told(facts: tuple[Fact, ...]) -> Iterator[str]:
    """Yield a paragraph for each published result: what it claims, its identifier, and its first source."""
    for fact in facts:
        yield prose(f"Atlas: {fact.claim} ({fact.id}); first published: {fact.source}.", subsequent_indent="  ")


def _read(name: str) -> set[str]:
    return _names(name, read_ruleset(name, files=False).facet(Structure).sequence())


def _names(name: str, rule: object) -> set[str]:
    return {name, str(rule)} if isinstance(rule, Code) else {name}
