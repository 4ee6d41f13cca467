"""Promises that were kept on small positions and by theorems, and once not between them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic, process_time, sleep

import pytest
from tests.pace import spent
from tests.unit.search.couples import CouplesSolver

from grundy import solve
from grundy.core import Budget, FunctionRuleset, Game, Knowledge, LimitReached, Limits, Outcome, Sum, count_moves
from grundy.core.arithmetic import divisors, is_prime
from grundy.games import make
from grundy.misere import Forms
from grundy.misere.construction import PartialQuotients
from grundy.notation import read_game, read_ruleset
from grundy.search import ProofNumbersSolver, WholeSolver, grundy_value
from grundy.search.choose import probe
from grundy.workflows import Match, Opponent, hint
from grundy.workflows.playing.judge import Judge
from grundy.workflows.playing.legal import PartMove, nth_move, number_of
from grundy.workflows.playing.match import replay
from grundy.workflows.proving.certify import certify
from grundy.workflows.solving import PartSolver
from grundy.workflows.solving.moves import tried_moves


@pytest.mark.parametrize("rule", ["grundy", "kayles", "0.137", "take {2, 5}"])
def test_a_quotient_that_limits_stopped_anywhere_continues_as_if_they_had_not(rule: str) -> None:
    whole, broken = PartialQuotients(read_ruleset(rule)), PartialQuotients(read_ruleset(rule))
    stops = 0
    while broken.bound < 14:
        for positions in range(1, 4000, 7 + stops):
            broken.table.budget = Budget(Limits(positions=positions))
            before = broken.quotient, list(broken.orders)
            try:
                broken.step()
                break
            except LimitReached:
                stops += 1
                assert (broken.quotient, broken.orders) == before
        assert broken.quotient == whole.to(broken.bound)
    assert broken.orders == whole.orders
    assert stops > 10


def test_a_plain_search_that_a_limit_stopped_anywhere_continues_as_if_it_had_not() -> None:
    rule = make("treblecross")
    position = read_game("treblecross: 14").part(0)[1]
    right = CouplesSolver(rule, None).value([position])
    solver = CouplesSolver(rule, None)

    class Stopping(Budget):
        """Stops at every look."""

        def poll(self) -> None:
            """Stop now and then."""
            self.looks = getattr(self, "looks", 0) + 1
            if self.looks == 5:
                raise LimitReached("now", kind="time")

    for _ in range(5):
        solver.budget = Stopping()
        with pytest.raises(LimitReached):
            solver.value([position])
        assert solver.lower_bound(position) <= right
    solver.budget = Budget()
    assert solver.value([position]) == right
    sizes = {len(kept) for kept in (solver.components.keys, solver.components.weight, solver.components.value)}
    assert len(sizes) == 1


def test_a_part_of_the_work_has_no_more_positions_than_are_left() -> None:
    budget = Budget(Limits(positions=100))
    budget.charge_unstored(60)
    with pytest.raises(LimitReached), budget.sub_budget(1000) as part:
        part.charge(41)
    budget.visited = 100
    with pytest.raises(LimitReached), budget.sub_budget(1000):
        pytest.fail("nothing is left")
    budget = Budget(Limits(positions=20))
    found = solve("divisors: 746 296 955", line=True, budget=budget)
    assert found.status == "limit" or found.remoteness is None
    assert budget.visited < 1000


def test_the_length_of_a_match_is_computed_within_the_limits_of_its_judge() -> None:
    match = Match(read_game("nim: 9 8 7"), limits=Limits(positions=20))
    assert match.judge.course(match.game) is None
    assert match.outcome() is Outcome.N


def test_a_winning_move_among_very_many_is_looked_for_no_longer_than_a_question_may_take() -> None:
    match = Match(read_game("dawsons-kayles: 383962 392262"), limits=Limits(seconds=2.0))
    start = process_time()
    assert Opponent("perfect", 1).choose(match).reason == "win"
    assert spent(start) < 1.2


@pytest.mark.parametrize("text", ["kayles: 580", f"nim: {' '.join(map(str, range(2, 1200)))}"])
def test_an_answer_that_names_its_moves_on_demand_is_equal_to_its_copies(text: str) -> None:
    found = solve(text, misere=text.startswith("kayles"))
    for again in (copy.copy(found), copy.deepcopy(found), pickle.loads(pickle.dumps(found))):
        assert again == found
        assert hash(again) == hash(found)
    assert solve("kayles: 581", misere=True).winning_moves != found.winning_moves


@pytest.mark.parametrize("text", ["queens: over", "cram: over", "arc-kayles: 0-1 @ over", "nim: over"])
@pytest.mark.parametrize("method", ["auto", "definition"])
def test_a_game_that_is_over_is_won_in_misere_play_by_every_method(text: str, method: str) -> None:
    assert solve(text, misere=True, method=method).outcome is Outcome.N


def test_moves_are_listed_and_tried_no_longer_than_the_limit() -> None:
    solver = PartSolver(make("kayles"), Budget())
    assert tried_moves(solver, 5, 0) == tried_moves(solver, 5, 0)
    solver.budget = Budget(Limits(seconds=0.0))
    with pytest.raises(LimitReached):
        tried_moves(solver, 8000, 3)


@pytest.mark.parametrize("code", ["0.77", "4.07", "C.0137", "0.FCC", "0.8", "0.3"])
def test_moves_of_a_code_are_counted_as_they_are_listed(code: str) -> None:
    rule = read_ruleset(code)
    for heap in (*range(60), 400):
        assert count_moves(rule, heap) == sum(1 for _ in rule.options(heap))
    start = process_time()
    for _ in range(100):
        Match(Game.of(rule, 70_000)).count()
    assert spent(start) < 1


@pytest.mark.parametrize("text", ["kings: 1x4", "cram: 2x3 + cram: 1x2", "queens: 3x3", "take {5} or take 2..4: 7 15"])
def test_winning_moves_of_misere_play_are_in_the_order_of_the_moves(text: str) -> None:
    game = read_game(text)
    moves = [(part, move.label) for part, (rule, position) in enumerate(game.parts) for move in rule.moves(position)]
    wins = [
        (move.part, move.move)
        for move in solve(game, misere=True, method="auto" if "take" in text else "definition").winning_moves
    ]
    assert wins
    assert wins == [move for move in moves if move in wins]


def test_a_hint_says_that_at_least_one_move_wins_with_single_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(read_game("kayles: 3"))
    found = match.judge.full_solution(match.game)
    monkeypatch.setattr(Judge, "full_solution", lambda *_: found._replace(moves_status="limit"))
    assert hint(match, 1) == "You are winning: a winning move is at pin 2."


def test_prime_powers_are_listed_as_fast_as_primes() -> None:
    rule = read_ruleset("take prime-powers")
    assert [10 - left for left in rule.options(10)] == [k for k in range(1, 11) if sum(map(is_prime, divisors(k))) <= 1]  # type: ignore[operator]
    assert list(rule.options(0)) == []
    start = process_time()
    assert count_moves(rule, 1_000_003) == 78_499 + 236 + 1
    assert spent(start) < 3


@pytest.mark.nightly
def test_moves_of_a_misere_position_are_listed_no_longer_than_the_limit() -> None:
    start = process_time()
    found = solve("staircase: 0 90000 90001 3 90003", misere=True, limits=Limits(seconds=0.05))
    assert spent(start) < 1
    assert (found.outcome, found.status) in {(Outcome.P, "proved"), (Outcome.N, "limit")}


@pytest.mark.parametrize("text", ["nimble: 906882595 411152833 999654480", "nimble: 7 4 9", "nim: 10000000000 3"])
def test_moves_of_heaps_of_any_size_are_typed_numbered_and_found_again(text: str) -> None:
    match = Match(read_game(text))
    assert "is not a move" not in hint(match, 2)
    best = match.find(hint(match, 2).partition(": ")[2].removesuffix("."))
    assert best.move.label in hint(match, 2)
    assert nth_move(match.game, number_of(match.game, best)) == best
    again = Match(match.game)
    replay(again, [number_of(match.game, best)])
    assert again.outcome() is Outcome.P


def test_moves_of_a_board_that_are_too_many_to_list_are_not_numbered() -> None:
    game = read_game(f"moebius: {' '.join(map(str, range(30, 60)))}")
    move = PartMove(0, next(iter(game.part(0)[0].moves(game.part(0)[1]))))
    with pytest.raises(LimitReached):
        number_of(game, move)


@pytest.mark.nightly
def test_moves_under_a_condition_are_counted_once_for_every_heap() -> None:
    game = read_game("take k where is_square(k) and is_power(k, 5): 74218")
    assert game.count_moves() == 4
    start = process_time()
    assert {game.count_moves() for _ in range(100)} == {4}
    assert spent(start) < 0.5


def test_a_hint_names_few_of_very_many_winning_moves() -> None:
    match = Match(read_game("4.0: 5939290 9296260"), misere=True, limits=Limits(seconds=20))
    assert len(match.judge.solution(match.game).winning_moves) > 100_000
    start = process_time()
    told = [hint(match, step) for step in (1, 2, 3)]
    assert told[0] == "You are winning: a winning move is in heap 1."
    assert told[1].startswith("For example: split")
    assert told[2].endswith(" 5939289 9296260, and whoever must move there loses.")
    assert spent(start) < 4


def test_a_certificate_of_positions_with_many_moves_is_given_up_at_the_limit() -> None:
    start = process_time()
    with pytest.raises(LimitReached):
        certify(read_game("take any or take 4..7: 18597"), misere=True, budget=Budget(Limits(seconds=0.05)))
    assert spent(start) < 1.5


@pytest.mark.parametrize(
    ("text", "outcome", "wins"),
    [
        ("top-entails: 0! + graph: a>b a>c b>a @ a", "P", []),
        ("top-entails: 3 + graph: a>b a>c b>a @ b", "N", ["top"]),
        ("top-entails: 2 + graph: a>b b>a @ b", "D", []),
    ],
)
def test_sums_of_entailing_and_endless_play_are_searched_as_a_whole(text: str, outcome: str, wins: list[str]) -> None:
    found = solve(text)
    assert (str(found.outcome), found.status) == (outcome, "proved")
    assert [move.move for move in found.winning_moves] == wins
    assert "searched backwards from the terminal" in found.explain(moves=True)


@pytest.mark.nightly
def test_a_hint_obeys_its_limit_while_the_moves_are_counted() -> None:
    rule = "take {2, 9} or take k where (n - k) % 4 == 3 or k % 4 == 3 and k < n or take all-but {2, 4}"
    match = Match(read_game(f"{rule}: 888942 891185 899997"), misere=True, limits=Limits(seconds=0.05))
    start = process_time()
    assert "too large" in hint(match, 1)
    assert spent(start) < 2


def slow_options(n: int) -> Iterator[int]:
    """Make one option after the other, each in two hundredths of a second."""
    for k in range(n):
        sleep(0.02)
        yield k


SLOW = FunctionRuleset(slow_options, "slow")


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(lambda budget: grundy_value(SLOW, 1500, budget), id="definition"),
        pytest.param(lambda budget: ProofNumbersSolver(SLOW, None, budget).has_value([1500], 0), id="proof numbers"),
        pytest.param(lambda budget: probe(SLOW, 1500, budget), id="probe"),
        pytest.param(
            lambda budget: WholeSolver([SLOW], misere=True, budget=budget).solve([(0, 1500)]), id="whole sums"
        ),
        pytest.param(lambda budget: Forms(budget).of(SLOW, [1500]), id="misere forms"),
        pytest.param(
            lambda budget: certify(Game.of(SLOW, 1500), budget=budget, answer=solve("nim: 1")), id="certificate"
        ),
    ],
)
def test_a_search_obeys_its_own_meter_while_one_position_is_listed(asked: Callable[[Budget], object]) -> None:
    start = monotonic()
    with pytest.raises(LimitReached, match=r"the 0\.2-second limit"):
        asked(Budget(Limits(seconds=0.2)))
    assert monotonic() - start < 20


def test_a_theorem_of_misere_play_that_a_limit_stops_leaves_a_limit() -> None:
    class Stopped(FunctionRuleset, Knowledge[int]):
        def known_misere(self, parts: Sum[int]) -> Outcome | None:
            raise LimitReached("stopped", kind="time")

    found = solve(Game.of(Stopped(lambda n: [n - 1] if n else [], "stopped"), 3, 3), misere=True)
    assert (found.outcome, found.status, found.reason) == (None, "limit", "stopped")


@pytest.mark.nightly
@pytest.mark.parametrize(("method", "outcome"), [("definition", None), ("proof-numbers", Outcome.N)])
def test_a_loser_with_thousands_of_moves_chooses_one_within_the_limit(method: str, outcome: Outcome | None) -> None:
    start = process_time()
    solution = solve("lasker: 32 2762 2303", method=method, limits=Limits(seconds=0.5))
    assert solution.outcome is outcome  # the definition uses no theorem, so that the limit ends it
    assert spent(start) < 2  # 10 s, as every move counted the moves after it and heard no limit


@pytest.mark.parametrize("level", [0, 50, "perfect"])
@pytest.mark.parametrize("seed", range(3))
def test_a_computer_whose_time_is_over_says_so_soon(level: int | str, seed: int) -> None:
    match = Match(read_game("lasker: 60657"), limits=Limits(seconds=0.02))
    start = process_time()
    with suppress(LimitReached):  # after 1.8 s
        match.play(Opponent(level, seed).choose(match).move)
    assert spent(start) < 1.2


@pytest.mark.nightly
def test_a_perfect_computer_wins_a_heap_of_many_moves_that_a_theorem_knows() -> None:
    match = Match(read_game("lasker: 60656"), limits=Limits(seconds=6))
    assert Opponent("perfect", 1).choose(match).reason == "win"


@pytest.mark.parametrize("misere", [False, True])
def test_under_a_limit_shorter_than_compiling_no_rule_is_compiled(
    misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Compiled(Exception):
        """A rule is compiled."""

    def refuse(*_: object, **__: object) -> None:
        raise Compiled

    for name in ("deep.DeepSearch", "deep.DeepMisere"):
        monkeypatch.setattr(f"grundy.search.{name}.__init__", refuse)
    board = "arc-kayles: grid(5x7)"
    found = solve(board, misere=misere, limits=Limits(seconds=0.2))
    assert (found.status, found.outcome) == ("limit", None)
    with pytest.raises(Compiled):
        solve(board, misere=misere, limits=Limits(seconds=5))


@pytest.mark.nightly
def test_a_heap_of_ten_million_with_few_moves_is_explained_within_the_limit() -> None:
    match = Match(read_game("take k where n % k == 0 and k < n: 9999999"), misere=False, limits=Limits(seconds=0.3))
    start = process_time()
    assert "not known" in str(match.why())
    assert spent(start) < 1.5
