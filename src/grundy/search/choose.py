"""Which method searches a position: decided by what it is like, never by the name of its game."""

from __future__ import annotations

from itertools import islice
from math import comb
from random import Random
from typing import Any, Literal, NamedTuple, TypeGuard

from ..core import InputError, Meter, Packed, Ruleset, as_sum, at_most
from ..kernels import can_run
from .diagrams import MOST_COLUMNS, MOST_SQUARES
from .slices import MEMORY
from .solver import DefinitionSolver, ValueSolver

Method = Literal["auto", "definition", "layers", "couples", "proof-numbers"]
METHODS = ("auto", "definition", "layers", "couples", "proof-numbers")
SHARED_METHODS = ("layers", "proof-numbers")
"""Methods that several threads share; workers of a cluster share the last."""
LIGHT = 16
"""Positions up to this weight are valued by definition before a compiler is loaded."""
FEW = 400
"""Positions within two moves of the start that a small game may have."""
PROBED = 2000
"""Positions that are expanded to see how large a game without words is."""
COUNTED = 2 * 10**8
"""Positions that are all valued from the bottom up at most, where none falls apart and half the memory holds them."""
PROOF_KERNELS = ("boards.proof_numbers",)
NORMAL_KERNELS = (*PROOF_KERNELS, "boards.lattice", "boards.chomp_table")
"""Modules of kernels that searches in normal play call."""
LISTED = 50_000
"""Options that are listed at most for this."""


class Choice(NamedTuple):
    """A method, and why it was taken."""

    method: str
    reason: str


class Probe(NamedTuple):
    """What a walk in random order saw: positions expanded, whether these are all, whether one fell apart."""

    expanded: int
    whole: bool
    splits: bool


def can_search(packed: Packed[Any] | None, *kernels: str) -> TypeGuard[Packed[Any]]:
    """Return whether compiled search can take a rule: its code and the kernels are ready, or there is a compiler.

    Args:
        packed: The rule over words; None if it has none.
        kernels: The modules of kernels; if not given, those of searches in normal play.
    """
    if packed is None or not can_run(*kernels or NORMAL_KERNELS):
        return False
    from ..kernels.sealed import has_compiler
    from .deep import rule_is_ready

    return has_compiler() or rule_is_ready(packed) or can_run()


def _why_plain(packed: Packed[Any] | None) -> str:
    return "because the rule has no bitboard" if packed is None else "because no compiler is installed (install numba)"


def choose(
    ruleset: Ruleset[Any],
    position: Any,  # noqa: ANN401  # any position
    method: str = "auto",
    meter: Meter | None = None,
    *,
    light: bool = True,
) -> Choice:
    """Return the method for a position. Raises `InputError` for an unknown one, `LimitReached` as `meter` says.

    Not `light`: the definition was tried and takes long, so words are compiled for small positions too.

    >>> from grundy.games import make
    >>> choose(make("kayles"), 7)
    Choice(method='definition', reason='only 8 positions can be reached')
    """
    if method not in METHODS:
        raise InputError(f"expected {', '.join(METHODS[:-1])} or {METHODS[-1]}, found {method!r}")
    packed = ruleset.packed(position)
    if method != "auto":
        words = "compiled" if can_search(packed) else f"in plain Python {_why_plain(packed)}"
        return Choice(method, f"requested; {words}" if method == "proof-numbers" else "requested")
    weight = 0 if packed is None else packed.weight_of(packed.pack(position))
    if packed is not None and light and weight <= LIGHT and _is_small(packed, position):
        return Choice("definition", f"the position is small: {weight} cells")
    if not can_search(packed):
        found = probe(ruleset, position, meter or Meter())
        if found.whole:
            counted = "1 position" if found.expanded == 1 else f"{found.expanded} positions"
            return Choice("definition", f"only {counted} can be reached")
        if found.splits:
            reason = f"more than {found.expanded} positions can be reached, and the position splits; in plain Python"
            return Choice("proof-numbers", f"{reason} {_why_plain(packed)}")
        return Choice("definition", f"more than {found.expanded} positions can be reached, and none of them splits")
    count = None if packed.split is not None else numbered(packed)
    memory = None if meter is None else meter.limits.memory
    if count is not None and count <= min(COUNTED, (memory or MEMORY) // 2):
        return Choice("layers", f"a table of all {count} positions is filled from the bottom up")
    falls = "splits into regions" if packed.split is not None else "does not split"
    why = "large for a full table" if weight > LIGHT else "slow in plain Python"
    return Choice("proof-numbers", f"compiled; {weight} cells are too {why}, and the position {falls}")


def make_solver(  # noqa: PLR0913  # one argument for each thing that can be said
    choice: Choice,
    ruleset: Ruleset[Any],
    position: Any,  # noqa: ANN401
    meter: Meter,
    memory: int | None = None,
    threads: int = 1,
) -> ValueSolver:
    """Return the method at work on a ruleset; `position` says how large the board is.

    Only `SHARED_METHODS` over words use more than one thread.
    """
    if choice.method == "definition":
        return DefinitionSolver(ruleset, meter)
    packed = ruleset.packed(position)
    if choice.method == "layers":
        from .layers import LayersSolver

        return LayersSolver(ruleset.name, packed, meter=meter, memory=memory, threads=threads)
    if choice.method == "couples":
        from .couples import CouplesSolver

        return CouplesSolver(ruleset, packed, meter, memory=memory)
    if not can_search(packed):
        from .proof_numbers import ProofNumbersSolver

        return ProofNumbersSolver(ruleset, packed, meter, memory=memory)
    from .deep import DeepSearch

    return DeepSearch(ruleset.name, packed, meter=meter, memory=memory, threads=threads)


def kernels_of(choice: Choice, packed: Packed[Any] | None) -> tuple[str, ...]:
    """Return the modules of kernels that a method needs on a rule; none for what is done in plain Python."""
    if not can_search(packed):
        return ()
    if choice.method == "layers":
        return ("boards.lattice" if packed.diagram is None else "boards.chomp_table",)
    return PROOF_KERNELS if choice.method == "proof-numbers" else ()


def numbered(packed: Packed[Any]) -> int | None:
    """Return how many positions a rule has at most that can be taken from the bottom up; None where they cannot."""
    if packed.diagram is None:
        return packed.states or None
    rows, columns = packed.diagram
    fits = columns <= MOST_COLUMNS and rows * columns <= MOST_SQUARES
    return comb(rows + columns, columns) - 1 if fits else None


def probe(ruleset: Ruleset[Any], position: Any, meter: Meter) -> Probe:  # noqa: ANN401
    """Expand positions that can follow, in a random order that is the same every time, until it is clear how many."""
    random = Random(0)  # noqa: S311  # no secret
    start = ruleset.canonical(position)
    seen, left, room, expanded, splits = {start}, [start], LISTED, 0, False
    while left and expanded < PROBED and room > 0:
        meter.passed(1)
        place = random.randrange(len(left))
        left[place], left[-1] = left[-1], left[place]
        with meter.heard():
            options = at_most(ruleset.options(left.pop()), f"{ruleset.name}: a position has")
        expanded += 1
        room -= len(options)
        for option in options:
            parts = dict.fromkeys(map(ruleset.canonical, as_sum(option)))
            splits = splits or len(parts) > 1
            left += [part for part in parts if part not in seen]
            seen.update(parts)
    return Probe(expanded, not left, splits)


def _is_small(packed: Packed[Any], position: Any) -> bool:  # noqa: ANN401
    near = packed.options_of(packed.pack(position))
    count = 0
    for words in islice(near, FEW):
        count += 1 + sum(len(packed.options_of(piece)) for piece in packed.split_of(words))
        if count > FEW:
            return False
    return True
