"""The catalogue: every ruleset with its name, its parameters and an example; modules load when they are needed."""

from .catalogue import CATALOGUE, Entry, Parameter, entry, make

__all__ = ["CATALOGUE", "Entry", "Parameter", "entry", "make"]
