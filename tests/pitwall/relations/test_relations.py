"""Relations against the raw topics and the simulator's truth, by code that shares nothing with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitwall.query import answer, read_question
from pitwall.relations import RELATIONS, table
from pitwall.relations.shared_fields import CAR_FIELDS, WHEN_FIELDS, CarValues, WhenValues
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import StateCache
from pitwall.state.keeping import Keeping
from tests.yaml_files import read_yaml

Recorded = Callable[[str], StateCache]
Folder = Callable[[str], Path]

SESSIONS = ["2018_azerbaijan_race", "2025_miami_sprint", "2024_spanish_quali", "2024_british_fp1"]
PYTHON: dict[str, Any] = {"text": str, "integer": int, "number": (int, float), "flag": bool}


def test_a_clean_lap_of_a_practice_is_not_one_to_warm_the_tyres(recorded: Recorded) -> None:
    rows: Any = [row for row in table(recorded("2024_british_fp1").view(), "laps").rows if row["accurate"]]
    for code in {row["code"] for row in rows}:
        times = [row["time_s"] for row in rows if row["code"] == code]
        assert max(times) <= 1.08 * min(times)


@pytest.mark.parametrize("name", SESSIONS)
def test_every_row_has_every_field_with_its_type(recorded: Recorded, name: str) -> None:
    view = recorded(name).view()
    for relation in RELATIONS:
        assert all(field.of for field in relation.fields)
        if view.kind not in relation.kinds:
            continue
        for row in table(view, relation.name).rows:
            assert row.keys() == {field.name for field in relation.fields}
            for field in relation.fields:
                value: Any = row[field.name]
                assert value is None or isinstance(value, PYTHON[field.type]), (relation.name, field.name, value)


def test_values_without_names_stand_in_the_order_of_the_fields() -> None:
    assert CarValues._fields == tuple(field.name for field in CAR_FIELDS)
    assert (*WhenValues._fields, "laps_ago") == tuple(field.name for field in WHEN_FIELDS)
    for relation in RELATIONS:
        assert relation.fields[: len(relation.shared)] == relation.shared
        names = [field.name for field in (*relation.shared, *relation.own)]
        assert names == [field.name for field in relation.fields if field.name != "laps_ago"]


GROWING = ["laps", "positions", "gaps", "sectors", "speeds"]


def test_a_row_that_has_not_changed_is_the_same_object_and_only_new_laps_make_new_ones(recorded: Recorded) -> None:
    """So a lap more costs no more late in a race than early in it."""
    cache = recorded("2018_azerbaijan_race")
    cache.heard.keeping = Keeping()
    before: dict[str, set[int]] = {}
    kept = []
    for lap in (10, 11, 30, 31, 46, 47):
        view = cache.view(f"lap:{lap}")
        for name in GROWING:
            rows = [row for chunk in table(view, name).chunks for row in chunk.rows]
            new = sum(id(row) not in before.get(name, ()) for row in rows)
            before[name] = {id(row) for row in rows}
            kept.append(rows)  # else another row could have the id of one that is gone
            if lap % 2:  # a lap after the last time: at most one of each car, or three sectors and four speeds
                assert 0 < new <= len(view.cars) * {"sectors": 3, "speeds": 4}.get(name, 1)
                assert len(rows) > 100


def test_nothing_is_beyond_now(recorded: Recorded) -> None:
    view = recorded("2018_azerbaijan_race").view("lap:20")
    for relation in RELATIONS:
        for row in table(view, relation.name).rows:
            t: Any = row.get("session_time_s")
            assert t is None or t <= view.t
    assert max(int(str(row["lap"])) for row in table(view, "laps").rows) == 20


def test_a_relation_knows_whether_the_feed_carries_it(recorded: Recorded) -> None:
    view = recorded("2018_azerbaijan_race").view()
    assert not table(view, "weather").carried
    assert table(view, "messages").carried
    assert not table(StateCache().view(), "laps").carried
    assert table(view, "laps").rows is table(recorded("2018_azerbaijan_race").view(), "laps").rows  # built once


def test_lap_times_are_those_of_the_raw_feed(recorded: Recorded, archive_folder: Folder) -> None:
    told: dict[str, set[float]] = {}
    lines = (archive_folder("2018_azerbaijan_race") / "TimingData.jsonStream").read_text("utf-8-sig").splitlines()
    for line in lines:
        for car, news in json.loads(line[12:])["Lines"].items():
            value = (news.get("LastLapTime") or {}).get("Value")
            if value:
                minutes, seconds = value.split(":")
                told.setdefault(car, set()).add(round(int(minutes) * 60 + float(seconds), 3))
    rows = [row for row in table(recorded("2018_azerbaijan_race").view(), "laps").rows if row["source"] == "feed"]
    assert len(rows) > 700
    assert all(row["time_s"] in told[str(row["car"])] for row in rows)


def test_stops_are_those_of_the_records(recorded: Recorded, shared: Path) -> None:
    truth = read_yaml((shared / "data/truth/f1db/2024_01-bahrain/pit-stops.yml").read_text())
    ours = {
        (row["car"], row["number"]): row["lap"]
        for row in table(recorded("2024_bahrain_gp_converted").view(), "stops").rows
    }
    for stop in truth:
        assert ours[str(stop["driverNumber"]), stop["stop"]] == stop["lap"]
    assert len(ours) == len(truth)


@pytest.mark.parametrize("seed", range(3))
def test_overtakes_turn_one_order_into_the_next(seed: int) -> None:
    """The order after a lap follows from the one before and the passes: nothing is left out, nothing is invented."""
    race = simulate(SimConfig(seed=seed, cars=12, laps=14))
    crossings = race.truth.crossings
    rows = table(StateCache().load(race).view(), "overtakes").rows
    for lap in range(2, 14):
        before = [car for _, car in sorted(crossings[lap - 1])]
        after = [car for _, car in sorted(crossings[lap])]
        both = [car for car in before if car in after]
        expected = {
            (car, other)
            for i, other in enumerate(both)
            for car in both[i + 1 :]
            if after.index(car) < after.index(other)
        }
        found = {(r["car"], r["passed_car"]) for r in rows if r["lap"] == lap and r["how"] in ("track", "stop")}
        assert found == expected


def test_a_pass_by_a_stop_is_none_on_track() -> None:
    race = simulate(SimConfig(seed=1, cars=12, laps=14))
    view = StateCache().load(race).view()
    lanes = {(car, p.lap + late) for car in view.cars for p in race.truth.pit_passages(car) for late in (0, 1)}
    rows = table(view, "overtakes").rows
    assert any(row["how"] == "stop" for row in rows)
    for row in rows:
        if row["how"] in ("track", "stop"):
            assert ((row["passed_car"], row["lap"]) in lanes) == (row["how"] == "stop")


def test_a_table_goes_where_others_work() -> None:
    pandas = pytest.importorskip("pandas")
    view = StateCache().load(simulate(SimConfig(cars=3, laps=3))).view()
    frame = table(view, "laps").to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert {"Driver", "DriverNumber", "LapNumber", "LapTime", "Compound", "Stint", "IsAccurate"} <= set(frame.columns)
    assert len(frame) == 9


@pytest.mark.parametrize("name", ["telemetry", "locations"])
def test_samples_of_the_last_minute_slide_with_the_race(name: str) -> None:
    """What is kept from moment to moment, forwards and back, is what a race tells that is asked only once."""
    race = simulate(SimConfig(cars=6, laps=4, telemetry=1))
    cache = StateCache().load(race)
    question = read_question({"from": name}, lambda car, path: car)
    for lap, seconds in ((2, 0), (2, 3), (2, 31), (3, 10), (2, 4), (3, 11)):
        at = f"{int(cache.view(f'lap:{lap}').t) + seconds}"
        view, alone = cache.view(_clock(at)), StateCache().load(race).view(_clock(at))
        kept = table(view, name).rows
        assert kept == table(alone, name).rows
        times = [float(str(row["session_time_s"])) for row in kept]
        assert times == sorted(times)
        assert times[0] >= view.t - 60
        assert answer(view, question) == answer(alone, question)
        assert answer(view, question).rows_total == len(kept)


def _clock(seconds: str) -> str:
    return f"{int(seconds) // 3600:02}:{int(seconds) // 60 % 60:02}:{int(seconds) % 60:02}"


def test_rain_begins_where_there_was_none_before(recorded: Callable[[str], StateCache]) -> None:
    rows = [dict(row) for row in table(recorded("2025_australian_gp_converted").view(), "weather").rows]
    told = [row["rain"] for row in rows]
    assert [row["rain_began"] for row in rows] == [now and (at == 0 or not told[at - 1]) for at, now in enumerate(told)]
    assert [row["lap"] for row in rows if row["rain_began"]][-1] == 45
