"""The offline planner."""

from director.planners.offline.planner import OfflinePlanner

__all__ = ["OfflinePlanner"]
