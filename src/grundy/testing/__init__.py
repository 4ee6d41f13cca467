"""Conformance tests for everybody: do a rule, a method and a kernel agree with the definition?"""

from .kernel import check_kernel
from .method import check_method
from .packed import check_packed
from .ruleset import check_ruleset

__all__ = ["check_kernel", "check_method", "check_packed", "check_ruleset"]
