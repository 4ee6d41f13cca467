"""A hint for the player to move, in three steps: the place of a good move, the move, and the reason.

A good move wins, or keeps a draw, or else delays the loss longest. Among several winning moves, one with a simple
explanation is preferred (`explaining/ideas.py`). All three steps refer to the same move.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from ...core import MAX_OPTIONS, Board, Game, Heaps, Move, Network, Outcome
from ...drawing.fit import listed, part_name, short_text
from ..explaining.ideas import VALUE, Idea, idea, idea_of_move
from ..solving import Answer
from .legal import PartMove, after, named_move
from .match import Match
from .opponent import best_move
from .part_views import Cell, PartView, part_view, touched_cells
from .phrases import phrase

MOST_TRIED = 50
"""Winning moves among which one with a simple explanation is searched."""
LONGEST = 60
"""The largest length of a position that is named in a reason."""
DRAWN = "Nobody can force a win here: with best play it is a draw."
"""The sentence about a position in which neither player can force a win."""
LOSING = "You are losing: every move loses against best play."
GENERAL = VALUE[Outcome.N]
UNKNOWN = "This game is too large to solve, so it is not known who is winning."


class HintPlace(NamedTuple):
    """The place of the move of a hint: a description, and the pieces to mark in a picture.

    At most one of the attributes after `words` has a value. All indices are counted from 0. If all moves have the same
    place, as in a single heap, every attribute is empty.

    Attributes:
        words: The description, such as "heap 2".
        parts: The components to mark as a whole.
        heaps: The heaps to mark, each as (index of the component, index of the heap in it).
        cells: The pieces to mark, such as squares or pins, each as (component, row, column).
        move: In Sprouts and similar games the recommended move; a picture marks the spots that this move joins.
    """

    words: str = ""
    parts: tuple[int, ...] = ()
    heaps: tuple[tuple[int, int], ...] = ()
    cells: tuple[tuple[int, int, int], ...] = ()
    move: PartMove | None = None


NOWHERE = HintPlace()


def hint(match: Match, step: int) -> str:
    """State one step of a hint for the player to move, in one sentence.

    Args:
        match: The match, whose player to move needs the hint.
        step: 1 for the place of a good move, 2 for the move, 3 for the reason.

    Returns:
        The sentence for this step.

    Example:
        >>> import grundy
        >>> played = grundy.match("nim: 3 5")
        >>> for step in (1, 2, 3):
        ...     print(hint(played, step))
        You are winning: the winning move is in heap 2.
        The move is: take 2 from heap 2.
        Why? Equal copies are left: repeat every move of your opponent in the other copy.
    """
    return Hint(match).told(step)


class Hint:
    """A hint for the player to move in a match, in three steps; each step is computed when it is requested."""

    def __init__(self, match: Match, words: Callable[[Game, PartMove], str] = phrase) -> None:
        """Prepare a hint: find the outcome of the present game, within the limits of the match.

        Args:
            match: The match, whose player to move needs the hint.
            words: A function that describes a move in words.
        """
        self.match, self.words = match, words
        self.outcome = None if match.over else match.outcome()

    def told(self, step: int) -> str:
        """Return step 1 (place), 2 (move) or 3 (reason) of the hint as a sentence."""
        if self.match.over:
            return "The game is over."
        if self.outcome is None:
            return UNKNOWN
        if self.found is None:
            return _too_many(self.match)
        return (self._where, self._which, self._why)[step - 1](self.found)

    @cached_property
    def found(self) -> PartMove | None:
        """The move that the hint recommends, or None if no good move could be found within the limits."""
        if self.outcome is None:
            return None
        choice = best_move(self.match.game, self.match.judge)
        if self.outcome is not Outcome.N:
            return choice.move
        if choice.reason != "win":
            return None
        wins = (PartMove(win.part, Move(win.move, win.pieces)) for win in self._answer.winning_moves)
        moves = (choice.move, *islice(wins, MOST_TRIED))
        found = next((move for move in moves if self._idea(move) not in (None, GENERAL)), choice.move)
        return named_move(self.match.game, found)

    @cached_property
    def place(self) -> HintPlace:
        """Where the recommended move is made: its component, or the heaps, row, pin, vertex or edge that it changes."""
        return NOWHERE if self.found is None else _place(self.match, self.found)

    @cached_property
    def _answer(self) -> Answer:
        return self.match.judge.solution(self.match.game)

    def _idea(self, move: PartMove) -> Idea | None:
        return idea_of_move(self._answer, move.part, move.move.leaves)

    @property
    def standing(self) -> str:
        """A sentence that states whether the player to move is winning and how many moves win, but not which moves."""
        if self.match.over or self.outcome is None or self.found is None:
            return self.told(1)
        return {Outcome.D: DRAWN, Outcome.P: LOSING}.get(self.outcome) or f"You are winning: {self._winners}."

    @property
    def _winners(self) -> str:
        least, single, number = self._count
        return f"{'at least ' if least else ''}{'one move wins' if single else f'{number} moves win'}"

    # The three steps

    def _where(self, _: PartMove) -> str:
        words = self.place.words
        where = f" {'in' if words.startswith(('heap', 'component', 'row')) else 'at'} {words}"
        if self.outcome is Outcome.D:
            return f"{DRAWN} A move that keeps it is{where}." if words else DRAWN
        if self.outcome is Outcome.P:
            good = "A move that delays the loss longest" if self._played_out else "A good try"
            return f"{LOSING} {good} is{where}." if words else LOSING
        if words:
            least, single = self._count[:2]
            return f"You are winning: {'a' if least or not single else 'the'} winning move is{where}."
        return f"You are winning: {self._winners}."

    def _which(self, move: PartMove) -> str:
        words = self.words(self.match.game, move)
        if self.outcome is Outcome.D:
            return f"For example, {words} keeps the draw."
        if self.outcome is Outcome.P:
            return f"No move wins; {words} {'lasts longest' if self._played_out else 'is as good as any'}."
        least, single, _ = self._count
        if single and not least:
            return f"The move is: {words}."
        quickest = self._played_out and move == best_move(self.match.game, self.match.judge).move
        return f"{'The quickest way' if quickest else 'For example'}: {words}."

    def _why(self, move: PartMove) -> str:
        if self.outcome is Outcome.D:
            return "After it, the other player cannot force a win either."
        if self.outcome is Outcome.P:
            found = idea(self._answer)
            told = found.sentence if found else "Every move gives the other player a way to win."
            return f"Why does no move win? {told}{self._length()}"
        left = after(self.match.game, move)
        if (found := self._idea(move)) is not None:
            return f"Why? {found.sentence}"
        if not self.match.judge.misere and left.count_moves() == 0:
            return "Why? No move is left after it, so the other player has lost."
        text = str(left)
        which = text if len(text) <= LONGEST else "a position"
        return f"Why? It leaves {which}, and whoever must move there loses."

    @property
    def _played_out(self) -> bool:
        """Whether the game is so small that the number of moves to the end is known."""
        return self.match.judge.course(self.match.game) is not None

    def _length(self) -> str:
        course = self.match.judge.course(self.match.game)
        if course is None or course.remoteness is None:
            return ""
        n = course.remoteness
        return f" With best play the game lasts {n} more {'move' if n == 1 else 'moves'}."

    @cached_property
    def _count(self) -> tuple[bool, bool, int]:
        """Three facts: whether there may be unknown winning moves, whether at most one is known, and the number known.

        The number is at least 1, because this is used only if the player to move can win.
        """
        full = self.match.judge.full_solution(self.match.game)
        wins = full.winning_moves or self.match.judge.winning_moves(self.match.game)
        return full.moves_status == "limit" or not wins, len(wins) <= 1, max(1, len(wins))


def _place(match: Match, move: PartMove) -> HintPlace:
    game, part = match.game, move.part
    figure = part_view(game, part)
    if figure is None:
        return HintPlace(part_name(game, part))
    if figure.kind == "faces":
        return HintPlace(move=move)
    ways = touched_cells(figure, move.move)
    cells = ways[0] if ways else []
    if isinstance(figure.scene, Heaps) and figure.kind == "heaps" and (game.size > 1 or len(figure.scene.sizes) > 1):
        several = len(figure.scene.sizes) > 1
        heaps = sorted({heap for heap, _ in cells}) if several else [0]
        marked = tuple((part, heap) for heap in heaps)
        return HintPlace(part_name(game, part) if game.size > 1 else _heaps(figure.scene, heaps), heaps=marked)
    if game.size > 1:
        return HintPlace(part_name(game, part), parts=(part,))
    return _inside(figure, cells) if cells else NOWHERE


def _heaps(scene: Heaps, heaps: list[int]) -> str:
    names = [scene.names[heap] if scene.names else str(heap + 1) for heap in heaps]
    noun = "heap" if not scene.names else "" if " " in names[0] else "place"
    return f"{noun}{'s' if noun and len(heaps) > 1 else ''} {listed(names, 'and')}".lstrip()


def _inside(figure: PartView, cells: list[Cell]) -> HintPlace:
    part, (row, place) = figure.part, cells[0]
    if figure.kind in ("pins", "ring"):
        return HintPlace(f"pin {place + 1}", cells=((part, row, place),))
    if isinstance(figure.scene, Board):
        return _on_board(figure, figure.scene.rows, cells)
    return HintPlace(_piece_name(figure, row), cells=((part, row, place),)) if figure.kind != "heaps" else NOWHERE


def _on_board(figure: PartView, rows: tuple[str, ...], cells: list[Cell]) -> HintPlace:
    down, across = figure.first or (1, 1)
    if len(rows) == 1:  # for coins in a row the last one identifies the move
        row, place = cells[-1]
        return HintPlace(f"square {place + across}", cells=((figure.part, row, place),))
    row = cells[0][0]
    if any("+" in each for each in rows):
        lines = "vertical" if row % 2 else "horizontal"
        places = range(row % 2 == 0, len(rows[row]), 2)
        marked = tuple((figure.part, row, place) for place in places if rows[row][place] == ".")
        return HintPlace(f"row {row // 2 + 1} of the {lines} lines", cells=marked)
    marked = tuple((figure.part, row, place) for place, mark in enumerate(rows[row]) if mark not in "# ")
    return HintPlace(f"row {row + down}", cells=marked)


def _piece_name(figure: PartView, number: int) -> str:
    from ...drawing import tableau

    if isinstance(figure.scene, Network):
        return f"vertex {short_text(list(dict.fromkeys(figure.scene.vertices))[number], 24)}"
    return f"edge {tableau(figure.scene).pieces[number].mark}"  # type: ignore[arg-type]  # a multigraph


def _too_many(match: Match) -> str:
    if (count := match.count()) is None or count > MAX_OPTIONS:
        return "You are winning: there is a winning move, but there are too many moves to search."
    return "You are winning: there is a winning move, but finding it takes longer than a hint may."
