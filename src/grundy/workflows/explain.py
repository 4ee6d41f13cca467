"""The reason for an answer, in words and tables that a student understands.

For sums of values: the binary columns, the odd ones marked, and the change that makes all of them
even. For one part: its value as the mex of its options. For a lost position: the reply that refutes
every move. For misere play: the phase of Bouton's rule. Theorems are named.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import Any

from .. import drawing
from ..core import Game, LimitReached, Limits, Outcome, RuleError, Ruleset, mex, nim_sum, playable, two_sided
from .parts import listed_moves
from .solution import Solution, WinningMove
from .solve import Solver
from .words import abridged, listed, move_words, number, part_name, part_texts, win_words

WIDTH = 100
"""Columns of a line of prose."""
MOST_PARTS = 32
"""Parts of a larger sum are counted, not described."""
MOST_LINES = 20
"""Winning moves, replies or witnesses told before the rest is counted."""
MOST_WITNESSES = 10_000
"""Moves of one part whose values are computed for the witness of its own value."""
MOST_PLACES = 900
"""Squares of a larger arena are not valued one by one."""
EFFORT = Limits(positions=300_000, seconds=2)
"""Work spent on replies and witnesses, apart from the solution itself."""
THOROUGH = Limits(positions=1_000_000, seconds=20)
"""Work spent on the list of all moves, which was asked for."""


def explain(solution: Solution, *, moves: bool = False) -> str:
    """Return why the solution is what it is; with `moves` every legal move and what it leads to."""
    return "\n".join(explanation(solution, moves=moves))


def explanation(solution: Solution, *, moves: bool = False) -> list[str]:
    """Return the same as lines and tables; the tables know their cells (`drawing.Laid`)."""
    return list(_Explainer(solution).lines(moves))


class _Explainer:
    """Tells one solution."""

    def __init__(self, solution: Solution) -> None:
        """Prepare a solver that answers the side questions."""
        self.solution = solution
        self.game = solution.game
        self.solver = Solver(solution.game, solution.play == "misere", EFFORT, thorough=False)
        self.misere = self.solver.misere
        self.values = [value for value in solution.values if value is not None]
        self.summed = len(self.values) == self.game.size > 1

    def lines(self, moves: bool) -> Iterator[str]:
        """Yield the whole explanation."""
        yield self._verdict()
        if self.solution.reason:
            yield f"Not everything is known: {self.solution.reason}."
        for ground in self.solution.grounds:
            yield fill(ground, WIDTH, subsequent_indent="  ")
        facts = self.solution.facts
        yield from self._reason() if facts is None else facts.lines(self.solution, self.solver)
        yield from self._wins()
        if self.solution.outcome is Outcome.P:
            yield from self._refutations()
        if moves:
            yield from self._all_moves()

    def _reason(self) -> Iterator[str]:
        """Say why: by the values of the parts, or by those of the options."""
        if self.values and 1 < self.game.size <= MOST_PARTS:
            yield from self._parts()
        if self.summed:
            yield from self._misere_phase() if self.misere else self._columns()
        elif self.game.size == 1 and not self.misere:
            yield from self._alone()
        elif self.misere and self.solution.outcome is not None and not self.solution.grounds:
            yield "In misere play values do not add: all positions that can follow were searched."

    def _verdict(self) -> str:
        """Say who wins."""
        outcome, value = self.solution.outcome, self.solution.value
        how = "who makes the last move loses" if two_sided(self.game) is None else "winning and losing change places"
        play = f"In misere play ({how}) " if self.misere else ""
        if self.game.last_loses:
            play = f"By the rule of this game the last move {'loses' if self.misere else 'wins, as --misere asks'}; "
        if outcome is None:
            return f"{play}the outcome is not known." if play else "The outcome is not known."
        if outcome is Outcome.D:
            return f"{play}nobody can force a win: a draw (D-position)." if play else "A draw: nobody can force a win."
        shown = "" if value is None else f", Grundy value {number(value)}"
        wins = "wins" if outcome is Outcome.N else "loses against best play"
        the = "the" if play else "The"
        return f"{play}{the} player to move {wins} ({outcome}-position{shown})."

    def _parts(self) -> Iterator[str]:
        """Show the parts with their values, unless the values are the parts themselves."""
        texts = part_texts(self.game)
        if texts == [str(value) for value in self.solution.values] and len(self.game.summands) == 1:
            return
        single = len(self.game.summands) == 1
        rows: list[list[str | int | None]] = []
        for i, (ruleset, _) in enumerate(self.game.parts):
            shown = texts[i] if len(texts[i]) <= 40 else texts[i][:37] + "..."
            rows.append(
                [part_name(self.game, i), shown if single else f"{ruleset.name}: {shown}", self.solution.values[i]]
            )
        yield drawing.columns(rows, ["", "position", "value"])

    def _columns(self) -> Iterator[str]:
        """Show the binary columns of the values and what they say."""
        total = self.solution.value or 0
        first = self.solution.winning_moves[0] if self.solution.winning_moves else None
        if max(self.values).bit_length() <= 64:
            note = "" if first is None else self._change(first)
            yield drawing.binary_table(self.values, None if first is None else first.part, note)
        if not total:
            yield "Every column holds an even number of ones: the nim-sum is 0. Any move changes one row and makes"
            yield "some column odd; the opponent can make all of them even again."
            return
        odd = [1 << i for i in reversed(range(total.bit_length())) if total >> i & 1]
        if len(odd) <= 16:
            which = f"column {odd[0]} is" if len(odd) == 1 else f"columns {listed(map(str, odd))} are"
            yield f"The nim-sum is {number(total)}: {which} odd."
            yield from self._leading(odd[0])
        else:
            yield f"The nim-sum is {number(total)}, not 0."

    def _leading(self, column: int) -> Iterator[str]:
        """Say which parts can mend the highest odd column."""
        if self.game.size > MOST_PARTS:
            return
        able = [part_name(self.game, i) for i, value in enumerate(self.values) if value & column]
        has = "has" if len(able) == 1 else "have"
        yield f"The highest odd column is {column}; {listed(able)} {has} a 1 there and can make every column even."

    def _change(self, move: WinningMove) -> str:
        """Say how a winning move changes the value of its part."""
        return f"{move.move}, leaving {number(self.values[move.part] ^ (self.solution.value or 0))}"

    def _misere_phase(self) -> Iterator[str]:
        """Say which phase of misere nim the position is in, for tame parts."""
        if not all(summand.ruleset.tame for summand in self.game.summands):
            return
        large = [i for i, value in enumerate(self.values) if value > 1]
        ones = sum(value == 1 for value in self.values)
        if max(self.values).bit_length() <= 64:
            first = self.solution.winning_moves[0] if self.solution.winning_moves else None
            yield drawing.binary_table(
                self.values, None if first is None else first.part, "" if first is None else first.move
            )
        if not large:
            yield f"Only values 0 and 1 are left ({ones} of them 1): each move changes one of them, so the number of"
            yield "ones decides; the player to move wins when it is even."
        elif len(large) == 1:
            yield f"Decisive position: only {part_name(self.game, large[0])} has a value of 2 or more. The player to"
            yield "move brings it to 0 or 1, whichever leaves an odd number of ones."
        else:
            yield "Two or more parts have a value of 2 or more: play as in normal play and leave nim-sum 0"
            yield f"(now it is {number(nim_sum(self.values))}); the play changes only at the decisive position."

    def _alone(self) -> Iterator[str]:
        """Show what stands inside a single part, where its value is a nim-sum, and the value as a mex."""
        ruleset, position = next(self.game.parts)
        found = ruleset.addends(position) if self.solution.value is not None else ()
        if 1 < len(found) <= MOST_PARTS:
            yield drawing.columns([[name, value] for name, value in found], ["", "value"])
            yield f"The nim-sum of these values is {number(self.solution.value or 0)}."
        yield from self._witness()

    def _witness(self) -> Iterator[str]:
        """Show the value of a single part as the mex of its options."""
        value = self.solution.value
        count = self.solution.move_count
        if value is None or not count or count > MOST_WITNESSES:
            return
        ruleset, position = next(self.game.parts)
        if not value and not ruleset.heaps and ruleset.known_value(position) is not None:
            return  # the answers to every move say more, and cost no search
        yield from self._arena(ruleset, position)
        solver = self.solver.part_solver(ruleset)
        try:
            found = [(move.label, solver.sum_value(move.leaves)) for move in listed_moves(ruleset, position)]
        except LimitReached:
            return
        values = sorted({v for _, v in found})
        shown = ", ".join(map(str, values[:40])) + (", ..." if len(values) > 40 else "")
        yield fill(f"The options have the values {{{shown}}}; the least number missing (mex) is {value}.", WIDTH)
        if mex(values) != value:
            raise RuleError(f"{ruleset.name} does not give the same options at every call")
        for m in range(min(value, MOST_LINES)):
            ways = [label for label, v in found if v == m]
            yield f"  value {m}: {'; '.join(abridged(ways, 4, 'move'))}"
        larger = [label for label, v in found if v > value]
        if larger and value:
            yield f"  larger values ({'; '.join(abridged(larger, 4, 'move'))}) can be undone:"
            yield f"  the opponent moves back to value {value}."

    def _arena(self, ruleset: Ruleset[Any], position: Any) -> Iterator[str]:  # noqa: ANN401  # any position
        """Show the values of all places of the arena, where it is a grid."""
        solver = self.solver.part_solver(ruleset)
        grid = ruleset.grid(position)
        if grid and len(grid) * len(grid[0]) <= MOST_PLACES:
            values = [["#" if place is None else solver.value(place) for place in row] for row in grid]
            yield "The values of all squares:"
            yield drawing.grid_table(values)

    def _wins(self) -> Iterator[str]:
        """List the winning moves."""
        wins = self.solution.winning_moves
        if not wins:
            if self.solution.outcome is Outcome.N and self.solution.move_count == 0:
                yield "There is no move, and the player to move wins: in misere play the last move has lost."
            elif self.solution.outcome is Outcome.N:
                yield "There is a winning move, but the moves are too many to list."
            elif self.solution.outcome is Outcome.P and self.solution.move_count == 0:
                yield "There is no move."
            return
        count = self.solution.move_count
        of = "" if count is None else f" of {number(count)} {'move' if count == 1 else 'moves'}"
        yield f"{'Winning move' if len(wins) == 1 else 'Winning moves'} ({len(wins)}{of}):"
        yield from (f"  {win_words(self.game, move)}{self._leaves(move)}" for move in wins[:MOST_LINES])
        if len(wins) > MOST_LINES:
            yield f"  ... and {len(wins) - MOST_LINES} more"

    def _leaves(self, move: WinningMove) -> str:
        """Return what the whole game is after a move, when that is short."""
        if self.game.size > MOST_PARTS:
            return ""
        text = self.solution.leaves(move)
        return f"   -> {text}" if len(text) <= 70 else ""

    def _refutations(self) -> Iterator[str]:
        """Show the reply to every move of a lost position, or to the first ones."""
        rows = list(self._replies(MOST_LINES + 1))
        if rows:
            yield "Every move has an answer:"
            yield drawing.columns(rows[:MOST_LINES], ["move", "answer"])
            count = self.solution.move_count
            if len(rows) > MOST_LINES and count is not None:
                yield f"... and {number(count - MOST_LINES)} more moves"

    def _replies(self, most: int) -> Iterator[list[str]]:
        """Yield moves with the reply that refutes them."""
        if self.game.size > MOST_PARTS:
            return
        for part, label, after in self._moves():
            if most <= 0:
                return
            most -= 1
            try:
                words = self._reply(after)
            except LimitReached:
                return
            yield [move_words(self.game, part, label), words]

    def _reply(self, after: Game) -> str:
        """Return the reply that wins, where play can go on for ever one that comes nearer to its end."""
        found = self.solver.solve(after)
        if not found.winning_moves:
            return "there is one, not searched here" if found.move_count else "none: play is over"
        if found.facts is None:
            return win_words(after, found.winning_moves[0])
        from .explain_loopy import quickest

        return win_words(after, quickest(self.solver, found)[0])

    def _moves(self) -> Iterator[tuple[int, str, Game]]:
        """Yield every legal move with the game it leaves; stops where they cannot be listed."""
        for part, ruleset, position in playable(self.game):
            for label, pieces in ruleset.moves(position):
                yield part, label, self.game.after(part, pieces)

    def _all_moves(self) -> Iterator[str]:
        """Show every legal move: what it leaves, who wins there, its value, and the reply that refutes it."""
        count = self.solution.move_count
        if count is None or count > MOST_WITNESSES:
            yield "The moves are too many to list."
            return
        solver = Solver(self.game, self.solution.play == "misere", THOROUGH)
        rows: list[list[str | int | None]] = []
        for part, label, after in self._moves():
            found = solver.solve(after)
            lost = found.outcome is Outcome.P
            reply = found.winning_moves[0] if found.winning_moves else None
            answer = "wins" if lost else "" if reply is None else f"refuted by {win_words(after, reply)}"
            answer = "draws" if found.outcome is Outcome.D else answer
            text = str(after)
            shown = text if len(text) <= 48 else text[:45] + "..."
            outcome = "?" if found.outcome is None else found.outcome.value
            value = "" if found.value is None else number(found.value)
            rows.append([move_words(self.game, part, label), shown, outcome, value, answer])
        yield "The only move:" if len(rows) == 1 else f"All {len(rows)} moves:"
        yield drawing.columns(rows, ["move", "leaves", "outcome", "value", ""])
