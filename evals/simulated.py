"""Cases of simulated sessions of every kind: races, a sprint, classes, qualifying and practice, follow-ups and traps.

What is true of them is read from the simulator's own record (`Truth`), which shares no code with the tools.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pitwall.events import Roster
from pitwall.sources.sim import SimRace, SimTimed, Truth, parse_sim_uri, session

Case = dict[str, Any]
RACES = ("sim:seed=21,cars=18,laps=22", "sim:seed=34,cars=20,laps=26,rain=1", "sim:kind=sprint,seed=5,cars=16,laps=14")
CLASSES = ("sim:seed=13,cars=24,laps=20,classes=3",)
QUALIFYINGS = ("sim:kind=qualifying,seed=3", "sim:kind=sprint_qualifying,seed=8")
PRACTICES = ("sim:kind=practice,seed=6", "sim:kind=practice,seed=17,cars=18")
WON = ("who won it?", "who took the win", "who came home first?")
FINISH = ("where did {d} come home", "what was the result for {d}", "{d} finished where?")
STOPS = ("how often did {d} come in for tyres", "number of stops for {d}?", "how many times did {d} box")
LED = ("who was in front on lap {lap}", "lap {lap}: who led?", "who headed the field on lap {lap}?")
STARTED = ("which tyre did {d} start on", "what compound did {d} begin the race on?", "starting tyres of {d}")
QUICKEST = ("who got the quickest lap of the day", "fastest lap: who?", "whose lap was the fastest one")
ANY_RACE_TRAPS = (
    "how much fuel has {d} got left", "what did {d}'s engineer just tell him", "is {d} going to win the championship",
    "where is Fangio running?", "how is Nuvolari getting on", "what is {d}'s heart rate", "how old is {d}",
    "did {d} swear on the radio", "who was knocked out in Q2?", "how hot are {d}'s brakes",
    "which lap record did {d} break last year", "what engine mode is {d} in",
)  # fmt: skip
TIMED_TRAPS = (
    "who has stopped most often", "which lap did {d} pit on in the race", "who made the most overtakes",
    "how many laps did {d} lead", "what is the championship gap", "how much fuel did {d} run with",
    "who got a grid penalty last weekend", "how many points did {d} score", "what did {d} have for lunch",
    "where is Nuvolari on the timesheets",
)  # fmt: skip


def simulated() -> Iterator[Case]:
    """All of them, session by session."""
    for uri in RACES:
        yield from of_race(uri)
    for uri in CLASSES:
        yield from of_classes(uri)
    for uri in QUALIFYINGS:
        yield from of_qualifying(uri)
    for uri in PRACTICES:
        yield from of_practice(uri)


def of_race(uri: str) -> Iterator[Case]:
    """A race or a sprint: results, stops, tyres, who led, and what is not over yet."""
    truth, names = raced(uri)
    finish, laps = truth.finish_order, sorted(truth.crossings)
    for question in WON:
        yield case(uri, "sim_result", question, [names[finish[0]]])
    for nth, car in enumerate(finish[1:10:2]):
        place = rf"\bP{finish.index(car) + 1}\b"
        yield case(uri, "sim_result", FINISH[nth % 3].format(d=names[car]), [place])
        made = len(truth.stops(car))
        told = {0: r"\bno\b|not|never", 1: r"\b(1|one|once)\b"}.get(made, rf"\b{made}\b")
        yield case(uri, "sim_stops", STOPS[nth % 3].format(d=names[car]), [told])
        compound = truth.stints(car)[0].compound
        yield case(uri, "sim_tyres", STARTED[nth % 3].format(d=names[car]), [compound])
    for nth, lap in enumerate(laps[4::6]):
        leader = truth.crossings[lap][0][1]
        yield case(uri, "sim_lead", LED[nth % 3].format(lap=lap), [names[leader], rf"\blap {lap}\b"])
    if (best := truth.fastest_lap) is not None:
        for question in QUICKEST:
            yield case(uri, "sim_pace", question, [names[best.car]])
        yield case(uri, "follow_up", ["who has the fastest lap", "on which lap?"], [rf"\b{best.lap}\b"])
    out = [names[car] for car in truth.retirements]
    yield case(uri, "sim_out", "who failed to finish?", out[:4] or ["nobody|no one|none|all"])
    early, late = laps[len(laps) // 3], laps[2 * len(laps) // 3]
    leads = names[truth.crossings[late][0][1]]
    yield case(uri, "sim_open", "who won?", [leads, "not over|still|to go|leads"], at=f"lap:{late}")
    led = names[truth.crossings[early][0][1]]
    yield case(uri, "follow_up", ["who is leading?", f"and lap {early}?"], [led, rf"\blap {early}\b"], at=f"lap:{late}")
    for one, other in pairwise(finish[2:6]):
        place = rf"\bP{finish.index(other) + 1}\b"
        yield case(uri, "follow_up", [f"where did {names[one]} finish", f"and {names[other]}?"], [place])
        made = len(truth.stops(one))
        yield case(uri, "follow_up", [f"where is {names[one]}?", "how many stops has he made"], [rf"\b({made}|no)\b"])
    yield from traps(uri, ANY_RACE_TRAPS, names[finish[3]], at=f"lap:{late}")


def of_classes(uri: str) -> Iterator[Case]:
    """A race of several classes: who leads each, and where a car is in its own."""
    truth, names = raced(uri)
    lap = sorted(truth.crossings)[-4]
    t = truth.crossings[lap][0][0]
    for name, cars in truth.class_positions_at(t).items():
        at = f"lap:{lap}"
        yield case(
            uri,
            "sim_classes",
            f"who is at the head of {name}?",
            [rf"1 #\d+ {names[cars[0]]}|{names[cars[0]]} .*P1\b"],
            at,
        )
        yield case(uri, "sim_classes", f"how many cars run in {name}", [rf"\b{len(cars)} cars\b"], at)
        yield case(uri, "sim_classes", f"which class is {names[cars[1]]} in", [name], at)
    yield case(uri, "sim_classes", "how many classes are out there", list(truth.class_positions_at(t)))


def of_qualifying(uri: str) -> Iterator[Case]:
    """A qualifying: pole, who went out where, and how far off somebody was."""
    run, names = timed(uri)
    truth, end = run.truth, last_t(run)
    order = truth.order_at(end, 3)
    pole = names[order[0].car]
    for question in ("who starts from pole", "who got pole?", "pole went to whom"):
        yield case(uri, "sim_qualifying", question, [pole])
    for part in (1, 2):
        out = [names[car] for car, left in truth.knocked_out.items() if left == part]
        for question in (f"who dropped out in Q{part}", f"who did we lose in q{part}?"):
            yield case(uri, "sim_qualifying", question, out)
    later = [names[car] for car, left in truth.knocked_out.items() if left == 2]
    yield case(uri, "follow_up", ["who went out in Q1?", "and in Q2?"], later)
    for nth, stood in enumerate(order[1:8]):
        asked = ("how far off pole was {d}", "where did {d} qualify?", "{d} in qualifying?")[nth % 3]
        holds = [rf"\bP{nth + 2}\b", rf"{(stood.best_s or 0.0) - (order[0].best_s or 0.0):.3f}"]
        yield case(uri, "sim_qualifying", asked.format(d=names[stood.car]), holds)
    yield from traps(uri, TIMED_TRAPS, pole, at="end")


def of_practice(uri: str) -> Iterator[Case]:
    """A practice: who was quickest, how far off the others were, how many laps they did."""
    run, names = timed(uri)
    truth, end = run.truth, last_t(run)
    order = truth.order_at(end, truth.segment_at(end))
    for question in ("who went quickest", "who ended up on top?", "quickest of the session?"):
        yield case(uri, "sim_practice", question, [names[order[0].car]])
    for nth, stood in enumerate(order[1:9:2]):
        asked = ("how did {d} do", "where did {d} end up?", "how far off the pace was {d}", "{d}?")[nth]
        yield case(uri, "sim_practice", asked.format(d=names[stood.car]), [rf"\bP{2 * nth + 2}\b"])
        laps = rf"\b{truth.laps_at(end, stood.car)}\b"
        yield case(uri, "sim_practice", f"how many laps did {names[stood.car]} get in", [laps])
    one, other = order[2], order[5]
    yield case(uri, "sim_practice", f"was {names[other.car]} faster than {names[one.car]}",
               [rf"{names[other.car]}.* slower than .*{names[one.car]}|{names[one.car]}.* faster"])  # fmt: skip
    yield case(uri, "follow_up", [f"where is {names[one.car]}", f"and {names[other.car]}?"], [r"\bP6\b"])
    yield from traps(uri, (*TIMED_TRAPS, "who is on pole", "who was knocked out in Q1"), names[one.car], at="end")


def traps(uri: str, questions: tuple[str, ...], name: str, at: str) -> Iterator[Case]:
    """What the data does not hold, or holds of another kind of session: silence, with its reason."""
    for question in questions:
        yield {"ask": [question.format(d=name)], "session": uri, "at": at, "kind": "trap", "expect": "silence"}


def raced(uri: str) -> tuple[Truth, dict[str, str]]:
    """The truth of a simulated race, and the surname of every car's driver."""
    run = session(parse_sim_uri(uri))
    assert isinstance(run, SimRace)
    return run.truth, surnames(run)


def timed(uri: str) -> tuple[SimTimed, dict[str, str]]:
    """A simulated session of best laps, and the surname of every car's driver."""
    run = session(parse_sim_uri(uri))
    assert isinstance(run, SimTimed)
    return run, surnames(run)


def surnames(run: SimRace | SimTimed) -> dict[str, str]:
    """The last word of every driver's name, by car."""
    return {
        driver.car: driver.name.split()[-1] for event in run if isinstance(event, Roster) for driver in event.drivers
    }


def last_t(run: SimTimed) -> float:
    """When its last message came."""
    return max(event.t for event in run)


def case(uri: str, kind: str, ask: str | list[str], holds: list[str], at: str = "end") -> Case:
    """A case whose truth the simulator's record tells."""
    return {"ask": ask if isinstance(ask, list) else [ask], "session": uri, "at": at, "kind": kind, "holds": holds}
