"""A state machine that plays on the page beside a plain model: the positions that the rule itself gives, in a list.

The application runs in this process and answers its questions here. The page must show the model's position and offer
its options and no others, a wrong move must change nothing, going back and forth must lead to where one was, and
who wins is found out by playing everything out by the definition.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import ExitStack
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, urlencode

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.promises.storage.store_machines import run
from tests.promises.web.in_process import Ask, asking
from tests.promises.web.test_play_pages import links, state_of, status
from tests.soaking import Harness

from grundy.core import Game, as_sum
from grundy.notation import read_game
from grundy_web.pages.play_state import PlayState, read_state

SIZE = 10
"""Runs of a task, of 50 steps each."""
GAMES = (
    *("nim: 1 2 3", "nim: 3 4", "kayles: 5", "kayles: 3 + nim: 2", "0.77: 4", "wythoff: 2 3", "euclid: 5 3"),
    *("turning-turtles: 1 3", "nimble: 2 3", "moore(k=2): 1 2 2", "staircase: 0 1 1", "welter: 1 3"),
    *("maze: ..#/.../@..", "chomp: 2x3", "cram: 2x3", "treblecross: 5", "queens: 3x3", "node-kayles: 0-1 1-2"),
    "hackenbush: 0-1 1-2 1-3",
)
"""Games that are played out in a moment; none has to be answered or can go on for ever."""
PEOPLE = st.sampled_from(["1", "2", "12", "0"])
NUMBERS = st.integers(0, 99)
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
MOVE = re.compile(r'<a class="move" href="([^"]+)"[^>]*>(.*?)</a>', re.DOTALL)
VERDICT = re.compile(r'<i class="(win|lose)" aria-hidden="true">')
Line = tuple[str, ...]
"""Moves by their numbers in base 36."""


@cache
def application() -> tuple[ExitStack, Ask]:
    stack = ExitStack()
    ask, _ = stack.enter_context(asking(60.0))
    return stack, ask


def close() -> None:
    if application.cache_info().currsize:
        application()[0].close()
        application.cache_clear()


def fetched(address: str) -> httpx.Response:
    return application()[1]("GET", address)


def options(game: Game) -> list[Game]:
    """Return what the moves of a game lead to, in order of part, then of the option."""
    parts = enumerate(game.parts)
    return [game.after(i, as_sum(option)) for i, (ruleset, position) in parts for option in ruleset.options(position)]


@cache
def wins(game: Game, *, misere: bool) -> bool:
    return any(not wins(option, misere=misere) for option in options(game)) or (misere and not options(game))


def state_at(address: str) -> PlayState:
    return read_state(dict(parse_qsl(address.partition("?")[2])))


def line(text: str) -> Line:
    return tuple(text.split(".")) if text else ()


class PlayMachine(RuleBasedStateMachine):
    """A match on the page; the model is the list `games` of positions and the moves `played` and `undone`."""

    @initialize(game=st.sampled_from(GAMES), misere=st.booleans(), you=PEOPLE, values=st.booleans())
    def start(self, game: str, misere: bool, you: str, values: bool) -> None:
        self.misere, self.people = misere, {int(player) - 1 for player in you} - {-1}
        self.games, self.played, self.undone = [read_game(game)], Line(), Line()
        self._go(PlayState(g=game, misere=misere, you=you, v=values).address())
        self._answered()

    @precondition(lambda self: self.over)
    @rule(game=st.sampled_from(GAMES), misere=st.booleans(), you=PEOPLE, values=st.booleans())
    def play_another(self, game: str, misere: bool, you: str, values: bool) -> None:
        self.start(game, misere, you, values)

    @precondition(lambda self: not self.over)
    @rule(number=NUMBERS)
    def follow(self, number: int) -> None:
        number %= len(self.offered)
        self._go(self.offered[number][0])
        self._answered(DIGITS[number])

    @precondition(lambda self: bool(links(self.page)))
    @rule(number=NUMBERS)
    def press(self, number: int) -> None:
        pressed = links(self.page)
        self._go(pressed[number % len(pressed)][0])
        if len(line(self.shown.m)) > len(self.played):
            self._answered(line(self.shown.m)[len(self.played)])

    @precondition(lambda self: self.people and not self.over)
    @rule(number=NUMBERS, in_words=st.booleans())
    def type(self, number: int, in_words: bool) -> None:
        number %= len(self.offered)
        wanted, turn = options(self.game)[number], len(self.played)
        self._go(self._said(self.offered[number][1] if in_words else str(number + 1)))
        self._answered(line(self.shown.m)[turn])
        assert self.games[turn + 1] == wanted

    @rule(say=st.sampled_from(["take 77", "99", "fly", "take 1 from heap 99", "0", "-1", "<b>", "take 1 + 1", "é"]))
    def type_nonsense(self, say: str) -> None:
        self._refused(self._said(say))

    @rule(number=st.sampled_from(["zz", "1000000"]))
    def play_what_is_not_there(self, number: str) -> None:
        self._refused(self.shown.played(number))

    @rule()
    def undo(self) -> None:
        """Take back the last move of a person and what followed it; where nobody is a person, the last move."""
        played = len(self.played)
        mine = [place for place in range(played) if place % 2 in self.people]
        self._press_button("undo", bool(played))
        assert len(self.played) == (mine[-1] if mine else played if self.people else max(played - 1, 0))

    @rule()
    def redo(self) -> None:
        played, undone = len(self.played), bool(self.undone)
        self._press_button("redo", undone)
        assert (len(self.played) > played) == undone

    @precondition(lambda self: self.played and (not self.people or len(self.played) > 1))
    @rule()
    def undo_and_redo(self) -> None:
        was = self.played, self.undone, self.games
        self.undo()
        while len(self.played) < len(was[0]):
            self.redo()
        assert (self.played, self.undone, self.games) == was

    @rule(place=NUMBERS)
    def go_back_to(self, place: int) -> None:
        """Go to any moment of the match; where the computer was to move it does again what it did."""
        place %= len(self.played) + 1
        again = bool(self.people) and place % 2 not in self.people and place < len(self.played)
        self._go(self.shown.at(".".join(self.played[:place])))
        self._moved_along()
        assert len(self.played) == place + again

    @precondition(lambda self: self.people and not self.over)
    @rule(step=st.integers(1, 3))
    def ask_for_a_hint(self, step: int) -> None:
        self._go(self.shown.address(hint=step))
        (told,) = (unescape(line) for line in re.findall(r'class="told"[^>]*>([^<]+)<', self.page))
        winning = wins(self.game, misere=self.misere)
        if step < 3:
            assert told.startswith("You are winning: " if winning else "You are losing: ")
        else:
            assert told.startswith("No move wins; ") == (not winning)
        if step == 3 and winning:
            words = told.partition(": ")[2].removesuffix(".")
            best = options(self.game)[[said for _, said in self.offered].index(words)]
            assert not wins(best, misere=self.misere)

    @precondition(lambda self: not self.people and not self.over)
    @rule()
    def let_the_computer_move(self) -> None:
        self._go(self.shown.calm(go=True, r=""))
        self._computer_played()
        self.undone = ()

    @invariant()
    def shows_the_position(self) -> None:
        if not hasattr(self, "page"):
            return
        data = fetched(self.shown.address("/play.json")).json()
        assert (data["start"], data["game"]) == (str(self.games[0]), str(self.game))
        assert (line(self.shown.m), line(self.shown.r)) == (self.played, self.undone)
        assert [line(turn["after"]) for turn in data["history"]] == [
            self.played[: place + 1] for place in range(len(self.played))
        ]
        found = options(self.game)
        assert [line(state_at(address).m) for address, _ in self.offered] == [
            (*self.played, DIGITS[number]) for number in range(len(found))
        ]
        if self.shown.v:
            verdicts = ["lose" if wins(option, misere=self.misere) else "win" for option in found]
            assert VERDICT.findall(self.page.partition('class="list"')[2]) == verdicts
        self._tells_who_has_won(data["over"])

    # What the model knows.

    @property
    def game(self) -> Game:
        return self.games[-1]

    @property
    def over(self) -> bool:
        return not options(self.game)

    def _play(self, number: str) -> None:
        self.games = [*self.games, options(self.game)[int(number, 36)]]
        self.played = (*self.played, number)

    def _answered(self, number: str | None = None) -> None:
        if number is not None:
            self._play(number)
        if self.people and len(self.played) % 2 not in self.people and not self.over:
            self._computer_played()
        self.undone = ()

    def _computer_played(self) -> None:
        won = wins(self.game, misere=self.misere)
        self._play(line(self.shown.m)[len(self.played)])
        assert not (won and wins(self.game, misere=self.misere)), "the computer gave its win away"

    def _moved_along(self) -> None:
        whole = self.played + self.undone
        now = len(line(self.shown.m))
        assert not self.people or now == len(whole) or now % 2 in self.people
        self.games, self.played, self.undone = self.games[:1], (), whole[now:]
        for number in whole[:now]:
            self._play(number)

    # What the page tells.

    def _go(self, address: str) -> None:
        answer = fetched(address)
        assert answer.status_code == 200, answer.text
        self.page, self.shown = answer.text, state_of(answer.text)
        found = [(unescape(at), re.sub("<(i|span).*?</\\1>", "", said)) for at, said in MOVE.findall(self.page)]
        self.offered = [(at, unescape(said).strip()) for at, said in found]

    def _said(self, words: str) -> str:
        return "/play?" + urlencode([*self.shown.fields(), ("say", words)])

    def _refused(self, address: str) -> None:
        answer = fetched(address)
        assert answer.status_code == 400
        assert "Traceback" not in answer.text
        self._go(self.shown.address())

    def _press_button(self, name: str, there: bool) -> None:  # as it is on the page
        found = re.search(f'id="{name}" href="([^"]+)"', self.page)
        assert (found is not None) == there
        if found is not None:
            self._go(unescape(found[1]))
            self._moved_along()

    def _tells_who_has_won(self, over: dict[str, Any] | None) -> None:
        ends = ("You win in ", "grundy wins in ", "The first player wins in ", "The second player wins in ", "A draw.")
        told = [end for end in ends if end in status(self.page)]
        if not self.over:
            assert (over, told) == (None, [])
            return
        winner = (len(self.played) + (not self.misere)) % 2
        alone = len(self.people) == 1
        expected = (ends[0] if winner in self.people else ends[1]) if alone else ends[2 + winner]
        assert told == [expected]
        assert over is not None
        assert over["winner"] == winner


def task(seed: int) -> Counter[str]:
    """Run the machine so often; what fails is told with the fewest steps that do so."""
    run(PlayMachine, SIZE, seed)
    return Counter(runs=SIZE)


HARNESS = Harness("runs", SIZE, task, ())
