"""Conformance tests for everybody: does a rule keep its promises, does a method or a kernel agree with the definition?"""

from .kernel import check_kernel
from .method import check_method
from .ruleset import check_ruleset

__all__ = ["check_kernel", "check_method", "check_ruleset"]
