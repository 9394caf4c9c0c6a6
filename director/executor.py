"""Runs a plan: each step as soon as what it needs is there, each failure kept to those who need it."""

from __future__ import annotations

import asyncio
import contextvars
import heapq
import logging
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import msgspec

from director.references import find_references, in_order, parse_reference, substitute
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
from toolgate.envelope import error_envelope, utc_now
from toolgate.waiting import abandon, let_go

log = logging.getLogger(__name__)

Status = Literal["ok", "failed", "skipped"]
Answer = tuple[Status, JsonObject]


async def run_plan(
    plan: Plan | JsonObject,
    call: RunCall,
    *,
    parallel: Collection[str] = (),
    max_parallel: int = 16,
    step_timeout_s: float = 2.0,
    total_timeout_s: float = 5.0,
    agent: AgentContext = ANONYMOUS,
    clock: Callable[[], datetime] = utc_now,
) -> list[StepResult]:
    """One result per step, in the plan's order, whatever the calls do.

    Steps run in order, each after what it refers to. Those whose tool is in `parallel`, as `name` or `server:name`, run
    beside each other, at most `max_parallel` at once; any other runs alone. A step that fails or takes too long costs
    only the steps that refer to it, which are skipped. ValueError when a plan given as JSON is not one; a cancellation
    is passed on.
    """
    written = plan.get("plan") if isinstance(plan, dict) else None
    steps = plan.steps if isinstance(plan, Plan) else msgspec.convert(written, tuple[Step, ...])
    settings = RunOptions(call, frozenset(parallel), max(max_parallel, 1), step_timeout_s, agent, clock)
    return await Run(steps, settings).within(total_timeout_s)


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How the steps of a plan are run."""

    call: RunCall
    parallel: frozenset[str]
    max_parallel: int
    step_timeout_s: float
    agent: AgentContext
    clock: Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class RunningStep:
    """A call under way; times are the event loop's."""

    task: asyncio.Task[None]
    arguments: JsonObject
    at: float
    deadline: float


class Run:
    """One run of one plan. A step is known by its place; an id that is given twice means the first."""

    def __init__(self, steps: Sequence[Step], settings: RunOptions) -> None:
        self.steps = steps
        self.settings = settings
        self.loop = asyncio.get_running_loop()
        self.now = self.loop.time
        self.context = contextvars.copy_context()
        self.deadline = 0.0
        self.place_of = {step.id: place for place, step in reversed(list(enumerate(steps)))}
        self.needs = {place: self.needed_by(step) for place, step in enumerate(steps)}
        self.order = in_order(self.needs)
        self.pending = dict.fromkeys(self.order)
        self.rank = {place: rank for rank, place in enumerate(self.order)}
        self.needed_for: dict[int, list[int]] = {place: [] for place in self.needs}
        for place, needed in self.needs.items():
            for other in needed:
                self.needed_for[other].append(place)
        self.unmet = {place: len(needed) for place, needed in self.needs.items()}
        self.stages = self.in_stages()
        self.stage: set[int] = set()
        """Steps of the present stage that have not started."""
        self.ready: list[int] = []
        """A heap of the ranks of those that need nothing more."""
        self.running: dict[int, RunningStep] = {}
        self.late: list[asyncio.Task[None]] = []
        self.turn = asyncio.Event()
        """Set when no call is running any more, or when one of them has to be looked after."""
        self.results: dict[int, StepResult] = {}
        self.causes: dict[int, str] = {}

    def needed_by(self, step: Step) -> set[int]:
        """The places of the steps that a step refers to. A reference to nothing fails when the step's turn comes."""
        needed = set()
        for _, written in find_references(step.arguments):
            try:
                references = parse_reference(written).references
            except ValueError:
                continue
            needed |= {self.place_of[one.step] for one in references if one.step in self.place_of}
        return needed

    async def within(self, total_timeout_s: float) -> list[StepResult]:
        """Run everything, or as much as there is time for."""
        self.deadline = self.now() + total_timeout_s
        for place in self.needs.keys() - set(self.pending):
            self.fail(place, "skipped", "validation_error", "not run: the step waits for its own output")
        try:
            while self.running or (self.pending and self.now() < self.deadline):
                self.start_ready()
                if self.running:
                    await self.look_after()
        finally:
            await self.let_go()
        for place in self.pending:
            self.fail(place, "skipped", "timeout", "not run: the plan's time was up")
        return [self.results[place] for place in range(len(self.steps))]

    def start_ready(self) -> None:
        """Start what may start now: of the present stage, and of the next once this one has ended."""
        while self.pending and self.now() < self.deadline:
            if not self.stage:
                if self.running:
                    return
                self.stage = set(self.stages.popleft())
                self.ready = sorted(self.rank[place] for place in self.stage if not self.unmet[place])
            if not self.ready or len(self.running) >= self.settings.max_parallel:
                return
            place = self.order[heapq.heappop(self.ready)]
            self.stage.remove(place)
            del self.pending[place]
            self.start(place)

    def in_stages(self) -> deque[list[int]]:
        """The steps in order: neighbours that may run beside each other are one stage, any other step is its own."""
        stages: deque[list[int]] = deque()
        joins = False
        for place in self.order:
            step, parallel = self.steps[place], self.settings.parallel
            beside = step.name in parallel or qualified(step.server, step.name) in parallel
            if beside and joins:
                stages[-1].append(place)
            else:
                stages.append([place])
            joins = beside
        return stages

    def start(self, place: int) -> None:
        """Start a step with its references resolved, or record why it cannot start."""
        step = self.steps[place]
        failed = next((other for other in sorted(self.needs[place]) if self.results[other].status != "ok"), None)
        if failed is not None:
            cause = self.causes[place] = self.causes.get(failed, self.steps[failed].id)
            self.fail(place, "skipped", "tool_failed", f"not run: step {cause} gave no result", step=cause)
            return
        try:
            arguments = substitute(step.arguments, self.look_up)
        except LookupError as error:
            self.fail(place, "failed", "validation_error", str(error.args[0]), path=error.args[-1])
            return
        except RecursionError:
            self.fail(place, "failed", "validation_error", "an argument is nested too deep")
            return
        task = self.loop.create_task(self.perform(place, arguments), context=self.context.copy())
        now = self.now()
        self.running[place] = RunningStep(task, arguments, now, min(now + self.settings.step_timeout_s, self.deadline))

    def look_up(self, written: JsonObject) -> Any:
        """What a reference of the plan stands for. LookupError of a message and the reference when that is nothing."""
        try:
            return evaluate(parse_reference(written), self.envelope_of)
        except (ValueError, LookupError) as error:
            raise LookupError(str(error.args[0]), str(next(iter(written.values())))) from None

    def envelope_of(self, step: str) -> JsonObject:
        """The output of a step that has run. LookupError when there is no such step."""
        if step not in self.place_of:
            raise LookupError(f"no step is called {step!r}")
        return self.results[self.place_of[step]].envelope

    async def perform(self, place: int, arguments: JsonObject) -> None:
        """One call, and then the start of what has waited for it.

        What the call raises, but for a cancellation, becomes an error envelope; the trace goes to the log.
        """
        step = self.steps[place]
        call = Call(step.name, arguments, self.settings.agent, step.server, step.id)
        answer: Answer
        try:
            outcome = await self.settings.call(call)
            if not isinstance(outcome.envelope, dict):
                raise TypeError("the envelope of an outcome is no object")
            answer = ("ok" if outcome.ok else "failed"), outcome.envelope
        except Exception:
            log.exception("step %s: the call of %s raised", step.id, step.name)
            answer = "failed", self.error("tool_failed", "the tool failed")
        except BaseException:
            self.turn.set()
            raise
        if place in self.running:  # else it was given up, and has its result
            self.settle(place, answer)
            self.start_ready()
            if not self.running:
                self.turn.set()

    async def look_after(self) -> None:
        """Wait until no call is running, or one was cancelled or runs out of time: such a step has failed."""
        nearest = min(started.deadline for started in self.running.values())
        timer = self.loop.call_at(nearest, self.turn.set)
        try:
            await self.turn.wait()
        finally:
            timer.cancel()
        self.turn.clear()
        now = self.now()
        for place, started in list(self.running.items()):
            if started.task.cancelled():
                self.settle(place, ("failed", self.error("tool_failed", "the call gave up")))
            elif started.task.done():
                started.task.result()  # it raises what is no Exception
            elif now >= started.deadline:
                abandon(started.task)
                self.late.append(started.task)
                self.settle(place, ("failed", self.error("timeout", "no answer in time")))

    def settle(self, place: int, answer: Answer) -> None:
        """Record the answer of a call, which is then no longer running."""
        started = self.running.pop(place)
        self.record(place, answer, started.arguments, (self.now() - started.at) * 1000)

    def fail(self, place: int, status: Status, error_type: ErrorType, message: str, **details: Any) -> None:
        """Record a step that was never called."""
        self.record(place, (status, self.error(error_type, message, **details)), self.steps[place].arguments, 0.0)

    def record(self, place: int, answer: Answer, arguments: JsonObject, duration_ms: float) -> None:
        """Record the one result of a step."""
        step, (status, envelope) = self.steps[place], answer
        self.results[place] = StepResult(step.id, step.name, arguments, status, round(duration_ms, 3), envelope)
        for other in self.needed_for[place]:
            self.unmet[other] -= 1
            if not self.unmet[other] and other in self.stage:
                heapq.heappush(self.ready, self.rank[other])

    def error(self, error_type: ErrorType, message: str, **details: Any) -> JsonObject:
        """The envelope of an error that the executor itself found."""
        return error_envelope(error_type, message, now=self.settings.clock(), details=details)

    async def let_go(self) -> None:
        """Cancel what still runs. A call that does not end within the grace period is left behind."""
        tasks = [*(started.task for started in self.running.values()), *self.late]
        self.running.clear()
        await let_go(tasks)
