"""How far a question has come, told while it is answered: names of tools, never a word of an unchecked answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from toolgate.contract import Call, Outcome, RunCall


@dataclass(frozen=True, slots=True)
class Planning:
    """The planner has been asked."""


@dataclass(frozen=True, slots=True)
class Calling:
    """A tool is called."""

    step: str
    tool: str


@dataclass(frozen=True, slots=True)
class Called:
    """A tool has answered, or failed."""

    step: str
    tool: str
    ok: bool


Stage = Planning | Calling | Called
Tell = Callable[[Stage], None]


def told_call(call: RunCall, tell: Tell) -> RunCall:
    """The call function, with `tell` told of the beginning and the end of each call."""

    async def run(request: Call) -> Outcome:
        tell(Calling(request.call_id, request.name))
        outcome = await call(request)
        tell(Called(request.call_id, request.name, outcome.ok))
        return outcome

    return run
