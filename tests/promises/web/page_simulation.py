"""The page's server with nothing real but its code: time, processors, children and visitors are simulated.

A seed decides how slow the processor is, what visitors ask and when they leave, which children are killed and how many
questions may wait. The dispatcher, the queues, the pool and the questions are those of the server. A child computes at
once, and its answer arrives after as many virtual seconds as its work is worth: positions counted by the budgets, times
the cost of one. So a seed gives the same run on every machine, and seconds cost nothing.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.base_events import BaseEventLoop
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from functools import cache
from random import Random
from typing import Any, NamedTuple

from tests.soaking import Harness

from grundy.core import Game, GrundyError, limits
from grundy.core.limits import Budget
from grundy.notation import read_game
from grundy_web.children import pool
from grundy_web.children.child import MATCH, prepare
from grundy_web.guard.disconnect_watch import GONE, ClientGone
from grundy_web.guard.refusals import Refused
from grundy_web.questions import match_questions
from grundy_web.questions.answering import Asked, Reply, answered
from grundy_web.service.dispatcher import Dispatcher
from grundy_web.service.job_store import JobStore
from grundy_web.service.lanes import Busy, Lane
from grundy_web.settings import Crowd, Settings

SIZE = 50
"""Seeds of a task."""
CLOCKS = ("monotonic", "process_time", "perf_counter", "thread_time")
LOOK = 0.02
"""What a look at a clock costs, in positions: a loop that waits for the clock ends."""
COMPILED = 0.01
"""What a position costs that compiled code passes over, in others."""
CALM = 1e-7
"""Seconds a position costs where nobody hurries."""
SPEEDS = ((CALM, 1), (1e-4, 1), (1e-3, 1), (3e-3, 1), (1e-2, 1), (3e-2, 1), (0.1, 1), (1e-3, 4), (1e-3, 16), (1e-2, 16))
"""Seconds of processor a position costs, and how many times longer they take beside other processes."""
SLACK = 1.1, 0.5
"""A question ends by itself at the latest after so many times its seconds, and so many seconds more."""
WAYS = frozenset(
    {"seconds", "method", "explanation", "line", "visited", "lower", "reason", "grounds", "theorem", "took_ms"}
)
"""Names of what says how an answer was found: under another load another method may be quicker."""
FACTS = frozenset({"outcome", "value", "winning", "remoteness"})
UNKNOWN: tuple[Any, ...] = (None, "", "unknown", "limit", [])
LONGEST = 400.0
"""Seconds after which everything has ended."""
FORK = 0.005
"""Seconds until a new child can be asked."""
BOARDS = (
    "chomp: 3x4",
    "chomp: 3x5",
    "cram: 3x3",
    "cram: 3x3 + chomp: 3x4",
    "sprouts: 2",
    "sprouts: 3",
    "node-kayles: a-b b-c c-d d-a d-e",
    "arc-kayles: a-b b-c c-d d-a d-e",
    "kayles: 9 8",
    "chomp: 2x3 + nim: 3",
    "nim: 3 5 7",
)
BAD = ("wrong", "losing", "stored", "moved", "overrun", "internal", "raised", "stuck", "leaked")
"""What must not come out:

    wrong     an answer is called proved and is not the one that is given without haste
    losing    the computer throws a win away and the answer is called proved
    stored    such an answer is remembered
    moved     haste makes the computer choose another move
    overrun   a question goes on after its time
    internal  a mistake of ours
    raised    an error that is none of ours
    stuck     somebody waits for ever
    leaked    a seat or a child is not given back
"""


class Question(NamedTuple):
    name: str
    data: str

    @classmethod
    def of(cls, name: str, **data: Any) -> Question:
        return cls(name, json.dumps(data, sort_keys=True, separators=(",", ":")))


@cache
def questions_of(board: str) -> list[Question]:
    match = MATCH | {"g": board, "m": "", "v": False, "hint": 0, "why": "", "go": False, "sel": [""]}
    return [
        Question.of("api.play", game=board, play="normal", err=0, seed=1, ply=0),
        Question.of("api.moves", game=board, play="normal"),
        Question.of("api.solve", game=board, play="normal", want=["remoteness"]),
        Question.of("match", **match),
        Question.of("match", **match | {"m": "0"}),
        Question.of("match", **match | {"you": "2", "go": True, "v": True, "hint": 2}),
    ]


# What a child computes.


class Work:
    """The work of the process at hand: its virtual seconds."""

    running: Work | None = None

    def __init__(self, cost: float, stretch: float) -> None:
        self.cost, self.stretch, self.seconds = cost, stretch, 0.0

    def look(self) -> float:
        self.seconds += LOOK * self.cost
        return self.seconds


class Computed(NamedTuple):
    reply: Reply
    told: tuple[tuple[float, Reply], ...]
    seconds: float


Key = tuple[str, str, float, int, int, bool]
"""The fields of what a child is asked, its data as text."""


@cache
def computed(asked: Key, speed: tuple[float, float], before: tuple[Key, ...]) -> Computed:
    """Answer a question as a child does that has answered those `before`."""
    match_questions.JUDGES.clear()
    for earlier in before:
        answer_key(earlier, speed)
    return answer_key(asked, speed)


def answer_key(key: Key, speed: tuple[float, float]) -> Computed:
    told = list[tuple[float, Reply]]()
    Work.running = work = Work(*speed)
    try:
        asked = Asked(key[0], json.loads(key[1]), *key[2:])
        found = answered(asked, begun=lambda known: told.append((work.seconds, known)))
    finally:
        Work.running = None
    return Computed(found, tuple(told), work.seconds)


# Time.


class VirtualLoop(BaseEventLoop):
    """An event loop whose clock jumps to the next thing that is due."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self._selector = self

    def time(self) -> float:
        return self.now

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Stuck
        self.now += max(timeout, 0.0)
        return []

    def run_in_executor(self, _: Any, function: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        done = self.create_future()
        done.set_result(function(*args))
        return done

    def _process_events(self, events: Any) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


class Stuck(Exception):
    """Nothing is due any more, but somebody waits."""


# Children.


class SimulatedChild:
    """A process that answers after the virtual seconds of its work, unless it is killed before."""

    world: Any

    def __init__(self, _: object) -> None:
        if self.world.happens(0.01):
            raise OSError("no process can be started")
        self.low, self.game = False, ""
        self.so_far: Reply | None = None
        self.process, self.link = self, self
        self.code: int | None = None
        self._asked: Future[Any] | None = None
        self._before: tuple[Key, ...] = ()
        self._due: list[asyncio.TimerHandle] = []
        self._ready = self.world.loop.time() + FORK
        if self.world.happens(0.01):  # killed while nobody asks it anything
            self.world.loop.call_later(self.world.rng.uniform(0, 5), self.kill)

    def is_alive(self) -> bool:
        return self.code is None

    def ask(self, asked: Asked, shared: tuple[int, ...], report: Callable[[int], None] | None) -> Reply:
        raise NotImplementedError

    def begin(self, answer: Future[Any], asked: Asked) -> None:
        world, loop = self.world, self.world.loop
        self.low, self.game, self.so_far = self.low or asked.low, pool.asked_game(asked.data), None
        if not self.is_alive():
            answer.set_exception(BrokenPipeError())
            return
        key: Key = (asked.question, json.dumps(asked.data, sort_keys=True, separators=(",", ":")), *asked[2:])
        before = tuple(one for one in self._before if self.game and f'"{self.game}"' in one[1])
        cost, stretch = world.speed(low=self.low)
        found = computed(key, (cost, stretch), before)
        spent, self._before = bool(found.reply.spent or before), (key,)
        if found.seconds > SLACK[0] * asked.seconds + SLACK[1]:
            world.tell("overrun", f"{asked.question} {key[1]} took {found.seconds:.1f} s of {asked.seconds} s")
        self._asked, begin = answer, max(0.0, self._ready - loop.time())
        for seconds, known in found.told:
            self._due.append(loop.call_later(begin + seconds * stretch, self._tell, known))
        end = min(found.seconds, int(asked.seconds) + 1.0)  # the system stops what takes longer
        if end < found.seconds:
            self._due.append(loop.call_later(begin + end * stretch, self._end, pool.LATE))
        else:
            self._due.append(loop.call_later(begin + end * stretch, self._done, found.reply._replace(spent=spent)))
        if world.happens(world.kills):
            self._due.append(loop.call_later(world.rng.uniform(0, begin + end * stretch), self._end, pool.KILLED))

    def kill(self) -> None:
        self._end(pool.KILLED)

    def end(self, _: float = 0.0) -> int | None:
        self.kill()
        return self.code

    def _tell(self, known: Reply) -> None:
        self.so_far = known._replace(late=True)

    def _done(self, reply: Reply) -> None:
        answer, self._asked = self._asked, None
        self._forget()
        assert answer is not None
        answer.set_result(reply)

    def _end(self, code: int) -> None:
        if self.code is None:
            self.code = code
            self._forget()
            answer, self._asked = self._asked, None
            if answer is not None:
                answer.set_exception(EOFError())

    def _forget(self) -> None:
        for timer in self._due:
            timer.cancel()
        self._due.clear()


class Threads:
    """A pool of threads: what is submitted is done now, but for questions, which take their time."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self._shut = False

    def submit(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        found: Future[Any] = Future()
        found.set_running_or_notify_cancel()
        owner = getattr(function, "__self__", None)
        if isinstance(owner, SimulatedChild):
            owner.begin(found, args[0])
            return found
        try:
            found.set_result(function(*args))
        except Exception as error:  # noqa: BLE001  # a future carries every error
            found.set_exception(error)
        return found

    def shutdown(self, *_: Any, **__: Any) -> None:
        pass


# The run of a seed.


@dataclass
class World:
    seed: int
    boards: Sequence[str] = BOARDS
    loop: VirtualLoop = field(default_factory=VirtualLoop)
    found: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        self.cost, self.stretch = self.rng.choice(SPEEDS)
        self.kills = self.rng.choice([0.0, 0.0, 0.05, 0.3])
        self.narrow = self.rng.random() < 0.3

    def happens(self, chance: float) -> bool:
        return self.rng.random() < chance

    def speed(self, *, low: bool) -> tuple[float, float]:
        """Return what a position costs, and how many times longer that takes; beside others low priority waits."""
        return self.cost, self.stretch * (4 if low and self.stretch > 1 else 1)

    def tell(self, verdict: str, about: str = "") -> None:
        self.found[verdict] += 1
        if verdict in BAD:
            self.faults.append(f"{verdict}: {about}")

    async def run(self) -> None:
        queues = [one.name for one in fields(Crowd) if one.name.endswith("_queue")]
        dispatcher = Dispatcher(Settings(crowd=Crowd(**dict.fromkeys(queues, 1) if self.narrow else {})))
        jobs = JobStore(dispatcher)
        dispatcher.start()
        try:
            asked = [question for board in self.rng.sample(self.boards, 2) for question in questions_of(board)]
            visits = [self._visit(dispatcher, jobs, self.rng.choice(asked)) for _ in range(self.rng.randrange(4, 16))]
            await asyncio.gather(*visits)
            await asyncio.sleep(LONGEST)
            await self._look_at(dispatcher, jobs)
        finally:
            jobs.stop()
            dispatcher.stop()

    async def _visit(self, dispatcher: Dispatcher, jobs: JobStore, question: Question) -> None:
        rng = self.rng
        comes, patience, leaves = rng.uniform(0, 3), rng.uniform(0, 6), rng.random()
        seconds = rng.choice([None, None, 0.1, 0.5])
        as_job = question.name.startswith("api.") and rng.random() < 0.2
        await asyncio.sleep(comes)
        if leaves < 0.1:
            GONE.set(lambda: asyncio.sleep(patience))
        asking = asyncio.ensure_future((self._job if as_job else self._ask)(dispatcher, jobs, question, seconds))
        if 0.1 <= leaves < 0.2:
            self.loop.call_later(patience, asking.cancel)
        try:
            self.judge(question, await asking)
        except (Busy, Refused):
            self.tell("refused")
        except (ClientGone, asyncio.CancelledError):
            self.tell("left")
        except GrundyError as error:
            self.tell("limit" if error.code == "limit" else "internal", repr(error))
        except Exception as error:  # noqa: BLE001  # it is counted
            self.tell("raised", repr(error))

    async def _ask(
        self, dispatcher: Dispatcher, _: JobStore, question: Question, seconds: float | None
    ) -> dict[str, Any]:
        return (await dispatcher.ask(question.name, json.loads(question.data), seconds)).answer

    async def _job(self, _: Dispatcher, jobs: JobStore, question: Question, seconds: float | None) -> dict[str, Any]:
        job = jobs.begin(question.name.removeprefix("api."), json.loads(question.data), seconds or 30.0)
        try:
            while job.ended is None:  # noqa: ASYNC110  # as a visitor does
                await asyncio.sleep(1.0)
        except asyncio.CancelledError:
            jobs.end(job.id)
            raise
        assert job.reply is not None
        if job.reply.answer.get("error", {}).get("code") == Busy.code:
            raise Busy(1)
        return job.reply.answer

    def judge(self, question: Question, answer: dict[str, Any], *, remembered: bool = False) -> None:
        about, calm, error = f"{question.name} {question.data}", calm_answer(question), answer.get("error")
        if error is not None:
            self.tell("limit" if error["code"] == "limit" else "internal", f"{about} {error['message']}")
            return
        proved = answer["status"] == "proved"
        if proved and loses(question, answer):
            self.tell("losing", f"{about} chose {chosen(question, answer)} {answer.get('reason', '')}")
        elif chosen(question, answer) not in (None, chosen(question, calm)):
            self.tell("moved", f"{about} chose {chosen(question, answer)}, calmly {chosen(question, calm)}")
        found = [*contradictions(answer, calm, whole=remembered, names=None if proved else FACTS)]
        if proved and answer.get("moves_status") != "limit" and answer.get("outcome") != calm.get("outcome"):
            found.append("proved without an outcome")
        verdict = "proved" if proved else "cut"
        self.tell(("stored" if remembered else "wrong") if found else verdict, f"{about} {'; '.join(found)}")

    async def _look_at(self, dispatcher: Dispatcher, jobs: JobStore) -> None:
        for board in self.boards:
            for question in questions_of(board):
                if dispatcher.answers.get((question.name, question.data)) is not None:
                    self.judge(question, await self._ask(dispatcher, jobs, question, None), remembered=True)
        lanes = [lane for lane in (*vars(dispatcher).values(), jobs.lane) if isinstance(lane, Lane)]
        free = [(lane._slots._value, lane.seats, lane.waiting) for lane in lanes]
        if any(slots != seats or waiting for slots, seats, waiting in free) or dispatcher.children.working:
            self.tell("leaked", f"{free}")


@cache
def calm_answer(question: Question) -> dict[str, Any]:
    return computed((question.name, question.data, 60.0, 1 << 30, 0, False), (CALM, 1), ()).reply.answer


def chosen(question: Question, answer: dict[str, Any]) -> object:
    if question.name == "match":
        return None if answer["m"] == json.loads(question.data)["m"] else answer["m"]
    return answer.get("choice")


def contradictions(found: Any, calm: Any, *, whole: bool, names: frozenset[str] | None, at: str = "") -> Iterator[str]:
    """Yield what is otherwise without haste; in a `whole` answer nothing may be unknown that is known then.

    Only the facts that have one of some `names` are compared, None: all but how an answer was found.
    """
    if found == calm:
        return
    if isinstance(found, dict) and isinstance(calm, dict):
        for name in (found | calm).keys() - WAYS:
            yield from contradictions(found.get(name), calm.get(name), whole=whole, names=names, at=f"{at}.{name}")
    elif isinstance(found, list) and isinstance(calm, list) and len(found) == len(calm):
        for i, (one, other) in enumerate(zip(found, calm, strict=True)):
            yield from contradictions(one, other, whole=whole, names=names, at=f"{at}.{i}")
    elif (names is None or at.rpartition(".")[2] in names) and (whole or found not in UNKNOWN):
        yield f"{at} is {str(found)[:60]}, calmly {str(calm)[:60]}"


def loses(question: Question, answer: dict[str, Any]) -> bool:
    """Return whether the computer moves from a win to a loss: by the definition, on the board that it leaves."""
    data = json.loads(question.data)
    if question.name == "api.play":
        return wins(read_game(data["game"])) and wins(read_game(answer["game"]))
    if question.name != "match" or data["you"] != "2" or not answer["m"]:
        return False
    return wins(read_game(data["g"])) and wins(read_game(answer["game"]))


@cache
def wins(game: Game) -> bool:
    options = (
        game.after(part, move.leaves) for part, (rule, place) in enumerate(game.parts) for move in rule.moves(place)
    )
    return not all(wins(option) for option in options)


@contextmanager
def simulated() -> Iterator[None]:
    """Put the simulated clocks, threads and children in the place of the real ones."""
    _warm()
    clocks = {name: getattr(__import__("time"), name) for name in CLOCKS}
    real: list[tuple[Any, str, Any]] = [
        (module, name, clock)
        for label, module in list(sys.modules.items())
        if label.startswith("grundy.") and module is not None
        for name, clock in clocks.items()
        if vars(module).get(name) is clock
    ]
    real += [(pool, name, getattr(pool, name)) for name in ("PageChild", "ThreadPoolExecutor")]
    if clock := getattr(limits, "_Clock", None):
        real.append((clock, "now", staticmethod(clock.now)))
        clock.now = staticmethod(_processor)  # as `live` has it
    real += [(Budget, name, getattr(Budget, name)) for name in ("charge", "charge_unstored")]
    try:
        for place, name, _ in real:
            if name in CLOCKS:
                setattr(place, name, _processor if name in ("process_time", "thread_time") else _wall)
        pool.PageChild, pool.ThreadPoolExecutor = SimulatedChild, Threads  # type: ignore[misc,assignment,attr-defined]
        Budget.charge, Budget.charge_unstored = _counted(Budget.charge, 1.0), _counted(Budget.charge_unstored, COMPILED)  # type: ignore[method-assign]
        yield
    finally:
        for place, name, before in real:
            setattr(place, name, before)


@cache
def _warm() -> None:
    """Import and keep what the first question of a process needs, as the fork server does."""
    prepare()


def _wall() -> float:
    now: float = SimulatedChild.world.loop.time()
    return now if (work := Work.running) is None else now + work.look() * work.stretch


def _processor() -> float:
    return 0.0 if (work := Work.running) is None else work.look()


def _counted(real: Callable[..., None], part: float) -> Callable[..., None]:
    def count(self: Budget, positions: int = 1, *args: Any, **named: Any) -> None:
        if Work.running is not None:
            Work.running.seconds += positions * part * Work.running.cost
        real(self, positions, *args, **named)

    return count


def simulate(seed: int, boards: Sequence[str] = BOARDS) -> World:
    world = World(seed, boards)
    SimulatedChild.world = world
    asyncio.set_event_loop(world.loop)
    try:
        world.loop.run_until_complete(world.run())
    except Stuck:
        world.tell("stuck")
    finally:
        for task in asyncio.all_tasks(world.loop):
            task.cancel()
        with suppress(Stuck, asyncio.CancelledError):
            world.loop.run_until_complete(asyncio.sleep(0))
        asyncio.set_event_loop(None)
        world.loop.close()
    return world


def task(seed: int) -> Counter[str]:
    """Simulate so many seeds; those with faults are told on standard error."""
    found = Counter(seeds=SIZE)
    with simulated():
        for one in range(SIZE * seed, SIZE * (seed + 1)):
            world = simulate(one)
            found += world.found
            sys.stderr.writelines(f"seed {one}: {fault}\n" for fault in world.faults)
    return found


HARNESS = Harness("seeds", SIZE, task, BAD)
