"""What the output of each tool says, as claims: which field is the subject, the object, the value.

An answer may say a claim, and a reader of the schema finds it under `x-claims`. A field is a JSON Pointer into the
output; `*` stands for every index of a list, the same wherever the path up to it is the same. A claim whose subject,
object or value is null is not made. What each claim means is `director.grounding.meanings`.

- `where`: fields, and the value (or one of the values) that each must have
- `sign`: the sign that the value must have; it is then told without it
- `min`, `max`, `span` of a field: taken over its list
- `unless`: arguments under which the claim is not made, as it would be about a part of the race
- `partial`: arguments under which it is not made of all cars; `all`: a field that tells how many there are, false where
  none does; `doubt`: words of `missing` that leave open who has the most
- `event`: it has happened and stays true
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolgate.contract import JsonObject

_OUT = ["stopped", "retired"]
_START = ["grid", "first_place_given"]
_LIMITS = ["top_n", "last_n", "place"]


def _says(claim: str, **fields: Any) -> JsonObject:
    return {"says": claim, **fields}


def _tyres(row: str) -> tuple[JsonObject, ...]:
    """What a row about a car's tyres says."""
    subject = f"{row}/driver"
    return (
        _says("on_tyre", subject=subject, value=f"{row}/compound", age=f"{row}/age_laps"),
        _says(
            "tyre_age",
            subject=subject,
            value=f"{row}/age_laps",
            unit="laps",
            partial=["driver", "compound"],
            doubt="age of the tyres",
        ),
        _says("new_tyres", subject=subject, where={f"{row}/new": True}),
        _says("used_tyres", subject=subject, where={f"{row}/new": False}),
    )


def _order(row: str, all_rows: str | bool) -> tuple[JsonObject, ...]:
    """What a row of the running order says; `all_rows` is the field that tells how many there are."""
    subject = f"{row}/driver"
    rows = {"partial": _LIMITS, "all": all_rows} if all_rows else {"all": False}
    return (
        _says("has_position", subject=subject, value=f"{row}/place"),
        _says("leads", subject=subject, where={f"{row}/place": 1}),
        _says("off_lead", subject=subject, value=f"{row}/gap_s", unit="s", sign=1),
        _says("off_lead_laps", subject=subject, value=f"{row}/gap_laps", unit="laps", sign=1),
        _says("last_lap", subject=subject, value=f"{row}/last_lap_s", unit="s"),
        _says("stop_count", subject=subject, value=f"{row}/stops", sign=1, **rows),
        _says("not_stopped", subject=subject, where={f"{row}/stops": 0}),
        _says("team", subject=subject, value=f"{row}/team"),
        _says("out", subject=subject, where={f"{row}/state": _OUT}),
        _says("in_pit", subject=subject, where={f"{row}/state": "in_pit"}),
    )


def _cases(case: str) -> tuple[JsonObject, ...]:
    """What a stewards' case says."""
    subject = f"{case}/drivers/*"
    states = {
        "noted": "noted",
        "investigated": "under_investigation",
        "investigated_later": "after_session",
        "no_further_action": "no_further_action",
    }
    return (
        *(
            _says(claim, subject=subject, reason=f"{case}/reason", where={f"{case}/state": state})
            for claim, state in states.items()
        ),
        _says(
            "penalised",
            subject=f"{case}/penalised",
            value=f"{case}/penalty_s",
            unit="s",
            reason=f"{case}/reason",
            event=True,
        ),
        _says("penalty_served", subject=f"{case}/penalised", where={f"{case}/served": True}),
        _says("penalty_not_served", subject=f"{case}/penalised", where={f"{case}/served": False}),
    )


def _periods(kind: str, name: str) -> tuple[JsonObject, ...]:
    """What the spans of a safety car and the like say."""
    period = "/periods/*"
    only = {f"{period}/kind": kind}
    return (
        _says(
            f"{name}_period", start=f"{period}/from_lap", end=f"{period}/to_lap", value=f"{period}/duration_s",
            unit="s", where=only,
        ),
        _says(f"{name}_count", value=f"/counts/{kind}"),
    )  # fmt: skip


CLAIMS: Mapping[str, tuple[JsonObject, ...]] = {
    "get_gap": (
        _says(
            "is_behind", subject="/behind", object="/ahead", value="/gap_s", unit="s",
            where={"/gap_basis": ["interval", "leader_gaps"]},
        ),
        _says("is_behind_laps", subject="/behind", object="/ahead", value="/gap_laps", unit="laps", sign=1),
        _says(
            "closing", subject="/behind", object="/ahead", value="/change_s", unit="s", sign=-1,
            over={"span": "/trend/*/lap"}, where={"/direction": "closing"},
        ),
        _says(
            "opening", subject="/behind", object="/ahead", value="/change_s", unit="s", sign=1,
            over={"span": "/trend/*/lap"}, where={"/direction": "opening"},
        ),
        _says("steady", subject="/behind", object="/ahead", where={"/direction": "steady"}),
        _says(
            "slower_best_lap", subject="/behind", object="/ahead", value="/gap_s", unit="s",
            where={"/gap_basis": "best_laps"},
        ),
    ),
    "get_driver": (
        _says("has_position", subject="/driver", value="/place"),
        _says("leads", subject="/driver", where={"/place": 1}),
        _says("off_lead", subject="/driver", value="/gap_s", unit="s", sign=1),
        _says("off_lead_laps", subject="/driver", value="/gap_laps", unit="laps", sign=1),
        _says("is_behind", subject="/driver", object="/ahead/driver", value="/ahead/gap_s", unit="s"),
        _says("is_behind", subject="/behind/driver", object="/driver", value="/behind/gap_s", unit="s"),
        _says("last_lap", subject="/driver", value="/last_lap_s", unit="s"),
        _says("best_lap", subject="/driver", value="/best_lap_s", unit="s", lap="/best_lap"),
        _says("stop_count", subject="/driver", value="/stops", sign=1),
        _says("not_stopped", subject="/driver", where={"/stops": 0}),
        _says("started", subject="/driver", value="/grid"),
        _says("team", subject="/driver", value="/team"),
        _says("on_tyre", subject="/driver", value="/tyre/compound", age="/tyre/laps"),
        _says("tyre_age", subject="/driver", value="/tyre/laps", unit="laps"),
        _says("new_tyres", subject="/driver", where={"/tyre/new": True}),
        _says("used_tyres", subject="/driver", where={"/tyre/new": False}),
        _says("out", subject="/driver", where={"/state": _OUT, "/state_derived": False}),
        _says("seems_out", subject="/driver", where={"/state": _OUT, "/state_derived": True}),
        _says("in_pit", subject="/driver", where={"/state": "in_pit"}),
    ),
    "get_standings": _order("/rows/*", "/cars"),
    "get_live_snapshot": (
        *_order("/leaderboard/*", all_rows=False),
        _says("leads", subject="/leader"),
        _says("out", subject="/out/*"),
        _says("in_pit", subject="/in_lane/*"),
    ),
    "get_current_battle": (
        _says("is_behind", subject="/pairs/*/behind", object="/pairs/*/ahead", value="/pairs/*/gap_s", unit="s"),
        _says("fights_for", subject="/pairs/*/behind", object="/pairs/*/ahead", value="/pairs/*/place"),
        _says(
            "closest_battle", subject="/pairs/0/behind", object="/pairs/0/ahead", value="/pairs/0/gap_s", unit="s",
            unless=["place"],
        ),
    ),
    "get_fastest_laps": (
        _says("best_lap", subject="/laps/*/driver", value="/laps/*/time_s", unit="s", lap="/laps/*/lap",
              unless=["lap", "since_lap"]),
        _says("fastest_lap", subject="/laps/*/driver", value="/laps/*/time_s", unit="s", lap="/laps/*/lap",
              where={"/laps/*/rank": 1}, unless=["lap", "since_lap"]),
        _says("off_fastest", subject="/laps/*/driver", value="/laps/*/behind_fastest_s", unit="s", sign=1,
              unless=["lap", "since_lap"]),
    ),
    "get_fastest_practice": (
        _says("best_lap", subject="/rows/*/driver", value="/rows/*/best_lap_s", unit="s", lap="/rows/*/best_lap"),
        _says("fastest_lap", subject="/rows/*/driver", value="/rows/*/best_lap_s", unit="s", lap="/rows/*/best_lap",
              where={"/rows/*/position": 1}),
        _says("off_fastest", subject="/rows/*/driver", value="/rows/*/behind_s", unit="s", sign=1),
        _says("on_tyre", subject="/rows/*/driver", value="/rows/*/compound"),
    ),
    "get_qualifying": (
        _says("has_position", subject="/rows/*/driver", value="/rows/*/position"),
        _says("best_lap", subject="/rows/*/driver", value="/rows/*/best_lap_s", unit="s"),
        _says("off_fastest", subject="/rows/*/driver", value="/rows/*/behind_s", unit="s", sign=1),
        _says("on_pole", subject="/rows/*/driver", value="/rows/*/best_lap_s", unit="s",
              where={"/rows/*/position": 1, "/over": True}),
        _says("knocked_out", subject="/knocked_out/*/driver", value="/knocked_out/*/segment"),
    ),
    "get_pit_stops": (
        _says("stop_count", subject="/cars/*/driver", value="/cars/*/stops", sign=1, partial=["driver"]),
        _says("stopped_on", subject="/cars/*/driver", lap="/cars/*/passages/*/lap", value="/cars/*/passages/*/lane_s",
              unit="s", where={"/cars/*/passages/*/kind": "stop"}, event=True),
        _says("in_pit", subject="/in_lane/*"),
        _says("not_stopped", subject="/not_stopped/*", partial=["driver"]),
        _says("total_stops", value="/total_stops", unless=["driver"]),
    ),
    "get_position_history": (
        _says("started", subject="/cars/*/driver", value="/cars/*/then", where={"/since": _START}),
        _says("has_position", subject="/cars/*/driver", value="/cars/*/now"),
        _says("gained", subject="/cars/*/driver", value="/cars/*/gained", sign=1, where={"/since": _START},
              partial=["driver"]),
        _says("lost", subject="/cars/*/driver", value="/cars/*/gained", sign=-1, where={"/since": _START},
              partial=["driver"]),
    ),
    "get_lap_times": (
        _says("lap_time", subject="/driver", lap="/laps/*/lap", value="/laps/*/time_s", unit="s", event=True),
        _says("lap_time", subject="/other", lap="/other_laps/*/lap", value="/other_laps/*/time_s", unit="s",
              event=True),
        _says("average_lap", subject="/driver", value="/average_s", unit="s"),
        _says("average_lap", subject="/other", value="/other_average_s", unit="s"),
        _says("faster_pace", subject="/driver", object="/other", value="/comparison/difference_s", unit="s", sign=1,
              start={"min": "/laps/*/lap"}, end={"max": "/laps/*/lap"}),
        _says("faster_pace", subject="/other", object="/driver", value="/comparison/difference_s", unit="s", sign=-1,
              start={"min": "/laps/*/lap"}, end={"max": "/laps/*/lap"}),
    ),
    "get_stints": (
        *_tyres("/cars/*"),
        _says("compound_count", object="/compounds/*/compound", value="/compounds/*/cars"),
    ),
    "get_retirements": (
        _says("out", subject="/out/*/driver", value="/out/*/laps", unit="laps", where={"/out/*/derived": False}),
        _says("seems_out", subject="/out/*/driver", where={"/out/*/derived": True}),
        _says("out_count", value="/count", unless=["driver"]),
        _says("still_going", value="/still_going", unless=["driver"]),
    ),
    "get_penalties": (*_cases("/cases/*"), _says("open_cases", value="/open", unless=["driver", "show"])),
    "get_race_control": (_says("quote", value="/messages/*/message", author="race control", lap="/messages/*/lap"),),
    "get_track_status": (
        *(
            _says(claim, since="/since_lap", where={"/status": status})
            for claim, status in (
                ("track_clear", "green"),
                ("yellow_flag", "yellow"),
                ("red_flag", "red"),
                ("safety_car_out", "safety_car"),
                ("vsc_out", "vsc"),
            )
        ),
        *_periods("safety_car", "safety_car"),
        *_periods("vsc", "vsc"),
        *_periods("red", "red_flag"),
    ),
    "get_weather": (
        _says("raining", where={"/now/rain": True}),
        _says("dry", where={"/now/rain": False}),
        _says("air_temperature", value="/now/air_c", unit="°C"),
        _says("track_temperature", value="/now/track_c", unit="°C"),
        _says("humidity", value="/now/humidity_pct", unit="%"),
        _says("wind", value="/now/wind_ms", unit="m/s"),
        _says("quote", value="/rain_risk", author="race control"),
    ),
    "get_session_info": (
        _says("laps_done", value="/laps", total="/total_laps"),
        _says("laps_left", value="/laps_left", unit="laps"),
        _says("expected_end", value="/expected_end/in_s", unit="s"),
        _says("venue", value="/circuit"),
    ),
    "get_lead_changes": (
        _says("leads", subject="/leader_now"),
        _says("led", subject="/leads/*/driver", start="/leads/*/from_lap", end="/leads/*/to_lap", event=True),
        _says("laps_led", subject="/laps_led/*/driver", value="/laps_led/*/laps", unit="laps"),
        _says("lead_change_count", value="/changes", unless=["driver"]),
    ),
    "get_overtakes": (
        _says("overtook", subject="/overtakes/*/driver", object="/overtakes/*/passed", lap="/overtakes/*/lap",
              where={"/overtakes/*/how": ["track", "start"]}, event=True),
        _says("overtake_count", value="/matching", unless=["driver", "passed", "lap", "how"]),
    ),
    "get_results": (
        _says("classified", subject="/rows/*/driver", value="/rows/*/official_position"),
        _says("won", subject="/rows/*/driver", where={"/rows/*/position": 1, "/final": True}),
        *_cases("/open_cases/*"),
    ),
    "get_roster": (_says("team", subject="/drivers/*/driver", value="/drivers/*/team"),),
    "get_notes": (_says("quote", value="/notes/*/text", author="/notes/*/author"),),
}  # fmt: skip
"""By the tool's name. A tool that is not here says its fields as they are called."""
