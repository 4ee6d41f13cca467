"""The compiled functions for values of heaps as objects that Python can call; each is loaded at its first call."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from ..compiled import code_level, features_of, has_kept, host_name, kept_code
from ..lookup import Lookup, best_lookup, host_lookup
from ..native_kernels import ArrayKernel, load_code
from ..sealed import has_compiler

if TYPE_CHECKING:
    from ..machine import Machine
    from ..object_files import LoadedObject

COVER, SHARED, ITEMS = "BiPnn", "DTqB", "ii"
"""Shapes of plans, laid open (`shapes`)."""

layers_kernel = ArrayKernel("heaps.bitsets.layers_kernel", "qQQQqInnn", "nnn")
stamp_kernel = ArrayKernel("heaps.bitsets.stamp_kernel", "qIIn", "")
stamp_heaps = ArrayKernel("heaps.stamps.stamp_heaps", "PBIInnn", "n")
sparse_kernel = ArrayKernel("heaps.sparse.sparse_kernel", "qqHnBnnqHnIq", "n")
code_kernel = ArrayKernel("heaps.candidates.code_kernel", "IIInt", "")
candidate_kernel = ArrayKernel("heaps.candidates.candidate_kernel", "qHHnnBnHnnt", "nn")
choose_cover = ArrayKernel("heaps.planes_choice.choose_cover", "BqqBnQqDQqq", "n")
generate = ArrayKernel("heaps.planes_generate.generate", f"Bnnn{COVER}{COVER}{SHARED}{ITEMS}{ITEMS}it", "n")
assist = ArrayKernel("heaps.planes_ahead.assist", f"{COVER}{SHARED}", "")
verify = ArrayKernel("heaps.planes_verify.verify", f"BnnnB{COVER}qP{COVER}{SHARED}DBQ", "nn")
has_split = ArrayKernel("heaps.planes_verify.has_split", "Bnnnqt", "t")


@cache
def sifter(way: Lookup) -> LoadedObject | Machine:
    """Return the compiled code of `sift`, a function that searches 64 splits at once (see `heaps.sift`).

    `way` states how the code looks up bytes, such as "avx2". The code is compiled if it is not saved.
    """

    def make() -> bytes:
        from .sift import sift_object

        return sift_object(way, level)

    level = code_level() if way == way_of(code_level()) else ""
    kept = bool(level) or way == host_lookup()
    return load_code(kept_code(sift_name(level, way), make) if kept else make())


def best_way() -> Lookup:
    """Return the fastest method of table lookup for which compiled code of `sift` is available or can be compiled.

    `sift` is a function that searches many splits of a heap for certain values.
    """
    way, ready = host_lookup(), way_of(code_level())
    return way if way == ready or has_compiler() or has_kept(sift_name("", way)) else ready


def way_of(level: str) -> Lookup:
    """Return the fastest method of table lookup that all processors of a level, such as "x86-64-v3", support."""
    return best_lookup(features_of(level).__contains__)


def sift_name(level: str, way: Lookup) -> str:
    """Return the name under which the compiled code of `sift` is saved.

    Args:
        level: The level of processors for which it is compiled, such as "x86-64-v3"; empty for this processor alone.
        way: The method of table lookup: the instructions that look up bytes in a table.

    Returns:
        The name.
    """
    return f"sift-{way}" if level else f"sift-{way}-{sha256(host_name().encode()).hexdigest()[:16]}"
