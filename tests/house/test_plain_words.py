"""Texts are plain English: the number of private turns of phrase per 1,000 words only falls, for each kind of text."""

from __future__ import annotations

import json

from tests.house.plain_words import (
    PATTERNS,
    RECORD,
    SLACK,
    Hit,
    allowed,
    git,
    hits_of,
    newest,
    record,
    surfaces,
    texts,
)

FIGURES = record()["per 1,000 words"]
LOOSE = 0.05
"""A recorded figure may be this much too high, in addition to the slack of hits."""
EXAMPLES = {
    "tell, told": "the table tells the value",
    "is no X": "This is no number.",
    "headless what": "Return what it answers.",
    "bare who": "lost is who cannot move",
    "go on": "the values go\n    on for ever",
    "stand": "the number stands below",
    "behind, beside": "a heap beside it",
    "is asked": "the rule is asked once",
    "lot, twin, hear, lend, believe": "a move by lot",
    "held against": "held against its checksum",
    "alike, apart, anew": "it falls apart",
    "one a line": "one a line",
    "causal for, None:": "0, for it ends",
}


def test_the_private_phrases_of_a_surface_do_not_become_more() -> None:
    more = [
        f"{name}: {surface.index} private phrases per 1,000 words, at most {FIGURES[name]} are fine:\n"
        f"{newest(surface.hits)}"
        for name, surface in surfaces().items()
        if len(surface.hits) > FIGURES[name] * surface.words / 1000 + SLACK
    ]
    assert not more, "\n".join(more)


def test_a_recorded_figure_is_lowered_when_texts_improve() -> None:
    high = [
        name
        for name, surface in surfaces().items()
        if surface.index < FIGURES[name] * (1 - LOOSE) - 1000 * SLACK / surface.words
    ]
    assert not high, "python -m tests.house.plain_words --lower"


def test_every_surface_has_a_recorded_figure() -> None:
    assert not surfaces().keys() - FIGURES.keys(), "python -m tests.house.plain_words --lower"


def test_no_recorded_figure_is_higher_than_on_main() -> None:
    on_main = "\n".join(git("show", f"main:tests/house/{RECORD.name}"))
    for name, figure in json.loads(on_main)["per 1,000 words"].items() if on_main else ():
        assert FIGURES.get(name, 0) <= figure, name


def test_a_planted_phrase_is_found_with_its_file_line_and_advice() -> None:
    for pattern, (_, advice) in PATTERNS.items():
        source = f"Plain.\n\n{EXAMPLES[pattern]}"
        (_, (hit,)) = hits_of("a.md", source, 0, source, allowed())
        assert (hit.file, hit.line, hit.pattern) == ("a.md", 3, pattern)
        assert str(hit).startswith(f"a.md:3: {pattern}: ")
        assert str(hit).endswith(f"; write {advice}")


def test_code_links_and_ordinary_uses_are_not_counted() -> None:
    for text in ("`tell`", "```\nthe rule is asked\n```", "[a](behind.md)", "apart from this", "stands for"):
        assert hits_of("a.md", text, 0, text, allowed())[1] == []


def test_the_texts_of_a_module_are_its_docstrings_comments_and_long_strings() -> None:
    source = '"""Say it."""\nx = "# two words"  # why\ny = ("one two three"\n     "behind it")\n'
    found = [(surface, text.split()) for surface, _, text in texts("src/grundy/a.py", source)]
    assert found == [
        ("docstrings", ['"""Say', 'it."""']),
        ("comments", ["#", "why"]),
        ("strings", ['"#', "two", 'words"']),
        ("strings", ['"one', "two", "three", "behind", 'it"']),
    ]


def test_a_test_module_counts_by_the_names_of_its_tests() -> None:
    found = list(texts("tests/a.py", 'def test_it_is_no_heap() -> None:\n    """Tell."""\n'))
    assert found == [("test names", 9, "it is no heap")]


def test_the_newest_hits_are_shown_before_old_ones() -> None:
    old = tuple(Hit("no-such-file.md", line, "stand", "stands") for line in range(1, 20))
    assert newest(old, most=2) == "\n".join(map(str, old[:2]))


def test_subjects_of_commits_that_are_not_on_main_are_short_and_one_change() -> None:
    for subject in git("log", "--format=%s", "main..HEAD"):
        assert len(subject) <= 72, subject
        assert ";" not in subject, subject
