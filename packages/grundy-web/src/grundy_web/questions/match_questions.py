"""Answers the question of the page of play: a match given by numbers, and all that the page shows of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from grundy.core import MAX_OPTIONS, Game, GrundyError, LimitReached, Limits, LoopyGame
from grundy.operations import Context, game_of
from grundy.workflows import playing
from grundy.workflows.playing import (
    Judge,
    Match,
    MatchView,
    Opponent,
    PartMove,
    after,
    aim,
    nth_move,
    number_of,
    part_sizes,
    phrase,
    read_numbers,
    replay,
    rule_lines,
    sentence,
    write_numbers,
)

from .figure_data import MOST_LISTED, MOST_MOVES, figure_data

if TYPE_CHECKING:
    from grundy.workflows.playing import FilmStep, HintPlace

PEOPLE = {"1": (True, False), "2": (False, True), "12": (True, True), "0": (False, False)}
"""The players who are persons: the first, the second, both, none."""
FILM = "0"
"""The field `why` of the page that explains the present position by a film."""
MOST_SUM = 10**6
"""A larger nim-sum is not shown next to the board."""
MOST_ALONE = 40
"""The largest number of automatic moves after a move of a person: replies, and forced passes."""
MOST_JUDGES = 4
"""The number of matches whose results this process keeps."""
JUDGES: dict[tuple[Game, bool], Judge] = {}
"""The stored results of the latest matches, by start and play convention."""


def match(task: Context, **asked: Any) -> dict[str, Any]:  # noqa: ANN401  # the state of the page
    """Answer a question of the web app: a match after some moves and the computer's reply, with all that is shown.

    If time is up after the computer has chosen a move, the move is made, but outcomes or hints may be missing. If time
    is up before, it is still the computer's turn.

    Args:
        task: The limits of the question.
        asked: The state of the page as `PlayState.asked` returns it: `g`, `misere`, `you`, `err`, `seed`, `m`, and the
            fields that determine which outcomes, hints and explanations the answer contains.

    Returns:
        The answer as plain data for JSON.
    """
    limits = Limits(seconds=task.limits.seconds)
    first, people = game_of(asked["g"]), PEOPLE[asked["you"]]
    played = Match(first, asked["misere"], limits)
    match_is = first, asked["misere"]
    played.judge = JUDGES.pop(match_is, played.judge)
    played.judge.limits, played.judge.late = limits, False
    replay(played, read_numbers(asked["m"]))
    rest = [] if asked["say"] else read_numbers(asked["r"])
    if asked["say"]:
        asked["f"] = _say(played, asked)
    waits = bool(task.in_time(lambda: _waits(played, asked, rest)))
    answers, sampled, refused = (0, False, False) if waits else _go_on(task, played, asked, rest)
    waits |= refused
    samples = sampled or task.in_time(lambda: not played.over and not all(people) and _is_too_large(played))
    found = _shown(task, played, asked, waits=waits)
    last = list(enumerate(played.history))[-answers - 1 :]
    names = [_who(player, asked["you"]) for player in (0, 1)]
    over, winner = None, played.winner if played.over else None
    if played.over:  # `you` is whether the winner is the only person
        alone = people.count(True) == 1
        over = {"winner": winner, "you": alone and winner is not None and people[winner], "alone": alone}
    late = refused or played.judge.late or task.budget.late
    JUDGES[match_is] = played.judge  # for the question after the next move
    while len(JUDGES) > MOST_JUDGES:
        del JUDGES[next(iter(JUDGES))]
    return found | {
        "status": "limit" if late or samples else "proved",
        "late": late,
        "start": str(first),
        "game": str(played.game),
        "rules": rule_lines(played.game),
        "names": list(dict.fromkeys(ruleset.name for ruleset, _ in played.game.summands)),
        "aim": aim(played.misere, played.game),
        "m": write_numbers(_numbers(played)),
        "f": asked.get("f", ""),
        "r": write_numbers(rest),
        "turn": len(played.history),
        "waits": waits,
        "samples": bool(samples) and not played.over,
        "told": [sentence(names[i % 2], found["history"][i]["words"], turn.move.move.kind) for i, turn in last],
        "over": over,
        "future": _future(played, asked, rest),
    }


def _waits(played: Match, asked: dict[str, Any], rest: list[int]) -> bool:
    """Return whether the computer waits for a click before the first move, because the game is too large to solve.

    `played` is the match, and `asked` the fields of the question. The result can be True only if the computer begins.
    It does not wait if moves were taken back (`rest` is not empty).
    """
    begins = asked["you"] == "2" and not played.history and not rest
    return begins and not asked["go"] and not played.over and _is_too_large(played)


def _say(played: Match, asked: dict[str, Any]) -> str:
    """Play the move that a person typed, in the match `played`.

    The move is the field `say` of the question, whose fields are `asked`. Return the new field `f` of the address,
    which lists the moves that are drawn in another way than the first.
    """
    ways = read_numbers(asked.get("f", ""))
    if sketches := MatchView(played.history, played.game, ways).sketches:
        from .sketch_data import LineWords

        found = LineWords(played.game, sketches).find(asked["say"], _moves(played) or [])
        if found is not None:
            turn = len(played.history)
            played.play(found[0])
            return write_numbers([*(each for each in ways if each < turn), *[turn] * found[1]])
    played.play(played.find(asked["say"]))
    return write_numbers(ways)


def _go_on(task: Context, played: Match, asked: dict[str, Any], rest: list[int]) -> tuple[int, bool, bool]:
    """Play the moves that need no decision of a person: those of the computer, and forced passes.

    `played` is the match, and `asked` the fields of the question. If both players are computers, one move is made if
    the page requests it. The computer repeats its moves that were taken back (`rest`). Return the number of moves made,
    whether the computer chose a move without knowing the outcome, and whether its time was up before it chose a move.
    """
    people, count, sampled = PEOPLE[asked["you"]], 0, False
    opponent = Opponent(100 - asked["err"], asked["seed"])
    while not played.over and count < MOST_ALONE:
        only = played.only_pass()
        if only is None and (people[played.player] or (asked["you"] == "0" and (count or not asked["go"]))):
            break
        if rest and rest[0] < sum(part_sizes(played.game)):
            played.play(nth_move(played.game, rest.pop(0)))
        else:
            rest.clear()
            chosen = task.in_time(lambda: opponent.choose(played))
            if chosen is None:
                return count, sampled, True
            sampled |= chosen.reason in {"sampled", "unknown"}
            played.play(chosen.move)
        count += 1
    return count, sampled, False


def _is_too_large(played: Match) -> bool:
    """Return whether the outcome of the present position cannot be computed in the time of a move."""
    try:
        judge, game = played.judge, played.game
        return judge.solution(game).outcome is None and judge.course(game) is None
    except LoopyGame:
        return False


def _who(player: int, you: str) -> str:
    if you in ("1", "2"):
        return "you" if PEOPLE[you][player] else "the computer"
    return ("the first player", "the second player")[player]


def _numbers(played: Match) -> list[int]:
    return [number_of(game, move) for game, move in played.history]


def _shown(task: Context, played: Match, asked: dict[str, Any], *, waits: bool) -> dict[str, Any]:
    """Return the data of the match that the page shows; requested parts that take too long are omitted.

    If `waits` is True, the computer has yet to make its move, and no moves are listed. `played` is the match, and
    `asked` the fields of the question, which state what is requested.
    """
    moves = [] if waits else _moves(played)
    found: dict[str, Any] = {"count": played.count() if moves is None else len(moves)}
    listed = moves or []
    with_values = task.in_time(lambda: playing.prospects(played, listed)) if moves and asked["v"] else None
    view = MatchView(played.history, played.game, read_numbers(asked.get("f", "")))
    gone = played.over and played.history and not played.game.size
    # nothing else shows the position before the move
    found["before"] = bool(gone and not view.histories and not view.sketches)
    if found["before"]:
        view.step_back()
    words: LineWords | None = None
    if view.sketches:
        from .sketch_data import LineWords

        words = LineWords(played.game, view.sketches)
    told = words.of_move if words else phrase
    film = task.in_time(lambda: playing.film(played)) if asked["why"] == FILM and not waits else None
    steps = film or [] if not view.sketches else []
    at = min(asked.get("step", 0), len(steps) - 1)
    found["told_hint"], place, marked = task.in_time(lambda: _hint(played, asked["hint"], told, view)) or ("", None, {})
    step = steps[at]._replace(hint=place) if steps else playing.FilmStep("", marked, hint=place)
    found |= figure_data(view, listed, with_values, asked["sel"], step)
    found["film"] = _film_data(steps, at, played, PEOPLE[asked["you"]]) if steps else None
    found["history"] = _history(task, played, asked)
    if words:
        for i, row in enumerate(found["history"]):
            row["words"] = words.of_turn(i, played.history[i])
    explain = partial(_why, played, listed, asked, drawn=bool(view.sketches and moves))
    found["standing"] = task.in_time(lambda: _standing(played, listed)) if not (waits or played.over) else None
    found["why"] = task.in_time(explain) if asked["why"] else None
    people = _who(0, asked["you"]), _who(1, asked["you"])
    found["review"] = (task.in_time(lambda: playing.review_lines(played, people)) or []) if played.over else []
    return found


def _standing(played: Match, moves: list[PartMove]) -> dict[str, Any]:
    """Return the outcome of the present position, the number of winning moves and the nim-sum, as far as known.

    Args:
        played: The match.
        moves: The legal moves.

    Returns:
        The `outcome` for the player to move, "win", "lose", "draw" or ""; as `wins` the number of winning moves, or
        None; as `value` the Grundy value, or None; and as `sums`, by the number of each move, the nim-sum after the
        move. If one of these sums is unknown, `sums` is empty.
    """
    game = played.game
    try:
        answer = played.judge.solution(game)
    except LoopyGame:
        return {"outcome": "", "wins": None, "value": None, "sums": {}}
    complete = answer.moves_status == "proved" and not answer.parts
    value = answer.value if not played.misere and (answer.value or 0) < MOST_SUM else None
    sums = [] if value is None else [played.judge.sum_after(game, move) for move in moves[:MOST_LISTED]]
    return {
        "outcome": {"N": "win", "P": "lose", "D": "draw"}.get(str(answer.outcome), ""),
        "wins": len(answer.winning_moves) if complete else None,
        "value": value,
        "sums": {} if None in sums else {write_numbers([i]): each for i, each in enumerate(sums)},
    }


def _hint(
    played: Match, step: int, words: Callable[[Game, PartMove], str], view: MatchView
) -> tuple[str, HintPlace | None, dict[str, str]]:
    """Return one step of a hint: its text, the place to mark on the board, and marks on the pieces that the move takes.

    `step` is 1, 2 or 3, or 0 for no hint. The place is None before step 2. The marks, by the ids of pieces, are empty
    before step 3. `words` is a function that returns the text of a move.
    """
    if not step or played.over:
        return "", None, {}
    hint = playing.Hint(played, words)
    if step == 1:
        return hint.standing, None, {}
    shown = hint.found if step > 2 else None
    parts = {part.part: part for part in view.parts}
    goes = playing.taken(parts.get(shown.part), shown) if shown else []
    return hint.told(step - 1), hint.place, dict.fromkeys(goes, "goes")


def _film_data(steps: list[FilmStep], at: int, played: Match, people: tuple[bool, bool]) -> dict[str, Any]:
    """Return the data of one step of the film that explains the present position.

    They are its `text`, its index `at` from 0, the number of steps `of`, and the `number`, in base 36, of the move that
    it recommends, or "". `steps` are all steps, and `played` is the match. `people` states for each player whether a
    person plays.
    """
    text = steps[at].text
    if people[0] == people[1]:  # two people or two computers play
        text = text.replace(". grundy", ". The other player").replace("grundy", "the other player")
    move = steps[at].move
    number = "" if move is None else write_numbers([number_of(played.game, move)])
    return {"text": text, "at": at, "of": len(steps), "number": number}


def _moves(played: Match) -> list[PartMove] | None:
    count = played.count()
    if played.over or count is None or count > min(MOST_MOVES, MAX_OPTIONS):
        return [] if played.over else None
    try:
        return played.moves()
    except LimitReached:
        return None


def _history(task: Context, played: Match, asked: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the moves of a match so far, with the result of each move and whether it was a mistake.

    `played` is the match. Results are included only if the match is over, or if the fields `asked` of the question
    request values.
    """
    numbers, judged = _numbers(played), None
    if played.history and (asked["v"] or played.over):
        judged = task.in_time(lambda: playing.review(played))
    rows = []
    for i, (game, move) in enumerate(played.history):
        row = _row(i, game, move, asked) | {"before": write_numbers(numbers[:i])}
        row |= {"after": write_numbers(numbers[: i + 1]), "verdict": "", "thrown": False, "lost": False}
        if judged:
            row |= {"verdict": playing.VERDICTS[judged[i].after], "thrown": judged[i].thrown or judged[i].slipped}
        rows.append(row)
    given = [row for row in rows if row["thrown"] and played.over and played.winner not in (None, row["player"])]
    for row in given[-1:]:
        row["lost"] = True
    return rows


def _row(at: int, game: Game, move: PartMove, asked: dict[str, Any]) -> dict[str, Any]:
    person = PEOPLE[asked["you"]][at % 2]
    return {"number": at + 1, "player": at % 2, "person": person, "words": phrase(game, move)}


def _future(played: Match, asked: dict[str, Any], rest: list[int]) -> list[dict[str, Any]]:
    """Return the moves that were taken back, in the order in which they can be repeated, up to an illegal one.

    They are the numbers `rest`, to be played from the present position of the match `played`. `asked` has the fields of
    the question.
    """
    numbers = _numbers(played)
    again = Match(played.game, asked["misere"])
    rows: list[dict[str, Any]] = []
    for i, number in enumerate(rest):
        game = again.game
        try:
            replay(again, [number])
        except GrundyError:
            break
        row = _row(len(numbers) + i, game, again.history[-1].move, asked)
        row |= {"after": write_numbers([*numbers, *rest[: i + 1]]), "rest": write_numbers(rest[i + 1 :])}
        rows.append(row)
    if not rows:
        return rows
    whole = [*played.history, *again.history]
    told = {
        turn: words
        for line in MatchView(whole, again.game, read_numbers(asked.get("f", ""))).sketches
        for turn, words in zip(line.turns, line.told, strict=True)
    }
    return [row | {"words": told.get(len(numbers) + i, row["words"])} for i, row in enumerate(rows)]


def _why(played: Match, moves: list[PartMove], asked: dict[str, Any], *, drawn: bool) -> dict[str, Any]:
    """Explain the present position, or the position after one of the legal moves.

    The field `why` of the question determines which; `asked` has the fields. `played` is the match. In Sprouts, if the
    lines are `drawn`, the explanation has the letters of the spots in the drawing.
    """
    from grundy.workflows.explaining import explained, idea

    game, words, names = played.game, "", None
    if drawn:
        from .sketch_data import SpotNames

        names = SpotNames(played.history, game, read_numbers(asked.get("f", "")))
    if asked["why"] != FILM:
        (number,) = read_numbers(asked["why"][1:])
        if number >= len(moves):
            return {"words": "", "text": "", "idea": None, "blocks": []}
        move = moves[number]
        words = names.words_of(move) if names else phrase(game, move)
        game, names = after(game, move), names and names.after(move)
    text = str(game)
    shown = text if len(text) <= 200 else ""
    solution = played.judge.solution(game)
    found = idea(solution)
    told = None if found is None else found._asdict()
    blocks = explained(solution)
    if names is not None:
        told = told and told | {"sentence": names.text(told["sentence"])}
        blocks = [names.block(block) for block in blocks]
    return {"words": words, "text": shown, "idea": told, "blocks": blocks}
