"""Grundy values of heaps 0 to n of take-and-break and subtraction games, and proofs of their periods."""

from ..core import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "candidate_pieces": ".candidates",
        "Alternative conditional_values": ".conditions",
        "Octal octal split_takes": ".digits",
        "CodeCourse CodeRun Kernels Runner Verified": ".few_course",
        "FewRares few_rares": ".few_rares",
        "octal_pieces": ".octals",
        "Evidence Period Unproved least_period": ".period",
        "MANY QUICK_REACH": ".periods",
        "StandardForm reduced_code standard_form": ".standard_form",
        "observed_period quick_search rule_period rule_proof rule_search shown_period": ".periods",
        "value_pieces": ".pieces",
        "has_numpy": ".installed",
        "Proposer": ".proposals",
        "Mask best_mask rare_heaps": ".sparse",
        "Journal JournalEntry Way": ".state_repeat",
        "p_positions set_pieces set_values": ".subtraction",
        "code_values plain_code_values plain_subtraction_values subtraction_values": ".values",
    },
)
