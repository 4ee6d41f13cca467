"""Explains searches of large games in misère play."""

from .deep import lines

__all__ = ["lines"]
