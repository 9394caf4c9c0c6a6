"""A table of laps is a race: order, gaps, classes, changes of driver, stops and flags, as far as the line tells them.

WEC's form (semicolons) is written here from its documented shape; IMSA's is also read from recorded races.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import director
from pitwall.events import Event, Fault
from pitwall.relations import table
from pitwall.sources import SourceError, open_source
from pitwall.sources.endurance.lap_rows import parse_duration
from pitwall.state import RaceView, StateCache
from pitwall.state.run_state import run_state
from pitwall.tools import build_tools
from tests.examples import examples
from toolgate.contract import AgentContext

HEAD = (
    "NUMBER; DRIVER_NUMBER; LAP_NUMBER; LAP_TIME; LAP_IMPROVEMENT; CROSSING_FINISH_LINE_IN_PIT; S1; S1_IMPROVEMENT;"
    " S2; S2_IMPROVEMENT; S3; S3_IMPROVEMENT; KPH; ELAPSED; HOUR;S1_LARGE;S2_LARGE;S3_LARGE;TOP_SPEED;DRIVER_NAME;"
    "PIT_TIME;CLASS;GROUP;TEAM;MANUFACTURER;FLAG_AT_FL;"
)


def row(
    car: str,
    lap: int,
    took: str,
    elapsed: str,
    *,
    driver: str = "Harry TINCKNELL",
    in_pit: str = "",
    pit: str = "",
    first: str = "33.000",
    group: str = "HYPERCAR",
    flag: str = "GF",
) -> str:
    return (
        f"{car};1;{lap};{took};0;{in_pit};{first};0;1:00.000;0;1:00.000;0;231.3;{elapsed};16:00:00.000;;;;;"
        f"{driver};{pit};{group};;The Team;Aston Martin;{flag};"
    )


RACE = [
    HEAD,
    row("007", 1, "3:30.000", "3:30.000"),
    row("7", 1, "3:31.000", "3:31.000"),
    row("92", 1, "4:00.000", "4:00.000", group="LMGT3"),
    row("007", 2, "3:40.000", "7:10.000", in_pit="B"),
    row("7", 2, "3:30.000", "7:01.000"),
    row("92", 2, "4:00.000", "8:00.000", group="LMGT3", driver="Ryan HARDWICK"),
    row("007", 3, "4:10.000", "11:20.000", pit="0:01:05.000", first="1:13.000", flag="FCY"),
    row("7", 3, "3:30.000", "10:31.000", flag="FCY"),
    row("92", 3, "3:59.000", "11:59.000", group="LMGT3", driver="Riccardo PERA"),
    row("7", 4, "3:30.000", "14:01.000", flag="FF"),
    row("007", 4, "3:30.000", "14:50.000", flag="FF"),
    row("92", 4, "4:00.000", "15:59.000", group="LMGT3", driver="Riccardo PERA", flag="FF"),
]


def write(folder: Path, rows: list[str], name: str = "2025_lone_star_laps.csv") -> str:
    (folder / name).write_text("\r\n".join(rows) + "\r\n", "utf-8-sig")
    return str(folder / name)


@pytest.fixture
def race(tmp_path: Path) -> StateCache:
    return StateCache().load(open_source(write(tmp_path, RACE)))


def test_order_laps_and_gaps_at_the_line(race: StateCache) -> None:
    view = race.view("lap:2")
    assert view.order == ("7", "007", "92")
    end = race.view()
    assert end.order == ("7", "007", "92")
    assert [end.car(car).laps for car in end.order] == [4, 4, 4]
    assert [end.gaps(car).gap_s for car in end.order] == [0.0, 49.0, 118.0]
    assert end.gaps("92").interval_s == 69.0


def test_a_car_that_has_done_less_laps_is_behind_in_laps(tmp_path: Path) -> None:
    rows = [HEAD, *(row("1", lap, "1:30.000", f"{lap * 90 // 60}:{lap * 90 % 60:02d}.000") for lap in range(1, 7))]
    rows += [row("9", lap, "2:10.000", f"{lap * 130 // 60}:{lap * 130 % 60:02d}.000") for lap in range(1, 5)]
    view = StateCache().load(open_source(write(tmp_path, rows))).view("00:08:50")
    assert (view.gaps("9").gap_s, view.gaps("9").gap_laps) == (None, 1)


def test_a_car_that_does_not_come_round_falls_behind_by_the_laps_of_others(tmp_path: Path) -> None:
    def laps(car: str, most: int, late: int) -> list[str]:
        ends = [(lap, lap * 90 + late) for lap in range(1, most + 1)]
        return [row(car, lap, "1:30.000", f"{end // 60}:{end % 60:02d}.000") for lap, end in ends]

    rows = [HEAD, *laps("1", 6, 0), *laps("2", 6, 5), *laps("9", 2, 20)]  # 90 s a lap, the last two so much later
    cache = StateCache().load(open_source(write(tmp_path, rows)))

    def told(at: str) -> tuple[object, ...]:
        gaps = cache.view(at).gaps("9")
        return gaps.gap_s, gaps.gap_laps, gaps.interval_s, gaps.interval_laps

    assert told("00:05:59") == (20.0, None, 15.0, None)  # the first car has completed one lap more, as it may have
    assert told("00:06:01") == (None, 1, 15.0, None)
    assert told("00:06:06") == (None, 1, None, 1)
    assert told("00:09:05") == (None, 3, None, 3)


def test_who_falls_behind_is_not_told_the_interval_to_a_car_that_is_ahead_no_more(tmp_path: Path) -> None:
    rows = [HEAD, row("9", 1, "1:35.000", "1:35.000")]
    rows += [row("1", lap, "1:30.000", f"{lap * 90 // 60}:{lap * 90 % 60:02d}.000") for lap in (1, 2, 3)]
    rows += [row("3", lap, "1:31.000", f"{lap * 91 // 60}:{lap * 91 % 60:02d}.000") for lap in (1, 2, 3)]
    rows += [row("3", 4, "1:20.000", "5:53.000"), row("1", 4, "1:30.000", "6:00.000")]
    cache = StateCache().load(open_source(write(tmp_path, rows)))

    def told(at: str) -> tuple[object, ...]:
        view = cache.view(at)
        return view.order, view.gaps("9").gap_laps, view.gaps("9").interval_laps

    assert told("00:05:52") == (("1", "3", "9"), 1, 1)
    assert told("00:05:54") == (("3", "1", "9"), 2, None)  # the first car is behind now, right ahead of the last
    assert told("00:06:00") == (("3", "1", "9"), 2, 2)


def test_who_is_passed_is_not_told_the_interval_to_another_car(race: StateCache) -> None:
    passed = race.view("00:07:05")
    assert passed.order[:2] == ("7", "007")
    assert passed.gaps("007").interval_s is None


def test_classes_and_changes_of_driver(race: StateCache) -> None:
    assert {car: driver.class_name for car, driver in race.view().drivers.items()} == {
        "007": "HYPERCAR",
        "7": "HYPERCAR",
        "92": "LMGT3",
    }
    assert race.view("00:08:30").drivers["92"].name == "Ryan Hardwick"
    assert race.view().drivers["92"].name == "Riccardo Pera"


def test_a_passage_through_the_pit_lane_lasts_as_long_as_told(race: StateCache) -> None:
    [passage] = race.view().passages("007")
    assert passage.t_out is not None
    assert passage.t_out - passage.t_in == pytest.approx(65.0)
    assert passage.t_in < 430 < passage.t_out  # the line is in the lane
    assert passage.lap == 2


def test_flags_and_the_end(race: StateCache) -> None:
    assert race.view("00:10:32").track_status == "vsc"
    view = race.view()
    assert view.finished
    assert view.over
    assert [run_state(view, car)[0] for car in view.order] == ["finished"] * 3
    assert view.finished_at == 841.0


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("why was the full course yellow out", "No reason is given for the virtual safety car of lap 3"),
        ("who pitted under the full course yellow", "under a safety car or virtual safety car"),
    ],
)
def test_a_full_course_yellow_is_asked_for_whatever_the_feed_calls_it(question: str, told: str, tmp_path: Path) -> None:
    with director.open_race(write(tmp_path, RACE), planner="offline") as race:
        assert told in race.ask_sync(question).text


def test_a_full_course_yellow_of_imsa_has_the_safety_car_out(tmp_path: Path) -> None:
    rows = [line.replace(";", ",") for line in RACE]
    assert StateCache().load(open_source(write(tmp_path, rows))).view("00:10:32").track_status == "safety_car"


def test_weather_beside_the_laps_tells_utc_and_is_taken_in_celsius(tmp_path: Path) -> None:
    # 16:00:00 at the track less 3:30 of the first lap; the first row of weather is at 20:00 UTC.
    (tmp_path / "2025_lone_star_weather.csv").write_text(
        "TIME_UTC_SECONDS,TIME_UTC_STR,AIR_TEMP,TRACK_TEMP,HUMIDITY,PRESSURE,WIND_SPEED,WIND_DIRECTION,RAIN,\n"
        "1746302400,x,79.088,83.3,83,30.0321117,5,261,0,\n1746302460,x,50,50,83,1013,5,261,1,\n"
    )
    rows = [line.replace(";", ",") for line in RACE]
    view = StateCache().load(open_source(write(tmp_path, rows))).view()
    assert view.utc is not None
    first = view.weathers[0]
    assert (first.air_c, first.pressure_hpa, first.rain) == (26.2, 1017.0, False)
    assert (view.weathers[1].air_c, view.weathers[1].rain) == (50, True)


def test_weather_at_an_unknown_hour_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "2025_lone_star_weather.csv").write_text(
        "TIME_UTC_SECONDS,AIR_TEMP,PRESSURE,RAIN\n1746304000,79.088,30.03,0\n"
    )
    view = StateCache().load(open_source(write(tmp_path, RACE))).view()
    assert (view.weather, view.utc) == (None, None)
    assert view.faults == {("laps", "rows of weather at an unknown hour"): 1}


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("45.121", 45.121), ("2:42.716", 162.716), ("6:00:08.598", 21608.598), ("", None), ("x", None), ("1:2:3:4", None), ("-1", None), ("1e9", None), ("²", None)],
)  # fmt: skip
def test_durations(text: str, seconds: float | None) -> None:
    assert parse_duration(text) == seconds


def test_rows_that_cannot_be_are_counted(tmp_path: Path) -> None:
    rows = [*RACE, RACE[-1], row("7", 0, "1", "1:00.000"), row("7", 9, "1", "never"), "7;;", ";" * 30]
    view = StateCache().load(open_source(write(tmp_path, rows))).view()
    assert view.faults["laps", "laps told twice"] == 1
    assert view.faults["laps", "rows that tell no lap"] == 3
    assert view.order == ("7", "007", "92")


@pytest.mark.parametrize(("content", "message"), [("A,B\n1,2\n", "isn't a table of laps"), (HEAD, "tells no lap")])
def test_another_table_is_refused(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(content)
    with pytest.raises(SourceError, match=message):
        list(open_source(str(path)))


@examples(40)
@given(st.data())
def test_a_damaged_table_is_read_as_far_as_it_goes(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    rows = list(RACE)
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(1, len(rows) - 1))
        cut = data.draw(st.integers(0, len(rows[at])))
        rows[at] = data.draw(
            st.sampled_from([rows[at][:cut], rows[at] + '"', rows[at].replace(";", ";9", 3), "\x00", rows[1]])
        )
    folder = tmp_path_factory.mktemp("table")
    try:
        events: list[Event] = list(open_source(write(folder, rows)))
    except SourceError:
        return
    cache = StateCache().load(events)
    times = [event.t for event in events if not isinstance(event, Fault)]
    assert times == sorted(times)
    assert len(set(cache.view().order)) == len(cache.view().order)


OFFICIAL_ODD = {"2025_watkins_glen_6h": {"85", "23"}, "2025_long_beach": set[str]()}
"""Cars that a decision after the race has swapped."""
DELETED = {"2025_watkins_glen_6h": {"77"}, "2025_long_beach": set[str]()}
"""Cars whose quickest lap was deleted after the race."""


@pytest.mark.parametrize("name", OFFICIAL_ODD)
def test_order_laps_and_gaps_are_the_official_ones(name: str, shared: Path) -> None:
    folder = shared / "data" / "endurance"
    view: RaceView = StateCache().load(open_source(str(folder / f"{name}_laps.csv"))).view()
    with (folder / f"{name}_results.csv").open(encoding="utf-8-sig") as lines:
        official = list(csv.DictReader(lines))
    odd = OFFICIAL_ODD[name]
    assert {car for car, told in zip(view.order, official, strict=True) if car != told["NUMBER"]} == odd
    assert [view.car(told["NUMBER"]).laps for told in official] == [int(told["LAPS"]) for told in official]
    gaps = [told for told in official if told["GAP_FIRST"].startswith("+")]
    assert len(gaps) > 5
    for told in gaps:
        assert view.gaps(told["NUMBER"]).gap_s == parse_duration(told["GAP_FIRST"].lstrip("+"))
    quickest = {
        told["NUMBER"]: (parse_duration(told["FL_TIME"]), int(told["FL_LAPNUM"]))
        for told in official
        if told["FL_TIME"]
    }
    ours = {car: (view.car(car).best_lap_s, view.car(car).best_lap) for car in quickest}
    assert {car for car in quickest if ours[car] != quickest[car]} == DELETED[name]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "who leads HYPERCAR",
            "#7 Tincknell (Aston Martin, The Team) won HYPERCAR on the road (P1 in class, P1 overall), 49.0 s ahead of #007 Tincknell.",
        ),
        (
            "who is leading the LMGT3 class",
            "#92 Pera (Aston Martin, The Team) won LMGT3 on the road (P1 in class, P3 overall).",
        ),
        ("top 1 in hypercar", "1 car in the top 1 of the class in HYPERCAR: Tincknell."),
    ],
)
def test_a_class_is_asked_by_its_name(question: str, answer: str, tmp_path: Path) -> None:
    with director.open_race(write(tmp_path, RACE), planner="offline") as race:
        assert race.ask_sync(question).text.endswith(answer)


@pytest.mark.parametrize("name", ["2025_long_beach", "2025_watkins_glen_6h"])
def test_sectors_are_those_of_the_table(name: str, shared: Path) -> None:
    path = shared / f"data/endurance/{name}_laps.csv"
    view = StateCache().load(open_source(str(path))).view()
    told = {(car, each.lap, each.sector): each.seconds for car in view.cars for each in view.sectors(car)}
    with path.open(encoding="utf-8-sig") as file:
        rows = [{key.strip(): value.strip() for key, value in row.items() if key} for row in csv.DictReader(file)]
    written = {
        (row["NUMBER"], int(row["LAP_NUMBER"]), sector): _clock_s(row[f"S{sector}"])
        for row in rows
        for sector in (1, 2, 3)
        if row[f"S{sector}"]
    }
    assert len(written) > 5000
    assert told == pytest.approx(written, abs=0.0005)


def _clock_s(text: str) -> float:
    seconds = 0.0
    for part in text.split(":"):
        seconds = seconds * 60 + float(part)
    return seconds


def test_what_was_done_is_told_of_who_drove_then(shared: Path) -> None:
    """Cars were driven by two to four: each lap is of who drove it, by the table itself."""
    path = shared / "data/endurance/2025_watkins_glen_6h_laps.csv"
    cache = StateCache().load(open_source(str(path)))
    with path.open(encoding="utf-8-sig") as file:
        rows = [{key.strip(): value.strip() for key, value in row.items() if key} for row in csv.DictReader(file)]
    drove = {(row["NUMBER"], int(row["LAP_NUMBER"])): row["DRIVER_NAME"].casefold() for row in rows}
    tools = {spec.name: spec for spec in build_tools(cache)}
    leads = tools["get_lead_changes"].handler({}, AgentContext())["leads"]
    for lead in leads:
        for lap in range(lead["from_lap"], lead["to_lap"] + 1):
            assert lead["driver"]["name"].casefold() == drove[lead["driver"]["car"], lap]
    now = cache.view().drivers
    assert any(lead["driver"]["name"] != now[lead["driver"]["car"]].name for lead in leads)
    for lap in tools["get_fastest_laps"].handler({"top_n": 64}, AgentContext())["laps"]:
        assert lap["driver"]["name"].casefold() == drove[lap["driver"]["car"], lap["lap"]]
    for row in table(cache.view(), "laps").rows:
        assert str(row["driver"]).casefold() in drove[str(row["car"]), int(str(row["lap"]))]
    said = tools["get_teammate"].handler({"at_lap": 60}, AgentContext())["summary"]
    assert "#10 Ricky Taylor (P4) ahead of #40 Jordan Taylor (P7)" in said  # a surname alone would tell nobody which


def test_where_the_start_is_not_told_nothing_is_said_of_places_gained(shared: Path) -> None:
    cache = StateCache().load(open_source(str(shared / "data/endurance/2025_long_beach_laps.csv")))
    tools = {spec.name: spec for spec in build_tools(cache)}
    for order in ("gained", "lost"):
        said = tools["get_position_history"].handler({"order": order}, AgentContext())["summary"]
        assert said == "The feed does not tell the order at the start, so what was gained and lost cannot be said."


def test_the_lane_is_where_the_next_row_tells_its_time_and_not_where_a_mark_alone_says_so(tmp_path: Path) -> None:
    """A timekeeper's mark that came a lap late made a car wait in the lane for three laps."""
    rows = [
        HEAD,
        row("1", 1, "3:30.000", "3:30.000"),
        row("1", 2, "13:30.000", "17:00.000", in_pit="B", pit="0:10:00.000", first="10:33.000"),
        *(row("1", lap, "3:30.000", f"{17 + (lap - 2) * 7 // 2}:{lap % 2 * 30:02d}.000") for lap in (3, 4)),
    ]
    view = StateCache().load(open_source(write(tmp_path, rows))).view()
    [passage] = view.passages("1")
    assert passage.t_out is not None
    assert passage.lap == 1
    assert passage.t_out - passage.t_in == pytest.approx(600.0)
    told = {lap["lap"]: (lap["in_lap"], lap["out_lap"]) for lap in table(view, "laps").rows}
    assert told == {1: (True, False), 2: (False, True), 3: (False, False), 4: (False, False)}


def test_a_lap_that_was_spent_in_the_lane_began_and_ended_there(tmp_path: Path) -> None:
    rows = [
        HEAD,
        row("1", 1, "3:30.000", "3:30.000"),
        row("1", 2, "3:30.000", "7:00.000", in_pit="B"),
        row("1", 3, "40:00.000", "47:00.000", in_pit="B"),
        row("1", 4, "3:40.000", "50:40.000", pit="0:40:20.000", first="43.000"),
        row("1", 5, "3:30.000", "54:10.000"),
    ]
    view = StateCache().load(open_source(write(tmp_path, rows))).view()
    told = {lap["lap"]: (lap["in_lap"], lap["out_lap"], lap["accurate"]) for lap in table(view, "laps").rows}
    assert told[2] == (True, False, False)
    assert told[3] == (True, True, False)
    assert told[4] == (False, True, False)
    assert told[5] == (False, False, True)


def test_the_entry_list_names_everybody_who_has_driven_a_car(race: StateCache) -> None:
    [roster] = [spec for spec in build_tools(race) if spec.name == "get_roster"]
    one = roster.handler({"driver": "hardwick"}, AgentContext())
    assert (
        one["summary"]
        == "Riccardo Pera drives car 92 (Aston Martin) for The Team; earlier Harry Tincknell and Ryan Hardwick."
    )
    assert [driver["name"] for driver in one["drivers"][0]["crew"]] == [
        "Harry Tincknell", "Ryan Hardwick", "Riccardo Pera",
    ]  # fmt: skip
    assert "crew" not in roster.handler({"driver": "7"}, AgentContext())["drivers"][0]
    assert roster.handler({}, AgentContext())["summary"].startswith("3 cars with who drives now: ")
