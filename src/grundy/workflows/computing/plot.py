"""Draws a sequence of values with its known period, and writes the picture to a file.

A period is marked only if all values in the picture agree with it. It is called proved only in normal play, because the
theorems are about normal play. The file contains no date, so equal values give equal files.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import drawing, sequences
from ...core import Code, InputError, Ruleset, Structure, cannot_write, facet, has_misere_rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...drawing.sequence_plot import Form
    from ...sequences.arrays import Series

    Values = NDArray[np.integer[Any]]

NEAR = 4096
"""The least number of heaps searched for a period, even for few values."""
PIECE = 1 << 20
"""Values compared at a time."""
OBSERVED = 10**5
"""Values searched for a period if none is proved; later ones are only compared with it."""


def write_plot(
    ruleset: Ruleset[Any], values: Sequence[int] | Values | Series, out: Path, *, misere: bool = False
) -> None:
    """Draw the values of heaps as a picture with the period marked, and write it to a file.

    Args:
        ruleset: The ruleset, on single heaps.
        values: The values of heaps 0, 1, ...
        out: The file, which ends in .svg or .png.
        misere: Whether the player who makes the last move loses.

    Raises:
        InputError: If the suffix is unknown, the values are empty, or the file cannot be written.
        MissingExtra: If matplotlib is not installed.
        DiskFull: If the disk is full.
    """
    from ...storage import write_whole

    form = plot_form(out)
    data = drawing.sequence_plot(sequence_picture(ruleset, values, misere=misere), form)
    try:
        write_whole(out, [data])
    except OSError as error:
        raise cannot_write(out, error) from None


def plot_form(out: Path) -> Form:
    """Return the format of a picture by the suffix of its file; raise `InputError` for an unknown suffix.

    >>> plot_form(Path("kayles.svg"))
    'svg'
    """
    forms: dict[str, Form] = {".svg": "svg", ".png": "png"}
    if form := forms.get(out.suffix.lower()):
        return form
    raise InputError(
        f"expected a file name that ends in .svg or .png, found {out.name!r}",
        hint="for instance values.svg",
    )


def sequence_picture(
    ruleset: Ruleset[Any], values: Sequence[int] | Values | Series, *, misere: bool = False
) -> drawing.SequencePicture:
    """Prepare the values of heaps for a picture, with the rare heaps and the period to mark.

    For a take-and-break code, a mask divides the values into two types. It is chosen so that as few heaps as possible,
    the rare heaps, have values of one type (`sequences.rare_heaps`).

    Args:
        ruleset: The ruleset, on single heaps.
        values: The values of heaps 0, 1, ...
        misere: Whether the player who makes the last move loses.

    Returns:
        The picture as data.

    Example:
        >>> from grundy.notation import read_ruleset
        >>> sequence_picture(read_ruleset("take {1, 3, 4}"), [0, 1, 0, 1, 2, 3, 2, 0, 1]).repeat.caption
        'period 7 from heap 0, proved'
    """
    import numpy as np

    numbers = values if isinstance(values, np.ndarray) else np.array(values, np.int64)
    rule = None if misere or has_misere_rule(ruleset) else facet(ruleset, Structure).sequence()
    rare = sequences.rare_heaps(rule, numbers) if isinstance(rule, Code) else None
    title = f"{ruleset.name}, misère play" if misere else ruleset.name
    return drawing.SequencePicture(title, numbers, rare, _repeat(rule, numbers))


def _repeat(rule: Code | tuple[int, ...] | None, values: Values) -> drawing.Repeat | None:
    """Return the period to mark in the picture, a proved one if possible, otherwise an observed one.

    The result is None if no period is known, or if a value contradicts it.
    """
    reach = min(sequences.QUICK_REACH, max(NEAR, 4 * len(values)))
    period = None if rule is None else sequences.quick_search(rule, None, reach)
    if not isinstance(period, sequences.Period):
        period = sequences.observed_period(values[:OBSERVED].tolist())
    if period is None or not _has(values, period):
        return None
    last = drawing.spaced(len(values) - 1)
    words = [f"period {drawing.spaced(period.period)} from heap {drawing.spaced(period.preperiod)}"]
    words += [f"saltus {drawing.spaced(period.saltus)}"] if period.saltus else []
    words += ["proved" if period.status == "proved" else f"observed up to heap {last}"]
    return drawing.Repeat(period.preperiod, period.period, ", ".join(words))


def _has(values: Values, period: sequences.Period) -> bool:
    import numpy as np

    first, p = len(period.values), period.period
    if not np.array_equal(values[:first], period.values[: len(values)]):
        return False
    for start in range(first, len(values), PIECE):
        end = min(start + PIECE, len(values))
        now, before = (values[at : at + end - start].astype(np.int64) for at in (start, start - p))
        if not np.array_equal(now, before + period.saltus):
            return False
    return True
