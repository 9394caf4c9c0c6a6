"""Qualifying and practice: the order is by best lap, nobody wins, and tools about races say that they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from pitwall.events import CarTiming, SegmentTiming, SegmentUpdate, Session, SessionStatus, TimeLeft, Timing
from pitwall.facts.best_laps import best_laps
from pitwall.facts.clock import time_left
from pitwall.sources import open_source
from pitwall.state import BadMoment, StateCache
from pitwall.state.kinds import KINDS, kind_of
from pitwall.state.moment import format_session_time, parse_session_time
from pitwall.stewards import deleted_laps
from pitwall.tools import build_tools
from tests.examples import some
from toolgate.contract import AgentContext, JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
Folder = Callable[[str], Path]

QUALI, FP1 = "2024_spanish_quali", "2024_british_fp1"


def raw(folder: Path, topic: str) -> Iterator[tuple[float, Any]]:
    for line in (folder / f"{topic}.jsonStream").read_text(encoding="utf-8-sig").splitlines():
        if line.strip():
            yield parse_session_time(line[:12]), orjson.loads(line[12:])


def raw_bests(folder: Path, until: float) -> tuple[int, dict[str, dict[int, str]]]:
    """The segment, and each car's best lap of every segment, read by plain means."""
    part, bests = 0, dict[str, dict[int, str]]()
    for t, message in raw(folder, "TimingData"):
        if t > until:
            break
        part = message.get("SessionPart", part)
        for car, line in message["Lines"].items():
            told = line.get("BestLapTimes", {})
            for index, best in told.items() if isinstance(told, dict) else enumerate(told):
                if "Value" in best:
                    bests.setdefault(car, {})[int(index) + 1] = best["Value"]
    return part, bests


def seconds(text: str) -> float:
    minutes, rest = text.split(":")
    return round(int(minutes) * 60 + float(rest), 3)


@pytest.mark.parametrize("t", [*some(range(830, 4600, 97), 2), 4607])
def test_the_order_of_a_qualifying_is_that_of_the_raw_best_laps(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder, t: int
) -> None:
    part, bests = raw_bests(archive_folder(QUALI), t)
    answer = call_tool(recorded(QUALI), "get_qualifying", at_time=format_session_time(t)[:8])
    assert answer["segment"] == part
    ours = {
        row["driver"]["car"]: row["best_lap_s"]
        for row in answer["rows"]
        if row["segment"] == part and row["best_lap_s"] is not None
    }
    told = {car: seconds(best[part]) for car, best in bests.items() if best.get(part)}
    assert ours == told
    assert list(ours.values()) == sorted(ours.values())
    assert [row["position"] for row in answer["rows"] if row["best_lap_s"] and not row["knocked_out"]] == list(
        range(1, len(told) + 1)
    )


def test_the_result_of_a_qualifying(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(QUALI)
    pole = call_tool(cache, "get_standings", place=1)
    assert pole["summary"] == "Lando Norris took pole with 1:11.383 on new SOFT, 0.020 s ahead of Verstappen."
    assert "won" not in call_tool(cache, "get_live_snapshot")["summary"]
    assert call_tool(cache, "get_driver", driver="PER")["place"] == 8
    out = call_tool(cache, "get_qualifying", tell="knocked_out")["knocked_out"]
    assert [row["segment"] for row in out] == [2] * 5 + [1] * 5
    assert {row["driver"]["code"] for row in out if row["segment"] == 1} == {"MAG", "TSU", "RIC", "ALB", "SAR"}


@pytest.mark.parametrize(
    ("at", "given", "said"),
    [
        ("00:54:30", {"tell": "knocked_out", "segment": 2}, "Q2's flag has fallen; out as it stands: 11 Alonso, 12"),
        ("00:54:30", {"tell": "in_it", "segment": 3}, "Q3 has not begun; through from Q2 as it stands: Verstappen, "),
        ("00:50:40", {"tell": "in_it"}, "15 cars in Q2: Verstappen, Norris, "),
        ("00:50:40", {"tell": "line", "driver": "ALO"}, "the line is Stroll's 1:12.372; Alonso is 0.183 s outside it"),
        (
            "00:44:00",
            {"tell": "at_risk", "driver": "PER"},
            "Perez is in Q2, with no time in it yet; before: Q1 1:12.477",
        ),
    ],
)
def test_a_qualifying_says_who_is_in_it_and_who_is_out(
    call_tool: CallTool, recorded: Recorded, at: str, given: dict[str, Any], said: str
) -> None:
    answer = call_tool(recorded(QUALI), "get_qualifying", at_time=at, **given)
    assert said in answer["summary"], answer


def test_two_drivers_in_practice_are_compared_by_their_best_laps(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded(FP1)
    alone = call_tool(cache, "get_lap_times", driver="HAM", other="RUS")["summary"]
    assert alone == "Hamilton's best lap is 0.120 s slower than Russell's."
    assert "on laps" in call_tool(cache, "get_lap_times", driver="HAM", other="RUS", from_lap=10, to_lap=20)["summary"]


def test_a_car_s_laps_in_practice_and_qualifying_begin_with_its_best(call_tool: CallTool, recorded: Recorded) -> None:
    practice = call_tool(recorded(FP1), "get_lap_times", driver="HAM")["summary"]
    assert practice.startswith("Hamilton, best 1:27.858 (P7, lap 15); laps ")
    quali = call_tool(recorded(QUALI), "get_lap_times", driver="NOR")["summary"]
    assert quali.startswith("Norris, best 1:11.383 (P1, lap ")
    assert ", Q3); laps " in quali
    assert "best" not in call_tool(recorded(FP1), "get_lap_times", driver="HAM", last_n=2)["summary"]


def test_the_start_of_practice_times_no_lap(call_tool: CallTool, recorded: Recorded) -> None:
    laps = call_tool(recorded(FP1), "get_lap_times", driver="RUS", lap=1)["laps"]
    assert [lap["time_s"] for lap in laps] == [None]


def test_an_early_best_is_told_with_its_segment(call_tool: CallTool, recorded: Recorded) -> None:
    at: dict[str, Any] = {"at_time": "00:45:00"}
    assert "1:12.306 in Q1" in call_tool(recorded(QUALI), "get_driver", driver="VER", **at)["summary"]
    gap = call_tool(recorded(QUALI), "get_gap", driver="VER", other="LEC", **at)
    assert (gap["gap_s"], gap["gap_basis"]) == (0.049, "best_laps")
    assert gap["summary"] == "Verstappen's best lap in Q1 is 0.049 s slower than Leclerc's."


@pytest.mark.parametrize(
    ("at", "left"),
    [("q2+06:33", 507.0), ("q1", 1080.0), ("q3+12:00", 0.0), ("00:45:00", 507.171), ("00:37:00", None)],
)
def test_what_is_left_of_a_segment(recorded: Recorded, at: str, left: float | None) -> None:
    found = time_left(recorded(QUALI).view(at))
    assert (found.seconds if found else None) == pytest.approx(left, abs=0.3)


def test_the_feeds_own_clock_goes_before_the_rules() -> None:
    events = [Session(0, name="Qualifying"), SessionStatus(10, "started"), TimeLeft(20, 600.0), Timing(80, {})]
    cache = StateCache().load(events)
    found = time_left(cache.view())
    assert found is not None
    assert (found.seconds, found.derived) == (540.0, False)
    cache.apply(TimeLeft(100, 520.0, running=False))
    cache.apply(Timing(200, {}))
    assert cache.view().time_left_s == 520.0


def test_a_segment_names_a_moment(recorded: Recorded) -> None:
    cache = recorded(QUALI)
    assert cache.view("q2").session_time == "00:38:27.192"
    assert cache.view("Q2+05:00").t == pytest.approx(2307.192 + 300)
    for moment, said in (
        ("lap:3", "try q2, q2\\+05:00 or a session time"),
        ("q2+40:00", "Q3 had begun by then"),
        ("q4", "Q4 hasn't begun"),
    ):
        with pytest.raises(BadMoment, match=said):
            cache.view(moment)
    with pytest.raises(BadMoment, match=r"try a session time \(00:45:00\)"):
        recorded(FP1).view("lap:3")
    with pytest.raises(BadMoment, match="a race has no Q2"):
        recorded("2018_azerbaijan_race").view("q2")


def test_a_segment_that_comes_after_now_has_not_begun(archive_folder: Callable[[str], Path]) -> None:
    cache = StateCache().load(open_source(str(archive_folder(QUALI))))
    cache.pin("q2")
    with pytest.raises(BadMoment, match="Q3 hasn't begun"):
        cache.view("q3")


def test_a_race_that_tests_share_has_no_now_of_its_own(recorded: Recorded) -> None:
    with pytest.raises(AssertionError, match="other tests share"):
        recorded(QUALI).pin("q2")


@pytest.mark.parametrize("name", [QUALI, FP1])
def test_tools_about_races_say_so(call_tool: CallTool, recorded: Recorded, name: str) -> None:
    for spec in build_tools(recorded(name)):
        meant = spec.input_schema.get("x-session-kinds", list(KINDS))
        if spec.input_schema["required"] or recorded(name).view().kind in meant or spec.tier.name != "READ_ONLY":
            continue
        error = call_tool(recorded(name), spec.name)["error"]
        assert error["type"] == "validation_error"
        assert error["message"].startswith(("this is a qualifying: ", "this is a practice session: "))
        assert spec.name in error["message"]
        assert error["details"]["meant_for"] == meant


def test_practice_is_ordered_by_best_lap(call_tool: CallTool, recorded: Recorded, archive_folder: Folder) -> None:
    bests: dict[str, float] = {}
    for t, message in raw(archive_folder(FP1), "TimingData"):
        if t > 3300:
            break
        for car, line in message["Lines"].items():
            value = (line.get("BestLapTime") or {}).get("Value")
            if value:
                bests[car] = seconds(value)
    answer = call_tool(recorded(FP1), "get_fastest_practice", at_time="00:55:00", top_n=50)
    assert {row["driver"]["car"]: row["best_lap_s"] for row in answer["rows"]} == bests
    assert [row["best_lap_s"] for row in answer["rows"]] == sorted(bests.values())
    assert answer["summary"].startswith("Practice 1, 18:24 left: 1 Piastri 1:27.631, 2 Verstappen +0.098 s")
    assert call_tool(recorded(FP1), "get_driver", driver="ALB", at_time="00:55:00")["stops"] == 0


@pytest.mark.parametrize(
    ("kind", "name", "found"),
    [
        ("Race", "Race", "race"),
        ("Race", "Sprint", "sprint"),
        ("Qualifying", "Qualifying", "qualifying"),
        ("Qualifying", "Sprint Qualifying", "sprint_qualifying"),
        ("Qualifying", "Sprint Shootout", "sprint_qualifying"),
        ("Practice", "Practice 3", "practice"),
        ("", "", None),
    ],
)
def test_kinds_by_what_the_feed_calls_them(kind: str, name: str, found: str | None) -> None:
    assert kind_of(Session(0.0, kind=kind, name=name)) == found


def test_segments_tell_a_qualifying_where_nothing_else_does() -> None:
    told = SegmentUpdate(1.0, 1, (20, 15, 10), {"1": SegmentTiming(((1, 80.5),))})
    cache = StateCache().load([SessionStatus(0, "started"), Timing(0.5, {"1": CarTiming(position=1)}), told])
    view = cache.view()
    assert (view.kind, view.segment, view.timed, view.leader) == ("qualifying", 1, True, "1")
    assert [(best.car, best.seconds, best.at_risk) for best in best_laps(view)] == [("1", 80.5, False)]
    taken = SegmentUpdate(2.0, cars={"1": SegmentTiming(((1, None),))})
    cache.apply(taken)
    assert [best.seconds for best in best_laps(cache.view())] == [None]
    assert [best.seconds for best in best_laps(view)] == [80.5]


@pytest.mark.parametrize("name", ["2024_spanish_quali", "2024_british_fp1"])
def test_a_best_lap_has_the_number_that_race_control_and_the_lap_times_give_it(
    call_tool: CallTool, recorded: Recorded, name: str
) -> None:
    """The feed's own word names a lap of another count: Piastri's deleted lap 14 is lap 8 to it."""
    view = recorded(name).view()
    rows = call_tool(recorded(name), "get_fastest_laps", top_n=30)["laps"]
    assert len(rows) > 15
    for row in rows:
        assert view.lap_times(row["driver"]["car"])[row["lap"]] == row["time_s"]
    deleted = [lap for lap in deleted_laps(view.race_control) if lap.lap is not None and lap.time_s is not None]
    assert bool(deleted) == (name == "2024_spanish_quali")
    for lap in deleted:
        assert view.lap_times(lap.car)[lap.lap or 0] == pytest.approx(lap.time_s)


def test_drivers_of_a_qualifying_are_compared_where_both_have_a_time(call_tool: CallTool, recorded: Recorded) -> None:
    cache = recorded("2024_spanish_quali")
    both = call_tool(cache, "compare_drivers", driver="SAI", other="PIA", at_time="01:06:00")
    assert (
        both["summary"]
        == "Sainz P2, Piastri P3; best lap in Q3: Sainz 0.627 s faster; Sainz 1:11.915, Piastri 1:12.542."
    )
    deleted = call_tool(cache, "compare_drivers", driver="SAI", other="PIA", at_time="01:06:10")
    assert str(deleted["summary"]).startswith("Best lap in Q2: ")
    late = call_tool(cache, "compare_drivers", driver="NOR", other="PIA")
    assert "best lap in Q2: Norris 0.139 s faster" in late["summary"]  # Piastri's only time of Q3 was deleted
    mates = {pair["behind"]["code"]: pair["best_s"] for pair in call_tool(cache, "get_teammate")["pairs"]}
    assert mates["PIA"] == late["best_difference_s"]
    assert (
        "Norris (P1) ahead of Piastri (P10) by 0.139 s in Q2"
        in call_tool(cache, "get_teammate", driver="NOR")["summary"]
    )


def test_laps_that_were_cruised_are_not_in_the_pace_of_a_practice(call_tool: CallTool, recorded: Recorded) -> None:
    told = call_tool(recorded("2024_british_fp1"), "get_lap_times", driver="VER", last_n=25)
    clean = [lap["time_s"] for lap in told["laps"] if lap["clean"]]
    best = min(lap["time_s"] for lap in told["laps"] if lap["time_s"])
    assert clean
    assert max(clean) <= 1.07 * best
    assert told["average_s"] == pytest.approx(sum(clean) / len(clean), abs=0.001)


def test_who_is_behind_a_driver_is_not_told_as_if_that_driver_were_behind(
    recorded: Callable[[str], StateCache],
) -> None:
    """`behind Stroll`, said of Norris, who was first."""
    ask = {spec.name: spec.handler for spec in build_tools(recorded("2024_british_fp1"))}["get_driver"]
    said = [str(ask({"driver": place}, AgentContext())["summary"]).split("; ")[2] for place in ("P1", "P2", "P20")]
    assert said == ["ahead of Stroll", "behind Norris, ahead of Piastri", "behind Hadjar."]


@pytest.mark.parametrize(("session", "moment"), [(QUALI, "00:10:00"), (QUALI, "00:42:00"), (FP1, "00:10:00")])
def test_a_car_without_a_time_holds_no_position(
    recorded: Recorded, call_tool: CallTool, session: str, moment: str
) -> None:
    """The feed lists cars before they have driven, and keeps them as they stood in the segment before."""
    cache = recorded(session)
    placed = {best.car for best in best_laps(cache.view(moment)) if best.position is not None}
    untimed = next(car for car in cache.view(moment).order if car not in placed)
    card = call_tool(cache, "driver_card", driver=untimed, at_time=moment)
    assert card["position"] is None
    assert ": no time" in card["summary"]
    mates = call_tool(cache, "get_teammate", at_time=moment)["pairs"]
    for pair in mates:
        cars = [pair["ahead"]["car"], pair["behind"]["car"]]
        assert [position is not None for position in pair["positions"]] == [car in placed for car in cars]
        assert any(car in placed for car in cars) or pair["best_s"] >= 0
    other = next(car for car in cache.view(moment).order if car not in (*placed, untimed))
    told = call_tool(cache, "compare_drivers", driver=untimed, other=other, at_time=moment)
    assert [side["position"] for side in told["sides"]] == [None, None]
    assert told["ahead"] is None


def test_before_anybody_has_a_time_no_team_mate_is_ahead(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded(QUALI), "get_teammate", at_time="00:10:00")
    assert (told["pairs"], told["summary"]) == ([], "No team can be compared yet: no time of both cars.")
    one = call_tool(recorded(QUALI), "get_teammate", driver="RUS", at_time="00:10:00")
    assert one["summary"] == "Russell cannot be compared yet: no time of both cars."


def test_the_segments_of_a_sprint_qualifying_are_called_so(call_tool: CallTool) -> None:
    cache = StateCache().load(open_source("sim:kind=sprint_qualifying,seed=4"))
    out = next(best for best in best_laps(cache.view()) if best.knocked_out and best.segment == 1)
    for tool in ("get_qualifying", "get_driver"):
        assert "knocked out in SQ1" in call_tool(cache, tool, driver=out.car)["summary"]
    assert call_tool(cache, "get_qualifying", tell="knocked_out")["summary"].startswith("Knocked out in SQ1: ")
    first = cache.view().leader
    told = call_tool(cache, "compare_drivers", driver=out.car, other=first)["summary"]
    assert "best lap in SQ1" in told
    assert call_tool(cache, "get_gap", driver=out.car, other=first)["summary"].split(" is ")[0].endswith("in SQ1")


@pytest.mark.parametrize(
    ("at", "asked", "summary"),
    [
        ("01:09:00", {"segment": 3}, "1 car without a time in Q3: Piastri."),
        ("00:50:00", {}, "Every car in Q2 has a time."),
        ("00:50:00", {"segment": 3}, "Q3 has not begun."),
    ],
)
def test_who_has_no_time_is_asked_of_a_segment(
    call_tool: CallTool, recorded: Recorded, at: str, asked: JsonObject, summary: str
) -> None:
    told = call_tool(recorded(QUALI), "get_qualifying", tell="untimed", at_time=at, **asked)
    assert told["summary"] == summary


def test_who_has_no_time_is_whoever_takes_part_and_has_no_best_lap_in_the_feed(
    call_tool: CallTool, recorded: Recorded, archive_folder: Folder
) -> None:
    at, cache = "00:45:00", recorded(QUALI)
    _, bests = raw_bests(archive_folder(QUALI), parse_session_time(at))
    answer = call_tool(cache, "get_qualifying", tell="untimed", at_time=at)
    out = {row["driver"]["car"] for row in answer["knocked_out"]}
    untimed = [car for car in cache.view().drivers if not bests.get(car, {}).get(2) and car not in out]
    assert answer["summary"].startswith(f"{len(untimed)} cars without a time in Q2: ")


def test_the_laps_that_somebody_lost_are_told_where_it_is_asked_why_there_is_no_time(
    call_tool: CallTool, recorded: Recorded
) -> None:
    told = call_tool(recorded(QUALI), "get_qualifying", tell="deleted", driver="PIA", at_time="01:09:00")
    assert told["summary"] == "1 lap deleted: Piastri 1:12.542 (turn 10), with it P7 in Q3."
