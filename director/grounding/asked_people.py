"""Whom the calls of a plan ask about."""

from __future__ import annotations

from collections.abc import Sequence

from director.grounding.english.tokens import Token
from director.grounding.values import Drivers
from toolgate.contract import StepResult


def asked_about(steps: Sequence[StepResult], drivers: Drivers) -> Token | None:
    """The driver whom every call is about, where it is one."""
    named = {str(step.arguments.get("driver") or "") for step in steps}
    entry = drivers.get(named.pop()) if len(named) == 1 else None
    return Token(str(entry["car"]), means={"who": frozenset((str(entry["car"]),))}) if entry else None


def asked_of(steps: Sequence[StepResult], drivers: Drivers) -> list[Token]:
    """The drivers whom the calls name, in their order."""
    named = [step.arguments.get(role) for step in steps for role in ("driver", "other")]
    cars = [str(drivers[str(one)]["car"]) for one in named if str(one) in drivers]
    return [Token(car, means={"who": frozenset((car,))}) for car in dict.fromkeys(cars)]
