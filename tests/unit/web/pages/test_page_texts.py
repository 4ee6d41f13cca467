"""The house of the page: words in one file, nothing inline, nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grundy_web
from grundy_web.pages.rendering import words

ROOM = Path(grundy_web.__file__).parent
TEMPLATES = sorted((ROOM / "pages" / "templates").glob("*.html"))
SCRIPTS = sorted((ROOM / "pages" / "static").glob("*.js"))
STYLES = sorted((ROOM / "pages" / "static").glob("*.css"))
USED = re.compile(r"""\bt\(\s*['"]([a-z][\w.?-]*)['"]\s*([~+])?""")


def texts(template: str) -> str:
    bare = re.sub(r"\{% block kind %\}.*?\{% endblock %\}", "", template, flags=re.DOTALL)
    bare = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|&[a-z]+;", "", bare, flags=re.DOTALL)
    shown = re.findall(r'(?:aria-label|alt|placeholder|title)="([^"]*)"', bare)
    bare = re.sub(r"<(code|script|style)\b[^>]*>.*?</\1>", "", bare, flags=re.DOTALL)
    return " ".join([re.sub(r"<[^>]*>", " ", bare), *shown])


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_has_no_words_of_its_own(path: Path) -> None:
    assert not re.findall(r"[A-Za-z]{2,}", texts(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_every_word_that_a_template_asks_for_exists(path: Path) -> None:
    for key, joined in USED.findall(path.read_text(encoding="utf-8")):
        if joined:
            assert any(known.startswith(key) for known in words().texts), key
        else:
            assert key in words().texts, key


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_has_nothing_inline_and_nothing_unescaped(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\|\s*safe\b|autoescape|\sstyle=|\son[a-z]+=|<style|javascript:", text)
    assert not re.search(r"<script(?![^>]*(\bsrc=|type=\"application/json\"))", text)
    assert not re.search(r"https?://", text)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_builds_no_markup_from_text_and_calls_nobody(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)
    assert not re.search(r"https?://(?!www\.w3\.org/)", text)


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_style_sheet_loads_only_files_of_its_folder(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "@import" not in text
    for target in re.findall(r"url\(([^)]*)\)", text):
        assert target.startswith("#") or (path.parent / target).is_file(), target


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


DRAWN = {".py", ".html", ".css", ".js"}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_has_a_contrast_of_4_5_and_controls_of_3(theme: int) -> None:
    style = (ROOM / "pages" / "static" / "style.css").read_text(encoding="utf-8")
    found = re.findall(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", style)
    colours = {name: pair[theme] for name, *pair in found}
    for ground in ("page", "card"):
        for name in ("ink", "muted", "accent", "win", "lose", "draw"):
            assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)
        assert contrast(colours["border"], colours[ground]) >= 3
    assert contrast(colours["on-accent"], colours["accent"]) >= 4.5
    assert contrast(colours["page"], colours["win"]) >= 4.5
    assert contrast(colours["ink"], colours["tint"]) >= 4.5


def test_heaps_of_pages_and_cards_are_drawn_by_one_disc_and_the_drawing_for_papers_is_only_saved() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in ROOM.rglob("*.*") if path.suffix in DRAWN}
    assert {name for name, text in texts.items() if re.search(r"disc\.svg|_symbol\(\"disc\"\)", text)} == {
        "style.css",
        "card_svg.py",
        "learn.css",
    }
    papers = {name for name, text in texts.items() if re.search(r"\b(position|match|parts|scene)_svg\b", text)}
    assert papers == {"record_questions.py", "build_questions.py"}  # of the last the graphs
    for link in re.findall(r"<\w+[^>]*(?:board|film)\.svg[^>]*>", "".join(texts.values())):
        assert " download" in link
