"""The values that cross the rooms: tools, calls, outcomes, plans and verdicts.

Plain data with no behaviour, so that the planner, the executor, the server and the gate share them
without importing each other.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol, get_args

from msgspec import Struct

from toolgate.errors import DirectorError
from toolgate.plan_values import Context, JsonObject, Plan, Rejection, Repair, Step, StepResult, Verdict
from toolgate.values import Value

__all__ = [
    "ANONYMOUS",
    "CALL",
    "ERROR_TYPES",
    "SUMMARY_MAX_CHARS",
    "AgentContext",
    "Call",
    "CallState",
    "Context",
    "ErrorType",
    "Handler",
    "InvalidArgument",
    "JsonObject",
    "Native",
    "Outcome",
    "Plan",
    "Policy",
    "PolicyDecision",
    "Rejection",
    "Repair",
    "RunCall",
    "Step",
    "StepResult",
    "Tier",
    "ToolError",
    "ToolSpec",
    "Trace",
    "Verdict",
    "qualified",
]

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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AgentContext(Value):
    """The caller, as it describes itself: untrusted."""

    agent_id: str = "anonymous"
    model: str | None = None
    request_id: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)


ANONYMOUS = AgentContext()


class Handler(Protocol):
    """A tool's work: checked arguments and the caller in, the payload of the envelope out (or an awaitable of it)."""

    def __call__(self, arguments: JsonObject, agent: AgentContext, /) -> Any: ...


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ToolSpec(Value):
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
    server: str | None = None
    """The server that the tool is on. The runner fills it in."""
    compile_later: bool = False
    """Its schemas are known to be such: they are compiled when it is first called."""

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError(f"a tool has no name: give it one ({self.description[:60]!r})")
        for name, value in (("timeout_ms", self.timeout_ms), ("schema_version", self.schema_version)):
            if value <= 0:
                raise ValueError(f"tool {self.name!r}: {name} is {value}: give it at least 1")


def qualified(server: str | None, tool: str) -> str:
    """`server:tool`, as lists and patterns name a tool of one server; the bare name where the server has none."""
    return tool if server is None else f"{server}:{tool}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PolicyDecision(Value):
    """Whether a call may go on, why, and the rule that decided."""

    allowed: bool
    reason: str
    rule: str = ""
    retry_after_s: float | None = None
    """Seconds until a refusal ends by itself, as when a limit is used up; the call is then rate_limited."""

    @classmethod
    def allow(cls, reason: str = "allowed", rule: str = "") -> PolicyDecision:
        """The call may go on."""
        return cls(True, reason, rule)

    @classmethod
    def deny(cls, reason: str, rule: str = "") -> PolicyDecision:
        """The call is refused, with a reason that its caller reads."""
        return cls(False, reason, rule)


Trace = tuple[tuple[str, PolicyDecision], ...]
"""What each policy said of a call, in the order in which they were asked, each by its name."""

CALL = "tools/call"
"""The operation of an ordinary call. Others, as `list_tools` and `view`, pass the same door and are recorded."""


class CallState(Struct, eq=False):
    """The gate's state of one call, shared by all layers."""

    operation: str = CALL
    spec: ToolSpec | None = None
    """The tool, known from resolve on; None of an unknown one."""
    decision: PolicyDecision | None = None
    """The denial, or the last word of those that let the call through."""
    trace: list[tuple[str, PolicyDecision]] = []
    memo: dict[object, Any] = {}
    """What a policy remembers of this call from one question to the next, under itself."""
    counts_as: str = ""
    """The agent that the call counts for, where its caller has named none and the rules have one."""
    began_ns: int = 0
    """When it came, as `perf_counter_ns` tells."""
    tool: Any = None
    """The spec compiled: the call ends on this one, even if the server's tools are replaced meanwhile."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Call(Value):
    """One request for one tool."""

    name: str
    arguments: JsonObject = field(default_factory=dict)
    agent: AgentContext = ANONYMOUS
    server: str | None = None
    call_id: str = ""
    case: CallState | None = field(default=None, repr=False, compare=False)
    """Set by the gate; callers leave it out."""

    @property
    def spec(self) -> ToolSpec:
        """The tool that is called, as policies see it. RuntimeError before the gate has found it."""
        if self.case is None or self.case.spec is None:
            raise RuntimeError("the gate has not found the call's tool yet")
        return self.case.spec


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Policy(Value):
    """What says whether a call may go on. It may be asked of a call that is never made, as for a list.

    One that looks at arguments is asked once these are known to fit the tool, the others before. One that is `late`
    does not only look, as it counts calls or tries a disk: it is asked when all others have let the call through.
    """

    name: str
    decide: Callable[[Call], PolicyDecision]
    looks_at_arguments: bool = False
    late: bool = False
    generation: Callable[[], int] | None = None
    """Counts how often the policy's rules have changed, where they can change."""

    def __call__(self, call: Call) -> PolicyDecision:
        return self.decide(call)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Outcome(Value):
    """The result of a call. `envelope` is the whole answer, of a success or of an error."""

    envelope: JsonObject
    ok: bool
    error_type: ErrorType | None = None
    duration_ms: float = 0.0
    decision: PolicyDecision | None = None
    native: Any = None
    """The result of a foreign server as it came, unwrapped and uncut; None of our own tools."""
    trace: Trace = ()
    encoded: bytes | None = field(default=None, repr=False, compare=False)
    """The envelope as compact JSON, where the gate has it at hand. A layer that changes the envelope must drop it."""


RunCall = Callable[[Call], Awaitable[Outcome]]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Native(Value):
    """What the handler of a foreign tool returns: the foreign result, and what our own pipeline reads of it."""

    result: JsonObject
    """The foreign result, unchanged. It is passed on as `Outcome.native`; one that is too long is refused."""
    payload: JsonObject = field(default_factory=dict)
    """The payload of the envelope, cut like any other."""
    error: str | None = None
    """A short message for the error envelope, where the result says that it is an error."""
    enveloped: bool = False
    """Whether the envelope is the structured content of the result, as for our own tools that give content blocks."""


class ToolError(DirectorError):
    """A failure that a handler or layer wants its caller to read. Any other exception is shown in the log alone."""

    def __init__(self, error_type: ErrorType, message: str, **details: Any) -> None:
        super().__init__(message)
        self.error_type: ErrorType = error_type
        self.message = message
        self.details = details


class InvalidArgument(ToolError):
    """The arguments fit the schema but mean nothing here, as an unknown name does. Details hold path and candidates."""

    def __init__(self, message: str, *, path: str = "", **details: Any) -> None:
        super().__init__("validation_error", message, path=path, **details)
