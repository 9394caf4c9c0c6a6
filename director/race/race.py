"""A loaded race behind its gate: ask it, call its tools, look at its now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, Self

from director.answer import Answer
from director.pipeline import Inquiry, QuestionLimits, ask
from director.planners.base import Turn
from director.race.agents import ASK
from director.race.assembly import catalogue
from director.race.backend import Backend, start_backend
from director.race.denied import told_if_denied
from director.settings import Settings
from pitwall.context import race_context
from pitwall.relations import Table, table
from pitwall.state import RaceView, StateCache
from toolgate.contract import AgentContext, Call, Context, JsonObject, RunCall, ToolSpec, qualified
from toolgate.gate import Gate
from toolgate.runner import Runner

_CATALOGUES = 8
"""How many catalogues are kept: those of agents who may call different tools."""


class Race:
    """One race, loaded, with the gate to its tools. `director.open_race` makes one.

    Every question and every call passes the gate: policies decide, and the audit log keeps one record.
    """

    def __init__(
        self,
        cache: StateCache,
        runner: Runner,
        gate: Gate,
        settings: Settings,
        load_ms: float = 0.0,
        stop: Callable[[], None] | None = None,
    ) -> None:
        self.cache = cache
        self.runner = runner
        self.gate = gate
        self.settings = settings
        self.load_ms = load_ms
        """How long it took to load, milliseconds."""
        self._backend: Backend | None = None
        self._portal: Any = None
        self._catalogues: dict[tuple[int, ...], tuple[tuple[ToolSpec, ...], list[JsonObject]]] = {}
        """By the specs that they are of, so that the same tools have the same entries, which are then read once."""
        self._closing = ExitStack()
        if stop is not None:
            self._closing.callback(stop)

    async def ask(
        self,
        question: str,
        *,
        agent: str = ASK,
        memory: Sequence[Turn] = (),
        through: Callable[[RunCall], RunCall] | None = None,
    ) -> Answer:
        """Answers a question about now, with the tools that the gate lets `agent` call.

        `memory` holds the turns before it, the latest last; `through` wraps the calls of the plan, to watch them.
        A question that nothing here can answer is a silence with its reason: it raises nothing but a cancellation.
        SettingsError where the planner that the settings name cannot be made.
        """
        backend = await self.backend()
        caller = self.gate.caller(agent)
        answer = await ask(
            Inquiry(
                question=question,
                planner=backend.planner,
                answerer=backend.answerer,
                memory=memory,
                catalogue=self.catalogue(caller),
                context=self.context(),
                call=through(self.runner.call) if through else self.runner.call,
                agent=caller,
                parallel=self._parallel(),
                limits=limits(self.settings),
                load_ms=self.load_ms,
            )
        )
        return await told_if_denied(answer, self.runner, caller)

    def ask_sync(self, question: str) -> Answer:
        """The same as `ask`, for code that awaits nothing, as in a notebook, where a loop may be running."""
        if self._portal is None:
            from anyio.from_thread import start_blocking_portal

            self._portal = self._closing.enter_context(start_blocking_portal())
        answer: Answer = self._portal.call(partial(self.ask, question))
        return answer

    async def call(self, tool: str, arguments: JsonObject | None = None, *, server: str | None = None) -> JsonObject:
        """Calls one tool through the gate and gives its envelope: the payload with its summary, or `{"error": ...}`."""
        outcome = await self.runner.call(Call(tool, arguments or {}, self.gate.caller(ASK), server))
        return outcome.envelope

    def view(self, at: str | None = None) -> RaceView:
        """The race as it stood at a moment (`lap:20`, `01:02:03`), or now. BadMoment where there is none such."""
        return self.cache.view(at=at)

    def relation(self, name: str, at: str | None = None) -> Table:
        """A relation (`laps`, `stints`, `stops`, ...) as a table with units. KeyError for a name that is none."""
        return table(self.view(at), name)

    @property
    def laps(self) -> Table:
        """Every lap that a car has completed so far: `.rows`, `.to_pandas()`, `.to_arrow()`."""
        return self.relation("laps")

    def context(self) -> Context:
        """What a planner may know of the session: a line about it, and the names it is about."""
        return race_context(self.cache.view())

    def catalogue(self, caller: AgentContext) -> list[JsonObject]:
        """The tools that a caller may call now, as planners and validators have them."""
        specs = tuple(self.runner.listed(caller))
        key = tuple(map(id, specs))
        if key not in self._catalogues:
            if len(self._catalogues) >= _CATALOGUES:
                self._catalogues.clear()
            self._catalogues[key] = specs, catalogue(specs)
        return self._catalogues[key][1]

    def _parallel(self) -> frozenset[str]:
        return frozenset(qualified(spec.server, spec.name) for spec in self.runner.specs if spec.can_parallel)

    async def backend(self) -> Backend:
        """Who plans and who words the answers, made when it is first needed."""
        if self._backend is None:
            self._backend = await start_backend(self.settings)
        return self._backend

    def plans_with(self, backend: Backend) -> None:
        """Takes another planner and answerer than the settings name."""
        self._backend = backend

    async def aclose(self) -> None:
        """Closes the connections of the planner, and the audit log."""
        if self._backend is not None:
            await self._backend.aclose()
        self._closing.close()
        self.gate.close()

    def close(self) -> None:
        """The same as `aclose`, for code that awaits nothing."""
        if self._portal is not None and self._backend is not None:
            self._portal.call(self._backend.aclose)
        self._closing.close()
        self.gate.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def limits(settings: Settings) -> QuestionLimits:
    """What a question may cost, by the settings."""
    return QuestionLimits(
        max_steps=settings.max_steps,
        max_parallel=settings.max_parallel,
        step_timeout_s=settings.step_timeout_s,
        total_timeout_s=settings.total_timeout_s,
        plan_timeout_s=settings.plan_timeout_s,
        answer_timeout_s=settings.answer_timeout_s,
        deadline_s=settings.deadline_s,
        answer_max_chars=settings.answer_max_chars,
        data_age_s=settings.data_age_s,
    )
