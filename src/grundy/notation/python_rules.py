"""Loads rulesets from Python files, such as `rules.py:MyGame`; only the library and the command line use it."""

from __future__ import annotations

import importlib.util
import sys
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from ..core import FunctionRuleset, NotationError, RuleError, Ruleset, copied_by

DEFAULT = "options"
"""The name that is used if only the file is given."""


def load_rule(file: str, name: str) -> Ruleset[Any]:
    """Load a ruleset from a Python file.

    Args:
        file: The path of the file.
        name: The name in the file: a `Ruleset`, a subclass of it, or a function of the position.

    Returns:
        The ruleset.

    Raises:
        NotationError: If there is no such file or name, or if the object is not a rule.
        RuleError: If the file raises an exception.
    """
    module = _load(file)
    found = getattr(module, name, None)
    if found is None:
        made = (key for key, one in vars(module).items() if getattr(one, "__module__", "") == module.__name__)
        hint = f"it has {', '.join(islice(made, 8)) or 'no function'}" if name == DEFAULT else None
        raise NotationError(f"{file} has no {name}", hint=hint)
    if isinstance(found, type) and issubclass(found, Ruleset):
        found = _construct(found, file)
    found = getattr(found, "ruleset", found)
    if callable(found) and not isinstance(found, Ruleset):
        found = FunctionRuleset(found)
    if not isinstance(found, Ruleset):
        raise NotationError(f"{file}:{name} is not a rule: expected a function of the position or a Ruleset")
    try:
        found.name = f"{file}:{name}"
    except AttributeError:
        raise RuleError(f"{file}:{name}: its name must be an attribute that can be set") from None
    copied_by(found, load_rule, file, name)
    return found


def _construct(kind: type[Ruleset[Any]], file: str) -> Ruleset[Any]:
    try:
        return kind()
    except (Exception, SystemExit) as error:
        raise RuleError(f"{file}:{kind.__name__}() raised {type(error).__name__}: {error}") from error


def _load(file: str) -> ModuleType:
    """Load a Python file as a module; it is run again only if the file has changed."""
    try:
        path = Path(file).resolve()
        found = path.stat() if path.is_file() else None
    except (OSError, ValueError):
        found = None
    if found is None:
        raise NotationError(f"cannot read {file}: no such file")
    return _run(path, file, (found.st_mtime_ns, found.st_size))


@lru_cache(maxsize=32)
def _run(path: Path, file: str, version: tuple[int, int]) -> ModuleType:  # noqa: ARG001  # part of the cache key
    spec = importlib.util.spec_from_file_location(f"grundy_user_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise NotationError(f"{file}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        place = f", line {error.lineno}" if error.lineno else ""
        raise RuleError(f"{file}{place}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        raise RuleError(f"{file} raised {type(error).__name__}: {error}") from error
    return module
