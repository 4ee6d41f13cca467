"""Finds Python for the browser: the files of one version of Pyodide, each verified by its checksum.

They come from a folder with the unpacked npm package, or from npm itself.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from grundy.core import InputError, read_json, reason_of

LOCK = "pyodide-lock.json"
"""The file of Pyodide that lists its wheels, with their checksums."""
NUMPY = "numpy"
SECONDS = 300
"""The limit for npm in seconds."""


class Runtime(NamedTuple):
    """A version of Pyodide: the name of its npm package, and the SHA-256 of each file that a site needs."""

    package: str
    version: str
    files: Mapping[str, str]


def known_runtime() -> Runtime:
    """Return the version of Pyodide with which this package was tested."""
    return Runtime(**read_json((files(__package__) / "runtime.json").read_text(encoding="utf-8")))


def read_runtime(folder: Path, runtime: Runtime) -> dict[str, bytes]:
    """Read the files of Pyodide from a folder, and verify their checksums.

    Args:
        folder: The folder of the unpacked npm package.
        runtime: The expected version.

    Returns:
        The files by name, with the wheel of numpy if the folder has it.

    Raises:
        InputError: If a file is missing or differs; it names the first one.
    """
    found = {name: _checked(folder, name, digest, runtime) for name, digest in runtime.files.items()}
    if LOCK in found:
        wheel = read_json(found[LOCK].decode("utf-8"))["packages"].get(NUMPY, {})
        if wheel and (folder / wheel["file_name"]).is_file():
            found[wheel["file_name"]] = _checked(folder, wheel["file_name"], wheel["sha256"], runtime)
    return found


def _checked(folder: Path, name: str, digest: str, runtime: Runtime) -> bytes:
    try:
        data = (folder / name).read_bytes()
    except OSError as error:
        raise InputError(
            f"cannot read {folder / name}: {reason_of(error, 'no such file')}",
            hint=f"name the folder of the unpacked npm package {runtime.package} {runtime.version} with --runtime",
        ) from None
    if sha256(data).hexdigest() != digest:
        raise InputError(f"{folder / name} differs from the file of {runtime.package} {runtime.version}")
    return data


def fetch_runtime(runtime: Runtime) -> dict[str, bytes]:
    """Download the files of Pyodide with npm and verify them; raise `InputError` if npm is missing or fails.

    The result contains the bytes of each file by its name.
    """
    what = f"{runtime.package}@{runtime.version}"
    hint = f"unpack the npm package {what} and name its folder with --runtime"
    npm = shutil.which("npm")
    if npm is None:
        raise InputError("the site needs Python for browsers, and npm is not installed", hint=hint)
    with TemporaryDirectory() as place:
        try:
            subprocess.run(  # noqa: S603  # our own words
                [npm, "pack", "--silent", what], cwd=place, check=True, capture_output=True, timeout=SECONDS
            )
            (packed,) = Path(place).glob("*.tgz")
            with tarfile.open(packed) as archive:
                archive.extractall(place, filter="data")
        except (OSError, ValueError, subprocess.SubprocessError, tarfile.TarError) as error:
            raise InputError(f"npm could not download {what}: {type(error).__name__}", hint=hint) from None
        return read_runtime(Path(place) / "package", runtime)
