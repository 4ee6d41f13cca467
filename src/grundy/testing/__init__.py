"""Conformance tests for everybody: do a rule, a method and a kernel agree with the definition?"""

from .kernel import check_kernel
from .method import check_method
from .ruleset import check_ruleset

__all__ = ["check_kernel", "check_method", "check_ruleset"]
