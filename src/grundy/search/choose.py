"""Choice of a search method by properties of a position, never by the name of its game."""

from __future__ import annotations

from itertools import islice
from math import comb
from random import Random
from typing import Any, Literal, NamedTuple, TypeGuard

from ..core import BitRule, Bits, Budget, InputError, Ruleset, as_sum, at_most, facet
from ..kernels import can_run
from .ranked import MOST_COLUMNS, MOST_SQUARES
from .slices import MEMORY
from .solver import DefinitionSolver, ValueSolver

Method = Literal["auto", "definition", "layers", "proof-numbers"]
METHODS = ("auto", "definition", "layers", "proof-numbers")
SHARED_METHODS = ("layers", "proof-numbers")
"""Methods that can use several threads; workers of a cluster can share the last."""
LIGHT = 16
"""Positions up to this weight are evaluated by definition before a compiler is loaded."""
FEW = 400
"""The largest number of positions within two moves of the start for a small game."""
PROBED = 2000
"""Positions that are expanded to estimate the size of a game without packed rules."""
COUNTED = 2 * 10**8
"""Limit on positions that are all evaluated bottom up if none splits and half the memory holds them."""
PROOF_KERNELS = ("boards.proof_numbers",)
NORMAL_KERNELS = (*PROOF_KERNELS, "boards.ranked_table")
"""Modules of kernels that searches in normal play call."""
LISTED = 50_000
"""Limit on the options listed for the estimate."""


class Choice(NamedTuple):
    """The search method chosen for a position, and the reason for the choice in words.

    `compiles` states whether compiled code is used; if it is False, the search runs in plain Python.
    """

    method: str
    reason: str
    compiles: bool = True


def can_search(packed: BitRule[Any] | None, *kernels: str) -> TypeGuard[BitRule[Any]]:
    """Return whether compiled search is possible: the rules are packed, and compiled code or a compiler is installed.

    Args:
        packed: The rules on positions packed into machine words; None if there are none.
        kernels: The modules of compiled functions needed; if not given, those of searches in normal play.

    Returns:
        Whether the rules can be searched.
    """
    if packed is None or not can_run(*kernels or NORMAL_KERNELS):
        return False
    from ..kernels.sealed import has_compiler
    from .deep import rule_is_ready

    return has_compiler() or rule_is_ready(packed) or can_run()


def _why_plain(packed: BitRule[Any] | None) -> str:
    return "because the rule has no bitboard" if packed is None else "because no compiler is installed (install numba)"


def choose(
    ruleset: Ruleset[Any],
    position: Any,  # noqa: ANN401  # any position
    method: str = "auto",
    budget: Budget | None = None,
    *,
    light: bool = True,
) -> Choice:
    """Choose the method that computes the Grundy value of a position.

    Args:
        ruleset: The ruleset.
        position: The position.
        method: "definition" (the mex over all options), "layers" (a table of all positions) or "proof-numbers"
            (proof-number search) requires this method; "auto" chooses one.
        budget: Counts and limits the work.
        light: Whether small positions are evaluated by definition; if False, compiled search is used for them, too.

    Returns:
        The method and the reason for it.

    Raises:
        InputError: If the method is unknown.
        LimitReached: If a limit was reached.

    Example:
        >>> from grundy.games import make
        >>> choose(make("kayles"), 7)
        Choice(method='definition', reason='only 8 positions can be reached', compiles=True)
    """
    if method not in METHODS:
        raise InputError(f"expected {', '.join(METHODS[:-1])} or {METHODS[-1]}, found {method!r}")
    packed = facet(ruleset, Bits).packed(position)
    if method != "auto":
        words = "compiled" if can_search(packed) else f"in plain Python {_why_plain(packed)}"
        return Choice(method, f"requested; {words}" if method == "proof-numbers" else "requested")
    weight = 0 if packed is None else packed.weight_of(packed.pack(position))
    if packed is not None and light and weight <= LIGHT and _is_small(packed, position):
        return Choice("definition", f"the position is small: {weight} cells")
    if not can_search(packed):
        expanded, whole, splits = probe(ruleset, position, budget or Budget())
        if whole:
            counted = "1 position" if expanded == 1 else f"{expanded} positions"
            return Choice("definition", f"only {counted} can be reached")
        if splits:
            reason = f"more than {expanded} positions can be reached, and the position splits; in plain Python"
            return Choice("proof-numbers", f"{reason} {_why_plain(packed)}")
        return Choice("definition", f"more than {expanded} positions can be reached, and none of them splits")
    count = None if packed.split is not None else numbered(packed)
    memory = None if budget is None else budget.limits.memory
    if count is not None and count <= min(COUNTED, (memory or MEMORY) // 2):
        return Choice("layers", f"a table of all {count} positions is filled from the bottom up")
    falls = "splits into regions" if packed.split is not None else "does not split"
    why = "many for a full table" if weight > LIGHT else "many for plain Python"
    return Choice("proof-numbers", f"compiled; {weight} cells are too {why}, and the position {falls}")


def make_solver(  # noqa: PLR0913  # independent settings
    choice: Choice,
    ruleset: Ruleset[Any],
    position: Any,  # noqa: ANN401
    budget: Budget,
    memory: int | None = None,
    threads: int = 1,
) -> ValueSolver:
    """Build the solver that computes Grundy values by the chosen method.

    Args:
        choice: The method.
        ruleset: The ruleset.
        position: Any position on a board of the size that the solver will evaluate; only this size is used.
        budget: Counts and limits the work.
        memory: The limit of the solver's tables in bytes, or None for the default.
        threads: The number of threads; only the compiled methods "layers" and "proof-numbers" use more than one.

    Returns:
        The solver.
    """
    if choice.method == "definition":
        return DefinitionSolver(ruleset, budget)
    packed = facet(ruleset, Bits).packed(position)
    if choice.method == "layers":
        from .ranked import RankedSolver

        return RankedSolver(ruleset.name, packed, budget=budget, memory=memory, threads=threads)
    if not choice.compiles or not can_search(packed):
        from .proof_numbers import ProofNumbersSolver

        return ProofNumbersSolver(ruleset, packed, budget, memory=memory)
    from .deep import DeepSearch

    return DeepSearch(ruleset.name, packed, budget=budget, memory=memory, threads=threads)


def kernels_of(choice: Choice, packed: BitRule[Any] | None) -> tuple[str, ...]:
    """Return the modules of compiled functions that a search method needs.

    Args:
        choice: The search method.
        packed: The rules on positions packed into machine words, or None.

    Returns:
        The names of the modules; empty for methods in plain Python.
    """
    if not choice.compiles or not can_search(packed):
        return ()
    if choice.method == "layers":
        return ("boards.ranked_table",)
    return PROOF_KERNELS if choice.method == "proof-numbers" else ()


def numbered(packed: BitRule[Any]) -> int | None:
    """Return the number of entries of a table of all positions, if the positions are Young diagrams in a rectangle.

    The table has an entry for each diagram in the rectangle. The result is None if the positions are not such diagrams,
    or if the rectangle is too large.
    """
    if packed.diagram is None:
        return None
    rows, columns = packed.diagram
    fits = columns <= MOST_COLUMNS and rows * columns <= MOST_SQUARES
    return comb(rows + columns, columns) - 1 if fits else None


def probe(ruleset: Ruleset[Any], position: Any, budget: Budget) -> tuple[int, bool, bool]:  # noqa: ANN401
    """List the options of positions in a fixed random order, up to a limit, to see whether the game is small.

    Args:
        ruleset: The ruleset.
        position: The position to start from.
        budget: Counts and limits the work.

    Returns:
        The number of positions whose options were listed, whether these are all positions of the game, and whether
        one of their options has several components.

    Raises:
        LimitReached: If a limit was reached.
    """
    random = Random(0)  # noqa: S311  # not a secret
    start = ruleset.canonical(position)
    seen, left, room, expanded, splits = {start}, [start], LISTED, 0, False
    while left and expanded < PROBED and room > 0:
        budget.charge_unstored(1)
        place = random.randrange(len(left))
        left[place], left[-1] = left[-1], left[place]
        with budget.interruptible():
            options = at_most(ruleset.options(left.pop()), f"{ruleset.name}: a position has")
        expanded += 1
        room -= len(options)
        for option in options:
            parts = dict.fromkeys(map(ruleset.canonical, as_sum(option)))
            splits = splits or len(parts) > 1
            left += [part for part in parts if part not in seen]
            seen.update(parts)
    return expanded, not left, splits


def _is_small(packed: BitRule[Any], position: Any) -> bool:  # noqa: ANN401
    near = packed.options_of(packed.pack(position))
    count = 0
    for words in islice(near, FEW):
        count += 1 + sum(len(packed.options_of(piece)) for piece in packed.split_of(words))
        if count > FEW:
            return False
    return True
