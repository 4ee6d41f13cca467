"""Writes a page for every game of the catalogue, only with texts of the catalogue and of the engine."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from grundy import Game, Ruleset, solve
from grundy.core import Code, Entailing, HeapRuleset, Knowledge, Structure, TwoSided, count_moves, facet, playable
from grundy.games import CATALOGUE, Entry
from grundy.notation import read_game
from grundy.workflows.exploring.explore import has_pairs
from grundy.workflows.library.rulebook import reading
from grundy.workflows.playing.phrases import aim
from grundy_learn.puzzles import PICTURES, puzzle

from .writing import table, write_pages

FAMILIES = {
    "heaps": "Heaps",
    "coins": "Coins",
    "boards": "Boards",
    "graphs": "Graphs and networks",
    "sprouts": "Lines on paper",
    "partizan": "Games of Left and Right",
}
SHOWN = 8
"""Moves of the example that a page shows."""
DRAWN = 4
"""Moves of the example that a page draws."""
SMALL = 12
"""Positions whose values a page shows, where they are not numbered by heaps."""


def write(app: Sphinx) -> None:
    """Write the pages of all games."""
    source = Path(app.srcdir)
    guide = {path: path.read_text(encoding="utf-8") for path in sorted((source / "guide").glob("[a-z]*.md"))}
    pages = {f"{entry.name}.md": page(entry, guide) for entry in CATALOGUE.values()}
    write_pages(source / "games", {"index.md": index()} | pages)


def index() -> str:
    """Return the pictures of all games, by family."""
    text = "# Games\n\nEvery game of the catalogue. To type a game, write its name, a colon and a position.\n"
    for family, title in FAMILIES.items():
        entries = [entry for entry in CATALOGUE.values() if entry.group == family]
        names = "\n".join(entry.name for entry in entries)
        text += f"\n## {title}\n\n::::{{grid}} 1 2 3 3\n:gutter: 3\n\n{''.join(map(card, entries))}::::\n"
        text += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n{names}\n```\n"
    return text


def card(entry: Entry) -> str:
    """Return the picture of a game above its rule; all of it is a link to the page of the game."""
    shown = PICTURES.get(entry.name, entry.example)
    head = f":::{{grid-item-card}} {entry.name}\n:link: {entry.name}\n:link-type: doc\n:class-card: tile\n\n"
    return f"{head}```{{board}} {shown}\n```\n{_sentence(entry.caption)}\n:::\n\n"


def page(entry: Entry, guide: dict[Path, str]) -> str:
    """Return the page of a game."""
    game = read_game(entry.example)
    ruleset, parts = game.summands[0]
    taught = [path for path, text in guide.items() if re.search(rf"\b{re.escape(entry.name)}(?:\([^)]*\))?:", text)]
    links = "".join(f"- {{doc}}`/guide/{path.stem}`\n" for path in taught)
    chapters = {
        "How to play": _notation(entry, ruleset, parts[0]),
        "Theorem": _theorem(ruleset),
        "Values of small positions": _values(entry, ruleset),
        "Example": _run(f'grundy solve "{entry.example}"', most=40),
        "Puzzle": _puzzle(entry),
        "In the guide": links,
    }
    body = "\n".join(f"## {title}\n\n{text}" for title, text in chapters.items() if text)
    rule = f"{_sentence(entry.caption)} {_sentence(aim(game.last_loses, game))}"
    return f"# {entry.name}\n\n{rule}\n\n```{{play}} {entry.example}\n```\n\n{body}"


def _notation(entry: Entry, ruleset: Ruleset[Any], position: Any) -> str:  # noqa: ANN401  # any position
    text = f"A game is written `{entry.example}`: the name, a colon, the position. {_read(ruleset)}\n\n"
    if entry.parameters:
        text += "Parameters follow the name in brackets.\n\n"
        text += table(["parameter", "takes"], [[f"`{p.name}`", _plain(p.takes)] for p in entry.parameters]) + "\n"
    labels = [move.label for move in islice(ruleset.moves(position), SHOWN)]
    count = count_moves(ruleset, position)
    many = f"{count} moves, for example" if count > len(labels) else "these moves" if count > 1 else "this move"
    listed = ", ".join(f"`{label}`" for label in labels)
    text += f"In `{entry.example}` the player to move has {many}: {listed}. "
    text += "In {doc}`/commands/play` a move is typed in these words, or by its number in the list.\n"
    return text + _drawn_moves(entry)


def _drawn_moves(entry: Entry) -> str:
    """Return pictures of the positions after some moves of the example; moves with equal results are drawn once."""
    game, drawn = read_game(entry.example), dict[str, str]()
    for part, ruleset, position in playable(game):
        for move in islice(ruleset.moves(position), 10 * DRAWN):
            drawn.setdefault(str(game.after(part, move.leaves)), move.label)
    far = max(1, len(drawn) // DRAWN)
    shown = [*drawn.items()][::far][:DRAWN]
    tiles = (
        f":::{{grid-item-card}}\n:class-card: tile\n\n```{{board}} {left}\n```\n`{label}`\n:::\n"
        for left, label in shown
    )
    return f"\n::::{{grid}} 2 2 4 4\n:gutter: 2\n\n{''.join(tiles)}::::\n"


def _read(ruleset: Ruleset[Any]) -> str:
    told = reading(ruleset)
    return f"The program reads {_plain(told)}." if told else ""


def _theorem(ruleset: Ruleset[Any]) -> str:
    """Return the theorems of a rule with their sources; of a code also what is known of its period."""
    stated = facet(ruleset, Knowledge)
    known = [("", stated.theory)]
    if stated.misere_theory != stated.theory:
        known.append(("In misere play: ", stated.misere_theory))
    told = (f"{when}{_sentence(one.statement)}\n\nSource: {_plain(one.source)}.\n" for when, one in known if one)
    text = "\n".join(told)
    if not text and isinstance(facet(ruleset, Structure).sequence(), Code):
        text = _run(f"grundy period {ruleset.name} --to 2000")
    return text or "The catalogue names no theorem; positions are solved by the rule itself or by search.\n"


def _values(entry: Entry, ruleset: Ruleset[Any]) -> str:
    if isinstance(ruleset, HeapRuleset) and not isinstance(ruleset, TwoSided):
        return _run(f'grundy values "{ruleset.name}" --to 29')
    if not isinstance(ruleset, (Entailing, TwoSided)) and has_pairs(ruleset):
        return _run(f'grundy values "{ruleset.name}" --to 8')
    head, rows = ["position", "outcome", "moves", "of them win", "value"], []
    for one in small_positions(read_game(entry.example)):
        found = solve(one)
        counts = [str(found.move_count), str(len(found.winning_moves))]
        rows.append([f"`{one}`", str(found.letter), *counts, "" if found.value is None else str(found.value)])
    if not any(row[-1] for row in rows):
        head, rows = head[:-1], [row[:-1] for row in rows]
    return f"Positions that follow from the example, those with the fewest moves first.\n\n{table(head, rows)}"


def small_positions(start: Game) -> list[Game]:
    """Return positions that follow from one, those with the fewest moves first; of those without a move the first.

    >>> [str(game) for game in small_positions(read_game("maze: .@"))]
    ['maze: @.', 'maze: .@']
    """
    seen, queue = {str(start)}, [start]
    for one in queue:
        for part, ruleset, position in playable(one):
            for move in islice(ruleset.moves(position), SHOWN):
                after = one.after(part, move.leaves)
                if str(after) not in seen and len(queue) < 10 * SMALL:
                    seen.add(str(after))
                    queue.append(after)
    ranked = sorted(queue, key=lambda one: (one.count_moves() or 0, len(str(one)), str(one)))
    ended = [one for one in ranked if not one.count_moves()]
    return [one for one in ranked if one not in ended[1:]][:SMALL]


def _puzzle(entry: Entry) -> str:
    found = puzzle(entry)
    if found is None:
        return ""
    drawn = f"```{{play}} {found.game}\n```\n\n"
    answer = f"`{found.move}`, which leaves `{found.leaves}`. No other move wins."
    question = f"In `{found.game}` there are {found.moves} moves, and exactly one wins. Which?\n\n"
    return f"{question}{drawn}```{{dropdown}} The answer\n{answer}\n```\n"


def _run(command: str, most: int = 60) -> str:
    return f"```{{run}} {command}\n:most: {most}\n```\n"


def _sentence(text: str) -> str:
    text = _plain(text)
    return text[:1].upper() + text[1:] + "." * (not text.endswith("."))


def _plain(text: str) -> str:
    """Return text whose signs mean nothing in Markdown, except in backticks."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(piece if piece[:1] == "`" else re.sub(r"([\\*_\[\]<>#|$^])", r"\\\1", piece) for piece in pieces)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register with Sphinx."""
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True}
