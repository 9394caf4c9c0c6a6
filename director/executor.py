"""Runs a plan: each step as soon as its inputs are ready; a failure skips only the steps that depend on it."""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import logging
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec import Struct

from director.defaults import MAX_PARALLEL, STEP_TIMEOUT_S, TOTAL_TIMEOUT_S
from director.references import NotTold, find_references, in_order, parse_reference, substitute
from director.rows import evaluate
from toolgate.contract import (
    ANONYMOUS,
    AgentContext,
    Call,
    ErrorType,
    JsonObject,
    Plan,
    RunCall,
    Step,
    StepResult,
    qualified,
)
from toolgate.envelope import error_envelope
from toolgate.moments import utc_now
from toolgate.waiting import abandon, let_go

log = logging.getLogger(__name__)

Status = Literal["ok", "failed", "skipped"]
Answer = tuple[Status, JsonObject]

NO_TIMEOUTS: Mapping[str, float] = MappingProxyType({})


async def run_plan(
    plan: Plan | JsonObject,
    call: RunCall,
    *,
    parallel: Collection[str] = (),
    max_parallel: int = MAX_PARALLEL,
    step_timeout_s: float = STEP_TIMEOUT_S,
    total_timeout_s: float = TOTAL_TIMEOUT_S,
    timeouts_s: Mapping[str, float] = NO_TIMEOUTS,
    agent: AgentContext = ANONYMOUS,
    clock: Callable[[], datetime] = utc_now,
) -> list[StepResult]:
    """One result per step, in the plan's order, whatever the calls do.

    Steps run in order, each after what it refers to. Those whose tool is in `parallel`, as `name` or `server:name`, run
    beside each other, at most `max_parallel` at once; any other runs alone. A step whose tool is in `timeouts_s`, by
    the same names, has that time in the place of `step_timeout_s`. A step that fails or takes too long costs only
    the steps that refer to it, which are skipped. ValueError when a plan given as JSON is not one; a cancellation is
    passed on.
    """
    written = plan.get("plan") if isinstance(plan, dict) else None
    steps = plan.steps if isinstance(plan, Plan) else msgspec.convert(written, tuple[Step, ...])
    settings = RunOptions(call, frozenset(parallel), max(max_parallel, 1), step_timeout_s, timeouts_s, agent, clock)
    return await PlanRun(steps, settings).within(total_timeout_s)


def own_timeout(step: Step, timeouts_s: Mapping[str, float]) -> float | None:
    """The time that a step's tool has been given; None where that is what every step has."""
    return timeouts_s.get(qualified(step.server, step.name), timeouts_s.get(step.name))


class RunOptions(Struct, frozen=True):
    """How the steps of a plan are run."""

    call: RunCall
    parallel: frozenset[str]
    max_parallel: int
    step_timeout_s: float
    timeouts_s: Mapping[str, float]
    agent: AgentContext
    clock: Callable[[], datetime]


class RunningStep(Struct, frozen=True):
    """A call under way; times are the event loop's."""

    task: asyncio.Task[None]
    arguments: JsonObject
    at: float
    deadline: float


class PlanRun:
    """One run of one plan. A step is known by its index; a repeated id means the first step that has it."""

    def __init__(self, steps: Sequence[Step], settings: RunOptions) -> None:
        self.steps = steps
        self.settings = settings
        self.loop = asyncio.get_running_loop()
        self.now = self.loop.time
        self.context = contextvars.copy_context()
        self.deadline = 0.0
        self.index_of = {step.id: index for index, step in reversed(list(enumerate(steps)))}
        self.needs = {index: self.needed_by(step) for index, step in enumerate(steps)}
        self.order = in_order(self.needs)
        self.pending = dict.fromkeys(self.order)
        self.rank = {index: rank for rank, index in enumerate(self.order)}
        self.needed_for: dict[int, list[int]] = {index: [] for index in self.needs}
        for index, needed in self.needs.items():
            for other in needed:
                self.needed_for[other].append(index)
        self.unmet = {index: len(needed) for index, needed in self.needs.items()}
        self.stages = self.in_stages()
        self.stage: set[int] = set()
        """Steps of the present stage that have not started."""
        self.ready: list[int] = []
        """A heap of the ranks of the steps whose inputs are all ready."""
        self.running: dict[int, RunningStep] = {}
        self.late: list[asyncio.Task[None]] = []
        self.turn = asyncio.Event()
        """Set when no call is running any more, or when one was cancelled or has timed out."""
        self.results: dict[int, StepResult] = {}
        self.causes: dict[int, str] = {}

    def needed_by(self, step: Step) -> set[int]:
        """The indexes of the steps that a step refers to. A reference to no step fails when the step's turn comes."""
        needed = set()
        for _, written in find_references(step.arguments):
            try:
                references = parse_reference(written).references
            except ValueError:
                continue
            needed |= {self.index_of[one.step] for one in references if one.step in self.index_of}
        return needed

    async def within(self, total_timeout_s: float) -> list[StepResult]:
        """Runs the steps until all are done or the time is up."""
        self.deadline = self.now() + total_timeout_s
        for index in self.needs.keys() - set(self.pending):
            self.fail(index, "skipped", "validation_error", "not run: the step depends on its own output")
        try:
            while self.running or (self.pending and self.now() < self.deadline):
                self.start_ready()
                if self.running:
                    await self.look_after()
        finally:
            await self.let_go()
        for index in self.pending:
            self.fail(index, "skipped", "timeout", "not run: the plan's time was up")
        return [self.results[index] for index in range(len(self.steps))]

    def start_ready(self) -> None:
        """Starts what may start now: of the present stage, and of the next once this one has ended."""
        while self.pending and self.now() < self.deadline:
            if not self.stage:
                if self.running:
                    return
                self.stage = set(self.stages.popleft())
                self.ready = sorted(self.rank[index] for index in self.stage if not self.unmet[index])
            if not self.ready or len(self.running) >= self.settings.max_parallel:
                return
            index = self.order[heapq.heappop(self.ready)]
            self.stage.remove(index)
            del self.pending[index]
            self.start(index)

    def in_stages(self) -> deque[list[int]]:
        """The steps in order: neighbours that may run beside each other are one stage, any other step is its own."""
        stages: deque[list[int]] = deque()
        joins = False
        for index in self.order:
            step, parallel = self.steps[index], self.settings.parallel
            beside = step.name in parallel or qualified(step.server, step.name) in parallel
            if beside and joins:
                stages[-1].append(index)
            else:
                stages.append([index])
            joins = beside
        return stages

    def start(self, index: int) -> None:
        """Starts a step with its references resolved, or records why it cannot start."""
        step = self.steps[index]
        needs = self.needs[index]
        failed = next((other for other in sorted(needs) if self.results[other].status != "ok"), None) if needs else None
        if failed is not None:
            cause = self.causes[index] = self.causes.get(failed, self.steps[failed].id)
            self.fail(index, "skipped", "tool_failed", f"not run: step {cause} gave no result", step=cause)
            return
        try:
            arguments = substitute(step.arguments, self.look_up)
        except LookupError as error:
            self.fail(index, "failed", "validation_error", str(error.args[0]), path=error.args[-1])
            return
        except NotTold as error:
            self.fail(index, "skipped", "tool_failed", f"not run: {error}")
            return
        except RecursionError:
            self.fail(index, "failed", "validation_error", "an argument is nested too deep")
            return
        task = self.loop.create_task(self.perform(index, arguments), context=self.context.copy())
        now, options = self.now(), self.settings
        own = own_timeout(step, options.timeouts_s) if options.timeouts_s else None
        seconds = own or options.step_timeout_s
        self.running[index] = RunningStep(task, arguments, now, min(now + seconds, self.deadline))

    def look_up(self, written: JsonObject) -> Any:
        """What a reference stands for. LookupError of a message and the reference, or NotTold, where it is nothing."""
        try:
            value = evaluate(reference := parse_reference(written), self.envelope_of)
        except (ValueError, LookupError) as error:
            raise LookupError(str(error.args[0]), str(next(iter(written.values())))) from None
        if value is None:
            raise NotTold(f"step {reference.references[0].step} does not tell {reference.references[0].path}")
        return value

    def envelope_of(self, step: str) -> JsonObject:
        """The output of a step that has run. LookupError when there is no such step."""
        if step not in self.index_of:
            raise LookupError(f"there is no step {step!r}")
        return self.results[self.index_of[step]].envelope

    async def perform(self, index: int, arguments: JsonObject) -> None:
        """One call, and then the start of what has waited for it.

        What the call raises, but for a cancellation, becomes an error envelope; the trace goes to the log.
        """
        step = self.steps[index]
        call = Call(step.name, arguments, self.settings.agent, step.server, step.id)
        answer: Answer
        try:
            outcome = await self.settings.call(call)
            if not isinstance(outcome.envelope, dict):
                raise TypeError("the envelope of an outcome isn't an object")
            answer = ("ok" if outcome.ok else "failed"), outcome.envelope
        except Exception:
            log.exception("step %s: the call of %s raised", step.id, step.name)
            answer = "failed", self.error("tool_failed", "the tool failed")
        except BaseException:
            self.turn.set()
            raise
        if index in self.running:  # else it was given up, and has its result
            self.settle(index, answer)
            self.start_ready()
            if not self.running:
                self.turn.set()

    async def look_after(self) -> None:
        """Waits until no call is running, one was cancelled, or a step's time is up; the last two fail their step."""
        nearest = min(started.deadline for started in self.running.values())
        timer = self.loop.call_at(nearest, self.turn.set)
        try:
            await self.turn.wait()
        finally:
            timer.cancel()
        self.turn.clear()
        now = self.now()
        for index, started in list(self.running.items()):
            if started.task.cancelled():
                self.settle(index, ("failed", self.error("tool_failed", "the call gave up")))
            elif started.task.done():
                started.task.result()  # raises what is no Exception, as SystemExit
            elif now >= started.deadline:
                abandon(started.task)
                self.late.append(started.task)
                self.settle(index, ("failed", self.error("timeout", "no answer in time")))

    def settle(self, index: int, answer: Answer) -> None:
        """Records the answer of a call, which is then no longer running."""
        started = self.running.pop(index)
        self.record(index, answer, started.arguments, (self.now() - started.at) * 1000)

    def fail(self, index: int, status: Status, error_type: ErrorType, message: str, **details: Any) -> None:
        """Records a step that was never called."""
        self.record(index, (status, self.error(error_type, message, **details)), self.steps[index].arguments, 0.0)

    def record(self, index: int, answer: Answer, arguments: JsonObject, duration_ms: float) -> None:
        """Records the one result of a step."""
        step, (status, envelope) = self.steps[index], answer
        self.results[index] = StepResult(step.id, step.name, arguments, status, round(duration_ms, 3), envelope)
        for other in self.needed_for[index]:
            self.unmet[other] -= 1
            if not self.unmet[other] and other in self.stage:
                heapq.heappush(self.ready, self.rank[other])

    def error(self, error_type: ErrorType, message: str, **details: Any) -> JsonObject:
        """The envelope of an error that the executor itself found."""
        return error_envelope(error_type, message, now=self.settings.clock(), details=details)

    async def let_go(self) -> None:
        """Cancels what still runs. A call that does not end within the grace period is left behind."""
        tasks = [*(started.task for started in self.running.values()), *self.late]
        self.running.clear()
        await let_go(tasks)
