"""The command line of grundy: one module per command; it parses, calls, prints, and sets the exit code."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "line_editing": ".line_editing",
        "main": ".main",
        "Number Seconds json_option limit_options screen_options working": ".options",
    },
)
