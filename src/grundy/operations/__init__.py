"""Each question stated once: its request, its result, its answer. Commands, API, agents and library show the table."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Context write_whole": ".context",
        "FieldRecord Request": ".request",
        "Result": ".result",
        "ENDPOINTS OPERATIONS Operation every_operation operation served": ".table",
    },
)
