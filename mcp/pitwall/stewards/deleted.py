"""Lap times that race control deleted, and those it gave back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pitwall.events import RaceControl

# Compiled when they are first used: `re` keeps them, and most starts ask nothing of the stewards.
_DELETED = (
    r"CAR (?P<car>[0-9]{1,3}) ?\([A-Z]{3}\) (?:LAP|TIME(?: (?P<time>(?:[0-9]+:)?[0-9]{1,2}\.[0-9]{3}))?) "
    r"(?:WAS )?(?P<what>DELETED|REINSTATED)(?: - (?P<reason>.*))?"
)
_LAP = r"\bLAP ([0-9]{1,4})\b"
_SAME_S = 0.0005
_NEXT = "(NEXT LAP)"
"""The lap after the one that race control has just deleted: what gained on that one counts for both."""
_NEXT_WITHIN_S = 60
_TURN = r"\bTURN ([0-9]{1,2})\b"


class DeletedLap(NamedTuple):
    """A lap whose time does not count. `time_s` and `lap` are None where race control does not name them."""

    car: str
    time_s: float | None
    lap: int | None
    turn: int | None
    t: float
    message: str

    def is_lap(self, number: int, seconds: float | None) -> bool:
        """Whether it is the car's lap of that number and time: by the time where both are told, else by the number."""
        if self.time_s is not None and seconds is not None:
            return abs(self.time_s - seconds) < _SAME_S
        return self.time_s is None and self.lap == number


def of_deleted(message: RaceControl) -> bool:
    """Whether a message may be about a lap time that is deleted or reinstated."""
    text = message.message.upper()
    return "DELETED" in text or "REINSTATED" in text


def deleted_laps(messages: Sequence[RaceControl]) -> list[DeletedLap]:
    """Every lap whose time is deleted as things stand, in the order of deletion."""
    found: list[DeletedLap] = []
    for message in messages:
        told = re.search(_DELETED, " ".join(message.message.upper().split()))
        if told is None:
            continue
        reason = told["reason"] or ""
        lap, turn = re.search(_LAP, reason), re.search(_TURN, reason)
        deleted = DeletedLap(
            told["car"],
            _seconds(told["time"]),
            int(lap[1]) if lap else _next_lap(found, told["car"], message.t) if _NEXT in reason else None,
            int(turn[1]) if turn else None,
            message.t,
            message.message,
        )
        if told["what"] == "REINSTATED":
            found = [other for other in found if not _is_same(other, deleted)]
        else:
            found.append(deleted)
    return found


def _next_lap(found: Sequence[DeletedLap], car: str, t: float) -> int | None:
    """The lap after the one of the car that was deleted just before."""
    last = next((one for one in reversed(found) if one.car == car), None)
    return last.lap + 1 if last is not None and last.lap is not None and t - last.t <= _NEXT_WITHIN_S else None


def _is_same(one: DeletedLap, other: DeletedLap) -> bool:
    if one.car != other.car:
        return False
    return one.time_s == other.time_s if other.time_s is not None else one.lap == other.lap


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    minutes, _, rest = text.rpartition(":")
    return round((int(minutes) if minutes else 0) * 60 + float(rest), 3)
