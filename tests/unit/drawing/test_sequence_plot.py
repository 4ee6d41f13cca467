from __future__ import annotations

import re
import struct
import sys
from collections import Counter
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from grundy.core import InputError, MissingExtra
from grundy.drawing.sequence_plot import (
    COLUMNS,
    MOST_POINTS,
    ROWS,
    Form,
    Repeat,
    SequencePicture,
    sequence_figure,
    sequence_plot,
)

KAYLES = Repeat(71, 12, "period 12 from heap 71, proved")
FORMS: tuple[Form, ...] = ("svg", "png")


def noise(count: int, most: int = 250) -> NDArray[np.int64]:
    return np.random.default_rng(count).integers(0, most + 1, count)


def axes_of(picture: SequencePicture) -> Axes:
    (axes,) = sequence_figure(picture).axes
    return axes


def points(axes: Axes) -> list[list[tuple[int, int]]]:
    """The points of every line that has a marker, common before rare."""
    lines = [line for line in axes.lines if line.get_marker() != "None"]
    return [[(int(x), int(y)) for x, y in np.asarray(line.get_xydata())] for line in lines]


def counts_of(axes: Axes) -> list[NDArray[np.int64]]:
    """The counts of common and of rare heaps."""
    return [np.ma.filled(np.ma.asarray(image.get_array()), 0).astype(np.int64) for image in axes.images]


def histogram(values: NDArray[np.int64], heaps: int, rows: int) -> dict[tuple[int, int], int]:
    """How many heaps fall into each cell, by definition."""
    return dict(Counter((int(value) // rows, n // heaps) for n, value in enumerate(values)))


@pytest.mark.parametrize("count", [1, 2, 60, 3001, 10**5])
def test_every_value_up_to_a_hundred_thousand_is_one_point_at_its_place(count: int) -> None:
    values = noise(count)
    common, rare = points(axes_of(SequencePicture("noise", values)))
    assert common == list(enumerate(values.tolist()))
    assert rare == []


def test_rare_heaps_have_their_own_points_colour_and_shape() -> None:
    values, rare = noise(500), np.array([3, 70, 499])
    axes = axes_of(SequencePicture("noise", values, rare))
    common, shown = points(axes)
    assert shown == [(n, int(values[n])) for n in (3, 70, 499)]
    assert sorted(common + shown) == list(enumerate(values.tolist()))
    looks = {(line.get_marker(), line.get_markerfacecolor()) for line in axes.lines}
    assert len({marker for marker, _ in looks}) == len({colour for _, colour in looks}) == 2
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["common", "rare"]


@pytest.mark.parametrize("most", [200, 319, 320, 5000])
def test_every_count_of_a_picture_is_the_histogram_by_definition(most: int) -> None:
    values, rare = noise(150_000, most), np.arange(0, 150_000, 7919)
    heaps, tall = -(-150_000 // COLUMNS), -(-(int(values.max()) + 1) // ROWS)
    common, rares = counts_of(axes_of(SequencePicture("noise", values, rare)))
    both = {(y, x): int(n) for (y, x), n in np.ndenumerate(common + rares) if n}
    assert both == histogram(values, heaps, tall)
    assert rares.sum() == len(rare)


def test_more_heaps_are_darker_and_none_are_clear() -> None:
    (image, _) = axes_of(SequencePicture("noise", noise(MOST_POINTS + 1, 320))).images
    colours = image.to_rgba(np.ma.masked_equal([0, 1, 2, 100], 0))
    assert list(colours[:, 3]) == [0, 1, 1, 1]
    light = colours[1:, :3].sum(axis=1)
    assert light[0] > light[1] > light[2]


def test_a_high_row_is_drawn_as_a_strip_in_its_middle() -> None:
    counts, _ = counts_of(axes_of(SequencePicture("noise", np.zeros(MOST_POINTS + 1, np.int64))))
    shown, lines = np.flatnonzero(counts[:, 0]), len(counts)
    assert list(shown) == [(lines - 3) // 2, (lines - 3) // 2 + 1, (lines - 3) // 2 + 2]


@pytest.mark.parametrize("count", [300, MOST_POINTS + 1])
def test_the_caption_is_shown_as_given(count: int) -> None:
    told = [text.get_text() for text in sequence_figure(SequencePicture("0.77", noise(count), None, KAYLES)).texts]
    assert told[:1] == ["0.77"] or "0.77" in told
    last = {300: "299", MOST_POINTS + 1: "100\u2009000"}[count]
    assert f"Grundy values of heaps 0 to {last} \u00b7 period 12 from heap 71, proved" in told


def bands(axes: Axes) -> list[tuple[float, float]]:
    return [(p.get_x(), p.get_x() + p.get_width()) for p in axes.patches if isinstance(p, Rectangle)]


def test_the_preperiod_and_every_second_of_the_first_repetitions_are_shaded() -> None:
    axes = axes_of(SequencePicture("0.77", noise(300), None, KAYLES))
    assert bands(axes) == [(-0.5, 70.5), (70.5, 82.5), (94.5, 106.5), (118.5, 130.5)]
    assert [text.get_text() for text in axes.texts] == ["preperiod", "period 12"]


def test_bands_end_with_the_values_and_too_narrow_ones_are_a_line_only() -> None:
    assert bands(axes_of(SequencePicture("0.77", noise(75), None, KAYLES)))[1] == (70.5, 74.5)
    assert bands(axes_of(SequencePicture("0.77", noise(50), None, KAYLES))) == [(-0.5, 49.5)]
    axes = axes_of(SequencePicture("0.77", noise(10_000), None, KAYLES))
    assert bands(axes) == [(-0.5, 70.5)]
    assert [line.get_xdata() for line in axes.lines if line.get_marker() == "None"] == [[70.5, 70.5]]


@pytest.mark.parametrize(("count", "most"), [(1, 0), (2, 1), (60, 3), (5000, 170), (1_000_001, 27), (101, 10**7)])
def test_ticks_are_whole_numbers_within_the_sequence(count: int, most: int) -> None:
    axes = axes_of(SequencePicture("noise", noise(count, most)))
    for ticks, labels, last in (
        (axes.get_xticks(), axes.get_xticklabels(), count - 1),
        (axes.get_yticks(), axes.get_yticklabels(), most),
    ):
        assert ticks[0] == 0
        assert 0 <= ticks[-1] <= last
        assert [int(label.get_text().replace("\u2009", "")) for label in labels] == list(ticks)


def test_a_file_says_neither_when_nor_by_what_it_was_made() -> None:
    svg, png = (sequence_plot(SequencePicture("0.77", noise(50)), form) for form in FORMS)
    assert not re.search(rb"dc:date|dc:creator|matplotlib\.org", svg)
    assert not re.search(rb"tEXt|tIME|Software", png)


def test_a_png_has_1600_to_900_px_and_an_svg_the_ruleset_as_its_title() -> None:
    svg, png = (sequence_plot(SequencePicture("take {1, 3, 4} & \x00", noise(50)), form) for form in FORMS)
    assert struct.unpack(">II", png[16:24]) == (1600, 900)
    assert ET.fromstring(svg)[0].text == "take {1, 3, 4} & ?"


@pytest.mark.parametrize("form", FORMS)
def test_no_values_are_refused(form: Form) -> None:
    with pytest.raises(InputError) as error:
        sequence_plot(SequencePicture("nim", np.zeros(0, np.int64)), form)
    assert str(error.value) == "expected at least one value to draw, found none"


def test_without_matplotlib_the_line_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra) as error:
        sequence_plot(SequencePicture("nim", noise(5)), "svg")
    assert str(error.value) == "a picture of a sequence needs matplotlib: pip install matplotlib"
