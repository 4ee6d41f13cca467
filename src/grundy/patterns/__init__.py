"""Statements about games: how they read, and the theorems that prove or refute them for every position."""

from typing import TYPE_CHECKING

from ..core import door

if TYPE_CHECKING:
    from .claims import Claim, Comparison, Periodic, Same, read_claim
    from .courses import Course, Unsettled, course_of
    from .theorems import THEOREMS, Judgement, Knowledge, Proved, Theorem, judge, window_course

__getattr__ = door(
    __name__,
    {
        "Claim Comparison Periodic Same read_claim": ".claims",
        "Course Unsettled course_of": ".courses",
        "THEOREMS Judgement Knowledge Proved Theorem judge window_course": ".theorems",
    },
)

__all__ = [
    "THEOREMS",
    "Claim",
    "Comparison",
    "Course",
    "Judgement",
    "Knowledge",
    "Periodic",
    "Proved",
    "Same",
    "Theorem",
    "Unsettled",
    "course_of",
    "judge",
    "read_claim",
    "window_course",
]
