"""Grundy values of heaps 0..n of take-and-break and subtraction games, and their periods with proof."""

from .periods import MANY, Period, code_period, observed_period, subtraction_period
from .values import code_values, plain_code_values, plain_subtraction_values, subtraction_values

__all__ = [
    "MANY",
    "Period",
    "code_period",
    "code_values",
    "observed_period",
    "plain_code_values",
    "plain_subtraction_values",
    "subtraction_period",
    "subtraction_values",
]
