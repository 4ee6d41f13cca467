"""Compiled proof-number search for misère outcomes of sums of components.

Reference implementation: `search.whole`.
"""

from __future__ import annotations

from ..pointers import words_at
from ..typed import native
from .component_store import store_at
from .misere_forms import forms_at
from .misere_sums import sums_at
from .proof_numbers import search
from .proof_path import path_at


@native(6)
def search_sums(owned: int, code: int, formed: int, kept: int, walked: int, steps: int) -> int:
    """Continue the search for the misère outcome of a sum until it ends or `steps` more nodes were visited.

    Args:
        owned: The address of a table of the addresses of the component store's arrays.
        code: The address of a table of the addresses of the rule's functions.
        formed: The address of a table of the addresses of the arrays of misère canonical forms (`FormStore`).
        kept: The address of a table of the addresses of the arrays of sums (`Sums`).
        walked: The address of a table of the addresses of the arrays of the search path.
        steps: The number of nodes to visit.

    Returns:
        DONE if the search is complete, RUNNING if it is not, FULL if an array is too small, CROWDED if the table of
        proof numbers should grow.
    """
    play = forms_at(formed), sums_at(kept)
    return search(store_at(owned), words_at(code), path_at(walked), play, steps)
