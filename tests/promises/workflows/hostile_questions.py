"""Hostile questions: for every public entry that takes limits one that takes long, drawn by lot; and for the commands.

Large moduli, codes of hundreds of digits, sums of thousands of parts, deep splits, huge heaps, wide boards, long
claims.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from io import BytesIO, StringIO, TextIOWrapper
from itertools import count, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import grundy
from grundy import Limits, Sum, integrations, misere, patterns, search, sequences, testing, workflows
from grundy.core import (
    Bits,
    Budget,
    Checked,
    Entailing,
    GrundyError,
    LimitReached,
    Outcome,
    Ruleset,
    Scanner,
    TailedGraph,
    TwoSided,
    facet,
    has_misere_rule,
)
from grundy.core.expressions import Node, read_condition
from grundy.notation import read_family, read_game, read_ruleset
from grundy.workflows import claims, computing, exploring, playing, proving
from grundy.workflows.library import evidence
from grundy.workflows.playing.match_record import MatchRecord
from grundy_atlas import Atlas, found_again
from grundy_learn.problems import problem

Lot = Random
Question = Callable[[Random, Limits], object]

RULES = (
    "take squares",
    "take primes",
    "take prime-powers",
    "take powers(2)",
    "take all-but {2, 5}",
    "0." + "7" * 300,
    "0." + "3" * 300,
    "0." + "05" * 150,
    "4!.0",
    "officers",
    "0.106",
    "0.F7F7F",
    "0.[127]",
    "0.[1023]",
    "0.3[3]",
    "take k where n % k == 0 and k < n",
    "take k where gcd(n, k) == 1",
    "take k where n % 1000000007 == k % 3",
    "split a, b where gcd(a, b) == 1",
    "split a, b where is_prime(a + b * b)",
    "take 1..5000 or split",
    "take squares or split",
    "take 1..100000",
    "take {1, 3, 4, 99991}",
    "lasker",
    "bash(min=3, max=99991)",
    "divisors",
)
"""Rules of single heaps."""


def _joined(numbers: Iterable[object]) -> str:
    return " ".join(map(str, numbers))


GAMES = (
    "wythoff: 3000 5000",
    "vectors(steps={(1,0),(0,1),(2,2)}): 500 700",
    f"moore(k=2): {_joined(range(1, 200))}",
    "moore(k=3): 3000 5000 7000 9999",
    f"circular-nim(k=2): {_joined(range(1, 40))}",
    "fibonacci: 100000",
    "schwenk(factor=3): 100000",
    "euclid: 700000000000 3123123",
    f"silver-dollar: {_joined(range(1, 4000, 3))}",
    f"welter: {_joined(range(1, 2000, 3))}",
    f"mogul: {_joined(range(1, 300, 3))}",
    "turn(coins=1..7, reach=400): 20 50 900",
    "turning-corners: (10000,20000) (300,400)",
    "product(sym, ruler): (100,200) (300,40)",
    "product(moebius, sym): (10,20) (30,40)",
    f"northcott: {'/'.join(['W' + '.' * 30 + 'B'] * 10)} @ W",
    "poker-nim(add=300): 300 500 @ 20 20",
    f"graph: {_joined(f'{a}>{b}' for a in range(1, 300) for b in range(max(0, a - 20), a))} @ 299",
    f"graph: {_joined(f'{a}>{(a * 7 + b * 13) % 300}' for a in range(300) for b in range(3))} @ 299",
    f"maze: {'/'.join(['.' * 60] * 59 + ['.' * 59 + '@'])}",
    "notakto: .../.../... .../.../... .../.../... .../.../...",
    "tic-tac-toe: ..../..../..../....",
    "race: 1200 @ 1 2 5 7 / 2 3 11",
    "top-entails: 50 40 20 33 77",
    "nimstring: 6x6",
    "cram: 9x9",
    "cram: 30x30",
    "chomp: 20x30",
    f"poset: {_joined(f'a{i}<b{(i * 7 + j) % 40}' for i in range(40) for j in range(3))}",
    "treblecross: 60",
    "treblecross: 1000",
    "queens: 12x12",
    "knights: 10x10",
    "node-kayles: grid(8x8)",
    "node-kayles: path(300)",
    "arc-kayles: grid(7x7)",
    f"geography: {_joined(f'{a}>{(a * 7 + b * 13) % 30}' for a in range(30) for b in range(3))} @ 2",
    "sprouts: 9",
    "brussels-sprouts: 12",
    "divisors: 720720 99999",
    f"nim: {_joined(range(1, 3000))}",
    f"nim: {_joined(10**300 + i for i in range(50))}",
    f"kayles: {_joined(range(1, 2000))} + wythoff: 30 40",
    "nim: 30 50 + wythoff: 40 30 + cram: 3x3 + treblecross: 12",
    "take k where n % k == 0 and k < n: 9999999",
    "take primes: 1299999 1299998",
    "split a, b where is_prime(a + b * b): 9999999",
    *(f"{rule}: 500 400 300 20" for rule in RULES),
    *(f"{rule}: {_joined(range(1, 2000))}" for rule in RULES[:12]),
)
"""Games."""
COMPOUNDS = ("conjunctive", "continued", "selective", "shortened", "diminished", "ordinal", "side", "sequential")
METHODS = ("auto", "auto", "auto", "definition", "layers", "proof-numbers")
CLAIMS = (
    "P iff n % 1000000007 == 0",
    "value == n % 1000003",
    "P iff (a ^ b ^ c) % 1000003 == 0",
    "P iff a ^ b ^ c ^ d == 0",
    "P iff (a * a + b * b) % 999983 == 1",
    "periodic 99991 from 1000003",
    "same as kayles shifted by 1000",
    "same as 4!.0",
    "P iff " + " and ".join(f"n % {p} != {p - 1}" for p in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)),
    f"P iff (n * n * n) % 10007 in {{{', '.join(map(str, range(2, 300, 3)))}}}",
    "value == " + " ^ ".join(f"(n // {k})" for k in range(1, 60)),
    "N iff popcount(n) % 2 == 1 and is_square(n) or is_prime(n * n + 1)",
)
FAR = 10**6


def _rules(rng: Lot) -> grundy.Rules:
    return grundy.game(rng.choice(RULES))


PARTIZAN = ("domineering: 7x7", "clobber: 6x6", "col: 5x6", "amazons: x.../..../..../...o")


def _smaller(heaps: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the options of two heaps of nim."""
    first, second = heaps
    yield from ((left, second) for left in range(first))
    yield from ((first, left) for left in range(second))


def _only(rng: Lot, *names: str) -> tuple[Ruleset[Any], Any]:
    """Return the ruleset and the position of a game of one part, one of these names where there are some."""
    texts = [text for text in GAMES if not names or text.partition(":")[0] in names]
    return read_game(rng.choice(texts)).part(0)


def _plain(rng: Lot) -> tuple[Ruleset[Any], Any]:
    """Return what a method for values may be asked: no two sides, no entailing moves."""
    while True:
        ruleset, position = _only(rng)
        if not (isinstance(ruleset, (TwoSided, Entailing)) or has_misere_rule(ruleset)):
            return ruleset, position


def _board(rng: Lot) -> tuple[Ruleset[Any], Any, Any]:
    """Return a board with its words."""
    names = ("cram", "treblecross", "queens", "knights", "node-kayles", "arc-kayles", "sprouts")
    while True:
        ruleset, position = _only(rng, *names)
        packed = facet(ruleset, Bits).packed(position)
        if packed is not None:
            return ruleset, position, packed


def _value_of(made: Callable[[Ruleset[Any], Any], Any]) -> Question:
    """Return what asks a solver of a ruleset for a value."""

    def ask(rng: Lot, limits: Limits) -> object:
        ruleset, position = _plain(rng)
        return made(ruleset, Budget(limits)).value([position])

    return ask


def _crowd(budget: Budget) -> search.GameGraph:
    """Return a large game_graph that loops."""
    return search.explore([7], lambda n: [(3 * n + 1) % 100000007, (n * n + 5) % 100000007], budget)


def _match(rng: Lot, limits: Limits) -> object:
    match = workflows.Match(read_game(rng.choice(GAMES)), rng.random() < 0.3, limits)
    return match.why()


def _compound_theory(rng: Lot, limits: Limits) -> object:
    rulesets = [read_ruleset(rng.choice(("nim", "kayles", "wythoff", "cram", "grundy"))) for _ in range(3)]
    starts = [rules.read({"wythoff": "300 400", "cram": "5x6"}.get(rules.name, "3000")) for rules in rulesets]
    solver = search.CompoundTheory(rng.choice(COMPOUNDS), rulesets, lambda *_: 1, rng.random() < 0.5, Budget(limits))
    return solver.outcome(tuple(starts))


class _Nobody:
    """A crew that never answers."""

    size = 1

    def ask(self, worker: int, job: search.SplitJob) -> None:
        """Forget the job."""

    def answers(self, seconds: float) -> Iterator[tuple[int, search.SplitAnswer | None]]:
        """Answer nothing at once."""
        return iter(())


def _split_search(rng: Lot, limits: Limits) -> object:
    ruleset, position, packed = _board(rng)
    crew = search.SplitSearch(ruleset, packed, _Nobody(), lambda *_: AssertionError(), Budget(limits))
    return crew.value([position])


def _digits(rng: Lot) -> tuple[int, ...]:
    return (4 * rng.randrange(2), *(rng.randrange(8) for _ in range(rng.choice((3, 8, 200)))), 7)


def _takes(rng: Lot) -> tuple[int, ...]:
    return tuple(sorted(rng.sample(range(1, 100000), rng.choice((3, 50, 3000)))))


def _noise(rng: Lot, size: int) -> list[int]:
    return [rng.randrange(5) for _ in range(size)]


def _solved_pairs(rng: Lot, bounds: Limits) -> object:
    steps = [(rng.randrange(40), 1 + rng.randrange(40)) for _ in range(12)]
    return patterns.solved_pairs([*steps, *((b, a) for a, b in steps)], ((1, 0), (0, 1)), Budget(bounds))


def _drain(pieces: Iterable[Any]) -> int:
    return sum(map(len, pieces))


def _nimber(rng: Lot) -> int:
    return rng.getrandbits(rng.choice((64, 1024, 4096, 20000))) | 2


def _octal(rng: Lot) -> sequences.Octal:
    return sequences.Octal(_digits(rng))


def _condition() -> Node:
    return read_condition(Scanner("n % k == 0 and k < n"), ("n", "k"))


def _sampled(rng: Lot, limits: Limits) -> object:
    sampler: search.Sampler[int] = search.Sampler(lambda n: [*range(max(0, n - 3000), n)], lambda _: Outcome.P, rng=rng)
    return sampler.estimates(10**6, 10**9, Budget(limits))


def _family() -> TailedGraph:
    family = read_family("arc-kayles: star(3,b,c)")
    assert family is not None
    return family


def _judged(rng: Lot, limits: Limits) -> object:
    game = read_game(rng.choice(GAMES))
    return playing.Judge(game, rng.random() < 0.3, limits).solution(game)


def _plainly(_: Lot, limits: Limits) -> object:
    return list(problem("cf705b").solve_plainly(b"2\n9999 99999\n", Budget(limits)))


@cache
def _atlas() -> Atlas:
    """Return an atlas of facts that take long to check."""
    facts: list[dict[str, Any]] = [{"kind": "value", "game": text, "value": 1} for text in GAMES]
    facts += [{"kind": "period", "ruleset": text, "preperiod": 1, "period": FAR} for text in RULES]
    facts += [{"kind": "quotient", "ruleset": text, "status": "none", "to": 400, "order": 2} for text in RULES]
    told = {"claim": "", "version": "", "date": "", "processor": "", "evidence": {}, "first": {}}
    head = {"format": "grundy atlas", "version": 1, "shared": told}
    lines = [head, *({"id": str(number), "data": data} for number, data in enumerate(facts))]
    with TemporaryDirectory() as folder:
        (Path(folder) / "manifest.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        atlas = Atlas(folder)
        assert len(atlas) == len(facts)
    return atlas


@cache
def _long_certificate() -> grundy.Certificate:
    return grundy.certify("kayles: 20 20", proof="labelling")


def _proved(rng: Lot, budget: Budget) -> object:
    ((ruleset, parts),) = read_game(f"cram: {rng.randint(2, 4)}x{rng.randint(3, 6)}").summands
    checked = facet(ruleset, Checked).checked(parts)
    words = checked and checked.words()
    assert words
    proof = search.ProvedParts("cram", words, budget)
    proof.choose(parts)
    return [*proof]


def _ask(drawn: tuple[Any, ...], question: Callable[..., object]) -> object:
    """Ask about what was drawn."""
    return question(*drawn)


ENTRIES: dict[str, Question] = {
    "oeis_b_file": lambda rng, bounds: integrations.oeis_b_file(rng.choice(RULES), 10**6, bounds),
    "oeis_draft": lambda rng, bounds: integrations.oeis_draft(rng.choice(RULES), bounds),
    "Atlas.verify": lambda rng, bounds: _atlas().verify(sample=1, seed=rng.randrange(10**6), limits=bounds),
    "Rules.claim": lambda rng, bounds: _rules(rng).claim(
        rng.choice(CLAIMS), rng.choice((None, 10**5, FAR)), limits=bounds
    ),
    "Rules.explore": lambda rng, bounds: _rules(rng).explore(
        rng.choice((None, FAR)), misere=rng.random() < 0.3, limits=bounds
    ),
    "Rules.genus": lambda rng, bounds: _rules(rng).genus(Sum(*range(30, 60)), limits=bounds),
    "Rules.misere_quotient": lambda rng, bounds: _rules(rng).misere_quotient(rng.choice((None, 200)), limits=bounds),
    "Rules.remoteness": lambda rng, bounds: _rules(rng).remoteness(Sum(*range(30, 60)), limits=bounds),
    "Rules.outcome": lambda rng, bounds: _rules(rng).outcome(
        rng.choice((10**5, Sum(*range(1, 60)))), misere=rng.random() < 0.6, limits=bounds
    ),
    "Rules.period": lambda rng, bounds: _rules(rng).period(rng.choice((None, 10**7)), limits=bounds),
    "Rules.solve": lambda rng, bounds: _rules(rng).solve(
        rng.choice((99999, Sum(*range(1, 3000)))), misere=rng.random() < 0.3, limits=bounds
    ),
    "Rules.value": lambda rng, bounds: _rules(rng).value(rng.choice((10**5, FAR, 10**9, 10**400)), limits=bounds),
    "Rules.values": lambda rng, bounds: _rules(rng).values(FAR, misere=rng.random() < 0.3, limits=bounds),
    "check_claim": lambda rng, bounds: claims.check_claim(
        _rules(rng).ruleset, rng.choice(CLAIMS), rng.choice((None, 10**5, FAR)), limits=bounds
    ),
    "check_lengths": lambda _, bounds: claims.check_lengths(_family(), "value <= 5", budget=Budget(bounds)),
    "two_lengths": lambda _, bounds: claims.two_lengths(_family(), budget=Budget(bounds)),
    "find_period": lambda rng, bounds: computing.find_period(
        _rules(rng).ruleset, rng.choice((None, FAR)), Budget(bounds)
    ),
    "proved_period": lambda rng, bounds: computing.proved_period(
        read_ruleset(rng.choice(("0.106", "take {1, 3, 4, 99}"))), FAR, Budget(bounds)
    ),
    "find_quotient": lambda rng, bounds: computing.find_quotient(_rules(rng).ruleset, 200, Budget(bounds)),
    "sequence_begun": lambda rng, bounds: computing.sequence_begun(
        _rules(rng).ruleset, 10**6, misere=False, budget=Budget(bounds)
    ),
    "values_only": lambda rng, bounds: exploring.values_only(_rules(rng).ruleset, 10**6, limits=bounds),
    "certify_period": lambda _, bounds: proving.certify_period(
        read_ruleset("kayles"), computing.find_period(read_ruleset("kayles")), Budget(bounds)
    ),
    "Judge": _judged,
    "found_again": lambda rng, bounds: found_again(
        {"kind": "value", "game": rng.choice(("cram: 6x7", "kayles: 9 8", "grundy: 40"))}, Budget(bounds)
    ),
    "certify": lambda rng, bounds: grundy.certify(
        rng.choice(GAMES) if rng.random() < 0.5 else _rules(rng), limits=bounds
    ),
    "claim_certificate": lambda _, bounds: evidence.claim_certificate(
        grundy.game("kayles").claim("P iff n % 3 == 0"), Budget(bounds)
    ),
    "check_certificate": lambda _, bounds: grundy.check_certificate(_long_certificate(), limits=bounds),
    "misere_quotient": lambda rng, bounds: grundy.misere_quotient(rng.choice(RULES), 200, limits=bounds),
    "graph": lambda rng, bounds: grundy.graph(
        rng.choice(GAMES), most=rng.choice((100, 10**5)), strategy=rng.random() < 0.4, limits=bounds
    ),
    "nim_log": lambda rng, bounds: grundy.nim_log(_nimber(rng), _nimber(rng), Budget(bounds)),
    "nim_order": lambda rng, bounds: grundy.nim_order(_nimber(rng), Budget(bounds)),
    "nim_power": lambda rng, bounds: grundy.nim_power(_nimber(rng), _nimber(rng), Budget(bounds)),
    "solve": lambda rng, bounds: grundy.solve(
        rng.choice(GAMES),
        misere=rng.random() < 0.3,
        compound=rng.choice((*["disjunctive"] * 9, *COMPOUNDS)),
        method=rng.choice(METHODS),
        line=rng.random() < 0.2,
        limits=bounds,
    ),
    "Forms": lambda rng, bounds: misere.Forms(Budget(bounds)).of(_rules(rng).ruleset, [200, 300]),
    "HeapTable": lambda rng, bounds: misere.HeapTable(_rules(rng).ruleset, Budget(bounds)).to(10**5),
    "PartialQuotients": lambda rng, bounds: misere.PartialQuotients(_rules(rng).ruleset, Budget(bounds)).to(200),
    "find_automata": lambda rng, bounds: patterns.find_automata(_noise(rng, 200_000), budget=Budget(bounds)),
    "find_pairs": lambda rng, bounds: patterns.find_pairs(
        {(a, a + rng.randrange(9)) for a in range(1500)}, 2000, budget=Budget(bounds)
    ),
    "solved_pairs": _solved_pairs,
    "CompoundTheory": _compound_theory,
    "ProofNumbersSolver": _value_of(lambda rules, budget: search.ProofNumbersSolver(rules, None, budget)),
    "DefinitionSolver": _value_of(search.DefinitionSolver),
    "DeepSearch": lambda rng, bounds: _ask(
        _board(rng),
        lambda rules, position, packed: search.DeepSearch(
            rules.name, packed, budget=Budget(bounds), memory=bounds.memory
        ).value([position]),
    ),
    "DeepMisere": lambda rng, bounds: _ask(
        _board(rng),
        lambda rules, position, packed: search.DeepMisere(
            rules.name, packed, budget=Budget(bounds), memory=bounds.memory
        ).lost([position]),
    ),
    "RankedTable": lambda _, bounds: search.RankedTable(13, 13, Budget(bounds), bounds.memory).values(),
    "RankedSolver": lambda rng, bounds: _ask(
        _only(rng, "chomp"),
        lambda rules, position: search.RankedSolver(
            rules.name, facet(rules, Bits).packed(position), budget=Budget(bounds), memory=bounds.memory
        ).value([position]),
    ),
    "EntailedSolver": lambda _, bounds: search.EntailedSolver(read_ruleset("top-entails"), Budget(bounds)).value(9999),  # type: ignore[arg-type]
    "Labels": lambda _, bounds: search.Labels(_crowd(Budget(bounds)), Budget(bounds)),
    "ends_first": lambda _, bounds: search.ends_first(_crowd(Budget(bounds)), Budget(bounds)),
    "play_lengths": lambda _, bounds: search.play_lengths(_crowd(Budget(bounds)), budget=Budget(bounds)),
    "explore": lambda _, bounds: _crowd(Budget(bounds)),
    "Region": lambda rng, bounds: _ask(
        _only(rng), lambda rules, position: search.Region(rules, [Sum(position)], Budget(bounds))
    ),
    "Sampler.estimates": _sampled,
    "SplitSearch": _split_search,
    "WholeSolver": lambda rng, bounds: search.WholeSolver(
        [_rules(rng).ruleset], misere=True, budget=Budget(bounds)
    ).solve([(0, 300), (0, 200)]),
    "WholeSolver.of": lambda rng, bounds: _ask(
        (
            read_game(
                rng.choice([text for text in GAMES if not text.startswith(("tic", "race", "northcott", "poker"))])
            ),
        ),
        lambda game: search.WholeSolver.of(game, misere=False, budget=Budget(bounds)).course(game),
    ),
    "PartizanSolver": lambda rng, bounds: _ask(
        read_game(rng.choice(PARTIZAN)).part(0),
        lambda rules, position: search.PartizanSolver(rules, Budget(bounds)).outcome(position),
    ),
    "pycgt_value": lambda rng, bounds: integrations.pycgt_value(
        rng.choice(("col: 4x5", "domineering: 5x6")), Budget(bounds)
    ),
    "top_down": lambda _, bounds: search.top_down((300, 300), _smaller, {}, Budget(bounds)),
    "bottom_up": lambda _, bounds: search.bottom_up(product(range(400), repeat=2), _smaller, {}, Budget(bounds)),
    "ZermeloSolver": lambda rng, bounds: _ask(
        _only(rng, "tic-tac-toe", "race"),
        lambda rules, position: search.ZermeloSolver(rules, Budget(bounds)).solve(position),
    ),
    "reached_positions": lambda rng, bounds: _ask(
        _only(rng, "tic-tac-toe", "race"),
        lambda rules, position: search.reached_positions(rules, position, Budget(bounds)),
    ),
    "choose": lambda rng, bounds: search.choose(*_plain(rng), budget=Budget(bounds)),
    "make_solver": lambda rng, bounds: _ask(
        _plain(rng),
        lambda rules, position: search.make_solver(
            search.choose(rules, position, budget=Budget(bounds)), rules, position, Budget(bounds), bounds.memory
        ).value([position]),
    ),
    "grundy_value": lambda rng, bounds: search.grundy_value(*_plain(rng), Budget(bounds)),
    "grundy_values": lambda rng, bounds: _ask(
        _plain(rng), lambda rules, position: search.grundy_values(rules, [position], Budget(bounds))
    ),
    "heap_values": lambda rng, bounds: search.heap_values(_rules(rng).ruleset, FAR, Budget(bounds)),
    "candidate_pieces": lambda rng, bounds: _drain(sequences.candidate_pieces(_digits(rng), FAR, Budget(bounds))),
    "rule_period": lambda rng, bounds: sequences.rule_period(_code(rng), 10**8, Budget(bounds)),
    "rule_search": lambda rng, bounds: sequences.rule_search(_code(rng), 10**8, Budget(bounds)),
    "rule_proof": lambda rng, bounds: sequences.rule_proof(_code(rng), 10**8, Budget(bounds)),
    "complete": lambda rng, bounds: grundy.complete("cram: 5x?", to=rng.randrange(3, 30), limits=bounds),
    "code_values": lambda rng, bounds: sequences.code_values(_code(rng), FAR, Budget(bounds)),
    "conditional_values": lambda _, bounds: sequences.conditional_values(
        [sequences.Alternative("take", _condition())], FAR, Budget(bounds), lambda *_: 0
    ),
    "octal_pieces": lambda rng, bounds: _drain(
        sequences.octal_pieces(_octal(rng), np.zeros(0, np.uint16), FAR, Budget(bounds))
    ),
    "p_positions": lambda rng, bounds: sequences.p_positions(_takes(rng), 10**8, Budget(bounds)),
    "plain_code_values": lambda rng, bounds: sequences.plain_code_values(_digits(rng), FAR, Budget(bounds)),
    "plain_subtraction_values": lambda rng, bounds: sequences.plain_subtraction_values(
        _takes(rng), FAR, Budget(bounds)
    ),
    "quick_search": lambda rng, bounds: sequences.quick_search(rng.choice((_code(rng), _takes(rng))), Budget(bounds)),
    "set_pieces": lambda _, bounds: _drain(sequences.set_pieces((k * k for k in count(1)), 10**7, Budget(bounds))),
    "set_values": lambda rng, bounds: sequences.set_values(_takes(rng), 10**7, Budget(bounds)),
    "subtraction_values": lambda rng, bounds: sequences.subtraction_values(_takes(rng), 10**6, Budget(bounds)),
    "value_pieces": lambda rng, bounds: _drain(
        sequences.value_pieces(rng.choice((_code(rng), _takes(rng))), np.zeros(0, np.uint16), 10**8, Budget(bounds))
    ),
    "check_method": lambda _, bounds: testing.check_method(
        lambda rules, position: search.grundy_value(rules, position, Budget(bounds)), "cram: 5x6", limits=bounds
    ),
    "check_packed": lambda rng, bounds: _ask(
        _board(rng), lambda rules, position, _: testing.check_packed(rules, [position], machine=False, limits=bounds)
    ),
    "check_ruleset": lambda rng, bounds: _ask(
        _plain(rng), lambda rules, position: testing.check_ruleset(rules, [position], limits=bounds)
    ),
    "Match": _match,
    "match": lambda rng, bounds: workflows.match(rng.choice(GAMES), limits=bounds).why(),
    "Match.of_record": lambda rng, bounds: workflows.Match.of_record(
        MatchRecord(rng.choice(GAMES), rng.random() < 0.3), bounds
    ).why(),
    "Problem.solve_plainly": _plainly,
    "Solver": lambda rng, bounds: workflows.Solver(read_game(rng.choice(GAMES)), rng.random() < 0.3, bounds).solve(),
    "ProvedParts": lambda rng, bounds: _proved(rng, Budget(bounds)),
    "PartSolver": lambda rng, bounds: _ask(
        _plain(rng), lambda rules, position: workflows.solving.PartSolver(rules, Budget(bounds)).value(position)
    ),
}
"""A question to every public entry that takes limits."""


def _code(rng: Lot) -> Any:
    from grundy.core import read_code

    return read_code(rng.choice([text for text in RULES if text[0] in "04"]))


def _question(kind: str) -> Callable[[Lot], list[str]]:
    """Return what draws the arguments of a command about a rule."""
    more: dict[str, tuple[tuple[str, ...], ...]] = {
        "values": (("--to", "10^6"), ("--to", "10^4", "--misere"), ("--to", "10^6", "--out", "out.csv")),
        "period": ((), ("--to", "10^7"), ("--certificate", "out.cert")),
        "explore": ((), ("--to", "10^6"), ("--misere",), ("--json",)),
        "misere": ((), ("--to", "60"), ("--json",)),
    }
    others = ("wythoff", "cram", "euclid", "moore(k=3)", "treblecross", "nimble", "top-entails", "race", "notakto")
    return lambda rng: [
        kind,
        rng.choice((*RULES, *(others if kind in {"values", "explore"} else ()))),
        *rng.choice(more[kind]),
    ]


def _nim(rng: Lot) -> list[str]:
    a, b = (_nimber(rng) & (1 << 4096) - 1 for _ in range(2))
    texts = (f"order({a})", f"log({a}, {b})", f"{a} ^ {b}", f"{a} / {b}", " * ".join([str(a)] * 50), f"roots({a}, {b})")
    return ["nim", rng.choice(texts)]


SOLVE = (
    (),
    ("--misere",),
    ("--json",),
    ("--line",),
    ("--moves",),
    ("--certificate", "out.cert"),
    ("--sum", "selective"),
    ("--format", "latex"),
)
SEARCH = tuple(
    ("--method", method, "--limit-moves", "0.1", *more)
    for method, more in (("search", ()), ("search", ("--misere",)), ("search", ("--want", "value")))
)
RECORD = Path(__file__).parents[2] / "golden" / "match_nim.txt"
CERTIFICATE = Path(__file__).parents[3] / "packages/grundy-atlas/src/grundy_atlas/data/codes/0.137-star-1.cert"
COMMANDS: dict[str, Callable[[Lot], list[str]]] = {
    **{kind: _question(kind) for kind in ("values", "period", "explore", "misere")},
    "claim": lambda rng: [
        "claim",
        rng.choice(RULES),
        rng.choice(CLAIMS),
        *rng.choice(((), ("--to", "10^5"), ("--misere",))),
    ],
    "solve": lambda rng: ["solve", rng.choice(GAMES), *rng.choice((*SOLVE, *SEARCH))],
    "graph": lambda rng: ["graph", rng.choice(GAMES), "--out", "out.svg", "--most", rng.choice(("100", "5000"))],
    "play": lambda rng: ["play", rng.choice(GAMES), "--first", "computer"],
    "replay": lambda rng: ["replay", str(RECORD), *rng.choice(((), ("--all",), ("--json",), ("--svg", "out.svg")))],
    "birthday": lambda rng: ["birthday", rng.choice(GAMES)],
    "genus": lambda rng: ["genus", rng.choice(GAMES), *rng.choice(((), ("--adding", "nim: 4", "--copies", "50")))],
    "nim": _nim,
    "oeis": lambda rng: ["oeis", rng.choice(RULES), *rng.choice((("--draft",), ("--bfile", "b.txt", "--to", "10^6")))],
    "problem": lambda _: ["problem", "cf705b", "--plain"],
    "verify": lambda _: ["verify", str(CERTIFICATE)],
}
"""Arguments for every command that takes limits."""
TYPED = {"problem": "2\n9999 99999\n", "play": "quit\n"}
"""What is typed into a command."""


def obey(words: list[str], limits: Limits) -> int:
    """Run a command under limits in a folder of its own; raise `LimitReached` for its exit code."""
    import os

    main = sys.modules["grundy.cli.main"]
    memory = [] if words[0] in {"play", "replay"} else ["--limit-memory", str(limits.memory)]
    before, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(TYPED.get(words[0], "").encode()))
    out, err = TextIOWrapper(BytesIO()), StringIO()
    with TemporaryDirectory() as folder, redirect_stdout(out), redirect_stderr(err):
        os.chdir(folder)
        try:
            code: int = main._run([*words, "--limit-seconds", str(limits.seconds), *memory])
        finally:
            os.chdir(Path(__file__).parent)
            sys.stdin = before
    if code == 70:
        raise AssertionError(err.getvalue()[-300:])
    if code == 4:
        raise LimitReached("a limit", kind="time")
    return code


def warm() -> None:
    """Load and compile what the questions need: a kernel that is compiled once is no part of a question."""
    import grundy.cli.main  # commands run by it

    _long_certificate()  # two seconds, which are no part of the question
    for text in ("0.106: 3000", "take {1, 3, 4, 99}: 99999", "take k where n % k == 0 and k < n: 2000"):
        grundy.solve(text)
    with suppress(GrundyError):
        grundy.solve("cram: 5x5", method="proof-numbers", limits=Limits(seconds=1))
