"""The compiled search functions as objects that Python can call; each is loaded at its first call."""

from __future__ import annotations

import numpy as np

from ..native_kernels import NativeKernel
from .store_shape import Numbers, Small

index, learn = (
    NativeKernel("boards.component_store.index", "tnn"),
    NativeKernel("boards.component_store.learn", "tqqqnn"),
)
meet, defined = NativeKernel("boards.components.meet", "tq"), NativeKernel("boards.components.defined", "tqn")
held, rename = NativeKernel("boards.proof_path.held", "tqn"), NativeKernel("boards.proof_path.rename", "ti")
undecided, move_pairs = (
    NativeKernel("boards.proof_path.undecided", "tqn"),
    NativeKernel("boards.proof_path.move_pairs", "ttqnin"),
)
search_couples = NativeKernel("boards.proof_numbers.search_couples", "tqtn")
search_sums, begin = (
    NativeKernel("boards.misere_proofs.search_sums", "tqtttn"),
    NativeKernel("boards.misere_sums.begin", "tqttqn"),
)
index_sums = NativeKernel("boards.misere_sums.index_sums", "t")
index_forms = NativeKernel("boards.misere_forms.index_forms", "t")
list_options = NativeKernel("boards.proof_parts.list_options", "tqinnqin")
name_parts = NativeKernel("boards.proof_parts.name_parts", "tqqi")
choose_parts = NativeKernel("boards.proof_parts.choose_parts", "tinqqidi")
find_hints = NativeKernel("boards.proof_parts.find_hints", "tqnqqqbnin")
first_rows, diagram_values = (
    NativeKernel("boards.ranked_table.first_rows", "Bnnnnqqqn"),
    NativeKernel("boards.ranked_table.values", "Bnnnnqqqn"),
)
_name_components = NativeKernel("boards.proof_parts.name_components", "iqni")


def components_of(lists: Small, starts: Numbers) -> Small:
    """Return the numbers of the components of all options in `lists`, with repetitions.

    Args:
        lists: One list of options after another. A list is the number of its options, then for each option the number
            of its components and the numbers by which the store knows these.
        starts: The index in `lists` at which each list begins, and the end of the last list.

    Returns:
        The numbers of the components.
    """
    found = np.zeros(int(starts[-1] - starts[0]), np.int32)
    return found[: _name_components(lists, starts, len(starts) - 1, found)]
