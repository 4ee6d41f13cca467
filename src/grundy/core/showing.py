"""Display of objects in notebooks; the top-level package names the module that draws them."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module


class Drawable:
    """An object that a notebook draws; `grundy.DRAWS` names the module whose `bundle_of` draws it."""

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        face = import_module(__name__.partition(".")[0])
        found: dict[str, str] = import_module(face.DRAWS, face.__name__).bundle_of(self, include, exclude)
        return found
