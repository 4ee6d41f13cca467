"""Long sequences of values: periods, saved and resumed computations, sweeps over many codes, and files."""

from ...core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Form exported": ".export",
        "FAR find_quotient": ".misere",
        "quotient_fields": ".misere_sweep",
        "PROVED_TO find_period known_periods proved_period": ".period",
        "sequence_picture": ".plot",
        "MOST_DRAWN raster sequence_begun": ".raster",
        "SHARED_BYTES known_values": ".shared_memory",
        "Means Plan Summary lines_of_earlier sweep_lines sweep_to_file": ".sweep",
        "heap_values is_heap_ruleset": ".values",
    },
)
