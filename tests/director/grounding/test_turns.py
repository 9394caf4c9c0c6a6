"""What ordinary sentences say by class, each form with its false twins: reversed, another car, number, moment, denied."""

from __future__ import annotations

from typing import Any

from director.grounding import check
from director.grounding.english.turns.plainer import in_plainer_words
from tests.director.grounding.test_events import CONTEXT, PER, SIR, STR, of, stop
from tests.rows import each_row
from toolgate.contract import StepResult


def lap(number: int, time_s: float, **flags: Any) -> dict[str, Any]:
    return {"lap": number, "time_s": time_s, "in_lap": False, "out_lap": False, "track": None, **flags}


def car(driver: dict[str, Any], compound: str, age: int, place: int) -> dict[str, Any]:
    return {"driver": driver, "place": place, "compound": compound, "new": False, "age_laps": age, "sets": 1}


def case(driver: dict[str, Any], penalty: str, seconds: int | None, *, served: bool) -> dict[str, Any]:
    told = {"reason": "SPEEDING IN THE PIT LANE", "state": "penalty", "penalty": penalty, "penalty_s": seconds}
    return {"drivers": [driver], "where": None, "penalised": driver, "served": served, **told}


WEATHER = of(
    "get_weather",
    now={"rain": False, "humidity_pct": 76.0, "air_c": 16.4, "track_c": 19.3, "wind_ms": 2.5},
    then={"rain": False, "humidity_pct": 70.0, "air_c": 16.9, "track_c": 19.2, "wind_ms": 3.5},
    over_s=600.0,
    change={"humidity_pct": 6.0, "air_c": -0.5, "track_c": 0.1, "wind_ms": -1.0},
    dry_so_far=True,
)
RAINED = of("get_weather", now={"rain": False}, dry_so_far=False)
LAPS = of(
    "get_lap_times",
    {"driver": "PER", "other": "STR", "last_n": 3},
    driver=PER,
    laps=[lap(17, 122.6, out_lap=True), lap(18, 96.3), lap(19, 96.0)],
    other=STR,
    other_laps=[lap(17, 97.0, track="safety_car"), lap(18, 96.9), lap(19, 96.4)],
)
IN_LANE = of("get_gap", {"driver": "PER", "other": "STR"}, ahead=PER, behind=STR, gap_s=64.5, gap_basis="interval",
             in_pit=[STR])  # fmt: skip
PENALTIES = of(
    "get_penalties",
    cases=[case(PER, "5 SECOND TIME PENALTY", 5, served=False), case(STR, "DRIVE THROUGH PENALTY", None, served=False)],
    open=0,
    total=2,
)
SERVED = of("get_penalties", cases=[case(PER, "DRIVE-THROUGH PENALTY", None, served=True)], open=0, total=1)
DELETED = of("get_race_control", messages=[], deleted=[
    {"driver": PER, "lap": 12, "time_s": 99.14, "turn": 15, "reason": "track limits"},
])  # fmt: skip
NONE_DELETED = of("explain_laps", {"driver": "STR"}, driver=STR, laps=9, deleted=[])
TYRES = of("get_stints", cars=[car(PER, "SOFT", 5, 1), car(STR, "SOFT", 9, 2), car(SIR, "HARD", 12, 3)])
STOPS = of(
    "get_pit_stops",
    cars=[
        {"driver": PER, "stops": 2, "passages": [stop(3, 24.0), stop(17, 22.0)]},
        {"driver": STR, "stops": 2, "passages": [stop(5, 21.0), stop(16, 21.0)]},
        {"driver": SIR, "stops": 1, "passages": [{"lap": 2, "lane_s": 14.0, "kind": "through"}, stop(9, 23.0)]},
    ],
    in_lane=[],
    not_stopped=[],
    total_stops=5,
)
FASTEST = of("get_fastest_laps", laps=[
    {"rank": rank, "driver": who, "time_s": time, "lap": 9, "behind_fastest_s": round(time - 95.0, 3)}
    for rank, (who, time) in enumerate(((PER, 95.0), (STR, 95.8), (SIR, 96.0)), start=1)
])  # fmt: skip


@each_row(
    "answer, steps, holds",
    [
        ("It has been dry throughout.", WEATHER, True),
        ("There has been no rain at any time.", WEATHER, True),
        ("It stayed dry, though the air cooled by half a degree.", WEATHER, True),
        ("It has been dry throughout.", RAINED, False),
        ("There has been no rain at any time.", RAINED, False),
        ("It has not been dry.", WEATHER, False),
        ("The wind has dropped by a metre per second.", WEATHER, True),
        ("The wind has dropped by a metre per second to 2.5 m/s.", WEATHER, True),
        ("The wind has dropped by a metre per second to 3.5 m/s.", WEATHER, False),
        ("The wind has picked up by a metre per second.", WEATHER, False),
        ("The wind has dropped by two metres per second.", WEATHER, False),
        ("The wind has dropped by a metre per second in the last hour.", WEATHER, False),
        ("Humidity is up six points to 76 percent.", WEATHER, True),
        ("Humidity is up six points from 70 percent to 76 percent.", WEATHER, True),
        ("Humidity is down six points to 76 percent.", WEATHER, False),
        ("Humidity is up six points to 70 percent.", WEATHER, False),
        ("Humidity is up 76 percent.", WEATHER, False),
        ("The air has warmed by half a degree.", WEATHER, False),
        ("The track cooled by half a degree.", WEATHER, False),
        ("Stroll was quicker than Perez on each of the last three laps.", LAPS, False),
        ("Perez was quicker than Stroll on both of the last two laps.", LAPS, True),
        ("Perez was quicker than Stroll on every one of the last three laps.", LAPS, False),
        ("Stroll was slower than Perez on each of the last two laps.", LAPS, True),
        ("Perez was slower than Stroll on each of the last two laps.", LAPS, False),
        ("Perez was quicker than Stroll on each of the last four laps.", LAPS, False),
        ("Perez's latest lap was his fastest of the three, a 1:36.000.", LAPS, True),
        ("Perez's latest lap was his fastest of the three, a 1:36.300.", LAPS, False),
        ("Perez's latest lap was his slowest of the three.", LAPS, False),
        ("Perez's lap 18 was his fastest of the three.", LAPS, False),
        ("Perez's lap 18 was slower than his lap 19.", LAPS, True),
        ("Perez's lap 19 was three tenths quicker than his lap 18.", LAPS, True),
        ("Perez's lap 18 was quicker than his lap 19.", LAPS, False),
        ("Perez's lap 19 was five tenths quicker than his lap 18.", LAPS, False),
        ("Stroll lost half a second between lap 18 and lap 19.", LAPS, False),
        ("Stroll gained half a second between lap 18 and lap 19.", LAPS, True),
        ("Lap 17 was Perez's out lap.", LAPS, True),
        ("Lap 18 was Perez's out lap.", LAPS, False),
        ("Lap 17 was Stroll's out lap.", LAPS, False),
        ("Lap 17 was Perez's in lap.", LAPS, False),
        ("Stroll was behind the safety car on lap 17.", LAPS, True),
        ("Perez was behind the safety car on lap 17.", LAPS, False),
        ("Stroll was under the virtual safety car on lap 17.", LAPS, False),
        ("Stroll is in the pit lane, over a minute behind Perez.", IN_LANE, True),
        ("Perez is in the pit lane.", IN_LANE, False),
        ("Neither is in the pit lane.", IN_LANE, False),
        ("Both are in the pit lane.", IN_LANE, False),
        ("Stroll is not in the pit lane.", IN_LANE, False),
        ("Neither penalty has been served yet.", PENALTIES, True),
        ("Both penalties are still to be served.", PENALTIES, True),
        ("Both penalties have been served.", PENALTIES, False),
        ("All three penalties are unserved.", PENALTIES, False),
        ("Neither penalty has been served.", SERVED, False),
        ("No penalty has been served.", SERVED, False),
        ("Perez has a five-second penalty still to serve for speeding in the pit lane.", PENALTIES, True),
        ("Perez has a ten-second penalty still to serve for speeding in the pit lane.", PENALTIES, False),
        ("Stroll was given a drive-through for speeding in the pit lane.", PENALTIES, True),
        ("Perez was given a drive-through.", PENALTIES, False),
        ("Stroll was given a stop-go.", PENALTIES, False),
        ("Stroll was given a drive-through for causing a collision.", PENALTIES, False),
        ("Stroll has yet to serve his drive-through.", PENALTIES, True),
        ("Stroll has served his drive-through.", PENALTIES, False),
        ("Perez has served his drive-through.", SERVED, True),
        ("Perez has yet to serve his drive-through.", SERVED, False),
        ("Nobody has been penalised.", SERVED, False),
        ("No penalties have been given.", SERVED, False),
        ("Perez has been penalised.", SERVED, True),
        ("Stroll has been penalised.", SERVED, False),
        ("Perez had a lap deleted for track limits at turn 15.", DELETED, True),
        ("Perez had his 1:39.140 deleted.", DELETED, True),
        ("Perez had his lap 12 time deleted for track limits.", DELETED, True),
        ("Perez had a lap deleted for track limits at turn 14.", DELETED, False),
        ("Perez had his lap 13 time deleted.", DELETED, False),
        ("Perez had two laps deleted.", DELETED, False),
        ("Perez has had no lap deleted.", DELETED, False),
        ("Stroll had a lap deleted.", DELETED, False),
        ("Perez had a lap deleted for a false start.", DELETED, False),
        ("Nobody has had a lap deleted.", DELETED, False),
        ("Stroll has had no lap deleted.", NONE_DELETED, True),
        ("Perez has had no lap deleted.", NONE_DELETED, False),
        ("All but one of the cars are on softs.", TYRES, True),
        ("All but one are on hards.", TYRES, False),
        ("All but two are on softs.", TYRES, False),
        ("All but two cars are on hards.", TYRES, True),
        ("Sirotkin is on older tyres than Perez.", TYRES, True),
        ("Perez is on older tyres than anyone else.", TYRES, False),
        ("All but Sirotkin are on hards.", TYRES, False),
        ("All but one have stopped twice.", STOPS, True),
        ("All but one have stopped once.", STOPS, False),
        ("All but two have stopped twice.", STOPS, False),
        ("All but Sirotkin have stopped once.", STOPS, False),
        ("Each but Sirotkin has stopped once.", STOPS, False),
        ("No driver but Perez has stopped twice.", STOPS, False),
        ("Sirotkin drove through the pit lane on lap 2.", STOPS, True),
        ("Sirotkin drove through the pit lane on lap 9.", STOPS, False),
        ("Perez made his second stop a lap after Stroll.", STOPS, True),
        ("Perez made his second stop a lap before Stroll.", STOPS, False),
        ("Perez made his first stop a lap after Stroll.", STOPS, False),
        ("Perez stopped on lap 3, then on lap 17.", STOPS, True),
        ("Perez stopped on lap 17, then on lap 3.", STOPS, False),
        ("Perez stopped on lap 17 and then Stroll stopped on lap 16.", STOPS, False),
        ("Perez was eight tenths quicker than the next best, Stroll.", FASTEST, True),
        ("Perez was eight tenths quicker than the next best, Sirotkin.", FASTEST, False),
        ("Stroll was eight tenths quicker than the next best, Perez.", FASTEST, False),
        ("Perez has the fastest lap, more than seven tenths better than anyone else.", FASTEST, True),
        ("Perez has the fastest lap, more than a second better than anyone else.", FASTEST, False),
        ("Stroll has the fastest lap, more than seven tenths better than anyone else.", FASTEST, False),
    ],
)  # fmt: skip
def test_what_is_said_by_class(answer: str, steps: list[StepResult], holds: bool) -> None:
    assert (check(answer, steps, CONTEXT) == []) is holds


@each_row(
    "answer",
    [
        "No driver has crashed.",
        "No cars are purple.",
        "No driver is on fire.",
        "No driver in the top three has a problem.",
        "Zero cars are on fire.",
        "Nobody has crashed.",
    ],
)
def test_nobody_is_not_proved_by_what_is_not_understood(answer: str) -> None:
    assert check(answer, STOPS, CONTEXT)
    assert check(answer, TYRES, CONTEXT)


@each_row(
    "said, plainer",
    [
        ("He has yet to serve it.", "He has not served it."),
        ("They are still to stop.", "They have not stopped."),
        ("It is still to be decided.", "It is still to be decided."),
        ("A is on older tyres than anyone else.", "A is on the oldest tyres."),
        ("Nobody gained more places than Perez.", "Perez gained the most places."),
        ("Norris led all but three of the 57 laps.", "Norris led 54 of the 57 laps."),
        ("All but two have stopped.", "all save two have stopped."),
        ("No cars are out.", "nobody are out."),
        ("There are no cars between them.", "There are no cars between them."),
    ],
)
def test_turns_of_phrase_in_plainer_words(said: str, plainer: str) -> None:
    assert in_plainer_words(said) == plainer
