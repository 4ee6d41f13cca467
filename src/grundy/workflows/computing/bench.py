"""The program measures itself: rates of the methods, and their ratios to the plain twin, in one run.

All is timed in one process, in turn; a figure is the median of its rounds in CPU time. What is done only once (loading,
compiling, the first heaps) is done before. Before a method is timed, its values must equal those of the plain twin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ... import search, sequences
from ...core import (
    Code,
    Game,
    GrundyError,
    InputError,
    LimitReached,
    Limits,
    Meter,
    PositionError,
    Ruleset,
    as_sum,
    breaks,
    mex,
    nim_sum,
)
from ...notation import read_game, read_ruleset
from ..solving import Solver
from .values import is_heap_ruleset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Values: TypeAlias = "Sequence[int] | NDArray[np.integer[Any]]"
Run: TypeAlias = Callable[[Ruleset[Any], list[int], int], "Values | None"]
"""(ruleset, values of the first heaps, last heap) -> values of all heaps up to the last; None: not for this rule."""

SUITE = ("0.77", "0.106", "0.6", "0.007", "4!.0", "take {2, 5, 7}", "take squares", "nim")
"""Rulesets that are measured when none is named: periodic, few rare heaps, many, no sparse space, and others."""
SECONDS = 4.0
"""CPU seconds that a measurement takes, about."""
ROUNDS = 5
"""Rounds in which the methods are timed in turn."""
START = 1 << 14
"""Heaps known before codes and sets of takes are timed; rates are those of larger heaps."""
START_SLOW = 1 << 9
"""Heaps known before other codes are timed."""
LEAST, MOST = 64, 10**7
"""The fewest and the most heaps computed in one round."""
TWIN = "plain twin"
LONG, GENERATED = "long run", "long run, only generated"
"""Values as they are handed out, every one verified; and codes that nobody has verified."""
BEGIN = 1 << 17
"""Heaps before the run that is timed."""
FURTHEST = 10**8
"""The run ends here and begins again."""
LONG_ROUNDS = 3
"""Rounds of a long run, of which the median counts."""
FEW = Limits(positions=10**5)
"""What the definition may visit to solve a game."""


class BenchMethod(NamedTuple):
    """One way to go on from known values; `verified` when all its values are true, not only generated."""

    name: str
    run: Run
    verified: bool = True


@dataclass(frozen=True, slots=True)
class Bench:
    """What was measured: `rates` by method in values (or solutions) per CPU second, `ratios` to the plain twin.

    `subject` is "ruleset" or "game", `text` its notation, `start` the first heap that was timed.
    """

    subject: str
    text: str
    start: int
    rates: Mapping[str, float]
    ratios: Mapping[str, float]
    verified: frozenset[str]

    @property
    def generation_rate(self) -> float:
        """Values per CPU second of the fastest method."""
        return max(self.rates.values())

    @property
    def verified_rate(self) -> float:
        """Values per CPU second of the fastest method whose values are all true."""
        return max(rate for name, rate in self.rates.items() if name in self.verified)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of DESIGN section 3, with the rate of every method."""
        figures: dict[str, Any] = {"generation_rate": self.generation_rate, "verified_rate": self.verified_rate}
        if self.subject == "game":
            figures = {"solve_seconds": 1 / self.rates["solve"]}
        more = {"ratios": dict(self.ratios), "rates": dict(self.rates)}
        start = {"from": self.start} if self.subject == "ruleset" else {}
        return {"schema": 1, self.subject: self.text, **figures, **more, **start}


def bench(text: str, seconds: float = SECONDS) -> Bench:
    """Measure a ruleset on single heaps, or solving a game with its position, for about so many CPU seconds.

    Raises `InputError` where the text is neither, `GrundyError` when a method disagrees with the definition.
    """
    try:
        ruleset = read_ruleset(text)
    except InputError:
        if ":" not in text:
            raise
        return bench_game(read_game(text), seconds)
    return bench_ruleset(ruleset, seconds)


def bench_ruleset(ruleset: Ruleset[Any], seconds: float = SECONDS) -> Bench:
    """Measure the methods that compute values of a ruleset; raises `PositionError` when positions are no heaps."""
    if not is_heap_ruleset(ruleset):
        raise PositionError(f"rates are for games on single heaps; for {ruleset.name} add a position, as in a game")
    rule, known = ruleset.sequence(), list[int]()
    if isinstance(rule, tuple):
        known = sequences.subtraction_values(rule, START - 1)
    elif rule is not None:
        known = sequences.code_values(rule, (START_SLOW if _octal(ruleset) is None else START) - 1)
    stop = len(known) + LEAST - 1
    right = list(map(int, _plain(ruleset, known, stop)))
    suited = []
    for method in METHODS:
        found = method.run(ruleset, known, stop)
        if found is None:
            continue
        for heap, (value, defined) in enumerate(zip(map(int, found), right, strict=True)):
            if value != defined:
                what = f"{method.name} gives {value} for heap {heap}, the definition {defined}"
                raise GrundyError(f"{ruleset.name}: {what}")
        suited.append(method)
    jobs: dict[str, Job] = {m.name: partial(_further, m.run, ruleset, known) for m in suited}
    rates, ratios = _measured(jobs, seconds / 2, LEAST)
    far = _long_rates(ruleset, seconds / 2)
    rates |= far
    ratios |= {name: rate / rates[TWIN] for name, rate in far.items()}
    verified = frozenset({LONG, *(m.name for m in suited if m.verified)} & rates.keys())
    return Bench("ruleset", ruleset.name, len(known), rates, ratios, verified)


def bench_game(game: Game, seconds: float = SECONDS) -> Bench:
    """Measure solving a game, against the definition where that comes to an end within 10^5 positions.

    Raises `LimitReached` for a game that is not solved in so many seconds.
    """
    solution = Solver(game, limits=Limits(seconds=seconds)).solve()
    if solution.status == "limit":
        raise LimitReached(f"solving takes more than {seconds:g} seconds: {solution.reason}", kind="time")
    jobs: dict[str, Job] = {"solve": lambda times: [Solver(game).solve() for _ in range(times)]}
    try:
        defined = None if game.last_loses else _defined(game)
    except LimitReached:
        defined = None
    if defined is not None:
        if solution.value not in {None, defined[0]}:
            raise GrundyError(f"{game}: solve gives value {solution.value}, the definition {defined[0]}")
        jobs[TWIN] = lambda times: [_defined(game) for _ in range(times)]
    rates, ratios = _measured(jobs, seconds, 1)
    return Bench("game", str(game), 0, rates, ratios, frozenset(rates))


def _plain(ruleset: Ruleset[Any], known: list[int], stop: int) -> Values:
    """Go on by the definition, in Python; rules that are neither codes nor sets of takes begin with heap 0."""
    rule, digits = ruleset.sequence(), _octal(ruleset)
    if rule is None:
        return search.heap_values(ruleset, stop)
    if isinstance(rule, tuple):
        return sequences.plain_subtraction_values(rule, stop, Meter(), known)
    if digits is not None:
        return sequences.plain_code_values(digits, stop, Meter(), known)
    g = list(known)
    for n in range(len(g), stop + 1):
        g.append(mex(nim_sum(g[piece] for piece in pieces) for pieces in breaks(rule, n)))
    return g


def _stamped(ruleset: Ruleset[Any], known: list[int], stop: int) -> Values | None:
    import numpy as np

    from ...kernels.heaps.calls import code_kernel, subtraction_kernel

    rule = ruleset.sequence()
    numbers = rule if isinstance(rule, tuple) else _octal(ruleset)
    if numbers is None:
        return None
    values = np.zeros(stop + 1, np.uint32)
    values[: len(known)] = known
    stamps = np.zeros(2 << max(stop, len(numbers), 1).bit_length(), np.uint32)
    kernel, more = (subtraction_kernel, ()) if isinstance(rule, tuple) else (code_kernel, (False,))
    kernel(np.array(numbers, np.uint32), values, stamps, len(known), *more)
    return values


def _splitting(name: str, ruleset: Ruleset[Any], known: list[int], stop: int) -> Values | None:
    """Go on by `name(digits, stop, meter, known)` of `sequences`, at once or in pieces, for octal codes that split."""
    import numpy as np

    digits = _octal(ruleset)
    if digits is None or not any(digit & 4 for digit in digits):
        return None
    found = getattr(sequences, name)(digits, stop, Meter(), known)
    return np.concatenate([np.array(known, np.uint16), *found]) if name.endswith("pieces") else found


def _in_pieces(ruleset: Ruleset[Any], known: list[int], stop: int) -> Values | None:
    import numpy as np

    rule = ruleset.sequence()
    if rule is None:
        return None
    first = np.array(known, np.uint32)
    return np.concatenate([first, *sequences.value_pieces(rule, first, stop, Meter())])


def _other_code(ruleset: Ruleset[Any], known: list[int], stop: int) -> Values | None:
    rule = ruleset.sequence()
    return (
        sequences.code_values(rule, stop, None, known) if isinstance(rule, Code) and _octal(ruleset) is None else None
    )


def _theorem(ruleset: Ruleset[Any], known: list[int], stop: int) -> Values | None:
    found = list(map(ruleset.known_value, range(len(known), stop + 1)))
    return None if None in found else [*known, *(value for value in found if value is not None)]


METHODS: tuple[BenchMethod, ...] = (
    BenchMethod(TWIN, _plain),
    BenchMethod("reference kernel", _stamped),
    BenchMethod("sparse space", partial(_splitting, "sparse_values")),
    BenchMethod("candidate scan", partial(_splitting, "candidate_pieces")),
    BenchMethod("pieces", _in_pieces),
    BenchMethod("other code", _other_code),
    BenchMethod("theorem", _theorem),
)
"""The methods that are measured, the plain twin first; a new one is one line here."""


def _octal(ruleset: Ruleset[Any]) -> tuple[int, ...] | None:
    rule = ruleset.sequence()
    digits = rule.plain if isinstance(rule, Code) else None
    return None if digits is None or max(digits) > 7 else digits


def _defined(game: Game) -> tuple[int, int]:
    """Return the value of a game and the number of its winning options, by definition alone."""
    tables: dict[Ruleset[Any], dict[Any, int]] = {}
    meter = Meter(FEW)
    for ruleset, part in game.parts:
        search.grundy_values(ruleset, [part], meter, tables.setdefault(ruleset, {}))

    def value(ruleset: Ruleset[Any], part: Any) -> int:  # noqa: ANN401  # any position
        return tables[ruleset][ruleset.canonical(part)]

    total = nim_sum(value(ruleset, part) for ruleset, part in game.parts)
    wins = 0
    for ruleset, part in game.parts:
        wanted = total ^ value(ruleset, part)
        wins += sum(nim_sum(value(ruleset, p) for p in as_sum(o)) == wanted for o in ruleset.options(part))
    return total, wins


def _long_rates(ruleset: Ruleset[Any], seconds: float) -> dict[str, float]:
    """Return heaps per CPU second, measured for about so many seconds, of an octal code or a finite set of takes.

    Nothing for other rules. What is done once, learning and compiling, is not counted.
    """
    import numpy as np

    rule = ruleset.sequence()
    if rule is None or (isinstance(rule, Code) and sequences.octal(rule) is None):
        return {}
    known = np.concatenate(list(sequences.value_pieces(rule, np.zeros(0, np.uint16), BEGIN - 1, Meter())))

    def pieces() -> Iterator[int]:
        while True:
            yield from map(len, sequences.value_pieces(rule, known, FURTHEST, Meter()))

    runs = {LONG: pieces()}
    generated = _generated(rule, known) if isinstance(rule, Code) else None
    if generated is not None:
        runs[GENERATED] = generated
    share = seconds / len(runs) / LONG_ROUNDS
    rates: dict[str, float] = {}
    for name, run in runs.items():
        next(run)
        found = []
        for _ in range(LONG_ROUNDS):
            heaps, begin = 0, process_time()
            while process_time() - begin < share:
                heaps += next(run)
            found.append(heaps / (process_time() - begin))
        rates[name] = median(found)
    return rates


def _generated(rule: Code, known: NDArray[Any]) -> Iterator[int] | None:
    import numpy as np

    split = sequences.octal(rule)
    small = split is not None and not split.distinct and int(known.max()) < 1 << 16
    learnt = sequences.few_rares(split.digits, known.astype(np.uint16)) if split is not None and small else None
    if learnt is None:
        return None
    codes = learnt.coding.encode(known.astype(np.uint16))
    kernels = sequences.Kernels(learnt, codes)
    size = kernels.chunk(BEGIN)
    buffer = np.concatenate([codes[-kernels.reach :], np.zeros(size + 64, np.uint8)])

    def generate() -> Iterator[int]:
        while True:
            kernels.generate(int(buffer.ctypes.data) + kernels.reach, size)
            yield size

    return generate()


Job: TypeAlias = Callable[[int], object]
"""Does an amount of work: so many heaps, so many solutions."""


def _further(run: Run, ruleset: Ruleset[Any], known: list[int], count: int) -> object:
    return run(ruleset, known, len(known) + count - 1)


def _measured(jobs: Mapping[str, Job], seconds: float, least: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the median rate of every job, and the median of its ratios to the plain twin where there is one."""
    share = seconds / (len(jobs) * (ROUNDS + 2))
    amounts = dict.fromkeys(jobs, least)
    for name, job in jobs.items():
        while _cpu(job, amounts[name]) < share / 2 and amounts[name] < MOST:
            amounts[name] *= 2
    rounds = [{name: amounts[name] / _cpu(job, amounts[name]) for name, job in jobs.items()} for _ in range(ROUNDS)]
    rates = {name: median(found[name] for found in rounds) for name in jobs}
    others = [name for name in jobs if name != TWIN and TWIN in jobs]
    return rates, {name: median(found[name] / found[TWIN] for found in rounds) for name in others}


def _cpu(job: Job, amount: int) -> float:
    start = process_time()
    job(amount)
    return max(process_time() - start, 1e-9)
