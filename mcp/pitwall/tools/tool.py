"""What every race tool has in common: a moment may be asked for, and every answer carries its evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitwall.claims import CLAIMS
from pitwall.events import Outage
from pitwall.facts.names import short_name
from pitwall.state import KINDS, QUALIFYINGS, BadMoment, Moment, RaceView, SessionKind, StateCache
from pitwall.state.keeping import kept_in_view
from pitwall.state.kinds import KIND_WORDS
from pitwall.state.moment import format_session_time, parse_segment, parse_session_time
from pitwall.tools.schemas import ENVELOPE, EVIDENCE, MOMENT_NAMES, JsonSchema, with_moment
from toolgate.contract import AgentContext, InvalidArgument, JsonObject, Tier, ToolSpec
from toolgate.envelope import TRUNCATED

Handle = Callable[[RaceView, JsonObject], JsonObject]
"""A tool's own work: the race at the moment asked for and the checked arguments in; summary and payload out."""

Act = Callable[[RaceView, JsonObject, AgentContext], JsonObject]
"""The work of a tool with an effect: the race as it stands now, the checked arguments and the caller in."""

Example = tuple[str, JsonObject]

_MINUTE_S = 60
_MAX_MISSING = 20
_MAX_OUTAGES = 3
_EFFECT_TIMEOUT_MS = 2000
DIALECT = "https://json-schema.org/draft/2020-12/schema"


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
    kinds: Sequence[SessionKind] = KINDS,
    schema_version: int = 1,
    migration: Mapping[str, str] | None = None,
    input_migration: Mapping[str, str] | None = None,
) -> ToolSpec:
    """The spec of a read tool. `arguments`, `payload` and `optional` are the properties that are its own.

    `handle` gives the summary and the payload, and under `missing` what is missing of them.

    `optional` are those of its output that may be absent. One that reads more than memory is `blocking`.
    `kinds` are the kinds of session in which its answers mean something; in another it says so and gives none.
    `migration` notes what has changed in its output since the version before, `input_migration` in its arguments.
    """

    def handler(given: JsonObject, agent: AgentContext, /) -> JsonObject:
        view = _view(cache, given)
        if view.kind is not None and view.kind not in kinds:
            raise InvalidArgument(wrong_kind(name, view.kind, kinds), session=view.kind, meant_for=list(kinds))
        answer = handle(view, given)
        own = answer.pop("missing", [])
        return {**answer, **evidence(view, own)}

    return ToolSpec(
        name=name,
        description=description,
        input_schema=_input(with_moment(arguments, timed=any(kind in QUALIFYINGS for kind in kinds)), required)
        | ({} if set(kinds) == set(KINDS) else {"x-session-kinds": list(kinds)})
        | ({"x-migration": dict(input_migration)} if input_migration else {}),
        output_schema=_output(payload, optional or {}, migration)
        | ({"x-claims": list(CLAIMS[name])} if name in CLAIMS else {}),
        handler=handler,
        schema_version=schema_version,
        can_parallel=True,
        examples=tuple(examples),
        blocking=blocking,
        compile_later=True,  # the contract tests compile every schema
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
        compile_later=True,
    )


def wrong_kind(name: str, kind: SessionKind, kinds: Sequence[SessionKind]) -> str:
    """`this is a practice session: get_pit_stops is about a race or a sprint`."""
    return f"this is {KIND_WORDS[kind]}: {name} is about {' or '.join(KIND_WORDS[each] for each in kinds)}"


def _input(arguments: JsonSchema, required: Sequence[str]) -> JsonSchema:
    return {
        "$schema": DIALECT,
        "type": "object",
        "additionalProperties": False,
        "required": list(required),
        "properties": arguments,
    }


def _output(payload: JsonSchema, optional: JsonSchema, migration: Mapping[str, str] | None = None) -> JsonSchema:
    properties = {**ENVELOPE, **payload, **EVIDENCE}
    return {
        "$schema": DIALECT,
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": {**properties, **optional, "truncated": TRUNCATED},
        **({"x-migration": dict(migration)} if migration else {}),
    }


def evidence(view: RaceView, own_missing: Sequence[str] = ()) -> JsonObject:
    """`as_of`, `data_age_s` and `missing` of an answer."""
    return {
        "as_of": {**_as_of(view)},
        "data_age_s": view.data_age_s,
        "missing": [*own_missing, *_missing(view)][:_MAX_MISSING],
    }


@kept_in_view
def _as_of(view: RaceView) -> JsonObject:
    return {
        "lap": view.lap,
        "session_time": view.session_time,
        "utc": view.utc,
        **({"segment": f"q{view.segment}"} if view.segment else {}),
    }


def _view(cache: StateCache, given: JsonObject) -> RaceView:
    named = [name for name in MOMENT_NAMES if given.get(name) is not None]
    if not named:
        return cache.view()
    if len(named) > 1:
        raise InvalidArgument(f"name {' or '.join(named)}, not both", path=f"/{named[-1]}")
    if named[0] == "minutes_ago":
        now = cache.view().t
        return cache.view(Moment(t=max(now - _MINUTE_S * given["minutes_ago"], 0.0)))
    try:
        return cache.view(_MOMENTS[named[0]](given[named[0]]))
    except BadMoment as bad:
        raise InvalidArgument(str(bad), path=f"/{named[0]}") from None


_MOMENTS: Mapping[str, Callable[[Any], Moment]] = {
    "at_lap": lambda lap: Moment(lap=lap),
    "at_time": lambda time: Moment(t=parse_session_time(time)),
    "at_segment": parse_segment,
}


@kept_in_view
def _missing(view: RaceView) -> list[str]:
    """What the feed has not told us, whatever the question."""
    missing = [f"{count} {reason} of {topic}" for (topic, reason), count in view.faults.items()]
    if view.trouble:
        missing.insert(0, f"the live feed: {view.trouble}"[:200])
    if view.earlier is not None:
        named = f" ({view.earlier[:100]})" if view.earlier else ""
        missing.append(f"the session before this one{named}: it is left out")
    missing += [f"what happened {_while(outage)}: nothing was received" for outage in view.outages[-_MAX_OUTAGES:]]
    if not view.cars:
        return [*missing, "timing: the feed has said nothing of any car yet"]
    if not view.drivers:
        missing.append("the names of the drivers")
    if view.lap and view.started_at is None:
        missing.append("when the race started")
    unplaced = [car for car, state in view.cars.items() if state.position is None]
    if unplaced:
        missing.append(_listed(view, "the position of", unplaced))
    unnamed = [car for car in view.cars if view.drivers and car not in view.drivers]
    if unnamed:
        missing.append(_listed(view, "who drives", unnamed))
    untimed = [car for car in view.drivers if car not in view.cars]
    if untimed:
        missing.append(_listed(view, "any timing of", untimed))
    shared = {state.position for state in view.cars.values() if state.position is not None}
    if len(shared) + len(unplaced) < len(view.cars):
        missing.append("a position of its own for every car: the feed has two cars in one position at this moment")
    return missing


def _while(outage: Outage) -> str:
    return f"from {format_session_time(outage.t)[:8]} to {format_session_time(outage.until)[:8]}"


def _listed(view: RaceView, what: str, cars: Sequence[str], most: int = 8) -> str:
    names = ", ".join(short_name(view, car)[:20] for car in cars[:most])
    more = f" and {len(cars) - most} more" if len(cars) > most else ""
    return f"{what} {names}{more}"[:200]
