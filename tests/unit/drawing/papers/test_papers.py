from __future__ import annotations

import re
from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest

from grundy.core import Board, Heaps, InputError, Knowledge, Network, Outcome, Text, Theorem, facet
from grundy.drawing import Diagram, DiagramNode, PositionPart, columns, grid_table
from grundy.drawing.papers import FORMATS, Paper, PaperPicture, Presented, ValueRows, mime_bundle, written
from grundy.drawing.papers.bibliography import PROOFS, bibtex_of, references
from grundy.drawing.papers.latex_text import prose, tex
from grundy.drawing.papers.markdown import plain as markdown_text
from grundy.games import CATALOGUE
from grundy.notation import read_ruleset

BOUTON = Theorem("A heap of n has value n", "C. L. Bouton, Nim, 1901")
NASTY = 'a_b & 50% #1 $x$ {y} ~ ^ \\ <b> | "q" [z] *s* `c` @me --x'
GRAPH = Diagram((DiagramNode("2 1", 3, Outcome.N), DiagramNode("1 1", 0, Outcome.P)), ((0, 1),))
PAPER = Paper(
    f"nim: {NASTY}",
    (
        NASTY,
        ["one", NASTY],
        PaperPicture((PositionPart(Heaps((3, 40))), PositionPart(Board((".@", "#O")), marks={(0, 0): 1})), "a board"),
        PaperPicture((PositionPart(Network(("a", "b"), (("a", "b"),), ("a",))), PositionPart(Text(NASTY))), "more"),
        PaperPicture(GRAPH, "a graph"),
        columns([[NASTY, 1], ["[x]", 22]], ["part", "value"]),
        grid_table([[0, "P", None], [1, 2, 3]]),
        ValueRows([0, 1, 2, 0, 1, 2, 0], 0, 1, 3),
        ValueRows(["1", "a", "a b^2"]),
        Presented(("a", "b", "a1"), (((("a", 2),), ()), ((("b", 3),), (("b", 1),)))),
    ),
    (BOUTON,),
)


def unescaped(text: str, signs: str) -> str:
    return re.sub(rf"\\[{signs}]", "", text)


def test_braces_and_environments_of_latex_are_balanced_whatever_the_text() -> None:
    text = written(PAPER, "latex")
    shown = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    bare = unescaped(shown, r"\{}%$&#_")
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    assert "%" not in bare
    begun = re.findall(r"\\begin\{(\w+)\}", text)
    assert sorted(begun) == sorted(re.findall(r"\\end\{(\w+)\}", text))
    assert {"tikzpicture", "tabular", "itemize", "center"} == set(begun) - {"scope"}


def test_latex_names_the_packages_that_it_needs_and_cites_the_theorem_with_its_bibtex() -> None:
    lines = written(PAPER, "latex").splitlines()
    needs = [line for line in lines if line.startswith(r"% \usepackage")]
    assert needs == [
        r"% \usepackage{booktabs}",
        r"% \usepackage[table]{xcolor}",
        r"% \usepackage{amsmath}",
        r"% \usepackage{tikz} \usetikzlibrary{svg.path}",
    ]
    assert any(r"1901~\cite{bouton1901}" in line for line in lines)
    assert "% @article{bouton1901," in lines


def test_signs_of_latex_are_printed_as_they_are() -> None:
    assert tex("a_b & 50% #1 ~^\\") == r"a\_b \& 50\% \#1 \textasciitilde{}\textasciicircum{}\textbackslash{}"
    assert tex("\u53d6 \u00e9 \u2295\n") == "[U+53D6] \u00e9 $\\oplus$ "
    assert prose("2^20 a ^ b") == r"$2^{20}$ a \textasciicircum{} b"


def test_every_table_of_markdown_has_rows_of_one_length() -> None:
    text = written(PAPER, "markdown")
    blocks = [block.splitlines() for block in text.split("\n\n")]
    tables = [lines for lines in blocks if lines[0].startswith("|")]
    assert len(tables) == 5
    for lines in tables:
        cells = [re.split(r"(?<!\\)\|", line) for line in lines]
        assert len({len(row) for row in cells}) == 1
        assert all(cell.strip(" ") in {"---", "--:"} for cell in cells[1][1:-1])


def test_nothing_in_a_text_means_something_in_markdown() -> None:
    assert markdown_text("*a* | <b> `c`") == r"\*a\* \| \<b\> \`c\`"


def test_tikz_has_the_pictures_alone_and_an_answer_without_one_is_refused() -> None:
    text = written(PAPER, "tikz")
    assert text.count(r"\begin{tikzpicture}") == 3
    assert "tabular" not in text
    with pytest.raises(InputError, match=r"^nim has no picture for TikZ \(--format latex\)$"):
        written(Paper("nim", ("words",)), "tikz")
    with pytest.raises(InputError, match=r"^nim uses no theorem to cite \(--format latex\)$"):
        written(Paper("nim", ("words",)), "bibtex")
    with pytest.raises(InputError, match=f"^expected one of {', '.join(FORMATS)}, found 'word'$"):
        written(PAPER, "word")


def test_a_notebook_gets_well_formed_html_a_picture_alone_as_svg_too_and_what_it_asks_for() -> None:
    made = mime_bundle(PAPER, "plain")
    assert list(made) == ["text/plain", "text/html", "text/latex"]
    assert "<script" not in made["text/html"]
    ET.fromstring(made["text/html"])
    picture = mime_bundle(Paper("nim: 3", (PaperPicture((PositionPart(Heaps((3,))),), "nim: 3"),)), "plain")
    assert list(picture) == ["text/plain", "text/html", "text/latex", "image/svg+xml"]
    ET.fromstring(picture["image/svg+xml"])
    assert list(mime_bundle(PAPER, "plain", {"text/plain", "text/html"}, {"text/html"})) == ["text/plain"]


def test_the_first_period_is_between_brackets() -> None:
    text = written(Paper("take 1..3", (ValueRows([0, 1, 2, 3] * 3, 0, 0, 4),)), "markdown")
    assert r"| 0 | \[0 | 1 | 2 | 3\] | 0 |" in text


def test_every_theorem_of_the_catalogue_is_cited_by_a_work_or_as_a_note() -> None:
    rules = [read_ruleset(entry.example.partition(":")[0]) for entry in CATALOGUE.values()]
    theorems = [
        one
        for rule in rules
        for one in (facet(rule, Knowledge).theory, facet(rule, Knowledge).misere_theory)
        if one is not None
    ]
    assert theorems
    for theorem in theorems:
        text = bibtex_of([theorem])
        proved = theorem.source in PROOFS
        assert proved or re.match(r"@(article|book|misc)\{\w+,\n", text), theorem
        assert text.count("{") == text.count("}")


def test_every_publication_of_the_file_is_read_with_its_author_title_and_year() -> None:
    text = files("grundy").joinpath("data", "references.bib").read_text(encoding="ascii")
    assert len(references()) == text.count("\n@") == text.count("\nnamed by: ") == 20
    for key, (_, entry) in references().items():
        fields = dict(re.findall(r"^  (\w+) *= \{(.*)\},$", entry, re.MULTILINE))
        assert {"author", "title", "year"} <= fields.keys(), key
        assert key.endswith(fields["year"]), key
