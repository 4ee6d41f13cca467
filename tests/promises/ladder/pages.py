"""Routes from outside: the command line, the questions of the page and of the API, and the page itself."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from tests.promises.ladder.place import BY_WAY, Allowance, Place
from tests.promises.ladder.playing import outcome_told
from tests.promises.ladder.running import run
from tests.promises.ladder.solving import Unknown, told
from tests.promises.web.play_machine import fetched

import grundy
from grundy.core import Bits, Game, Limits, Outcome, facet
from grundy.operations import Context
from grundy.workflows import Match
from grundy.workflows.library.rules import Rules
from grundy_web.pages.play_state import PlayState
from grundy_web.questions.registry import ask_question, exact

LONG = 1500
"""Characters of a game that is asked in an address."""
CODES = {0, 2, 3, 4}
"""How a command may end that solves something: answered, refused, play goes on for ever, a limit."""


WORDS = 2.0
"""Seconds that words may take: with less they end where the clock says."""


def seconds_of(allowed: Allowance) -> float:
    """Return the seconds that are allowed."""
    return allowed.limits.seconds or 10.0


def told_by_library(place: Place, limits: Limits) -> dict[str, Any]:
    """Return the JSON of the library."""
    return told(grundy.solve(place.game, misere=place.misere, limits=limits))


def same(place: Place, told: dict[str, Any], other: dict[str, Any], but: set[str]) -> None:
    """Hold two answers against each other, key by key, but for what may differ."""
    for key in (other.keys() & told.keys()) - but:
        place.must(told[key] == other[key], f"{key}: {told[key]!r:.300}, the library says {other[key]!r:.300}")


def command(place: Place, allowed: Allowance) -> bool:
    """Ask the command line for JSON: it is that of the library."""
    seconds = seconds_of(allowed)
    words = ["solve", str(place.game), "--json", f"--limit-seconds={seconds:g}", *["--misere"] * place.misere]
    code, out = place.ask(lambda: run(words), Limits(seconds=2 * seconds + 2))
    place.must(code in CODES, f"grundy solve ends with {code}: {out[:300]}")
    told = json.loads(out)
    if "error" in told:
        place.must(code in {2, 3} and told["error"]["code"] != "internal", f"grundy solve: {out[:300]}")
        raise Unknown
    place.must((code == 4) == (told["status"] == "limit"), f"status {told['status']}, exit code {code}")
    other = told_by_library(place, Limits(seconds=seconds))
    if {told["status"], other["status"]} == {"proved"}:
        cut = {"explanation"} if seconds < WORDS else set()
        cut |= BY_WAY if told["method"] != other["method"] else set()
        same(place, told, other, {"seconds", "visited"} | cut)
        place.must(told.keys() ^ other.keys() <= {"explanation"}, f"keys {told.keys() ^ other.keys()}")
    return told["outcome"] is not None and place.tell_outcome(Outcome(told["outcome"]))


def command_words(place: Place, allowed: Allowance) -> bool:
    """Ask the command line in words, with all moves or a line of play."""
    seconds = min(seconds_of(allowed), 2.0)
    more = place.rng.choice([["--moves"], ["--line"], ["--exit-status"], []])
    verb = "search" if place.rng.random() < 0.2 and not more and not _packed(place) else "solve"
    words = [verb, str(place.game), f"--limit-seconds={seconds:g}", *["--misere"] * place.misere, *more]
    code, out = run(words)
    place.must(code in {*CODES, 1}, f"grundy {verb} ends with {code}: {out[:300]}")
    place.must("internal error" not in out, out[:500])
    known = place.outcome(place.game)
    if code == 0 and known is not None and known is not Outcome.D:
        place.must(f"({known}-position" in out or f"({known})" in out, f"by definition {known}: {out[:300]}")
    if more == ["--exit-status"] and code in {0, 1} and known is not None:
        place.must(code == (known is Outcome.P), f"exit status {code}, by definition {known}")
    return known is not None


def _packed(place: Place) -> bool:
    return any(facet(rule, Bits).packed(position) is not None for rule, position in place.game.parts)


def command_values(place: Place, allowed: Allowance) -> bool:
    """Ask the command line for values: they are those of the library."""
    rule, last = place.game.summands[0].ruleset, place.rng.choice([5, 30, 100])
    words = ["values", rule.name, "--to", str(last), "--format", "json", *["--misere"] * place.misere]
    code, out = run([*words, f"--limit-seconds={seconds_of(allowed):g}"])
    place.must(code in CODES, f"grundy values ends with {code}: {out[:300]}")
    if code:
        raise Unknown
    told = json.loads(out)["values"]
    right = Rules(rule).values(last, misere=place.misere, limits=allowed.limits)
    place.must(told == right, f"grundy values {rule.name} --to {last}: {told}, the library says {right}")
    return True


def terminal(place: Place, allowed: Allowance) -> bool:
    """Play in the terminal by the numbers of moves, with a hint and a reason: the game ends, or the talk does."""
    said = ["hint", "why", "moves", *(str(place.rng.randint(1, 3)) for _ in range(12)), "undo", "quit"]
    more = [*["--misere"] * place.misere, *place.rng.choice([[], ["--hints"], ["--first", "computer"]])]
    level = place.rng.choice(["perfect", "0", "50"])
    seconds = f"--limit-seconds={min(1.0, seconds_of(allowed)):g}"
    code, out = run(["play", str(place.game), "--level", level, "--seed", "1", seconds, *more], "\n".join(said))
    place.must(code in CODES and "internal error" not in out, f"grundy play ends with {code}: {out[-300:]}")
    return code == 0


def _asked(place: Place, question: str, allowed: Allowance, **data: Any) -> dict[str, Any]:
    """Ask a question of the page in this process; the answer is plain JSON."""
    task = Context(allowed.limits)
    found = place.ask(lambda: ask_question(question, data, task), Limits(seconds=seconds_of(allowed) + 4))
    again: dict[str, Any] = json.loads(json.dumps(found))
    place.must(again == found or question not in {"api.solve", "api.moves"}, f"{question}: the answer is no JSON")
    return again


def api_solve(place: Place, allowed: Allowance) -> bool:
    """Ask the API to solve: it answers as the command line does."""
    told = _asked(place, "api.solve", allowed, game=str(place.game), play=place.play)
    other = exact(told_by_library(place, allowed.limits))
    if {told["status"], other["status"]} == {"proved"}:
        same(place, told, json.loads(json.dumps(other)), {"seconds", "visited", "method"})
    return told["outcome"] is not None and place.tell_outcome(Outcome(told["outcome"]))


def api_moves(place: Place, allowed: Allowance) -> bool:
    """Ask the API for all moves: what each leaves, who wins there, whether it wins."""
    told = _asked(place, "api.moves", allowed, game=str(place.game), play=place.play)
    moves = [] if Match(place.game, place.misere).over else place.moves
    place.must(
        moves is None or told["move_count"] == len(moves), f"{told['move_count']} moves of {moves and len(moves)}"
    )
    compared = told["outcome"] is not None and place.tell_outcome(Outcome(told["outcome"]))
    for row, (part, move) in zip(told["moves"], moves or [], strict=False):
        left = place.game.after(part, move.leaves)
        known = place.outcome(left)
        place.must(row["part"] == part and row["move"] == move.label, f"move {row}, not {part}: {move.label}")
        place.must(row["outcome"] is None or known is None or row["outcome"] == known, f"{row}: by definition {known}")
        wins = None if known is None else known is Outcome.P
        place.must(row["winning"] is None or wins is None or row["winning"] == wins, f"{row}: by definition {known}")
        value = place.value(left)
        place.must(None in (row["value"], value) or int(row["value"]) == value, f"{row}: value {value} by definition")
    return compared


def api_play(place: Place, allowed: Allowance) -> bool:
    """Let the API move, and ask it why a move is good or bad."""
    told = _asked(place, "api.play", allowed, game=str(place.game), play=place.play, err=place.rng.choice([0, 0, 50]))
    compared = False
    if told["choice"] is not None and told["reason"] == "win":
        compared = place.must_be(_after(place, told["choice"]), Outcome.P, f"the API plays {told['choice']} to win")
    moves = place.moves
    if moves:
        number = place.rng.randrange(len(moves))
        why = _asked(place, "api.explain", allowed, game=str(place.game), play=place.play, move=number)
        left = place.game.after(moves[number][0], moves[number][1].leaves)
        known = place.outcome(left)
        place.must(None in (why["outcome"], known) or why["outcome"] == known, f"{left}: {why['outcome']}, not {known}")
        compared |= None not in (why["outcome"], known)
    return compared


def _after(place: Place, choice: dict[str, Any]) -> Game:
    """Return the game after a move that the API chose."""
    ruleset, position = place.game.part(choice["part"])
    if (Game.of(ruleset, position).count_moves() or 9999) > 9000:
        raise Unknown
    return next(
        place.game.after(choice["part"], m.leaves) for m in ruleset.moves(position) if m.label == choice["move"]
    )


def page_question(place: Place, allowed: Allowance) -> bool:
    """Ask what the page of play asks: the hint, the reason and the verdicts are those of the rule."""
    people = place.rng.choice(["12", "1", "2"])
    state = PlayState(g=str(place.game), misere=place.misere, you=people, hint=1, why="0", v=True)
    told = _asked(place, "match", allowed, **state._asdict())
    if people != "2":  # otherwise the computer has begun
        place.must(told["game"] == str(place.game), f"the page shows {told['game']}")
        outcome = outcome_told(told["hints"][0]) if told["hints"] else None
        if outcome is not None:
            return place.tell_outcome(outcome)
    return False


def page(place: Place, _: Allowance) -> bool:
    """Fetch the page of play, or the one that explores: it is a page, and no mistake of ours is on it."""
    text = str(place.game)
    if len(text) > LONG:
        raise Unknown
    if place.rng.random() < 0.2:
        query = {"g": place.game.summands[0].ruleset.name if place.heaps else text}
        return _fetched(place, f"/explore?{urlencode(query | ({'play': 'misere'} if place.misere else {}))}")
    state = PlayState(g=text, misere=place.misere, you=place.rng.choice(["12", "1", "2"]), hint=place.rng.randrange(4))
    return _fetched(place, state.address())


def _fetched(place: Place, address: str) -> bool:
    """Fetch a page; return whether it is one."""
    found = fetched(address)
    place.must(found.status_code in {200, 400, 413, 422}, f"{address}: {found.status_code}")
    place.must("internal error" not in found.text, f"{address}: {found.text[:300]}")
    return found.status_code == 200


def building(place: Place, allowed: Allowance) -> bool:
    """Ask what an editor asks, and what the page of the graph asks."""
    kind = next((kind for kind in ("maze", "graph") if place.text.startswith(kind)), "other")
    told = _asked(place, "build", allowed, g=str(place.game), kind=kind, play=place.play)
    drawn = _asked(place, "graph", allowed, g=str(place.game), play=place.play)
    outcomes = {Outcome(one["outcome"]) for one in (told, drawn) if one["outcome"] is not None}
    for row in drawn["places"][:1]:
        known = place.outcome(place.game)
        place.must(None in (row["outcome"], known) or row["outcome"] == known, f"the graph's first place: {row}")
    return any(place.tell_outcome(outcome) for outcome in outcomes)
