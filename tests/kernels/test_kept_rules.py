"""Compiled rules that are kept: found again in another process, never mistaken for those of another board."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SEARCH = """
from grundy.core import Bits, facet
from grundy.notation import read_game
from grundy.search import DeepSearch
import sys
for text in sys.argv[1:]:
    ruleset, parts = read_game(text).summands[0]
    print(DeepSearch(ruleset.name, facet(ruleset, Bits).packed(parts[0]), least=0).value(parts))
"""


def values(folder: Path, *games: str) -> list[int]:
    """Search games one after another in a fresh process that keeps compiled code in `folder`."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder)}
    told = subprocess.run(
        [sys.executable, "-c", SEARCH, *games], capture_output=True, text=True, check=True, env=environment
    )
    return [int(line) for line in told.stdout.split()]


@pytest.mark.nightly
def test_rules_kept_by_two_processes_stay_two_rules_in_a_third(tmp_path: Path) -> None:
    assert values(tmp_path, "cram: 3x5") == [1]
    assert values(tmp_path, "cram: 4x5") == [2]
    assert values(tmp_path, "cram: 3x5", "cram: 4x5", "cram: 3x6") == [1, 2, 4]


def test_rules_of_two_boards_share_their_code_and_differ_in_their_data() -> None:
    from grundy.kernels.boards.rule_digest import RuleData

    def helper(word: int) -> int:
        return word & 1

    def rule(size: int) -> RuleData:
        def options(state: int) -> int:
            return helper(state) + size

        return RuleData({"options": options})

    assert rule(3).shape == rule(4).shape != ""
    assert rule(3).numbers != rule(4).numbers


@pytest.mark.parametrize("outside", [object(), {1: 2}, 1.5j])
def test_what_the_digest_does_not_know_is_not_kept(outside: object) -> None:
    from grundy.kernels.boards.rule_digest import RuleData

    def options(state: int) -> object:
        return outside if state else None

    assert RuleData({"options": options}).shape == ""
