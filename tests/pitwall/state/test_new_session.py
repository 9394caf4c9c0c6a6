"""Another session begins: nothing of the one before is mixed in, and answers say that it is left out."""

from __future__ import annotations

import math

import pytest

from pitwall.events import Event, NewSession, Session
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import BadMoment, StateCache
from pitwall.state.heard_session import LATEST_S
from pitwall.state.liveness import Liveness
from pitwall.tools import build_tools
from pitwall.tools.get_standings import build_get_standings_tool
from toolgate.contract import ANONYMOUS, InvalidArgument

FIRST: list[Event] = list(simulate(SimConfig(seed=3, cars=9, laps=4)))
SECOND: list[Event] = list(simulate(SimConfig(seed=5, cars=5, laps=3)))
ALONE = StateCache().load([NewSession(0.0), *SECOND])
LEFT_OUT = "the session before this one: it is left out"


def applied() -> StateCache:
    cache = StateCache()
    for event in (*FIRST, NewSession(0.0), *SECOND):
        cache.apply(event)
    return cache


def loaded() -> StateCache:
    return StateCache().load([*FIRST, NewSession(0.0), *SECOND])


@pytest.mark.parametrize("begun", [applied, loaded])
def test_every_tool_tells_of_the_session_that_is_on_alone(begun: object) -> None:
    assert callable(begun)
    cache = begun()
    for spec, alone in zip(build_tools(cache), build_tools(ALONE), strict=True):
        if spec.input_schema.get("required") or "at_time" not in spec.input_schema["properties"]:
            continue
        try:
            said, of_one = dict(spec.handler({}, ANONYMOUS)), dict(alone.handler({}, ANONYMOUS))
        except InvalidArgument:
            continue
        assert LEFT_OUT in said["missing"]
        assert said == of_one, spec.name


def test_a_view_goes_on_seeing_the_session_that_it_was_made_of() -> None:
    cache, whole = StateCache(), StateCache().load(FIRST).view()
    for event in FIRST:
        cache.apply(event)
    before = cache.view()
    for event in (NewSession(0.0), *SECOND):
        cache.apply(event)
    assert (before.order, before.lap, before.earlier) == (whole.order, whole.lap, None)
    assert [before.laps(car) for car in before.order] == [whole.laps(car) for car in whole.order]
    assert before != cache.view()
    assert len(cache.view().order) == 5


def test_now_is_of_the_new_session_and_what_was_pinned_is_not() -> None:
    clock = [100.0]
    cache = StateCache()
    cache.liveness = Liveness(lambda: "", lambda: clock[0])
    cache.liveness.delay_s = 1.5
    for event in FIRST:
        cache.apply(event)
    cache.pin("lap:2")
    assert cache.liveness.now() == pytest.approx(FIRST[-1].t - 1.5)
    clock[0] += 1000.0
    for event in (NewSession(0.0), *SECOND[:20]):
        cache.apply(event)
    clock[0] += 4.0
    assert cache.view().t == pytest.approx(SECOND[19].t + 4.0 - 1.5)  # as late as the broadcast, as before
    with pytest.raises(BadMoment):
        cache.view("lap:2")


def test_what_was_given_of_the_session_before_is_not_of_this_one() -> None:
    cache = loaded()
    assert cache.official == ()
    cache.apply(NewSession(0.0))
    cache.apply(Session(0.0, name="Race", kind="Race"))
    handler = build_get_standings_tool(cache).handler
    assert handler({}, ANONYMOUS)["rows"] == []


def test_a_recording_that_begins_with_it_says_the_same() -> None:
    cache = StateCache()
    for event in (NewSession(0.0, "Monza, Practice 1"), *SECOND):
        cache.apply(event)
    said = build_get_standings_tool(cache).handler({}, ANONYMOUS)["missing"]
    assert "the session before this one (Monza, Practice 1): it is left out" in said


@pytest.mark.parametrize(("t", "taken"), [(LATEST_S, True), (LATEST_S + 0.001, False)])
def test_a_session_time_is_at_most_so_late(t: float, *, taken: bool) -> None:
    cache = StateCache().load([*SECOND, Event(t)])
    assert (cache.times[-1] == t) is taken
    assert (cache.view().faults == {}) is taken


@pytest.mark.parametrize("t", [1e308, math.inf, math.nan])
def test_a_time_that_no_session_has_moves_no_clock(t: float) -> None:
    cache = StateCache().load([*SECOND[:50], Event(t), *SECOND[50:]])
    assert cache.times == StateCache().load(SECOND).times
    assert cache.view().faults == {("the feed", "impossible times"): 1}
