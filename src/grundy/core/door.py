"""Doors that open when somebody knocks: a package lends names of its modules without importing them before.

Start-up counts: `grundy solve "nim: 3 5 7"` needs no drawing of graphs and no codes. The `__init__.py` of a package is
a map from names to modules (PEP 562), its `__init__.pyi` says the same to type checkers and editors.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import TypeAlias

Face: TypeAlias = tuple[Callable[[str], object], Callable[[], list[str]], list[str]]


def door(package: str, modules: Mapping[str, str]) -> Face:
    """Return `__getattr__`, `__dir__` and `__all__` of a package whose names live in `modules`: "a b" -> ".module"."""
    homes = {name: module for names, module in modules.items() for name in names.split()}
    public = sorted(homes)

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

    return open_door, lambda: public, public
