"""Patterns and claims about games, and the theorems that prove or refute claims for all positions."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "Automaton find_automata": ".find_automata",
        "Claim Comparison Periodic Same read_claim": ".claims",
        "Unsettled course_of": ".courses",
        "Decision FixedPoint LinearMove Moves": ".fixed_points",
        "find_formulas": ".find_formulas",
        "Likeness find_likeness": ".find_likeness",
        "find_pairs": ".find_pairs",
        "Progression find_progressions": ".find_progressions",
        "evaluate": ".formula_terms",
        "Judgement ProvedFacts Proved Theorem": ".knowledge",
        "AdditivePairs MexPairs SolvedPairs solved_pairs": ".pairs",
        "Pattern clear_period information is_enough rank seen_period": ".pattern",
        "THEOREMS judge window_course": ".theorems",
    },
)
