"""Cars that stopped on the track, spun or went off it, as race control saw it and said where."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pitwall.events import RaceControl
from pitwall.facts.race_control import said_that
from pitwall.state import RaceView

ON_TRACK = "on track"
"""Where a car stopped of which race control did not say where."""
_STOPPED = re.compile(r"\bSTOPPED\b(?: (?P<where>(?:AT TURN|IN SECTOR) \d+))?")

_OFF = re.compile(r"\b(?:SPUN|OFF TRACK AND)\b.*")


def seen_to_stop(view: RaceView) -> Iterator[tuple[RaceControl, str]]:
    """Each message of a car that stopped, in order, with where: `at turn 3`, empty where that is not said."""
    for told in said_that(view, _of_stopped):
        found = _STOPPED.search(told.message.upper())
        if found is not None and told.car in view.cars:
            yield told, (found["where"] or "").lower()


def seen_off(view: RaceView) -> Iterator[tuple[RaceControl, str]]:
    """Each message of a car that spun or went off, in order, with what it did: `spun and continued at turn 1`."""
    for told in said_that(view, _of_off):
        found = _OFF.search(told.message.upper())
        if found is not None and told.car in view.cars:
            yield told, found[0].lower()


def stands_at(view: RaceView, car: str) -> str | None:
    """Where race control saw a car stop that the feed has running and that has not come round since: `at turn 3`."""
    if view.run_state(car)[0] != "running":
        return None
    last = view.last_lap(car)
    places = [where for told, where in seen_to_stop(view) if told.car == car and (last is None or told.t > last.t)]
    return (places[-1] or ON_TRACK) if places else None


def _of_stopped(told: RaceControl) -> bool:
    return told.car is not None and _STOPPED.search(told.message.upper()) is not None


def _of_off(told: RaceControl) -> bool:
    return told.car is not None and _OFF.search(told.message.upper()) is not None
