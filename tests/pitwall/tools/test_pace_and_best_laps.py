"""Pace of late, best laps over time and by tyres, longest runs and duels, in recorded sessions."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean, stdev

import pytest

from pitwall.facts.current_lap import current_lap
from pitwall.facts.laps import timed_laps
from pitwall.state import Moment, StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject

QUALI, FP1, BAKU = "2024_spanish_quali", "2024_british_fp1", "2018_azerbaijan_race"
CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]

TOLD: list[tuple[str, JsonObject, str, JsonObject, str]] = [
    (QUALI, {}, "get_runs", {"driver": "NOR", "other": "PIA", "show": "duel"},
     "Norris (P1) outqualified Piastri (P10): Piastri has no time in Q3. Piastri's best lap in Q2 is 0.139 s slower"),
    (QUALI, {"at_time": "00:48:57"}, "get_runs", {"driver": "PIA", "other": "NOR", "show": "duel"},
     "Norris (P2) is ahead of Piastri (P4): Piastri's best lap in Q2 is 0.139 s slower than Norris's."),
    (QUALI, {}, "get_qualifying", {"driver": "PIA", "tell": "deleted"},
     "2 laps deleted: Piastri 1:12.542 (turn 10), with it P10 in Q3; Piastri (turn 12)."),
    (QUALI, {}, "get_qualifying", {"driver": "NOR", "tell": "deleted"}, "No lap of Norris deleted so far."),
    (QUALI, {}, "get_qualifying", {"tell": "line"}, "Q2: Ocon was the last through, Alonso missed it by 0.019 s;"),
    (QUALI, {}, "get_standings", {"place": 10}, "Oscar Piastri was P10: no time in Q3; best 1:12.011 in Q2."),
    (QUALI, {}, "get_runs", {"show": "gain"},
     "Improved in Q3 with the last timed lap, most first: Perez 1.000 s, Gasly 0.996 s, Ocon 0.920 s, Norris 0.413 s"),
    (QUALI, {"at_time": "00:48:57"}, "get_runs", {"show": "gain"},
     "Nobody has two timed laps in Q2; faster with the first than before: Verstappen 0.653 s, "),
    (QUALI, {"at_time": "00:48:57"}, "get_runs", {"show": "no_gain"},
     "Nobody has two timed laps in Q2; not faster with the first than before: Alonso, Hamilton"),
    (QUALI, {"at_time": "00:48:57"}, "get_runs", {"show": "gain", "driver": "HAM"},
     "Hamilton's last timed lap is the first in Q2: 1:12.666 (lap 9), 0.523 s slower than 1:12.143 in Q1; P13."),
    (QUALI, {"at_time": "00:48:57"}, "get_runs", {"show": "best", "driver": "HAM"},
     "Best lap of Hamilton in Q1 1:12.143 on SOFT (new set), lap 6; Hamilton in Q2 1:12.666 on SOFT (used set), lap 9."),
    # The lap that counts is told beside the best of all, where that was driven in a segment before.
    (QUALI, {"at_time": "01:08:00"}, "get_fastest_laps", {"driver": "SAI"},
     "Best lap of Sainz 1:11.874 on lap 6, P5 of the fastest laps, 0.221 s off the fastest; in Q3 1:11.915 (P5)."),
    (QUALI, {"at_time": "01:08:00"}, "get_fastest_laps", {"driver": "HUL"},
     "Best lap of Hulkenberg 1:12.310 on lap 12, P13 of the fastest laps, 0.657 s off the fastest."),
    (QUALI, {"at_time": "01:08:00"}, "get_fastest_laps", {"top_n": 1},
     "Fastest lap: Verstappen 1:11.653 on lap 6, 0.139 s ahead of Hamilton; first in Q3 Verstappen 1:11.673."),
    (QUALI, {"at_time": "00:48:57"}, "get_best_lap_history", {"tell": "set", "driver": "HAM"},
     "Hamilton set his best lap, 1:12.143, in Q1 at 00:30:59, 17:57 ago (lap 6)."),
    (QUALI, {"at_time": "00:48:57"}, "get_best_lap_history", {"tell": "set", "driver": "HAM", "segment": "q2"},
     "Hamilton set his best lap, 1:12.666, in Q2 at "),
    (QUALI, {"at_time": "00:48:57"}, "get_qualifying", {"tell": "line", "top_n": 5},
     "Q2, 4:30 left: P5 is Leclerc's 1:12.038; first outside is Russell, 0.076 s slower."),
    (QUALI, {"at_time": "00:48:57"}, "get_qualifying", {"tell": "line", "top_n": 10}, "Q2, 4:30 left: the line is Ocon's "),
    (QUALI, {"at_time": "00:48:57"}, "get_qualifying", {"tell": "line", "top_n": 5, "driver": "HAM"},
     "Q2, 4:30 left: P5 is Leclerc's 1:12.038; Hamilton is 0.628 s outside the top 5, P13."),
    (QUALI, {"at_time": "00:48:57"}, "get_qualifying", {"tell": "clock", "segment": 1}, "Q1 is over; Q2, 4:30 left."),
    (QUALI, {"at_time": "00:48:57"}, "get_qualifying", {"tell": "clock", "segment": 3},
     "Q3 has not begun, and when it will is not told; Q2, 4:30 left."),
    (QUALI, {"at_time": "00:48:57"}, "get_qualifying", {"segment": 3}, "Q3 has not begun."),
    (QUALI, {"at_time": "00:48:57"}, "get_qualifying", {"segment": 3, "driver": "HAM"},
     "Q3 has not begun. Hamilton: P13 with 1:12.666 in Q2"),
    (QUALI, {"at_time": "00:48:57"}, "get_qualifying", {"tell": "times", "driver": "HAM"},
     "Hamilton: Q1 1:12.143, Q2 1:12.666 (0.523 s slower); Q3 has not begun."),
    (QUALI, {"at_time": "00:48:57"}, "get_standings", {"top_n": 10},
     "Q2, 4:30 left: 1 VER 1:11.653, 2 NOR +0.219 s, 3 SAI +0.221 s, 4 PIA +0.358 s, 5 LEC +0.385 s, 6 RUS +0.461 s, "
     "7 GAS +0.529 s, 8 PER +0.617 s, 9 HUL +0.712 s, 10 OCO +0.723 s."),
    (QUALI, {"at_time": "00:48:57"}, "get_race_control", {"about": "investigation"},
     "Open cases: Sargeant and Stroll (turn 10, impeding); Russell, Stroll and Sargeant (Q1, failing to follow"),
    (FP1, {"at_time": "00:45:00"}, "get_incidents", {"before": "red"},
     "No reason is given for the red flag at 00:22:13, which ended at 00:27:58; around then: Tsunoda stopped on track"),
    (FP1, {"at_time": "00:25:00"}, "get_incidents", {"before": "red"},
     "No reason is given for the red flag at 00:22:13; around then: Tsunoda"),
    (BAKU, {"at_lap": 42}, "get_stints", {"used": "one", "compound": "supersoft"},
     "No car still going has used only SUPERSOFT; already out: Sirotkin."),
    (FP1, {"at_time": "00:45:00"}, "get_session_info", {"tell": "laps_done"},
     "British Grand Prix, Silverstone, Practice 1: 203 laps completed by 20 cars together, 28:24 left (by the rules)."),
    (FP1, {"at_time": "00:45:00"}, "query_race",
     {"from": "statuses", "where": [{"field": "status", "value": "red"}], "order_by": [{"field": "session_time_s"}]},
     "Red flag: 00:22:13 to 00:27:58."),
    (QUALI, {"at_time": "01:09:10"}, "get_runs", {"show": "best", "driver": "PIA"},
     "Best lap of Piastri in Q2 1:12.011 on SOFT (new set), lap 9."),
    (QUALI, {"at_time": "01:09:10"}, "get_sector_times", {"driver": "PIA", "last_lap": True},
     "Piastri's sectors on lap 14: S1 21.646 s (+0.313 s), S2 28.922 s (+0.369 s), S3 21.974 s (+0.423 s); together"),
    (QUALI, {}, "get_sector_times", {"ideal": True, "lost": True},
     "Best laps off the ideal ones, most first: Sainz 0.088 s, Russell 0.080 s"),
    (QUALI, {}, "get_fastest_laps", {"driver": "NOR", "tell": "last"},
     "Norris's last timed lap, lap 12: 1:11.383, a personal best, 0.413 s faster than 1:11.796 on lap 9."),
    (QUALI, {}, "get_fastest_laps", {"tell": "history"},
     "The fastest lap changed hands 11 times, latest holder first: Norris 1:11.383 (lap 12), Verstappen 1:11.403"),
    (QUALI, {}, "get_fastest_laps", {"tell": "latest"}, "Latest lap times, the last one first: Russell 1:11.703 (lap 16)"),
    (QUALI, {"at_time": "00:51:57"}, "get_on_track", {"tell": "laps"},
     "On a fast lap: Bottas, Hamilton; at the beginning of a lap: Ocon, Zhou; on an out lap: Piastri, Russell,"),
    (QUALI, {"at_time": "00:51:57"}, "get_on_track", {"driver": "PIA"},
     "Piastri is on track, on an out lap; 10 laps completed."),
    (FP1, {"at_time": "00:45:00"}, "get_runs", {"show": "longest", "driver": "NOR"},
     "Longest run of Norris: 6 laps (6 to 11) on HARD (used set)."),
    (FP1, {"at_time": "00:45:00"}, "get_driver", {"driver": "NOR", "tell": "laps"},
     "Norris has done 11 laps; in the pits."),
    (BAKU, {"at_lap": 30}, "get_driver", {"driver": "GAS", "tell": "laps"},
     "Gasly has done 28 laps; 21 of the race to go."),
    (FP1, {}, "get_fastest_laps", {"driver": "NOR", "tell": "compounds", "compound": "soft"},
     "Norris's best on SOFT: 1:27.420 (lap 16), 1.350 s faster than 1:28.770 on HARD (lap 10)."),
    (FP1, {}, "get_fastest_laps", {"driver": "NOR", "tell": "compounds", "compound": "medium"},
     "Norris has no lap on MEDIUM; best laps: SOFT 1:27.420 (lap 16), HARD 1:28.770 (lap 10)."),
    (FP1, {}, "get_fastest_laps", {"driver": "HAM", "other": "NOR"},
     "Best lap of Norris 1:27.420 on lap 16, 0.438 s faster than of Hamilton 1:27.858 on lap 15."),
    (BAKU, {"at_lap": 39}, "get_pace", {"driver": "VET", "tell": "stint"}, "Vettel is 1.230 s a lap faster since the stop: 1:46.028"),
    (BAKU, {"at_lap": 25}, "get_fastest_laps", {"driver": "STR", "other": "SIR"},
     "No lap time of Sirotkin yet; best lap of Stroll 1:48.488 on lap 20."),
    (BAKU, {}, "get_fastest_laps", {"tell": "holder"},
     "The fastest lap, 1:45.149 on lap 37, is Bottas's, who is out; best of Hamilton in P1: 1:45.412."),
    (BAKU, {"at_lap": 5}, "get_pace", {"driver": "VET", "tell": "trend"}, "Vettel has too few clean laps"),
    (BAKU, {"at_lap": 25}, "get_pace", {"driver": "VET", "tell": "stint"},
     "Vettel has not been through the pit lane yet: there is no earlier stint."),
]  # fmt: skip


@each_row("session, moment, tool, asked, told", TOLD)
def test_what_is_told_of_pace_and_best_laps(
    recorded: Recorded,
    call_tool: CallTool,
    session: str,
    moment: JsonObject,
    tool: str,
    asked: JsonObject,
    told: str,
) -> None:
    assert call_tool(recorded(session), tool, **asked, **moment)["summary"].startswith(told)


def test_pace_is_the_mean_of_clean_laps_and_evenness_their_deviation(recorded: Recorded, call_tool: CallTool) -> None:
    view = recorded(BAKU).view(Moment(lap=30))
    told = call_tool(recorded(BAKU), "get_pace", at_lap=30)
    assert [row["average_s"] for row in told["rows"]] == sorted(row["average_s"] for row in told["rows"])
    for row in told["rows"]:
        laps = timed_laps(view, row["driver"]["car"])
        last = [lap.seconds for lap in laps[-5:] if lap.clean and lap.seconds]
        assert row["average_s"] == pytest.approx(fmean(last), abs=0.0006)
        left = max((at for at, lap in enumerate(laps) if lap.out_lap), default=0)
        stint = [lap.seconds for lap in laps[left:] if lap.clean and lap.seconds][-10:]
        assert row["spread_s"] == (None if len(stint) < 4 else pytest.approx(stdev(stint), abs=0.0006))


def test_who_is_faster_is_everyone_with_a_lower_average(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded(BAKU), "get_pace", at_lap=30, driver="HAM", tell="faster")
    means = {row["driver"]["code"]: row["average_s"] for row in told["rows"]}
    faster = sum(mean < means["HAM"] for mean in means.values())
    assert told["summary"].startswith(f"{faster} car" if faster else "Nobody")


@pytest.mark.parametrize(
    ("tool", "asked", "path"),
    [
        ("get_pace", {"tell": "faster"}, "/driver"),
        ("get_fastest_laps", {"tell": "tyres"}, "/driver"),
        ("get_fastest_laps", {"driver": "HAM", "other": "HAM"}, "/other"),
    ],
)
def test_what_is_told_of_one_or_two_drivers_needs_them(
    recorded: Recorded, call_tool: CallTool, tool: str, asked: JsonObject, path: str
) -> None:
    assert call_tool(recorded(BAKU), tool, **asked, at_lap=20)["error"]["details"]["path"] == path


def test_a_fast_lap_that_was_told_of_is_completed_faster_than_a_slow_one(recorded: Recorded) -> None:
    """What is said of a lap under way is held against the time that it had in the end."""
    cache = recorded(QUALI)
    whole = cache.view(Moment())
    times: dict[str, list[float]] = {"fast": [], "slow": [], "out": []}
    for second in range(2400, 3200, 40):
        view = cache.view(Moment(t=float(second)))
        for car in view.order:
            lap = current_lap(view, car)
            if lap is None or lap.manner == "begun":
                continue
            laps = timed_laps(view, car)
            seconds = whole.lap_times(car).get(laps[-1].number + 1) if laps else None
            if seconds is not None:
                times[lap.manner].append(seconds)
    assert len(times["fast"]) > 10
    assert sum(seconds < 76 for seconds in times["fast"]) >= 0.8 * len(times["fast"])
    assert min(times["slow"] + times["out"]) > 73


def test_a_best_lap_that_race_control_deleted_is_nowhere_the_best(call_tool: CallTool, recorded: Recorded) -> None:
    """Piastri's 1:34.774 of lap 37 was deleted; the feed goes on to give it as his best."""
    cache = recorded("2024_bahrain_gp_converted")
    assert cache.view(Moment(lap=45)).car("81").best_lap_s == pytest.approx(94.774)
    driver = call_tool(cache, "get_driver", driver="PIA", at_lap=45)
    assert (driver["best_lap_s"], driver["best_lap"]) == (94.983, 39)
    fastest = call_tool(cache, "get_fastest_laps", driver="PIA", at_lap=45)
    assert "1:34.983 on lap 39" in fastest["summary"]
    before = call_tool(cache, "get_driver", driver="PIA", at_lap=36)
    assert before["best_lap_s"] == cache.view(Moment(lap=36)).car("81").best_lap_s
