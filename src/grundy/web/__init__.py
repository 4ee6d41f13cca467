"""The page of grundy, served to this machine: it parses, asks a workflow in a child process, and shows the answer."""

from typing import TYPE_CHECKING

from ..core import door

if TYPE_CHECKING:
    from .app import create_app
    from .serve import check_installed, launch
    from .settings import Settings, served

__getattr__ = door(__name__, {"create_app": ".app", "check_installed launch": ".serve", "Settings served": ".settings"})

__all__ = ["Settings", "check_installed", "create_app", "launch", "served"]
