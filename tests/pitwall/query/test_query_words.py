"""A query's answer says what was asked: every condition, the order, the unit."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import director
from pitwall.facts.names import short_name
from pitwall.query import answer, read_question
from pitwall.relations import Field
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from pitwall.tools.query_heading import heading
from pitwall.tools.query_values import value_words
from pitwall.tools.query_words import summary_words
from tests.rows import each_row
from toolgate.contract import AgentContext, Handler, JsonObject

SIM = StateCache().load(open_source("sim:seed=5,cars=8,laps=10,rain=1")).view()
CARS = list(SIM.order)


def condition(field: str, value: object, op: str = "is") -> JsonObject:
    return {"field": field, "op": op, "value": value}


def said(asked: JsonObject) -> str:
    return heading(read_question(asked, lambda name, path: name), lambda car: f"<{car}>")


@each_row(
    ("asked", "words"),
    [
        ({"from": "laps", "where": [condition("lap", 20, "at_least"), condition("lap", 30, "at_most")]}, "laps 20 to 30"),
        ({"from": "laps", "where": [condition("accurate", True), condition("car", "44")]}, "clean laps of <44>"),
        ({"from": "laps", "where": [condition("in_lap", True), condition("car", ["44", "63"], "in")]},
         "in-laps of <44> and <63>"),
        ({"from": "laps", "where": [condition("out_lap", True)]}, "out-laps"),
        ({"from": "stops", "where": [condition("track_status", "safety_car")]}, "pit stops under the safety car"),
        ({"from": "stops", "where": [condition("track_status", "safety_car", "latest")]},
         "pit stops under the latest safety car"),
        ({"from": "stops",
          "where": [condition("track_status", ["safety_car"], "in"), condition("status_number", 2), condition("lap", 9)]},
         "pit stops under safety car 2 on lap 9"),
        ({"from": "drivers", "where": [condition("state", "running")]}, "cars on track"),
        ({"from": "stops", "where": [condition("laps_ago", 5, "less")]}, "pit stops in the last 5 laps"),
        ({"from": "stops", "where": [condition("lap", 5, "more")]}, "pit stops after lap 5"),
        ({"from": "drivers", "where": [condition("position_now", 3, "at_most")]}, "cars in the top 3"),
        ({"from": "drivers", "where": [condition("stops", 0)]}, "cars without a stop"),
        ({"from": "drivers", "where": [condition("compound", "SOFT", "is_not")]}, "cars not on SOFT"),
        ({"from": "drivers", "where": [condition("new", True, "is_not")]}, "cars not on tyres fitted new"),
        ({"from": "stints", "where": [condition("stint", 1), condition("car", "44")]}, "first stints of <44>"),
        ({"from": "overtakes", "where": [condition("car", "44"), condition("passed_car", "77")]},
         "overtakes by <44> on <77>"),
        ({"from": "penalties", "where": [condition("penalised", True), condition("penalty_s", 5)]}, "penalties of 5 s"),
        ({"from": "laps", "where": [condition("interval_s", 2, "more")]}, "laps more than 2 s behind the car ahead"),
        ({"from": "stints", "where": [condition("compound", "SOFT")], "per": {"by": "car", "last": 1}},
         "stints on SOFT (last 1 of each car)"),
    ],
)  # fmt: skip
def test_every_condition_is_told(asked: JsonObject, words: str) -> None:
    assert said(asked) == words


def summary(asked: JsonObject) -> str:
    question = read_question(asked, lambda name, path: name)
    return summary_words(question, answer(SIM, question), lambda car: f"<{car}>")


def test_the_order_of_rows_is_told() -> None:
    oldest = {"from": "drivers", "select": ["driver", "tyre_laps"], "order_by": [{"field": "tyre_laps", "down": True}]}
    assert summary(oldest).startswith("Cars by tyre age, oldest first: ")
    assert " laps old" in summary(oldest)
    fastest = {"from": "laps", "select": ["driver", "time_s", "lap"], "order_by": [{"field": "time_s"}], "limit": 1}
    assert summary(fastest).startswith("Fastest laps: ")


def test_an_average_says_over_how_much() -> None:
    values = [{"op": "avg", "field": "time_s", "as": "average_time_s"}, {"op": "count", "as": "rows"}]
    clean = [condition("accurate", True), condition("car", CARS[0])]
    told = summary({"from": "laps", "where": clean, "aggregate": values})
    count = len(answer(SIM, read_question({"from": "laps", "where": clean}, lambda name, path: name)).rows)
    assert re.fullmatch(rf"Average time \d:\d\d\.\d\d\d over {count} clean laps? of <{CARS[0]}>\.", told)


def test_what_is_not_so_of_a_car_is_said() -> None:
    asked = {"from": "drivers", "where": [condition("car", CARS[0]), condition("stops", 9)], "select": ["driver"]}
    assert summary(asked) == f"<{CARS[0]}> is not among the cars with 9 stops."
    both = [condition("car", list(CARS[:2]), "in"), condition("stops", 9)]
    assert summary(asked | {"where": both}) == f"Neither <{CARS[0]}> nor <{CARS[1]}> is among the cars with 9 stops."


def test_where_nobody_is_left_out_it_says_that_all_are() -> None:
    every = [condition("compound", ["SOFT", "MEDIUM", "HARD", "INTERMEDIATE", "WET"], "not_in")]
    assert summary({"from": "drivers", "where": every}) == "All cars are on SOFT, MEDIUM, HARD, INTERMEDIATE or WET."
    started = [condition("stint", 1), condition("compound", ["SOFT", "MEDIUM", "HARD"], "not_in")]
    assert summary({"from": "stints", "where": started}) == "All first stints are on SOFT, MEDIUM or HARD."
    fourth = [condition("stint", 9), condition("compound", "SOFT", "is_not")]
    assert summary({"from": "stints", "where": fourth}) == "No stint 9 not on SOFT."
    never = {"from": "laps", "group_by": ["driver"], "without": [condition("lap", 1)]}
    assert summary(never) == "Every car has had a lap on lap 1."


def test_one_car_is_named_once() -> None:
    asked = {"from": "drivers", "where": [condition("car", CARS[2])], "select": ["driver", "laps"]}
    question = read_question(asked, lambda name, path: name)
    told = summary_words(question, answer(SIM, question), lambda car: short_name(SIM, car))
    assert re.fullmatch(r"\S+ \d+ laps?\.", told), told


def test_positions_are_told_as_positions() -> None:
    told = summary(
        {
            "from": "drivers",
            "where": [condition("stops", 0, "at_least")],
            "select": ["driver", "position_now"],
            "order_by": [{"field": "position_now", "down": True}],
            "limit": 2,
        }
    )
    assert re.search(r"lowest placed first: \S+ P8, \S+ P7\.$", told), told


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("average stops per driver", "Average stops 1.75 over 20 cars."),
        ("average number of pit stops", "Average stops 1.75 over 20 cars."),
        ("average pit stop time", "Average time in the lane 24.156 s over 35 pit stops."),
    ],
)
def test_an_average_of_stops_is_of_their_count_unless_their_time_is_asked(
    archive_folder: Callable[[str], Path], question: str, answer: str
) -> None:
    race = director.open_race(str(archive_folder("2018_azerbaijan_race")), planner="offline")
    assert race.ask_sync(question).text == answer


def test_laps_ago_are_counted_from_the_leaders_lap(archive_folder: Callable[[str], Path]) -> None:
    """Norris led when lap 43 ended, and stopped on lap 44: his own laps are one behind those of Verstappen, who leads."""
    race = director.open_race(str(archive_folder("2025_australian_gp_converted")), planner="offline", at="lap:45")
    assert "On lap 43: Oscar Piastri is P2" in (race.ask_sync("where was piastri two laps ago").text or "")


def test_who_dropped_out_is_named_where_lost_positions_are_counted(recorded: Callable[[str], StateCache]) -> None:
    """Grosjean crashed behind the safety car, the Red Bulls on lap 40: no row tells what that cost them."""
    ask = query_of(recorded("2018_azerbaijan_race"))
    position = [{"op": op, "field": "position"} for op in ("first", "last", "delta")]
    lost: JsonObject = {
        "from": "laps", "group_by": ["driver"], "aggregate": position,
        "having": [condition("delta_position", 0, "more")],
    }  # fmt: skip
    for lap, out in ((38, "Ricciardo, Verstappen and Grosjean"), (42, "Grosjean")):
        told = ask({**lost, "where": [condition("lap", lap, "at_least")], "at_lap": 44}, AgentContext())
        assert told["summary"] == (
            f"Nobody lost positions over laps from lap {lap} on (not counting who dropped out: {out})."
        )
        assert f"positions that cars lost as they dropped out: {out.replace(' and', ',')}" in told["missing"]
    lately = ask({**lost, "where": [condition("laps_ago", 3, "less")], "at_lap": 44}, AgentContext())
    assert "dropped out: Grosjean)" in lately["summary"]
    gained = ask({**lost, "having": [condition("delta_position", 0, "less")], "at_lap": 44}, AgentContext())
    assert gained["rows"]
    assert "dropped out" not in gained["summary"]


def test_who_dropped_out_is_named_only_of_the_laps_and_cars_that_are_meant(
    recorded: Callable[[str], StateCache],
) -> None:
    ask = query_of(recorded("2018_azerbaijan_race"))
    position = [{"op": op, "field": "position"} for op in ("first", "last", "delta")]
    moved: JsonObject = {"from": "laps", "group_by": ["driver"], "aggregate": position, "at_lap": 42}
    first = ask({**moved, "where": [condition("lap", 5, "at_most")]}, AgentContext())["summary"]
    assert "dropped out: Ocon and Sirotkin)" in first
    latest = condition("track_status", "safety_car", "latest")
    assert "dropped out" not in ask({**moved, "where": [latest]}, AgentContext())["summary"]
    one = [condition("driver", "HAM"), condition("laps_ago", 5, "less")]
    assert "dropped out" not in ask({**moved, "where": one}, AgentContext())["summary"]
    for op, lap, is_named in (("at_most", 11, True), ("at_most", 10, False), ("less", 11, False), ("less", 12, True)):
        said = ask({**moved, "where": [condition("lap", lap, op)]}, AgentContext())["summary"]
        assert ("Hulkenberg)" in said) is is_named, (op, lap)  # on his eleventh lap


def query_of(cache: StateCache) -> Handler:
    return next(spec.handler for spec in build_tools(cache) if spec.name == "query_race")


def test_groups_are_not_told_as_what_is_in_them() -> None:
    """`2 laps: HARD 40, SOFT 30`: there are two groups of laps, and seventy laps."""
    asked: JsonObject = {"from": "laps", "where": [condition("car", CARS[0])], "group_by": ["compound", "stint"]}
    assert summary(asked).startswith(f"Laps of <{CARS[0]}> by compound and stint: ")
    by_status: JsonObject = {"from": "laps", "group_by": ["track_status"]}
    assert summary(by_status).startswith("Laps by track status: ")


def test_what_is_left_out_of_a_list_is_counted_of_all_that_there_is() -> None:
    """`78 laps: four of them and 6 more` where ten are listed."""
    told = re.search(r"^(\d+) laps: (.*) and (\d+) more", summary({"from": "laps", "limit": 10}))
    assert told is not None
    assert int(told[1]) == len(told[2].split("; ")) + int(told[3]) > 20


def grouped(relation: str, op: str, field: str) -> str:
    return summary({"from": relation, "group_by": ["driver"], "aggregate": [{"op": op, "field": field}]})


@pytest.mark.parametrize(
    ("relation", "op", "field", "pattern"),
    [
        ("laps", "delta", "time_s", r"8 drivers with laps, change of time: \S+ [+-]\d+(\.\d+)? s, "),
        ("laps", "avg", "time_s", r"8 drivers with laps, average time: \S+ \d:\d\d\.\d\d\d, "),
        ("sectors", "min", "time_s", r"8 drivers with sector times, least time: \S+ \d\d\.\d+ s, "),
        ("speeds", "max", "speed_kmh", r"8 drivers with speeds, most speed: \S+ \d+ km/h, "),
        ("stints", "avg", "laps", r"8 drivers with stints, average laps: \S+ \d+(\.\d+)? laps?, "),
    ],
)
def test_a_value_of_each_driver_says_what_it_is_and_has_its_unit(
    relation: str, op: str, field: str, pattern: str
) -> None:
    told = grouped(relation, op, field)
    assert re.match(pattern, told), told


def test_a_change_of_a_time_is_no_time_of_day() -> None:
    """-11.255 s was told as -1:48.745."""
    value = Field("delta_time_s", "number", "s", "delta of lap time")
    assert value_words(value, -11.255) == "-11.255 s"
    assert value_words(value, 71.5) == "+71.5 s"


@pytest.mark.parametrize(
    ("relation", "pattern"),
    [
        ("sectors", r"\d+ sector times of <\w+>: \S+ \(lap 1, sector 1, time \d\d\.\d+ s\); "),
        ("speeds", r"\d+ speeds of <\w+>: \S+ \(lap 1, trap \w\w, speed \d+ km/h\); "),
        ("gaps", r"\d+ gaps of <\w+>: \S+ \(lap 1, P\d, gap \d+(\.\d+)? s\); "),
        ("positions", r"\d+ positions of <\w+>: \S+ \(lap 1, P\d\); "),
    ],
)
def test_rows_are_told_by_what_they_are_of(relation: str, pattern: str) -> None:
    told = summary({"from": relation, "where": [condition("car", CARS[0])]})
    assert re.match(pattern, told), told


def test_weather_is_told_by_its_values_and_spells_by_their_kind(recorded: Callable[[str], StateCache]) -> None:
    assert re.match(r"\d+ weather reports: lap 0 \(air \d+(\.\d+)? °C, track \d+(\.\d+)? °C, rain no\); ",
                    summary({"from": "weather"}))  # fmt: skip
    view = recorded("2018_azerbaijan_race").view()
    question = read_question({"from": "statuses"}, lambda name, path: name)
    told = summary_words(question, answer(view, question), lambda car: car)
    assert "safety car laps 1 to 5" in told, told


def test_fast_and_slow_speeds_are_told_as_such() -> None:
    asked = {"from": "speeds", "order_by": [{"field": "speed_kmh", "down": True}], "limit": 1}
    assert re.match(r"Speeds, highest first: \S+ \d+ km/h \(lap \d+, trap \w\w\)\.$", told := summary(asked)), told


@each_row(
    ("where", "words"),
    [
        (
            [condition("position_now", 3, "at_most"), condition("compound", "NONE_SUCH", "is")],
            "No car in the top 3 on NONE_SUCH.",
        ),
        ([condition("stops", 99), condition("compound", "SOFT", "is_not")], "No car with 99 stops not on SOFT."),
    ],
)
def test_nobody_is_said_of_those_who_may_be_nobody(where: list[JsonObject], words: str) -> None:
    """That all without a stop are on softs would say that there are some."""
    question = read_question({"from": "drivers", "where": where}, lambda name, path: name)
    assert summary_words(question, answer(SIM, question), lambda car: short_name(SIM, car)) == words


@each_row(
    ("having", "values", "words"),
    [
        (condition("time_s", 200.0, "less"), {"op": "min", "field": "time_s", "as": "time_s"},
         r"8 drivers faster than 3:20\.000 on laps from lap 3 on: \S+ 1:"),
        (condition("average_time_s", 9.5, "less"), {"op": "avg", "field": "time_s", "as": "average_time_s"},
         r"No driver faster than 0:09\.500 on average on laps from lap 3 on\.$"),
        (condition("time_s", 9.5, "more"), {"op": "min", "field": "time_s", "as": "time_s"},
         r"8 drivers slower than 0:09\.500 at best on laps from lap 3 on: \S+ 1:"),
        (condition("count", 90, "at_least"), {"op": "count", "as": "count"},
         r"No driver has 90 or more laps from lap 3 on\.$"),
    ],
)  # fmt: skip
def test_who_is_held_to_a_number_is_counted(having: JsonObject, values: JsonObject, words: str) -> None:
    where, order = [condition("lap", 3, "at_least"), {"field": "time_s", "op": "told"}], [{"field": values["as"]}]
    asked = {"from": "laps", "where": where, "group_by": ["driver"], "aggregate": [values], "having": [having]}
    assert re.match(words, told := summary(asked | {"order_by": order})), told


def test_all_stops_are_told_by_lap_where_one_by_one_they_have_no_room() -> None:
    view = StateCache().load(open_source("sim:seed=5,cars=20,laps=30")).view()
    asked = {"from": "stops", "select": ["driver", "lap", "compound"], "order_by": [{"field": "session_time_s"}]}
    question = read_question(asked, lambda name, path: name)
    told = summary_words(question, answer(view, question), lambda car: short_name(view, car))
    assert re.match(r"Pit stops, earliest first: lap \d+ \S.*; \d+ \S", told), told
    assert re.search(r"; \d+ [^;]*( and \d+ more laps?)?\.$", told), told


@each_row(
    ("value", "words"),
    [
        ("interval_s", ", gap to the car ahead: "),
        ("clear_s", ", gap to the car behind: "),
        ("gap_s", ", gap to the leader: "),
    ],
)
def test_a_gap_of_each_says_which(value: str, words: str) -> None:
    told = summary({"from": "drivers", "where": [condition("position_now", 1, "more")], "select": ["driver", value]})
    assert re.match(rf"\d+ cars{words}\S", told), told


def test_places_lost_are_not_gained() -> None:
    assert said({"from": "drivers", "where": [condition("gained", -2, "more")]}) == (
        "cars that lost fewer than 2 positions, or none"
    )
    assert (
        said({"from": "drivers", "where": [condition("gained", 2, "more")]}) == "cars with more than 2 positions gained"
    )


def test_who_was_in_the_top_on_a_lap_is_said_so() -> None:
    without = [condition("lap", 4), condition("position", 3, "more")]
    assert said({"from": "laps", "without": without}) == "laps of those in the top 3 on lap 4"


def test_of_those_who_are_named_it_says_how_many_are_meant() -> None:
    """Who asks how many of them are so must not count a list that may have been cut."""
    cars = sorted(SIM.cars)
    few, many = cars[:3], cars[:8]
    for named, whom in ((few, f"<{few[0]}>"), (many, "these 8 cars")):
        told = summary({"from": "drivers", "where": [condition("car", named, "in"), condition("stops", 0, "at_least")]})
        assert told.startswith(f"{len(named)} of {whom}"), told
    two = summary({"from": "drivers", "where": [condition("car", cars[:2], "in"), condition("stops", 0, "at_least")]})
    assert not two.startswith("2 of"), two


def test_what_was_never_shown_is_told(recorded: Callable[[str], StateCache]) -> None:
    ask = query_of(recorded("2018_azerbaijan_race"))

    def said(status: str, *more: JsonObject) -> str:
        where = [condition("track_status", status), *more]
        return str(ask({"from": "stops", "where": where, "at_lap": 42}, AgentContext())["summary"])

    assert said("vsc") == "No pit stop under the virtual safety car: there has been none so far."
    assert (
        said("red", condition("driver", "HAM"))
        == "No pit stop of Hamilton under the red flag: there has been none so far."
    )
    assert (
        said("safety_car", condition("status_number", 3))
        == "No pit stop under safety car 3: so far there have been only 2."
    )
    assert said("safety_car").startswith("21 pit stops under the 2 safety cars: ")
    second = said("safety_car", condition("status_number", 2), condition("driver", "HUL"))
    assert second == "No pit stop of Hulkenberg under safety car 2."


def test_an_average_of_laps_names_its_unit_once_and_who_is_left_out_is_not_denied(
    recorded: Callable[[str], StateCache],
) -> None:
    ask = query_of(recorded("2018_azerbaijan_race"))
    stints: JsonObject = {
        "from": "stints", "where": [condition("going", False)], "at_lap": 42,
        "aggregate": [{"op": "avg", "field": "laps", "as": "average_laps"}, {"op": "count", "as": "rows"}],
    }  # fmt: skip
    assert ask(stints, AgentContext())["summary"] == "Average 19.618 laps over 34 stints that ended."
    going = condition("state", ["stopped", "retired"], "not_in")
    others = [going, condition("stops", 0), condition("driver", ["HAM"], "not_in")]
    none = ask({"from": "drivers", "where": others, "at_lap": 42}, AgentContext())["summary"]
    assert none == "No car other than Hamilton without a stop."


def test_a_safety_car_tells_the_laps_before_and_since(recorded: Callable[[str], StateCache]) -> None:
    ask = query_of(recorded("2018_azerbaijan_race"))
    laps = ["lap", "lap_before", "to_lap", "next_lap", "since_lap"]
    cars = ask(
        {"from": "statuses", "where": [condition("status", "safety_car")], "select": laps, "at_lap": 42}, AgentContext()
    )
    assert [[row[name] for name in laps] for row in cars["rows"]] == [[1, 0, 5, 6, 5], [40, 39, None, None, 40]]
