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
from grundy.core import GrundyError, InputError, LimitReached, Meter
from grundy.games import COMPOUNDS
from grundy.workflows.library.solution import Solution
from grundy.workflows.proving.certify import Proof, certify
from grundy.workflows.solving.compound import compound_of

MEMORY = Path("/dev/shm")  # a file there is read again at once
LIMITS = Limits(seconds=5, positions=400)
"""What larger games are refused by."""
SIZE = 25
"""Games of a seed."""


def heaps(lot: Random, *, most: int = 7) -> str:
    """Return a few heap sizes."""
    return " ".join(str(lot.randrange(most)) for _ in range(lot.randint(1, 3)))


def rule(lot: Random) -> str:
    """Return a rule of single heaps."""
    takes = ", ".join(map(str, sorted(lot.sample(range(1, 9), lot.randint(1, 4)))))
    code = "".join(str(lot.randrange(8)) for _ in range(lot.randint(1, 3)))
    m, r = lot.randint(2, 4), lot.randrange(3)
    return lot.choice(
        (
            f"take {{{takes}}}",
            f"take all-but {{{takes}}}",
            f"take 1..{lot.randint(1, 6)}",
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
            f"{lot.choice('04')}.{code}7",
            f"0.{code}8",
            f"bash(min={m}, max={m + 2})",
            "4!.0",
            "0.[15]",
            "circular-kayles",
        )
    )


def cells(lot: Random) -> str:
    """Return a small board with holes."""
    width = lot.randint(1, 4)
    return "/".join("".join(lot.choice("...#") for _ in range(width)) for _ in range(lot.randint(1, 3)))


def arcs(lot: Random, *, loops: bool) -> str:
    """Return arcs of a directed graph, and a start; without loops arcs go down."""
    size = lot.randint(2, 6)
    ends = [(a, lot.randrange(size) if loops else lot.randrange(a)) for a in range(1, size) for _ in range(2)]
    return " ".join(f"{a}>{b}" for a, b in dict.fromkeys(ends)) + f" @ {size - 1}"


def edges(lot: Random) -> str:
    """Return edges of an undirected graph."""
    size = lot.randint(2, 6)
    pairs = {tuple(sorted(lot.sample(range(size), 2))) for _ in range(lot.randint(1, 7))}
    return " ".join(f"{a}-{b}" for a, b in sorted(pairs))


def coins(lot: Random) -> str:
    """Return places of coins, ascending."""
    return " ".join(map(str, sorted(lot.sample(range(1, 10), lot.randint(1, 4)))))


def draughts(lot: Random) -> str:
    """Return a board of Tic-Tac-Toe after as many moves of either side, where nobody has won."""
    marks = "XOXOXO"[: 2 * lot.randint(2, 3)].ljust(9, ".")
    board = "".join(lot.sample(marks, 9))
    return "/".join((board[:3], board[3:6], board[6:]))


KINDS: dict[str, Callable[[Random], str]] = {
    "heaps": lambda lot: f"{rule(lot)}: {heaps(lot)}",
    "boards": lambda lot: lot.choice(
        (
            f"cram: {cells(lot)}",
            f"chomp: {lot.randint(1, 3)}x{lot.randint(1, 4)}",
            f"queens: {lot.randint(1, 3)}x{lot.randint(1, 3)}",
            f"kings: {lot.randint(1, 3)}x{lot.randint(1, 3)}",
            f"knights: {lot.randint(1, 3)}x{lot.randint(1, 3)}",
            f"treblecross: {lot.randint(1, 8)}",
            f"nimstring: 1x{lot.randint(1, 2)}",
            "notakto: .../.../...",
            f"sprouts: {lot.randint(1, 2)}",
            f"brussels-sprouts: {lot.randint(1, 2)}",
        )
    ),
    "graphs": lambda lot: lot.choice(
        (
            f"graph: {arcs(lot, loops=False)}",
            f"geography: {arcs(lot, loops=True)}",
            f"node-kayles: {edges(lot)}",
            f"arc-kayles: {edges(lot)}",
            f"hackenbush: 0-1 {edges(lot)}",
            f"poset: {' '.join(f'a{i}<b{lot.randrange(4)}' for i in range(lot.randint(1, 4)))}",
        )
    ),
    "coins": lambda lot: lot.choice(
        (
            f"{lot.choice(('turning-turtles', 'ruler', 'mock-turtles', 'twins'))}: {coins(lot)}",
            f"{lot.choice(('nimble', 'welter', 'sym'))}: {coins(lot)}",
            f"silver-dollar: {coins(lot)}",
            f"staircase: {heaps(lot, most=4)}",
            f"turning-corners: ({lot.randint(1, 4)},{lot.randint(1, 4)})",
        )
    ),
    "tuples": lambda lot: lot.choice(
        (
            f"wythoff: {lot.randrange(7)} {lot.randrange(7)}",
            f"moore(k=2): {lot.randrange(5)} {lot.randrange(5)} {lot.randrange(5)}",
            f"circular-nim(k=2): {lot.randrange(4)} {lot.randrange(4)} {lot.randrange(4)}",
            f"fibonacci: {lot.randint(1, 15)}",
            f"euclid: {lot.randint(1, 12)} {lot.randint(1, 12)}",
        )
    ),
    "loops": lambda lot: lot.choice(
        (
            f"graph: {arcs(lot, loops=True)}",
            f"poker-nim(add=2): {lot.randrange(4)} {lot.randrange(4)} @ 1 1",
            "northcott: W..B/.W.B @ W",
        )
    ),
    "entailing": lambda lot: f"top-entails: {heaps(lot)}",
    "two sides": lambda lot: lot.choice(
        (f"tic-tac-toe: {draughts(lot)}", f"race: {lot.randint(1, 12)} @ 1 {lot.randint(2, 4)} / 2 3")
    ),
}
"""Games by lot, by their kind."""
SUMMED = ("heaps", "boards", "graphs", "coins", "tuples")


def drawn(lot: Random) -> tuple[str, Game]:
    """Return a game and its kind."""
    kind = lot.choice((*KINDS, "heaps", "heaps", "graphs", "sums", "compounds"))
    if kind in KINDS:
        return kind, read_game(KINDS[kind](lot))
    texts = [KINDS[lot.choice(SUMMED)](lot) for _ in range(lot.randint(2, 3))]
    game = read_game(" + ".join(text for text in texts if not text.startswith(("tic", "race", "poker", "north"))))
    return kind, game if kind == "sums" else compound_of(lot.choice(list(COMPOUNDS)), game)


def certified(game: Game, lot: Random, folder: Path) -> tuple[str, str]:
    """Solve a game, certify the answer, and check; return what came of it, and in words."""
    misere = lot.random() < 0.5
    proof: Proof = "strategy" if misere and lot.random() < 0.9 else lot.choice(get_args(Proof))
    try:
        answer = solve(game, misere=misere, limits=LIMITS)
        found = certify(game, misere=misere, proof=proof, meter=Meter(LIMITS), answer=answer)
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
    """Return whether a claim is what was answered, as far as that is known."""
    claim = certificate.claim
    same = answer.outcome is None or claim.get("outcome", answer.outcome.value) == answer.outcome.value
    return same and (answer.value is None or claim.get("value", answer.value) == answer.value)


def answered(seed: int) -> Counter[str]:
    """Certify the answers to some games; what is bad is told with its game."""
    lot = Random(seed)
    found: Counter[str] = Counter()
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        for _ in range(SIZE):
            try:
                kind, game = drawn(lot)
            except InputError:
                found["no game"] += 1
                continue
            verdict, words = certified(game, lot, Path(folder))
            if verdict in BAD:
                raise AssertionError(f"{verdict}: {kind}: {game}: {words}")
            found[verdict] += 1
    return found + Counter(answers=SIZE - found["no game"])


BAD = ("differs", "wrong error", "rejected", "malformed", "unsupported", "limit")
HARNESS = Harness("answers", SIZE - 5, answered, BAD)

if __name__ == "__main__":
    main(HARNESS, __doc__)
