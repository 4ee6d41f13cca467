"""Grundy values of heaps 0..n of take-and-break and subtraction games, and their periods with proof."""

from typing import TYPE_CHECKING

from ..core import door

if TYPE_CHECKING:
    from .candidates import candidate_pieces, candidate_values
    from .conditions import Alternative, conditional_values
    from .few_course import Course, Kernels, Run, Runner, Verified
    from .few_rares import FewRares, few_rares
    from .octals import Octal, octal, octal_pieces
    from .periods import (
        MANY,
        QUICK_REACH,
        Evidence,
        Period,
        code_period,
        observed_period,
        quick_period,
        subtraction_period,
    )
    from .pieces import value_pieces
    from .segments import segment_hash, verify_segment
    from .sparse import Mask, best_mask, sparse_values
    from .state_repeat import Entry, Journal, Repeat, Way
    from .subtraction import p_pieces, p_positions, set_values
    from .types import rare_heaps, split_takes
    from .values import code_values, plain_code_values, plain_subtraction_values, subtraction_values

__getattr__ = door(
    __name__,
    {
        "MANY QUICK_REACH Evidence Period code_period observed_period quick_period subtraction_period": ".periods",
        "code_values plain_code_values plain_subtraction_values subtraction_values": ".values",
        "Mask best_mask sparse_values": ".sparse",
        "FewRares few_rares": ".few_rares",
        "Course Kernels Run Runner Verified": ".few_course",
        "Entry Journal Repeat Way": ".state_repeat",
        "segment_hash verify_segment": ".segments",
        "candidate_pieces candidate_values": ".candidates",
        "Octal octal octal_pieces": ".octals",
        "value_pieces": ".pieces",
        "p_pieces p_positions set_values": ".subtraction",
        "Alternative conditional_values": ".conditions",
        "rare_heaps split_takes": ".types",
    },
)

__all__ = [
    "MANY",
    "QUICK_REACH",
    "Alternative",
    "Course",
    "Entry",
    "Evidence",
    "FewRares",
    "Journal",
    "Kernels",
    "Mask",
    "Octal",
    "Period",
    "Repeat",
    "Run",
    "Runner",
    "Verified",
    "Way",
    "best_mask",
    "candidate_pieces",
    "candidate_values",
    "code_period",
    "code_values",
    "conditional_values",
    "few_rares",
    "observed_period",
    "octal",
    "octal_pieces",
    "p_pieces",
    "p_positions",
    "plain_code_values",
    "plain_subtraction_values",
    "quick_period",
    "rare_heaps",
    "segment_hash",
    "set_values",
    "sparse_values",
    "split_takes",
    "subtraction_period",
    "subtraction_values",
    "value_pieces",
    "verify_segment",
]
