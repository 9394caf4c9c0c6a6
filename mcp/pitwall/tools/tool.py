"""What every race tool has in common: a moment may be asked for, and every answer carries its evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitwall.state import BadMoment, Moment, RaceView, StateCache
from pitwall.state.moment import parse_session_time
from pitwall.tools.names import short_name
from pitwall.tools.schemas import ENVELOPE, EVIDENCE, JsonSchema, with_moment
from toolgate.contract import AgentContext, InvalidArgument, JsonObject, Tier, ToolSpec
from toolgate.envelope import TRUNCATED

Handle = Callable[[RaceView, JsonObject], JsonObject]
"""A tool's own work: the race at the moment asked for and the checked arguments in; summary and payload out."""

Act = Callable[[RaceView, JsonObject, AgentContext], JsonObject]
"""The work of a tool with an effect: the race as it stands now, the checked arguments and the caller in."""

Example = tuple[str, JsonObject]

_MAX_MISSING = 20
_EFFECT_TIMEOUT_MS = 2000
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def race_tool(
    cache: StateCache,
    handle: Handle,
    *,
    name: str,
    description: str,
    arguments: JsonSchema,
    payload: JsonSchema,
    examples: Sequence[Example],
    required: Sequence[str] = (),
    optional: JsonSchema | None = None,
    blocking: bool = False,
) -> ToolSpec:
    """The spec of a read tool. `arguments`, `payload` and `optional` are the properties that are its own.

    `optional` are those of its output that may be absent. One that reads more than memory is `blocking`.
    """

    def handler(given: JsonObject, agent: AgentContext, /) -> JsonObject:
        view = _view(cache, given)
        answer = handle(view, given)
        own = answer.pop("missing", [])
        return {**answer, **evidence(view, own)}

    return ToolSpec(
        name=name,
        description=description,
        input_schema=_input(with_moment(arguments), required),
        output_schema=_output(payload, optional or {}),
        handler=handler,
        can_parallel=True,
        examples=tuple(examples),
        blocking=blocking,
    )


def effect_tool(
    cache: StateCache,
    act: Act,
    *,
    name: str,
    tier: Tier,
    idempotent: bool,
    description: str,
    arguments: JsonSchema,
    payload: JsonSchema,
    required: Sequence[str],
    examples: Sequence[Example] = (),
) -> ToolSpec:
    """The spec of a tool with an effect. It happens now, so no other moment can be named, and it waits in a thread."""

    def handler(given: JsonObject, agent: AgentContext, /) -> JsonObject:
        view = cache.view()
        known = evidence(view)  # before it happens: what has happened must not end in an error
        return {**act(view, given, agent), **known}

    return ToolSpec(
        name=name,
        description=description,
        input_schema=_input(arguments, required),
        output_schema=_output(payload, {}),
        handler=handler,
        tier=tier,
        timeout_ms=_EFFECT_TIMEOUT_MS,
        idempotent=idempotent,
        examples=tuple(examples),
    )


def _input(arguments: JsonSchema, required: Sequence[str]) -> JsonSchema:
    return {
        "$schema": _DIALECT,
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": arguments,
    }


def _output(payload: JsonSchema, optional: JsonSchema) -> JsonSchema:
    properties = {**ENVELOPE, **payload, **EVIDENCE}
    return {
        "$schema": _DIALECT,
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": {**properties, **optional, "truncated": TRUNCATED},
    }


def evidence(view: RaceView, own_missing: Sequence[str] = ()) -> JsonObject:
    """`as_of`, `data_age_s` and `missing` of an answer."""
    return {
        "as_of": {"lap": view.lap, "session_time": view.session_time, "utc": view.utc},
        "data_age_s": view.data_age_s,
        "missing": [*own_missing, *_missing(view)][:_MAX_MISSING],
    }


def _view(cache: StateCache, given: JsonObject) -> RaceView:
    lap, time = given.get("at_lap"), given.get("at_time")
    if lap is None and time is None:
        return cache.view()
    if lap is not None and time is not None:
        raise InvalidArgument("name at_lap or at_time, not both", path="/at_time")
    try:
        return cache.view(Moment(lap=lap) if time is None else Moment(t=parse_session_time(time)))
    except BadMoment as bad:
        raise InvalidArgument(str(bad), path="/at_lap" if time is None else "/at_time") from None


def _missing(view: RaceView) -> list[str]:
    """What the feed has not told us, whatever the question."""
    missing = [f"{count} {reason} of {topic}" for (topic, reason), count in view.faults.items()]
    if not view.cars:
        return [*missing, "timing: the feed has said nothing of any car yet"]
    if not view.drivers:
        missing.append("the names of the drivers")
    if view.lap and view.started_at is None:
        missing.append("when the race started")
    unplaced = [car for car, state in view.cars.items() if state.position is None]
    if unplaced:
        missing.append(_listed(view, "the place of", unplaced))
    unnamed = [car for car in view.cars if view.drivers and car not in view.drivers]
    if unnamed:
        missing.append(_listed(view, "who drives", unnamed))
    untimed = [car for car in view.drivers if car not in view.cars]
    if untimed:
        missing.append(_listed(view, "any timing of", untimed))
    shared = {state.position for state in view.cars.values() if state.position is not None}
    if len(shared) + len(unplaced) < len(view.cars):
        missing.append("a place of its own for every car: the feed has two cars on one place at this moment")
    return missing


def _listed(view: RaceView, what: str, cars: Sequence[str], most: int = 8) -> str:
    names = ", ".join(short_name(view, car)[:20] for car in cars[:most])
    more = f" and {len(cars) - most} more" if len(cars) > most else ""
    return f"{what} {names}{more}"[:200]
