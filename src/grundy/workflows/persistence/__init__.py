"""Protects long computations: stores of values that are opened and checked, and signals that end work in order."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Fact facts_about facts_on installed_atlases read_facts": ".facts",
        "TORN interrupted_by is_stopped stoppable": ".signals",
        "copy_store salvage_store verify_store": ".store",
    },
)
