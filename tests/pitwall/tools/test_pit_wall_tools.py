"""Tools that tell several things together, against the simulator's truth, the raw topics and the records."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pitwall.results import read_results
from pitwall.sources import open_source
from pitwall.sources.sim import SimConfig, SimRace, simulate
from pitwall.state import StateCache
from pitwall.tools.happenings import happenings
from tests.yaml_files import read_yaml
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
BAKU = "2018_azerbaijan_race"


@pytest.fixture(scope="module")
def race() -> SimRace:
    return simulate(SimConfig(seed=11, cars=24, laps=24, classes=2))


@pytest.fixture(scope="module")
def cache(race: SimRace) -> StateCache:
    return StateCache().load(race)


@pytest.mark.parametrize("lap", [5, 12, 20])
def test_classes_stand_as_the_simulator_has_them(
    call_tool: CallTool, race: SimRace, cache: StateCache, lap: int
) -> None:
    t = cache.view(f"lap:{lap}").t
    answer = call_tool(cache, "get_class_standings", at_lap=lap)
    truth = race.truth.class_positions_at(t)
    told = {each["class_name"]: [row["driver"]["car"] for row in each["rows"]] for each in answer["classes"]}
    assert told.keys() == truth.keys()
    for name, cars in told.items():
        same = sum(a == b for a, b in zip(cars, truth[name], strict=True))
        assert same >= 0.75 * len(cars)  # the feed tells of a pass when the cars come to the next loop
        assert [row["class_position"] for row in answer["classes"][0]["rows"]][:3] == [1, 2, 3]
    only = call_tool(cache, "get_class_standings", class_name=next(iter(truth)).upper(), top_n=2, at_lap=lap)
    assert len(only["classes"]) == 1
    assert len(only["classes"][0]["rows"]) == 2
    wrong = call_tool(cache, "get_class_standings", class_name="GT9")
    assert wrong["error"]["details"]["candidates"] == [each["class_name"] for each in answer["classes"]]


def test_one_class_is_said_to_be_one(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(BAKU), "get_class_standings")
    assert answer["summary"] == "The feed has no classes: all cars are in one."


@pytest.mark.parametrize("lap", [6, 15])
def test_who_is_near_is_near_by_the_metres(call_tool: CallTool, race: SimRace, cache: StateCache, lap: int) -> None:
    view = cache.view(f"lap:{lap}")
    sampled = view.t // 5 * 5
    session = view.session
    assert session is not None
    assert session.lap_length_m
    length, me = session.lap_length_m, view.order[3]
    answer = call_tool(cache, "get_nearby_cars", driver=me, within_s=8, at_lap=lap)
    assert answer["cars"]
    for near in answer["cars"]:
        apart = race.truth.distance_at(sampled, near["driver"]["car"]) - race.truth.distance_at(sampled, me)
        assert near["ahead_m"] + near["laps"] * length == pytest.approx(apart, abs=30)
        assert abs(near["ahead_m"]) < 8 * 75
    assert [near["ahead_s"] for near in answer["cars"]] == sorted((n["ahead_s"] for n in answer["cars"]), reverse=True)


def test_nearness_without_metres_counts_lapped_cars(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(BAKU), "get_nearby_cars", driver="BOT", within_s=10, at_lap=30)
    lapped = {near["driver"]["code"]: near["laps"] for near in answer["cars"]}
    assert lapped["GAS"] == -1
    assert all(near["ahead_m"] is None for near in answer["cars"])


def test_team_mates_are_ordered_as_on_the_road(call_tool: CallTool, recorded: Recorded) -> None:
    view = recorded(BAKU).view("lap:30")
    answer = call_tool(recorded(BAKU), "get_teammate", at_lap=30)
    for pair in answer["pairs"]:
        ahead, behind = pair["ahead"]["car"], pair["behind"]["car"]
        assert view.drivers[ahead].team == view.drivers[behind].team == pair["team"]
        assert pair["positions"] == [view.order.index(ahead) + 1, view.order.index(behind) + 1]
        assert pair["positions"][0] < pair["positions"][1]
    one = call_tool(recorded(BAKU), "get_teammate", driver="VER", at_lap=30)
    assert {one["pairs"][0]["ahead"]["code"], one["pairs"][0]["behind"]["code"]} == {"VER", "RIC"}


@pytest.mark.parametrize("order", ["closest", "widest"])
def test_team_mates_are_apart_on_the_road(call_tool: CallTool, recorded: Recorded, order: str) -> None:
    pairs = call_tool(recorded(BAKU), "get_teammate", order=order, at_lap=42)["pairs"]
    out = {"VER", "RIC", "OCO", "SIR", "HUL"}
    assert out.isdisjoint(pair[side]["code"] for pair in pairs for side in ("ahead", "behind"))
    gaps = [(pair["gap_laps"] or 0, pair["gap_s"] or 0) for pair in pairs]
    assert gaps == sorted(gaps, reverse=order == "widest")


def test_two_drivers_compare_as_the_raw_laps_do(call_tool: CallTool, recorded: Recorded, archive_folder: Path) -> None:
    answer = call_tool(recorded(BAKU), "compare_drivers", driver="BOT", other="HAM", at_lap=30)
    alone = [call_tool(recorded(BAKU), "get_lap_times", driver=d, last_n=300, at_lap=30) for d in ("BOT", "HAM")]
    for side, told in zip(answer["sides"], alone, strict=True):
        clean = [row["time_s"] for row in told["laps"] if row["clean"]]
        assert sum(stint["clean_laps"] for stint in side["stints"]) == len(clean)
        assert side["pace_s"] == sorted(clean[-5:])[2]
        assert side["best_lap_s"] == min(row["time_s"] for row in told["laps"] if row["time_s"])
    assert answer["gap_s"] == call_tool(recorded(BAKU), "get_gap", driver="BOT", other="HAM", at_lap=30)["gap_s"]
    assert (
        call_tool(recorded(BAKU), "compare_drivers", driver="BOT", other="BOT")["error"]["type"] == "validation_error"
    )


def test_two_drivers_of_a_qualifying_compare_by_best_laps(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded("2024_spanish_quali"), "compare_drivers", driver="NOR", other="VER")
    assert (answer["gap_s"], answer["pace_difference_s"], answer["sides"][0]["stops"]) == (None, None, None)
    first, second = (side["best_lap_s"] for side in answer["sides"])
    assert answer["best_difference_s"] == round(second - first, 3)


def test_a_gaps_story_is_that_of_the_lines(call_tool: CallTool, race: SimRace, cache: StateCache) -> None:
    view = cache.view("lap:18")
    one, two = view.order[0], view.order[1]
    answer = call_tool(cache, "describe_gap", driver=one, other=two, laps=10, at_lap=18)
    lines = {lap: {car: t for t, car in crossed} for lap, crossed in race.truth.crossings.items()}
    assert len(answer["points"]) >= 8
    for point in answer["points"]:
        at = lines[point["lap"]]
        true = at[answer["behind"]["car"]] - at[answer["ahead"]["car"]]
        assert point["gap_s"] == pytest.approx(true, abs=0.6)
    assert answer["largest_s"] >= answer["gap_s"] >= answer["smallest_s"]


def test_a_card_says_what_the_other_tools_say(call_tool: CallTool, recorded: Recorded) -> None:
    card = call_tool(recorded(BAKU), "driver_card", driver="PER", at_lap=30)
    driver = call_tool(recorded(BAKU), "get_driver", driver="PER", at_lap=30)
    assert (card["position"], card["grid"], card["stops"]) == (driver["place"], driver["grid"], driver["stops"])
    assert (card["compound"], card["tyre_laps"]) == (driver["tyre"]["compound"], driver["tyre"]["laps"])
    assert card["gained"] == card["grid"] - card["position"]
    assert card["summary"].startswith("Sergio Perez (Force India): P7")


def test_what_happened_is_never_beyond_now_and_in_order(recorded: Recorded) -> None:
    for name in (BAKU, "2024_spanish_quali", "2025_miami_sprint"):
        whole = happenings(recorded(name).view())
        times = [event.t for event in whole]
        assert times == sorted(times)
        middle = times[len(times) // 2]
        view = recorded(name).view(clock(middle))
        assert all(event.t <= view.t for event in happenings(view))


def clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600:02d}:{whole % 3600 // 60:02d}:{whole % 60:02d}"


def test_who_falls_back_is_told_as_the_simulator_has_it(race: SimRace, cache: StateCache) -> None:
    view = cache.view()
    lost = {(event.cars[0], event.lap) for event in happenings(view) if event.kind == "lost"}
    for car, lap in lost:
        assert lap is not None
        ranks = [[other for _, other in race.truth.crossings[at]].index(car) for at in (lap - 1, lap)]
        assert ranks[1] > ranks[0]
        assert not any(lap in (p.lap, p.lap + 1) for p in race.truth.pit_passages(car))
    assert lost


def test_incidents_of_a_driver_are_those_that_name_it(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(BAKU), "get_incidents", driver="OCO", other="RAI")
    assert answer["matching"] >= 1
    assert all({"OCO", "RAI"} <= {d["code"] for d in event["drivers"]} for event in answer["events"])
    assert any("investigated afterwards" in event["text"] for event in answer["events"])
    out = call_tool(recorded(BAKU), "get_incidents", driver="RIC")
    assert out["state"] in ("stopped", "retired")
    assert out["summary"].startswith("Ricciardo is out")
    nothing = call_tool(recorded(BAKU), "get_incidents", driver="BOT", other="SIR", at_lap=10)
    assert (
        nothing["summary"]
        == "Race control has said nothing of Bottas and Sirotkin together, and the feed tells of no incident of the two."
    )
    lap = call_tool(recorded(BAKU), "get_incidents", lap=40)
    assert {event["lap"] for event in lap["events"]} == {40}
    assert "safety car" in lap["summary"]


def test_recent_events_are_those_of_the_window(call_tool: CallTool, recorded: Recorded) -> None:
    whole = call_tool(recorded(BAKU), "summarize_recent_events", window_seconds=100_000, at_lap=30)
    short = call_tool(recorded(BAKU), "summarize_recent_events", window_seconds=300, at_lap=30)
    assert whole["matching"] > short["matching"] > 0
    assert all(event in whole["events"] for event in short["events"])
    by_laps = call_tool(recorded(BAKU), "summarize_recent_events", laps=3, at_lap=30)
    assert by_laps["from"] == pytest.approx(recorded(BAKU).view("lap:27").t)
    assert "Vettel in the pits (lap 30)" in by_laps["summary"]


def test_the_session_s_history_is_the_raw_topic_s(
    call_tool: CallTool, recorded: Recorded, archive_folder: Callable[[str], Path]
) -> None:
    folder = archive_folder(BAKU)
    answer = call_tool(recorded(BAKU), "get_session_history", limit=50)
    lines = (folder / "TrackStatus.jsonStream").read_text("utf-8-sig").splitlines()
    raw = [json.loads(line[12:])["Status"] for line in lines]
    told = sum(event["text"] == "safety car" for event in answer["items"])
    assert told == sum(status == "4" for status in raw)
    assert answer["items"][-1]["text"].startswith("session ")
    assert len(call_tool(recorded(BAKU), "get_session_history", limit=3)["items"]) == 3


def test_points_are_those_of_the_records(call_tool: CallTool, recorded: Recorded, shared: Path) -> None:
    for name, table in ((BAKU, "2018_04-azerbaijan"), ("2024_bahrain_gp_converted", "2024_01-bahrain")):
        rows = read_yaml((shared / f"data/truth/f1db/{table}/race-results.yml").read_text())
        truth = {str(row["driverNumber"]): row["points"] for row in rows if row["points"]}
        answer = call_tool(recorded(name), "get_race_points")
        assert {row["driver"]["car"]: row["points"] for row in answer["rows"]} == truth
        assert answer["basis"] == "provisional"
        assert sum(team["points"] for team in answer["teams"]) == sum(truth.values())


def test_official_points_are_those_of_the_file(call_tool: CallTool, archive_folder: Callable[[str], Path]) -> None:
    folder = archive_folder("2025_miami_sprint")
    cache = StateCache().load(open_source(str(folder)))
    cache.official = read_results(folder / "ergast_sprint.json")
    answer = call_tool(cache, "get_race_points", driver="NOR")
    assert answer["summary"] == "Norris gets 8 points officially."
    assert answer["basis"] == "official"


def test_points_of_an_unknown_series_are_not_made_up(call_tool: CallTool, cache: StateCache) -> None:
    answer = call_tool(cache, "get_race_points")
    assert (answer["basis"], answer["rows"]) == ("unknown", [])


def test_a_penalty_is_only_ever_suggested(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded("2025_miami_sprint"), "propose_penalty")
    assert answer["suggestion"] is True
    assert answer["summary"].startswith("A suggestion, the stewards decide: ")
    assert answer["suggestions"]
    for each in answer["suggestions"]:
        assert each["case"]["open"]
        assert (each["penalty"] is None) == (each["basis"] == "none")
    none = call_tool(recorded("2025_miami_sprint"), "propose_penalty", driver="NOR", at_lap=1)
    assert none["summary"] == "No case of Norris is open: there is no penalty to suggest."


def test_who_has_lost_most_is_told_first_where_that_is_asked(call_tool: CallTool, recorded: Recorded) -> None:
    answer = call_tool(recorded(BAKU), "get_position_history", order="lost", at_lap=30)
    told = [row["gained"] for row in answer["cars"] if row["gained"] is not None]
    assert told == sorted(told)
    assert answer["summary"].startswith("Most lost since the start by cars still going: Hamilton -1 (P2 to P3), Ricc")


def test_one_car_and_one_position_of_a_class_are_told_apart(call_tool: CallTool, cache: StateCache) -> None:
    name, second = next(
        (each["class_name"], each["rows"][1]) for each in call_tool(cache, "get_class_standings", at_lap=12)["classes"]
    )
    said = call_tool(cache, "get_class_standings", class_name=name, place=2, at_lap=12)["summary"]
    assert f"is P2 of 12 in {name} (P{second['position']} overall)" in said
    assert call_tool(cache, "get_class_standings", driver=second["driver"]["car"], at_lap=12)["summary"] == said
    far = call_tool(cache, "get_class_standings", class_name=name, place=99)["summary"]
    assert far == f"{name} has 12 cars."


def test_the_leader_of_a_class_is_named_alone(call_tool: CallTool, cache: StateCache) -> None:
    each = call_tool(cache, "get_class_standings", at_lap=12)["classes"][0]
    said = call_tool(cache, "get_class_standings", class_name=each["class_name"], top_n=2, at_lap=12)["summary"]
    assert re.fullmatch(r"[^:]+: 1 [^,/+]+, 2 [^,/]+", said), said
