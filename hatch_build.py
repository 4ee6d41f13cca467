"""Compiles the package when it is built: bytecode, and the kernels, so that nobody waits for them.

The kernels are compiled for the processor at hand, or for every level of its kind where GRUNDY_LEVELS=all is set
(wheels that are handed on). Without numba the package is built without them; they are compiled when they are called.
"""

import compileall
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LEVELS = "src/grundy/kernels/levels"


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's hooks need no configuration here
    """Writes bytecode beside the sources; Python ignores it when a source has changed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel, also an editable one, is made."""
        for package in ("grundy", "grundy_check"):
            compileall.compile_dir(f"{self.root}/src/{package}", quiet=2)
        if self.target_name == "wheel" and version == "standard":  # an editable package reads it where it is
            build_data["force_include"]["docs/atlas"] = "grundy/data/atlas"
        if self.target_name == "wheel" and find_spec("numba") is not None and self._kernels():
            build_data["artifacts"].append(f"{LEVELS}/**/*.py{sys.version_info.major}{sys.version_info.minor}.*")
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def _kernels(self) -> bool:
        """Compile the kernels and return whether they are ready; a machine that cannot still gets the package."""
        levels = os.environ.get("GRUNDY_LEVELS", "host")
        environment = os.environ | {"PYTHONPATH": str(Path(self.root, "src"))}
        made = subprocess.run(  # noqa: S603  # our own module
            [sys.executable, Path(self.root, "build_kernels.py"), levels], env=environment, check=False
        )
        return made.returncode == 0
