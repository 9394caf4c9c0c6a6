"""Whether DRS may be used: by race control's last word on all of the track, and not after a neutralisation."""

from __future__ import annotations

from pitwall.events import Event, RaceControl, SessionStatus, TrackStatus
from pitwall.facts.drs import DrsState, drs_state
from pitwall.state import StateCache
from tests.rows import each_row

ENABLED, DISABLED = RaceControl(5.0, "DRS ENABLED", lap=3), RaceControl(5.0, "DRS DISABLED", lap=3)
ZONE = RaceControl(6.0, "DRS DISABLED IN ZONE 3", lap=4)
NEUTRAL, GREEN = TrackStatus(7.0, "safety_car"), TrackStatus(8.0, "green")
AGAIN = RaceControl(9.0, "DRS ENABLED", lap=6)


@each_row(
    ("told", "state"),
    [
        ([], None),
        ([ZONE], None),
        ([ENABLED], DrsState(True, 3)),
        ([DISABLED], DrsState(False, 3)),
        ([ENABLED, ZONE], DrsState(True, 3)),
        ([ENABLED, TrackStatus(7.0, "yellow")], DrsState(True, 3)),
        ([ENABLED, NEUTRAL], DrsState(False, 1, "safety_car")),
        ([ENABLED, NEUTRAL, GREEN], DrsState(False, 1, "safety_car")),
        ([ENABLED, NEUTRAL, GREEN, AGAIN], DrsState(True, 6)),
    ],
)
def test_drs_is_as_race_control_said_last(told: list[Event], state: DrsState | None) -> None:
    cache = StateCache().load([SessionStatus(0.0, "started"), TrackStatus(1.0, "green"), *told])
    assert drs_state(cache.view()) == state
