"""The planner port: a question and a catalogue in, a plan out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from msgspec import Struct

from toolgate.contract import Context, JsonObject, Plan, Verdict


class Turn(Struct, frozen=True):
    """One earlier question of the conversation and what was planned for it."""

    question: str
    plan: Plan
    answer: str = ""
    at: float = 0.0
    """When it was asked, on the clock of the memory that keeps it."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WatchedPlan(Plan):
    """A plan whose planner wants to know what became of it.

    `settle` takes the validator's verdict, and whether every step went well and the question was answered.
    """

    settle: Callable[[Verdict, bool], None] = lambda verdict, went_well: None
    cached: bool = False
    """Whether it was made for an earlier question."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PartialPlan(Plan):
    """A plan for a part of the question."""

    left_open: str = ""
    """The part that none of its steps answers, in the asker's words."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FallbackPlan(Plan):
    """A plan of another planner than the one that was asked: its name, and what was wrong with the first."""

    planner: str = ""
    fault: str = ""
    left_open: str = ""


def left_open(plan: Plan) -> str:
    """The part of the question that a plan leaves open; empty where it answers all of it."""
    return plan.left_open if isinstance(plan, PartialPlan | FallbackPlan) else ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChoosingPlan(Plan):
    """A plan whose values are needed to plan the rest: its planner is asked once more and told them."""


class Planner(Protocol):
    """Turns a question into calls of the catalogue's tools. An empty plan is silence; its rationale says why.

    ModelError where a language model should have planned and gave nothing.
    """

    @property
    def name(self) -> str:
        """The backend's name in the registry."""

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        """Plans one question. `memory` holds the turns before it, the latest last.

        A catalogue entry is `{"name", "description", "input_schema"}`, optionally with `output_schema`, `server` and
        `examples`, a list of `[slotted question, arguments]`.
        """


class StepFault(Struct, frozen=True):
    """Why a step gave nothing, in the project's own codes: of a rejection, or the type of an error."""

    step: str
    tool: str
    code: str
    path: str = ""
    """The argument it is about, where one of the step's own is."""
    message: str = ""
    """What the validator says of a step that it rejected."""


@runtime_checkable
class PreparedPlanner(Planner, Protocol):
    """A planner whose first question would wait for something that is loaded."""

    def prepare(self) -> None:
        """Loads it. That takes time: not for an event loop."""


@runtime_checkable
class Replanner(Planner, Protocol):
    """A planner that can think again. It is told codes, the validator's words and numbers, never what a tool wrote."""

    async def replan(
        self,
        question: str,
        catalogue: Sequence[JsonObject],
        context: Context,
        memory: Sequence[Turn],
        tried: Plan,
        faults: Sequence[StepFault],
        values: Sequence[JsonObject] = (),
    ) -> Plan:
        """Another plan, for a question whose first plan did not give everything, or asked for `values` to choose by."""


async def replanned(
    planner: Planner,
    question: str,
    catalogue: Sequence[JsonObject],
    context: Context,
    memory: Sequence[Turn],
    tried: Plan,
    faults: Sequence[StepFault],
    values: Sequence[JsonObject] = (),
) -> Plan:
    """A planner's second plan; an empty one where it cannot think again, as it would only say the same."""
    if isinstance(planner, Replanner):
        return await planner.replan(question, catalogue, context, memory, tried, faults, values)
    return Plan(rationale="no tool answers this")
