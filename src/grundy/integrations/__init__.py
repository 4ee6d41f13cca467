"""Adapters to other programs: CGSuite, the OEIS and networkx."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "cgsuite_text read_cgsuite": ".cgsuite",
        "from_networkx": ".networkx_graphs",
        "oeis_b_file oeis_draft": "..operations",
        "OeisEntry oeis_entries": "..workflows.exploring",
    },
)
