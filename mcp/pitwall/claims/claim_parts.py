"""Claims that several tools make alike: of a row of the order, of tyres, of a stewards' case, of a safety car."""

from __future__ import annotations

from typing import Any

from toolgate.contract import JsonObject

OUT = ["stopped", "retired"]
START = ["grid", "first_place_given"]
LIMITS = ["top_n", "last_n", "place"]


def says(claim: str, **fields: Any) -> JsonObject:
    """One declaration."""
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
            doubt="age of the tyres",
        ),
        says("new_tyres", subject=subject, where={f"{row}/new": True}),
        says("used_tyres", subject=subject, where={f"{row}/new": False}),
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


def stewards(case: str) -> tuple[JsonObject, ...]:
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
            says(claim, subject=subject, reason=f"{case}/reason", where={f"{case}/state": state})
            for claim, state in states.items()
        ),
        says(
            "penalised",
            subject=f"{case}/penalised",
            value=f"{case}/penalty_s",
            unit="s",
            reason=f"{case}/reason",
            event=True,
        ),
        says("penalty_served", subject=f"{case}/penalised", where={f"{case}/served": True}),
        says("penalty_not_served", subject=f"{case}/penalised", where={f"{case}/served": False}),
    )


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
    )  # fmt: skip
