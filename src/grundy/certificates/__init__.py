"""Certificates: proofs in a published format, version 1, which an independent program can check.

This package only writes them. `workflows.proving` finds the proofs, and the package `grundy_check`, which shares no
code with this one, checks every step.
"""

from .certificate import Certificate, Listed, family_of
from .covers import cover_certificate, rule_data, value_certificate
from .endless import loops_entries, outcome_entries
from .nimbers import nimber_entries
from .positions import Entries, labelling_entries, strategy_entries
from .walnut import walnut_files

__all__ = [
    "Certificate",
    "Entries",
    "Listed",
    "cover_certificate",
    "family_of",
    "labelling_entries",
    "loops_entries",
    "nimber_entries",
    "outcome_entries",
    "rule_data",
    "strategy_entries",
    "value_certificate",
    "walnut_files",
]
