"""Whether race control lets DRS be used: enabled or disabled by message, and off again once a race is neutralised."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitwall.events import RaceControl
from pitwall.facts.periods import NEUTRAL, Kind, track_periods
from pitwall.facts.race_control import said_that
from pitwall.state import RaceView
from pitwall.state.keeping import kept_in_view

ENABLED = "DRS ENABLED"
DRS_RANGE_S = 1.0
"""A car so close to the one ahead at the detection line may use DRS."""


class DrsState(NamedTuple):
    """`enabled` since `lap`; or not, after the message of that lap or the neutralisation that began then."""

    enabled: bool
    lap: int | None
    neutral: Kind | None = None


@kept_in_view
def drs_state(view: RaceView) -> DrsState | None:
    """What race control said last of DRS; None where it has said nothing."""
    said = said_that(view, _is_of_drs)
    if not said:
        return None
    last = said[-1]
    state = DrsState(last.message.strip().upper() == ENABLED, last.lap)
    neutral = [one for one in track_periods(view) if one.kind in NEUTRAL and one.start > last.t]
    if state.enabled and neutral:
        return DrsState(False, neutral[-1].from_lap, neutral[-1].kind)
    return state


@kept_in_view
def drs_enabled(view: RaceView) -> Sequence[int]:
    """The laps on which race control enabled it, as far as it named them."""
    said = said_that(view, _is_of_drs)
    return [one.lap for one in said if one.lap is not None and one.message.strip().upper() == ENABLED]


@kept_in_view
def drs_disabled(view: RaceView) -> Sequence[int | None]:
    """The lap of each message that disabled it once it had been enabled, None where it names none."""
    said = said_that(view, _is_of_drs)
    enabled = [one.message.strip().upper() == ENABLED for one in said]
    first = enabled.index(True) if True in enabled else len(said)
    return [one.lap for one, on in zip(said[first:], enabled[first:], strict=True) if not on]


def _is_of_drs(message: RaceControl) -> bool:
    """Of all of the track: one zone may be closed for a yellow flag."""
    return message.message.strip().upper() in (ENABLED, "DRS DISABLED")
