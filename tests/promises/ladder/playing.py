"""Routes that play: opponents of every level to the end, hints, explanations, reviews, lists of moves."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.promises.ladder.place import LISTED, Allowance, Place
from tests.promises.ladder.solving import Unknown

from grundy.core import MAX_OPTIONS, Game, Limits, Outcome, playable
from grundy.drawing import TextTable
from grundy.drawing.fit import move_words
from grundy.operations import Context, served
from grundy.workflows import Match, Opponent, hint, review, review_lines
from grundy.workflows.explaining.blocks import explained
from grundy.workflows.explaining.explain import explanation
from grundy.workflows.playing.legal import PartMove, after

LEVELS = (0, 10, 50, 90, "perfect", "perfect", "perfect")
PLIES, HARD = 60, 3
"""Moves after which a match is given up, play may go on for ever; of games that the definition does not reach."""
QUESTIONS = 4
"""Who wins, how long it lasts, a move by sampling, and what a move leaves."""
FEW = 300
"""Moves that are told and read again one by one."""


def several(allowed: Allowance) -> Limits:
    """Return what a move or a hint may take: each of the few questions behind it has the limits anew."""
    seconds = allowed.limits.seconds
    return allowed.limits._replace(seconds=None if seconds is None else QUESTIONS * seconds)


def match_of(place: Place, allowed: Allowance) -> Match:
    return Match(place.game, place.misere, allowed.limits)


def play(place: Place, allowed: Allowance) -> bool:
    """Let two opponents play to the end: every move is legal, a win is kept, and the right player has won."""
    match = match_of(place, allowed)
    players = [Opponent(place.rng.choice(LEVELS), place.rng.randrange(2**32)) for _ in range(2)]
    compared = False
    while not match.over and len(match.history) < (HARD if place.truth is None else PLIES):
        compared |= _chosen(place, match, players[match.player], allowed)
    if match.over:
        _ended(place, match)
    if place.truth is not None:
        compared |= _reviewed(place, match)
    return compared


def _chosen(place: Place, match: Match, player: Opponent, allowed: Allowance) -> bool:
    choice = place.ask(lambda: player.choose(match), several(allowed))
    before, game = place.outcome(match.game), match.game
    _must_be_legal(place, game, choice.move)
    match.play(choice.move)
    if choice.reason == "win":
        place.must(before in (None, Outcome.N), f"{game}: claims a win, but it is {before}")
        place.must_be(match.game, Outcome.P, f"{choice.move.move.label} in {game} is said to win")
    if choice.reason == "draw":
        place.must(before in (None, Outcome.D), f"{game}: claims a draw, but it is {before}")
        place.must_be(match.game, Outcome.D, f"{choice.move.move.label} in {game} is said to draw")
    if choice.reason == "resist":
        place.must(before in (None, Outcome.P), f"{game}: resists, but it is {before}")
    if player.level == 100 and place.soon(allowed) and before in (Outcome.N, Outcome.D) and choice.reason != "only":
        place.must_be(match.game, {Outcome.N: Outcome.P}.get(before, before), f"perfect play from {game}")
        _quick(place, game, match.game, before)
    return before is not None


def _quick(place: Place, game: Game, left: Game, before: Outcome) -> None:
    """Perfect play takes the shortest way to a win, where the game is so small that it was played out."""
    if place.truth is None or before is not Outcome.N or place.truth.loops:
        return
    rest, length = place.truth.course(left).remoteness, place.truth.course(game).remoteness
    place.must(length is None or rest == length - 1, f"from {game} the win takes {length}, after {left} still {rest}")


def _must_be_legal(place: Place, game: Game, move: PartMove) -> None:
    for part, ruleset, position in playable(game):
        if part == move.part and (Game.of(ruleset, position).count_moves() or LISTED + 1) <= LISTED:
            place.must(move.move in list(ruleset.moves(position)), f"{move} is no move of {game}")
            return


def _ended(place: Place, match: Match) -> None:
    ended = place.outcome(match.game)
    if match.drawn:
        place.must(match.winner is None, "a draw has a winner")
    elif ended is not None:
        right = match.player if ended is Outcome.N else 1 - match.player
        place.must(match.winner == right, f"{match.game} is over: player {match.winner} has won, not {right}")


def _reviewed(place: Place, match: Match) -> bool:
    compared = False
    for turn in review(match):
        left = after(turn.game, turn.move)
        before, behind = place.outcome(turn.game), place.outcome(left)
        place.must(turn.before in (None, before), f"review, before move {turn.number}: {turn.before}, not {before}")
        place.must(turn.after in (None, behind), f"review, after move {turn.number}: {turn.after}, not {behind}")
        if turn.before is not None and turn.after is not None:
            right = before is Outcome.N and behind is not Outcome.P
            place.must(turn.thrown == right, f"review of move {turn.number}, {turn.move.move.label} in {turn.game}")
            compared = True
        if turn.better is not None:
            kept = {Outcome.N: Outcome.P}.get(before, before)  # type: ignore[arg-type]
            place.must_be(after(turn.game, turn.better), kept, f"review: better at move {turn.number}")  # type: ignore[arg-type]
    place.must(all(isinstance(line, str) for line in review_lines(match)), "the review in words")
    return compared


def hints(place: Place, allowed: Allowance) -> bool:
    """Ask for the three hints: the first one says who wins, the second one names a move that does what it says."""
    match = match_of(place, allowed)
    if match.over:
        raise Unknown
    told = [place.ask(partial(hint, match, step), several(allowed)) for step in (1, 2, 3)]
    outcome = outcome_told(told[0])
    if outcome is None:
        place.must("too large" in told[0], f"hint: {told[0]}")
        raise Unknown
    compared = place.tell_outcome(outcome)
    wins = place.moves_to(Outcome.P)
    if outcome is Outcome.N and wins is not None and place.soon(allowed):
        _counted(place, told[0], len(wins))
    compared |= _named(place, match, told[1], outcome)
    return compared


def outcome_told(hint: str) -> Outcome | None:
    told = {
        "You are winning: ": Outcome.N,
        "You are losing: every move loses against best play.": Outcome.P,
        "Nobody can force a win here: with best play it is a draw.": Outcome.D,
    }
    return next((outcome for words, outcome in told.items() if hint.startswith(words)), None)


def _counted(place: Place, told: str, wins: int) -> None:
    told = told.removeprefix("You are winning: ")
    if told.startswith(("at least ", "there is a winning move, but ")):
        return
    one, several = told.startswith(("the winning move is ", "one move wins.")), told == f"{wins} moves win."
    place.must(one if wins == 1 else several or told.startswith("a winning move is "), f"hint: {told!r}, {wins} win")


def _named(place: Place, match: Match, told: str, outcome: Outcome) -> bool:
    if not place.heaps and (place.count is None or place.count > MAX_OPTIONS):
        return False  # such moves are found by theorem, and cannot be typed
    head, _, words = told.partition(": ")
    if outcome is Outcome.N and head in ("The move is", "The quickest way", "For example"):
        return place.must_be(after(match.game, match.find(words.removesuffix("."))), Outcome.P, f"hint {told!r}")
    if outcome is Outcome.D and told.startswith("For example, "):
        words = told.removeprefix("For example, ").removesuffix(" keeps the draw.")
        return place.must_be(after(match.game, match.find(words)), Outcome.D, f"hint {told!r}")
    if outcome is Outcome.P and told.startswith("No move wins; "):
        words = told.removeprefix("No move wins; ").removesuffix(" lasts longest.").removesuffix(" is as good as any.")
        match.find(words)
    return False


def why(place: Place, allowed: Allowance) -> bool:
    """Explain the game: every answer in the table refutes its move by the rule."""
    match = match_of(place, allowed)
    solution = place.ask(lambda: match.judge.solution(match.game), allowed.limits)
    compared = solution.outcome is not None and place.tell_outcome(solution.outcome)
    for block in explained(solution):
        if block["kind"] == "columns" and block["header"][:2] == ["move", "reply"]:
            for row in block["rows"]:
                compared |= _refuted(place, str(row[0]), str(row[1]))
    full = match.judge.full_solution(match.game)
    if full.move_count and full.move_count <= FEW and place.truth is not None:
        _all_moves(place, full)
    return compared


def _refuted(place: Place, move: str, answer: str) -> bool:
    """Play a move of a lost game, and the answer."""
    left = [game for words, game in _worded(place.game) if words == move]
    place.must(left, f"explained: {move!r} is no move")
    if answer in ("play is over", "a reply exists, not searched here") or len(left) > 1:
        return False
    ends = [game for words, game in _worded(left[0]) if words == answer]
    place.must(ends, f"explained: {answer!r} does not answer {move!r}")
    return len(ends) == 1 and place.must_be(ends[0], Outcome.P, f"{answer} is said to refute {move}")


def _worded(game: Game) -> list[tuple[str, Game]]:
    return [
        (move_words(game, part, move.label), game.after(part, move.leaves))
        for part, ruleset, position in playable(game)
        for move in ruleset.moves(position)
    ]


def _all_moves(place: Place, solution: Any) -> None:
    games = _worded(place.game)
    for told in explanation(solution, moves=True):
        block = dict(told.data) if isinstance(told, TextTable) and told.kind == "columns" else {"header": ()}
        if list(block["header"][:3]) == ["move", "leaves", "outcome"]:
            place.must(len(block["rows"]) == len(games), f"{len(block['rows'])} moves are shown of {len(games)}")
            for row, (words, game) in zip(block["rows"], games, strict=True):
                place.must(row[0] == words, f"move {row[0]!r}, not {words!r}")
                place.must(row[2] in ("?", str(place.outcome(game))), f"{words}: outcome {row[2]} of {game}")
                value = place.value(game)
                place.must(row[3] == "" or value is None or row[3] == str(value), f"{words}: value {row[3]} of {game}")


def moves(place: Place, allowed: Allowance) -> bool:
    """List all moves by the operation: what each leaves, who wins there, whether it wins."""
    told = place.ask(
        lambda: served("moves")(place.game, Context(allowed.limits, remote=False), play=place.play), several(allowed)
    )
    listed = [] if Match(place.game, place.misere).over else place.moves
    place.must(listed is None or told.move_count == len(listed), f"{told.move_count} moves of {listed and len(listed)}")
    compared = told.outcome is not None and place.tell_outcome(Outcome(told.outcome))
    for row, (part, move) in zip(told.moves, listed or [], strict=False):
        left = place.game.after(part, move.leaves)
        known, value = place.outcome(left), place.value(left)
        wins = None if known is None else known is Outcome.P
        place.must((row["part"], row["move"]) == (part, move.label), f"move {row}, not {part}: {move.label}")
        place.must(None in (row["outcome"], known) or row["outcome"] == known, f"{row}: by definition {known}")
        place.must(None in (row["winning"], wins) or row["winning"] == wins, f"{row}: by definition {known}")
        place.must(None in (row["value"], value) or row["value"] == value, f"{row}: value {value} by definition")
    return compared
