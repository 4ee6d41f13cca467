"""Counts turns of phrase that a stranger does not understand, for each kind of text, per 1,000 words.

`python -m tests.house.plain_words` prints the index of each surface. With the name of a surface it prints every hit.
`--lower` lowers the recorded figures in plain_words.json to today's.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path

ROOT = Path(__file__).parents[2]
RECORD = Path(__file__).with_name("plain_words.json")
FIRST_COMMIT = "890b3f4"
"""Subjects of commits after this one are counted."""

SLACK = 3
"""Hits that a surface may have above its recorded figure, so that merged work does not fail by a rounding."""

PATTERNS = {
    "tell, told": (r"\b(?:tells?|told|telling)\b", "returns, states, describes, shows"),
    "is no X": (r"\b(?:is|are|was|were) no (?!longer\b|more\b|such\b)[a-z]+", "is not a ..."),
    "headless what": (
        (
            r"\b(?:return|give|say|raise|write|read|add|keep|find|make)s? (?:what|who|where)\b"
            r"|(?:^|[.;:] )(?-i:What) (?!is|are|does|do|did|can|if|happens|you)[a-z]+[^?.]*[.]"
        ),
        'a noun: "return the value", "the moves that ..."',
    ),
    "bare who": (
        (
            r"(?<!player )(?<!people )(?<!those )(?<!someone )(?<!anybody )(?<!everybody )(?<!one )"
            r"\bwho (?:moves|makes|cannot|can|takes|loses|has|is to)\b(?![^.]*\?)"
        ),
        "the player who ..., whoever ...",
    ),
    "go on": (r"\b(?:go|goes|going|went|gone) on\b", "continues, repeats"),
    "stand": (r"\b(?:stand|stands|stood|standing)\b(?! alone| for| out| still)", "is, appears, comes first"),
    "behind, beside": (r"\b(?:behind|beside|besides)\b", "after; next to; in addition to"),
    "is asked": (r"\b(?:is|are|was|were|be|been|being) asked\b", "you ask, the caller requests"),
    "lot, twin, hear, lend, believe": (
        r"\bby lot\b|\blots\b|\btwins?\b|\bhears?\b|\bheard\b|\blends?\b|\blent\b|\bbelieve[sd]?\b",
        "at random; reference implementation; receives; provides; assumes",
    ),
    "held against": (r"\b(?:hold|holds|held) against\b", "compared with"),
    "alike, apart, anew": (r"\b(?:alike|apart|anew)\b", "equal, the same; separate; again"),
    "one a line": (
        r"\b(?:one|line|file|row) a (?:line|file|row|game|method|command|day|heap|position)\b",
        "one per line",
    ),
    "causal for, None:": (
        (
            r", for (?:it|the|a|there|this|that|every|no|nobody|what)\b(?! (?:example|moment|first|time|same))"
            r"|\b(?-i:None): |\bNone where\b"
        ),
        "because; None if",
    ),
}
"""Name of a pattern: its expression, where a space is any white space, and what to write instead."""

COMPILED = {
    name: re.compile(pattern.replace(" )", r"\s)").replace(" ", r"\s+"), re.IGNORECASE | re.MULTILINE)
    for name, (pattern, _) in PATTERNS.items()
}
WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")

PYTHON = re.compile(
    r"""(?P<comment>\#[^\n]*)|(?P<text>(?<!\w)[rbfuRBFU]{0,2}(?:"{3}(?:[^\\]|\\.)*?"{3}|'{3}(?:[^\\]|\\.)*?'{3}"""
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))|\bdef\ test_(?P<test>\w+)""",
    re.DOTALL | re.VERBOSE,
)
"""A comment, a string or the name of a test; a string hides what looks like the others in it."""

CODE = re.compile(r"```.*?```|`[^`\n]*`|\]\([^)]*\)|<[^<>\n]*>|https?:\S+", re.DOTALL)
GENERATED = {ROOT / "tests/promises/bugs/README.md"} | {
    ROOT / "docs" / folder for folder in ("games", "facts", "commands", "library", "project")
}
"""Pages that programs write from texts that are counted where they come from."""

SKIPPED = {"node_modules", "__pycache__", "build", ".venv"}


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where a pattern was found."""

    file: str
    line: int
    pattern: str
    words: str

    def __str__(self) -> str:
        return f'{self.file}:{self.line}: {self.pattern}: "{self.words}"; write {PATTERNS[self.pattern][1]}'


@dataclass(frozen=True, slots=True)
class Surface:
    """All hits in one kind of text, and its number of words."""

    words: int
    hits: tuple[Hit, ...]

    @property
    def index(self) -> float:
        """Hits per 1,000 words, rounded up to a tenth, so that today's texts never exceed the recorded figure."""
        return ceil(10_000 * len(self.hits) / max(1, self.words)) / 10


def blank(found: re.Match[str]) -> str:
    """Replace code by spaces that keep the length and the lines."""
    return re.sub(r"[^\n]", " ", found[0])


def python_texts(source: str, place: str) -> Iterator[tuple[str, int, str]]:
    """Yield (surface, offset, text) of a module; of a test module only the names of its tests."""
    in_tests, end, begin = place.startswith("tests/"), -1, 0
    joined = ""
    for found in PYTHON.finditer(source):
        if found["text"] is None:
            if found["test"] and in_tests:
                yield "test names", found.start("test"), found["test"].replace("_", " ")
            elif found["comment"] and not in_tests:
                yield "comments", found.start(), found[0]
            continue
        if in_tests:
            continue
        text = found["text"].lstrip("rbfuRBFU")
        if text.startswith('"""'):
            yield "docstrings", found.start(), text
            continue
        if end >= 0 and source[end : found.start()].isspace():  # strings side by side are one string
            joined += " " * (found.start() - begin - len(joined)) + text.replace("\n", " ")
        else:
            if joined:
                yield from long_string(joined, begin, place)
            joined, begin = found["text"], found.start()
        end = found.end()
    if joined:
        yield from long_string(joined, begin, place)


def long_string(text: str, offset: int, place: str) -> Iterator[tuple[str, int, str]]:
    """Yield a string of three words or more; shorter ones are keys and names."""
    shown = re.sub(r"[\"'](\s+)[\"']", lambda found: " " * len(found[0]), text)
    if len(text.split()) >= 3:
        yield "lessons" if "/course/" in place else "strings", offset, re.sub(r"\\n|\{[^{}]*\}", blank, shown)


def texts(place: str, source: str) -> Iterator[tuple[str, int, str]]:
    """Yield (surface, offset, text) of a file."""
    if place.endswith(".py"):
        yield from python_texts(source, place)
    elif place.endswith("/locale/en.json"):
        for found in re.finditer(r'^ *"[^"]*": "(.*)",?$', source, re.MULTILINE):
            yield "page", found.start(1), found[1]
    elif place.endswith(".ipynb"):
        for cell in re.finditer(r'"cell_type": "markdown".*?"source": "((?:[^"\\]|\\.)*)"', source, re.DOTALL):
            yield "notebooks", cell.start(1), re.sub(r'\\n|"', blank, cell[1])
    elif place.startswith("docs/"):
        yield "/".join(place.split("/")[:2]) if place.count("/") > 1 else "docs", 0, source
    elif "/" in place:
        yield "package READMEs" if place.startswith(("src/", "packages/")) else "other READMEs", 0, source
    else:
        yield {"README.md": "README", "CHANGELOG.md": "changelog"}.get(place, "top-level pages"), 0, source


def files() -> Iterator[Path]:
    """Yield the files that people read."""
    yield from sorted(ROOT.glob("*.md"))
    for folder in ("src", "packages", "tests", "benchmarks", "docs", "examples", "formal"):
        for path in sorted((ROOT / folder).rglob("*")):
            wanted = path.suffix in {".py", ".md", ".ipynb"} or path.name == "en.json"
            if wanted and not GENERATED & {path, path.parent} and not SKIPPED & set(path.parts):
                yield path


def hits_of(place: str, source: str, offset: int, text: str, allowed: re.Pattern[str]) -> tuple[int, list[Hit]]:
    """Return the number of words of a text that begins at an offset of its source, and its hits."""
    plain = CODE.sub(blank, text)
    fine = [found.span() for found in allowed.finditer(plain)]
    hits = []
    for name, pattern in COMPILED.items():
        for found in pattern.finditer(plain):
            if not any(start <= found.start() and found.end() <= end for start, end in fine):
                line = source.count("\n", 0, offset + found.start()) + 1
                hits.append(Hit(place, line, name, " ".join(found[0].split())[:60]))
    return len(WORD.findall(plain)), hits


def record() -> dict[str, dict[str, float]]:
    """Return the recorded figures."""
    content: dict[str, dict[str, float]] = json.loads(RECORD.read_text(encoding="utf-8"))
    return content


def allowed() -> re.Pattern[str]:
    """Return the expression of the ordinary uses, which are not counted."""
    return re.compile("|".join(json.loads(RECORD.read_text(encoding="utf-8"))["allowed"]), re.IGNORECASE)


@cache
def surfaces() -> dict[str, Surface]:
    """Count everything, surface by surface."""
    words: dict[str, int] = {}
    hits: dict[str, list[Hit]] = {}
    fine = allowed()
    for path in files():
        place, source = path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
        for surface, offset, text in texts(place, source):
            count, found = hits_of(place, source, offset, text, fine)
            words[surface] = words.get(surface, 0) + count
            hits.setdefault(surface, []).extend(found)
    for number, subject in enumerate(git("log", "--format=%s", f"{FIRST_COMMIT}..HEAD"), 1):
        count, found = hits_of("git log", "\n" * number, number - 1, subject, fine)
        words["commit subjects"] = words.get("commit subjects", 0) + count
        hits.setdefault("commit subjects", []).extend(found)
    return {name: Surface(words[name], tuple(hits[name])) for name in sorted(words)}


def git(*arguments: str) -> list[str]:
    """Return the lines that git prints; none outside of a clone."""
    try:
        done = subprocess.run(["git", *arguments], capture_output=True, text=True, cwd=ROOT, check=False)
    except OSError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def changed_lines() -> set[tuple[str, int]]:
    """Return (file, line) of each line that differs from the branch main."""
    lines, place = set(), ""
    for line in git("diff", "--unified=0", "main"):
        if line.startswith("+++ "):
            place = line[6:]
        elif found := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))? @@", line):
            first, number = int(found[1]), int(found[2] or 1)
            lines |= {(place, at) for at in range(first, first + number)}
    return lines


def newest(hits: tuple[Hit, ...], most: int = 12) -> str:
    """Show the hits on lines that are not on main yet, or else the first ones."""
    changed = changed_lines()
    mine = [hit for hit in hits if (hit.file, hit.line) in changed]
    return "\n".join(map(str, sorted(mine or hits, key=lambda hit: (hit.file, hit.line))[:most]))


def lower() -> None:
    """Lower the recorded figures to today's; none is raised."""
    content = record()
    figures = content["per 1,000 words"]
    for name, surface in surfaces().items():
        figures[name] = min(surface.index, figures.get(name, surface.index))
    content["per 1,000 words"] = dict(sorted(figures.items()))
    RECORD.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Print the index of each surface, or the hits of the named ones."""
    if "--lower" in arguments:
        lower()
    for name, surface in surfaces().items():
        if name in arguments:
            sys.stdout.write("".join(f"{hit}\n" for hit in surface.hits))
        elif not set(arguments) - {"--lower"}:
            sys.stdout.write(
                f"{name:16} {surface.words:7} words {len(surface.hits):5} hits {surface.index:6} per 1,000\n"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
