"""The command line: one module per command; it parses, calls, prints, and sets the exit code."""

from .main import main

__all__ = ["main"]
