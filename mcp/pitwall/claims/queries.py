"""Claims of the rows of query_race: what a column says of a driver follows from the relation that was asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pitwall.claims.claim_parts import OUT, says
from toolgate.contract import JsonObject

_ROW = "/rows/*"
_DRIVER = f"{_ROW}/driver"
_STEWARDS = {"noted": "noted", "investigated": "under_investigation", "investigated_later": "after_session",
             "no_further_action": "no_further_action"}  # fmt: skip
_PERIODS = {"safety_car": "safety_car", "vsc": "vsc", "red": "red_flag"}


def _rows(relation: str, *claims: JsonObject) -> Iterator[JsonObject]:
    """Claims of single rows, which no grouping has put together. What `where` says is so stands in every row."""
    for claim in claims:
        yield {**claim, "given": {"from": relation}, "unless": ["aggregate", "group_by"], "filled": "where"}


def _of_drivers(relation: str, *claims: JsonObject) -> Iterator[JsonObject]:
    """`_rows` of somebody each."""
    yield from _rows(relation, *({**claim, "subject": _DRIVER} for claim in claims))


def _column(claim: str, relation: str, op: str = "", field: str = "", **more: Any) -> JsonObject:
    """A claim of a column: of an aggregate of a field, or of the field itself where there is no `op`.

    `most` and `least` are what the first row is said to be where the rows are ordered by the column, down and up.
    """
    return {"says": claim, "given": {"from": relation}, "column": {"op": op, "field": field}, **more}


QUERY_CLAIMS: Mapping[str, tuple[JsonObject, ...]] = {
    "query_race": (
        *_of_drivers(
            "drivers",
            says("has_position", value=f"{_ROW}/position_now"),
            says("leads", where={f"{_ROW}/position_now": 1}),
            says("on_tyre", value=f"{_ROW}/compound", age=f"{_ROW}/tyre_laps"),
            says("tyre_age", value=f"{_ROW}/tyre_laps", unit="laps"),
            says("stop_count", value=f"{_ROW}/stops", sign=1),
            says("not_stopped", where={f"{_ROW}/stops": 0}),
            says("best_lap", value=f"{_ROW}/best_lap_s", unit="s"),
            says("last_lap", value=f"{_ROW}/last_lap_s", unit="s"),
            says("off_lead", value=f"{_ROW}/gap_s", unit="s", sign=1),
            says("started", value=f"{_ROW}/grid"),
            says("gained", value=f"{_ROW}/gained", sign=1),
            says("lost", value=f"{_ROW}/gained", sign=-1),
            says("out", where={f"{_ROW}/state": OUT, f"{_ROW}/state_derived": False}),
            says("seems_out", where={f"{_ROW}/state": OUT, f"{_ROW}/state_derived": True}),
            says("new_tyres", where={f"{_ROW}/new": True}),
            says("used_tyres", where={f"{_ROW}/new": False}),
        ),
        *_of_drivers(
            "stops",
            says("stopped_on", lap=f"{_ROW}/lap", value=f"{_ROW}/lane_s", unit="s", nth=f"{_ROW}/number", event=True),
            says("stopped_on", lap=f"{_ROW}/lap", value=f"{_ROW}/lane_s", unit="s", event=True),
            says("stopped_on", lap=f"{_ROW}/lap", event=True),
        ),
        *_of_drivers("laps", says("lap_time", lap=f"{_ROW}/lap", value=f"{_ROW}/time_s", unit="s", event=True)),
        *_of_drivers(
            "stints",
            says("stint_of", value=f"{_ROW}/laps", unit="laps", compound=f"{_ROW}/compound", start=f"{_ROW}/from_lap"),
            says("stint", nth=f"{_ROW}/stint", value=f"{_ROW}/laps", unit="laps", compound=f"{_ROW}/compound",
                 event=True),
        ),
        *_of_drivers(
            "retirements",
            says("out", value=f"{_ROW}/laps", unit="laps", where={f"{_ROW}/derived": False}),
            says("out_on", lap=f"{_ROW}/lap", where={f"{_ROW}/derived": False}),
            says("seems_out", where={f"{_ROW}/derived": True}),
        ),
        *_of_drivers(
            "overtakes",
            says("overtook", object=f"{_ROW}/passed", lap=f"{_ROW}/lap", event=True,
                 where={f"{_ROW}/how": ["track", "start"]}),
        ),
        *_of_drivers("speeds", says("speed_reading", value=f"{_ROW}/speed_kmh", unit="km/h", lap=f"{_ROW}/lap",
                              where={f"{_ROW}/trap": "ST"}, event=True)),
        *_of_drivers(
            "penalties",
            *(
                says(claim, reason=f"{_ROW}/reason", where={f"{_ROW}/state": state})
                for claim, state in _STEWARDS.items()
            ),
            says("penalised", value=f"{_ROW}/penalty_s", unit="s", reason=f"{_ROW}/reason", event=True),
            says("penalty_served", where={f"{_ROW}/served": True}),
            says("penalty_not_served", where={f"{_ROW}/served": False}),
        ),
        *_rows(
            "statuses",
            *(
                says(f"{name}_period", start=f"{_ROW}/lap", end=f"{_ROW}/to_lap", value=f"{_ROW}/duration_s", unit="s",
                     where={f"{_ROW}/status": status})
                for status, name in _PERIODS.items()
            ),
        ),
        *(
            says(claim, value="/rows_total", given={"from": relation}, exactly=exactly)
            for claim, relation, exactly in (
                ("safety_car_count", "statuses", {"status": "safety_car"}),
                ("vsc_count", "statuses", {"status": "vsc"}),
                ("red_flag_count", "statuses", {"status": "red"}),
                ("out_count", "retirements", {}),
            )
        ),
        _column("stop_count", "stops", "count", most="most_stops", joint="joint_most_stops", share="share_stops"),
        _column("pass_count", "overtakes", "count", most="most_passes", joint="joint_most_passes",
                share="share_passes"),
        _column("on_track_passes", "overtakes", "count", where={"how": "track"}, most="most_passes",
                joint="joint_most_passes"),
        _column("laps_led", "laps", "count", where={"position": 1}, most="most_laps_led"),
        _column("clean_laps", "laps", "count", where={"accurate": True}),
        _column("average_lap", "laps", "avg", "time_s", most="slowest_average", least="best_average",
                rank="average_rank"),
        _column("longest_stint_of", "stints", "max", "laps", most="longest_stint"),
        _column("best_lap", "laps", "min", "time_s", least="fastest_lap"),
        _column("best_lap", "drivers", "min", "best_lap_s", least="fastest_lap"),
        _column("team_best_lap", "drivers", "min", "best_lap_s", of="team", least="team_fastest"),
        _column("team_best_lap", "laps", "min", "time_s", of="team", least="team_fastest"),
        _column("top_speed", "speeds", "max", "speed_kmh", where={"trap": "ST"}, most="trap_fastest"),
        _column("average_stop", "stops", "avg", "lane_s", most="slowest_average_stop", least="best_average_stop"),
        _column("stop_time", "stops", "", "lane_s", most="slowest_stop_of_all", least="quickest_stop_of_all"),
        _column("stint_of", "stints", "", "laps", most="longest_stint"),
        _column("speed_reading", "speeds", "", "speed_kmh", where={"trap": "ST"}, most="trap_fastest"),
        _column("best_lap", "drivers", "", "best_lap_s", least="fastest_lap"),
        _column("tyre_age", "drivers", "", "tyre_laps", most="oldest_tyres", least="freshest_tyres"),
        _column("gained", "drivers", "", "gained", most="most_gained"),
        _column("out_on", "retirements", "", "lap", most="last_out_on", least="first_out_on"),
    ),
}  # fmt: skip
"""By the tool's name."""
