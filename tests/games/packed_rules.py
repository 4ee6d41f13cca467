"""Judges a packed rule that is given beside its ruleset, with what `grundy.testing` has for those it names itself."""

from __future__ import annotations

from itertools import islice
from typing import Any

from grundy.core import Meter, Packed, Ruleset, nim_sum
from grundy.search import grundy_values
from grundy.testing.packed import _Walk, _WordsRuleset
from grundy.testing.packed_machine import check_machine

Words = tuple[int, ...]


def packed_values(packed: Packed[Any], start: Any) -> tuple[int, dict[Words, int]]:
    """The value of a start by the packed rule alone, and of every component below; promises are checked on the way."""
    first = packed.split_of(tuple(packed.pack(start)))
    rule = _WordsRuleset("words", packed)
    values = grundy_values(rule, first)
    for words in values:
        assert packed.canon_of(words) == words
        assert packed.known_of(words) in {None, values[words]}
        for option in rule.options(words):
            assert all(packed.weight_of(piece) < packed.weight_of(words) for piece in option)
    values[(0,) * packed.words] = 0
    return nim_sum(values[words] for words in first), values


def check_packed(rule: Ruleset[Any], start: Any, packed: Packed[Any] | None) -> None:
    """Compare a packed rule with the definition, at the start and at every position that both reach."""
    assert packed is not None
    _Walk(rule, packed, Meter()).check(start)


def check_compiled(packed: Packed[Any], start: Any, most: int = 300) -> None:
    """Compare the compiled functions with the interpreted ones on the first states that are reached."""
    rule = _WordsRuleset("words", packed)
    queue = dict.fromkeys(packed.split_of(tuple(packed.pack(start))))
    states = list(queue)
    for state in states:  # grows while it is read
        new = [piece for option in rule.options(state) for piece in option if piece not in queue]
        queue.update(dict.fromkeys(new))
        states += [piece for piece in dict.fromkeys(new) if len(states) < most]
    check_machine(rule, packed, islice(states, most))
