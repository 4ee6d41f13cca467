"""Log messages of the logger "grundy", written only if the program has imported `logging`.

Importing `logging` takes longer than solving a small game. A program without it has no handler that could show a
message below a warning, so nothing is lost.
"""

from __future__ import annotations

import sys


def log(message: str, *values: object, detail: bool = False) -> None:
    """Write a message to the logger "grundy".

    Args:
        message: The message, with a "%s" for each value.
        values: The values.
        detail: Whether the level is DEBUG instead of INFO.

    Example:
        >>> import logging, sys
        >>> handler = logging.StreamHandler(sys.stdout)
        >>> logger = logging.getLogger("grundy")
        >>> logger.addHandler(handler)
        >>> logger.setLevel("INFO")
        >>> log("the method is %s", "proof-numbers")
        the method is proof-numbers
        >>> logger.removeHandler(handler)
        >>> logger.setLevel("NOTSET")
    """
    logging = sys.modules.get("logging")
    if logging is not None:
        level = logging.DEBUG if detail else logging.INFO
        logging.getLogger("grundy").log(level, message, *values)
