"""Runs, teams, missing laps and who is on track, in a recorded qualifying and a recorded practice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitwall.facts.timed_runs import timed_runs
from pitwall.state import Moment, StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject

QUALI, FP1 = "2024_spanish_quali", "2024_british_fp1"
CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]

TOLD: list[tuple[str, str, str, JsonObject, str]] = [
    (QUALI, "01:06:30", "explain_laps", {"driver": "PIA"},
     "Piastri's deleted lap: 1:12.542, track limits at turn 10 (lap 14); no time that counts in Q3."),
    (QUALI, "01:16:00", "explain_laps", {"driver": "ALO", "segment": "q3"},
     "Alonso took no part in Q3: knocked out in Q2."),
    (QUALI, "01:05:00", "explain_laps", {"driver": "SAR"},
     "Race control has deleted no lap of Sargeant; took no part in Q3: knocked out in Q1."),
    (QUALI, "01:16:00", "explain_laps", {"driver": "ALO", "segment": "q2"},
     "Race control has deleted no lap of Alonso in Q2; best time in Q2 1:12.128; 5 laps completed in Q2."),
    (FP1, "01:04:10", "explain_laps", {"driver": "TSU", "tell": "laps"},
     "Tsunoda has driven 5 laps: stopped on the track at 00:22:33; red flag 00:22:13 to 00:27:58; in the pits now; "
     "timing tells no other reason."),
    (QUALI, "01:09:00", "get_runs", {"show": "initial", "top_n": 3},
     "First runs in Q3: 1 Verstappen 1:11.673, 2 Norris +0.123 s, 3 Hamilton +0.143 s."),
    (QUALI, "01:09:00", "get_runs", {"show": "initial", "driver": "RUS", "other": "VER"},
     "First runs in Q3: Verstappen 1:11.673, Russell 1:11.840, 0.167 s slower."),
    (QUALI, "00:31:10", "get_runs", {"show": "gain", "driver": "HAM"},
     "Hamilton improved in Q1 with the last timed lap: 1:12.143 (lap 6), 0.890 s faster than 1:13.033 before; P1."),
    (QUALI, "00:50:00", "get_runs", {"show": "gain", "driver": "SAI", "other": "LEC"},
     "Sainz's last timed lap is the first in Q2: 1:11.874 (lap 6), 0.529 s faster than 1:12.403 in Q1. Leclerc's last "
     "timed lap is the first in Q2: 1:12.038 (lap 6), 0.219 s faster than 1:12.257 in Q1."),
    (FP1, "00:35:00", "get_runs", {"show": "gain", "compound": "hard"}, "Improved with the last timed lap, most first: "),
    (FP1, "01:14:00", "get_runs", {"show": "long", "driver": "NOR", "compound": "soft"},
     "Long run on SOFT, average: Norris 1:30.548 on SOFT (new set), 7 laps (18 to 24)."),
    (FP1, "01:14:00", "get_runs", {"show": "long", "driver": "TSU"},
     "Tsunoda has driven no long run (3 clean laps in a row), on HARD now."),
    (FP1, "01:12:00", "get_runs", {"show": "long", "driver": "RUS", "other": "HAM"},
     "Long runs, average: Russell 1:32.056 on MEDIUM (used set), 5 laps (18 to 23); Hamilton 1:32.249 on MEDIUM "),
    (QUALI, "00:48:00", "explain_laps", {"driver": "HAM", "tell": "position"},
     "Hamilton: P13 with 1:12.666 on used SOFT in Q2, 1.013 s off the best; 1 timed lap in Q2; no lap deleted; timing "),
    (QUALI, "00:57:00", "get_teams", {"tell": "through", "segment": "q3"},
     "5 teams have both cars through from Q2 as it stands: Red Bull Racing, Mercedes, McLaren, Ferrari, Alpine."),
    (QUALI, "01:16:00", "get_qualifying", {"tell": "gains", "segment": 2}, "Found from Q2 to Q3: Norris 0.489 s, Leclerc"),
    (QUALI, "00:57:00", "get_qualifying", {"tell": "line", "driver": "OCO"},
     "Q2, its flag has fallen: the line is Ocon's 1:12.109; Ocon is on it, 0.019 s ahead of Alonso, P10."),
    (FP1, "01:06:40", "get_runs", {"show": "long", "driver": "SAI"}, "Sainz has driven no long run (3 clean laps in a row)"),
    (QUALI, "01:10:00", "get_runs", {"show": "initial", "driver": "PER"},
     "Perez's first run in Q3 (3 laps, 14 to 16): 1:13.061 on SOFT (used set)."),
    (QUALI, "00:36:00", "get_teams", {"tell": "out"},
     "2 teams lost both cars as it stands: RB (Tsunoda and Ricciardo), Williams (Albon and Sargeant)."),
    (QUALI, "01:10:00", "get_gap", {"driver": "PIA", "other": "NOR"},
     "Piastri has no time in Q3. Piastri's best lap in Q2 is 0.139 s slower than Norris's."),
    (QUALI, "01:16:40", "get_incidents", {"driver": "PIA"},
     "The feed tells of no incident of Piastri; deleted: 1:12.542, track limits at turn 10 (lap 14); a lap without"),
    (QUALI, "01:16:00", "get_qualifying", {"tell": "gains"}, "Found from Q1 to Q3: Norris 1.003 s, Verstappen 0.903 s"),
    (QUALI, "00:30:50", "get_on_track", {"driver": "LEC"}, "Leclerc has been in the pits for 6:46; 3 laps completed."),
    (FP1, "00:27:00", "get_track_status", {"kind": "red"},
     "Red flag; 1 red flag so far: 00:22:13 (4:46); when it goes on has not been told."),
    (FP1, "00:29:00", "get_track_status", {"kind": "red"},
     "Track clear, to resume at 12:46; 1 red flag so far: 00:22:13 to 00:27:58 (5:44); running has not gone on yet, "),
    (FP1, "00:41:30", "get_runs", {"show": "best", "driver": "SAI"},
     "Best lap of Sainz 1:27.925 on HARD (used set), lap 12."),
    (QUALI, "01:16:00", "get_sector_times", {"driver": "NOR", "other": "VER", "run": "final"},
     "Sectors on the last run of Norris against Verstappen (0.020 s faster): S1 21.383 s to 21.369 s (0.014 s slower), "
     "S2 28.402 s to 28.541 s (0.139 s faster), S3 21.598 s to 21.493 s (0.105 s slower)."),
    (FP1, "00:58:00", "get_sector_times", {"driver": "COL", "other": "ALB", "run": "best"},
     "Sectors on the best lap of Colapinto against Albon (0.699 s slower): S1 28.424 s to 28.210 s (0.214 s slower), "
     "S2 36.405 s to 36.007 s (0.398 s slower), S3 24.622 s to 24.535 s (0.087 s slower)."),
    (FP1, "00:58:00", "get_fastest_laps", {"tell": "compounds"},
     "Fastest lap on each compound: SOFT Piastri 1:27.631 (lap 15), MEDIUM Verstappen 1:27.729 (lap 13), "
     "HARD Sainz 1:27.925 (lap 12)."),
    (FP1, "01:14:30", "get_sector_times", {},
     "Fastest sectors: S1 Stroll 27.829 s (lap 14), S2 Verstappen 35.433 s (lap 13), S3 Sainz 23.874 s (lap 19); "
     "together 1:27.136, 0.284 s under the best lap, Norris's 1:27.420."),
    (QUALI, "00:26:00", "get_qualifying", {"tell": "at_risk"},
     "Q1, 5:27 left: at risk, behind Ricciardo's 1:13.269 (P15): 16 Albon +0.129 s, 17 Tsunoda +0.130 s, "),
    (FP1, "00:58:00", "get_teams", {"team": "Mercedes", "other": "Ferrari"},
     "Best laps: Mercedes 1:27.738 (Russell), Ferrari 1:27.903 (Leclerc), 0.165 s slower."),
    (FP1, "00:45:00", "get_teams", {"team": "Haas F1 Team"},
     "Haas F1 Team: Bearman 1:28.660 (P10), Hulkenberg 1:29.633 (P15)."),
    (QUALI, "00:38:00", "get_teams", {"tell": "out", "segment": "q1"},
     "2 teams lost both cars in Q1: RB (Tsunoda and Ricciardo), Williams (Albon and Sargeant)."),
    (QUALI, "00:25:00", "get_teams", {"tell": "out"}, "No team has lost both cars."),
    (QUALI, "00:50:00", "get_teams", {"tell": "out", "team": "Ferrari"}, "Ferrari: Sainz and Leclerc not knocked out."),
    (QUALI, "01:16:00", "get_teams", {"tell": "out", "team": "Haas F1 Team"},
     "Haas F1 Team: Hulkenberg knocked out in Q2; Magnussen knocked out in Q1."),
    (QUALI, "00:50:00", "get_teams", {"tell": "through", "segment": "q3"},
     "4 teams have both cars through from Q2 as it stands: Red Bull Racing, McLaren, Ferrari, Alpine; "
     "2 have one: Mercedes (Russell), Haas F1 Team (Hulkenberg)."),
    (QUALI, "01:16:00", "get_teams", {"tell": "through", "segment": "q3"},
     "5 teams have both cars in Q3: McLaren, Red Bull Racing, Mercedes, Ferrari, Alpine."),
    (QUALI, "00:25:00", "get_on_track", {}, "3 cars on track: Ricciardo, Tsunoda, Sargeant; 17 in the pits."),
    (FP1, "00:25:00", "get_on_track", {}, "Red flag: no car on track, 19 in the pits; stopped: Tsunoda."),
    (QUALI, "00:20:00", "get_qualifying", {"tell": "timed", "top_n": 3},
     "5 of 20 cars have a time in Q1: 1 Ricciardo 1:13.771, 2 Stroll +0.267 s, 3 Tsunoda +0.275 s"),
    (FP1, "00:32:00", "get_track_status", {"kind": "red"},
     "Track clear; 1 red flag so far: 00:22:13 to 00:27:58 (5:44); running went on at 00:29:23, 7:10 after it came out."),
    (QUALI, "00:50:00", "query_race",
     {"from": "penalties", "where": [{"field": "open", "op": "is", "value": True},
                                     {"field": "driver", "op": "not_in", "value": ["RUS"]}],
      "select": ["driver", "state", "reason"]}, "2 cars in open cases of the stewards other than Russell: "),
    (QUALI, "01:09:00", "driver_card", {"driver": "RUS"}, "George Russell (Mercedes): P4, in pit, best lap 1:11.840 in Q3"),
]  # fmt: skip


@each_row("session, at, tool, asked, told", TOLD)
def test_what_is_told_of_runs_teams_and_missing_laps(
    recorded: Recorded, call_tool: CallTool, session: str, at: str, tool: str, asked: JsonObject, told: str
) -> None:
    assert call_tool(recorded(session), tool, **asked, at_time=at)["summary"].startswith(told)


def test_the_closest_team_mates_are_told_first(recorded: Recorded, call_tool: CallTool) -> None:
    told = call_tool(recorded(QUALI), "get_teammate", order="closest", segment="q3")
    assert told["summary"].startswith("Closest team mates in Q3: Hamilton ahead of Russell by 0.002 s; Leclerc ahead")
    widest = call_tool(recorded(QUALI), "get_teammate", order="widest", segment="q3")
    assert [pair["best_s"] for pair in widest["pairs"]] == sorted(
        (pair["best_s"] for pair in told["pairs"]), reverse=True
    )


@pytest.mark.parametrize(
    ("asked", "path"),
    [({"team": "Lotus"}, "/team"), ({"other": "Ferrari"}, "/other"), ({"tell": "out"}, "/tell")],
)
def test_teams_that_cannot_be_told_are_refused(
    recorded: Recorded, call_tool: CallTool, asked: JsonObject, path: str
) -> None:
    assert call_tool(recorded(FP1), "get_teams", **asked)["error"]["details"]["path"] == path


def test_runs_cover_each_lap_once_and_stay_within_a_segment(recorded: Recorded) -> None:
    for session, at in ((QUALI, 4600.0), (FP1, 4500.0)):
        view = recorded(session).view(Moment(t=at))
        for car in view.order:
            laps = [lap.number for run in timed_runs(view, car) for lap in run.laps]
            assert laps == [lap.number for lap in view.laps(car)]
            keys = [(run.segment, run.number) for run in timed_runs(view, car)]
            assert len(set(keys)) == len(keys)
