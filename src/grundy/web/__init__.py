"""The page of grundy, served to this machine: it parses, asks a workflow in a child process, and shows the answer."""

from ..core import door

__getattr__, __dir__, __all__ = door(
    __name__,
    {
        "create_app": ".app",
        "check_installed launch": ".serve",
        "Settings behind own_address served": ".settings",
    },
)
