"""The tasks, by ludology."""

from ludology import Nimber

TASKS = {
    "nim": lambda: (Nimber(3) + Nimber(5) + Nimber(7)).value.lstrip("*") or "1",
    "product 4x4": lambda: (Nimber(4) * Nimber(4)).value.lstrip("*") or "1",
    "product 7x9": lambda: (Nimber(7) * Nimber(9)).value.lstrip("*") or "1",
}
