"""Mutated addresses of the pages: a typed error or a state whose own address is read as the same state."""

from __future__ import annotations

import os
import random
from time import thread_time
from urllib.parse import parse_qsl

from tests.promises.web.test_http_fuzz import mutated

from grundy.core import GrundyError
from grundy_web.pages import explore_view
from grundy_web.pages.build_pages import read_wish
from grundy_web.pages.play_state import PlayState, read_state

CASES = int(os.environ.get("GRUNDY_FUZZ_CASES", "4000"))
"""Addresses; a long run has a million."""
PLAY = b"g=nim:+3+5+7&misere=0&you=12&err=30&seed=9&m=2a.0.3&r=1.2&v=1&hint=2&why=m5&sel=0.1.2_0.0.1&say=take+1&big=1"
OTHERS = (
    b"kind=board&g=cram:+3x4&c=P+iff+n+%3D%3D+0&play=misere&to=10%5E6&length=12&log=1&view=all&pen=figure&rule=chomp"
)


def query(rng: random.Random, data: bytes) -> dict[str, str]:
    return dict(parse_qsl(mutated(rng, data).decode("latin-1"), keep_blank_values=True))


def test_a_mutated_address_of_a_match_is_refused_or_read_back_from_its_own_address() -> None:
    rng, worst = random.Random(20261122), 0.0
    for _ in range(CASES):
        asked, begun = query(rng, PLAY), thread_time()
        try:
            state = read_state(asked)
        except GrundyError:
            continue
        finally:
            worst = max(worst, thread_time() - begun)
        address = state.address()
        again = dict(parse_qsl(address.partition("?")[2], keep_blank_values=True))
        assert read_state(again) == state, address
        assert PlayState(**state._asdict()).played("0").startswith("play?")
    assert worst < 2  # seconds; most take a thousandth, and none may take many


def test_a_mutated_address_of_another_page_has_only_words_that_mean_something() -> None:
    rng = random.Random(20261122)
    for _ in range(CASES // 4):
        asked = query(rng, OTHERS)
        state, wish = explore_view.read_state(asked), read_wish(asked)
        assert state.play in explore_view.PLAY
        assert wish.play in explore_view.PLAY
        assert explore_view.read_state(state._asdict()) == state
        assert read_wish(wish._asdict()) == wish
