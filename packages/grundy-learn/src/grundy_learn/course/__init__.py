"""The course: twelve lessons, reproducible exercises graded by the engine, and worksheets."""

from grundy.core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "LESSONS Lesson Screen kinds kinds_of lesson lessons_from read_seed sheet": ".course",
        "Definition": ".definition",
        "Exercise Grade ExerciseKind read_answer": ".exercise",
        "Beat Judging": ".judging",
        "Formula": ".ruling",
        "FORMATS HOW SheetFormat exercise_text render sheet_dict": ".sheets",
        "OneOf": ".stating",
        "Mex": ".valuing",
    },
)
