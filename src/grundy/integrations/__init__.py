"""Adapters to other programs: CGSuite, the OEIS, networkx, and AI agents through the Model Context Protocol (MCP)."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "serve_mcp": ".mcp_server",
        "cgsuite_text read_cgsuite": ".cgsuite",
        "from_networkx": ".networkx_graphs",
        "oeis_b_file oeis_draft": "..operations.oeis",
        "OeisEntry oeis_entries": "..workflows.exploring.oeis_entries",
    },
)
