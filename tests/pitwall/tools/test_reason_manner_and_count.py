"""A tool that is asked for a reason, a manner, a number or a cause states it, or says that timing does not tell it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitwall.facts.costly_laps import costly_laps
from pitwall.state import StateCache
from tests.rows import each_row
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]
Recorded = Callable[[str], StateCache]
BAKU, MELBOURNE, SPRINT = "2018_azerbaijan_race", "2025_australian_gp_converted", "2023_azerbaijan_sprint"
BAHRAIN = "2024_bahrain_gp_converted"
PRACTICE, QUALIFYING = "2024_british_fp1", "2024_spanish_quali"


@each_row(
    "session, tool, arguments, said",
    [
        # Where time was lost, on which lap, and what went wrong.
        (MELBOURNE, "explain_driver", {"driver": "VER", "tell": "losses", "at_lap": 20},
         "Verstappen lost most, beside what the field drove, on lap 17 2.397 s (P2 to P3)"),
        (MELBOURNE, "explain_driver", {"driver": "VER", "tell": "losses", "lap": 16, "at_lap": 48},
         "Verstappen's lap 16: 1:30.592, 0.264 s slower than lap 15."),
        (MELBOURNE, "explain_driver", {"driver": "VER", "tell": "losses", "lap": 17, "at_lap": 48},
         "Verstappen's lap 17: 1:33.392, 2.800 s slower than lap 16; 2.010 s lost beside what the field drove; P2 to P3."),
        (BAKU, "explain_driver", {"driver": "HAM", "tell": "losses", "lap": 22, "at_lap": 26},
         "Hamilton's lap 22: 1:55.171 (into the pits), 8.856 s slower than lap 21; P2 to P3."),
        (BAKU, "explain_driver", {"driver": "HAM", "tell": "losses", "lap": 60}, "The feed tells no time of Hamilton's lap 60."),
        (MELBOURNE, "explain_driver", {"driver": "VER", "tell": "pace", "lap": 17, "at_lap": 48},
         "Verstappen's laps to lap 17 1:30.328, 1:30.592, 1:33.392 (before: 1:31.591)"),
        (MELBOURNE, "explain_driver", {"driver": "PIA", "tell": "position", "at_lap": 48},
         "Piastri started P2, is P13 now; lap 44 cost 82.8 s (into the pits, P2 to P15)"),
        (MELBOURNE, "get_incidents", {"driver": "PIA", "show": "trouble", "at_lap": 48},
         "Piastri is P13 now (started P2): loses 82.8 s (into the pits, P2 to P15), deleted for track limits"),
        (MELBOURNE, "get_incidents", {"driver": "NOR", "show": "trouble", "at_lap": 48},
         "The feed tells of no trouble of Norris: no incident, no lap that cost 15 s or positions at once."),
        # What happened on a lap: where it took a car, and what became of a case that the stewards opened soon after.
        (BAKU, "get_incidents", {"driver": "GRO", "lap": 6, "at_lap": 44}, "Grosjean went from P14 to P13 on lap 6: past Hartley (lap 6)."),
        (BAKU, "get_incidents", {"driver": "RAI", "lap": 1, "at_lap": 44}, "Räikkönen stayed P6 on lap 1: in the pits (lap 1)."),
        (BAKU, "get_incidents", {"driver": "HAM", "lap": 9, "at_lap": 44},
         "Hamilton stayed P2 on lap 9; the feed tells of no incident of Hamilton there."),
        (BAHRAIN, "get_incidents", {"driver": "HUL", "lap": 1, "at_lap": 26},
         "Hulkenberg went from P10 to P20 on lap 1: in the pits (lap 1); Stroll and Hulkenberg (causing a collision): no "
         "further action (lap 4)."),
        (BAKU, "get_driver", {"driver": "GRO", "tell": "points", "at_lap": 44}, "In the points (the first 10) until then: "),
        (BAKU, "get_driver", {"driver": "OCO", "tell": "points", "at_lap": 44}, "Not in the points (the first 10): "),
        (BAKU, "get_track_status", {"kind": "safety_car", "tell": "last", "at_lap": 45}, "; when it ends no feed tells."),
        # A stop on a lap is asked of that lap, not of the moment at which the first car ended it.
        (SPRINT, "explain_driver", {"driver": "OCO", "tell": "stop", "lap": 3, "at_lap": 6},
         "Ocon stopped on lap 3 from P18; off MEDIUM 7 laps old; onto SOFT"),
        (SPRINT, "explain_driver", {"driver": "OCO", "tell": "stop", "lap": 2, "at_lap": 6},
         "Ocon did not stop on lap 2: its stop was on 3."),
        (SPRINT, "explain_driver", {"driver": "HAM", "tell": "stop", "lap": 3, "at_lap": 6},
         "Hamilton did not stop on lap 3: no stop so far."),
        # How the lead, and a position, changed hands.
        (BAKU, "get_lead_changes", {"driver": "HAM"}, "laps 49 to 51 (past Bottas by a retirement)."),
        (BAKU, "get_lead_changes", {"driver": "VET"}, "laps 1 to 30 (lost to Bottas by a stop)."),
        (BAKU, "get_overtakes", {"driver": "HAM", "passed": "BOT", "how": "any"},
         "Hamilton past Bottas (lap 49, by a retirement); Bottas past before, on lap 22."),
        (MELBOURNE, "get_overtakes", {"driver": "NOR", "passed": "PIA", "how": "any", "at_lap": 40},
         "No change of order between Norris and Piastri so far, from line to line; they started P1 and P2."),
        (BAKU, "get_overtakes", {"driver": "HAM", "passed": "BOT", "how": "any", "at_lap": 42},
         "No change of order by Hamilton on Bottas so far, from line to line; Bottas past Hamilton 1x, last on lap 22."),
        # What a stop of the other won, his own may cost again.
        (BAKU, "get_overtakes", {"driver": "ALO", "passed": "LEC", "how": "stop"},
         "latest: Alonso past Leclerc (lap 25); Leclerc back past on lap 26."),
        # Whether somebody's are the oldest, how fast anywhere, who may catch, what is still to be served.
        (BAKU, "get_stints", {"driver": "HAM", "order": "oldest", "at_lap": 30},
         "before: SUPERSOFT; the oldest are Vettel's, 34 laps old."),
        (BAKU, "get_stints", {"driver": "VET", "order": "oldest", "at_lap": 30}, "none are older."),
        (BAKU, "get_speed_traps", {}, "higher at the line: Ricciardo 344 km/h."),
        (BAKU, "predict_catch", {"driver": "VET", "chased": True, "at_lap": 29},
         "Prediction: Bottas, 9.870 s behind, within 1 s of Vettel in about"),
        (BAKU, "get_penalties", {"driver": "ERI", "at_lap": 30}, "; not served: 10 s."),
        # How many go out, of a segment whose line is not drawn yet too.
        (QUALIFYING, "get_qualifying", {"tell": "line", "at_time": "00:22:00"},
         "no knock-out line yet; 15 of 20 go on, 5 go out."),
        (QUALIFYING, "get_qualifying", {"tell": "line", "segment": 2}, "; 10 of 15 go on, 5 go out."),
        # A red flag is told where somebody is asked for, and its cause stays known when the car goes on.
        (PRACTICE, "get_incidents", {"show": "crashes", "at_time": "00:22:30"},
         "no incident; red flag since 00:22:13, for whom is not told."),
        (PRACTICE, "get_incidents", {"show": "crashes", "at_time": "00:24:00"}, "Out, latest first: Tsunoda"),
        # What race control said of a start.
        (MELBOURNE, "get_race_control", {"about": "start", "at_lap": 1}, "FORMATION LAP WILL START AT 15:15; lap 1: ABORTED START."),
        (BAKU, "get_race_control", {"about": "start", "at_lap": 20}, "No word of race control on the start"),
        # Of a flag that is not out any more that is said.
        (BAKU, "get_incidents", {"before": "yellow", "at_lap": 42},
         "No reason is given for the yellow flag of lap 40, which ended on lap 40; around then: "),
        (BAKU, "get_race_control", {"flag": "yellow", "at_lap": 42},
         "Safety car now; 16 race control messages on yellow; the last, lap 40, 01:23:16: DOUBLE YELLOW"),
        (BAKU, "get_race_control", {"flag": "yellow", "at_lap": 25},
         "No yellow flag is out now; 13 race control messages on yellow; the last, lap 21"),
        # Several messages are asked for, and as many told as have room.
        (BAKU, "get_race_control", {"last_n": 5, "at_lap": 42},
         "The last 5 of 86 messages, latest first: lap 42: LAPPED CARS MAY NOW OVERTAKE - 2,9,10,20,28; lap 41: SAFETY"),
        # Who moved on one lap, and since when somebody has his position.
        (BAKU, "get_position_history", {"on_lap": 5}, "Gained on lap 5: Hulkenberg +1 (P8 to P7); most lost: Stroll -1"),
        (BAKU, "get_position_history", {"on_lap": 5, "order": "lost"}, "Lost on lap 5: Stroll -1 (P7 to P8); most gained"),
        (BAKU, "get_position_history", {"on_lap": 30}, "Nobody gained a place on lap 30."),
        (BAKU, "get_position_history", {"driver": "HAM", "at_lap": 42}, "1 place down, in P3 since lap 22."),
        (BAKU, "get_position_history", {"driver": "HAM", "at_lap": 1}, "Hamilton started P2 and was P2 then: the same place."),
        # Clean air is nobody close ahead, of one and of all by the same seconds.
        (MELBOURNE, "get_trains", {"driver": "HAM", "at_lap": 48},
         "nobody within 1.5 s ahead or behind in the order; the next ahead is Gasly, 2.071 s."),
        # Who stopped and completed no lap after it has not gone on.
        (PRACTICE, "get_incidents", {"driver": "TSU"}, "Tsunoda stopped on track (lap 6)."),
        # The course of a race is told where nobody asks why.
        (BAKU, "explain_driver", {"driver": "SAI", "tell": "race", "at_lap": 44}, "Sainz started P9, is P6 now; passed"),
        (MELBOURNE, "get_race_control", {"about": "slippery", "at_lap": 20}, "TRACK SURFACE SLIPPERY IN TRACK SECTOR 15"),
        (BAKU, "get_race_control", {"about": "slippery"}, "No word of race control on a slippery track so far."),
        # What the stewards have open of a driver is told with where he is, and what is closed is not.
        (MELBOURNE, "get_driver", {"driver": "ALO", "at_lap": 15}, "; under investigation (safety car infringement)."),
        (MELBOURNE, "get_driver", {"driver": "ALO", "at_lap": 22}, "stop."),
        (MELBOURNE, "get_driver", {"driver": "ANT"}, "; 5 s added (unsafe release)."),
        (BAKU, "get_driver", {"driver": "PER", "top_n": 3}, "; to be investigated afterwards (use of DRS when not permitted)."),
        (BAKU, "get_trains", {"alone": True, "max_gap_s": 3, "at_lap": 42},
         "9 cars with nobody within 3 s ahead: Bottas, Leclerc and Magnussen; and nobody behind either: Perez, Grosjean"),
        # What a safety car does to pace and gaps is said.
        (BAKU, "explain_driver", {"driver": "HAM", "tell": "pace", "at_lap": 42},
         "Safety car since lap 40: nobody races. Hamilton's last laps 1:45.578"),
        (BAKU, "explain_driver", {"driver": "HAM", "tell": "pace", "at_lap": 35}, "Timing tells no reason. Hamilton's last"),
        # As many battles as have room where all within so much are asked for; whole sentences where there is no room.
        (BAKU, "get_current_battle", {"max_gap_s": 5, "at_lap": 42}, "Hamilton 1.640 s behind Vettel and 3 more."),
        (BAKU, "predict_pit_window", {"driver": "leader", "free": True, "at_lap": 42},
         "passed by Vettel, Hamilton and Räikkönen."),
        # Cars between two in the order are not those between them on the road.
        (BAKU, "get_cars_between", {"driver": "P1", "other": "P2", "at_lap": 42},
         "1.555 s apart; lapped cars between them on the road are not told."),
        # Whether a stop is owed goes with the tyres that were used.
        (BAKU, "get_pit_stops", {"driver": "HAM", "tell": "tyres", "at_lap": 42},
         "ULTRASOFT since, 1 lap old; owes no stop (two compounds used)."),
        (BAKU, "get_pit_stops", {"driver": "HAM", "tell": "tyres", "at_lap": 15}, "; must still stop (one compound so far)."),
        # Flags for a car are told by whom they were shown to.
        (BAKU, "get_race_control", {"flag": "blue", "at_lap": 37},
         "Blue flags shown to: Ericsson 7, Gasly 5, Hartley 4, Vandoorne 3, Magnussen 1."),
        (BAKU, "get_race_control", {"flag": "blue", "driver": "SIR"}, "No blue flag for Sirotkin so far."),
        (BAKU, "get_race_control", {"flag": "double_yellow"}, "race control messages on double yellow; the last"),
        (BAKU, "get_fastest_laps", {"tell": "classes"}, "The feed has no classes with a lap time."),
        # What a car gained before the first line is told where it has passed nobody since.
        (SPRINT, "get_overtakes", {"driver": "RUS", "at_lap": 2},
         "No overtake on track by Russell so far, from line to line; from P4 on the grid to P3 on lap 1."),
        (SPRINT, "get_overtakes", {"driver": "PER", "at_lap": 2},
         "No overtake on track by Perez so far, from line to line."),
        # What was gained on a compound is told against the others, and not with the last lap on any.
        (PRACTICE, "get_runs", {"show": "gain", "driver": "HAM", "compound": "soft", "at_time": "00:50:00"},
         "Hamilton has no lap on SOFT; best laps: HARD 1:28.043"),
        (PRACTICE, "get_runs", {"show": "gain", "driver": "NOR", "compound": "soft"}, "Norris's best on SOFT: "),
        # Who is through, and who would be out, before the feed says so.
        (QUALIFYING, "get_qualifying", {"tell": "in_it", "at_time": "00:55:00"},
         "Q2's flag has fallen; through as it stands: Verstappen, "),
        (QUALIFYING, "get_qualifying", {"tell": "in_it", "at_time": "00:48:00"}, "15 cars in Q2: "),
        (QUALIFYING, "get_qualifying", {"tell": "knocked_out", "segment": 1, "at_time": "00:29:00"},
         "Nobody has been knocked out in Q1 yet; would be out as it stands: 16 Ricciardo, 17 Tsunoda, "),
        # A car that stands on the track is slow for that.
        (BAKU, "explain_driver", {"driver": "BOT", "at_lap": 49},
         "Bottas stopped at turn 3 (race control). Timing tells no reason. Bottas's last lap"),
        # Who is out is named before a case of the stewards; a car without a lap is told before the feed calls it out.
        (BAKU, "get_incidents", {"show": "crashes", "at_lap": 41},
         "Out, latest first: Verstappen (lap 40), Ricciardo (lap 40), "),
        (BAKU, "get_incidents", {"show": "crashes", "lap": 1}, "Out on lap 1, latest first: "),
        (BAKU, "get_incidents", {"show": "crashes", "lap": 20}, "Nobody went out on lap 20; noted"),
        (MELBOURNE, "get_incidents", {"show": "crashes", "lap": 1, "at_lap": 2},
         "Nobody went out on lap 1; no lap yet: Sainz, Hadjar and Doohan"),
        (MELBOURNE, "get_retirements", {"at_lap": 2},
         "no lap yet, though the feed does not call them out: Sainz, Hadjar and Doohan."),
        (MELBOURNE, "get_retirements", {"at_lap": 1}, "Nobody is out; 20 cars still going."),
        (MELBOURNE, "get_retirements", {"driver": "DOO", "at_lap": 2}, "is not out (running; no lap completed yet)."),
        (PRACTICE, "get_incidents", {"before": "red"}, "around then: Tsunoda stopped on track (lap 6)."),
    ],
)  # fmt: skip
def test_what_is_asked_is_told(
    call_tool: CallTool, recorded: Recorded, session: str, tool: str, arguments: JsonObject, said: str
) -> None:
    told = call_tool(recorded(session), tool, **arguments)
    assert said in told.get("summary", ""), told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"driver": "BOT", "chased": True, "at_lap": 51}, "No prediction: the race is over."),
        ({"driver": "P13", "chased": True, "at_lap": 50}, "No prediction: Magnussen has no car behind."),
    ],
)
def test_a_catch_needs_two_cars(call_tool: CallTool, recorded: Recorded, arguments: JsonObject, said: str) -> None:
    assert call_tool(recorded(BAKU), "predict_catch", **arguments)["summary"] == said


def test_no_stop_costs_a_lap_by_itself_and_rain_costs_nobody(recorded: Recorded) -> None:
    """Of all stops in the dry part of a wet race none is among the laps that cost 15 s; the car that went off is."""
    view = recorded(MELBOURNE).view()
    costly = {car: costly_laps(view, car, 15.0) for car in view.cars}
    assert [each.lap.number for each in costly["81"]] == [44]
    assert costly["4"] == []
    assert all(each.lap.track not in ("safety_car", "red", "vsc") for found in costly.values() for each in found)


def test_a_field_of_two_has_no_costly_laps() -> None:
    from pitwall.sources import open_source

    view = StateCache().load(open_source("sim:cars=2,laps=8")).view()
    assert all(costly_laps(view, car, 0.1) == [] for car in view.cars)
