"""Compiles a module of LLVM at run time to functions that Python can call.

The compilation takes a few tenths of a second and writes nothing to the disk. Other threads run during a call, because
ctypes releases the lock of the interpreter.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from llvmlite import binding, ir

from .compiled import FEATURES as LEVEL_FEATURES
from .lookup import Lookup, host_lookup
from .vectors import WORD, Value

FEATURES: dict[Lookup, tuple[str, ...]] = {
    "vbmi": (),
    "bw": ("avx512vbmi",),
    "avx2": ("avx512", "avx10"),
    "portable": ("avx", "fma", "f16c", "ssse3", "sse4", "vaes", "vpclmulqdq", "xop", "sha512", "sm3", "sm4"),
}
"""What a processor is taken to lack on each way of looking up bytes, so that every way can be tried on one machine.

Beginnings of LLVM's names, with all features that would bring the lacking ones back.
"""


@cache
def processor() -> dict[str, bool]:
    """Return for each feature, by LLVM's name, whether this processor has it."""
    return dict(binding.get_host_cpu_features())


class Machine:
    """Functions compiled by LLVM; their code stays in memory as long as this object exists."""

    def __init__(self, module: Value | bytes, way: Lookup) -> None:
        """Compile an LLVM module, or load its object file.

        Args:
            module: The LLVM module, or the object file that `object_code` made of it.
            way: The processor instructions that look up bytes in a table.
        """
        code = module if isinstance(module, bytes) else object_code(module, way)
        self._engine: Any = binding.create_mcjit_compiler(binding.parse_assembly(""), _target(way))
        self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
        self._engine.finalize_object()

    def function(self, name: str, arguments: int, *, result: bool = False) -> Callable[..., int]:
        """Return a function of the compiled module.

        Args:
            name: The name of the function.
            arguments: The number of arguments, 64-bit whole numbers or addresses.
            result: Whether the function returns a 64-bit whole number.

        Returns:
            The function, as a Python callable that keeps the code in memory.
        """
        prototype = ctypes.CFUNCTYPE(ctypes.c_int64 if result else None, *[ctypes.c_int64] * arguments)
        found: Any = prototype(self.address(name))
        found.machine = self
        call: Callable[..., int] = found
        return call

    def address(self, name: str) -> int:
        """Return the address of the code of a function."""
        address: int = self._engine.get_function_address(name)
        return address


def object_code(module: Value, way: Lookup, level: str = "") -> bytes:
    """Compile an LLVM module to an object file.

    Args:
        module: The LLVM module.
        way: The processor instructions that look up bytes in a table.
        level: The level of processors, such as "x86-64-v3"; if empty, this processor.

    Returns:
        The bytes of the object file.
    """
    machine = _target(way, level)
    module.triple = machine.triple
    compiled = binding.parse_assembly(str(module))
    compiled.verify()
    _optimise(compiled, machine)
    code: bytes = machine.emit_object(compiled)
    return code


def _target(way: Lookup, level: str = "") -> Any:
    """Return LLVM's target machine for a level of processors such as "x86-64-v3", or for this processor if it is empty.

    For this processor, only features that the method `way` of table lookup permits are used.
    """
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple()
    if level:
        told = LEVEL_FEATURES.get(level, "")
        return target.create_target_machine(cpu=level, features=told, opt=3, jit=True)
    lacks = FEATURES[way] if way != host_lookup() else ()
    features = ",".join(
        f"{'+' if on and not any(name.startswith(lack) for lack in lacks) else '-'}{name}"
        for name, on in sorted(processor().items())
    )
    cpu = "" if lacks else binding.get_host_cpu_name()
    return target.create_target_machine(cpu=cpu, features=features, opt=3, jit=True)


def _optimise(module: Value, machine: Any) -> None:  # llvmlite has no types
    """Run LLVM's usual optimisations on a module, except the unrolling of loops.

    The code that is written here unrolls those loops that should be unrolled.
    """
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.loop_unrolling = False
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)


def define(module: Value, name: str, arguments: Sequence[str], *, result: bool = False) -> tuple[Value, list[Value]]:
    """Begin an LLVM function of 64-bit integers that returns a 64-bit integer or nothing.

    Args:
        module: The LLVM module.
        name: The name of the function.
        arguments: The names of the arguments.
        result: Whether the function returns a number.

    Returns:
        The builder that writes the body, and the arguments as LLVM values.
    """
    kind = ir.FunctionType(WORD if result else ir.VoidType(), [WORD] * len(arguments))
    made = ir.Function(module, kind, name)
    for argument, called in zip(made.args, arguments, strict=True):
        argument.name = called
    return ir.IRBuilder(made.append_basic_block("entry")), list(made.args)
