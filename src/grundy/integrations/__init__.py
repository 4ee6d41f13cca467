"""Adapters to other programs: CGSuite, the OEIS, networkx and pycgt."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "cgsuite_text read_cgsuite": ".cgsuite",
        "from_networkx": ".networkx_graphs",
        "pycgt_value": ".pycgt_values",
        "oeis_b_file oeis_draft": "..operations",
        "OeisEntry oeis_entries": "..workflows.exploring",
    },
)
