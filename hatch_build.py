"""Compiles the package when it is built: bytecode, and the kernels, so that nobody waits for them.

The kernels are compiled for the processor at hand, or for every level of its kind if GRUNDY_LEVELS=all is set (wheels
that are handed on). If they cannot be compiled the build stops with the output of the compiler. A package without
kernels is built if GRUNDY_KERNELS=none asks for it, or if the build requirements name no compiler for this Python and
processor. It contains the reason, which `grundy --version` prints. uv sets GRUNDY_KERNELS=later for a checkout (see
pyproject.toml), where the compiler is installed: the first command need not wait for all kernels.
"""

import compileall
import os
import platform
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.requirements import Requirement

LEVELS = "src/grundy/kernels/levels"
PYTHON = f"py{sys.version_info.major}{sys.version_info.minor}"
HELP = (
    "help: set GRUNDY_KERNELS=none to build a package without kernels, which is slow until it has compiled them itself"
)


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's hooks need no configuration here
    """Writes bytecode next to the sources; Python ignores it when a source has changed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel, also an editable one, is made."""
        compileall.compile_dir(f"{self.root}/src/grundy", quiet=2)
        if self.target_name != "wheel":
            return
        note = Path(self.root, LEVELS, f"without.{PYTHON}.txt")
        if reason := self._reason(version):
            self.app.display_warning(f"This package gets no kernels: {reason}.")
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text(f"{reason}\n", encoding="utf-8")
            build_data["artifacts"].append(f"{LEVELS}/{note.name}")
            return
        note.unlink(missing_ok=True)
        self._compile()
        build_data["artifacts"].append(f"{LEVELS}/*/**/*.{PYTHON}.*")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _reason(self, version: str) -> str:
        """Return why a package without kernels is built; empty if kernels are compiled."""
        wanted = os.environ.get("GRUNDY_KERNELS", "")
        if wanted == "later" and version == "editable":
            return "a checkout compiles each of them when it is first needed"
        if wanted == "none":
            return "it was built with GRUNDY_KERNELS=none"
        if wanted not in {"", "later"}:
            self.app.abort(f"GRUNDY_KERNELS is {wanted!r}: expected none\n{HELP}")
        project = tomllib.loads(Path(self.root, "pyproject.toml").read_text(encoding="utf-8"))
        required = map(Requirement, project["build-system"]["requires"])
        if any(one.name == "numba" and (one.marker is None or one.marker.evaluate()) for one in required):
            return ""
        python = f"{platform.python_implementation()} {sys.version_info.major}.{sys.version_info.minor}"
        return f"numba has no wheels for {python} on {platform.machine()}"

    def _compile(self) -> None:
        """Compile the kernels, or stop the build.

        The packages of an isolated build may be named in PYTHONPATH alone, so the sources are put before it.
        """
        path = os.pathsep.join(filter(None, [str(Path(self.root, "src")), os.environ.get("PYTHONPATH", "")]))
        words = [sys.executable, str(Path(self.root, "build_kernels.py")), os.environ.get("GRUNDY_LEVELS", "host")]
        done = subprocess.run(words, env=os.environ | {"PYTHONPATH": path}, check=False)  # noqa: S603  # our own module
        if done.returncode:
            self.app.abort(f"the kernels could not be compiled: see above\n{HELP}")
