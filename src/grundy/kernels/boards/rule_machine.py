"""Machine code of a packed rule, made by LLVM alone, behind the doors through which numba's kernels call it."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from llvmlite import binding, ir
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.registry import cpu_target
from numba.core.types import WrapperAddressProtocol

from ..compiled import digest, kept_code
from ..machine import Machine, host_lookup, object_code, processor
from ..typed import types
from ..vectors import WORD, word
from .expressions import ARRAY
from .plain_source import PlainSource
from .translated import Translation

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)  # said of functions as arguments

WORDS = types.int64[::1]
WRITES = types.int64(WORDS, WORDS)
"""Reads a state, writes states into the second array and returns how many."""
RATES = types.int64(WORDS)
"""Reads a state and returns a number."""


class RuleDoor(WrapperAddressProtocol):
    """A function of a rule, as numba calls functions by their addresses."""

    def __init__(self, machine: Machine, name: str, signature: Any) -> None:
        self._machine = machine  # the code lives as long as this
        self._address = machine.address(name)
        self._signature = signature

    def __wrapper_address__(self) -> int:
        """Return where the code begins."""
        return self._address

    def signature(self) -> Any:
        """Return the types that it is called with."""
        return self._signature


def machine_code(words: int, functions: Mapping[str, Any]) -> dict[str, RuleDoor]:
    """Return the functions of a rule by their names, on states of `words` words; raise `Untranslatable`.

    The code is kept under a digest of all that they refer to, of this package and of the processor.
    """

    def make() -> bytes:
        translation = Translation()
        for name, function in functions.items():
            _write(translation, name, function, one_word=words == 1)
        return object_code(translation.module, host_lookup())

    source = PlainSource()
    told = {name: source.digest(function) for name, function in functions.items()}
    where = [digest(), binding.llvm_version_info, binding.get_host_cpu_name(), sorted(processor().items())]
    name = sha256(repr([words, sorted(told.items()), *where]).encode()).hexdigest()
    machine = Machine(kept_code(f"rule-{name}", make) if all(told.values()) else make(), host_lookup())
    return {name: RuleDoor(machine, name, signature(name)) for name in functions}


def signature(name: str) -> Any:
    """Return the types that numba calls a function of a rule with."""
    return RATES if name in {"weight", "known"} else WRITES


def _write(translation: Translation, name: str, function: Any, *, one_word: bool) -> None:
    """Write the door of a function: arrays come as numba hands them on, and a state of one word is a number."""
    context = cpu_target.target_context
    kind = context.get_value_type(WORDS)
    data = context.data_model_manager[WORDS].get_field_position("data")
    arguments = len(signature(name).args)
    door = ir.Function(translation.module, ir.FunctionType(WORD, [kind] * arguments), name)
    build = ir.IRBuilder(door.append_basic_block("entry"))
    state, *out = (build.bitcast(build.extract_value(argument, data), ARRAY) for argument in door.args)
    given = build.load(state) if one_word else state
    if name == "canon" and one_word:
        build.store(translation.call(build, function, [given]), *out)
        build.ret(word(1))
    else:
        found = translation.call(build, function, [given, *out])
        build.ret(word(1) if name == "canon" else found)
