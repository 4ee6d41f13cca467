"""Explains games in which play need not end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ... import drawing
from ...core import Game, Outcome, brief_of, nim_sum
from ...drawing.fit import MOST_LINES, MOST_PARTS, TextBlock, move_words, part_name, part_texts, prose, short_text
from ..solving import Answer, Solver, WinningMove
from ..solving.loopy import LoopyFacts

MOST_TRIED = 100
"""The largest number of winning moves among which the fastest are searched."""
MOST_STEPS = 40
"""The largest number of moves of a line that repeats a position."""


def lines(answer: Answer, solver: Solver) -> Iterator[TextBlock]:
    """Yield the values of the components, their sum, and for a draw a line of play that never ends.

    Args:
        answer: The answer to explain.
        solver: Computes the values after moves.

    Yields:
        Paragraphs, lists and tables.
    """
    game, facts = answer.game, answer.facts
    if not isinstance(facts, LoopyFacts):
        return
    if facts.value is None:
        if answer.outcome is not None:
            yield (
                "Play can continue forever; every reachable position was searched backwards from the terminal "
                "positions."
            )
    elif game.size == 1:
        yield prose(f"Play can continue forever; the Smith-Fraenkel value is {facts.value}: {_meaning(facts)}.")
    else:
        yield from _sum_lines(facts, game)
    if facts.remoteness is not None:
        moves = "1 move" if facts.remoteness == 1 else f"{facts.remoteness} moves"
        yield f"With best play it ends after {moves} (the winner hurries, the loser delays)."
        best = quickest(solver, answer)
        if 0 < len(best) < len(answer.winning_moves):
            yield prose(f"The quickest: {'; '.join(move_words(game, move.part, move.move) for move in best)}.")
    yield from _draws(facts, answer)
    if answer.outcome is Outcome.D:
        yield from _endless(game, solver)


def _meaning(facts: LoopyFacts) -> str:
    """Describe how a game with this Smith-Fraenkel value plays when it is added to nim heaps."""
    value = facts.value
    if value is None or value.number is not None:
        return f"in every sum it plays like a heap of {'' if value is None else value.number}"
    if not value.among:
        return "no option has a number as its value, and added to any heap it is a draw"
    heaps = ", ".join(map(str, sorted(value.among)))
    return f"added to a heap of {heaps} the player to move wins, added to any other it is a draw"


def _sum_lines(facts: LoopyFacts, game: Game) -> Iterator[str]:
    if game.size <= MOST_PARTS:
        rows: list[list[str | int | None]] = [
            [part_name(game, i), short_text(text, 40), str(value)]
            for i, (text, value) in enumerate(zip(part_texts(game), facts.values, strict=True))
        ]
        yield drawing.columns(rows, ["", "position", "value"])
    endless = [i for i, value in enumerate(facts.values) if value is not None and value.number is None]
    heaps = nim_sum(value.number for value in facts.values if value is not None and value.number is not None)
    if len(endless) > 1:
        yield f"{len(endless)} components have infinite values; two of them make a draw, whatever the others are."
    elif endless:
        name, value = part_name(game, endless[0]), facts.values[endless[0]]
        has = "has an" if value is not None and heaps in value.among else "has no"
        yield f"The other components have nim-sum {heaps}, and {name} {has} option of that value."
    else:
        yield f"All values are numbers; their nim-sum is {heaps}, and play is as in nim."


def quickest(solver: Solver, answer: Answer) -> Sequence[WinningMove]:
    """Return the winning moves that end play fastest.

    In a loopy game, a winning move may also lead back to an earlier position.

    Args:
        solver: Computes the remoteness (length of play) after each move.
        answer: The answer with all winning moves.

    Returns:
        These moves, or all winning moves if the lengths are not known.
    """
    facts, wins = answer.facts, answer.winning_moves
    if not isinstance(facts, LoopyFacts) or facts.remoteness is None or not 1 < len(wins) <= MOST_TRIED:
        return wins
    after = [solver.solve(answer.game.after(move.part, move.pieces)).facts for move in wins]
    rests = [found.remoteness if isinstance(found, LoopyFacts) else None for found in after]
    return [move for move, rest in zip(wins, rests, strict=True) if rest == facts.remoteness - 1] or wins


def _draws(facts: LoopyFacts, answer: Answer) -> Iterator[TextBlock]:
    draws = facts.drawing_moves
    if not draws:
        return
    drawn = answer.outcome is Outcome.D
    yield f"{'Moves that keep the draw' if drawn else 'Moves that give the win away for a draw'} ({len(draws)}):"
    rest = [f"... and {len(draws) - MOST_LINES} more"] if len(draws) > MOST_LINES else []
    yield [*(move_words(answer.game, move.part, move.move) for move in draws[:MOST_LINES]), *rest]


def _endless(game: Game, solver: Solver) -> Iterator[str]:
    """Yield the reason why neither player can force a win, with a line of play that repeats a position.

    The game is a draw, and `solver` has solved it. The line has only moves that keep the draw.
    """
    yield "Nobody can force a win: no move leaves a P-position, and the player to move can always keep the draw."
    met: dict[Game, int] = {}
    while game not in met and len(met) < MOST_STEPS:
        met[game] = len(met)
        facts = solver.solve(game).facts
        if facts is None or not facts.drawing_moves:
            return
        move = facts.drawing_moves[0]
        game = game.after(move.part, move.pieces)
    if game in met:
        line = [_brief(each) for each in met]
        yield prose(f"For example, forever: {' -> '.join([*line, _brief(game)])}", subsequent_indent="  ")


def _brief(game: Game) -> str:
    return " + ".join(brief_of(ruleset, position) for ruleset, position in game.parts)
