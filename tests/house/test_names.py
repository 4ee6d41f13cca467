"""One name for one thing: no game is known by name outside its room, and no two public classes share a name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest
from tests.house.imports import PATHS

from grundy.core import GrundyError
from grundy.games import CATALOGUE
from grundy.notation import read_game

WORDS = {"graph", "grundy", "maze", "product", "turn"}
"""Names of rulesets that are words for other things too: commands, the program, editors, operations."""
EXAMPLES = {
    "models.py",
    "table.py",
    "child.py",
    "explore_view.py",
    "known_sequences.py",
    "commands.py",
    "editors.py",
    "examples.py",
    "guesses.py",
    "quick.py",
}
"""Files that name rules of heaps as examples, or list those whose values are kept; the command `nim`; the form of texts
that the page answers at once; and the editors of the page."""


def strings(tree: ast.AST) -> Iterator[str]:
    """Texts in code, without docstrings and the texts that describe constants."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


def is_example(text: str) -> bool:
    try:
        read_game(text)
    except GrundyError:
        return False
    return True


@pytest.mark.nightly
def test_nothing_outside_the_room_of_games_knows_a_game_by_name() -> None:
    names = "|".join(map(re.escape, sorted(CATALOGUE.keys() - WORDS, key=len, reverse=True)))
    makers = {entry.maker for entry in CATALOGUE.values()} - {"graph", "turn", "product", "nim", "code_game"}
    known = re.compile(rf"(?:{names})(?:\s*[:(].*)?", re.DOTALL)
    found = []
    for module, path in PATHS.items():
        parts = module.split(".")
        if parts[0] in {"grundy_check", "grundy_learn"} or "games" in parts[:2] or path.name in EXAMPLES:
            continue  # each puzzle and each contest problem is about one game
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [f"{path}: {text!r}" for text in strings(tree) if known.fullmatch(text) and not is_example(text)]
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        found += [f"{path}: {name}" for name in sorted(used & makers)]
    assert not found, "\n".join(found)
