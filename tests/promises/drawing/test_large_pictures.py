from __future__ import annotations

from itertools import combinations

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from tests.cases import few
from tests.unit.drawing.test_sequence_plot import FORMS, KAYLES, noise

from grundy.drawing.sequence_plot import MOST_POINTS, Form, Repeat, SequencePicture, sequence_figure, sequence_plot

LONG = "take {" + ", ".join(map(str, range(1000, 1100))) + "}"


WORDY = Repeat(
    300, 149_459, "period 149\u2009459 from heap 105\u2009351, saltus 12, observed up to heap 100\u2009000\u2009000"
)


@pytest.mark.parametrize("title", ["nim", LONG])
@pytest.mark.parametrize(
    ("count", "most"), [(1, 0), (61, 3), (5001, 250), (100_001, 250), (3_000_001, 30), (300, 10**6)]
)
def test_all_words_lie_inside_the_picture_and_never_on_each_other(title: str, count: int, most: int) -> None:
    values = noise(count, most)
    figure = sequence_figure(SequencePicture(title, values, np.arange(min(9, count)), WORDY))
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
    figure.draw(renderer)
    (axes,) = figure.axes
    legend = axes.get_legend()
    assert legend is not None
    named = [*figure.texts, *axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels(), *legend.get_texts()]
    boxes = [text.get_window_extent(renderer) for text in named]
    assert all(box.x0 >= 0 and box.y0 >= 0 and box.x1 <= 1600 and box.y1 <= 900 for box in boxes)
    for (one, a), (other, b) in combinations(zip(named, boxes, strict=True), 2):
        assert not a.overlaps(b), (one.get_text(), other.get_text())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("count", few([300, 5000, MOST_POINTS + 1], 300, 5000))
def test_the_same_picture_gives_the_same_bytes_whatever_style_is_set(form: Form, count: int) -> None:
    picture = SequencePicture("0.77", noise(count), np.array([5]), KAYLES)
    first = sequence_plot(picture, form)
    with mpl.rc_context({"axes.facecolor": "black", "font.size": 30, "svg.hashsalt": None, "lines.markersize": 40}):
        before = dict(mpl.rcParams)
        assert sequence_plot(picture, form) == first
        assert dict(mpl.rcParams) == before


@pytest.mark.parametrize("count", [3000, 10**5, 10**5 + 1])
def test_a_svg_stays_below_two_megabytes_even_for_noise(count: int) -> None:
    assert len(sequence_plot(SequencePicture("noise", noise(count), np.arange(0, count, 9)), "svg")) < 2_000_000
