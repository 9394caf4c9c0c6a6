"""State over time: the cache that events fill, and the views that tools read."""

from pitwall.state.cache import StateCache
from pitwall.state.kinds import KINDS, QUALIFYINGS, RACES, TIMED, SessionKind
from pitwall.state.moment import BadMoment, Moment, parse_moment
from pitwall.state.run_state import OUT_STATES, RunState
from pitwall.state.view import RaceView

__all__ = [
    "KINDS",
    "OUT_STATES",
    "QUALIFYINGS",
    "RACES",
    "TIMED",
    "BadMoment",
    "Moment",
    "RaceView",
    "RunState",
    "SessionKind",
    "StateCache",
    "parse_moment",
]
