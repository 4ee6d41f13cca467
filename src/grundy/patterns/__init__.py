"""Statements about games: how they read, and the theorems that prove or refute them for every position."""

from typing import TYPE_CHECKING

from ..core import door

if TYPE_CHECKING:
    from .automata import Automaton
    from .claims import Claim, Comparison, Periodic, Same, read_claim
    from .courses import Course, Unsettled, course_of
    from .evidence import information, is_enough
    from .find_automata import find_automata
    from .find_formulas import find_formulas
    from .find_likeness import Likeness, find_likeness
    from .find_pairs import find_pairs
    from .find_periods import Seen, find_periods, seen_period
    from .find_progressions import Progression, find_progressions
    from .formula_terms import evaluate
    from .knowledge import Judgement, Knowledge, Proved, Theorem
    from .numeration import Numeration
    from .pair_theorems import Line, SolvedPairs, lines_of, solved_pairs, verify_pairs
    from .pairs import AdditivePairs, MexPairs
    from .pattern import Pattern, rank
    from .theorems import THEOREMS, judge, window_course

__getattr__ = door(
    __name__,
    {
        "Automaton": ".automata",
        "Claim Comparison Periodic Same read_claim": ".claims",
        "Course Unsettled course_of": ".courses",
        "information is_enough": ".evidence",
        "find_automata": ".find_automata",
        "find_formulas": ".find_formulas",
        "Likeness find_likeness": ".find_likeness",
        "find_pairs": ".find_pairs",
        "Seen find_periods seen_period": ".find_periods",
        "Progression find_progressions": ".find_progressions",
        "evaluate": ".formula_terms",
        "Line SolvedPairs lines_of solved_pairs verify_pairs": ".pair_theorems",
        "Judgement Knowledge Proved Theorem": ".knowledge",
        "Numeration": ".numeration",
        "AdditivePairs MexPairs": ".pairs",
        "Pattern rank": ".pattern",
        "THEOREMS judge window_course": ".theorems",
    },
)

__all__ = [
    "THEOREMS",
    "AdditivePairs",
    "Automaton",
    "Claim",
    "Comparison",
    "Course",
    "Judgement",
    "Knowledge",
    "Likeness",
    "Line",
    "MexPairs",
    "Numeration",
    "Pattern",
    "Periodic",
    "Progression",
    "Proved",
    "Same",
    "Seen",
    "SolvedPairs",
    "Theorem",
    "Unsettled",
    "course_of",
    "evaluate",
    "find_automata",
    "find_formulas",
    "find_likeness",
    "find_pairs",
    "find_periods",
    "find_progressions",
    "information",
    "is_enough",
    "judge",
    "lines_of",
    "rank",
    "read_claim",
    "seen_period",
    "solved_pairs",
    "verify_pairs",
    "window_course",
]
