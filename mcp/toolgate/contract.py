"""The values that cross the rooms: tools, calls, outcomes, plans and verdicts.

Plain data with no behaviour, so that the planner, the executor, the server and the gate share them
without importing each other.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol, get_args

JsonObject = dict[str, Any]

ErrorType = Literal[
    "validation_error",  # call again with other arguments; details name the path and the candidates
    "tool_not_found",  # call another tool
    "policy_denied",  # ask an operator; details name the rule that decided
    "tool_failed",  # our bug or the feed's; the trace is in the log
    "timeout",  # the tool did not answer in time
    "output_invalid",  # the tool answered, but not what its schema promises
    "server_unavailable",  # the server behind the tool does not answer
    "rate_limited",  # call again later
]
ERROR_TYPES: tuple[ErrorType, ...] = get_args(ErrorType)

SUMMARY_MAX_CHARS = 200


class Tier(StrEnum):
    """What a call can change, from nothing to what cannot be taken back."""

    READ_ONLY = "READ_ONLY"
    REVERSIBLE = "REVERSIBLE"
    STATEFUL = "STATEFUL"
    IRREVERSIBLE = "IRREVERSIBLE"


@dataclass(frozen=True, slots=True)
class AgentContext:
    """Who calls. Untrusted: the caller says so itself."""

    agent_id: str = "anonymous"
    model: str | None = None
    request_id: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)


ANONYMOUS = AgentContext()


class Handler(Protocol):
    """A tool's work: checked arguments and the caller in, the payload of the envelope out (or an awaitable of it)."""

    def __call__(self, arguments: JsonObject, agent: AgentContext, /) -> Any: ...


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """One tool: what it takes, what it gives, and the handler that only the runner calls."""

    name: str
    description: str
    input_schema: JsonObject
    output_schema: JsonObject
    handler: Handler
    schema_version: int = 1
    tier: Tier = Tier.READ_ONLY
    timeout_ms: int = 1000
    idempotent: bool = True
    can_parallel: bool = False
    examples: tuple[tuple[str, JsonObject], ...] = ()
    """Pairs of a slotted question and its arguments: `("how far is {driver} behind", {"driver": "{driver}"})`."""
    blocking: bool = True
    """A plain function gets a thread, so that its timeout holds. False promises never to wait: it runs in line."""

    def __post_init__(self) -> None:
        if not self.name or self.timeout_ms <= 0 or self.schema_version < 1:
            raise ValueError(
                f"tool {self.name!r}: name must not be empty, timeout_ms and schema_version must be positive"
            )


@dataclass(frozen=True, slots=True)
class Call:
    """One request for one tool."""

    name: str
    arguments: JsonObject = field(default_factory=dict)
    agent: AgentContext = ANONYMOUS
    server: str | None = None
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class PolicyDecision:
    """Whether a call may go on, why, and the rule that decided."""

    allowed: bool
    reason: str
    rule: str = ""
    retry_after_s: float | None = None
    """Of a refusal that ends by itself, as when calls are used up: when. The call is then rate_limited."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a call. `envelope` is the whole answer, of a success or of an error."""

    envelope: JsonObject
    ok: bool
    error_type: ErrorType | None = None
    duration_ms: float = 0.0
    decision: PolicyDecision | None = None


RunCall = Callable[[Call], Awaitable[Outcome]]


class ToolError(Exception):
    """A failure that a handler or layer wants its caller to read. Anything else it raises is hidden in the log."""

    def __init__(self, error_type: ErrorType, message: str, **details: Any) -> None:
        super().__init__(message)
        self.error_type: ErrorType = error_type
        self.message = message
        self.details = details


class InvalidArgument(ToolError):
    """The arguments fit the schema but mean nothing here, as an unknown name does. Details hold path and candidates."""

    def __init__(self, message: str, *, path: str = "", **details: Any) -> None:
        super().__init__("validation_error", message, path=path, **details)


@dataclass(frozen=True, slots=True)
class Step:
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


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps in order, and why. An empty plan means: nothing here answers the question."""

    steps: tuple[Step, ...] = ()
    rationale: str = ""

    def to_json(self) -> JsonObject:
        """`{"plan": [step, ...], "rationale": "..."}`."""
        return {"plan": [step.to_json() for step in self.steps], "rationale": self.rationale}


@dataclass(frozen=True, slots=True)
class Repair:
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


@dataclass(frozen=True, slots=True)
class Rejection:
    """One step that could not be made valid."""

    step: str
    name: str
    code: str
    message: str

    def to_json(self) -> JsonObject:
        """`{"step", "name", "code", "message"}`."""
        return {"step": self.step, "name": self.name, "code": self.code, "message": self.message}


@dataclass(frozen=True, slots=True)
class Verdict:
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


@dataclass(frozen=True, slots=True)
class StepResult:
    """What became of one step of a plan."""

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


@dataclass(frozen=True, slots=True)
class Context:
    """What a planner may know of the session: a line about it, and the lists that names are taken from."""

    session: str = ""
    vocabularies: Mapping[str, list[JsonObject]] = field(default_factory=dict)
    session_kind: str = ""
    """What kind of session it is, as `Race`: what is asked of one kind may be planned otherwise for another."""
