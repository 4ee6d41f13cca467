"""Doors that open when somebody knocks: a package lends names of its modules without importing them before.

Start-up counts: `grundy solve "nim: 3 5 7"` needs no drawing of graphs and no codes. A package calls
`door` for its `__getattr__` (PEP 562) and tells type checkers the same names under TYPE_CHECKING.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType


def door(package: str, modules: Mapping[str, str]) -> Callable[[str], object]:
    """Return the `__getattr__` of a package whose names live in `modules`: "first second" -> ".module"."""
    homes = {name: module for names, module in modules.items() for name in names.split()}

    class Package(ModuleType):
        """A package whose lent names are never hidden by modules of the same name, whoever imports them first."""

        def __setattr__(self, name: str, value: object) -> None:
            if not (name in homes and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

    sys.modules[package].__class__ = Package

    def open_door(name: str) -> object:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(home, package), name)
        setattr(sys.modules[package], name, found)
        return found

    return open_door
