"""Proves named theorems from the rule alone, refutes a false variant of each, and writes docs/understand/laws.csv.

    python -m benchmarks.proofs [--check]

With --check nothing is written: every theorem must be proved with the states of the table, and every false variant must
be refuted at the same position. The times are CPU milliseconds of one run for the theorem alone, with its search if an
automaton or an orbit is found.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import NamedTuple

from grundy.automatic import Arithmetic, Base, Recurrent, Relation, System
from grundy.core import Budget
from grundy.notation import read_ruleset
from grundy.patterns import Decision, FixedPoint, LinearMove, Moves
from grundy.patterns.find_laws import Law, find_law
from grundy.patterns.orbits import find_orbit
from grundy.workflows.claims.all_parameters import check_parameters
from grundy.workflows.solving.rule_moves import moves_of

TABLE = Path(__file__).parents[1] / "docs" / "understand" / "laws.csv"
HEAD = ("rule", "theorem", "digits", "states", "ms", "false variant", "refuted at")
ZECKENDORF = Recurrent(1)
WYTHOFF = "take i, j of a, b where i == j or i == 0 or j == 0"
FROM_LARGER = "take i, j of a, b where i == j or j == 0 and a >= b or i == 0 and b >= a"
LOST = "the P-positions of an automaton"
ONE_MORE = {"a": 30, "b": 47}
"""The position that the false variant of a found law calls a P-position, too."""


class Task(NamedTuple):
    """A theorem: a rule in notation or as moves, what is claimed, and a false claim."""

    name: str
    theorem: str
    wrong: str
    system: System = Base(2)
    rule: Moves | None = None
    heaps: int = 1
    misere: bool = False


def nim(names: str) -> Moves:
    """Return the rule of nim on heaps with these names."""
    return Moves(tuple(names), tuple(LinearMove(f"1 <= k <= {x}", {x: f"{x} - k"}, ("k",)) for x in names))


def moore() -> Moves:
    """Return the rule to take from one or two of three heaps."""
    moves = []
    for x, y in ("ab", "ac", "bc"):
        fits = f"0 <= j <= {x} and 0 <= k <= {y} and j + k >= 1"
        moves.append(LinearMove(fits, {x: f"{x} - j", y: f"{y} - k"}, ("j", "k")))
    return Moves(tuple("abc"), tuple(moves))


def lasker() -> Moves:
    """Return the rule to take from a heap or to split it."""
    take = LinearMove("1 <= k <= n", {"n": "n - k"}, ("k",))
    return Moves(("n",), (take, LinearMove("1 <= k <= n - 1", {}, ("k",), ("k", "n - k"))))


LASKER = "(n % 4 in {1, 2} and v == n) or (n % 4 == 3 and v == n + 1) or (n % 4 == 0 and (v == n - 1 or n + v == 0))"
TASKS = (
    Task("nim, 2 heaps", "v == a ^ b", "v == a + b", rule=nim("ab")),
    Task("nim, 3 heaps", "v == a ^ b ^ c", "v == a + b + c", rule=nim("abc")),
    Task("Moore's nim: take from 1 or 2 of 3 heaps", "columns 3", "columns 2", rule=moore()),
    Task("Lasker's nim", LASKER, "v == n", rule=lasker()),
    Task("take k where 2 * k <= n", "P iff is_power(n + 1, 2)", "P iff n % 2 == 1 or n == 0"),
    Task("take k where 3 * k <= n", "orbit", "P iff n in {0, 1, 2, 4, 7, 11, 17, 26, 40, 60}"),
    Task("take k where is_power(k, 2)", "P iff n % 3 == 0", "P iff n % 3 == 0 and n != 999"),
    Task("take k where is_power(k, 2)", "v == n % 3", "v == n % 3 + n // 1000"),
    Task("take {1, 3, 4}", "P iff n % 7 in {0, 2}", "P iff n % 7 in {0, 2} or n == 501"),
    Task("take {2, 5}", "P iff n % 7 in {0, 1, 4}", "P iff n % 7 in {0, 1}"),
    Task("take 1..K", "P iff n % (K + 1) == 0 for all K >= 1", "P iff n % (K + 2) == 0 for all K >= 1"),
    Task("take 1..K", "value == n % (K + 1) for all K >= 1", "value == n % (K + 2) for all K >= 1"),
    Task("take 1..K", "P iff n % (K + 1) == 1 for all K >= 1", "P iff n % (K + 1) == 0 for all K >= 1", misere=True),
    Task("take S..M", "P iff n % (S + M) < S for all 1 <= S <= M", "P iff n % (S + M) <= S for all 1 <= S <= M"),
    Task("Fibonacci nim, most tokens allowed", "smallest part", "smallest part or 1"),
    Task("wythoff", LOST, "", ZECKENDORF, heaps=2),
    Task("wythoff", LOST, "", ZECKENDORF, heaps=2, misere=True),
    Task("wythoff(a=2)", LOST, "", Recurrent(2), heaps=2, misere=True),
    *(
        Task(f"wythoff(a={a})", "shifted digits", "shifted digits, any zeros", Recurrent(a), heaps=2)
        for a in (1, 2, 3, 4)
    ),
    *(Task(f"{WYTHOFF} until a + b <= {end}", LOST, "", ZECKENDORF, heaps=2) for end in (1, 2, 3, 4)),
    Task(f"{WYTHOFF} until a + b <= 2", LOST, "", ZECKENDORF, heaps=2, misere=True),
    Task(f"{WYTHOFF} blocking 1", LOST, "", ZECKENDORF, heaps=2),
    Task(f"{WYTHOFF} blocking 2", LOST, "", Base(2), heaps=2),
    Task(f"{WYTHOFF} or i == 2 and j == 4", LOST, "", ZECKENDORF, heaps=2),
    Task(FROM_LARGER, LOST, "", ZECKENDORF, heaps=2),
    Task(f"{WYTHOFF} or a <= b and j < i or b <= a and i < j", LOST, "", ZECKENDORF, heaps=2),
)
"""The theorems.

`columns m`: each column of binary digits has a multiple of m ones. `smallest part`: the number of tokens that may be
taken is less than the smallest part of the heap as a sum of Fibonacci numbers (M. J. Whinihan, "Fibonacci nim", 1963).
`shifted digits`: one heap ends in an even number of zeros, and the digits of the other one are the same and one more
zero (A. S. Fraenkel, "How to beat your Wythoff games' opponent on three fronts", 1982).
"""


def rule_of(task: Task) -> Moves:
    """Return the rule of a task for the prover."""
    if task.rule is not None:
        return task.rule
    name = task.name
    if name.startswith("Fibonacci"):
        name, task = "move n, most to n - k, 2 * k where 1 <= k <= n and k <= most", task._replace(heaps=2)
    rule = moves_of(read_ruleset(name), task.heaps, misere=task.misere)
    if rule is None:
        sys.exit(f"no moves with linear conditions: {name}")
    return rule


def row(task: Task) -> tuple[str, ...]:
    """Prove the theorem of a task and refute its false variant; return the row of the table."""
    play = " (misère)" if task.misere else ""
    begun, theorem, wrong = process_time(), task.theorem, task.wrong
    if "for all" in theorem:
        right = check_parameters(task.name, theorem, misere=task.misere)
        spent, failure = process_time() - begun, check_parameters(task.name, wrong, misere=task.misere).counterexample
        proved, states, digits = right.verdict == "proved", "", "base 2"
    elif theorem in {LOST, "orbit"}:
        rule = rule_of(task)
        law = find_orbit(rule) if theorem == "orbit" else find_law(rule, systems=[task.system], sizes=SIZES)
        spent, game = process_time() - begun, FixedPoint(rule, Arithmetic(task.system))
        proved = law is not None and (theorem == "orbit" or isinstance(law, Law))
        if isinstance(law, Law):
            more = game.formulas.read(" and ".join(f"{name} == {size}" for name, size in ONE_MORE.items()))
            failure = game.outcome(law.levels[1] | more).counterexample
            theorem, digits, states = "found automaton", law.system.name, str(law.states)
            wrong = "one more P-position"
        else:
            failure = game.outcome(game.formulas.read(wrong.removeprefix("P iff "))).counterexample
            theorem, digits, states = f"orbit of {getattr(law, 'formula', '')}", task.system.name, ""
    else:
        game = FixedPoint(rule_of(task), Arithmetic(ZECKENDORF if "part" in theorem else task.system))
        found = decided(game, theorem)
        spent, failure = process_time() - begun, decided(game, wrong).counterexample
        proved, states, digits = found.proved, str(found.states), game.arithmetic.system.name
    if not proved or failure is None:
        sys.exit(f"{task.name}: {theorem} is proved: {proved}; {wrong} is refuted at {failure}")
    at = ", ".join(f"{name} = {size}" for name, size in failure.items())
    return task.name + play, theorem, digits, states, str(round(1000 * spent)), wrong, at


def decided(game: FixedPoint, theorem: str) -> Decision:
    """Decide a theorem in notation, or one that is named."""
    if theorem.startswith("columns"):
        count = int(theorem.split()[1])
        return game.outcome(game.arithmetic.columns(game.rule.heaps, lambda *digits: sum(digits) % count == 0))
    if theorem.startswith("smallest"):
        lost = smallest_part(game.arithmetic)
        return game.outcome(lost | game.formulas.read("a == 1 and b == 1") if "or" in theorem else lost)
    if theorem.startswith("shifted"):
        one = shifted(game.arithmetic, ("a", "b"), even="any" not in theorem)
        return game.outcome(one | one.rename({"a": "b", "b": "a"}))
    if theorem.startswith("P iff "):
        return game.outcome(game.formulas.read(theorem.removeprefix("P iff ")))
    return game.values(game.formulas.read(theorem))


def smallest_part(arithmetic: Arithmetic) -> Relation:
    """Return the relation that b is less than the smallest part of a in Zeckendorf's system, or a is 0."""
    # letters are 2 * (digit of a) + (digit of p); in state 1, the 1 of p was read, which must be the last one of a
    delta = ((0, 2, 0, 1), (1, 2, 2, 2), (2, 2, 2, 2))
    part = Relation(("a", "p"), delta, (False, True, False), arithmetic.system, Budget())
    above = arithmetic.linear({"p": 1, "b": -1}, -1, ">=")
    none = arithmetic.constant("a", 0) & arithmetic.natural(("a", "b"))
    return (part & arithmetic.natural(("a", "p")) & above).some("p") | none


def shifted(arithmetic: Arithmetic, names: tuple[str, str], *, even: bool) -> Relation:
    """Return the relation that the second number has the digits of the first one and one more zero.

    Args:
        arithmetic: The arithmetic.
        names: The names of the numbers, in alphabetical order.
        even: Whether the first number must end in an even number of zeros.

    Returns:
        The relation.
    """
    # a state is the next digit of the first number, and the parity of its zeros since the last other digit, or None
    digits, states = arithmetic.system.digits, list[tuple[int, int | None]]([(0, None)])
    delta, wrong = [], -1
    for expected, zeros in states:
        line = []
        for first in range(digits):
            for second in range(digits):
                after = (second, 0 if first else None if zeros is None else 1 - zeros)
                if first == expected and after not in states:
                    states.append(after)
                line.append(states.index(after) if first == expected else wrong)
        delta.append(line)
    accepting = [expected == 0 and (zeros != 1 or not even) for expected, zeros in states]
    table = [[len(states) if state == wrong else state for state in line] for line in delta]
    table.append([len(states)] * digits**2)
    found = Relation(names, table, [*accepting, False], arithmetic.system, Budget())
    return found & arithmetic.natural(names)


SIZES = (64, 128, 256, 469)
"""The tables from which automata are learned."""


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table."""
    for task in TASKS:
        found = row(task)
        print(*found, sep=" | ", flush=True)
        yield found


def main(*words: str) -> None:
    """Write or check the table."""
    if words == ("--check",):
        with TABLE.open(encoding="utf-8", newline="") as file:
            written = list(csv.DictReader(file))
        for before, now in zip(written, map(row, TASKS), strict=True):
            if tuple(before.values())[:4] != now[:4] or before["refuted at"] != now[6]:
                sys.exit(f"the table has {before}, found {now}")
        return
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *rows()])


if __name__ == "__main__":
    main(*sys.argv[1:])
