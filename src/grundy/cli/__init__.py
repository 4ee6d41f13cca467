"""The command line: one module a command; parse, call, show, and the exit code."""

from .main import main

__all__ = ["main"]
