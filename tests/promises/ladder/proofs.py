"""Routes that prove: certificates for both checkers, forged ones that neither may believe, and graphs of states."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from typing import Any

from tests.promises.ladder.place import Allowance, Place
from tests.promises.ladder.running import run
from tests.promises.ladder.solving import Unknown

import grundy
from grundy.core import Limits, Meter, Outcome
from grundy.notation import read_game
from grundy.workflows.proving.certify import Proof, certify
from grundy_check import check

SECONDS = 20.0
"""Seconds of the checker."""
LONG = 3000
"""Entries of a certificate that is checked."""


def certificate(place: Place, allowed: Allowance) -> bool:
    """Certify the answer: it claims what was answered, the checker accepts it, and believes nothing else."""
    kinds: list[Proof] = ["strategy", "labelling", "nimber"]
    proof = kinds[0] if place.misere else place.rng.choice(kinds)
    solution = grundy.solve(place.game, misere=place.misere, limits=allowed.limits)
    made = place.ask(
        lambda: certify(place.game, misere=place.misere, proof=proof, meter=Meter(allowed.limits)), allowed.limits
    )
    claimed, among = made.claim.get("value"), made.claim.get("among")
    if among is not None:
        outcome = Outcome.N if 0 in among else Outcome.D
    else:
        outcome = Outcome(made.claim["outcome"]) if claimed is None else Outcome.wins(claimed != 0)
    place.must(
        solution.outcome in (None, outcome), f"the certificate claims {outcome}, the answer is {solution.outcome}"
    )
    compared = place.tell_outcome(outcome)
    if claimed is not None:
        compared |= place.tell_value(claimed)
    lines = list(made.lines())
    if len(lines) > LONG:
        raise Unknown
    with _Kept(b"".join(lines)) as path:
        verdict = check(path, seconds=SECONDS)
        place.must(verdict.status == "ACCEPTED", f"the checker: {verdict}")
        if place.rng.random() < 0.1:
            code, told = run(["verify", path, "--json"])
            place.must((code, json.loads(told)["verdict"]) == (0, "accepted"), f"grundy verify: {code}, {told}")
    with _Kept(_forged(lines)) as path:
        place.must(check(path, seconds=SECONDS).status != "ACCEPTED", "a forged claim is accepted")
    return compared


def _forged(lines: list[bytes]) -> bytes:
    """Return the certificate with another claim, sealed again."""
    header = json.loads(lines[0])
    claim = header["claim"]
    if "value" in claim:
        claim["value"] = claim["value"] ^ 1
    else:
        claim["outcome"] = {"N": "P", "P": "N", "D": "N"}[claim["outcome"]]
        claim.pop("move", None)
    body = json.dumps(header, separators=(",", ":")).encode() + b"\n" + b"".join(lines[1:-1])
    end = json.loads(lines[-1])
    return body + json.dumps(end | {"sha256": sha256(body).hexdigest()}, separators=(",", ":")).encode() + b"\n"


class _Kept:
    """A file in memory that the checker can read."""

    def __init__(self, data: bytes) -> None:
        self.file = os.memfd_create("certificate")
        os.write(self.file, data)

    def __enter__(self) -> str:
        return f"/proc/self/fd/{self.file}"

    def __exit__(self, *_: object) -> None:
        os.close(self.file)


def graph(place: Place, allowed: Allowance) -> bool:
    """Draw the graph of states: every node has the outcome and the value of its game."""
    ends = place.truth is not None and not place.truth.loops and not place.truth.sides
    strategy = ends and place.rng.random() < 0.3
    limits = Limits(allowed.limits.seconds, allowed.limits.positions, allowed.limits.memory)
    found = place.ask(lambda: grundy.graph(place.game, misere=place.misere, limits=limits, strategy=strategy), limits)
    compared = False
    if place.truth is None:
        node = found.nodes[0]
        return node.outcome is not None and place.tell_outcome(node.outcome)
    for node in found.nodes:
        _node(place, node)
        compared = True
    if not found.note and not strategy:
        place.must(all(a < len(found.nodes) and b < len(found.nodes) for a, b in found.arcs), "an arc leads nowhere")
    return compared


def _node(place: Place, node: Any) -> None:
    """Look at one node."""
    game = read_game(node.game) if "EntailedPosition" not in node.game else None
    if game is None or place.truth is None or not place.truth.knows(game):
        return
    right = place.truth.outcome(game)
    place.must(node.outcome in (None, right), f"the graph has {node.outcome} for {game}, not {right}")
    value = place.truth.value(game)
    place.must(node.value is None or value is None or node.value == value, f"{game}: value {node.value}, not {value}")
