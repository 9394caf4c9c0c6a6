"""State over time: the cache that events fill, and the views that tools read."""

from pitwall.state.cache import StateCache
from pitwall.state.moment import BadMoment, Moment, parse_moment
from pitwall.state.view import RaceView

__all__ = ["BadMoment", "Moment", "RaceView", "StateCache", "parse_moment"]
