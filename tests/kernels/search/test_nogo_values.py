from __future__ import annotations

import pytest
from tests.golden.reading import golden

from grundy.core import Bits, facet
from grundy.games.boards.nogo import NoGo
from grundy.notation import read_game
from grundy.search import DeepSearch
from grundy.testing import check_packed

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")
GOLDEN = golden("boards")["nogo_impartial"]
ROWS = {f"1x{squares}": value for squares, value in enumerate(GOLDEN["values_1xn"], 1) if squares > 8}
LARGE = [pytest.param(size, marks=pytest.mark.nightly) for size in ("1x14", "1x19", "3x5")]


@pytest.mark.parametrize("size", ["3x4", *LARGE])
def test_deep_search_finds_the_published_values_of_impartial_nogo(size: str) -> None:
    ((ruleset, parts),) = read_game(f"nogo: {size}").summands
    packed = facet(ruleset, Bits).packed(next(iter(parts)))
    assert packed is not None
    search = DeepSearch("nogo", packed, least=0)
    assert search.value(parts) == (ROWS | GOLDEN["values"])[size]


@pytest.mark.nightly
def test_the_compiled_rule_of_nogo_is_the_plain_one() -> None:
    rule = NoGo()
    check_packed(rule, [part for text in ("1x5", "B.W/..#") for part in rule.read(text)])
