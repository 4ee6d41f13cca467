"""The rules of the catalogue's boards and graphs are compiled with the package, once for boards of all sizes."""

from __future__ import annotations

import pytest
from build_kernels import levels_of

from grundy import read_game
from grundy.core import BitRule, Bits, facet
from grundy.games.catalogue import CATALOGUE
from grundy.kernels.boards import packed_code
from grundy.kernels.boards.memory import ComponentMemory
from grundy.kernels.boards.packed_code import CompiledRule
from grundy.kernels.object_files import can_place
from grundy.search import deep
from grundy.search.deep import rule_is_ready
from grundy.testing import check_compiled

pytestmark = pytest.mark.skipif(
    not (levels_of("host") and can_place()), reason="nothing is ready for this processor, or it cannot be placed"
)
SIZES = {
    "cram": ("2x2", "1x9", "3x5", "4x4", "7x9", "3x22", "12x13"),
    "node-kayles": ("grid(2x3)", "grid(4x4)", "grid(7x9)", "petersen", "0-1 1-2", "grid(8x9)", "grid(12x13)"),
    "arc-kayles": ("grid(2x3)", "grid(4x4)", "petersen", "grid(8x9)", "cycle(70)", "torus(11x12)"),
    "queens": ("2x2", "5x4", "8x7", "10x10", "14x15"),
    "kings": ("3x3", "1x8"),
    "knights": ("4x4",),
    "bishops": ("3x5",),
    "chomp": ("3,3", "7,7,7", "4,4,3,2,1"),
    "nimstring": ("1x2", "2x2", "3x5"),
    "nogo": ("2x2", "3x4", "1x7", "5x5"),
    "geography": ("grid(2x2) @ 0", "petersen @ 0", "grid(5x7) @ 3"),
    "geography(edges=true)": ("grid(2x3) @ 0", "0>1 1>2 2>0 0>3 @ 0"),
    "poset": ("a<b", "a<b a<c b<d c<d", "a<b c<d"),
    "sprouts": ("2", "5"),
}
"""Positions of very different sizes, one word and several."""


def compare(name: str, sizes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_code, "has_compiler", lambda: False)
    for size in sizes:
        check_compiled(*read_game(f"{name}: {size}").part(0), most=12)


@pytest.mark.parametrize("name", ["cram", "node-kayles", "nogo"])
def test_one_compiled_rule_plays_as_the_plain_one_on_small_boards(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(name, SIZES[name][:2], monkeypatch)


@pytest.mark.nightly
@pytest.mark.parametrize("name", SIZES)
def test_one_compiled_rule_plays_as_the_plain_one_on_boards_of_all_sizes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare(name, SIZES[name], monkeypatch)


def test_the_rules_of_all_examples_in_the_catalogue_are_ready() -> None:
    """Those of their certificates too, which leave out reductions."""
    count = 0
    for entry in CATALOGUE.values():
        for ruleset, position in read_game(entry.example).parts:
            if (packed := facet(ruleset, Bits).packed(position)) is not None:
                assert rule_is_ready(packed), entry.example
                count += 1
    assert count >= 12


def test_other_rules_are_not_taken_for_ready_ones() -> None:
    """A rule is ready by all its code: a number in a closure is data, a number in the code is not."""

    def rule(step: int) -> BitRule[int]:
        def options(state: int, out: list[int]) -> int:
            out[0] = state - step
            return 1 if state >= step else 0

        return BitRule(1, 1, options, lambda heap: [heap], lambda words: words[0])

    assert not rule_is_ready(rule(2))


def test_a_long_search_with_memory_continues_with_code_for_its_board_and_finds_the_same_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("llvmlite")
    taken: list[object] = []
    take = ComponentMemory.take

    def noted(memory: ComponentMemory, code: CompiledRule) -> None:
        taken.append(code)
        take(memory, code)

    monkeypatch.setattr(ComponentMemory, "take", noted)
    monkeypatch.setattr(deep, "LONG", 0.0)
    ruleset, position = read_game("cram: 5x5").part(0)
    packed = facet(ruleset, Bits).packed(position)
    assert packed is not None
    for memory, codes in (deep.COMPILER - 1, 0), (None, 1):  # the compiler needs more memory than a small limit allows
        found = deep.DeepSearch("cram", packed, least=4, memory=memory)
        found._pace.steps = 100
        assert (found.value([position]), len(taken)) == (0, codes)
