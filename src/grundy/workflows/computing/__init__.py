"""Long sequences: values, periods, runs that are saved, sweeps, and their stores."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "FAR find_quotient": ".misere",
        "quotient_fields": ".misere_sweep",
        "heap_values is_heap_ruleset": ".values",
        "PROVED_TO known_periods proved_period": ".period",
        "Means Plan Summary lines_of_earlier sweep_lines sweep_to_file": ".sweep",
    },
)
