"""Short labels of the replay for what the feed says."""

from __future__ import annotations

from types import MappingProxyType

from pitwall.state.car import Tyre
from pitwall.state.run_state import RunState

_COMPOUNDS = MappingProxyType(
    {
        "HYPERSOFT": "HS",
        "ULTRASOFT": "US",
        "SUPERSOFT": "SS",
        "SUPERHARD": "SH",
        "SOFT": "S",
        "MEDIUM": "M",
        "HARD": "H",
        "INTERMEDIATE": "I",
        "WET": "W",
    }
)
_STATES: MappingProxyType[RunState, str] = MappingProxyType(
    {"in_pit": "pit", "stopped": "stopped", "retired": "retired", "finished": "flag"}
)
FLAGS = MappingProxyType(
    {
        "green": "track clear",
        "yellow": "yellow flag",
        "safety_car": "safety car",
        "red": "red flag",
        "vsc": "virtual safety car",
        "vsc_ending": "virtual safety car ending",
    }
)


def compound_letter(compound: str | None) -> str:
    """`S`, `US`, `?` where the feed has not told."""
    if not compound:
        return "?"
    return _COMPOUNDS.get(compound.upper(), "?")


def tyre_text(tyre: Tyre | None) -> str:
    """Compound and age in laps: `S 12`; empty where the feed has told of no tyre."""
    if tyre is None:
        return ""
    age = "" if tyre.laps is None else f" {tyre.laps}"
    return f"{compound_letter(tyre.compound)}{age}"


def behind(seconds: float | None, laps: int | None) -> str:
    """`+4.108`, `+72.3`, `+1 lap`; empty where neither is known."""
    if seconds is not None:
        return f"+{seconds:.3f}" if seconds < 10 else f"+{seconds:.1f}"
    if laps:
        return f"+{laps} lap" if laps == 1 else f"+{laps} laps"
    return ""


def state_text(state: RunState) -> str:
    """`pit`, `stopped`; empty for a car that runs."""
    return _STATES.get(state, "")


def clock(t: float) -> str:
    """`01:02:03`."""
    seconds = int(t)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
