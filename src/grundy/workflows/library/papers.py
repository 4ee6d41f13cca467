"""Converts answers and positions to documents, for LaTeX (`grundy.latex`) and for notebooks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from ...core import (
    Drawable,
    Game,
    GrundyError,
    InputError,
    Knowledge,
    Limits,
    Move,
    Ruleset,
    Theorem,
    facet,
    has_misere_rule,
)
from ...drawing import Diagram, columns
from ...drawing.fit import move_words, short_text
from ...drawing.papers import Paper, PaperPicture, ValueRows, mime_bundle, written
from ...sequences import Period
from ..explaining.explain import explanation
from ..playing.legal import PartMove, named_move
from ..playing.match import Match
from ..playing.part_views import MOST_FIGURES, part_views, touched_cells
from ..playing.phrases import phrase
from ..playing.position_picture import position_parts

if TYPE_CHECKING:
    from ..solving import Answer

MOST_MARKED, MOST_MOVES = 6, 2000
"""The largest number of winning moves that are all coloured, and of moves among which they are searched."""
FIRST_VALUES, SOON = 99, Limits(positions=20_000, seconds=0.5)
"""The last heap whose value is shown for a ruleset, and the limits on this work."""
TITLE, MOST_VALUES = 90, 400
"""The largest numbers of characters in a title, and of values of a period."""
SUMS = Theorem(
    "The value of a sum is the nim-sum of the values of its components, and the P-positions are those of value 0",
    "R. Sprague, 1935; P. M. Grundy, 1939",
)


def latex(answer: object) -> str:
    r"""Return an answer as LaTeX, to be included with \input.

    The first lines name the required packages, and the last lines are BibTeX.

    Args:
        answer: A result of `solve`, `Rules.claim`, `Rules.explore`, `Rules.misere_quotient` or `graph`, or a game,
            which is drawn as a board.

    Returns:
        The LaTeX source.

    Raises:
        InputError: If the object has no LaTeX form, or if a text is not a game.

    Example:
        >>> from grundy import game
        >>> print(latex(game("take 1..3").claim("P iff n % 4 == 0")).splitlines()[1])
        \paragraph{take 1..3: P iff n \% 4 == 0}
    """
    return written(paper_of(answer), "latex")


def paper_of(answer: object) -> Paper:
    """Return an answer or a game as a document; raise `InputError` for any other object."""
    if isinstance(answer, str):
        from ...notation import game_of

        answer = game_of(answer)
    if isinstance(answer, Drawable) and hasattr(answer, "paper"):
        found: Paper = answer.paper()
        return found
    if isinstance(answer, Game):
        return position_paper(answer)
    if isinstance(answer, Diagram):
        return graph_paper(answer)
    if isinstance(answer, Match):
        return match_paper(answer)
    if isinstance(answer, Period):
        return period_paper(answer)
    what = "a result of grundy (a solution, a verdict, an exploration, a quotient, a graph) or a game"
    raise InputError(f"expected {what}, found {type(answer).__name__}")


def bundle_of(answer: object, include: Collection[str] | None, exclude: Collection[str] | None) -> dict[str, str]:
    """Return the representations of an answer or a game for a notebook.

    Args:
        answer: An answer or a game, as for `latex`.
        include: The MIME types to include, such as "text/html"; None for all.
        exclude: The MIME types to exclude; None for none.

    Returns:
        The representations by MIME type.
    """
    return mime_bundle(paper_of(answer), repr(answer), include, exclude)


def period_paper(period: Period) -> Paper:
    """Return a period as a document: rows of values with the first whole period marked."""
    saltus = f" and saltus {period.saltus}" if period.saltus else ""
    status = f"proved ({period.theorem})" if period.status == "proved" else f"observed up to heap {period.checked_to}"
    told = f"Period {period.period} from heap {period.preperiod} on{saltus}, {status}."
    shown = [period.value(heap) for heap in range(min(MOST_VALUES, period.preperiod + 2 * period.period))]
    rows = ValueRows(shown, 0, period.preperiod, period.period)
    return Paper("Period", (told, rows), (), (period.theorem or "",))


def heap_values_paper(values: Sequence[int], heaps: range, ruleset: Ruleset[Any] | None, misere: bool) -> Paper:
    """Return the values of heaps as a document: shaded rows, or a table if the heaps are not consecutive.

    Args:
        values: The values of the heaps.
        heaps: The sizes of the heaps.
        ruleset: The ruleset, if it is known.
        misere: Whether they are misère values.

    Returns:
        The document, to be written as LaTeX or HTML.
    """
    from ..computing.value_paper import values_paper

    if heaps.step == 1 and values:
        return values_paper(ruleset, values, heaps.start, misere=misere, limits=SOON)
    title = "Values of heaps" if ruleset is None else ruleset.name
    rows = [[heap, value] for heap, value in zip(heaps, values[:FIRST_VALUES], strict=False)]
    left = len(values) - len(rows)
    more = [f"{left} more are omitted."] if left else []
    return Paper(title, (columns(rows, ["heap", "value"]) if rows else "No values.", *more))


def rules_paper(ruleset: Ruleset[Any]) -> Paper:
    """Return a ruleset as a document: the values of its first heaps if they are fast to compute, and its theorem."""
    from ..computing.value_paper import values_paper
    from ..computing.values import heap_values, is_heap_ruleset

    if is_heap_ruleset(ruleset) and not has_misere_rule(ruleset):
        try:
            return values_paper(ruleset, heap_values(ruleset, FIRST_VALUES, limits=SOON), limits=SOON)
        except GrundyError:
            pass
    known = facet(ruleset, Knowledge).theory
    return Paper(ruleset.name, (f"The rule {ruleset.name}.",), () if known is None else (known,))


def match_paper(match: Match) -> Paper:
    """Return a match as a document: the board and the moves so far."""
    title = short_text(f"A match of {match.history[0].game if match.history else match.game}", TITLE)
    moves = [phrase(turn.game, turn.move) for turn in match.history]
    listed = "; ".join(f"{i}. {words}" for i, words in enumerate(moves, 1))
    told = f"{listed}. Result: {match.result}." if moves else "No move yet."
    return Paper(title, (PaperPicture(position_parts(match.game), str(match.game)), told))


def position_paper(game: Game) -> Paper:
    """Return a position as a document with a picture."""
    title = short_text(str(game), TITLE)
    return Paper(title, (PaperPicture(position_parts(game), title),))


def graph_paper(diagram: Diagram, title: str = "") -> Paper:
    """Return a state graph as a document with a picture.

    Args:
        diagram: The state graph.
        title: The title; by default it names the first position.

    Returns:
        The document, to be written as LaTeX or HTML.
    """
    name = title or (f"Game graph of {diagram.nodes[0].game}" if diagram.nodes else "Game graph")
    name = short_text(name, TITLE)
    picture = PaperPicture(
        diagram, name, "Blue: N-position (the player to move wins). Double line: P-position (the player to move loses)."
    )
    return Paper(name, (picture, diagram.note) if diagram.note else (picture,))


def solution_paper(answer: Answer) -> Paper:
    """Return a solution as a document: the board with the winning moves coloured, the reason, and the theorems."""
    game, wins = answer.game, answer.winning_moves
    play = ", misère play" if answer.misere else ""
    marked = _marked(answer)
    caption = ""
    if marked and any(marked.values()):
        caption = f"Green: what {move_words(game, wins[0].part, wins[0].move)} touches"
        caption += "; blue: the other winning moves." if 1 < len(wins) <= MOST_MARKED else ", which wins."
    picture = PaperPicture(position_parts(game, marked), short_text(str(game), TITLE), caption)
    theorems = _theorems(answer)
    grounds = tuple(one for one in answer.grounds if not any(str(theorem) in one for theorem in theorems))
    reason = explanation(answer._replace(grounds=grounds))
    return Paper(f"{short_text(str(game), TITLE)}{play}", (picture, *reason), theorems, answer.grounds)


def _marked(answer: Answer) -> dict[int, dict[tuple[int, int], int]]:
    """Return for each component the cells (row, column) of its board that winning moves change.

    The cells of the first winning move are marked 1, and those of other winning moves 2: {0: {(0, 0): 1, (0, 2): 2}}.
    """
    game, found = answer.game, dict[int, dict[tuple[int, int], int]]()
    if game.size > MOST_FIGURES or answer.move_count is None or answer.move_count > MOST_MOVES:
        return found
    wins, views = answer.winning_moves, part_views(game)
    for number, move in enumerate(wins if len(wins) <= MOST_MARKED else wins[:1]):
        part = found.setdefault(move.part, {})
        named = named_move(game, PartMove(move.part, Move(move.move, move.pieces)))
        for cell in next(iter(touched_cells(views[move.part], named.move)), ()):
            part.setdefault(cell, 1 if number == 0 else 2)
    return found


def _theorems(answer: Answer) -> tuple[Theorem, ...]:
    rules: dict[Ruleset[Any], None] = dict.fromkeys(ruleset for ruleset, _ in answer.game.summands)
    known = [facet(ruleset, Knowledge).theory_of(last_loses=answer.misere) for ruleset in rules]
    sums = [SUMS] if answer.theory == "values" and answer.game.size > 1 and answer.value is not None else []
    return tuple(dict.fromkeys([*(one for one in known if one is not None), *sums]))
