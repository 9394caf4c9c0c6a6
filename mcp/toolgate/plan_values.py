"""The values of a plan: its steps, what the validator made of it, and what became of each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from toolgate.values import Value

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Step(Value):
    """One planned call. A value `{"$ref": "s1#/pairs/0"}` inside the arguments stands for an earlier step's output."""

    id: str
    name: str
    arguments: JsonObject = field(default_factory=dict)
    server: str | None = None

    def to_json(self) -> JsonObject:
        """The step as a plan writes it; `server` only when named."""
        out: JsonObject = {"id": self.id, "name": self.name, "arguments": self.arguments}
        if self.server is not None:
            out["server"] = self.server
        return out


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Plan(Value):
    """Steps in order, and why. An empty plan means: nothing here answers the question."""

    steps: tuple[Step, ...] = ()
    rationale: str = ""

    def to_json(self) -> JsonObject:
        """`{"plan": [step, ...], "rationale": "..."}`."""
        return {"plan": [step.to_json() for step in self.steps], "rationale": self.rationale}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Repair(Value):
    """One change the validator made to a plan."""

    step: str
    path: str
    before: Any
    after: Any
    rule: str

    def to_json(self) -> JsonObject:
        """`{"step", "path", "from", "to", "rule"}`."""
        return {
            "step": self.step,
            "path": self.path,
            "from": self.before,
            "to": self.after,
            "rule": self.rule,
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Rejection(Value):
    """One step that could not be made valid."""

    step: str
    name: str
    code: str
    message: str

    def to_json(self) -> JsonObject:
        """`{"step", "name", "code", "message"}`."""
        return {"step": self.step, "name": self.name, "code": self.code, "message": self.message}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Verdict(Value):
    """What the validator made of a plan, with every change and every refusal."""

    accepted: Plan
    repaired: tuple[Repair, ...] = ()
    rejected: tuple[Rejection, ...] = ()

    def to_json(self) -> JsonObject:
        """`{"accepted": plan, "repaired": [...], "rejected": [...]}`."""
        return {
            "accepted": self.accepted.to_json(),
            "repaired": [repair.to_json() for repair in self.repaired],
            "rejected": [rejection.to_json() for rejection in self.rejected],
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StepResult(Value):
    """The result of one step of a plan."""

    id: str
    name: str
    arguments: JsonObject
    status: Literal["ok", "failed", "skipped"]
    duration_ms: float
    envelope: JsonObject

    def to_json(self) -> JsonObject:
        """The same fields as plain JSON."""
        return {
            "id": self.id,
            "name": self.name,
            "arguments": self.arguments,
            "status": self.status,
            "duration_ms": self.duration_ms,
            "envelope": self.envelope,
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Context(Value):
    """What a planner may know of the session: a line about it, and the lists that names are taken from."""

    session: str = ""
    vocabularies: Mapping[str, list[JsonObject]] = field(default_factory=dict)
    session_kind: str = ""
    """What kind of session it is, as `Race`: what is asked of one kind may be planned otherwise for another."""
    claims: Mapping[str, Sequence[JsonObject]] = field(default_factory=dict)
    """What the outputs of tools say, by the tool's name: the `x-claims` of their output schemas."""
