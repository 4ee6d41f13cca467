"""Kernels are ready when the package is: compiled for a level of processors, found by content, never by date."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from build_kernels import SHARES, levels_of

from grundy.kernels.compiled import FEATURES, HERE, LEVELS, READY, level_of

ALL = f"""
import sys
from importlib import import_module
for share in {SHARES!r}:
    for name in share:
        import_module("grundy.kernels." + name)
from grundy.kernels.typed import TYPED
"""
SUM = """
import grundy
total = 0
for name, to in (("kayles", 900), ("0.16", 3000), ("take squares", 4000), ("take k where n % k == 0 and k < n", 600),
                 ("take {2, 5, 9}", 2000), ("0.777", 4000)):
    total = 31 * total + sum(n * v for n, v in enumerate(grundy.game(name).values(to)))
print(total)
"""


def run(code: str, folder: Path, **environment: str) -> str:
    told = os.environ | {"NUMBA_CACHE_DIR": str(folder)} | environment
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=told, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.nbc"))


@pytest.mark.nightly
def test_every_kernel_that_is_kept_is_among_those_made_ready() -> None:
    marks = ("\n@kernel(", "\n@native(", ", cache=True)")
    found = {
        ".".join(path.relative_to(HERE).with_suffix("").parts)
        for folder in ("heaps", "boards")
        for path in (HERE / folder).rglob("*.py")
        if any(mark in path.read_text(encoding="utf-8") for mark in marks)
    }
    assert len(found) > 12
    code = ALL + "print(*[name.removeprefix('grundy.kernels.') for name in sys.modules])"
    assert found <= set(run(code, READY).split()), "a module with kernels stands in no share of build_kernels.py"


def test_what_was_made_ready_is_loaded_and_nothing_is_compiled(tmp_path: Path) -> None:
    if not levels_of("host"):
        pytest.skip("this processor has no level")
    run(ALL + "for kernel, said in TYPED: kernel.compile(said)", tmp_path)
    assert kept(tmp_path) == [], "kernels changed since they were made ready: python build_kernels.py host"


RUNTIME = """
from numba.core.runtime import nrtdynmod
made = []
create = nrtdynmod.create_nrt_module
nrtdynmod.create_nrt_module = lambda context: made.append(1) or create(context)
from grundy.kernels import compiled
{before}
import grundy
from grundy.kernels.heaps.reference import subtraction_kernel
import numpy as np
takes, values, stamps = (np.array(given, np.uint32) for given in ([1, 2], [0] * 3, [0] * 4))
subtraction_kernel(takes, values, stamps, 0)
assert values.tolist() == [0, 1, 2]
print(len(made))
"""


@pytest.mark.nightly
def test_the_runtime_of_numba_is_loaded_and_compiled_only_where_it_is_not_ready(tmp_path: Path) -> None:
    if not levels_of("host"):
        pytest.skip("this processor has no level")
    assert run(RUNTIME.format(before=""), tmp_path) == "0\n"
    assert run(RUNTIME.format(before="compiled.READY /= 'none'"), tmp_path) == "1\n"
    for path in READY.glob("*/*/runtime.*"):
        broken = tmp_path / path.relative_to(READY)
        broken.parent.mkdir(parents=True, exist_ok=True)
        broken.write_bytes(path.read_bytes()[:-9] if path.suffix == ".nbc" else path.read_bytes())
    before = f"compiled.READY = compiled.Path({str(tmp_path)!r})"
    assert run(RUNTIME.format(before=before), tmp_path) == "1\n", "what is broken was used"


@pytest.mark.nightly
def test_code_compiled_from_other_sources_is_not_used(tmp_path: Path) -> None:
    other = "from grundy.kernels import compiled\ncompiled.digest = lambda: 'other'\n"
    run(other + "from grundy.kernels.boards import lattice", tmp_path)
    assert any(name.startswith("lattice.") for name in kept(tmp_path))


@pytest.mark.nightly
def test_kernels_are_called_with_the_types_they_say(tmp_path: Path) -> None:
    check = "for made, said in TYPED: assert made.signatures in ([], [said]), (made, made.signatures, said)"
    run(ALL + SUM + "grundy.game('officers').values(60000)\n" + check, tmp_path)


def of_level(level: str, folder: Path) -> str:
    return run(SUM, folder, NUMBA_CPU_NAME=level, NUMBA_CPU_FEATURES=FEATURES.get(level, ""))


@pytest.mark.skipif(level_of((), "x86_64") not in LEVELS or levels_of("host") == ["generic"], reason="not an x86-64")
@pytest.mark.nightly
def test_a_processor_without_any_extension_gives_the_same_values(tmp_path: Path) -> None:
    assert of_level("x86-64", tmp_path) == run(SUM, tmp_path)


@pytest.mark.parametrize(
    ("features", "machine", "level"),
    [
        (" ".join(LEVELS.values()).split(), "x86_64", "x86-64-v4"),
        (" ".join(LEVELS.values()).replace("avx512dq", "").split(), "AMD64", "x86-64-v3"),
        (" ".join(LEVELS.values()).replace("popcnt", "").split(), "x86_64", "x86-64"),
        ([], "aarch64", "generic"),
        (["avx2"], "riscv64", ""),
    ],
)
def test_the_level_is_the_best_whose_features_are_all_there(features: list[str], machine: str, level: str) -> None:
    assert level_of(set(features), machine) == level
