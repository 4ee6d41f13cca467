"""Explains a position on the board in at most four steps, called a film: why it is won or lost.

Each step has a short text, and marks pieces that belong together, pieces without a partner, or pieces that a move
takes. Complete explanations with tables are in `explaining`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ...core import Board, HeapRuleset, Heaps, Knowledge, Move, Outcome, facet
from ...drawing.fit import listed
from ..explaining.ideas import copying_move, idea, paired
from .hints import HintPlace
from .legal import PartMove, Turn, after, legal_moves, named_move
from .match import Match
from .opponent import best_move
from .part_views import MatchParts, PartView, piece_id, touched_cells
from .phrases import phrase

MOST_STEPS, MOST_WORDS = 4, 40
"""The largest number of steps, and of words in one step."""
LARGEST, MOST_HEAPS = 15, 8
"""The largest heap that is split into blocks on the board, and the largest number of such heaps."""
MOST_VALUES, MOST_MOVES = 8, 200
"""The largest number of values that light a move each, and the largest number of moves that are examined."""
GOLDEN = "golden"
"""The lesson of the game whose lost positions lie along rays."""
FAR = 20
"""The largest heap on the board of the rays, and the largest period of multiples that are marked."""


class FilmStep(NamedTuple):
    """One step of an explanation on the board: a text, and marks on the pieces.

    Attributes:
        text: At most 40 words to the player ("you") about the opponent ("grundy").
        marks: The roles of pieces by their ids. Roles are separated by spaces: "b4" (it is in a block of 4), "up1" (in
            the second block from below), "paired" or "alone" (its block has a partner or not), "lit" (highlighted),
            "goes" (a move takes it).
        tags: Short texts to show at pieces, by their ids, or at heaps, by "part.heap" with both indices from 0.
        links: Pairs of ids of pieces that belong together.
        turns: Moves to show as if they had been made.
        view: A picture that replaces the board: heaps whose sizes are the Grundy values of the components, or the lost
            positions of Wythoff's game; None to show the board.
        move: The move that the step recommends, or None.
        hint: The place to mark as in a hint, or None.
    """

    text: str
    marks: Mapping[str, str] = {}
    tags: Mapping[str, str] = {}
    links: tuple[tuple[str, str], ...] = ()
    turns: tuple[Turn, ...] = ()
    view: PartView | None = None
    move: PartMove | None = None
    hint: HintPlace | None = None


def film(match: Match) -> list[FilmStep]:
    """Return the steps that explain the present position of a match to the player to move.

    Args:
        match: The match.

    Returns:
        At most four steps; none if play is over or nothing is known about the position.

    Example:
        >>> import grundy
        >>> for step in film(grundy.match("nim: 1 3")):
        ...     print(step.text)
        Split each heap into blocks of different powers of two: 3 = 2 + 1.
        Equal blocks are partners: 1 with 1. If grundy changes one of two partners, you can change the other.
        Alone is 2: the nim-sum is 2. While a block is alone, you can win.
        Your move: take 2 from heap 2. Now every block has a partner, and grundy must break a pair.
    """
    return [] if match.over else Film(match).steps()[:MOST_STEPS]


def taken(view: PartView | None, move: PartMove) -> list[str]:
    """Return the ids of the pieces that a move takes or changes, such as "1.0.3".

    If the move can be made at several places of the picture, the first place is used.

    Args:
        view: The component of the move, or None if the component is not drawn.
        move: The move.

    Returns:
        The ids.
    """
    if view is None or not move.move.touches:
        return []
    if view.kind != "heaps":
        return [piece_id(move.part, *cell) for cell in next(iter(touched_cells(view, move.move)), [])]
    spans = [span for span in move.move.touches[0] if not span.added]
    return [piece_id(move.part, span.row, i) for span in spans for i in range(span.begin, span.end)]


class Blocks:
    """Heaps that are split into blocks of different powers of two; two equal blocks of different heaps make a pair."""

    def __init__(self, sizes: Sequence[int], own: bool, last: int | None = None) -> None:
        """Split the heaps and pair their blocks.

        Args:
            sizes: The sizes of the heaps.
            own: Whether each heap is a component; if not, all heaps are in the first component.
            last: The index of the heap whose blocks are paired last, so that they rather stay without a partner.
        """
        self.heaps = [(i, 0) if own else (0, i) for i in range(len(sizes))]
        self.split = [[1 << k for k in reversed(range(size.bit_length())) if size >> k & 1] for size in sizes]
        found = sorted({block for blocks in self.split for block in blocks}, reverse=True)
        order = sorted(range(len(sizes)), key=lambda i: i == last)
        self.held = {block: [i for i in order if block in self.split[i]] for block in found}
        self.alone = [block for block in found if len(self.held[block]) % 2]

    def pieces(self, heap: int, block: int) -> list[str]:
        """Return the ids of the tokens of a block.

        Args:
            heap: The index of the heap.
            block: The size of the block.

        Returns:
            The ids, from below.
        """
        start = sum(each for each in self.split[heap] if each > block)
        return [piece_id(*self.heaps[heap], place) for place in range(start, start + block)]

    def marks(self, paired: str, alone: str = "") -> dict[str, str]:
        """Return the roles of all tokens as in `FilmStep.marks`, such as "b4 up1 paired".

        Args:
            paired: The role to add for tokens in blocks with a partner; "" to add none.
            alone: The role to add for tokens in blocks without a partner.

        Returns:
            The roles by the ids of the tokens.
        """
        found = dict[str, str]()
        for heap, blocks in enumerate(self.split):
            for up, block in enumerate(blocks):
                single = block in self.alone and self.held[block][-1] == heap
                found |= dict.fromkeys(
                    self.pieces(heap, block), f"b{block} up{up} {alone if single else paired}".rstrip()
                )
        return found

    @property
    def tags(self) -> dict[str, str]:
        """The texts for `FilmStep.tags`: at each heap its blocks, such as "2 + 1", and on each block its size."""
        tags = {f"{part}.{heap}": " + ".join(map(str, self.split[i])) for i, (part, heap) in enumerate(self.heaps)}
        return tags | {self._middle(heap, block): str(block) for heap, each in enumerate(self.split) for block in each}

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The pairs of equal blocks; each block is given by the id of the token in its middle."""
        pairs = [
            (block, *pair) for block, held in self.held.items() for pair in zip(held[::2], held[1::2], strict=False)
        ]
        return tuple((self._middle(one, block), self._middle(two, block)) for block, one, two in pairs)

    def _middle(self, heap: int, block: int) -> str:
        return self.pieces(heap, block)[(block - 1) // 2]


class Film:
    """Finds the steps that explain the present position of a match, by the first kind of explanation that applies."""

    def __init__(self, match: Match) -> None:
        """Solve the present position within the limits of the match."""
        self.game, self.judge = match.game, match.judge
        self.answer = self.judge.full_solution(self.game)
        self.views = MatchParts(match.history, self.game).parts
        self.best: PartMove | None = None
        won = self.answer.outcome is Outcome.N
        copied = copying_move(self.answer) if won and self.game.size == 1 and not self.answer.misere else None
        self.copies = copied is not None and len(copied.pieces) > 1
        if copied is not None and self.copies:
            self.best = named_move(self.game, PartMove(copied.part, Move(copied.move, copied.pieces)))
        elif won:
            chosen = best_move(self.game, self.judge)
            self.best = chosen.move if chosen.reason == "win" else None

    def steps(self) -> list[FilmStep]:
        """Return the steps: first a reason, then a winning move; in a lost position, moves with winning replies."""
        if self.answer.outcome is Outcome.D:
            return [FilmStep("Nobody can force a win here: both of you can avoid losing forever.")]
        if self.answer.outcome is Outcome.P:
            return [*self._reason()[:1], *self._lost()]
        if self.answer.outcome is None or self.best is None:
            return self._reason()
        found = self._reason() or [FilmStep("You can win from here.")]
        found += [] if self.copies else self._then(self.best)
        return [*found[: MOST_STEPS - 1], self._play(self.best)]

    def _reason(self) -> list[FilmStep]:
        if self.copies and self.best is not None:
            return self._pair(self.best)
        valued = not self.answer.misere and self.answer.theory in ("values", "deep")
        values = [value for value in self.answer.values if value is not None]
        if valued and len(values) == self.game.size > 1 and max(values) <= LARGEST and len(values) <= MOST_HEAPS:
            return self._blocks(values)
        if valued and self.game.size == 1 and (found := self._rays() or self._multiples() or self._symmetry()):
            return found
        told = idea(self.answer)
        text = re.sub("[Tt]he other player|your opponent", "grundy", told.sentence) if told else ""
        stated = [FilmStep(text[:1].upper() + text[1:])] if 0 < len(text.split()) <= MOST_WORDS else []
        value = self.answer.value if valued and self.game.size == 1 else None
        return [*stated, *self._values(value)] if value else stated

    # Several components: heaps as blocks

    def _blocks(self, values: list[int]) -> list[FilmStep]:
        view = (
            None
            if self._is_nim(values)
            else PartView("heaps", 0, "", Heaps((*values,), (*(x.name for x in self.views),)))
        )
        drawn = Blocks(values, view is None, self.best and self.best.part)
        first = FilmStep("", drawn.marks(""), drawn.tags, view=view)
        worth = "" if view is None else "Each component is worth a heap of nim, drawn here. "
        if not drawn.alone:
            text = f"{worth}Every block has a partner. You must break a pair, and grundy makes pairs again, to the end."
            return [first._replace(text=text, marks=drawn.marks("paired"), links=drawn.links)]
        sums = dict.fromkeys(f"{sum(each)} = {' + '.join(map(str, each))}" for each in drawn.split if len(each) > 1)
        shown = f": {'; '.join(sums)}" if 0 < len(sums) <= MOST_STEPS else ""
        split = f"{worth}Split each heap into blocks of different powers of two{shown}."
        pairs = ", ".join(f"{block} with {block}" for block in drawn.held if len(drawn.held[block]) > 1)
        join = f"Equal blocks are partners: {pairs}. If grundy changes one of two partners, you can change the other."
        if not pairs:
            join = "No two blocks are equal, so no block has a partner."
        numbers = f"{listed([str(block) for block in drawn.alone], 'and')}: the nim-sum is {sum(drawn.alone)}"
        glow = f"Alone {'is' if len(drawn.alone) == 1 else 'are'} {numbers}. While a block is alone, you can win."
        second = first._replace(text=join, marks=drawn.marks("paired"), links=drawn.links)
        return [first._replace(text=split), second, second._replace(text=glow, marks=drawn.marks("paired", "alone"))]

    def _is_nim(self, values: list[int]) -> bool:
        """Return whether each component is drawn as a single heap, and `values` are the sizes of these heaps."""
        scenes = [view.scene for view in self.views]
        return [scene.sizes for scene in scenes if isinstance(scene, Heaps) and not scene.row] == [(v,) for v in values]

    # One component

    def _values(self, value: int) -> list[FilmStep]:
        """Return two steps that explain a Grundy value as the least one that no move reaches.

        They mark one move to each smaller value. The list is empty if such moves are not found.
        """
        if value > MOST_VALUES or not 0 < (self.answer.move_count or 0) <= MOST_MOVES:
            return []
        found: dict[int, PartMove] = {}
        for move in legal_moves(self.game):
            left = self.judge.sum_after(self.game, move)
            if left is None:
                left = self.judge.option_solution(self.game, after(self.game, move)).value
            if left is not None and left < value:
                found.setdefault(left, move)
        if len(found) < value:
            return []
        marks, tags = dict[str, str](), dict[str, str]()
        for left in sorted(found, reverse=True):
            pieces = self._pieces(found[left])
            marks |= dict.fromkeys(pieces, "lit")
            tags |= dict.fromkeys(pieces[:1], str(left))
        numbers = listed([str(n) for n in range(value)], "and")
        lit = f"Your moves reach the Grundy value{'s' * (value > 1)} {numbers}; one move to each is lit."
        missing = f"No move reaches {value}, the first missing value. So the Grundy value of this position is {value}."
        return [FilmStep(lit, marks, tags), FilmStep(missing, marks, tags)]

    def _multiples(self) -> list[FilmStep]:
        """Return the steps for a single heap if the lost heaps are the multiples of a number; else an empty list."""
        (ruleset, heap), view = next(self.game.parts), self.views[0]
        known = facet(ruleset, Knowledge)
        course = known.value_course if isinstance(ruleset, HeapRuleset) and view.kind == "heaps" else None
        if course is None or course.preperiod or course.saltus or not 1 < course.period <= FAR:
            return []
        period = course.period
        if [rest for rest in range(period) if known.known_value(rest) == 0] != [0]:
            return []
        over = heap % period
        marks = {piece_id(0, 0, i): f"b{1 + i // period % 2} up{i // period % 4}" for i in range(heap - over)}
        stick = {piece_id(0, 0, i): "alone" for i in range(heap - over, heap)}
        tags = {piece_id(0, 0, k * period - 1): str(k * period) for k in range(1, heap // period + 1)}
        rule = f"Whatever is taken from a multiple of {period}, the reply leaves a multiple of it again, down to 0."
        if not over:
            return [FilmStep(f"{rule} You have {heap}.", marks, tags)]
        text = f"You have {heap}, which is {over} more than {heap - over}. What sticks out glows."
        return [FilmStep(rule, marks, tags), FilmStep(text, marks | stick, tags)]

    def _rays(self) -> list[FilmStep]:
        """Return the steps for Wythoff's game, drawn as a queen on a board with all lost positions marked.

        The lost positions lie along two rays. The list is empty for other games.
        """
        ruleset, position = next(self.game.parts)
        known = facet(ruleset, Knowledge)
        if known.idea_lesson != GOLDEN or getattr(ruleset, "a", 0) != 1 or max(position) > FAR:
            return []
        (y, x), lost = sorted(position), known.known_outcome
        side = range(max(6, x) + 1)
        signs = {Outcome.P: "O", Outcome.N: "."}
        rows = tuple("".join("@" if (a, b) == (x, y) else signs[lost((a, b)) or Outcome.N] for a in side) for b in side)
        view = PartView("cells", 0, "", Board(rows), (0, 0))
        reach = [(y, a) for a in range(x)] + [(b, x) for b in range(y)] + [(y - k, x - k) for k in range(1, y + 1)]
        lit = {piece_id(0, *cell): "lit" for cell in reach}
        here = f"You are at column {x}, row {y}, and move like a queen: left, up, or both at once."
        if self.answer.outcome is Outcome.P:
            return [FilmStep(f"{here} Coins are lost positions. No move leads from coin to coin.", lit, view=view)]
        text = (
            "Draw the larger heap across and the smaller one down. Coins are lost positions, and they lie along rays."
        )
        return [FilmStep(text, view=view), FilmStep(f"{here} One of these lines meets a coin.", lit, view=view)]

    # Symmetry

    def _symmetry(self) -> list[FilmStep]:
        """Return one step for a position that is lost because of a symmetry.

        The step links some moves with their mirror images. The list is empty if some move has no image.
        """
        ruleset, position = next(self.game.parts)
        links: list[tuple[str, str]] = []
        moves = {move.label: PartMove(0, move) for move in islice(ruleset.moves(position), MOST_MOVES)}
        for label, move in moves.items():
            image = moves.get(facet(ruleset, Knowledge).mirrored(position, label) or "")
            if image is None:
                return []
            ends = self._pieces(move)[:1] + self._pieces(image)[:1]
            if len(set(ends)) == 2 and not any(at in pair for at in ends for pair in links):
                links.append((ends[0], ends[1]))
        text = "The board is its own image. Every move has an image on the other side, and grundy answers with it."
        return [FilmStep(text, links=tuple(links[:MOST_VALUES]))]

    def _pair(self, move: PartMove) -> list[FilmStep]:
        """Return the steps for a winning move that leaves two equal sides.

        The first step shows the sides, the second a move in one side and the same move in the other.
        """
        turns = (Turn(self.game, move),)
        steps = [FilmStep("Make two equal sides: after this move, each equals the other.", turns=turns)]
        left = after(self.game, move)
        for first in islice(legal_moves(left), 1):
            then = after(left, first)
            copied = next((each for each in legal_moves(then) if paired([*after(then, each).parts])), None)
            if copied is not None:
                text = "Whatever grundy does on one side, you repeat on the other. So you always have an answer."
                steps.append(FilmStep(text, turns=(*turns, Turn(left, first), Turn(then, copied))))
        return steps

    # Moves

    def _lost(self) -> Iterator[FilmStep]:
        moves = [*islice(legal_moves(self.game), MOST_MOVES)]
        for move in [moves[i * (len(moves) - 1) // 2] for i in range(3)] if len(moves) > 3 else moves:
            first = Turn(self.game, move)
            left, told = after(self.game, move), f"Say you play: {phrase(self.game, move)}."
            if (reply := self._reply(move)) is None:
                yield FilmStep(f"{told} Then the game is over.", turns=(first,))
            else:
                text = f"{told} grundy plays: {phrase(left, reply)}. You are lost again."
                yield FilmStep(text, turns=(first, Turn(left, reply)))

    def _then(self, move: PartMove) -> Iterator[FilmStep]:
        """Yield one step that shows a move, a reply of the opponent, and a good answer to the reply.

        Nothing is yielded if the move or the reply ends the game.
        """
        left = after(self.game, move)
        for reply in islice(legal_moves(left), 1):
            then = after(left, reply)
            if then.count_moves():
                answer = best_move(then, self.judge).move
                turns = Turn(self.game, move), Turn(left, reply), Turn(then, answer)
                yours, theirs, last = (phrase(*turn) for turn in turns)
                yield FilmStep(f"Say you play: {yours}. If grundy plays: {theirs}, answer: {last}.", turns=turns)

    def _reply(self, move: PartMove) -> PartMove | None:
        """Return a winning reply to a move, preferably its mirror image; None if the move ends the game."""
        left = after(self.game, move)
        if not left.count_moves():
            return None
        ruleset, position = self.game.part(move.part)
        image = facet(ruleset, Knowledge).mirrored(position, move.move.label) if self.game.size == 1 else None
        images = (each for each in legal_moves(left) if each.move.label == image) if image else iter(())
        return next(images, None) or best_move(left, self.judge).move

    def _pieces(self, move: PartMove) -> list[str]:
        return taken(self.views[move.part] if move.part < len(self.views) else None, move)

    def _play(self, move: PartMove) -> FilmStep:
        words, left = phrase(self.game, move), after(self.game, move)
        goes, values = dict.fromkeys(self._pieces(move), "goes"), [value or 0 for value in self.answer.values]
        step = FilmStep(f"Your move: {words}. Then every move of grundy has an answer.", goes, move=move)
        if not left.count_moves():
            return step._replace(text=f"Your move: {words}. Then no move is left, and you win.")
        if self.game.size < 2 or len(values) != self.game.size or max(values) > LARGEST:
            return step
        text = f"Your move: {words}. Now every block has a partner, and grundy must break a pair."
        if not self._is_nim(values):
            return step._replace(text=text)
        values[move.part] ^= self.answer.value or 0
        drawn = Blocks(values, own=True)
        return step._replace(text=text, marks=drawn.marks("paired") | goes, tags=drawn.tags, links=drawn.links)
