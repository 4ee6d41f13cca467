"""How a large game was searched in misere play."""

from .deep import lines

__all__ = ["lines"]
