"""The compiled search functions as objects that Python can call; each is loaded at its first call."""

from __future__ import annotations

from ..native_kernels import NativeKernel

index, learn = (
    NativeKernel("boards.component_store.index", "tnn"),
    NativeKernel("boards.component_store.learn", "tqqqnn"),
)
meet = NativeKernel("boards.components.meet", "tq")
move_pairs = NativeKernel("boards.proof_path.move_pairs", "ttqnin")
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
fill = NativeKernel("boards.ranked_table.fill", "Bnnnnqqqnn")
