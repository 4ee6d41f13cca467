"""Solvers of positions, one file a method; `definition` is the truth that all others agree with."""

from typing import TYPE_CHECKING

from ..core import door
from .cycles import shortest_cycle
from .definition import grundy_value, grundy_values
from .heaps import heap_values
from .whole import Course, WholeSolver

if TYPE_CHECKING:
    from .arena import MOST_VERTICES, Arena, Region, arena_of, explore, sums_below
    from .choose import Choice, choose, make_solver
    from .coins import coin_values
    from .compounds import CompoundTheory
    from .couples import CouplesSolver
    from .deep import DeepSearch
    from .deep_misere import DeepMisere
    from .entailed import EntailedSolver, Rests, Value, sum_of_values
    from .layers import Lattice, LayersSolver, Slices
    from .loopy import Lengths, play_lengths
    from .plain import PlainSolver
    from .proof_numbers import ProofNumbersSolver
    from .requested import RequestedSolver
    from .smith import Labels, LoopyValue, loopy_sum
    from .solver import DefinitionSolver, Solver, Store
    from .split_search import Crew, SplitSearch
    from .split_worker import SplitAnswer, SplitJob, SplitWorker
    from .uct import Estimate, Sampler, most_tried
    from .zermelo import Ending, ZermeloSolver, best_options, reached_positions

__getattr__ = door(
    __name__,
    {
        "MOST_VERTICES Arena Region arena_of explore sums_below": ".arena",
        "Choice choose make_solver": ".choose",
        "coin_values": ".coins",
        "CompoundTheory": ".compounds",
        "CouplesSolver": ".couples",
        "DeepSearch": ".deep",
        "DeepMisere": ".deep_misere",
        "EntailedSolver Rests Value sum_of_values": ".entailed",
        "Lattice LayersSolver Slices": ".layers",
        "Lengths play_lengths": ".loopy",
        "PlainSolver": ".plain",
        "ProofNumbersSolver": ".proof_numbers",
        "RequestedSolver": ".requested",
        "Labels LoopyValue loopy_sum": ".smith",
        "DefinitionSolver Solver Store": ".solver",
        "Crew SplitSearch": ".split_search",
        "SplitAnswer SplitJob SplitWorker": ".split_worker",
        "Estimate Sampler most_tried": ".uct",
        "Ending ZermeloSolver best_options reached_positions": ".zermelo",
    },
)

__all__ = [
    "MOST_VERTICES",
    "Arena",
    "Choice",
    "CompoundTheory",
    "CouplesSolver",
    "Course",
    "Crew",
    "DeepMisere",
    "DeepSearch",
    "DefinitionSolver",
    "Ending",
    "EntailedSolver",
    "Estimate",
    "Labels",
    "Lattice",
    "LayersSolver",
    "Lengths",
    "LoopyValue",
    "PlainSolver",
    "ProofNumbersSolver",
    "Region",
    "RequestedSolver",
    "Rests",
    "Sampler",
    "Slices",
    "Solver",
    "SplitAnswer",
    "SplitJob",
    "SplitSearch",
    "SplitWorker",
    "Store",
    "Value",
    "WholeSolver",
    "ZermeloSolver",
    "arena_of",
    "best_options",
    "choose",
    "coin_values",
    "explore",
    "grundy_value",
    "grundy_values",
    "heap_values",
    "loopy_sum",
    "make_solver",
    "most_tried",
    "play_lengths",
    "reached_positions",
    "shortest_cycle",
    "sum_of_values",
    "sums_below",
]
