"""Certificates of random games by hand: `python -m tests.promises.certificates.soak_answers COUNT --jobs N`.

A seed is a game of any kind by lot: heaps by random rules, boards, graphs that may loop, coins, entailing moves, two
sides with draws, compounds and sums, in normal or misere play. It is solved, a certificate of one kind is written for
the answer, its claim is compared with the answer, and `grundy_check` must accept it. *refused*: an error of the tree
that says why, and what to do instead where something can be done; *differs*: a claim that is not the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import get_args

from tests.soaking import Harness, main
from tests.unit.check.sealed import checked

from grundy import Game, Limits, LoopyGame, read_game, solve
from grundy.certificates import Certificate
from grundy.core import Budget, GrundyError, InputError, LimitReached
from grundy.games import COMPOUNDS
from grundy.workflows.library.solution import Solution
from grundy.workflows.proving.certify import Proof, certify
from grundy.workflows.solving.compound import compound_of

MEMORY = Path("/dev/shm")  # a file there is read again at once
LIMITS = Limits(seconds=5, positions=400)
"""What larger games are refused by."""
SIZE = 25
"""Games of a seed."""


def heaps(rng: Random, *, most: int = 7) -> str:
    return " ".join(str(rng.randrange(most)) for _ in range(rng.randint(1, 3)))


def rule(rng: Random) -> str:
    takes = ", ".join(map(str, sorted(rng.sample(range(1, 9), rng.randint(1, 4)))))
    code = "".join(str(rng.randrange(8)) for _ in range(rng.randint(1, 3)))
    m, r = rng.randint(2, 4), rng.randrange(3)
    return rng.choice(
        (
            f"take {{{takes}}}",
            f"take all-but {{{takes}}}",
            f"take 1..{rng.randint(1, 6)}",
            f"take k where (n + k) % {m} == {r % m}",
            f"split a, b where (a * b) % {m} != {r % m}",
            f"take {{{takes}}} or split",
            "take squares",
            "take primes",
            "take powers(2)",
            "nim",
            "lasker",
            "kayles",
            "grundy",
            "divisors",
            "officers",
            f"{rng.choice('04')}.{code}7",
            f"0.{code}8",
            f"bash(min={m}, max={m + 2})",
            "4!.0",
            "0.[15]",
            "circular-kayles",
        )
    )


def cells(rng: Random) -> str:
    width = rng.randint(1, 4)
    return "/".join("".join(rng.choice("...#") for _ in range(width)) for _ in range(rng.randint(1, 3)))


def arcs(rng: Random, *, loops: bool) -> str:
    """Return arcs of a directed graph, and a start; without loops arcs go down."""
    size = rng.randint(2, 6)
    ends = [(a, rng.randrange(size) if loops else rng.randrange(a)) for a in range(1, size) for _ in range(2)]
    return " ".join(f"{a}>{b}" for a, b in dict.fromkeys(ends)) + f" @ {size - 1}"


def edges(rng: Random) -> str:
    size = rng.randint(2, 6)
    pairs = {tuple(sorted(rng.sample(range(size), 2))) for _ in range(rng.randint(1, 7))}
    return " ".join(f"{a}-{b}" for a, b in sorted(pairs))


def coins(rng: Random) -> str:
    return " ".join(map(str, sorted(rng.sample(range(1, 10), rng.randint(1, 4)))))


def draughts(rng: Random) -> str:
    """Return a board of Tic-Tac-Toe after as many moves of either side, where nobody has won."""
    marks = "XOXOXO"[: 2 * rng.randint(2, 3)].ljust(9, ".")
    board = "".join(rng.sample(marks, 9))
    return "/".join((board[:3], board[3:6], board[6:]))


KINDS: dict[str, Callable[[Random], str]] = {
    "heaps": lambda rng: f"{rule(rng)}: {heaps(rng)}",
    "boards": lambda rng: rng.choice(
        (
            f"cram: {cells(rng)}",
            f"chomp: {rng.randint(1, 3)}x{rng.randint(1, 4)}",
            f"queens: {rng.randint(1, 3)}x{rng.randint(1, 3)}",
            f"kings: {rng.randint(1, 3)}x{rng.randint(1, 3)}",
            f"knights: {rng.randint(1, 3)}x{rng.randint(1, 3)}",
            f"treblecross: {rng.randint(1, 8)}",
            f"nimstring: 1x{rng.randint(1, 2)}",
            "notakto: .../.../...",
            f"sprouts: {rng.randint(1, 2)}",
            f"brussels-sprouts: {rng.randint(1, 2)}",
        )
    ),
    "graphs": lambda rng: rng.choice(
        (
            f"graph: {arcs(rng, loops=False)}",
            f"geography: {arcs(rng, loops=True)}",
            f"node-kayles: {edges(rng)}",
            f"arc-kayles: {edges(rng)}",
            f"hackenbush: 0-1 {edges(rng)}",
            f"poset: {' '.join(f'a{i}<b{rng.randrange(4)}' for i in range(rng.randint(1, 4)))}",
        )
    ),
    "coins": lambda rng: rng.choice(
        (
            f"{rng.choice(('turning-turtles', 'ruler', 'mock-turtles', 'twins'))}: {coins(rng)}",
            f"{rng.choice(('nimble', 'welter', 'sym'))}: {coins(rng)}",
            f"silver-dollar: {coins(rng)}",
            f"staircase: {heaps(rng, most=4)}",
            f"turning-corners: ({rng.randint(1, 4)},{rng.randint(1, 4)})",
        )
    ),
    "tuples": lambda rng: rng.choice(
        (
            f"wythoff: {rng.randrange(7)} {rng.randrange(7)}",
            f"moore(k=2): {rng.randrange(5)} {rng.randrange(5)} {rng.randrange(5)}",
            f"circular-nim(k=2): {rng.randrange(4)} {rng.randrange(4)} {rng.randrange(4)}",
            f"fibonacci: {rng.randint(1, 15)}",
            f"euclid: {rng.randint(1, 12)} {rng.randint(1, 12)}",
        )
    ),
    "loops": lambda rng: rng.choice(
        (
            f"graph: {arcs(rng, loops=True)}",
            f"poker-nim(add=2): {rng.randrange(4)} {rng.randrange(4)} @ 1 1",
            "northcott: W..B/.W.B @ W",
        )
    ),
    "entailing": lambda rng: f"top-entails: {heaps(rng)}",
    "two sides": lambda rng: rng.choice(
        (f"tic-tac-toe: {draughts(rng)}", f"race: {rng.randint(1, 12)} @ 1 {rng.randint(2, 4)} / 2 3")
    ),
}
"""Games by lot, by their kind."""
SUMMED = ("heaps", "boards", "graphs", "coins", "tuples")


def drawn(rng: Random) -> tuple[str, Game]:
    kind = rng.choice((*KINDS, "heaps", "heaps", "graphs", "sums", "compounds"))
    if kind in KINDS:
        return kind, read_game(KINDS[kind](rng))
    texts = [KINDS[rng.choice(SUMMED)](rng) for _ in range(rng.randint(2, 3))]
    game = read_game(" + ".join(text for text in texts if not text.startswith(("tic", "race", "poker", "north"))))
    return kind, game if kind == "sums" else compound_of(rng.choice(list(COMPOUNDS)), game)


def certified(game: Game, rng: Random, folder: Path) -> tuple[str, str]:
    """Solve a game, certify the answer, and check; return what came of it, and in words."""
    misere = rng.random() < 0.5
    proof: Proof = "strategy" if misere and rng.random() < 0.9 else rng.choice(get_args(Proof))
    try:
        answer = solve(game, misere=misere, limits=LIMITS)
        found = certify(game, misere=misere, proof=proof, budget=Budget(LIMITS), answer=answer)
    except LoopyGame as error:
        return "refused, it loops", str(error)
    except LimitReached as error:
        return "refused, too large", str(error)
    except InputError as error:
        return ("differs" if "please report this" in str(error) else "refused"), str(error)
    except GrundyError as error:
        return "wrong error", f"{type(error).__name__}: {error}"
    if not _says(found, answer):
        return "differs", f"{found.claim} instead of {answer.outcome}, {answer.value}"
    verdict = checked(found, folder)
    return verdict.status.lower(), verdict.reason


def _says(certificate: Certificate, answer: Solution) -> bool:
    claim = certificate.claim
    same = answer.outcome is None or claim.get("outcome", answer.outcome.value) == answer.outcome.value
    return same and (answer.value is None or claim.get("value", answer.value) == answer.value)


def answered(seed: int) -> Counter[str]:
    rng = Random(seed)
    found: Counter[str] = Counter()
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        for _ in range(SIZE):
            try:
                kind, game = drawn(rng)
            except InputError:
                found["no game"] += 1
                continue
            verdict, words = certified(game, rng, Path(folder))
            if verdict in BAD:
                raise AssertionError(f"{verdict}: {kind}: {game}: {words}")
            found[verdict] += 1
    return found + Counter(answers=SIZE - found["no game"])


BAD = ("differs", "wrong error", "rejected", "malformed", "unsupported", "limit")
HARNESS = Harness("answers", SIZE - 5, answered, BAD)

if __name__ == "__main__":
    main(HARNESS, __doc__)
