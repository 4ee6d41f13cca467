"""Solvers of positions, one file a method; `definition` is the truth that all others agree with."""

from .cycles import shortest_cycle
from .definition import grundy_value, grundy_values
from .heaps import heap_values
from .whole import Course, WholeSolver

__all__ = ["Course", "WholeSolver", "grundy_value", "grundy_values", "heap_values", "shortest_cycle"]
