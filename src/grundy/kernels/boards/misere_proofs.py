"""Compiled search for misère outcomes of sums by proof numbers.

Reference implementation: `search.whole`. It is a module of its own because normal play needs no kernels of sums.
"""

from __future__ import annotations

from ..typed import native
from .component_store import store_at
from .misere_forms import forms_at
from .misere_sums import sums_at
from .pointers import words_at
from .proof_numbers import search
from .proof_path import path_at


@native(6)
def search_sums(owned: int, code: int, formed: int, kept: int, walked: int, steps: int) -> int:
    """Continue the search for the misère outcome of a sum, for a number of visits.

    Args:
        owned: The address of the table of the component store.
        code: The address of the table of the rule.
        formed: The address of the table of the forms.
        kept: The address of the table of the sums.
        walked: The address of the table of the path.
        steps: The number of visits.

    Returns:
        What `proof_numbers.search_couples` returns.
    """
    play = forms_at(formed), sums_at(kept)
    return search(store_at(owned), words_at(code), path_at(walked), play, steps)
