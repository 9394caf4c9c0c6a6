"""Tools behind a gate that questions can be put to, whatever the tools are about."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import cache, partial
from typing import TYPE_CHECKING, Self

from director.answer import Answer
from director.pipeline import Inquiry, QuestionLimits, ask
from director.planners.base import Turn
from director.race.agents import ASK
from director.race.assembly import SERVER
from director.race.backend import Backend, learnt_folder, start_backend
from director.race.catalogues import Catalogues
from director.race.denied import Denials
from director.settings import Settings
from toolgate.contract import AgentContext, Call, Context, JsonObject, RunCall, ToolSpec, qualified
from toolgate.gate import Gate
from toolgate.runner import Runner

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal

    from toolgate.downstream.servers import Servers


class Askable:
    """Tools behind a gate, and who plans with them.

    Every question and every call passes the gate: policies decide, and the audit log keeps one record. `servers` are
    those of other people whose tools are among them; they end with this.
    """

    def __init__(
        self,
        runner: Runner,
        gate: Gate,
        settings: Settings,
        load_ms: float = 0.0,
        stop: Callable[[], None] | None = None,
        servers: Servers | None = None,
    ) -> None:
        self.runner = runner
        self.gate = gate
        self.settings = settings
        self.load_ms = load_ms
        """How long it took to load, milliseconds."""
        self.servers = servers
        self._backend: Backend | None = None
        self._asked_sync = False
        self._catalogues = Catalogues()
        self._denials = Denials(learnt_folder(settings))
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

        `memory` holds the turns before it, the latest last; `through`
        wraps the calls of the plan, to watch them.
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
                timeouts_s={} if self.servers is None else foreign_timeouts(self.runner.specs),
                limits=limits(self.settings),
                load_ms=self.load_ms,
            )
        )
        return await self._denials.told(answer, self.runner, caller)

    def ask_sync(self, question: str) -> Answer:
        """`ask` for code that cannot await, as in a notebook; an event loop may be running."""
        self._asked_sync = True
        answer: Answer = _own_loop().call(partial(self.ask, question))
        return answer

    async def call(self, tool: str, arguments: JsonObject | None = None, *, server: str | None = None) -> JsonObject:
        """Calls one tool through the gate and gives its envelope: the payload with its summary, or `{"error": ...}`."""
        outcome = await self.runner.call(Call(tool, arguments or {}, self.gate.caller(ASK), server))
        return outcome.envelope

    def context(self) -> Context:
        """What a planner may know beside the tools: nothing."""
        return Context()

    def catalogue(self, caller: AgentContext) -> list[JsonObject]:
        """The tools that a caller may call now, as planners and validators have them."""
        return self._catalogues.of(self.runner.listed(caller))

    def _parallel(self) -> frozenset[str]:
        return frozenset(qualified(spec.server, spec.name) for spec in self.runner.specs if spec.can_parallel)

    async def backend(self) -> Backend:
        """The planner and the answerer, made when they are first needed."""
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
        if self.servers is not None:
            await self.servers.close()
        self._closing.close()
        self.gate.close()

    def close(self) -> None:
        """`aclose` for code that cannot await."""
        if self._asked_sync and self._backend is not None:
            _own_loop().call(self._backend.aclose)
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


@cache
def _own_loop() -> BlockingPortal:
    """The loop, in a thread of its own, of all who ask without awaiting. It ends with the program."""
    from anyio.from_thread import start_blocking_portal

    running = ExitStack()
    atexit.register(running.close)
    return running.enter_context(start_blocking_portal())


def foreign_timeouts(specs: Iterable[ToolSpec]) -> dict[str, float]:
    """The time of other people's tools, which their servers' entries give, seconds by `server:name`."""
    return {
        qualified(spec.server, spec.name): spec.timeout_ms / 1000 for spec in specs if spec.server not in (None, SERVER)
    }


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
