"""The definition, and nothing else: values and outcomes from `options`, to judge every hook of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic

from grundy.core import Knowledge, Outcome, P, Ruleset, Sum, as_sum, count_moves, facet, mex, nim_sum, scene_of


class Oracle(Generic[P]):
    """Memoised recursion over the options of one ruleset."""

    def __init__(self, rule: Ruleset[P]) -> None:
        self.rule = rule
        self._values: dict[P, int] = {}
        self._misere: dict[tuple[P, ...], bool] = {}

    def value(self, position: P) -> int:
        """The mex of the values of the options."""
        if position not in self._values:
            self._values[position] = mex(self.sum_value(as_sum(option)) for option in self.rule.options(position))
        return self._values[position]

    def sum_value(self, parts: Sum[P]) -> int:
        """The nim-sum of the values of the parts."""
        return nim_sum(map(self.value, parts))

    def outcome(self, position: P) -> Outcome:
        """The outcome in normal play."""
        return Outcome.of_value(self.value(position))

    def misere(self, parts: Sum[P]) -> Outcome:
        """The outcome in misere play, by recursion over whole sums."""
        return Outcome.wins(self._wins_misere(tuple(sorted(parts))))  # type: ignore[type-var]

    def _wins_misere(self, parts: tuple[P, ...]) -> bool:
        if parts not in self._misere:
            nexts = [
                tuple(sorted((*parts[:i], *as_sum(option), *parts[i + 1 :])))  # type: ignore[type-var]
                for i, part in enumerate(parts)
                for option in self.rule.options(part)
            ]
            self._misere[parts] = not nexts or not all(self._wins_misere(after) for after in nexts)
        return self._misere[parts]


def check_hooks(rule: Ruleset[P], positions: Iterable[P]) -> Oracle[P]:
    """Compare every hook for normal play with the definition; return the oracle for further questions."""
    oracle = Oracle(rule)
    for position in positions:
        rule.check(position)
        _check_moves(rule, position)
        _check_theory(oracle, position)
        canonical = rule.canonical(position)
        rule.check(canonical)
        assert rule.canonical(canonical) == canonical
        assert oracle.value(canonical) == oracle.value(position), position
        assert rule.read(rule.show(Sum(position))) == Sum(position)
        assert scene_of(rule, position) is not None
    return oracle


def _check_moves(rule: Ruleset[P], position: P) -> None:
    """Moves and options agree, in order; none comes twice; their number is right; all are legal positions."""
    options = [as_sum(option) for option in rule.options(position)]
    moves = list(rule.moves(position))
    assert [move.leaves for move in moves] == options, position
    assert len(set(options)) == len(options) == count_moves(rule, position), position
    assert len({move.label for move in moves}) == len(moves), position
    for option in options:
        for part in option:
            rule.check(part)


def _check_theory(oracle: Oracle[P], position: P) -> None:
    """Known values, outcomes and moves are those of the definition, and the moves come in the order of options."""
    rule, value = oracle.rule, oracle.value(position)
    assert facet(rule, Knowledge).known_value(position) in (None, value), position
    assert facet(rule, Knowledge).known_outcome(position) in (None, Outcome.of_value(value)), position
    moves = list(rule.moves(position))
    values = [oracle.sum_value(move.leaves) for move in moves]
    for target in range(max(values, default=0) + 3):
        found = facet(rule, Knowledge).moves_to(position, target)
        if found is not None:
            assert list(found) == [m for m, v in zip(moves, values, strict=True) if v == target], (position, target)


def check_misere(rule: Ruleset[P], sums: Iterable[Sum[P]]) -> None:
    """The misere theorem is right and complete, and `moves_to` finds every winning move as the hook promises."""
    oracle = Oracle(rule)
    for parts in sums:
        assert facet(rule, Knowledge).known_misere(parts) is oracle.misere(parts), parts
        for i, part in enumerate(parts):
            rest = oracle.sum_value(Sum.of((*parts[:i], *parts[i + 1 :])))
            for move in rule.moves(part):
                if oracle.misere(parts.replace(i, move.leaves)) is Outcome.P:
                    target = oracle.sum_value(move.leaves)
                    assert target in (rest, 0, 1)
                    assert move in list(facet(rule, Knowledge).moves_to(part, target) or ()), (parts, move)


def labels(moves: Iterable[Any] | None) -> list[str]:
    """The names of moves; a missing theorem fails the test."""
    assert moves is not None
    return [move.label for move in moves]
