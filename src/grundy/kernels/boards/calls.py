"""The kernels of compiled search as Python calls them; none is loaded before it is called."""

from __future__ import annotations

import numpy as np

from ..doors import KernelDoor
from .store_shape import Numbers, Small

index, learn = (
    KernelDoor("boards.component_store", "index", "tnn"),
    KernelDoor("boards.component_store", "learn", "tqqqnn"),
)
meet, defined = KernelDoor("boards.components", "meet", "tq"), KernelDoor("boards.components", "defined", "tqn")
held, rename = KernelDoor("boards.proof_path", "held", "tqn"), KernelDoor("boards.proof_path", "rename", "ti")
undecided, move_pairs = (
    KernelDoor("boards.proof_path", "undecided", "tqn"),
    KernelDoor("boards.proof_path", "move_pairs", "ttqnin"),
)
search_couples = KernelDoor("boards.proof_numbers", "search_couples", "tqtn")
search_sums, begin = (
    KernelDoor("boards.misere_sums", "search_sums", "tqttn"),
    KernelDoor("boards.misere_sums", "begin", "tqttqn"),
)
index_sums = KernelDoor("boards.misere_sums", "index_sums", "t")
index_forms = KernelDoor("boards.misere_forms", "index_forms", "t")
list_options = KernelDoor("boards.proof_parts", "list_options", "tqinnqin")
name_parts = KernelDoor("boards.proof_parts", "name_parts", "tqqi")
choose_parts = KernelDoor("boards.proof_parts", "choose_parts", "tinqqidi")
find_hints = KernelDoor("boards.proof_parts", "find_hints", "tqnqqqbnin")
outcomes = KernelDoor("boards.lattice", "outcomes", "Bnnnqqqn")
values, wide_values = (
    KernelDoor("boards.lattice", "values", "Bnnnqqqnqn"),
    KernelDoor("boards.lattice", "wide_values", "Hnnnqqqnqn"),
)
lost_first_rows, diagram_values = (
    KernelDoor("boards.chomp_table", "lost_first_rows", "Bnnnnqqqn"),
    KernelDoor("boards.chomp_table", "diagram_values", "Bnnnnqqqn"),
)
coin_values = KernelDoor("boards.nimstring_table", "coin_values", "Bnnqnqn")
_name_components = KernelDoor("boards.proof_parts", "name_components", "iqni")


def components_of(lists: Small, starts: Numbers) -> Small:
    """Return the components of all options that `list_options` listed, as often as they are met."""
    found = np.zeros(int(starts[-1] - starts[0]), np.int32)
    return found[: _name_components(lists, starts, len(starts) - 1, found)]
