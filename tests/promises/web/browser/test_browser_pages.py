"""Every page at three sizes and in both themes: axe-core finds nothing, nothing is scrolled sideways.

The first page, the cards of lessons and the sheet for sharing have the same test in the files about them.
"""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page

from grundy.games import CATALOGUE

pytestmark = pytest.mark.nightly

PageRequest = Callable[..., Page]
PAGES = {
    "others": ("/nowhere", "/glossary", "/api", "/worksheet?g=nim:+3+5+6"),
    "refused": ("/play?g=x", "/play?g=kayels:+9", "/play?g=nim:+3+5+7+%2B+kayles:+9+%2B+maze:+..%23./...@+%2B+x"),
    "heaps": (
        "/play?g=nim:+3+5+7&big=1",
        "/play?g=nim:+3+5+7&m=0.2.1&v=1",
        "/play?g=nim:+1+2+4&m=0.1&v=1&why=0&hint=3",
        "/play?g=nim:+1+2&m=0.0.0&err=20",
        "/play?g=nim:+3+5+7&why=0&step=1",
    ),
    "boards": (
        "/play?g=kayles:+9",
        "/play?g=kayles:+7+%2B+maze:+..%23./...@&v=1",
        "/play?g=nogo:+3x3&v=1",
        "/play?g=northcott:+W..B./.W..B+@+W&v=1",
        "/play?g=wythoff:+6+9&why=0",
        "/play?g=queens:+5x5&why=0&step=1",
        "/play?you=12&v=1&g=circular-kayles:+7&m=1",
    ),
    "graphs": (
        "/play?g=graph:+2>1+3>2+4>1+4>2+@+4&v=1",
        "/play?you=12&v=1&g=hackenbush:+0-1+1-2+1-3&m=2",
        "/play?you=12&v=1&g=node-kayles:+cycle(8)&m=1",
        "/play?you=12&g=sprouts:+3&m=1",
    ),
    "explore": ("/explore", "/explore?g=kayles&deep=1", "/explore?g=wythoff", "/explore?g=nim:+3+x"),
    "claim": (
        "/explore?g=kayles:+7",
        "/explore?g=0.15:+star(1,b,c)&deep=1",
        "/claim?g=0.15:+star(1,b,c)&c=periodic+10+from+19",
        "/claim?g=kayles&c=value+%3D%3D+n+%25+4",
    ),
    "build": (
        "/build",
        "/build?kind=graph",
        "/build?kind=sum",
        "/build?kind=board&g=nimstring:+.-/||./.-/|||/--",
        "/build?kind=graph&g=hackenbush:+0-1+1-2+0-3",
    ),
    "learn": (
        "/learn",
        "/learn?lesson=take-away&screen=4&answer=3",
        "/learn?lesson=mirror&screen=2&answer=a",
        "/puzzles",
        "/puzzles?day=2026-11-25&m=1",
        "/puzzles?n=5&level=3",
    ),
}
ELSEWHERE = ("explore?g={}", "build?kind=sum&g={}")
CLAIMED = ("claim?g=kayles&c=value+==+n+%25+4", "claim?g=nim&c=P+iff+a+==+b", "play?why=m0&g=nim:+999999999999+5+7")
BROKEN = """() => {
  const shown = [...document.querySelectorAll(".why, #found, #period, .claimed, .parts")];
  const texts = shown.flatMap((at) => [...at.querySelectorAll("p, li")]);
  const said = texts.filter((at) => !at.closest(".row, .dots, [popover]")).map((at) => at.cloneNode(true)).map((at) => {
    for (const link of at.querySelectorAll("a, [popover]")) link.remove();
    return at.textContent.replace(/\\s+/g, " ").trim();
  });
  const count = (text, sign) => text.split(sign).length;
  return {
    pre: document.querySelectorAll("main pre:not(.text)").length,
    broken: said.filter((text) => /(,| and| or| of| the)$/.test(text) || count(text, "(") !== count(text, ")")),
  };
}"""
"""What is set like a terminal, and what ends in the middle of a sentence or begins there."""


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_at_any_size_in_either_theme(
    visit: PageRequest, live: str, axe_everywhere: Callable[[Page], None], name: str
) -> None:
    page = visit(PAGES[name][0])
    for address in PAGES[name]:
        page.goto(live + address)
        page.wait_for_load_state("networkidle")
        axe_everywhere(page)


@pytest.mark.parametrize("first", range(3))
def test_no_explanation_is_set_like_a_terminal_or_breaks_a_sentence(visit: PageRequest, live: str, first: int) -> None:
    page, faults = visit("/explore"), []
    games = [quote_plus(entry.example) for entry in CATALOGUE.values()]
    addresses = [f"play?why=0&g={game}" for game in games]
    addresses += [address.format(game) for game in games[::6] for address in ELSEWHERE]
    for address in [*addresses, *CLAIMED][first::3]:
        page.goto(f"{live}/{address}")
        found = page.evaluate(BROKEN)
        faults += [(address, found)] if found["pre"] or found["broken"] else []
    assert faults == []
