"""Claims of the tools that a pit wall uses: pace, sectors, predictions, points, who is near; and what others wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitwall.claims.claim_parts import OUT, came, decisions, says
from pitwall.facts.pace import PACE_LAPS
from toolgate.contract import JsonObject

_SECTORS = (1, 2, 3)
_CLOSING, _GROWING = ["closing", "closing fast"], ["growing", "growing fast"]


def _sectors() -> Iterator[JsonObject]:
    for sector in _SECTORS:
        fastest, each = {"/fastest/*/sector": sector}, {"/rows/*/sectors/*/sector": sector}
        yield says(
            f"fastest_sector_{sector}",
            subject="/fastest/*/driver",
            value="/fastest/*/time_s",
            unit="s",
            lap="/fastest/*/lap",
            where=fastest,
            unless=["lap"],
            all=False,
        )
        yield says(
            f"best_sector_{sector}", subject="/rows/*/driver", value="/rows/*/sectors/*/best_s", unit="s",
            lap="/rows/*/sectors/*/best_lap", where=each, unless=["lap"], all=False,
        )  # fmt: skip


def _car(at: str, driver: str) -> tuple[JsonObject, ...]:
    """What a card of one car says, whose fields begin so."""
    whole = {"all": False}
    return (
        says("has_position", subject=driver, value=f"{at}/position", **whole),
        says("best_lap", subject=driver, value=f"{at}/best_lap_s", unit="s", **whole),
        says("stop_count", subject=driver, value=f"{at}/stops", sign=1, **whole),
        says("not_stopped", subject=driver, where={f"{at}/stops": 0}, **whole),
        says("on_tyre", subject=driver, value=f"{at}/compound", age=f"{at}/tyre_laps", **whole),
        says("tyre_age", subject=driver, value=f"{at}/tyre_laps", unit="laps", **whole),
        says("in_pit", subject=driver, where={f"{at}/state": "in_pit"}, **whole),
        says("out", subject=driver, where={f"{at}/state": OUT}, **whole),
    )


def _happened() -> tuple[JsonObject, ...]:
    """What a list of what has happened says."""
    first, second = "/events/*/drivers/0", "/events/*/drivers/1"
    told = {"lap": "/events/*/lap", "event": True, "all": False}
    gone = {"/events/*/kind": "retirement", "/events/*/derived": False}
    return (
        says("overtook", subject=first, object=second, where={"/events/*/kind": "overtake"}, **told),
        says("took_lead", subject=first, where={"/events/*/kind": "lead"}, **told),
        says("stopped_on", subject=first, where={"/events/*/kind": "stop"}, **told),
        says("out", subject=first, where=gone, event=True, all=False),
        says("out_on", subject=first, where=gone, **told),
        *came("/events/*"),
        says("rain_began", where={"/events/*/text": "rain begins"}, all=False),
        *decisions("/events/*", all=False),
    )


def _undercut(claim: str, works: str) -> JsonObject:
    return says(claim, subject="/driver", object="/undercut/of", where={"/undercut/works": works, "/prediction": True})


_MESSAGE = "/results/*/message"

PIT_WALL_CLAIMS: Mapping[str, tuple[JsonObject, ...]] = {
    "get_pace": (
        says("recent_average", subject="/rows/*/driver", value="/rows/*/average_s", unit="s",
             total="/rows/*/clean_laps", over={"asked": "last_n", "else": PACE_LAPS}),
    ),
    "get_sector_times": (
        *_sectors(),
        says("ideal_lap", subject="/rows/*/driver", value="/rows/*/ideal_s", unit="s", unless=["lap"], all=False),
    ),
    "get_speed_traps": (
        says("top_speed", subject="/rows/*/driver", value="/rows/*/speed_kmh", unit="km/h", lap="/rows/*/lap",
             where={"/trap": "ST"}, all=False),
        says("trap_fastest", subject="/rows/0/driver", value="/rows/0/speed_kmh", unit="km/h", where={"/trap": "ST"},
             unless=["driver"]),
        says("trap_speed", subject="/rows/*/driver", value="/rows/*/speed_kmh", unit="km/h", lap="/rows/*/lap",
             where={"/trap": "ST"}, partial=["driver", "other"]),
        says("line_speed", subject="/rows/*/driver", value="/rows/*/traps/FL", unit="km/h",
             partial=["driver", "other"]),
    ),
    "get_best_lap_history": (
        says("lap_time", subject="/best/*/driver", lap="/best/*/lap", value="/best/*/time_s", unit="s", event=True),
    ),
    "compare_drivers": (
        *_car("/sides/*", "/sides/*/driver"),
        says("ahead_by", subject="/ahead", value="/gap_s", unit="s", sign=1),
        says("faster_pace", subject="/sides/0/driver", object="/sides/1/driver", value="/pace_difference_s", unit="s",
             sign=1),
        says("faster_pace", subject="/sides/1/driver", object="/sides/0/driver", value="/pace_difference_s", unit="s",
             sign=-1),
        says("slower_best_lap", subject="/sides/1/driver", object="/sides/0/driver", value="/best_difference_s",
             unit="s", sign=1),
        says("slower_best_lap", subject="/sides/0/driver", object="/sides/1/driver", value="/best_difference_s",
             unit="s", sign=-1),
    ),
    "get_team_gap": (
        says("best_of_team", subject="/ahead"),
        says("best_of_team", subject="/behind"),
        says("is_behind", subject="/behind", object="/ahead", value="/gap_s", unit="s"),
        says("is_behind_laps", subject="/behind", object="/ahead", value="/gap_laps", unit="laps", sign=1),
    ),
    "get_teammate": (
        says("is_behind", subject="/pairs/*/behind", object="/pairs/*/ahead", value="/pairs/*/gap_s", unit="s",
             all=False),
        says("is_behind_laps", subject="/pairs/*/behind", object="/pairs/*/ahead", value="/pairs/*/gap_laps",
             unit="laps", sign=1, all=False),
        says("faster_pace", subject="/pairs/*/ahead", object="/pairs/*/behind", value="/pairs/*/pace_s", unit="s",
             sign=1, all=False),
        says("faster_pace", subject="/pairs/*/behind", object="/pairs/*/ahead", value="/pairs/*/pace_s", unit="s",
             sign=-1, all=False),
        says("slower_best_lap", subject="/pairs/*/behind", object="/pairs/*/ahead", value="/pairs/*/best_s", unit="s",
             sign=1, all=False),
        says("slower_best_lap", subject="/pairs/*/ahead", object="/pairs/*/behind", value="/pairs/*/best_s", unit="s",
             sign=-1, all=False),
        says("has_position", subject="/pairs/*/ahead", value="/pairs/*/positions/0"),
        says("has_position", subject="/pairs/*/behind", value="/pairs/*/positions/1"),
        says("team", subject="/pairs/*/ahead", value="/pairs/*/team"),
        says("team", subject="/pairs/*/behind", value="/pairs/*/team"),
    ),
    "driver_card": (
        *_car("", "/driver"),
        says("off_lead", subject="/driver", value="/gap_s", unit="s", sign=1),
        says("off_lead_laps", subject="/driver", value="/gap_laps", unit="laps", sign=1),
        says("is_behind", subject="/driver", object="/ahead", value="/interval_s", unit="s"),
        says("is_behind", subject="/behind", object="/driver"),
        says("last_lap", subject="/driver", value="/last_lap_s", unit="s"),
        says("started", subject="/driver", value="/grid"),
        says("gained", subject="/driver", value="/gained", sign=1, all=False),
        says("lost", subject="/driver", value="/gained", sign=-1, all=False),
        says("team", subject="/driver", value="/team"),
        says("no_penalty", subject="/driver", where={"/cases": []}),
    ),
    "explain_driver": (
        says("is_behind", subject="/driver", object="/ahead", value="/interval_s", unit="s"),
        says("started", subject="/driver", value="/grid"),
        says("has_position", subject="/driver", value="/position", all=False),
        says("on_tyre", subject="/driver", value="/compound", age="/tyre_laps", all=False),
        says("tyre_age", subject="/driver", value="/tyre_laps", unit="laps", all=False),
        says("stopped_on", subject="/driver", lap="/stops/*", event=True, all=False),
        says("lap_time", subject="/driver", lap="/last_laps/*/lap", value="/last_laps/*/time_s", unit="s", event=True),
        says("recent_lap", subject="/driver", lap="/last_laps/*/lap", value="/last_laps/*/time_s", unit="s"),
        says("no_reason", subject="/driver"),
    ),
    "describe_gap": (
        says("is_behind", subject="/behind", object="/ahead", value="/gap_s", unit="s"),
        *(says("closing", subject="/behind", object="/ahead", where={"/trend": trend}) for trend in _CLOSING),
        *(says("opening", subject="/behind", object="/ahead", where={"/trend": trend}) for trend in _GROWING),
        says("steady", subject="/behind", object="/ahead", where={"/trend": "steady"}),
        says("opening_a_lap", subject="/behind", object="/ahead", value="/per_lap_s", unit="s", sign=1,
             where={"/trend": _GROWING}),
        says("closing_a_lap", subject="/behind", object="/ahead", value="/per_lap_s", unit="s", sign=-1,
             where={"/trend": _CLOSING}),
        says("is_behind", subject="/behind", object="/ahead", value="/points/*/gap_s", unit="s", sign=1,
             moment="/points/*/lap"),
        says("is_behind", subject="/ahead", object="/behind", value="/points/*/gap_s", unit="s", sign=-1,
             moment="/points/*/lap"),
    ),
    "predict_catch": (
        says("is_behind", subject="/behind", object="/ahead", value="/gap_s", unit="s"),
        says("closing_a_lap", subject="/behind", object="/ahead", value="/pace/measured_s", unit="s", sign=1,
             over="/pace/laps"),
        says("opening_a_lap", subject="/behind", object="/ahead", value="/pace/measured_s", unit="s", sign=-1,
             over="/pace/laps"),
        says("catch_too_late", where={"/comes": True, "/before_end": False}),
        says("catch_predicted", subject="/behind", object="/ahead", value="/laps", unit="laps", lap="/on_lap",
             where={"/comes": True, "/prediction": True}),
        says("no_catch_predicted", subject="/behind", object="/ahead", where={"/comes": False, "/prediction": True}),
        says("no_catch_in_time", subject="/behind", object="/ahead", where={"/before_end": False, "/prediction": True}),
    ),
    "predict_pit_window": (
        says("rejoin_predicted", subject="/driver", value="/position_after", where={"/prediction": True}),
        says("rejoin_behind", subject="/driver", object="/ahead", value="/ahead_s", unit="s",
             where={"/prediction": True}),
        says("rejoin_ahead", subject="/driver", object="/behind", value="/behind_s", unit="s",
             where={"/prediction": True}),
        says("pit_loss", value="/loss/seconds", unit="s", where={"/loss/condition": "green"}),
        _undercut("undercut_predicted", "yes"),
        _undercut("no_undercut_predicted", "no"),
        says("has_position", subject="/driver", value="/position_now"),
        says("rejoin_between", subject="/driver", object="/ahead", end="/behind", where={"/prediction": True}),
        says("own_pit_loss", subject="/driver", value="/loss/seconds", unit="s"),
        says("is_behind", subject="/nearest", object="/driver", value="/nearest_s", unit="s"),
        says("no_undercut_threat", subject="/driver", where={"/threat_count": 0}),
        says("undercut_threat", subject="/threats/*", object="/driver"),
    ),
    "get_pit_loss": (
        *(
            says(f"no_pit_loss{name}", where={field: None})
            for name, field in (("", "/green"), ("_safety_car", "/safety_car"), ("_vsc", "/vsc"))
        ),
        says("pit_loss_from", value="/green/stops"),
        says("cost_of_stop", subject="/stops/*/driver", value="/stops/*/loss_s", unit="s", lap="/stops/*/lap",
             event=True),

        says("pit_loss", value="/green/seconds", unit="s"),
        says("pit_loss_safety_car", value="/safety_car/seconds", unit="s"),
        says("pit_loss_vsc", value="/vsc/seconds", unit="s"),
    ),
    "get_tyre_degradation": (
        says("tyre_slope", subject="/stints/*/driver", value="/stints/*/slope_s", unit="s", sign=1, all=False),
        says("slope_on", subject="/stints/*/driver", value="/stints/*/slope_s", unit="s", sign=1,
             compound="/stints/*/compound", all=False),
        says("slope_error", subject="/stints/*/driver", value="/stints/*/error_s", unit="s",
             compound="/stints/*/compound", all=False),
    ),
    "get_nearby_cars": (
        says("on_road_ahead", subject="/cars/*/driver", object="/driver", value="/cars/*/ahead_s", unit="s", sign=1,
             all=False),
        says("on_road_ahead", subject="/driver", object="/cars/*/driver", value="/cars/*/ahead_s", unit="s", sign=-1,
             all=False),
    ),
    "get_cars_between": (
        says("is_behind", subject="/behind", object="/ahead", value="/gap_s", unit="s", sign=1),
        says("is_between", subject="/cars/*"),
        says("has_position", subject="/ahead", value="/ahead_position"),
        says("has_position", subject="/behind", value="/behind_position"),
    ),
    "get_trains": (
        says("has_position", subject="/trains/*/cars/0", value="/trains/*/first_position", all=False),
        says("heads_train", subject="/trains/*/cars/0", value="/trains/*/length", position="/trains/*/first_position",
             partial=["driver"]),
        says("in_train", subject="/trains/*/cars/*", object="/trains/*/cars/0", partial=["driver"]),
        says("near_behind", subject="/trains/*/cars/*", object={"before": "/trains/*/cars/*"}, value="/max_gap_s",
             unit="s"),
        says("in_no_train", subject="/alone/*", every=True),
        says("nobody_within", subject="/alone/*", value="/max_gap_s", unit="s"),
    ),
    "get_net_order": (
        says("has_position", subject="/cars/*/driver", value="/cars/*/position", all=False),
        says("net_position", subject="/cars/*/driver", value="/cars/*/net_position"),
        says("off_lead", subject="/cars/*/driver", value="/cars/*/gap_s", unit="s", sign=1),
        says("owes_stop", subject="/cars/*/driver", where={"/cars/*/owes_stop": True}),
        says("owes_no_stop", subject="/cars/*/driver", where={"/cars/*/owes_stop": False}),
    ),
    "get_telemetry": (
        says("speed_now", subject="/rows/*/driver", value="/rows/*/speed_kmh", unit="km/h", all=False),
        says("drs_open", subject="/rows/*/driver", where={"/rows/*/drs_open": True}),
        says("drs_closed", subject="/rows/*/driver", where={"/rows/*/drs_open": False}),
        says("braking", subject="/rows/*/driver", value="/rows/*/brake_pct", unit="%", sign=1, all=False),
    ),
    "get_track_map": (says("has_position", subject="/cars/*/driver", value="/cars/*/position", all=False),),
    "get_car_status": (
        says("off_track", subject="/rows/*/driver", where={"/rows/*/surface": "off_track"}),
        says("incident_points", subject="/rows/*/driver", value="/rows/*/incidents", all=False),
        says("fuel_left", subject="/rows/*/driver", value="/rows/*/fuel_laps", unit="laps", all=False),
    ),
    "get_session_history": came("/items/*"),
    "get_incidents": _happened(),
    "summarize_recent_events": _happened(),
    "get_class_standings": (
        says("class_position", subject="/classes/*/rows/*/driver", value="/classes/*/rows/*/class_position", all=False),
        says("class_leads", subject="/classes/*/rows/*/driver", where={"/classes/*/rows/*/class_position": 1},
             all=False),
        says("has_position", subject="/classes/*/rows/*/driver", value="/classes/*/rows/*/position"),
        says("won_class", subject="/classes/*/rows/*/driver", value="/classes/*/class_name",
             where={"/classes/*/rows/*/class_position": 1, "/classes/*/rows/*/state": "finished"}, all=False),
        says("position_in_class", subject="/classes/*/rows/*/driver", value="/classes/*/rows/*/class_position",
             reason="/classes/*/class_name", all=False),
        says("is_behind", subject="/classes/*/rows/*/driver", object="/classes/*/rows/0/driver",
             value="/classes/*/rows/*/behind_s", unit="s", sign=1, all=False),
        says("team", subject="/classes/*/rows/*/driver", value="/classes/*/rows/*/team"),
    ),
    "get_race_points": (
        says("scores", subject="/rows/*/driver", value="/rows/*/points", sign=1, all=False),
        says("team_scores", subject="/teams/*/team", value="/teams/*/points", sign=1, all=False),
        says("provisional", where={"/basis": "provisional"}),
        says("has_position", subject="/rows/*/driver", value="/rows/*/position", all=False),
        says("provisional", where={"/basis": "provisional"}),
        says("championship_position", subject="/championship/*/driver", value="/championship/*/position"),
        says("championship_points", subject="/championship/*/driver", value="/championship/*/points"),
    ),
    "propose_penalty": (
        says("penalty_suggested", subject="/suggestions/*/case/drivers/*", reason="/suggestions/*/penalty",
             where={"/suggestion": True}),
    ),
    "search_rules": (says("quote", value="/results/*/snippet", author="/results/*/document"),),
    "search_corpus": (says("quote", value="/results/*/snippet", author="/results/*/document"),),
    "search_chat": (says("quote", value=_MESSAGE, author="/results/*/username"),),
    "get_recent_chat_messages": (says("quote", value="/messages/*/message", author="/messages/*/username"),),
}  # fmt: skip
"""By the tool's name."""
