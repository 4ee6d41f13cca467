"""The tasks, by cgt-py, the interface of cgt-tools for Python."""

from cgt_py import Domineering


def temperature(rows: int, columns: int) -> str:
    """Return the temperature of an empty Domineering board."""
    found = Domineering("|".join(["." * columns] * rows)).canonical_form.temperature
    return repr(found).partition("'")[2].rstrip("')")


TASKS = {"domineering 4x4": lambda: temperature(4, 4), "domineering 4x5": lambda: temperature(4, 5)}
