"""Protects long computations: opens and checks files of values, and ends the work cleanly on a signal to stop."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Fact facts_about facts_on installed_atlases read_facts": ".facts",
        "TORN interrupted_by is_stopped stoppable": ".signals",
        "copy_store salvage_store verify_store": ".store",
    },
)
