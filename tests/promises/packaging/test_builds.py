"""A build ends with kernels or says why there are none; by pip, uv and build, twice at once, and after a change."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from shutil import copytree
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from grundy.kernels.compiled import READY, digest

ROOT = Path(__file__).parents[3]
PYTHON = f"py{sys.version_info.major}{sys.version_info.minor}"
DISTRIBUTIONS: dict[str, tuple[list[str], str]] = {
    "grundy-atlas": (["atlas", "show", "octal/0.77"], "period 12 from heap 71 on"),
    "grundy-check": (["verify", "kayles.cert"], "ACCEPTED"),
    "grundy-learn": (["quiz", "--list"], "take-away"),
    "grundy-web": (["serve", "--help"], "Start the web app on this machine"),
}
"""Each distribution besides the engine, a command that needs it, and what that prints."""
PAGE = """
from grundy_web.offline import answer
print(answer("GET", "/play", "g=nim:+3+5+7")[0])
"""
REQUIRED = "[build-system]\nrequires = [\"numba>=0.61; python_version {} '3'\"]\n"


class Hook:
    """What the hook of the build inherits from hatchling, as far as it uses it."""

    target_name = "wheel"

    def __init__(self, root: Path) -> None:
        self.root = str(root)
        self.said: list[str] = []
        self.app = SimpleNamespace(abort=self.abort, display_warning=self.said.append)

    def abort(self, message: str) -> None:
        raise SystemExit(message)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree whose compiler of kernels is `build_kernels.py` of the test."""
    monkeypatch.delenv("GRUNDY_KERNELS", raising=False)
    (tmp_path / "pyproject.toml").write_text(REQUIRED.format(">="))
    (tmp_path / "src" / "grundy" / "kernels" / "levels").mkdir(parents=True)
    return tmp_path


def built(tree: Path, monkeypatch: pytest.MonkeyPatch, version: str = "standard") -> tuple[dict[str, Any], Any]:
    """Run the hook of the build on a tree; return what hatchling gets, and the hook."""
    interface = ModuleType("hatchling.builders.hooks.plugin.interface")
    interface.BuildHookInterface = Hook  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    data: dict[str, Any] = {"artifacts": [], "force_include": {}}
    hook = module.CustomBuildHook(tree)
    hook.initialize(version, data)
    return data, hook


def test_kernels_are_compiled_by_the_packages_of_an_isolated_build(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "site").mkdir()
    (tree / "site" / "only_in_the_build.py").touch()
    (tree / "src" / "only_in_the_sources.py").touch()
    (tree / "build_kernels.py").write_text("import only_in_the_build, only_in_the_sources\n")
    monkeypatch.setenv("PYTHONPATH", str(tree / "site"))  # so pip does it
    data, _ = built(tree, monkeypatch)
    assert (data["pure_python"], data["infer_tag"]) == (False, True)
    assert data["artifacts"] == [f"src/grundy/kernels/levels/*/**/*.{PYTHON}.*"]


def test_a_build_whose_kernels_cannot_be_compiled_stops(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tree / "build_kernels.py").write_text("raise SystemExit('no module llvmlite')\n")
    with pytest.raises(
        SystemExit, match=r"^the kernels could not be compiled: see above\nhelp: set GRUNDY_KERNELS=none "
    ):
        built(tree, monkeypatch)
    assert capfd.readouterr().err == "no module llvmlite\n"


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("wanted", "required", "reason"),
    [("none", ">=", "it was built with GRUNDY_KERNELS=none"), ("", "<", "numba has no wheels for CPython 3.")],
)
def test_a_package_without_kernels_says_why(
    tree: Path, monkeypatch: pytest.MonkeyPatch, wanted: str, required: str, reason: str
) -> None:
    (tree / "pyproject.toml").write_text(REQUIRED.format(required))
    monkeypatch.setenv("GRUNDY_KERNELS", wanted)
    data, hook = built(tree, monkeypatch)
    note = f"src/grundy/kernels/levels/without.{PYTHON}.txt"
    assert (data["artifacts"], "infer_tag" in data) == ([note], False)
    assert hook.said[0].startswith(f"This package gets no kernels: {reason}")
    assert (tree / note).read_text().startswith(reason)


def test_a_checkout_compiles_later_and_a_package_that_uv_builds_of_it_at_once(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / "build_kernels.py").touch()
    monkeypatch.setenv("GRUNDY_KERNELS", "later")  # so pyproject.toml has uv set it, for both
    assert "infer_tag" not in built(tree, monkeypatch, "editable")[0]
    assert built(tree, monkeypatch)[0]["infer_tag"]


def test_an_unknown_wish_is_refused(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_KERNELS", "some")
    with pytest.raises(SystemExit, match=r"^GRUNDY_KERNELS is 'some': expected none\nhelp: "):
        built(tree, monkeypatch)


def run(*words: str | Path, cwd: Path, **environment: str) -> str:
    """Run a program without what this environment sets for builds and imports; return what it printed."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GRUNDY", "PYTHON", "NUMBA", "VIRTUAL"))
    }
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=cwd, env=kept | environment)
    assert done.returncode == 0, f"{words}: {done.stdout[-2000:]} {done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source package, unpacked."""
    folder = tmp_path_factory.mktemp("source")
    run("uv", "build", "-q", "--sdist", "-o", folder, ROOT, cwd=folder)
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as opened:
        opened.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


@pytest.fixture
def ready(source: Path, tmp_path: Path) -> Path:
    """A copy of the source package with the kernels that are ready here, which compiling again takes minutes."""
    copy = copytree(source, tmp_path / source.name)
    copytree(READY / digest(), copy / "src" / READY.relative_to(ROOT / "src") / digest(), dirs_exist_ok=True)
    return copy


def environment(folder: Path, *packages: str) -> Path:
    """Make a fresh environment with pip; return its programs."""
    run(getattr(sys, "_base_executable", sys.executable), "-m", "venv", folder / "fresh", cwd=folder)
    programs = folder / "fresh" / "bin"
    if packages:
        run(programs / "pip", "install", "-q", *packages, cwd=folder)
    return programs


def state(programs: Path, folder: Path) -> str:
    return run(programs / "grundy", "--version", cwd=folder).splitlines()[-1]


@pytest.mark.nightly
def test_pip_installs_a_package_with_kernels_without_numba(source: Path, tmp_path: Path) -> None:
    programs = environment(tmp_path)
    run(programs / "pip", "install", "-q", source, cwd=tmp_path)
    assert state(programs, tmp_path).startswith("kernels: ready for ")
    asked = ["grundy", "search", "cram: 5x6", "--want", "value"]
    run(programs / asked[0], *asked[1:], cwd=tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "kept"))
    assert not list((tmp_path / "kept").rglob("*.o")), "a kernel was compiled again"


@pytest.mark.nightly
def test_a_command_says_which_distribution_it_needs_until_pip_installs_that(source: Path, tmp_path: Path) -> None:
    programs = environment(tmp_path)
    run(programs / "pip", "install", "-q", source, cwd=tmp_path, GRUNDY_KERNELS="none")
    run(programs / "grundy", "period", "kayles", "--certificate", "kayles.cert", cwd=tmp_path)
    for name, (words, shown) in DISTRIBUTIONS.items():
        asked: list[str | Path] = [programs / "grundy", *words]
        refused = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert (refused.returncode, refused.stdout) == (2, "")
        first, last = refused.stderr.splitlines()
        assert first.endswith(f" needs {name}, which is not installed")
        assert "pip install ./packages/grundy-" in last
        assert last.endswith(f" ./packages/{name}")
        run(programs / "pip", "install", "-q", source / "packages" / name, cwd=tmp_path)
        assert shown in run(*asked, cwd=tmp_path)


@pytest.mark.nightly
def test_pip_installs_the_engine_and_all_other_distributions_at_once(source: Path, tmp_path: Path) -> None:
    programs = environment(tmp_path)
    folders = [source / "packages" / name for name in DISTRIBUTIONS]
    run(programs / "pip", "install", "-q", source, *folders, cwd=tmp_path, GRUNDY_KERNELS="none")
    assert run(programs / "python", "-c", PAGE, cwd=tmp_path) == "200\n"
    assert "grundy serve --port 0" in run(programs / "grundy", "serve", "--help", cwd=tmp_path)


@pytest.mark.nightly
def test_a_package_from_the_template_adds_its_game_to_a_fresh_environment(source: Path, tmp_path: Path) -> None:
    programs, template = environment(tmp_path), tmp_path / "template"
    copytree(source / "examples" / "third_party", template)
    packages = [source / "packages" / name for name in DISTRIBUTIONS]
    run(programs / "pip", "install", "-q", source, *packages, template, "pytest", cwd=tmp_path, GRUNDY_KERNELS="none")

    def grundy(*words: str, **environment: str) -> str:
        return run(programs / "grundy", *words, cwd=tmp_path, **environment)

    run(programs / "python", "-m", "pytest", "-q", "tests", cwd=template)
    assert "halving" in grundy("games")
    assert "N-position" in grundy("solve", "halving: 20")
    assert "halving" in grundy("play", "halving: 2", "--first", "computer")
    completed = {"_GRUNDY_COMPLETE": "bash_complete", "COMP_WORDS": "grundy solve halv", "COMP_CWORD": "2"}
    assert "halving" in grundy(**completed)
    assert grundy("halve", "15") == "8\n"
    assert run(programs / "python", "-c", PAGE.replace("nim:+3+5+7", "halving:+20"), cwd=tmp_path) == "200\n"


@pytest.mark.nightly
@pytest.mark.parametrize("way", ["pip", "build", "uv"])
def test_every_way_to_build_makes_the_same_kernels(ready: Path, tmp_path: Path, way: str) -> None:
    programs = environment(tmp_path, *(["build"] if way == "build" else []))
    words: dict[str, list[str | Path]] = {
        "pip": [programs / "pip", "wheel", "-q", "--no-deps", "-w", tmp_path / "out", ready],
        "build": [programs / "python", "-m", "build", "-w", "-o", tmp_path / "out", ready],
        "uv": ["uv", "build", "-q", "--wheel", "-o", tmp_path / "out", ready],
    }
    run(*words[way], cwd=tmp_path)
    (wheel,) = (tmp_path / "out").glob("*.whl")
    assert kernels(wheel) == {path.name: path.read_bytes() for path in (READY / digest()).rglob(f"*.{PYTHON}.*")}


def kernels(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as packed:
        names = [name for name in packed.namelist() if "/levels/" in name]
        return {name.rpartition("/")[2]: packed.read(name) for name in names}


@pytest.mark.nightly
def test_two_builds_of_one_tree_at_the_same_time_do_not_disturb_each_other(ready: Path, tmp_path: Path) -> None:
    outs = [tmp_path / name for name in ("one", "other")]
    builds = [
        subprocess.Popen(["uv", "build", "-q", "--wheel", "-o", out, ready], stderr=subprocess.PIPE, text=True)
        for out in outs
    ]
    assert [(build.communicate()[1], build.returncode) for build in builds] == [("", 0)] * 2
    one, other = (kernels(next(out.glob("*.whl"))) for out in outs)
    assert one == other
    assert len(one) > 50


@pytest.mark.nightly
def test_an_editable_package_notices_kernels_that_are_older_than_the_sources(ready: Path, tmp_path: Path) -> None:
    programs = environment(tmp_path)
    run(programs / "pip", "install", "-q", "-e", ready, cwd=tmp_path)
    assert state(programs, tmp_path).startswith("kernels: ready for ")
    kernel = ready / "src" / "grundy" / "kernels" / "boards" / "ranked_table.py"
    kernel.write_text(kernel.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    said = "kernels: missing, because they were compiled from other sources; help: python build_kernels.py host"
    assert state(programs, tmp_path) == said
    command = (programs / "python", ready / "build_kernels.py", "host")
    refused = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (refused.returncode, refused.stderr.splitlines()[-1]) == (1, "help: pip install numba llvmlite")
    run(programs / "pip", "install", "-q", "numba", "llvmlite", cwd=tmp_path)
    run(*command, cwd=tmp_path)
    assert state(programs, tmp_path).startswith("kernels: ready for ")


@pytest.mark.nightly
def test_a_package_without_kernels_answers_and_says_so(source: Path, tmp_path: Path) -> None:
    programs = environment(tmp_path)
    run(programs / "pip", "install", "-q", source, cwd=tmp_path, GRUNDY_KERNELS="none")
    said = "kernels: missing, because it was built with GRUNDY_KERNELS=none; help: install grundy again"
    assert state(programs, tmp_path) == said
    assert "N-position" in run(programs / "grundy", "solve", "nim: 10 12 5", cwd=tmp_path)
