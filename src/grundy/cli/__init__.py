"""The command line: one module per command; it parses, calls, prints, and sets the exit code."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"main": ".main", "Seconds json_option": ".options"})
