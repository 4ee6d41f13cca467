"""Looks for laws of random rules, and compares proved laws and claims with programs that share nothing with the prover.

    python -m benchmarks.random_laws one 1000 FILE [SECONDS]      rules on one heap, 10 s of CPU each
    python -m benchmarks.random_laws two 500 FILE [SECONDS]       rules on two heaps
    python -m benchmarks.random_laws claims 10000 FILE [SECONDS]  claims about random rules, 2 s of CPU each
    python -m benchmarks.random_laws report FILE ...              the figures

FILE gets a line of JSON for each case; a stopped run continues after the last line. Case i of a kind is drawn with the
seed "kind i", so each case can be repeated alone (`python -m benchmarks.random_laws one 7:8 FILE`).

A rule on one heap takes k tokens under a condition of one to three random clauses. A rule on two heaps subtracts one of
two to five vectors with entries up to 4; with odd i each vector has a condition on the heaps with probability 1/2.
Claims are about rules of both kinds. A sixth are random; the others are read off the first heaps, so that many are
true, and half of those are then changed for one number of tokens.

The comparison is by definition: positions in ascending order, with conditions as functions of arrays. It reaches heap
6,000, or pairs up to 1,100 (claims: 2,000, or pairs up to 160).
"""

from __future__ import annotations

import json
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from grundy.core import LimitReached
from grundy.notation import read_ruleset
from grundy.patterns import LinearMove, Moves
from grundy.patterns.find_laws import Law, find_law
from grundy.patterns.orbits import Orbit, find_orbit
from grundy.workflows.claims import check_claim

Test: TypeAlias = Callable[..., Any]
FAR = {1: 6000, 2: 1100}
"""The bounds of the heaps in the comparison of laws."""
CLAIMED = {1: 2000, 2: 160}
"""The same for claims."""
COMPARED = {1: 30, 2: 6}
"""The largest heaps of the positions that a claim is compared with before it is proved."""
SECONDS = {"one": 10.0, "two": 10.0, "claims": 2.0}
"""The CPU time for one case."""
OPERATORS: dict[str, Test] = {
    "<=": np.less_equal,
    "<": np.less,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}
TERMS: dict[int, list[tuple[str, Test, int]]] = {
    1: [("n % m", lambda m, n: n % m, 25)],
    2: [
        ("(a + b) % m", lambda m, a, b: (a + b) % m, 13),
        ("(a + 2 * b) % m", lambda m, a, b: (a + 2 * b) % m, 13),
        *[("(m * (a % m) + b % m)", lambda m, a, b: m * (a % m) + b % m, 9)] * 4,
    ],
}
"""For each number of heaps, what claims are about, with a bound of the modulus m."""


class Clause(NamedTuple):
    """A condition as text and as a function of arrays."""

    text: str
    holds: Test


class OneHeap(NamedTuple):
    """A rule that takes k from n if a condition holds."""

    condition: Clause

    @property
    def text(self) -> str:
        """The rule in notation."""
        return f"take k where {self.condition.text}"

    def moves(self) -> Moves:
        """Return the rule for the prover."""
        return Moves(("n",), (LinearMove(f"k >= 1 and k <= n and ({self.condition.text})", {"n": "n - k"}, ("k",)),))

    def lost(self, stop: int) -> NDArray[np.bool_]:
        """Return which heaps below a bound are P-positions, by definition."""
        lost, won = np.zeros(stop, bool), np.zeros(stop, bool)
        for p in range(stop):
            if not won[p]:
                lost[p] = True
                n = p + 1 + np.flatnonzero(~won[p + 1 :])
                won[n[np.broadcast_to(self.condition.holds(n, n - p), n.shape)]] = True
        return lost


class TwoHeaps(NamedTuple):
    """A rule that subtracts one of some vectors, each under a condition on the heaps."""

    vectors: tuple[tuple[int, int, Clause], ...]

    @property
    def text(self) -> str:
        """The rule in notation."""
        kinds = [f"i == {a} and j == {b}{clause.text and f' and {clause.text}'}" for a, b, clause in self.vectors]
        return "take i, j of a, b where " + " or ".join(f"({kind})" for kind in kinds)

    def moves(self) -> Moves:
        """Return the rule for the prover."""
        moves = []
        for x, y, clause in self.vectors:
            fits = f"a >= {x} and b >= {y}" + (clause.text and f" and {clause.text}")
            moves.append(LinearMove(fits, {"a": f"a - {x}", "b": f"b - {y}"}))
        return Moves(("a", "b"), tuple(moves))

    def lost(self, stop: int) -> NDArray[np.bool_]:
        """Return which pairs below a bound are P-positions, by definition."""
        a, b = np.indices((stop, stop))
        allowed = np.array([np.broadcast_to(clause.holds(a, b), a.shape) for _, _, clause in self.vectors])
        return _lost(np.array([(x, y) for x, y, _ in self.vectors]), allowed)


@njit(cache=True)
def _lost(vectors: NDArray[np.int64], allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:  # pragma: no cover
    stop = allowed.shape[1]
    lost = np.zeros((stop, stop), np.bool_)
    for a in range(stop):
        for b in range(stop):
            won = False
            for i in range(len(vectors)):
                x, y = vectors[i]
                if x <= a and y <= b and allowed[i, a, b] and lost[a - x, b - y]:
                    won = True
            lost[a, b] = not won
    return lost


def one_heap(rng: Random) -> OneHeap:
    """Draw a rule on one heap."""
    found = _clause(rng)
    for _ in range(rng.randint(0, 2)):
        other, word = _clause(rng), rng.choice(["and", "or"])
        found = Clause(f"({found.text}) {word} ({other.text})", _both(found.holds, other.holds, word))
    return OneHeap(found)


def _both(one: Test, other: Test, word: str) -> Test:
    if word == "and":
        return lambda n, k: one(n, k) & other(n, k)
    return lambda n, k: one(n, k) | other(n, k)


def _clause(rng: Random) -> Clause:
    kind = rng.randrange(5)
    if kind == 0:
        c, sign, d, e = rng.randint(1, 4), rng.choice(["<=", "<", ">="]), rng.randint(0, 3), rng.randint(0, 6)
        return Clause(f"{c} * k {sign} {d} * n + {e}", lambda n, k: OPERATORS[sign](c * k, d * n + e))
    if kind in {1, 2}:
        m, sign = rng.randint(2, 5 if kind == 1 else 4), rng.choice(["==", "!="])
        r = rng.randrange(m)
        if kind == 1:
            return Clause(f"k % {m} {sign} {r}", lambda _, k: OPERATORS[sign](k % m, r))
        return Clause(f"(n - k) % {m} {sign} {r}", lambda n, k: OPERATORS[sign]((n - k) % m, r))
    if kind == 3:
        takes = sorted(rng.sample(range(1, 10), rng.randint(1, 4)))
        return Clause(f"k in {{{', '.join(map(str, takes))}}}", lambda _, k: np.isin(k, takes))
    sign, c, d = rng.choice(["<=", ">="]), rng.randint(1, 3), rng.randint(0, 5)
    return Clause(f"n - k {sign} {c} * k + {d}", lambda n, k: OPERATORS[sign](n - k, c * k + d))


def two_heaps(rng: Random, *, conditions: bool) -> TwoHeaps:
    """Draw a rule on two heaps."""
    vectors: set[tuple[int, int]] = set()
    count = rng.randint(2, 5)
    while len(vectors) < count:
        vectors.add((rng.randint(0, 4), rng.randint(0, 4)))
        vectors.discard((0, 0))
    always = Clause("", lambda *_: np.True_)
    drawn = (_heaps(rng) if conditions and rng.random() < 0.5 else always for _ in vectors)
    return TwoHeaps(tuple((*vector, clause) for vector, clause in zip(sorted(vectors), drawn, strict=True)))


def _heaps(rng: Random) -> Clause:
    if rng.random() < 0.5:
        c, d, sign, e = rng.randint(1, 2), rng.randint(1, 2), rng.choice(["<=", ">="]), rng.randint(0, 4)
        return Clause(f"{c} * a {sign} {d} * b + {e}", lambda a, b: OPERATORS[sign](c * a, d * b + e))
    c, d, m, sign = rng.randint(0, 1), 1, rng.randint(2, 4), rng.choice(["==", "!="])
    r = rng.randrange(m)
    return Clause(f"({c} * a + {d} * b) % {m} {sign} {r}", lambda a, b: OPERATORS[sign]((c * a + d * b) % m, r))


def members(law: Law, stop: int) -> NDArray[np.bool_]:
    """Return which positions below a bound are P-positions by a law."""
    lost, words = law.levels[1], list(map(law.system.word, range(stop)))
    if not lost.names:
        return np.full((stop,) * len(law.heaps), lost.accepting[0])
    length = max(map(len, words))
    digits = np.array([[0] * (length - len(word)) + word for word in words])
    delta, accepting = np.array(lost.delta), np.array(lost.accepting)
    state = np.zeros((stop,) * len(lost.names), np.int64)
    for place in range(length):
        letter = digits[:, place]
        if len(lost.names) == 2:
            letter = letter[:, None] * law.system.digits + letter[None, :]
        state = delta[state, letter]
    found = accepting[state]
    if len(lost.names) == len(law.heaps):
        return found
    axis = law.heaps.index(lost.names[0])
    return np.broadcast_to(found[:, None] if axis == 0 else found[None, :], (stop, stop))


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `LimitReached` after some CPU time of this process."""

    def stop(*_: object) -> None:
        raise LimitReached(f"{seconds:g} s of CPU", kind="time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def law_of(rule: Moves) -> Law | Orbit | str:
    """Return a proved law of the P-positions, or the reason why there is none."""
    found = find_law(rule)
    if isinstance(found, Law):
        return found
    orbit = find_orbit(rule) if len(rule.heaps) == 1 else None
    return orbit or found.reason


def searched(rule: OneHeap | TwoHeaps, seconds: float) -> dict[str, Any]:
    """Look for a law of a rule, compare it, and return the line of the result."""
    law: Law | Orbit | str
    begun = process_time()
    try:
        with limited(seconds):
            law = law_of(rule.moves())
    except LimitReached as error:
        law = f"limit: {error.message}"
    line: dict[str, Any] = {"rule": rule.text, "ms": round(1000 * (process_time() - begun))}
    if isinstance(law, str):
        return line | {"found": "", "reason": law}
    if isinstance(law, Orbit):
        truth = rule.lost(FAR[1])
        return line | {
            "found": "orbit",
            "formula": law.formula,
            "true": np.flatnonzero(truth).tolist() == law.terms(FAR[1]),
        }
    truth = rule.lost(FAR[len(law.heaps)])
    right = bool((members(law, len(truth)) == truth).all())
    return line | {"found": law.system.name, "states": law.states, "compared_to": law.compared_to, "true": right}


def claimed(rng: Random, truth: NDArray[np.bool_]) -> Clause:
    """Draw a claim about P-positions; most are read off the first entries of the truth."""
    name, term, most = rng.choice(TERMS[truth.ndim])
    small = truth[(slice(72 if truth.ndim == 1 else 18),) * truth.ndim]
    heaps = np.indices(small.shape)
    moduli = [m for m in range(1, most) if not {*term(m, *heaps)[small]} & {*term(m, *heaps)[~small]}]
    m = moduli[0] if moduli else rng.randint(1, min(most, 12) - 1)
    rests = sorted({*term(m, *heaps)[small].tolist()})
    if rng.random() < 1 / 6:
        rests = sorted(rng.sample(range(m), rng.randint(1, m)))
    text = f"{name.replace('m', str(m))} in {{{', '.join(map(str, rests))}}}" if rests else "0 == 1"
    sign, at = rng.choice(["and", "or", "", ""]), rng.randrange(200 if truth.ndim == 1 else 40)
    if not sign:
        return Clause(text, lambda *x: np.isin(term(m, *x), rests))
    size = "n" if truth.ndim == 1 else "a + b"
    if sign == "and":
        return Clause(f"{text} and {size} != {at}", lambda *x: np.isin(term(m, *x), rests) & (sum(x) != at))
    return Clause(f"{text} or {size} == {at}", lambda *x: np.isin(term(m, *x), rests) | (sum(x) == at))


def judged(rng: Random, seconds: float) -> dict[str, Any]:
    """Decide a random claim about a random rule, and return the line of the result with whether it is right."""
    rule = one_heap(rng) if rng.random() < 0.7 else two_heaps(rng, conditions=rng.random() < 0.5)
    heaps = 1 if isinstance(rule, OneHeap) else 2
    truth = rule.lost(CLAIMED[heaps])
    claim = claimed(rng, truth)
    start = " from 0" if heaps == 1 else ""
    line: dict[str, Any] = {"rule": rule.text, "claim": f"P iff {claim.text}{start}"}
    begun = process_time()
    try:
        with limited(seconds):
            verdict = check_claim(read_ruleset(rule.text), line["claim"], to=COMPARED[heaps])
    except LimitReached as error:
        return line | {"ms": round(1000 * (process_time() - begun)), "verdict": "limit", "reason": error.message}
    line |= {"ms": round(1000 * (process_time() - begun)), "verdict": verdict.verdict}
    wrong = np.argwhere(np.broadcast_to(claim.holds(*np.indices(truth.shape)), truth.shape) != truth)
    if verdict.verdict == "proved":
        return line | {"true": not wrong.size}
    if verdict.counterexample is not None:
        at = [int(heap) for heap in verdict.counterexample.position.split()]
        line["at"] = at
        if max(at) < len(truth):
            line["true"] = at in wrong.tolist()
            small = max(at) <= COMPARED[heaps]  # positions with small heaps are compared first
            least = [one for one in wrong.tolist() if not small or max(one) <= COMPARED[heaps]]
            line["least"] = at == min(least, key=lambda one: (sum(one), one))
    return line


def run(kind: str, which: str, path: Path, seconds: float) -> None:
    """Decide the cases of one kind that the file does not have yet."""
    path.touch()
    done = {json.loads(line)["case"] for line in path.read_text(encoding="ascii").splitlines()}
    first, _, last = which.rpartition(":")
    for case in range(int(first or 0), int(last)):
        if case in done:
            continue
        rng = Random(f"{kind} {case}")
        if kind == "claims":
            line = judged(rng, seconds)
        else:
            line = searched(one_heap(rng) if kind == "one" else two_heaps(rng, conditions=case % 2 == 1), seconds)
        with path.open("a", encoding="ascii", newline="\n") as file:
            file.write(json.dumps({"case": case} | line) + "\n")


def report(path: Path) -> str:
    """Return the figures of a file in words."""
    lines = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    costs = [line["ms"] for line in lines]
    text = f"{path.name}: {len(lines)} cases, {sum(costs) / 1000:.0f} s of CPU, median {median(costs):.0f} ms"
    false = [line["case"] for line in lines if line.get("true") is False]
    if "claim" in lines[0]:
        counts: Counter[str] = Counter(line["verdict"] for line in lines)
        later = [line["case"] for line in lines if line.get("least") is False]
        return f"{text}; {dict(counts.most_common())}; false {false}; counterexamples that are not the least {later}"
    found = [line for line in lines if line["found"]]
    share = f"{len(found)} with a proved law ({100 * len(found) / len(lines):.1f} %)"
    systems = Counter(line["found"] for line in found)
    states = [line.get("states", 0) for line in found]
    reasons = Counter(line["reason"].partition(" in ")[0] for line in lines if not line["found"])
    return f"{text}; {share}; false {false}; at most {max(states)} states; {dict(systems)}; without: {dict(reasons)}"


def main(kind: str, *words: str) -> None:
    """Run the task that the command line names."""
    if kind == "report":
        print("\n".join(map(report, map(Path, words))))
    else:
        run(kind, words[0], Path(words[1]), float(words[2]) if len(words) > 2 else SECONDS[kind])


if __name__ == "__main__":
    main(*sys.argv[1:])
