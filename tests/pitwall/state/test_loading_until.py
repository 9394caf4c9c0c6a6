"""A race of which now never moves is read no further than now: what is asked of it is the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitwall.events import CarTiming, Event, LapCount, Session, SessionStatus, Timing
from pitwall.sources import open_source
from pitwall.state import BadMoment, StateCache
from pitwall.tools import build_tools
from toolgate.contract import AgentContext, JsonObject

RACE = Session(0.0, name="Race", kind="Race")


def laps(count: int) -> list[Event]:
    driven: list[Event] = [Timing(100.0 * lap, {"1": CarTiming(laps=lap, position=1)}) for lap in range(1, count + 1)]
    return [RACE, SessionStatus(1.0, "started"), LapCount(1.0, total=count), *driven]


class Counted:
    """Counts the events that are taken from it."""

    def __init__(self, events: list[Event]) -> None:
        self.taken = 0
        self._events = events

    def __iter__(self) -> Iterator[Event]:
        for event in self._events:
            self.taken += 1
            yield event


@pytest.mark.parametrize(
    ("until", "taken"),
    [("lap:3", 6), ("L3", 6), ("00:03:20", 6), ("00:03:19", 5), ("lap:9", 12), ("lap:0", 12), ("end", 12), (None, 12)],
)
def test_no_more_is_read_than_the_moment_needs(until: str | None, taken: int) -> None:
    events = Counted(laps(9))
    cache = StateCache().load(events, until)
    assert events.taken == taken
    cache.pin(until or "end")  # the moment is there


def test_a_session_whose_kind_is_not_known_by_then_is_read_whole() -> None:
    events = Counted([event for event in laps(9) if event is not RACE])
    StateCache().load(events, "lap:3")
    assert events.taken == 11


def test_what_is_no_moment_is_said_before_anything_is_read() -> None:
    events = Counted(laps(9))
    with pytest.raises(BadMoment, match="isn't a valid moment"):
        StateCache().load(events, "lap twenty")
    assert events.taken == 0


def answers(cache: StateCache) -> dict[str, JsonObject]:
    """What every reading tool says of now that needs no argument or a driver."""
    said: dict[str, Any] = {}
    leader = cache.view().leader
    for spec in build_tools(cache):
        required = spec.input_schema["required"]
        if "race" not in spec.input_schema.get("x-session-kinds", ["race"]):
            continue
        if required in ([], ["driver"]) and spec.tier == "READ_ONLY" and not spec.blocking:
            said[spec.name] = spec.handler({"driver": leader} if required else {}, AgentContext("test"))
    return said


@pytest.mark.parametrize("until", ["lap:1", "lap:7", "00:14:03.500", "lap:30"])
def test_every_tool_says_the_same_as_where_the_race_was_read_whole(until: str) -> None:
    source = "sim:seed=3,cars=12,laps=30"
    whole, short = StateCache().load(open_source(source)), StateCache().load(open_source(source), until)
    whole.pin(until)
    short.pin(until)
    assert len(answers(short)) > 15
    assert answers(short) == answers(whole)
    assert len(short.times) < len(whole.times)
