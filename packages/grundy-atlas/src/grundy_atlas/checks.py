"""Recomputes facts of an atlas: for each kind of claim, calls the function of grundy that answers it."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grundy.certificates import family_of
from grundy.core import Budget, Code, GrundyError, InputError, LimitReached, NotationError, Structure, facet, read_json
from grundy.notation import read_family, read_game, read_ruleset
from grundy.sequences import Unproved, rule_search
from grundy.workflows import solve
from grundy.workflows.claims import check_claim, two_lengths
from grundy.workflows.computing import (
    FAR,
    PROVED_TO,
    find_quotient,
    heap_values,
    is_heap_ruleset,
    proved_period,
    quotient_fields,
)
from grundy.workflows.library import claim_certificate
from grundy.workflows.proving import boards_of, game_of_tails

Data = Mapping[str, Any]
"""The content of a fact as data."""
NUMBER = "{n}"
"""The placeholder for the index in a sequence of games, as in "cram: 3x{n}"."""


def found_again(data: Data, budget: Budget) -> dict[str, Any]:
    """Recompute the results that a fact of the atlas states, by the method for its kind.

    Args:
        data: The fact as data: its "kind", its subject, and its results.
        budget: Counts the work and has its limits.

    Returns:
        The recomputed results by the keys of the fact; empty if its kind has no method.

    Raises:
        InputError: If the data are invalid.
        LimitReached: If a limit is exceeded.

    Example:
        >>> found_again({"kind": "value", "game": "nim: 3 5", "value": 6}, Budget())
        {'value': 6}
    """
    method = METHODS.get(data["kind"])
    if method is None:
        return {}
    try:
        found = method(data, budget)
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(f"expected the data of a {data['kind']}: {error}") from None
    return {name: value for name, value in found.items() if name in data}


def _value(data: Data, budget: Budget) -> dict[str, Any]:
    found = solve(data["game"], want="value", budget=budget)
    _require(found.value is not None, found.reason or "no value was found")
    return {"value": found.value}


def _outcome(data: Data, budget: Budget) -> dict[str, Any]:
    found = solve(data["game"], misere=data.get("play") == "misere", want="outcome", budget=budget)
    _require(found.outcome is not None, found.reason or "no outcome was found")
    return {"outcome": str(found.outcome)}


def _moves(data: Data, budget: Budget) -> dict[str, Any]:
    found = solve(data["game"], misere=data.get("play") == "misere", budget=budget)
    _require(found.status != "limit", found.reason or "not all winning moves were found")
    return {"moves": [move.move for move in found.winning_moves], "outcome": str(found.outcome)}


def _require(known: bool, reason: str) -> None:
    if not known:
        raise LimitReached(reason, kind="steps")


def _values(data: Data, budget: Budget) -> dict[str, Any]:
    """Recompute as many values as a fact of the atlas lists; `data` is the fact.

    If a limit is reached, the error contains the values computed so far.
    """
    first, count, games = data["from"], len(data["values"]), data["games"]
    name, _, position = games.partition(":")
    if position.strip() == NUMBER and data.get("play", "normal") == "normal":
        rules = read_ruleset(name)
        if is_heap_ruleset(rules):
            return {"values": heap_values(rules, first + count - 1, budget=budget)[first:]}
    texts = [games.replace(NUMBER, str(first + i)) for i in range(count)]
    return {"values": _one_by_one([{"game": text} for text in texts], lambda one: _value(one, budget)["value"])}


def _outcomes(data: Data, budget: Budget) -> dict[str, Any]:
    first, games, play = data["from"], data["games"], data.get("play", "normal")
    asked = [{"game": games.replace(NUMBER, str(first + i)), "play": play} for i in range(len(data["outcomes"]))]
    return {"outcomes": "".join(_one_by_one(asked, lambda one: _outcome(one, budget)["outcome"]))}


def _one_by_one(asked: Sequence[Data], answer: Callable[[Data], Any]) -> list[Any]:
    """Answer the requests `asked` one after another with the function `answer`, and return the answers.

    If a limit is reached, the error contains the answers computed so far.
    """
    found: list[Any] = []
    try:
        for one in asked:
            found.append(answer(one))  # noqa: PERF401  # the list is used if a limit is reached
    except LimitReached as error:
        error.partial = found
        raise
    return found


def _period(data: Data, budget: Budget) -> dict[str, Any]:
    most = max(PROVED_TO, 3 * (data["preperiod"] + data["period"]))
    found = proved_period(read_ruleset(data["ruleset"]), most, budget)
    if found is None:
        raise LimitReached(f"the heaps up to {most} prove no period", kind="steps")
    return {"preperiod": found.preperiod, "period": found.period, "saltus": found.saltus}


def _open(data: Data, budget: Budget) -> dict[str, Any]:
    """Search for the period of an octal code whose period is unknown, up to the last heap that the fact states.

    The result is {"to": n}, where n is the preperiod if a period was found, and otherwise the last heap searched.
    """
    rule = facet(read_ruleset(data["ruleset"]), Structure).sequence()
    if not isinstance(rule, Code):
        raise InputError(f"expected a code, found {data['ruleset']!r}")
    found = rule_search(rule, data["to"], budget, sys.maxsize)
    return {"to": found.looked if isinstance(found, Unproved) else found.preperiod}


def _quotient(data: Data, budget: Budget) -> dict[str, Any]:
    rules = read_ruleset(data["ruleset"])
    proved = data["status"] == "proved"
    found = find_quotient(rules, FAR if proved else data["to"], budget, Budget(budget.limits), proved=proved)
    _require(not found.reason, found.reason)
    return quotient_fields(found.quotient, "none" if proved else data["status"])


def _lengths(data: Data, budget: Budget) -> dict[str, Any]:
    graph = read_family(data["family"])
    if graph is None:
        raise InputError(f"expected a two-parameter family, found {data['family']!r}")
    found = two_lengths(graph, None, budget).to_dict()
    _require(found["status"] == "proved", f"the lengths below {found['side']} prove no period")
    of_c = found["period_in_c"]
    answer = {"period": found["period"], "least": found["least"], "width": found["width"], "largest": found["largest"]}
    return answer | {"preperiod": of_c["preperiod"], "diagonals": of_c["diagonals"], "wide": of_c["wide"]}


def _claim(data: Data, budget: Budget) -> dict[str, Any]:
    rules = read_ruleset(data["ruleset"])
    found = check_claim(rules, data["claim"], data.get("to"), misere=data.get("play") == "misere", budget=budget)
    _require(not found.reason, found.reason)
    return {"verdict": found.verdict}


METHODS: dict[str, Callable[[Data, Budget], dict[str, Any]]] = {
    "value": _value,
    "outcome": _outcome,
    "moves": _moves,
    "values": _values,
    "outcomes": _outcomes,
    "period": _period,
    "open": _open,
    "quotient": _quotient,
    "lengths": _lengths,
    "claim": _claim,
}
"""Maps a kind of claim to its method."""


def certified(data: Data, path: Path) -> str | None:
    """Compare the game and the claim of a certificate with those of a fact, without checking that it is valid.

    Args:
        data: The fact as data.
        path: The file of the certificate.

    Returns:
        The difference in words, or None if game and claim are the same.

    Example:
        >>> import grundy
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder) / "nim.cert"
        ...     _ = grundy.certify("nim: 1 2 3").write(path)
        ...     certified({"kind": "outcome", "game": "nim: 1 2 3", "outcome": "P"}, path)
        ...     certified({"kind": "outcome", "game": "nim: 1 2 4", "outcome": "N"}, path)
        "its certificate claims {'start': '1+2+3', 'outcome': 'P'}, not {'start': '1+2+4', 'outcome': 'N'}"
    """
    try:
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt", encoding="ascii") as file:
            header = read_json(file.readline(MOST_HEADER))
        game, claim = header["game"], header["claim"]
    except (OSError, EOFError, UnicodeDecodeError, NotationError, KeyError, TypeError) as error:
        return f"its certificate cannot be read: {error}"
    try:
        wanted_game, wanted = _wanted(data)
    except GrundyError as error:
        return f"it has no certificate: {error.message}"
    if header.get("play") != data.get("play", "misere" if data["kind"] == "quotient" else "normal"):
        return f"its certificate is about {header.get('play')} play"
    if game != wanted_game:
        return f"its certificate is about another game: {game}"
    wrong = {name: claim.get(name) for name, value in wanted.items() if claim.get(name) != value}
    return f"its certificate claims {wrong}, not {wanted}" if wrong else None


MOST_HEADER = 1 << 20
"""The largest number of characters in the first line of a certificate."""


def _wanted(data: Data) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Return the game and the claim, as data, that the certificate of a fact must contain."""
    kind = data["kind"]
    if kind == "period":
        return family_of(read_ruleset(data["ruleset"])), {"n0": data["preperiod"], "p": data["period"]}
    if kind == "quotient":
        return family_of(read_ruleset(data["ruleset"])), {"heaps": data["to"], "order": data["order"]}
    if kind in {"value", "outcome"}:
        game = read_game(data["game"])
        boards = boards_of(game)
        if boards is not None:
            return dict(boards.rule), {"start": boards.moves.show(boards.start), kind: data[kind]}
        parts = sorted(part for _, part in game.parts if part)
        return family_of(game.summands[0].ruleset), {"start": "+".join(map(str, parts)) or "0", kind: data[kind]}
    if kind == "lengths":
        graph = read_family(data["family"])
        claim = {"p": data["period"], "least": data["least"], "width": data["width"]}
        return (None if graph is None else game_of_tails(graph)), claim
    if kind == "claim":  # the automaton of a law follows from the claim, and the certificate must have the same one
        misere = data.get("play") == "misere"
        made = claim_certificate(check_claim(read_ruleset(data["ruleset"]), data["claim"], 0, misere=misere))
        return dict(made.game), dict(made.claim)
    raise InputError(f"facts of the kind {kind!r} have no certificates")
