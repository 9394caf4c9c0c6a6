"""Claims of the tools that tell how the race stands and what happened in it."""

from __future__ import annotations

from collections.abc import Mapping

from pitwall.claims.claim_parts import (
    OUT,
    START,
    announced,
    best_laps,
    clean_pace,
    deletion,
    deletions,
    no_gap,
    order,
    passages,
    periods,
    says,
    stewards,
    tyres,
    weather_changes,
)
from toolgate.contract import JsonObject

_NO_MESSAGES = "messages of race control"  # without them nothing follows from there being no case

RACE_CLAIMS: Mapping[str, tuple[JsonObject, ...]] = {
    "get_gap": (
        says(
            "is_behind", subject="/behind", object="/ahead", value="/gap_s", unit="s",
            where={"/gap_basis": ["interval", "leader_gaps"]},
        ),
        says("is_behind_laps", subject="/behind", object="/ahead", value="/gap_laps", unit="laps", sign=1),
        says(
            "leads", subject="/ahead", given={"to": "leader"}, unless=["other"],
            where={"/gap_basis": ["interval", "leader_gaps"]},
        ),
        says(
            "is_behind", subject="/behind", object="/ahead", value="/trend/*/gap_s", unit="s", sign=1,
            moment="/trend/*/lap", where={"/gap_basis": ["interval", "leader_gaps"]},
        ),
        says(
            "is_behind", subject="/ahead", object="/behind", value="/trend/*/gap_s", unit="s", sign=-1,
            moment="/trend/*/lap", where={"/gap_basis": ["interval", "leader_gaps"]},
        ),
        *(
            says(
                way, subject="/behind", object="/ahead", value="/change_s", unit="s", sign=sign,
                over={over: "/trend/*/lap"}, where={"/direction": way},
            )
            for way, sign in (("closing", -1), ("opening", 1))
            for over in ("ago", "span")  # from the first lap of the trend until now, and until its last
        ),
        says("steady", subject="/behind", object="/ahead", where={"/direction": "steady"}),
        says("no_trend", reason="/trend_cut_by", where={"/direction": None}),
        says(
            "slower_best_lap", subject="/behind", object="/ahead", value="/gap_s", unit="s",
            where={"/gap_basis": "best_laps"},
        ),
        says("in_pit", subject="/in_pit/*"),
        *no_gap(),
    ),
    "get_driver": (
        says("has_position", subject="/driver", value="/place"),
        says("leads", subject="/driver", where={"/place": 1}),
        says("first_home", subject="/driver", where={"/place": 1, "/state": "finished"}),
        says("off_lead", subject="/driver", value="/gap_s", unit="s", sign=1),
        says("off_lead_laps", subject="/driver", value="/gap_laps", unit="laps", sign=1),
        says("is_behind", subject="/driver", object="/ahead/driver", value="/ahead/gap_s", unit="s"),
        says("is_behind", subject="/behind/driver", object="/driver", value="/behind/gap_s", unit="s"),
        says("last_lap", subject="/driver", value="/last_lap_s", unit="s"),
        says("best_lap", subject="/driver", value="/best_lap_s", unit="s", lap="/best_lap"),
        says("no_time", subject="/driver", where={"/best_lap_s": None, "/best_lap": None, "/behind_best_s": None}),
        says("stop_count", subject="/driver", value="/stops", sign=1),
        says("not_stopped", subject="/driver", where={"/stops": 0}), says("started", subject="/driver", value="/grid"),
        says("laps_run", subject="/driver", value="/laps", unit="laps"),
        says("off_fastest", subject="/driver", value="/behind_best_s", unit="s", sign=1),
        says("team", subject="/driver", value="/team"),
        says("on_tyre", subject="/driver", value="/tyre/compound", age="/tyre/laps"),
        says("tyre_age", subject="/driver", value="/tyre/laps", unit="laps"),
        says("new_tyres", subject="/driver", where={"/tyre/new": True}),
        says("used_tyres", subject="/driver", where={"/tyre/new": False}),
        says("out", subject="/driver", where={"/state": OUT, "/state_derived": False}),
        says("seems_out", subject="/driver", where={"/state": OUT, "/state_derived": True}),
        says("in_pit", subject="/driver", where={"/state": "in_pit"}),
        says("open_matters", subject="/driver", reason="/stewards"),
    ),
    "get_standings": (*order("/rows/*", "/cars"), *best_laps("/rows/*")),
    "get_live_snapshot": (
        *order("/leaderboard/*", all_rows=False),
        says("leads", subject="/leader"),
        says("out", subject="/out/*", every=True),
        says("in_pit", subject="/in_lane/*", every=True),
        says("best_lap", subject="/lap_timing_top/*/driver", value="/lap_timing_top/*/best_lap_s", unit="s",
             lap="/lap_timing_top/*/best_lap", all=False),
        says("stopped_on", subject="/stops_recent/*/driver", lap="/stops_recent/*/lap", value="/stops_recent/*/lane_s",
             unit="s", event=True, all=False),
        says("laps_done", value="/as_of/lap", total="/total_laps"),
        says("raining", where={"/weather/rain": True}),
        says("dry", where={"/weather/rain": False}),
        says("air_temperature", value="/weather/air_c", unit="°C"),
        says("track_temperature", value="/weather/track_c", unit="°C"),
    ),
    "get_current_battle": (
        says("is_behind", subject="/pairs/*/behind", object="/pairs/*/ahead", value="/pairs/*/gap_s", unit="s"),
        says("fights_for", subject="/pairs/*/behind", object="/pairs/*/ahead", value="/pairs/*/place"),
        says(
            "closest_battle", subject="/pairs/0/behind", object="/pairs/0/ahead", value="/pairs/0/gap_s", unit="s",
            position="/pairs/0/place", unless=["place"],
        ),
    ),
    "get_fastest_laps": (
        says("best_lap", subject="/laps/*/driver", value="/laps/*/time_s", unit="s", lap="/laps/*/lap",
              unless=["lap", "since_lap"]),
        says("fastest_lap", subject="/laps/*/driver", value="/laps/*/time_s", unit="s", lap="/laps/*/lap",
              where={"/laps/*/rank": 1}, unless=["lap", "since_lap"]),
        says("off_fastest", subject="/laps/*/driver", value="/laps/*/behind_fastest_s", unit="s", sign=1,
              unless=["lap", "since_lap"]),
        says("lap_rank", subject="/laps/*/driver", value="/laps/*/rank", unless=["lap", "since_lap"]),
    ),
    "get_on_track": (
        says("in_pit", subject="/in_pits/*"),
        says("on_track", subject="/on_track/*"),
        says("nobody_on_track", where={"/on_track": []}),
        says("none_stopped", where={"/stopped": [], "/knocked_out": []}),
    ),
    "get_teams": (
        says("team", subject="/rows/*/driver", value="/rows/*/team"),
        says("best_of_team", subject="/rows/*/driver"),
        says("team_best_lap", subject="/rows/*/team", value="/rows/*/best_lap_s", unit="s",
             where={"/rows/*/segment": [None, 3]}),
        says("team_best_by", subject="/rows/*/team", object="/rows/*/driver", value="/rows/*/best_lap_s", unit="s"),
        says("team_fastest", subject="/rows/0/team", value="/rows/0/best_lap_s", unit="s",
             unless=["team", "other", "segment"]),
        says("both_through", subject="/rows/*/team", value="/rows/*/segment", reason="/as_of/segment",
             where={"/rows/*/cars": 2, "/rows/*/going": 2}, unless=["segment"], partial=["team", "other"]),
    ),
    "explain_laps": (
        says("laps_run", subject="/driver", value="/laps", unit="laps"),
        says("no_reason", subject="/driver"),
        deletion("/driver", "/deleted/*"),
        says("no_lap_deleted", subject="/driver", where={"/deleted": []}, unless=["segment"]),
        says("deleted_in_all", subject="/driver", lap="/deleted/*/lap", total="/deleted/*/turn",
             reason="/deleted/*/reason", unless=["segment"], event=True),
    ),
    "get_pit_stops": (
        says("stop_count", subject="/cars/*/driver", value="/cars/*/stops", sign=1, partial=["driver"]),
        *passages("/cars/*"),
        says("in_pit", subject="/in_lane/*"),
        says("nobody_in_pit", where={"/in_lane": []}, unless=["driver"]),
        says("not_stopped", subject="/not_stopped/*", partial=["driver"]),
        says("total_stops", value="/total_stops", unless=["driver"]),
    ),
    "get_position_history": (
        says("started", subject="/cars/*/driver", value="/cars/*/then", where={"/since": START}),
        says("out", subject="/cars/*/driver", where={"/cars/*/state": OUT}),
        says("has_position", subject="/cars/*/driver", value="/cars/*/now"),
        says("has_position", subject="/cars/0/driver", value="/laps/*/place", moment="/laps/*/lap"),
        says("gained", subject="/cars/*/driver", value="/cars/*/gained", sign=1, where={"/since": START},
              partial=["driver"]),
        says("lost", subject="/cars/*/driver", value="/cars/*/gained", sign=-1, where={"/since": START},
              partial=["driver"]),
    ),
    "get_lap_times": (
        says("lap_time", subject="/driver", lap="/laps/*/lap", value="/laps/*/time_s", unit="s", event=True),
        says("lap_time", subject="/other", lap="/other_laps/*/lap", value="/other_laps/*/time_s", unit="s",
              event=True),
        says("average_lap", subject="/driver", value="/average_s", unit="s"),
        says("average_lap", subject="/other", value="/other_average_s", unit="s"),
        says("faster_pace", subject="/driver", object="/other", value="/comparison/difference_s", unit="s", sign=1,
              start={"min": "/laps/*/lap"}, end={"max": "/laps/*/lap"}, over={"count": "/laps/*/lap"}),
        says("faster_pace", subject="/other", object="/driver", value="/comparison/difference_s", unit="s", sign=-1,
              start={"min": "/laps/*/lap"}, end={"max": "/laps/*/lap"}, over={"count": "/laps/*/lap"}),
        *clean_pace(),
        says("window_average", subject="/driver", value="/average_s", unit="s", over={"count": "/laps/*/lap"},
              total="/clean_laps", start={"min": "/laps/*/lap"}, end={"max": "/laps/*/lap"}),
        *(
            says("recent_lap", subject=who, lap=f"{laps}/lap", value=f"{laps}/time_s", unit="s",
                 unless=["lap", "from_lap", "to_lap"])
            for who, laps in (("/driver", "/laps/*"), ("/other", "/other_laps/*"))
        ),
        *(
            says(claim, subject=who, lap=f"{laps}/lap", where={f"{laps}/{field}": value}, event=True)
            for who, laps in (("/driver", "/laps/*"), ("/other", "/other_laps/*"))
            for claim, field, value in (
                ("in_lap", "in_lap", True),
                ("out_lap", "out_lap", True),
                ("lap_behind_sc", "track", "safety_car"),
                ("lap_under_vsc", "track", "vsc"),
            )
        ),
    ),
    "get_stints": (
        *tyres("/cars/*"),
        says("has_position", subject="/cars/*/driver", value="/cars/*/place"),
        says("compound_count", object="/compounds/*/compound", value="/compounds/*/cars"),
        says("first_set", subject="/cars/*/driver", value="/cars/*/compound", age="/cars/*/age_laps",
             where={"/cars/*/sets": 1}),
        says("set_count", subject="/cars/*/driver", value="/cars/*/sets"),
        says("stint", subject="/cars/0/driver", nth="/stints/*/number", value="/stints/*/laps", unit="laps",
             compound="/stints/*/compound", event=True),
        says("stint_start", subject="/cars/0/driver", nth="/stints/*/number", value="/stints/*/start_laps"),
    ),
    "get_retirements": (
        says("out", subject="/out/*/driver", value="/out/*/laps", unit="laps", where={"/out/*/derived": False}),
        says("seems_out", subject="/out/*/driver", value="/out/*/laps", unit="laps", where={"/out/*/derived": True}),
        says("out", subject="/out/*/driver", value="/out/*/laps", unit="laps",
             where={"/out/*/derived": True, "/still_going": 0}),
        says("out_count", value="/count", unless=["driver"]),
        says("flag_message", reason="/out/*/notice", event=True, all=False),
        says("still_going", value="/still_going", unless=["driver"]),
        says("finished_count", value="/finished", unless=["driver"]),
    ),
    "get_penalties": (
        *stewards("/cases/*"),
        says("open_cases", value="/open", unless=["driver", "show"], untold=_NO_MESSAGES),
        says("open_of_all", value="/open", total="/total", unless=["driver", "show"], untold=_NO_MESSAGES),
    ),
    "get_race_control": (
        says("quote", value="/messages/*/message", author="race control", lap="/messages/*/lap"),
        *announced("/messages/*"),
        *stewards("/cases/*", all=False),
        *deletions(),
    ),
    "get_track_status": (
        *(
            says(claim, since="/since_lap", where={"/status": status})
            for claim, status in (
                ("track_clear", "green"),
                ("yellow_flag", "yellow"),
                ("red_flag", "red"),
                ("safety_car_out", "safety_car"),
                ("vsc_out", "vsc"),
            )
        ),
        *periods("safety_car", "safety_car"),
        *periods("vsc", "vsc"),
        *periods("red", "red_flag"),
        *periods("yellow", "yellow"),
    ),
    "get_weather": (
        says("raining", where={"/now/rain": True}),
        says("dry", where={"/now/rain": False}),
        says("no_weather", where={"/now": None}),
        says("dry_so_far", where={"/dry_so_far": True}),
        says("air_temperature", value="/now/air_c", unit="°C"),
        says("track_temperature", value="/now/track_c", unit="°C"),
        says("humidity", value="/now/humidity_pct", unit="%"),
        says("wind", value="/now/wind_ms", unit="m/s"),
        says("quote", value="/rain_risk", author="race control"),
        says("rain_risk", value="/rain_risk_pct", unit="%"),
        says("dry_since", since="/rain_changed_lap", where={"/now/rain": False}),
        says("raining_since", since="/rain_changed_lap", where={"/now/rain": True}),
        *weather_changes(),
    ),
    "get_session_info": (
        says("laps_done", value="/laps", total="/total_laps"),
        says("laps_left", value="/laps_left", unit="laps"),
        says("laps_left_of", value="/laps_left", unit="laps", total="/total_laps"),
        says("segment_left", value="/time_left_s", unit="s"),
        says("expected_end", value="/expected_end/in_s", unit="s"),
        says("venue", value="/circuit"),
    ),
    "get_lead_changes": (
        says("leads", subject="/leader_now"),
        says("led", subject="/leads/*/driver", start="/leads/*/from_lap", end="/leads/*/to_lap", event=True),
        says("laps_led", subject="/laps_led/*/driver", value="/laps_led/*/laps", unit="laps"),
        says("lead_change_count", value="/changes", unless=["driver"]),
    ),
    "get_overtakes": (
        says("overtook", subject="/overtakes/*/driver", object="/overtakes/*/passed", lap="/overtakes/*/lap",
              where={"/overtakes/*/how": ["track", "start"]}, event=True),
        says("overtook_for", subject="/overtakes/*/driver", object="/overtakes/*/passed", lap="/overtakes/*/lap",
              position="/overtakes/*/position", where={"/overtakes/*/how": ["track", "start"]}, event=True),
        says("overtake_count", value="/matching", unless=["driver", "passed", "lap", "how"]),
        says("on_track_passes", subject="/overtakes/0/driver", value="/matching", where={"/overtakes/0/how": "track"},
             needs=["driver"], unless=["passed", "lap", "how"]),
        says("passes_on_lap", value="/matching", lap="/overtakes/0/lap", needs=["lap"],
             unless=["driver", "passed", "how"], where={"/overtakes/0/how": "track"}),
    ),
    "get_results": (
        says("has_position", subject="/rows/*/driver", value="/rows/*/road_position"),
        says("out", subject="/rows/*/driver", value="/rows/*/laps", unit="laps", where={"/rows/*/state": OUT}),
        says("off_lead", subject="/rows/*/driver", value="/rows/*/behind_s", unit="s", sign=1,
             where={"/changed": False}),
        # Where penalties have changed the order, only of whom they have left in place: his gap is that on the road.
        says("off_lead", subject="/rows/*/driver", value="/rows/*/behind_s", unit="s", sign=1,
             same=["/rows/*/position", "/rows/*/road_position"],
             where={"/changed": True, "/rows/*/penalty_s": 0, "/rows/0/penalty_s": 0, "/rows/0/road_position": 1}),
        says("classified", subject="/rows/*/driver", value="/rows/*/official_position"),
        says("won", subject="/rows/*/driver", where={"/rows/*/position": 1, "/final": True}),
        says("won_officially", subject="/rows/*/driver", where={"/rows/*/official_position": 1}),
        says("provisional", where={"/rows/0/official_position": None}),
        *stewards("/open_cases/*"),
    ),
    "get_roster": (says("team", subject="/drivers/*/driver", value="/drivers/*/team"),),
    "get_notes": (says("quote", value="/notes/*/text", author="/notes/*/author"),),
}  # fmt: skip
"""By the tool's name."""
