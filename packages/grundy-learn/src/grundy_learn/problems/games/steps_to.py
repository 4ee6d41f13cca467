"""Piles that move to a target, one step per move."""

from __future__ import annotations

from grundy.core import Knowledge, PositionError, RuleError, Ruleset, Theorem


class StepsTo(Ruleset[int], Knowledge[int]):
    """The game in which a move brings a pile one token nearer to a target, up or down, until it is there."""

    theory = Theorem("Every play of a pile p has |p - target| moves, so its value is that number mod 2", "by parity")

    def __init__(self, target: int) -> None:
        """Build the ruleset for a `target` of at least 0; raise `RuleError` if it is not such an integer."""
        if type(target) is not int or target < 0:
            raise RuleError(f"steps-to: the target is a whole number, not {target!r}")
        self.target = target
        self.name = f"steps-to({target})"

    def options(self, position: int) -> tuple[int, ...]:
        """Return the pile one token nearer to the target, or nothing if it is there."""
        if position == self.target:
            return ()
        return (position + 1 if position < self.target else position - 1,)

    def known_value(self, position: int) -> int:
        """Return the distance to the target modulo 2."""
        return abs(position - self.target) % 2

    def check(self, position: int) -> None:
        """Raise `PositionError` unless the position is an integer of at least 0."""
        if type(position) is not int or position < 0:
            raise PositionError(f"{self.name}: expected a pile, found {position!r}")
