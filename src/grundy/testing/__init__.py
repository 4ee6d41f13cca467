"""Conformance tests for everybody: do a rule, a method and a kernel agree with the definition?"""

from .bare import Bare
from .kernel import check_kernel
from .method import check_method
from .packed import check_packed
from .packed_machine import check_compiled
from .ruleset import check_ruleset
from .words import WordsRuleset

__all__ = ["Bare", "WordsRuleset", "check_compiled", "check_kernel", "check_method", "check_packed", "check_ruleset"]
