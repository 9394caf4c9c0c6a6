"""The table of events: what it proves, what it denies only where every event is told, and what stays open."""

from __future__ import annotations

from typing import Any

from director.grounding import check
from pitwall.claims import CLAIMS
from tests.rows import each_row
from toolgate.contract import Context, StepResult

PER, STR, SIR = (
    {"car": car, "code": code, "name": name}
    for car, code, name in (
        ("11", "PER", "Sergio Perez"),
        ("18", "STR", "Lance Stroll"),
        ("35", "SIR", "Sergey Sirotkin"),
    )
)
CONTEXT = Context("lap 20 of 51 completed.", {"driver": [PER, STR, SIR]}, claims=CLAIMS)


def of(tool: str, arguments: dict[str, Any] | None = None, **envelope: Any) -> list[StepResult]:
    return [StepResult("s1", tool, arguments or {}, "ok", 1.0, {"as_of": {"lap": 20}, **envelope})]


def stop(lap: int, lane_s: float, tyres: str = "changed") -> dict[str, Any]:
    return {"lap": lap, "lane_s": lane_s, "kind": "stop", "tyres": tyres}


STOPS = of(
    "get_pit_stops",
    cars=[
        {"driver": PER, "stops": 2, "passages": [stop(3, 24.0), stop(11, 22.0, "kept")]},
        {"driver": STR, "stops": 1, "passages": [stop(11, 21.0)]},
    ],
    in_lane=[],
    not_stopped=[SIR],
    total_stops=3,
)
OUT = {"driver": SIR, "laps": 6, "derived": False}
IN_A_ROW = of(
    "get_pit_stops",
    cars=[{"driver": PER, "stops": 2, "passages": [stop(3, 24.0), stop(4, 22.0)]}],
    in_lane=[],
    not_stopped=[STR, SIR],
    total_stops=2,
)
PLACES = of(
    "get_position_history",
    {"driver": "PER"},
    since="grid",
    cars=[{"driver": PER, "then": 4, "now": 1, "gained": 3, "state": "running"}],
    laps=[{"lap": lap, "place": place} for lap, place in enumerate((2, 2, 3, 3), start=1)],
)
WEATHER = of(
    "get_weather",
    now={"rain": False, "humidity_pct": 80.0, "wind_ms": 2.7, "air_c": 20.0},
    then={"rain": False, "humidity_pct": 78.0, "wind_ms": 2.4, "air_c": 17.0},
    over_s=600.0,
    change={"humidity_pct": 2.0, "wind_ms": 0.3, "air_c": 3.0},
)
RETIREMENTS = of("get_retirements", out=[OUT], count=1, still_going=2, finished=0)
PASSES = of(
    "get_overtakes",
    overtakes=[
        {"driver": PER, "passed": STR, "lap": 9, "how": "track", "position": 2},
        {"driver": STR, "passed": PER, "lap": 5, "how": "track", "position": 2},
    ],
    matching=2,
)
LEADS = of(
    "get_lead_changes",
    leads=[
        {"driver": STR, "from_lap": 1, "to_lap": 8, "laps": 8},
        {"driver": PER, "from_lap": 9, "to_lap": 20, "laps": 12},
    ],
    changes=1,
    laps_led=[],
    leader_now=PER,
)
PERIODS = of(
    "get_track_status",
    status="safety_car",
    since_lap=18,
    periods=[
        {"kind": "safety_car", "from_lap": 2, "to_lap": 5, "duration_s": 400.0, "ended": "00:10"},
        {"kind": "safety_car", "from_lap": 18, "to_lap": None, "duration_s": 200.0, "ended": None},
    ],
    counts={"red": 0, "safety_car": 2, "vsc": 0, "yellow": 0},
)


def case(drivers: list[Any], state: str, **more: Any) -> dict[str, Any]:
    return {
        "drivers": drivers,
        "state": state,
        "where": None,
        "reason": None,
        "penalised": None,
        "penalty_s": None,
    } | more


CASES = of(
    "get_penalties",
    cases=[
        case([PER, STR], "penalty", reason="CAUSING A COLLISION", penalised=PER, penalty_s=10, served=False),
        case([SIR], "no_further_action", where="TURN 2"),
    ],
    open=0,
    total=2,
)


@each_row(
    ("answer", "steps", "holds"),
    [
        ("Perez has stopped twice, on laps 3 and 11.", STOPS, True),
        ("Perez has stopped twice, on laps 3 and 12.", STOPS, False),
        ("Perez's second stop was two seconds quicker than his first.", STOPS, True),
        ("Perez's second stop was two seconds slower than his first.", STOPS, False),
        ("Perez last pitted on lap 3.", STOPS, False),
        ("Perez was the first to stop, on lap 3.", STOPS, True),
        ("Stroll was the first to stop, on lap 11.", STOPS, False),
        ("Perez and Stroll were the last to stop.", STOPS, True),
        ("Stroll stopped on lap 11 for fresh tyres.", STOPS, True),
        ("Perez stopped on lap 11 for fresh tyres.", STOPS, False),
        ("Perez has stopped twice, each time for fresh tyres.", STOPS, False),
        ("Two drivers have stopped: Perez and Stroll.", STOPS, True),
        ("Two drivers have stopped: Perez and Sirotkin.", STOPS, False),
        ("Everyone but Sirotkin has stopped.", STOPS, True),
        ("Only Perez has stopped.", STOPS, False),
        ("Sirotkin is the one driver yet to stop.", STOPS, True),
        ("Sirotkin and Stroll are the two yet to stop.", STOPS, False),
        ("Stroll is the one driver yet to stop.", STOPS, False),
        ("Perez and Stroll are the two to have stopped.", STOPS, True),
        ("Perez and Stroll are the three to have stopped.", STOPS, False),
        ("Perez is the one to have stopped.", STOPS, False),
        ("Perez and Sirotkin are the two to have stopped.", STOPS, False),
        ("Perez stopped on consecutive laps, 3 and 11.", STOPS, False),
        ("Perez stopped on consecutive laps, 3 and 4.", STOPS, False),
        ("Perez stopped on consecutive laps, 11 and 3.", STOPS, False),
        ("Stroll stopped on consecutive laps, 10 and 11.", STOPS, False),
        ("Hamilton stopped on consecutive laps, 3 and 4.", STOPS, False),
        ("Perez stopped on consecutive laps, 3 and 4.", IN_A_ROW, True),
        ("Perez stopped on consecutive laps, 4 and 5.", IN_A_ROW, False),
        ("Perez spent the first two laps in second.", PLACES, True),
        ("Perez spent the first three laps in second.", PLACES, False),
        ("Perez spent the first two laps in third.", PLACES, False),
        ("Perez spent the last two laps in second.", PLACES, False),
        ("Stroll spent the first two laps in second.", PLACES, False),
        ("Perez did not spend the first two laps in second.", PLACES, False),
        ("Perez was third for laps 3 to 4.", PLACES, True),
        ("Perez was third for laps 2 to 4.", PLACES, False),
        ("Perez was third for laps 3 to 5.", PLACES, False),
        ("The wind has picked up slightly.", WEATHER, True),
        ("The wind has died down slightly.", WEATHER, False),
        ("The wind has not picked up slightly.", WEATHER, False),
        ("The wind has picked up slightly over the last ten minutes.", WEATHER, True),
        ("The wind has picked up slightly over the last five minutes.", WEATHER, False),
        ("The wind has picked up slightly to 2.7 m/s.", WEATHER, True),
        ("The wind has picked up slightly to 2.4 m/s.", WEATHER, False),
        ("The air has warmed.", WEATHER, True),
        ("The air has warmed slightly.", WEATHER, False),  # by three degrees
        ("Humidity has dropped slightly.", WEATHER, False),
        ("It's no longer raining and humidity is down two points to 78 percent.", WEATHER, False),
        ("Sirotkin retired after six laps.", RETIREMENTS, True),
        ("Sirotkin retired after seven laps.", RETIREMENTS, False),
        ("Sirotkin seems to have crashed.", RETIREMENTS, False),
        ("Everyone but Sirotkin is still running.", RETIREMENTS, True),
        ("Neither Perez nor Stroll has retired.", RETIREMENTS, True),
        ("Neither Perez nor Sirotkin has retired.", RETIREMENTS, False),
        ("Stroll was passed by Perez on lap 9.", PASSES, True),
        ("Perez was passed by Stroll on lap 9.", PASSES, False),
        ("Stroll has been passed only by Perez on lap 5.", PASSES, False),
        ("Sirotkin has not overtaken anybody on track.", PASSES, True),
        ("Sirotkin has not overtaken anybody.", PASSES, False),  # what was passed at the start is not told
        ("Stroll led the opening eight laps, and Perez has led since.", LEADS, True),
        ("Stroll led the opening eight laps, and Sirotkin has led since.", LEADS, False),
        ("Perez took the lead from Stroll on lap 8.", LEADS, False),
        ("Nobody but Stroll and Perez has led.", LEADS, True),
        ("Nobody but Stroll has led.", LEADS, False),
        ("It's the second safety car of the race; the first covered laps 2 to 5.", PERIODS, True),
        ("It's the second safety car of the race; the first covered laps 2 to 6.", PERIODS, False),
        ("There have been two safety cars but no red flag.", PERIODS, True),
        ("There have been two safety cars and a red flag.", PERIODS, False),
        ("The safety car came out on lap 18 and hasn't come in yet.", PERIODS, True),
        ("The first safety car hasn't come in yet.", PERIODS, False),
        ("Perez got ten seconds for causing a collision with Stroll, and has yet to serve it.", CASES, True),
        ("Perez got ten seconds for causing a collision with Sirotkin, and has yet to serve it.", CASES, False),
        ("Perez got ten seconds for an unsafe release.", CASES, False),
        ("Stroll was penalised for causing a collision.", CASES, False),
        ("Sirotkin faces no further action over turn 2.", CASES, True),
        ("Sirotkin faces no further action over turn 3.", CASES, False),
        ("Sirotkin has not been investigated.", CASES, False),  # what was decided was looked at
        ("Only Perez has been penalised.", CASES, True),
    ],
)
def test_clauses_about_events(answer: str, steps: list[StepResult], holds: bool) -> None:
    assert (check(answer, steps, CONTEXT) == []) is holds


@each_row(
    ("answer", "holds", "more"),
    [
        ("Only Sirotkin has retired.", True, {}),
        ("Only Sirotkin has retired.", False, {"truncated": True}),
        ("Neither Perez nor Stroll has retired.", False, {"truncated": True}),
        ("Neither Perez nor Stroll has retired.", False, {"missing": ["what went on before the feed was joined"]}),
    ],
)
def test_nothing_is_denied_or_counted_where_something_may_be_missing(
    answer: str, holds: bool, more: dict[str, Any]
) -> None:
    steps = of("get_retirements", out=[OUT], count=1, still_going=2, **more)
    assert (check(answer, steps, CONTEXT) == []) is holds


def test_rows_of_one_driver_tell_nothing_of_the_others() -> None:
    asked = {"driver": "SIR"}
    steps = of("get_retirements", asked, out=[OUT], count=1, still_going=2)
    assert check("Sirotkin retired after six laps.", steps, CONTEXT) == []
    assert check("Everyone but Sirotkin is still running.", steps, CONTEXT)
    assert check("Stroll has not retired.", steps, CONTEXT)
