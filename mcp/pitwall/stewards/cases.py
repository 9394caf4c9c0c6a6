"""A stewards' case is one thing: noted, looked into, then closed or punished, and a penalty may be served.

Race control tells of it in messages that repeat the cars, and mostly the turn and the reason. This joins them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from pitwall.events import RaceControl

CaseState = Literal["noted", "under_investigation", "after_session", "no_further_action", "penalty", "served"]
STATES: tuple[CaseState, ...] = (
    "noted",
    "under_investigation",
    "after_session",
    "no_further_action",
    "penalty",
    "served",
)
OPEN: tuple[CaseState, ...] = ("noted", "under_investigation", "after_session")
CLOSED: tuple[CaseState, ...] = ("no_further_action", "penalty", "served")

PenaltyKind = Literal["time", "stop_go", "drive_through", "grid", "reprimand", "disqualified", "fine", "warning"]

# Compiled when they are first used: `re` keeps them, and most starts ask nothing of the stewards.
_CAR = r"\b([0-9]{1,3}) ?\(([A-Z]{3})\)"
_INCIDENT = r"(?P<where>.*?) ?INCIDENTS? (?:INVOLVING )?CARS? (?P<rest>.*)"
_OF_STEWARDS = r"INCIDENT|PENALT|DRIVE|STOP|REPRIMAND|DISQUALIF|\bFINE\b|WARNING|GRID"
"""Most messages are about flags: those are not looked at any further."""
_CLOSED_WORDS = r"NO FURTHER (?:ACTION|INVESTIGATION)|NO INVESTIGATION NECESSARY|NO ACTION"
_PENALTY = (
    r"(?P<served>PENALTY SERVED\s*-\s*)?(?P<what>(?:(?P<seconds>[0-9]{1,3}) SECONDS? )?"
    r"(?P<kind>TIME PENALTY|PENALTY|STOP[ /-]*(?:AND[ /-]*)?GO(?: PENALTY)?|DRIVE[ -]?THROUGH(?: PENALTY)?"
    r"|REPRIMAND|DISQUALIFIED|DISQUALIFICATION|FINE|WARNING"
    r"|(?:[0-9]+ )?(?:GRID )?(?:PLACE |POSITION )?(?:GRID )?(?:DROP|PENALTY)))\s+(?:FOR|TO) CAR "
)
_KINDS: tuple[tuple[str, PenaltyKind], ...] = (
    ("STOP", "stop_go"),
    ("DRIVE", "drive_through"),
    ("GRID", "grid"),
    ("REPRIMAND", "reprimand"),
    ("DISQUALIF", "disqualified"),
    ("FINE", "fine"),
    ("WARNING", "warning"),
)


class Penalty(NamedTuple):
    """What the stewards gave. `seconds` are added to the car's time or stood still at a stop."""

    car: str
    kind: PenaltyKind
    seconds: int | None
    text: str
    """In race control's words: `5 SECOND TIME PENALTY`."""
    t: float
    lap: int | None


class Case(NamedTuple):
    """One case as it stands. Times are session time; laps are as race control names them."""

    cars: tuple[str, ...]
    where: str
    """`TURN 12`, `PIT LANE`; empty where race control does not say."""
    reason: str
    """`CAUSING A COLLISION`; empty where race control does not say."""
    state: CaseState
    opened_t: float
    t: float
    """When race control last spoke of it."""
    lap: int | None
    """The lap on which it last did."""
    message: str
    """Its last words on it."""
    penalty: Penalty | None = None

    @property
    def is_open(self) -> bool:
        """Whether the stewards may still decide."""
        return self.state in OPEN


def cases(messages: Sequence[RaceControl]) -> list[Case]:
    """Every case that the messages tell of, in the order in which they were opened."""
    found: list[Case] = []
    for message in messages:
        if not of_stewards(message):
            continue
        text = _plain(message)
        penalty = re.search(_PENALTY, text)
        if penalty:
            _punished(found, message, text, penalty)
        elif incident := re.fullmatch(_INCIDENT, _bare(text)):
            _told(found, message, text, incident)
    return found


def of_stewards(message: RaceControl) -> bool:
    """Whether a message may belong to a stewards' case; most are about flags."""
    return re.search(_OF_STEWARDS, _plain(message)) is not None


def _plain(message: RaceControl) -> str:
    return " ".join(message.message.upper().split())


def _bare(text: str) -> str:
    return re.sub(r"^(?:FIA STEWARDS: ?|CORRECTION: ?)+", "", text)


def _told(found: list[Case], message: RaceControl, text: str, incident: re.Match[str]) -> None:
    cars = tuple(number for number, _ in re.findall(_CAR, incident["rest"]))
    state = _state(text)
    if not cars or state is None:
        return
    where, reason = incident["where"].strip(), _reason(incident["rest"])
    known = None if state == "noted" and "CORRECTION" not in text else _same(found, cars, where, reason)
    if "CORRECTION" in text:
        known = _last([i for i, case in enumerate(found) if case.is_open and set(case.cars) == set(cars)])
    if known is None:
        found.append(Case(cars, where, reason, state, message.t, message.t, message.lap, message.message))
        return
    case = found[known]
    found[known] = case._replace(
        reason=reason or case.reason, state=state, t=message.t, lap=message.lap, message=message.message
    )


def _state(text: str) -> CaseState | None:
    if re.search(_CLOSED_WORDS, text):
        return "no_further_action"
    if "WILL BE INVESTIGATED" in text:
        return "after_session"
    if "UNDER INVESTIGATION" in text:
        return "under_investigation"
    return "noted" if re.search(r"\bNOTED\b", text) else None


def _punished(found: list[Case], message: RaceControl, text: str, told: re.Match[str]) -> None:
    rest = text[told.end() :]
    car = re.match(_CAR, rest)
    if car is None:
        return
    number, reason = car[1], _reason(rest)
    kind: PenaltyKind = next((kind for word, kind in _KINDS if word in told["kind"]), "time")
    seconds = int(told["seconds"]) if told["seconds"] else None
    penalty = Penalty(number, kind, seconds, told["what"].strip(), message.t, message.lap)
    if told["served"]:
        at = _last([i for i, case in enumerate(found) if _is_due(case, penalty)])
        state: CaseState = "served"
    else:
        mine = [i for i, case in enumerate(found) if case.is_open and number in case.cars]
        at = _last([i for i in mine if _key(found[i].reason) == _key(reason)] or mine)
        state = "penalty"
    if at is None:
        found.append(Case((number,), "", reason, state, message.t, message.t, message.lap, message.message, penalty))
        return
    case = found[at]
    found[at] = case._replace(
        reason=case.reason or reason,
        state=state,
        t=message.t,
        lap=message.lap,
        message=message.message,
        penalty=case.penalty or penalty,
    )


def _is_due(case: Case, served: Penalty) -> bool:
    given = case.penalty
    return (
        case.state == "penalty"
        and given is not None
        and (given.car, given.kind, given.seconds) == (served.car, served.kind, served.seconds)
    )


def _same(found: list[Case], cars: tuple[str, ...], where: str, reason: str) -> int | None:
    """The open case of these very cars, that of this place and reason before others."""
    mine = [i for i, case in enumerate(found) if case.is_open and set(case.cars) == set(cars)]
    alike = [i for i in mine if _key(found[i].reason) == _key(reason)]
    here = [i for i in mine if found[i].where == where]
    exact = [i for i in here if i in alike]
    unsaid = [i for i in here if "" in (reason, found[i].reason)]
    return _last(exact or unsaid or alike)


def _last(indices: list[int]) -> int | None:
    return indices[-1] if indices else None


def _reason(rest: str) -> str:
    """What follows the state: ` NOTED - UNSAFE RELEASE`, ` 5 (BOR) - UNSAFE RELEASE`."""
    last = 0
    for car in re.finditer(_CAR, rest):
        last = car.end()
    _, dash, reason = rest[last:].partition("-")
    return "" if not dash or re.search(_CLOSED_WORDS, reason) else reason.strip()[:120]


def _key(reason: str) -> str:
    return re.sub(r"[^A-Z0-9]", "", reason)
