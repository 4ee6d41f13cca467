"""The command line of grundy, with one module per command.

A command parses its arguments, calls the library, prints the result, and sets the exit code.
"""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "line_editing": ".line_editing",
        "main": ".main",
        "Number Seconds json_option limit_options screen_options working": ".options",
    },
)
