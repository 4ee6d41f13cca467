"""The web app on this machine: it parses requests, runs workflows in child processes, and renders the answers."""

from grundy.core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "create_app": ".app",
        "launch": ".serve",
        "Settings behind own_address served": ".settings",
    },
)
