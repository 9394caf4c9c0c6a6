"""What every race tool has in common: a moment may be asked for, and every answer carries its evidence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitwall.state import BadMoment, Moment, RaceView, StateCache
from pitwall.state.moment import parse_session_time
from pitwall.tools.names import short_name
from pitwall.tools.schemas import ENVELOPE, EVIDENCE, JsonSchema, with_moment
from toolgate.contract import AgentContext, InvalidArgument, JsonObject, ToolSpec
from toolgate.envelope import TRUNCATED

Handle = Callable[[RaceView, JsonObject], JsonObject]
"""A tool's own work: the race at the moment asked for and the checked arguments in; summary and payload out."""

Example = tuple[str, JsonObject]

_MAX_MISSING = 20


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
) -> ToolSpec:
    """The spec of a read tool. `arguments` and `payload` are the properties that are its own."""
    properties = {**ENVELOPE, **payload, **EVIDENCE}

    def handler(given: JsonObject, agent: AgentContext, /) -> JsonObject:
        view = _view(cache, given)
        answer = handle(view, given)
        own = answer.pop("missing", [])
        return {**answer, **evidence(view, own)}

    return ToolSpec(
        name=name,
        description=description,
        input_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "additionalProperties": False,
            "required": list(required),
            "properties": with_moment(arguments),
        },
        output_schema={
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "additionalProperties": False,
            "required": list(properties),
            "properties": {**properties, "truncated": TRUNCATED},
        },
        handler=handler,
        can_parallel=True,
        examples=tuple(examples),
        blocking=False,
    )


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
    missing = [f"{count} {reason} of {topic}, skipped" for (topic, reason), count in view.faults.items()]
    if not view.cars:
        return [*missing, "timing: the feed has said nothing of any car yet"]
    if not view.drivers:
        missing.append("the names of the drivers")
    unplaced = [car for car, state in view.cars.items() if state.position is None]
    if unplaced:
        missing.append(_listed(view, "the place of", unplaced))
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
