"""What is handed on: the package and nothing else, the same bytes wherever it is built; it answers alone; its bill."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, which
from typing import Any

import pytest

from grundy.kernels.compiled import READY, digest

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MEMBERS = [tomllib.loads(path.read_text())["project"] for path in sorted(ROOT.glob("packages/*/pyproject.toml"))]
UV = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["uv"]
NAME = f"{PROJECT['name']}-{PROJECT['version']}"
PYTHON = f"py{sys.version_info.major}{sys.version_info.minor}"
FOLDERS = ("src", "packages", "tests", "benchmarks", "examples")
KINDS = {
    ".py",
    ".pyi",
    ".typed",
    ".bib",
    ".csv",
    ".json",
    ".toml",
    ".js",
    ".css",
    ".svg",
    ".html",
    ".md",
    ".gz",
    ".txt",
}
"""What the package consists of, besides kernels."""

pytestmark = [pytest.mark.nightly, pytest.mark.skipif(which("uv") is None, reason="uv builds the packages")]


def build(what: str, source: Path, out: Path) -> Path:
    """Build a package of a kind in a folder that is this one's alone."""
    done = subprocess.run(["uv", "build", "-q", what, "-o", out, source], check=False, capture_output=True, text=True)
    if done.returncode and re.search("network|resolve|fetch|connect", done.stderr):
        pytest.skip("what builds the package cannot be had")
    assert done.returncode == 0, done.stderr
    return next(path for path in out.iterdir() if path.suffix in {".gz", ".whl"})


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("--sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def elsewhere(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source package unpacked in another folder."""
    folder = tmp_path_factory.mktemp("elsewhere")
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    return folder / NAME


@pytest.fixture(scope="module")
def wheel(elsewhere: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel made from the source package and the kernels that are ready here, which compiling again takes minutes."""
    source = copytree(elsewhere, tmp_path_factory.mktemp("ready") / NAME)
    if (READY / digest()).exists():
        copytree(READY / digest(), source / "src" / READY.relative_to(ROOT / "src") / digest())
    return build("--wheel", source, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def compiled(elsewhere: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel made from the source package alone."""
    return build("--wheel", elsewhere, tmp_path_factory.mktemp("compiled"))


def members(package: Path) -> Iterator[tuple[str, bytes]]:
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as packed:
            for name in packed.namelist():
                yield name, packed.read(name)
    else:
        with tarfile.open(package) as packed:
            for member in packed.getmembers():
                content = packed.extractfile(member)
                yield member.name, b"" if content is None else content.read()


def test_the_source_package_is_the_same_bytes_wherever_it_is_built(
    sdist: Path, elsewhere: Path, tmp_path: Path
) -> None:
    copy = copytree(elsewhere, tmp_path / "copy")
    (copy / "PKG-INFO").unlink()
    again = build("--sdist", copy, tmp_path / "out")
    assert again.name == sdist.name
    assert again.read_bytes() == sdist.read_bytes()


def test_the_source_package_holds_what_builds_and_tests_it_and_nothing_else(sdist: Path) -> None:
    tops = {name.split("/")[1] for name, _ in members(sdist)}
    files = {"PKG-INFO", "LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", ".gitignore", "conftest.py"}
    assert tops == files | {*FOLDERS, "build_kernels.py", "hatch_build.py"}
    assert not [name for name, _ in members(sdist) if "/levels/" in name or name.endswith((".pyc", ".o"))]


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    told = f"{NAME}.dist-info"
    for name, _ in members(wheel):
        top, _, rest = name.partition("/")
        assert top in {"grundy", told}, name
        kernel = name.startswith("grundy/kernels/levels/") and re.search(rf"\.{PYTHON}\.o$", name)
        assert top == told or kernel or Path(rest).suffix in KINDS or rest == "py.typed", name
    tracked = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src").rglob("*.py")}
    assert {name for name, _ in members(wheel) if name.endswith(".py")} == tracked


def test_no_folder_of_the_machine_is_named_in_the_wheel(wheel: Path, elsewhere: Path) -> None:
    places = [f"{path}/".encode() for path in (elsewhere, ROOT, Path(sys.prefix), Path.home())]
    assert not [name for name, content in members(wheel) for place in places if place in content]


def test_a_kernel_is_the_same_bytes_wherever_it_is_compiled(elsewhere: Path) -> None:
    code = (
        "import sys; from grundy.kernels.typed import kernel_code; "
        "sys.stdout.buffer.write(kernel_code('boards.proof_path.move_pairs'))"
    )
    folders = (ROOT / "src", elsewhere / "src")  # the other is of the source package
    told = [os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": str(folder)} for folder in folders]
    one, other = (
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=env) for env in told
    )
    assert one.stdout == other.stdout != b""


@pytest.mark.nightly
def test_kernels_are_the_same_bytes_wherever_they_are_compiled(compiled: Path) -> None:
    # in the wheel from the source package, in another folder and at another time; here when this package was set up
    ours = READY.relative_to(ROOT / "src").as_posix() + f"/{digest()}/"
    kernels = {name.removeprefix(ours): content for name, content in members(compiled) if name.startswith(ours)}
    if not kernels or not (READY / digest()).exists():
        pytest.skip("no compiler for kernels here, or they are older than the sources")
    for name, content in kernels.items():
        assert b"site-packages" not in content, name
        here = READY / digest() / name
        assert here.exists(), name
        assert here.read_bytes() == content, name


def test_an_unpacked_wheel_answers_from_ready_kernels(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "alone")
    asked = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import grundy; assert grundy.__file__.startswith(sys.argv[1]), grundy.__file__\n"
        "print(grundy.solve('nim: 10 12 5').outcome, grundy.solve('kayles: 7 5').value)\n"
    )
    command = [sys.executable, "-P", "-c", asked, str(tmp_path / "alone")]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("N 6\n", "")


def bill() -> dict[str, Any]:
    """What the package depends on with all extras, as CycloneDX."""
    asked = ["uv", "export", "-q", "--no-default-groups", "--all-packages", "--all-extras", "--format", "cyclonedx1.5"]
    done = subprocess.run(asked, check=False, capture_output=True, text=True, cwd=ROOT)
    if done.returncode:
        pytest.skip(f"uv writes no bill of materials here: {done.stderr[:200]}")
    written: dict[str, Any] = json.loads(done.stdout)
    return written


def test_the_bill_of_materials_names_every_package_with_the_pinned_version_and_hashes() -> None:
    written = bill()
    assert (written["bomFormat"], written["metadata"]["component"]["name"]) == ("CycloneDX", "grundy")
    found = {part["name"]: part for part in written["components"]}
    ours = {project["name"]: project for project in (PROJECT, *MEMBERS)}
    needed = [(one["dependencies"], *one.get("optional-dependencies", {}).values()) for one in ours.values()]
    names = {re.split(r"[^A-Za-z0-9-]", line)[0] for lines in needed for group in lines for line in group}
    assert found.keys() >= names | ours.keys()
    pinned = dict(line.split("==") for line in UV["constraint-dependencies"])
    for name in found.keys() - ours.keys():
        part = found[name]
        assert pinned.get(name, part["version"]) == part["version"], name
        files = [file for file in part["externalReferences"] if file["type"] == "distribution"]
        assert files, name
        assert all(len(hashed["content"]) == 64 for file in files for hashed in file["hashes"]), name


def test_the_bill_of_materials_is_the_same_but_for_its_number_and_hour() -> None:
    bills = [bill(), bill()]
    for written in bills:
        del written["serialNumber"], written["metadata"]["timestamp"]
    assert bills[0] == bills[1]


def test_what_builds_the_package_is_pinned() -> None:
    text = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pinned = {line.split("==")[0] for line in UV["build-constraint-dependencies"] if "==" in line}
    assert pinned >= {re.split(r"[^A-Za-z0-9-]", line)[0] for line in text["build-system"]["requires"]}
    assert pinned >= {"packaging", "pathspec", "pluggy", "trove-classifiers", "editables"}  # of which hatchling is made
