"""Reads the user's settings: the level of log messages, and the defaults in the configuration file.

The command line has precedence over the environment, and the environment over the file. `main.py` imports this module
only if there is such a file, variable or option.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Any

from ..core import InputError, cannot_read, log
from .output import DEFAULTS, FLAGS, QUIET, SHOWN

LEVELS = ("error", "warning", "info", "debug")
"""Values of GRUNDY_LOG, from the fewest messages to the most."""
KEYS: dict[str, tuple[Callable[[Any], bool], str, str]] = {
    "width": (lambda value: _is_count(value) and 20 <= value <= 9999, "a number of columns from 20 to 9999", "COLUMNS"),
    "colour": (lambda value: isinstance(value, bool), "true or false", "NO_COLOR"),
    "pager": (lambda value: isinstance(value, str), 'a command such as "less"', "GRUNDY_PAGER"),
    "log": (lambda value: value in LEVELS, " or ".join(f'"{level}"' for level in LEVELS), "GRUNDY_LOG"),
    "limit-seconds": (
        lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0,
        "a number of seconds above 0",
        "",
    ),
    "limit-memory": (
        lambda value: isinstance(value, str) and bool(re.fullmatch(r"[1-9][0-9]{0,14}[KMGTkmgt]?", value)),
        'a size such as "4G"',
        "",
    ),
}
"""Key of the file -> a test of its value, the expected values in words, and the environment variable it stands for."""


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def settled(words: Sequence[str], path: str) -> list[str]:
    """Apply the settings of the command line, the environment and the configuration file.

    Args:
        words: The arguments of the command line.
        path: The configuration file, or "" for none.

    Returns:
        The arguments without the options that this function applies.

    Raises:
        InputError: If the file or a variable is wrong; the error names the line of the file.
    """
    if path:
        _read(path)
    ours = words[: words.index("--")] if "--" in words else words
    given = [FLAGS[word] for word in ours if word in FLAGS]
    if QUIET in given:
        SHOWN.add(QUIET)
    named = os.environ.get("GRUNDY_LOG", "").lower()
    if named and named not in LEVELS:
        raise InputError(f"expected {', '.join(LEVELS[:-1])} or debug in GRUNDY_LOG, found {named[:20]!r}")
    more = sum(one == "more" for one in given) + 2 * ("most" in given)
    level = LEVELS[min(3, max(LEVELS.index(named or "warning"), 1 + more if more else 0))]
    if level != "warning":
        import logging

        logging.basicConfig(format="%(levelname)s %(relativeCreated)d ms: %(message)s", force=True)
        logging.getLogger("grundy").setLevel(level.upper())
    rest = [word for word in ours if word not in FLAGS] + list(words[len(ours) :])
    log("the arguments are %r, the settings are from %s", rest, path or "the environment")
    return rest


def _read(path: str) -> None:
    """Read the configuration file, and store its settings as environment variables (unless set) and in `DEFAULTS`."""
    import tomllib

    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123  # importing pathlib takes longer
            text = file.read()
        found = tomllib.loads(text)
    except OSError as error:
        raise cannot_read(path, error) from None
    except UnicodeDecodeError:
        raise InputError(f"expected UTF-8 text in {path}") from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column (\d+)\)$", str(error))
        number, at = (int(place[1]), int(place[2]) - 1) if place else (len(text.splitlines()) or 1, 0)
        what = str(error)[: place.start() if place else None]
        raise _wrong(path, text, number, what[:1].lower() + what[1:], at=at) from None
    for key, value in found.items():
        number = _line_of(text, key)
        if key not in KEYS:
            raise _wrong(path, text, number, f"unknown key {key!r}", hint=f"the keys are {', '.join(KEYS)}")
        if not KEYS[key][0](value):
            raise _wrong(path, text, number, f"expected {KEYS[key][1]} for {key}, found {value!r}")
        _set(key, value)


def _set(key: str, value: Any) -> None:  # noqa: ANN401  # of the type that the key requires
    if key == "limit-seconds":
        DEFAULTS.seconds = float(value)
    elif key == "limit-memory":
        from .options import Size

        DEFAULTS.memory = Size().read(value)
    elif key != "colour":
        os.environ.setdefault(KEYS[key][2], str(value))
    elif not value:
        os.environ.setdefault("NO_COLOR", "1")


def _line_of(text: str, key: str) -> int:
    """Return the number of the line that sets a key, counted from 1; 1 if it is written in an unusual way."""
    named = re.search(rf"""^[ \t]*\[*[ \t]*["']?{re.escape(key)}["']?[ \t]*[=.\]]""", text, re.MULTILINE)
    return 1 if named is None else text.count("\n", 0, named.start()) + 1


def _wrong(path: str, text: str, number: int, message: str, *, at: int = 0, hint: str | None = None) -> InputError:
    lines = text.splitlines()
    line = lines[number - 1] if number <= len(lines) else ""
    return InputError(f"{path}, line {number}: {message}", text=line, at=min(at, len(line)), hint=hint)
