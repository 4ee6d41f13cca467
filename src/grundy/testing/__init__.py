"""Public checks that a ruleset, a method or a compiled function agrees with the definition of the game."""

from .method import check_kernel, check_method
from .packed import check_packed
from .packed_machine import check_compiled
from .ruleset import check_ruleset
from .words import Bare, WordsRuleset

__all__ = ["Bare", "WordsRuleset", "check_compiled", "check_kernel", "check_method", "check_packed", "check_ruleset"]
