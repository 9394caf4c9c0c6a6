"""The long tail, one call each, on simulated and recorded races: values against records of others, sentences word by word.

The simulator's truth is its own record; that of recorded races is read from the raw topics by code of this file.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import StateCache
from tests.pitwall.sim_oracle import ask
from tests.rows import each_row
from toolgate.contract import JsonObject

Recorded = Callable[[str], StateCache]
Folder = Callable[[str], Path]
RACES = [
    ("2018_azerbaijan_race", "2018_04-azerbaijan"),
    ("2024_bahrain_gp_converted", "2024_01-bahrain"),
    ("2025_australian_gp_converted", "2025_01-australia"),
]
SINCE = 8
LED_THROUGH = {"2025_australian_gp_converted": ("2", "3", "4")}
"""Laps on which the safety car led the field through the lane: who took 4 s more than others did stop there."""


class Told(NamedTuple):
    """What is true of a race, by car numbers, whoever says so."""

    stopped_under_sc: set[str]
    on_soft: set[str]
    longest: set[tuple[str, int]]
    times: dict[str, list[float]]
    order: list[str]
    across: dict[int, list[str]]
    """By lap: cars in the order in which they ended it."""
    laps: dict[str, int]
    going: set[str]
    interval_s: dict[str, float]


def where(field: str, op: str, value: Any = None) -> JsonObject:
    return {"field": field, "op": op} if value is None else {"field": field, "op": op, "value": value}


def query(cache: StateCache, relation: str, conditions: list[JsonObject], **rest: Any) -> JsonObject:
    found = ask(cache, "query_race", **{"from": relation, "where": conditions, **rest})
    assert "error" not in found, found
    assert len(found["summary"]) <= 200
    return found


def cars(found: JsonObject) -> set[str]:
    return {row["car"] for row in found["rows"]}


def check(cache: StateCache, told: Told) -> None:
    """Each of the eight questions in one call."""
    view = cache.view()
    names = {car: driver.name.split()[-1] for car, driver in view.drivers.items()}
    leader = told.across[1][0]
    assert len(told.going) > len(told.order) // 3
    assert len(told.across) > SINCE

    found = query(cache, "stops", [where("track_status", "is", "safety_car")], select=["car", "driver", "lap"])
    assert cars(found) == told.stopped_under_sc
    number = re.match(r"\d+|No", found["summary"])
    assert number is not None
    assert number[0] == (str(found["rows_total"]) if found["rows"] else "No")
    assert re.search(r"under the (\d+ safety cars|safety car)\b", found["summary"])

    found = query(cache, "stints", [where("compound", "is", "SOFT"), where("laps", "more", 0)], group_by=["car"])
    assert cars(found) == told.on_soft

    found = query(cache, "stints", [where("laps", "told")], select=["car", "laps"],
                  order_by=[{"field": "laps", "down": True}], limit=1)  # fmt: skip
    assert (found["rows"][0]["car"], found["rows"][0]["laps"]) in told.longest
    assert f"{found['rows'][0]['laps']} laps" in found["summary"]

    top = told.order[:3]
    found = query(cache, "laps", [where("position_now", "at_most", 3), where("time_s", "told")],
                  per={"by": "car", "last": 10}, group_by=["car"], aggregate=[{"op": "avg", "field": "time_s"}])  # fmt: skip
    means = {row["car"]: row["avg_time_s"] for row in found["rows"]}
    assert means == pytest.approx({car: sum(told.times[car][-10:]) / 10 for car in top}, abs=0.0006)
    assert "of cars in the top 3 (last 10 of each car)" in found["summary"]

    found = query(cache, "laps", [where("lap", "at_least", SINCE)], group_by=["car"],
                  aggregate=[{"op": op, "field": "position"} for op in ("first", "last", "delta")],
                  having=[where("delta_position", "less", 0)], order_by=[{"field": "delta_position"}])  # fmt: skip
    places = {lap: {car: place for place, car in enumerate(order, 1)} for lap, order in told.across.items()}
    last = {car: max(lap for lap in places if car in places[lap]) for car in places[SINCE]}
    moved = {car: places[last[car]][car] - places[SINCE][car] for car in places[SINCE]}
    assert {row["car"]: row["delta_position"] for row in found["rows"]} == {c: n for c, n in moved.items() if n < 0}
    if found["rows"]:
        said = found["summary"].count("up)") + int((re.findall(r"and (\d+) more", found["summary"]) or ["0"])[-1])
        assert said == len(found["rows"])

    others = [lap for lap, order in sorted(told.across.items()) if order[0] != leader]
    found = query(cache, "laps", [where("position", "is", 1), where("car", "is_not", leader)], select=["lap", "car"])
    assert [row["lap"] for row in sorted(found["rows"], key=lambda row: row["lap"])] == others
    noun = "lap" if len(others) < 2 else "laps"
    assert found["summary"].startswith(f"{len(others) or 'No'} {noun} in the lead of anyone but {names[leader]}")

    most = max(told.laps.values())
    going = [where("state", "not_in", ["stopped", "retired"])]
    found = query(cache, "drivers", [where("laps_down", "at_least", 1), *going], select=["car", "laps_down"])
    down = {car: most - told.laps[car] for car in told.going if told.laps[car] < most}
    assert {row["car"]: row["laps_down"] for row in found["rows"]} == down
    assert found["summary"].startswith(f"{len(down) or 'No'} {'car' if len(down) < 2 else 'cars'} a lap down or more")

    found = query(cache, "drivers", [where("interval_s", "at_most", 1), *going], select=["car", "driver", "interval_s"])
    close = {
        car: gap for car, gap in told.interval_s.items() if gap <= 1 and car in told.going and car != told.order[0]
    }
    assert {row["car"]: row["interval_s"] for row in found["rows"]} == pytest.approx(close, abs=0.0006)
    count = f"{len(close) or 'No'} {'car' if len(close) < 2 else 'cars'}"
    assert found["summary"].startswith(f"{count} within 1 s of the car ahead")


def of_the_simulator(config: SimConfig) -> tuple[StateCache, Told]:
    race = simulate(config)
    truth, everybody = race.truth, race.truth.grid
    stints = {car: [one for one in truth.stints(car) if one.last_lap >= one.first_lap] for car in everybody}
    lengths = {(car, one.last_lap - one.first_lap + 1) for car in everybody for one in stints[car]}
    most = max(length for _, length in lengths)
    ended = {car: truth.laps_ended(car) for car in everybody}
    order = truth.finish_order
    pairs = [(ahead, car) for ahead, car in pairwise(order) if len(ended[ahead]) == len(ended[car])]
    told = Told(
        stopped_under_sc={
            car
            for car in everybody
            for stop in truth.stops(car)
            if any(start <= stop.t_in < end for start, end in truth.safety_car_periods)
        },
        on_soft={car for car in everybody if any(one.compound == "SOFT" for one in stints[car])},
        longest={(car, length) for car, length in lengths if length == most},
        times={car: [truth.lap_time(car, lap) for lap in range(1, len(ended[car]))] for car in everybody},
        order=order,
        across={lap: [car for _, car in crossings] for lap, crossings in truth.crossings.items() if crossings},
        laps={car: len(ended[car]) - 1 for car in everybody},
        going=set(order),
        interval_s={car: ended[car][-1] - ended[ahead][-1] for ahead, car in pairs},
    )
    return StateCache().load(race), told


def lines(folder: Path, topic: str) -> Iterator[tuple[float, Any]]:
    """Session time and content of each line of a raw topic."""
    for line in (folder / f"{topic}.jsonStream").read_text("utf-8-sig").splitlines():
        hours, minutes, seconds = line[:12].split(":")
        yield int(hours) * 3600 + int(minutes) * 60 + float(seconds), json.loads(line[12:])


def seconds_of(text: str) -> float:
    minutes, _, seconds = text.rpartition(":")
    return int(minutes or 0) * 60 + float(seconds)


class Raw:
    """What the raw topics tell of each car, line by line."""

    def __init__(self, folder: Path) -> None:
        self.laps: dict[str, int] = defaultdict(int)
        self.times: dict[str, list[float]] = defaultdict(list)
        self.ended: dict[str, dict[int, float]] = defaultdict(dict)
        self.came_in: dict[tuple[str, int], float] = {}
        self.position: dict[str, int] = {}
        self.interval_s: dict[str, float] = {}
        self.on_soft: set[str] = set()
        self.safety_cars: list[tuple[float, float]] = []
        for t, line in lines(folder, "TimingData"):
            for car, news in line["Lines"].items():
                self._hear(t, car, news)
        for _, line in lines(folder, "TimingAppData"):
            for car, news in line["Lines"].items():
                stints = news.get("Stints") or {}
                told = stints.values() if isinstance(stints, dict) else stints
                self.on_soft |= {car for stint in told if stint.get("Compound") == "SOFT"}
        status = [(t, str(line["Status"])) for t, line in lines(folder, "TrackStatus")]
        for (t, code), (until, _) in zip(status, [*status[1:], (1e9, "")], strict=True):
            if code == "4":
                self.safety_cars.append((t, until))

    def _hear(self, t: float, car: str, news: JsonObject) -> None:
        timed = (news.get("LastLapTime") or {}).get("Value")
        if timed:
            self.times[car].append(seconds_of(timed))
        if news.get("InPit") is True:
            self.came_in[car, self.laps[car] + 1] = t
        if news.get("Position"):
            self.position[car] = int(news["Position"])
        value = (news.get("IntervalToPositionAhead") or {}).get("Value")
        if value is not None:
            self.interval_s.pop(car, None)
            if re.fullmatch(r"\+[\d.:]+", value):
                self.interval_s[car] = seconds_of(value[1:])
        lap = news.get("NumberOfLaps", 0)
        if lap > self.laps[car]:
            self.laps[car] = lap
            # A count that comes long after the time of its lap says was late.
            by_time = self.ended[car].get(lap - 1, t) + seconds_of(timed) if timed and lap > 1 else t
            self.ended[car][lap] = by_time if t - by_time > 1 else t


def of_the_records(folder: Path, records: Path) -> Told:
    raw = Raw(folder)
    told = re.findall(
        r'driverNumber: (\d+).*?lap: (\d+)\n +time: "([\d:.]+)"', (records / "pit-stops.yml").read_text(), re.S
    )
    led = LED_THROUGH.get(folder.name, ())
    least = min((float(time) for _, lap, time in told if lap in led), default=0.0)
    stops = [(car, int(lap)) for car, lap, time in told if lap not in led or seconds_of(time) >= least + 4]
    results = (records / "race-results.yml").read_text()
    finished = set(re.findall(r"position: \d+\n  driverNumber: (\d+)(?:\n  .*)*?\n  reasonRetired:\n", results))
    ends: dict[str, list[int]] = defaultdict(lambda: [0])
    for car, lap in sorted(stops):
        ends[car].append(lap)
    for car in raw.ended:
        ends[car].append(raw.laps[car])
    lengths = {(car, until - since) for car, laps in ends.items() for since, until in pairwise(laps)}
    across: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for car, ended in raw.ended.items():
        for lap, t in ended.items():
            across[lap].append((t, car))
    return Told(
        stopped_under_sc={
            car for car, lap in stops for since, until in raw.safety_cars if since <= raw.came_in[car, lap] < until
        },
        on_soft=raw.on_soft & raw.ended.keys(),
        longest={(car, n) for car, n in lengths if n == max(length for _, length in lengths)},
        times=raw.times,
        order=sorted(raw.position, key=lambda car: raw.position[car]),
        across={lap: [car for _, car in sorted(crossed)] for lap, crossed in across.items()},
        laps=raw.laps,
        going=finished,
        interval_s=raw.interval_s,
    )


@each_row("config", [
    SimConfig(seed=1, cars=12, laps=16), SimConfig(seed=3, cars=20, laps=24),
    SimConfig(seed=6, cars=16, laps=20, rain=1), SimConfig(seed=9, cars=24, laps=30),
])  # fmt: skip
def test_of_simulated_races(config: SimConfig) -> None:
    check(*of_the_simulator(config))


@pytest.mark.parametrize(("race", "records"), RACES)
def test_of_recorded_races(recorded: Recorded, archive_folder: Folder, shared: Path, race: str, records: str) -> None:
    check(recorded(race), of_the_records(archive_folder(race), shared / "data/truth/f1db" / records))
