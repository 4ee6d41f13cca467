"""A ruleset has the facets from which it derives."""

from __future__ import annotations

import pytest

from grundy.core import Checked, Ruleset, Sum, facet
from grundy.games.catalogue import make
from grundy.notation import read_game


@pytest.mark.parametrize(("name", "has"), [("nim", True), ("cram", True), ("maze", False)])
def test_a_ruleset_is_its_own_facet_or_has_one_that_states_nothing(name: str, *, has: bool) -> None:
    ruleset = make(name)
    assert isinstance(ruleset, Checked) is has
    assert has or facet(make(name), Checked).checked(Sum()) is None


def test_a_ruleset_has_the_eight_members_that_an_author_replaces() -> None:
    members = {name for name in dir(Ruleset) if not name.startswith("_")}
    assert members == {"name", "options", "moves", "check", "canonical", "read", "show", "bind"}


def test_a_board_is_checked_by_its_facet() -> None:
    ((ruleset, parts),) = read_game("cram: 2x3").summands
    stated = facet(ruleset, Checked)
    found = stated.checked(parts)
    assert found is not None
    assert found.rule == {"family": "cram", "rows": 2, "cols": 3}
    assert stated.checked(Sum()) is None
