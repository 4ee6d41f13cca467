from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from grundy.core import DiskFull, InputError, MissingExtra, read_code
from grundy.notation import read_ruleset
from grundy.sequences import code_values, rare_heaps, sparse, split_takes
from grundy.workflows.computing.plot import sequence_picture, write_plot
from grundy.workflows.computing.values import heap_values

with suppress(ImportError):
    import matplotlib.font_manager  # noqa: F401  # its first import starts a process to list the fonts


def naive_types(text: str, values: list[int], mask: int, flag: int) -> list[int]:
    """The heaps that a mask leaves rare, by the definition of the sparse space."""
    tau = split_takes(read_code(text))[0]
    return [n for n, v in enumerate(values) if n and ((v & mask).bit_count() + flag * (n - tau)) % 2 == 0]


@pytest.mark.parametrize("heap", [0, 70, 71, 250, 300])
def test_a_period_that_one_value_breaks_is_not_marked(heap: int) -> None:
    values = heap_values(read_ruleset("0.77"), 300)
    values[heap] += 1
    found = sequence_picture(read_ruleset("0.77"), values).repeat
    assert found is None or not found.caption.endswith("proved")


def test_a_saltus_is_compared_without_overflow_in_small_numbers() -> None:
    values = np.arange(256, dtype=np.uint8)
    repeat = sequence_picture(read_ruleset("nim"), values).repeat
    assert repeat is not None
    assert repeat.caption == "period 1 from heap 0, saltus 1, observed up to heap 255"
    assert sequence_picture(read_ruleset("nim"), np.arange(600).astype(np.uint8)).repeat != repeat


def test_misere_values_are_called_so_and_nothing_of_normal_play_is_claimed() -> None:
    rules = read_ruleset("0.77")
    shown = sequence_picture(rules, heap_values(rules, 20, misere=True), misere=True)
    assert shown.title == "0.77, misère play"
    assert shown.rare is None
    assert shown.repeat is None or "proved" not in shown.repeat.caption


@pytest.mark.parametrize("text", ["0.77", "0.106", "0.6", "0.45", "4!.0", "4.7"])
def test_rare_heaps_are_those_of_the_best_mask_by_definition(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    values = code_values(read_code(text), 399)
    whole = rare_heaps(read_code(text), values)
    assert whole is not None
    size = 1 << max(values).bit_length()
    naive = [naive_types(text, values, mask, 0) for mask in range(1, size)]
    splits = split_takes(read_code(text))
    if len({t % 2 for t in splits}) == 1:
        naive += [naive_types(text, values, mask, 1) for mask in range(1, size)]
    assert whole.tolist() in naive
    assert len(whole) == min(map(len, naive))
    monkeypatch.setattr(sparse, "SAMPLE", 128)
    pieces = rare_heaps(read_code(text), np.array(values, np.uint8))
    assert pieces is None or pieces.tolist() in naive


def test_the_rare_heaps_of_kayles_lie_in_its_preperiod() -> None:
    assert sequence_picture(read_ruleset("kayles"), heap_values(read_ruleset("kayles"), 500)).rare is not None
    rare = rare_heaps(read_code("0.77"), code_values(read_code("0.77"), 500))
    assert rare is not None
    assert rare.tolist() == [3, 6, 11, 18, 22, 28, 34, 39, 70]


@pytest.mark.parametrize("text", ["0.007", "0.3", "0.8", "0.[3]"])
def test_codes_without_a_sparse_space_have_no_types(text: str) -> None:
    assert rare_heaps(read_code(text), code_values(read_code(text), 150)) is None


def test_few_heaps_and_large_values_have_no_types() -> None:
    values = code_values(read_code("0.77"), 62)
    assert rare_heaps(read_code("0.77"), values) is None
    assert rare_heaps(read_code("0.77"), [*values, 1]) is not None
    assert rare_heaps(read_code("0.77"), [*values, 2048]) is None


@pytest.mark.parametrize("name", ["kayles.svg", "kayles.PNG"])
def test_a_picture_is_written_whole_and_again_with_the_same_bytes(tmp_path: Path, name: str) -> None:
    rules = read_ruleset("kayles")
    out = tmp_path / name
    write_plot(rules, heap_values(rules, 200), out)
    first = out.read_bytes()
    assert first.startswith(b"<?xml" if name.endswith("svg") else b"\x89PNG")
    write_plot(rules, np.array(heap_values(rules, 200), np.uint16), out)
    assert out.read_bytes() == first
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("name", ["kayles.pdf", "kayles", "kayles.svg.gz", ".svg"])
def test_other_suffixes_are_refused_and_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as error:
        write_plot(read_ruleset("kayles"), [0, 1], tmp_path / name)
    assert str(error.value) == (
        f"expected a file name that ends in .svg or .png, found {name!r} (for instance values.svg)"
    )
    assert list(tmp_path.iterdir()) == []


def test_no_values_are_refused_and_no_file_is_left(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        write_plot(read_ruleset("kayles"), [], tmp_path / "a.svg")
    assert str(error.value) == "expected at least one value to draw, found none"
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_the_line_that_installs_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra) as error:
        write_plot(read_ruleset("kayles"), [0, 1, 2], tmp_path / "a.svg")
    assert str(error.value) == "a picture of a sequence needs matplotlib: pip install matplotlib"
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    out = tmp_path / "missing" / "a.svg"
    with pytest.raises(InputError) as error:
        write_plot(read_ruleset("kayles"), [0, 1, 2], out)
    assert str(error.value) == f"cannot write {out}: no such directory"


def test_a_full_disk_has_its_own_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("grundy.storage.write_whole", full)
    out = tmp_path / "a.svg"
    with pytest.raises(DiskFull) as error:
        write_plot(read_ruleset("kayles"), [0, 1, 2], out)
    assert str(error.value) == f"cannot write {out}: no space left on device; nothing was written"
