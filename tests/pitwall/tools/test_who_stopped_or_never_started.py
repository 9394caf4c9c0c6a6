"""A car that had a place on the grid and did not start has started nowhere, and one that stopped has stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pitwall.events import CarTiming, Driver, Event, Roster, Session, SessionStatus, Timing
from pitwall.sources import open_source
from pitwall.state import StateCache
from toolgate.contract import JsonObject

CallTool = Callable[..., JsonObject]


def test_who_completed_no_lap_has_not_come_down(shared: Path, call_tool: CallTool) -> None:
    cache = StateCache().load(open_source(f"{shared}/data/f1_static/2025_miami_sprint"))
    told = call_tool(cache, "get_position_history", driver="LEC")["summary"]
    assert told == "Leclerc had P6 on the grid, completed no lap and is out (stopped)."
    others = call_tool(cache, "get_position_history", driver="HAM")["summary"]
    assert others.startswith("Hamilton started P7 and is P")
    race = StateCache().load(open_source(f"{shared}/data/f1_static/2018_azerbaijan_race"))
    out = call_tool(race, "get_position_history", driver="HUL", at_lap=20)["summary"]  # after ten laps
    assert out == "Hulkenberg started P14 and was P18 then: 4 places down, and is out (stopped)."
    at_once = call_tool(race, "get_position_history", driver="OCO", at_lap=20)["summary"]
    assert at_once.startswith("Ocon had P7 on the grid, completed no lap")


def test_one_completed_lap_tells_a_start_from_none(call_tool: CallTool) -> None:
    """The boundary: a car that stops on its first lap has come down from nowhere, one that stops after it has."""

    def told(laps: int) -> str:
        cars = "1", "2", "3"
        events: list[Event] = [
            Session(0.0, "X", "Race", "race"),
            Roster(
                0.0, tuple(Driver(car, "ABC"[int(car) - 1] * 3, ("Ann", "Bob", "Cid")[int(car) - 1]) for car in cars)
            ),
            Timing(0.0, {car: CarTiming(position=int(car), grid=int(car), laps=0) for car in cars}),
            SessionStatus(1.0, "started"),
        ]
        for lap in range(1, 5):
            events += [Timing(90.0 * lap, {car: CarTiming(laps=lap)}) for car in cars[: 3 if lap <= laps else 2]]
        events.append(Timing(400.0, {"3": CarTiming(stopped=True)}))
        return str(call_tool(StateCache().load(events), "get_position_history", driver="3")["summary"])

    assert told(0) == "Cid had P3 on the grid, completed no lap and is out (stopped)."
    started = "Cid started P3 and is P3 now: the same place, and is out (stopped)."
    assert (told(1), told(2)) == (started, started)


def test_who_stopped_in_practice_is_said_to_have_stopped(shared: Path, call_tool: CallTool) -> None:
    cache = StateCache().load(open_source(f"{shared}/data/f1_static/2024_british_fp1"))
    told = call_tool(cache, "get_driver", driver="TSU", at_time="00:25:00")["summary"]
    assert "5 laps done, stopped on the track;" in told
    running = call_tool(cache, "get_driver", driver="TSU", at_time="00:15:00")["summary"]
    assert "stopped" not in running


def test_a_place_of_a_past_moment_is_not_the_one_of_now(
    call_tool: Callable[..., JsonObject], recorded: Callable[[str], StateCache]
) -> None:
    said = call_tool(recorded("2018_azerbaijan_race"), "get_position_history", driver="LEC", at_lap=1)["summary"]
    assert said == "Leclerc started P13 and was P12 then: 1 place up."


def test_from_where_cars_retired_is_told_of_each(
    call_tool: Callable[..., JsonObject], recorded: Callable[[str], StateCache]
) -> None:
    said = call_tool(recorded("2018_azerbaijan_race"), "get_retirements", tell="place", at_lap=42)["summary"]
    assert said == (
        "5 out, none from the lead, 3 from the points (the first 10), at the line of the last lap: "
        "Verstappen P4 (lap 39), Hulkenberg P5 (lap 10), Ricciardo P5 (lap 39), Ocon (on lap 1), Sirotkin (on lap 1)."
    )
