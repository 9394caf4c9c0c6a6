"""Whether DRS may be used, in words."""

from __future__ import annotations

from pitwall.facts.drs import drs_disabled, drs_enabled, drs_state
from pitwall.facts.periods import PERIOD_NAMES
from pitwall.state import RaceView
from pitwall.tools.words import count_text, each_lap_text


def drs_allowed(view: RaceView) -> str:
    """`DRS is enabled since lap 43`, `DRS is not enabled again since the safety car of lap 47`."""
    state = drs_state(view)
    if state is None:
        return "race control has said nothing of DRS"
    if state.neutral:
        return f"DRS is not enabled again since the {PERIOD_NAMES[state.neutral][0]} of lap {state.lap}"
    when = f" since lap {state.lap}" if state.lap else ""
    return f"DRS is {'enabled' if state.enabled else 'disabled'}{when}"


def drs_disabled_on(view: RaceView) -> str:
    """`; disabled 3 times (laps 10, 11 and 15)`: by race control's word; empty where it never was."""
    laps = drs_disabled(view)
    told = sorted({lap for lap in laps if lap is not None})
    on = f" ({each_lap_text(told)})" if told else ""
    return f"; disabled {count_text(len(laps), 'time')}{on}" if laps else ""


def drs_enabled_on(view: RaceView) -> str:
    """`, was enabled on laps 7, 18 and 20`: of a race in which it is not enabled now."""
    state, laps = drs_state(view), list(dict.fromkeys(drs_enabled(view)))
    if state is None or state.enabled or not laps:
        return ""
    return f", was enabled on {each_lap_text(laps)}"
