"""Writes evidence that others can check: certificates in a published format, version 1.

Nothing is searched here and nothing is checked; `workflows.proving` finds the evidence, the package `grundy_check`,
which shares no code with this one, tries every step of it.
"""

from .certificate import Certificate, Listed, family_of
from .endless import loops_entries, outcome_entries
from .nimbers import nimber_entries
from .periods import period_certificate, rare_certificate, segments_certificate, window_certificate
from .positions import Entries, labelling_entries, strategy_entries

__all__ = [
    "Certificate",
    "Entries",
    "Listed",
    "family_of",
    "labelling_entries",
    "loops_entries",
    "nimber_entries",
    "outcome_entries",
    "period_certificate",
    "rare_certificate",
    "segments_certificate",
    "strategy_entries",
    "window_certificate",
]
