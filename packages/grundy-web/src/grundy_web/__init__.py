"""The web app: it parses requests, computes answers in child processes, and renders them as pages or JSON."""

from grundy.core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "create_app": ".app",
        "launch": ".serve",
        "Settings behind own_address served": ".settings",
    },
)
