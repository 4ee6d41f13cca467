"""Boards and matches in a real JupyterLab, and in what nbconvert exports, both in Chromium."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any
from urllib.request import urlopen

import pytest

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(which("chromium") is None, reason="there is no chromium"),
    pytest.mark.skipif(
        any(find_spec(name) is None for name in ("jupyterlab", "nbconvert", "anywidget", "playwright")),
        reason="there is no jupyterlab",
    ),
]
CELLS = (
    'import grundy\ngrundy.playable("nim: 1 3 4")',
    'grundy.playable("nim: 9 10 11")',
    'm = grundy.match("nim: 1 3 4")\nm.push("take 1 from heap 3")\nm.push("take 1 from heap 2")\ngrundy.viewer(m)',
    'grundy.read_game("cram: 3x4")',
    'grundy.game("kayles").values(99)',
)
"""A board that is inside as a whole, one that is not, a match, a picture, a table."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("notebooks")
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"c{i}", "metadata": {}, "execution_count": None, "outputs": [], "source": text}
        for i, text in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    found = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (place / "boards.ipynb").write_text(json.dumps(found), encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        yield browser.new_page(viewport={"width": 1100, "height": 1400})
        browser.close()


@pytest.fixture(scope="module")
def laboratory(folder: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1"]
    words += ["--IdentityProvider.token=", "--ServerApp.password=", f"--ServerApp.root_dir={folder}"]
    places = ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "JUPYTERLAB_SETTINGS_DIR")
    home = {name: str(folder / name.lower()) for name in places}
    tracker = folder / "jupyterlab_settings_dir/@jupyterlab/notebook-extension/tracker.jupyterlab-settings"
    tracker.parent.mkdir(parents=True)
    tracker.write_text('{"windowingMode": "none"}', encoding="utf-8")  # else cells that are not in view have no output
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(words, env=os.environ | home, stdout=log, stderr=log) as lab,
    ):
        address = f"http://127.0.0.1:{port}"
        try:
            for _ in range(300):
                try:
                    urlopen(f"{address}/api").close()
                    break
                except OSError:
                    time.sleep(0.2)
            yield address
        finally:
            lab.terminate()


def play(view: Any, move: str) -> str:
    """Press a move and wait for the reply; what the board says then."""
    view.get_by_role("button", name=move, exact=True).first.click()
    told = view.get_by_role("status")
    for _ in range(100):
        if "The computer:" in (text := told.inner_text()):
            return str(text)
        time.sleep(0.1)
    return str(told.inner_text())


def test_in_jupyterlab_a_move_is_pressed_and_answered_also_by_the_kernel(laboratory: str, page: Any) -> None:
    page.goto(f"{laboratory}/lab/tree/boards.ipynb?reset")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=60_000)
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status='idle']", timeout=120_000)
    page.get_by_text("(ipykernel) | Idle").wait_for(timeout=60_000)  # earlier, a request is lost
    page.get_by_text("Run", exact=True).first.click()
    page.get_by_text("Run All Cells", exact=True).first.click()
    page.wait_for_function("document.querySelectorAll('.jp-OutputArea-output').length >= 5", timeout=240_000)
    outputs = page.locator(".jp-OutputArea-output")
    assert "The computer: take" in play(outputs.nth(0), "take 1 from heap 3")
    large = outputs.nth(1)
    large.get_by_role("button", name="take 1 from heap 1", exact=True).wait_for(timeout=30_000)
    for _ in range(3):  # further than what is inside
        buttons = large.get_by_role("button")
        assert "The computer: take" in play(large, buttons.first.inner_text())
        time.sleep(0.7)
    seen = outputs.nth(2)
    first = seen.get_by_role("status").inner_text()
    seen.get_by_role("button", name="Next").click()
    assert (first[:6], seen.get_by_role("status").inner_text()[:2]) == ("Start:", "1.")
    assert outputs.nth(3).locator("svg").count() == 1, "a picture is drawn, not written as LaTeX"
    assert outputs.nth(4).locator("td").count() == 100


def test_in_an_exported_page_a_move_is_answered_and_the_slider_moves(folder: Path, page: Any) -> None:
    words = [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", str(folder / "boards.ipynb")]
    subprocess.run(words, check=True, capture_output=True, timeout=300)
    page.goto((folder / "boards.html").as_uri())
    views = page.locator(".grundy-view")
    assert "The computer: take" in play(views.nth(0), "take 1 from heap 3")
    seen = views.last
    before = seen.locator("svg").first.inner_html()
    seen.locator("input[type=range]").fill("2")
    assert seen.get_by_role("status").inner_text()[:2] == "2."
    assert seen.locator("svg").first.inner_html() != before
