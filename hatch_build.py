"""Compiles the package when it is built, so that the first start from a fresh checkout is as quick as the next."""

import compileall
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's hooks need no configuration here
    """Writes bytecode beside the sources; Python ignores it when a source has changed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel, also an editable one, is made."""
        for package in ("grundy", "grundy_check"):
            compileall.compile_dir(f"{self.root}/src/{package}", quiet=2)
