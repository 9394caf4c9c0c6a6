"""What a simulated qualifying and simulated Formula 1 races tell, held to the rows of the same answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import structs

from pitwall.events import Session
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.state.moment import format_session_time
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]

SHARES = (0.02, 0.1, 0.2, 0.33, 0.35, 0.4, 0.5, 0.62, 0.7, 0.8, 0.9)
TEN, SPRINT = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1), (8, 7, 6, 5, 4, 3, 2, 1)


@pytest.fixture(scope="module")
def qualifying() -> StateCache:
    return StateCache().load(open_source("sim:kind=qualifying,cars=12"))


def at(cache: StateCache, share: float) -> str:
    return format_session_time(cache.times[-1] * share)[:8]


def surname(row: JsonObject) -> str:
    return str(row["driver"]["name"].rpartition(" ")[2])


@pytest.mark.parametrize("share", SHARES)
def test_a_qualifying_tells_of_each_driver_what_the_rows_have(
    call_tool: CallTool, qualifying: StateCache, share: float
) -> None:
    moment = at(qualifying, share)
    rows = call_tool(qualifying, "get_qualifying", at_time=moment)["rows"]
    line = call_tool(qualifying, "get_qualifying", at_time=moment, tell="line")["line"]
    told = 0
    for row in rows:
        car = row["driver"]["car"]
        said = call_tool(qualifying, "get_qualifying", at_time=moment, driver=car)["summary"]
        assert surname(row) in said
        if row["best_lap_s"] is None:
            assert "no time" in said
            continue
        assert f"P{row['position']} with" in said
        assert ("knocked out in" in said) == row["knocked_out"], said
        assert ("would be knocked out" in said) == row["at_risk"], said
        of_line = call_tool(qualifying, "get_qualifying", at_time=moment, driver=car, tell="line")["summary"]
        if line is not None and not row["knocked_out"]:
            gap = round(row["best_lap_s"] - line["best_lap_s"], 3)
            side = "outside" if gap > 0 else "inside"
            assert ("is on it" if gap == 0 else f"is {abs(gap):.3f} s {side} it") in of_line
            told += 1
    assert told or line is None


@pytest.mark.parametrize("share", [*SHARES, 1])
def test_who_is_in_it_at_risk_and_out_are_those_of_the_rows(
    call_tool: CallTool, qualifying: StateCache, share: float
) -> None:
    moment = at(qualifying, share)
    whole = call_tool(qualifying, "get_qualifying", at_time=moment)
    rows, segment = whole["rows"], whole["segment"]
    names = {surname(row) for row in rows}
    out = {surname(row) for row in rows if row["knocked_out"]}
    risk = {surname(row) for row in rows if row["at_risk"]}

    def said(**given: object) -> set[str]:
        summary = call_tool(qualifying, "get_qualifying", at_time=moment, **given)["summary"]
        assert not summary.endswith(": .")
        return {name for name in names if name in summary} if "more" not in summary else names

    fallen = "flag has fallen" in call_tool(qualifying, "get_qualifying", at_time=moment, tell="in_it")["summary"]
    assert said(tell="in_it") >= names - out - (risk if fallen else set())
    assert not fallen or said(tell="in_it").isdisjoint(risk)
    assert said(tell="in_it", segment=1) == names
    if not out and segment == 1:
        assert said(tell="in_it", segment=2) == {surname(row) for row in rows if row["best_lap_s"]} - risk
    told = said(tell="knocked_out")
    assert told in (out, risk) or (told == names and risk), "those who are out, or who would be as it stands"
    assert risk <= said(tell="at_risk")
    assert not segment or risk <= said(tell="at_risk", segment=segment)


def test_the_end_of_a_qualifying(call_tool: CallTool, qualifying: StateCache) -> None:
    rows = call_tool(qualifying, "get_qualifying", tell="pole")
    first = min((row for row in rows["rows"] if not row["knocked_out"]), key=lambda row: row["position"])
    assert rows["summary"].startswith("Pole: ")
    assert surname(first) in rows["summary"]
    standing = call_tool(qualifying, "get_standings", place=1)["summary"]
    assert f"{first['driver']['name']} took pole with " in standing
    second = call_tool(qualifying, "get_standings", place=2)["summary"]
    assert " was P2 with " in second
    assert call_tool(qualifying, "get_qualifying", tell="deleted")["summary"]


@pytest.mark.parametrize(
    ("year", "kind", "scale"),
    [
        (2018, "race", TEN),
        (2023, "race", TEN),
        (2025, "race", TEN),
        (2021, "sprint", (3, 2, 1)),
        (2024, "sprint", SPRINT),
    ],
)
def test_points_of_a_race_are_those_of_its_year(
    call_tool: CallTool, year: int, kind: str, scale: tuple[int, ...]
) -> None:
    events = list(open_source(f"sim:kind={kind},cars=14,laps=8"))
    cache = StateCache()
    for event in events:
        if isinstance(event, Session):
            event = structs.replace(event, series="Formula 1", start_local=f"{year}-07-01T15:00:00")
        cache.apply(event)
    answer = call_tool(cache, "get_race_points")
    rows = {row["position"]: row for row in answer["rows"]}
    extra = [row for row in answer["rows"] if row["fastest_lap"]]
    for position, points in enumerate(scale, 1):
        row = rows[position]
        assert row["points"] in (points + row["fastest_lap"], 0), row
        one = call_tool(cache, "get_race_points", driver=row["driver"]["car"])["summary"]
        assert f"{row['points']:g} point" in one
    assert sum(row["points"] for row in answer["rows"]) <= sum(scale) + len(extra)
    assert len(extra) <= (kind == "race" and year == 2023)
    assert answer["summary"].startswith("Points provisionally: ")


def test_points_of_another_series_are_not_made_up(call_tool: CallTool) -> None:
    cache = StateCache().load(open_source("sim:cars=4,laps=3"))
    answer = call_tool(cache, "get_race_points")
    assert answer["rows"] == []
    assert answer["summary"] == "The points of this series are not known here."
