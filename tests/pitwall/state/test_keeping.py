"""What is kept of earlier moments is what would be found anew; and it goes with its race."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitwall.events import CarSplits, CarTiming, Driver, Event, RaceControl, Roster, Splits, Timing, Tyres
from pitwall.facts.race_control import said_that
from pitwall.query import read_question
from pitwall.query.loaded import Loaded
from pitwall.query.sql import _grouped
from pitwall.relations import RELATIONS, table
from pitwall.sources import open_source
from pitwall.state import RaceView, StateCache
from pitwall.state.keeping import Keeping, kept_for_moments, kept_in_view
from pitwall.state.timeline import Timeline
from pitwall.tools import build_tools
from toolgate.contract import AgentContext, Handler, InvalidArgument, JsonObject

Recorded = Callable[[str], StateCache]
URI = "sim:seed=8,cars=9,laps=14,red=1,dropouts=1,rain=1"


def test_rows_that_have_grown_are_those_of_a_race_that_is_new() -> None:
    """Moments are asked for forwards, backwards and again: none leaves anything behind that another does not have."""
    events = list(open_source(URI))
    grown = StateCache().load(events)
    for lap in (3, 9, 5, 14, 9, 12):
        fresh = StateCache().load(events)
        for relation in RELATIONS:
            assert table(grown.view(f"lap:{lap}"), relation.name) == table(fresh.view(f"lap:{lap}"), relation.name)


QUERY: JsonObject = {
    "from": "laps", "where": [{"field": "accurate", "value": True}], "group_by": ["driver"],
    "aggregate": [{"op": "avg", "field": "time_s"}, {"op": "last", "field": "position_now"}, {"op": "count"}],
}  # fmt: skip


GROWING: list[tuple[str, JsonObject]] = [
    ("query_race", QUERY),
    ("query_race", {"from": "laps", "order_by": [{"field": "laps_ago"}], "limit": 40}),
    (
        "query_race",
        {"from": "sectors", "group_by": ["driver", "sector"], "aggregate": [{"op": "min", "field": "time_s"}]},
    ),
    ("query_race", {"from": "positions", "group_by": ["driver"], "aggregate": [{"op": "delta", "field": "position"}]}),
    ("query_race", {"from": "gaps", "per": {"by": "driver", "last": 3}, "select": ["driver", "lap", "gap_s"]}),
    ("query_race", {"from": "speeds", "order_by": [{"field": "speed_kmh", "down": True}], "limit": 9}),
    ("query_race", {"from": "stops", "where": [{"field": "laps_ago", "op": "less", "value": 5}]}),
    ("query_race", {"from": "passages", "group_by": ["driver"], "aggregate": [{"op": "last", "field": "lane_s"}]}),
    ("query_race", {"from": "stints"}),
    ("query_race", {"from": "overtakes", "order_by": [{"field": "position_now"}]}),
    ("query_race", {"from": "messages"}),
    ("query_race", {"from": "weather"}),
    ("query_race", {"from": "laps", "without": [{"field": "gap_s", "op": "less", "value": 1}], "group_by": ["team"]}),
    ("get_sector_times", {}),
    ("get_speed_traps", {"trap": "FL"}),
    ("get_pit_loss", {}),
    ("get_net_order", {}),
    ("get_lead_changes", {"by_driver": True}),
    ("summarize_recent_events", {"window_seconds": 60}),
    ("get_overtakes", {"how": "any"}),
    ("get_tyre_degradation", {}),
    ("get_pit_stops", {}),
    ("get_incidents", {"lap": 4}),
    ("summarize_recent_events", {"window_seconds": 900}),
    ("predict_pit_window", {"driver": "P3"}),
]


def late_comer(uri: str) -> list[Event]:
    """A race in which a car that the feed named first is timed only after half of it."""
    events: list[Event] = [Tyres(0, {"99": ()}), *open_source(uri)]
    middle = len(events) // 2
    events.insert(middle, Timing(events[middle - 1].t, {"99": CarTiming(position=9)}))
    return events


RACES = {uri: late_comer(uri) for uri in ("sim:seed=8,cars=6,laps=9,dropouts=1", "sim:seed=4,cars=8,laps=12,red=1")}


@pytest.mark.parametrize("uri", list(RACES))
@settings(max_examples=6)
@given(st.lists(st.floats(0.1, 1), min_size=2, max_size=6))
def test_what_has_grown_is_what_a_new_race_tells(uri: str, shares: list[float]) -> None:
    """Cars come one by one, one between others that are there; moments are asked for in any order."""
    events = RACES[uri]
    grown, fresh = StateCache().load(events), StateCache().load(events)
    ours = {spec.name: spec.handler for spec in build_tools(grown)}
    theirs = {spec.name: spec.handler for spec in build_tools(fresh)}
    for share in shares:
        grown._pinned = fresh._pinned = int(share * (len(grown.times) - 1))
        fresh.heard.keeping = Keeping()
        for name, asked in GROWING:
            assert told(ours[name], asked) == told(theirs[name], asked)


def told(handler: Handler, asked: JsonObject) -> object:
    try:
        return handler(asked, AgentContext())
    except InvalidArgument as error:
        return str(error)


def test_rows_grow_while_the_race_goes_on() -> None:
    events = list(open_source(URI))
    live, half = StateCache(), len(events) // 2
    for event in events[:half]:
        live.apply(event)
    before = table(live.view(), "laps")
    for event in events[half:]:
        live.apply(event)
    assert len(table(live.view(), "laps").rows) > len(before.rows)
    assert table(live.view(), "laps") == table(StateCache().load(events).view(), "laps")


def test_recorded_laps_are_the_same_in_any_order(recorded: Recorded) -> None:
    cache = recorded("2025_miami_sprint")
    last = table(cache.view(), "laps").rows
    for lap in (12, 4, 16):
        table(cache.view(f"lap:{lap}"), "laps")
    again = StateCache()
    again.heard.__dict__.update({**cache.heard.__dict__, "keeping": type(cache.heard.keeping)()})
    assert table(again.view(), "laps").rows == last


def test_who_shares_a_surname_with_a_later_driver_is_told_in_full_from_then_on() -> None:
    """What was asked before does not decide how somebody is named."""
    told = [event for event in open_source("sim:cars=3,laps=6") if type(event) is not Roster]
    first, second = list(StateCache().load(told).view().cars)[:2]
    ann, bo = Driver(first, "ANN", "Ann Taylor", "Taylor"), Driver(second, "BOT", "Bo Taylor", "Taylor")
    middle = len(told) // 2
    events = [Roster(0.0, (ann,)), *told[:middle], Roster(told[middle].t, (bo,)), *told[middle:]]
    cache, fresh = StateCache().load(events), StateCache().load(events)
    cache._pinned = middle
    assert {row["driver"] for row in table(cache.view(), "laps").rows if row["car"] == first} == {"Taylor"}
    cache._pinned = None
    for name in ("laps", "positions", "gaps", "overtakes", "stints"):
        assert table(cache.view(), name) == table(fresh.view(), name)
    assert {row["driver"] for row in table(cache.view(), "laps").rows if row["car"] == first} == {"Ann Taylor"}


def test_only_the_latest_moments_are_kept() -> None:
    built: list[tuple[int, str]] = []

    @kept_for_moments(2)
    def made(view: RaceView, word: str) -> int:
        built.append((view.lap, word))
        return len(built)

    cache = StateCache().load(open_source("sim:cars=3,laps=5"))
    first = cache.view("lap:1")
    assert made(first, "a") == made(cache.view("lap:1"), "a") == 1
    assert made(first, "b") == 2
    assert made(cache.view("lap:2"), "a") == 3
    assert made(first, "b") == 2
    assert made(first, "a") == 1  # the view itself holds what was made of it
    assert made(cache.view("lap:1"), "a") == 4
    other = StateCache().load(open_source("sim:cars=3,laps=5"))
    assert made(other.view("lap:1"), "b") == 5  # another race


def test_arguments_by_name_are_told_apart() -> None:
    @kept_for_moments(8)
    def of_moments(view: RaceView, word: str = "a", *, times: int = 1) -> str:
        return word * times

    @kept_in_view
    def of_views(view: RaceView, word: str = "a", *, times: int = 1) -> str:
        return word * times

    view = StateCache().load(open_source("sim:cars=3,laps=5")).view()
    for make in (of_moments, of_views):
        assert [make(view, "b"), make(view, word="c"), make(view, times=2), make(view, times=3)] == [
            "b", "c", "aa", "aaa"
        ]  # fmt: skip
        assert [make(view, times=3, word="d"), make(view, word="d", times=3), make(view)] == ["ddd", "ddd", "a"]


@pytest.mark.parametrize("relation", ["laps", "drivers", "stops"])
def test_a_race_that_nobody_holds_is_gone(relation: str, collect_garbage: Callable[[], object]) -> None:
    cache = StateCache().load(open_source("sim:cars=3,laps=4"))
    assert table(cache.view(), relation).carried
    gone = weakref.ref(cache)
    del cache
    collect_garbage()
    assert gone() is None


def test_what_laps_are_made_of_is_counted_at_every_moment() -> None:
    cache = StateCache().load(open_source(URI))
    in_lane = 0
    for message in range(0, len(cache.times), 37):
        view = cache.view().back_to(message)
        for car in view.cars:
            ways = [way for way in cache.view().passages(car) if way.message_in <= message]
            left = [way for way in ways if way.message_out is not None and way.message_out <= message]
            basis = view.laps_basis(car)
            assert (basis.ins, basis.outs) == (len(ways), len(left))
            assert basis.done == len(view.laps(car))
            in_lane += len(ways) > len(left)
    assert in_lane > 5


def test_messages_that_matter_are_looked_at_once_and_told_to_each_moment() -> None:
    looked: list[str] = []

    def matters(message: RaceControl) -> bool:
        looked.append(message.message)
        return "FLAG" in message.message

    cache = StateCache().load(RaceControl(t, f"{word} {t}") for t, word in enumerate(["FLAG", "RAIN", "FLAG", "FLAG"]))
    view = cache.view()
    for message, told in (
        (0, ["FLAG 0"]),
        (2, ["FLAG 0", "FLAG 2"]),
        (3, ["FLAG 0", "FLAG 2", "FLAG 3"]),
        (1, ["FLAG 0"]),
    ):
        assert [said.message for said in said_that(view.back_to(message), matters)] == told
    assert looked == ["FLAG 0", "RAIN 1", "FLAG 2", "FLAG 3"]


def test_rows_of_a_question_that_have_changed_are_loaded_anew() -> None:
    """A lap that was one lap ago is three laps ago later: what was loaded for the first moment is not left."""
    events = list(open_source("sim:cars=5,laps=12"))
    asked = {"from": "laps", "select": ["car", "lap", "laps_ago"], "order_by": [{"field": "laps_ago"}], "limit": 30}
    grown = query_of(StateCache().load(events))
    for lap in (4, 6, 11):
        fresh = query_of(StateCache().load(events))
        ours, anew = (each({**asked, "at_lap": lap}, AgentContext())["rows"] for each in (grown, fresh))
        assert len(ours) > 10
        assert ours == anew


def test_laps_of_several_drivers_grow_as_a_new_race_tells_them() -> None:
    """Cars that change drivers, asked at moments forwards and backwards, and as somebody takes over at the line."""
    told = [event for event in open_source("sim:seed=3,cars=4,laps=14") if type(event) is not Roster]
    cars = list(StateCache().load(told).view().cars)
    events: list[Event] = []
    for index, event in enumerate(told):
        events.append(event)
        if index % (len(told) // 12) == 0:
            car = cars[index % len(cars)]
            name = f"Driver {index % 5}"
            events.append(Roster(event.t, (Driver(car, name[-1], name, name),)))
    grown, last = StateCache().load(events), len(events) - 1
    for share in (0.2, 0.45, 0.5, 0.52, 0.3, 0.31, 0.8, 1.0, 0.6, 1.0):
        fresh = StateCache().load(events)
        grown._pinned = fresh._pinned = round(last * share)
        for name in ("laps", "positions", "gaps", "drivers"):
            assert table(grown.view(), name) == table(fresh.view(), name)
            asked = {"from": name, "group_by": ["car", "driver"], "aggregate": [{"op": "count"}]}
            ours, anew = (query_of(each)(asked, AgentContext()) for each in (grown, fresh))
            assert ours == anew
    whole = grown.view()
    assert any(len({row["driver"] for row in table(whole, "laps").rows if row["car"] == car}) > 2 for car in cars)


def test_a_corrected_sector_stands_where_the_first_word_on_it_stood() -> None:
    sectors = [(1, 30.0), (2, 40.0), (1, 31.0), (1, 32.0)]
    events: list[Event] = [Timing(0.0, {"7": CarTiming(position=1)})]
    events += [Splits(1.0 + n, {"7": CarSplits(((sector, told),))}) for n, (sector, told) in enumerate(sectors)]
    cache = StateCache().load(events)
    for told, expected in ((2, [(1, 30.0), (2, 40.0)]), (3, [(1, 31.0), (2, 40.0)]), (4, [(1, 32.0), (2, 40.0)])):
        cache._pinned = told
        assert [(each.sector, each.seconds) for each in cache.view().sectors("7")] == expected


def test_what_is_told_later_is_not_known_before() -> None:
    line: Timeline[str] = Timeline()
    for message, value in ((2, "a"), (5, "b"), (5, "c"), (9, "d")):
        line.append(message, value)
    assert [line.at(message) for message in range(11)] == [None, None, *"aaa", *"cccc", *"dd"]
    assert [line.since(1, message) for message in (4, 5, 9)] == [[], ["c"], ["c", "d"]]


def test_parts_of_a_question_are_joined_by_an_index() -> None:
    """With hundreds of chunks their parts are looked up, not gone through for each."""
    view = StateCache().load(open_source("sim:seed=2,cars=5,laps=6")).view()
    question = read_question(
        {"from": "laps", "group_by": ["driver"], "aggregate": [{"op": "count"}]}, lambda name, path: name
    )
    loaded = Loaded(question.relation)
    with loaded.at(view.moment, lambda: question.relation.chunks(view)):
        text, values = _grouped(loaded, question)
        plan = [row[3] for row in loaded.rows((f"EXPLAIN QUERY PLAN {text}", values))]
    assert any(step.startswith("SEARCH p USING INDEX") for step in plan)


def query_of(cache: StateCache) -> Handler:
    return next(spec.handler for spec in build_tools(cache) if spec.name == "query_race")


def test_what_a_caller_does_to_its_answer_is_not_in_the_next_one() -> None:
    cache = StateCache().load(open_source(URI))
    known = {spec.name: spec.handler for spec in build_tools(cache)}
    for name in ("get_standings", "get_session_info", "get_stints", "get_results", "query_race"):
        arguments = QUERY if name == "query_race" else {}
        before = deepcopy(known[name](arguments, AgentContext()))
        _spoil(known[name](arguments, AgentContext()))
        assert known[name](arguments, AgentContext()) == before, name


def _spoil(value: Any) -> None:
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _spoil(part)
    if isinstance(value, dict | list):
        value.clear()
