"""The state of a validation: the steps still valid, the repairs, the rejections."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from director.references import Expression, JsonPath
from toolgate.contract import JsonObject, Plan, Rejection, Repair, Step, Verdict
from toolgate.errors import LocalError

BRIEF_CHARS = 80


class StepRefused(LocalError):
    """A step cannot be made valid; `code` and message say why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Draft(Struct):
    """A step on its way through the checks. `arguments` are its own copy of the plan's."""

    id: str
    name: str
    arguments: JsonObject
    server: str | None
    size: int
    """How many values the arguments hold."""
    has_whole_floats: bool
    """Whether a number such as 12.0 is among them."""
    has_references: bool
    references: dict[JsonPath, Expression] = field(default_factory=dict)
    """Read once the arguments are repaired."""


class Review(Struct):
    """A plan under review. Steps leave `steps` when they are rejected."""

    order: dict[str, int] = field(default_factory=dict)
    """Every id that the plan uses or was given, and its index."""
    steps: dict[str, Draft] = field(default_factory=dict)
    repairs: list[Repair] = field(default_factory=list)
    rejections: dict[str, Rejection] = field(default_factory=dict)
    size: int = 0
    """How many values the arguments of all steps hold."""
    repeated_ids: set[str] = field(default_factory=set)

    def repair(self, step: str, path: str, before: Any, after: Any, rule: str) -> None:
        """Records one change."""
        self.repairs.append(Repair(step, path, before, after, rule))

    def reject(self, step: str, name: str, code: str, message: str) -> None:
        """Takes a step out of the plan and records why."""
        self.steps.pop(step, None)
        self.rejections[step] = Rejection(step, name, code, message)

    def verdict(self, rationale: str) -> Verdict:
        """The outcome, in the plan's order. Changes to a step that was then rejected are left out."""
        accepted = (Step(d.id, d.name, d.arguments, d.server) for d in self.steps.values())
        kept = [repair for repair in self.repairs if repair.step not in self.rejections]
        return Verdict(
            Plan(tuple(accepted), rationale),
            tuple(sorted(kept, key=lambda repair: self.order[repair.step])),
            tuple(sorted(self.rejections.values(), key=lambda rejection: self.order[rejection.step])),
        )


def brief(value: Any) -> str:
    """A value as a message shows it: a text quoted and cut, anything else by its type."""
    if not isinstance(value, str):
        return "null" if value is None else f"a {type(value).__name__}"
    return repr(value if len(value) <= BRIEF_CHARS else value[: BRIEF_CHARS - 1] + "…")
