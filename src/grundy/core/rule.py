"""Rulesets from one Python function of the position."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from importlib import import_module
from typing import Any, SupportsIndex

from .errors import GrundyError, RuleError
from .limits import at_most
from .literals import check_position, plain_position, show_literal
from .ruleset import Option, Ruleset
from .sums import Sum

Rule = Callable[[Any], Iterable[Any]]
"""Returns the options of a position: positions, or `Sum(a, b)` for a move that splits."""


class FunctionRuleset(Ruleset[Any]):
    """A ruleset from a function; every option is checked before it is used.

    Args:
        function: Returns the options of a position.
        name: The name of the ruleset; by default the name of the function.
    """

    def __init__(self, function: Rule, name: str | None = None) -> None:
        self.function = function
        self.name = name or str(getattr(function, "__name__", "rule"))

    def options(self, position: Hashable) -> list[Option[Any]]:
        """Return the distinct options; raise `RuleError` if one of them cannot be a position."""
        where = f"{self.name}({show_literal(position)})"
        found = [plain_position(option) for option in self._call(position, where)]
        heap = type(position) is int and position >= 0
        for option in found:
            for part in option if isinstance(option, Sum) else (option,):
                check_position(part, where)
                if heap and type(part) is int and part < 0:
                    raise RuleError(f"{where} gives {option}: a heap cannot be negative; take k only if k <= n")
        return list({(isinstance(option, Sum), option): option for option in found}.values())

    def _call(self, position: Hashable, where: str) -> list[Any]:
        """Call the user's function and convert any exception to `RuleError`.

        The function gets `position`. `where` names the call in messages, such as "rule(5)".
        """
        try:
            found = self.function(position)
            if found is None or isinstance(found, (str, bytes, Sum)):
                raise TypeError(f"it returned {found!r}, not the options")
            return at_most(found, f"{where} gives")
        except GrundyError:
            raise
        except RecursionError as error:
            raise RuleError(f"{where} recurses too deeply") from error
        except (Exception, SystemExit) as error:
            message = f"{where} raised {type(error).__name__}: {error}"
            raise RuleError(message, hint=self._line(error)) from error

    def _line(self, error: BaseException) -> str | None:
        """Return the place of an error in the file of the rule, such as "line 12 of the file".

        Return None if the rule is not read from a file, or if the error is not in this file.
        """
        from traceback import walk_tb

        code = getattr(self.function, "__code__", None)
        if code is None or ".py:" not in self.name:
            return None
        lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == code.co_filename]
        return f"line {lines[-1]} of the file" if lines else None

    def check(self, position: Hashable) -> None:
        check_position(position, self.name)

    def __eq__(self, other: object) -> bool:
        """Compare the functions, because two rules of the same name may differ."""
        return type(self) is type(other) and self.function == other.function

    __hash__ = Ruleset.__hash__

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Return a function and its arguments that rebuild the ruleset when it is copied or unpickled.

        If the decorator `rule` made the ruleset from a function of a module, the copy is the ruleset of the function
        with the same name in that module. Otherwise it is rebuilt as any `Ruleset`.
        """
        place = getattr(self.function, "__module__", ""), getattr(self.function, "__qualname__", "")
        if self._made_by is None and _standing_at(*place) is self:
            return _standing_at, place
        return super().__reduce_ex__(protocol)


def _standing_at(module: str, name: str) -> object:
    return getattr(getattr(import_module(module) if module else None, name, None), "ruleset", None)
