"""Claims that several tools make alike: of a row of the order, of tyres, of a stewards' case, of a safety car."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitwall.state import OUT_STATES
from toolgate.contract import JsonObject

OUT = [*OUT_STATES]
START = ["grid", "first_place_given"]
_PENALTY = ("", " PENALTY")
_DRIVE_THROUGH = [f"DRIVE{sign}THROUGH{penalty}" for sign in ("", " ", "-") for penalty in _PENALTY]
_STOP_GO = [f"STOP{sign}GO{penalty}" for sign in (" ", "/", "-", " AND ", "-AND-", "/AND/") for penalty in _PENALTY]
LIMITS = ["top_n", "last_n", "place"]


def says(claim: str, **fields: Any) -> JsonObject:
    """One claim as `x-claims` declares it: its name, its fields and its conditions."""
    return {"says": claim, **fields}


def tyres(row: str) -> tuple[JsonObject, ...]:
    """What a row about a car's tyres says."""
    subject = f"{row}/driver"
    return (
        says("on_tyre", subject=subject, value=f"{row}/compound", age=f"{row}/age_laps"),
        says(
            "tyre_age",
            subject=subject,
            value=f"{row}/age_laps",
            unit="laps",
            partial=["driver", "compound"],
            doubt="of the tyres",
        ),
        says("new_tyres", subject=subject, where={f"{row}/new": True}),
        says("used_tyres", subject=subject, where={f"{row}/new": False}),
    )


def best_laps(row: str) -> tuple[JsonObject, ...]:
    """The claims of a row of an order by best laps."""
    return (
        says("best_lap", subject=f"{row}/driver", value=f"{row}/best_lap_s", unit="s"),
        says("off_fastest", subject=f"{row}/driver", value=f"{row}/behind_best_s", unit="s", sign=1),
    )


def order(row: str, all_rows: str | bool) -> tuple[JsonObject, ...]:
    """What a row of the running order says; `all_rows` is the field that tells how many there are."""
    subject = f"{row}/driver"
    rows = {"partial": LIMITS, "all": all_rows} if all_rows else {"all": False}
    return (
        says("has_position", subject=subject, value=f"{row}/place"),
        says("leads", subject=subject, where={f"{row}/place": 1}),
        says("first_home", subject=subject, where={f"{row}/place": 1, f"{row}/state": "finished"}),
        says("is_behind", subject=subject, object={"before": subject}, value=f"{row}/interval_s", unit="s", sign=1),
        says("off_lead", subject=subject, value=f"{row}/gap_s", unit="s", sign=1),
        says("off_lead_laps", subject=subject, value=f"{row}/gap_laps", unit="laps", sign=1),
        says("last_lap", subject=subject, value=f"{row}/last_lap_s", unit="s"),
        says("stop_count", subject=subject, value=f"{row}/stops", sign=1, **rows),
        says("not_stopped", subject=subject, where={f"{row}/stops": 0}),
        says("team", subject=subject, value=f"{row}/team"),
        says("out", subject=subject, where={f"{row}/state": OUT}),
        says("in_pit", subject=subject, where={f"{row}/state": "in_pit"}),
    )


def passages(row: str) -> Iterator[JsonObject]:
    """What the passages through the pit lane of a row say: each stop, its tyres and positions, each way through."""
    passage = f"{row}/passages/*"
    told = {"subject": f"{row}/driver", "lap": f"{passage}/lap", "event": True}
    stop = {f"{passage}/kind": "stop"}
    yield says("stopped_on", value=f"{passage}/lane_s", unit="s", where=stop, **told)
    for tyres in ("changed", "kept"):
        yield says(f"tyres_{tyres}", where={**stop, f"{passage}/tyres": tyres}, **told)
    yield says("stop_moved", start=f"{passage}/position_before", value=f"{passage}/position_after", where=stop, **told)
    yield says("drove_through", where={f"{passage}/kind": "through"}, **told)


def stewards(case: str, **whole: bool) -> tuple[JsonObject, ...]:
    """What a stewards' case says, with whether its penalty has been served; with `all=False` of some of them only."""
    subject = f"{case}/penalised"
    return (
        *decisions(case, **whole),
        says("case_place", subject=f"{case}/drivers/*", value=f"{case}/where", **whole),
        says("penalised_with", subject=subject, object=f"{case}/drivers/*", **whole),
        says(
            "penalised_on",
            subject=subject,
            lap=f"{case}/lap",
            value=f"{case}/penalty_s",
            unit="s",
            reason=f"{case}/reason",
            where={f"{case}/state": "penalty"},
            event=True,
            **whole,
        ),
        says("penalty_served", subject=subject, where={f"{case}/served": True}, **whole),
        says("penalty_not_served", subject=subject, where={f"{case}/served": False}, **whole),
        says(
            "penalised_otherwise", subject=subject, reason=f"{case}/reason", where={f"{case}/penalty_s": None}, **whole
        ),
        *(
            says(
                f"{claim}{end}",
                subject=subject,
                reason=f"{case}/reason",
                where={f"{case}/penalty": words, **served},
                **whole,
            )
            for claim, words in (("drive_through", _DRIVE_THROUGH), ("stop_go", _STOP_GO))
            for end, served in (
                ("", {}),
                ("_served", {f"{case}/served": True}),
                ("_not_served", {f"{case}/served": False}),
            )
        ),
    )


def decisions(case: str, **whole: bool) -> tuple[JsonObject, ...]:
    """What has become of a stewards' case; with `all=False` of some of them only."""
    subject = f"{case}/drivers/*"
    states = {
        "noted": "noted",
        "investigated": "under_investigation",
        "investigated_later": "after_session",
        "no_further_action": "no_further_action",
    }
    return (
        *(
            says(claim, subject=subject, reason=f"{case}/reason", where={f"{case}/state": state}, **whole)
            for claim, state in states.items()
        ),
        says(
            "penalised",
            subject=f"{case}/penalised",
            value=f"{case}/penalty_s",
            unit="s",
            reason=f"{case}/reason",
            event=True,
            **whole,
        ),
    )


def deletion(subject: str, row: str) -> JsonObject:
    """What a row of a deleted lap says; `total` is the turn."""
    return says(
        "lap_deleted", subject=subject, lap=f"{row}/lap", end=f"{row}/time_s", total=f"{row}/turn",
        reason=f"{row}/reason", event=True, all=False,
    )  # fmt: skip


def deletions() -> tuple[JsonObject, ...]:
    """What rows of deleted laps say of each, and of how many there are where they are all of a driver's."""
    row = "/deleted/*"
    return (
        deletion(f"{row}/driver", row),
        says(
            "deleted_in_all", subject=f"{row}/driver", lap=f"{row}/lap", total=f"{row}/turn", reason=f"{row}/reason",
            where={"/deleted_whole": True}, event=True,
        ),
    )  # fmt: skip


def no_gap() -> tuple[JsonObject, ...]:
    """What is said of two between whom there is no gap: that there is none, who is out, and where the other one is."""
    two = {"subject": "/behind", "object": "/ahead"}
    return (
        *(
            says(claim, where={"/gap_s": None, "/out/*/derived": derived}, **who)
            for claim, derived, who in (
                ("no_gap", False, two),
                ("no_gap", True, two),
                ("out", False, {"subject": "/out/*/driver"}),
                ("seems_out", True, {"subject": "/out/*/driver"}),
            )
        ),
        says("has_position", subject="/left/driver", value="/left/place"),
    )


def clean_pace() -> Iterator[JsonObject]:
    """Who was faster over how many laps that were clean for both."""
    for subject, other, sign in (("/driver", "/other", 1), ("/other", "/driver", -1)):
        yield says(
            "clean_pace", subject=subject, object=other, value="/comparison/difference_s", unit="s", sign=sign,
            total="/comparison/laps",
        )  # fmt: skip


def periods(kind: str, name: str) -> tuple[JsonObject, ...]:
    """What the spans of a safety car and the like say."""
    period = "/periods/*"
    only = {f"{period}/kind": kind}
    return (
        says(
            f"{name}_period", start=f"{period}/from_lap", end=f"{period}/to_lap", value=f"{period}/duration_s",
            unit="s", where=only,
        ),
        says(f"{name}_count", value=f"/counts/{kind}"),
        *(
            (says("safety_car_running", value=f"{period}/duration_s", since=f"{period}/from_lap",
                  where={**only, f"{period}/ended": None}),)
            if name == "safety_car"
            else ()
        ),
    )  # fmt: skip


def announced(row: str) -> tuple[JsonObject, ...]:
    """What a message of race control says of a safety car that comes or goes, of a red flag, of a yellow sector."""
    texts = {
        "safety_car_came": "SAFETY CAR DEPLOYED",
        "vsc_came": ["VIRTUAL SAFETY CAR DEPLOYED", "VSC DEPLOYED"],
        "red_flag_came": "RED FLAG",
    }
    told = {"lap": f"{row}/lap", "event": True, "all": False}
    return (
        *(says(claim, where={f"{row}/message": text}, **told) for claim, text in texts.items()),
        says("flag_message", reason=f"{row}/message", **told),
    )


def came(row: str) -> tuple[JsonObject, ...]:
    """What a row of what has happened says of a safety car that came out."""
    told = {"lap": f"{row}/lap", "event": True, "all": False}
    return (
        says("safety_car_came", where={f"{row}/text": "safety car"}, **told),
        says("vsc_came", where={f"{row}/text": "virtual safety car"}, **told),
    )


def weather_changes() -> Iterator[JsonObject]:
    """What has risen and fallen, over how long, and whether rain came or went."""
    over = {"over": "/over_s"}
    for name, field in (("humidity", "humidity_pct"), ("track", "track_c"), ("air", "air_c"), ("wind", "wind_ms")):
        up, down = ("warmed", "cooled") if name in ("track", "air") else ("up", "down")
        for way, sign in ((up, 1), (down, -1)):
            yield says(
                f"{name}_{way}",
                value=f"/change/{field}",
                sign=sign,
                start=f"/then/{field}",
                end=f"/now/{field}",
                **over,
            )
        if name != "wind":
            yield says(f"{name}_steady", end=f"/now/{field}", where={f"/change/{field}": 0.0})
    for then in (True, False):
        yield says("was_raining" if then else "was_dry", **over, where={"/then/rain": then})
        yield says("rain_ended" if then else "rain_began", **over, where={"/then/rain": then, "/now/rain": not then})
