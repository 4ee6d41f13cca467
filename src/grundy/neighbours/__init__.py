"""Adapters to other programs: CGSuite, OEIS, networkx, PettingZoo and Gymnasium, agents that speak MCP, Lean."""

from ..core import door

__getattr__, __dir__, __all__ = door(
    __name__,
    {
        "Bounds": ".observed",
        "aec_environment solo_environment": ".learning",
        "lean_text": ".lean",
        "serve_mcp": ".mcp_server",
        "cgsuite_text read_cgsuite": ".cgsuite",
        "from_networkx": ".networkx_graphs",
        "OeisEntry oeis_b_file oeis_draft oeis_entries": ".oeis",
    },
)
