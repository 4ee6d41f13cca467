"""Finds the places of large codes in a long run: the anchors at which a repeat of the sequence is looked for."""

from __future__ import annotations

from llvmlite import ir

from .machine import Machine, define, host_lookup
from .vectors import BIT, BYTE, LANES, WORD, counted, load, splat, store, variable, word


class Scanner:
    """`run(address, blocks, least, out)` writes and counts the places, from 0, of bytes >= `least` among 64 * blocks.

    `out` needs room for every place as 64-bit numbers.
    """

    def __init__(self) -> None:
        """Compile the kernel."""
        module = ir.Module()
        build, (start, blocks, least, out) = define(module, "scan", ("start", "blocks", "least", "out"), result=True)
        count, members = variable(build, word(0)), variable(build, word(0))
        bound = splat(build, build.trunc(least, BYTE))
        with counted(build, blocks, "block") as index:
            first = build.mul(index, word(LANES))
            large = build.icmp_unsigned(">=", load(build, build.add(start, first)), bound)
            build.store(build.bitcast(large, WORD), members)
            head, body, done = (build.append_basic_block(f"each.{part}") for part in ("head", "body", "done"))
            build.branch(head)
            build.position_at_end(head)
            now = build.load(members)
            build.cbranch(build.icmp_unsigned("!=", now, word(0)), body, done)
            build.position_at_end(body)
            place = build.add(first, build.cttz(now, ir.Constant(BIT, 1)))
            at = build.load(count)
            store(build, place, build.add(out, build.mul(at, word(8))))
            build.store(build.add(at, word(1)), count)
            build.store(build.and_(now, build.sub(now, word(1))), members)
            build.branch(head)
            build.position_at_end(done)
        build.ret(build.load(count))
        self.run = Machine(module, host_lookup()).function("scan", 4, result=True)
