"""Lazy imports: a package exports names of its modules and imports a module when one of its names is first used.

This keeps start-up fast: `grundy solve "nim: 3 5 7"` needs no graph drawing and no codes. The `__init__.py` of a
package maps names to modules (PEP 562), and its `__init__.pyi` states the same for type checkers and editors.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import TypeAlias

Exports: TypeAlias = tuple[Callable[[str], object], Callable[[], list[str]], list[str]]


def lazy_exports(package: str, modules: Mapping[str, str]) -> Exports:
    """Build the module functions of a package with lazy imports.

    Args:
        package: The full name of the package.
        modules: Maps names, separated by blanks, to the module that defines them, such as "a b" to ".module".

    Returns:
        `__getattr__`, `__dir__` and `__all__` for the package.
    """
    homes = {name: module for names, module in modules.items() for name in names.split()}
    public = sorted(homes)

    class Package(ModuleType):
        """A package whose exported names are not replaced by submodules of the same name.

        When Python imports a submodule, it sets the attribute of this name on the package. If the package exports a
        function of the same name, this class ignores the assignment.
        """

        def __setattr__(self, name: str, value: object) -> None:
            if not (name in homes and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

    sys.modules[package].__class__ = Package

    def fetch(name: str) -> object:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(home, package), name)
        setattr(sys.modules[package], name, found)
        return found

    return fetch, lambda: public, public
