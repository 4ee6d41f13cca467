"""Finds and loads extensions of grundy in other installed distributions, such as games, by their entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from .errors import InputError
from .logs import log


@cache
def installed_plugins(group: str) -> dict[str, EntryPoint]:
    """List the entry points of a group by name; nothing is imported.

    Args:
        group: The group, such as "grundy.rulesets".

    Returns:
        The entry points by name, in alphabetical order. If two have the same name, the first on `sys.path` counts.
    """
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        found.setdefault(point.name, point)
    return dict(sorted(found.items()))


def load_plugin(point: EntryPoint, kind: type[Any]) -> Any:  # noqa: ANN401  # of this kind
    """Import the object that an entry point of an installed package names.

    Args:
        point: The entry point, which states a module and a name in it.
        kind: The class that the object must have.

    Returns:
        The object.

    Raises:
        InputError: If it cannot be imported or has another type; the error names the distribution.
    """
    where = f"{point.value}, the {point.group} entry point {point.name!r} of {point.dist.name if point.dist else '?'}"
    log("importing %s", where, detail=True)
    try:
        found = point.load()
    except Exception as error:  # whatever the code of others raises
        raise InputError(f"cannot import {where}: {type(error).__name__}: {error}") from error
    if not isinstance(found, kind):
        raise InputError(f"expected an object of type {kind.__name__} at {where}, found {type(found).__name__}")
    return found
