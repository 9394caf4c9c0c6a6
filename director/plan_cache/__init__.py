"""Plans used again for questions of the same form. What is kept is a plan, never an answer: the tools run every time.

Two questions are of the same form where nothing differs but harmless words and the values in their slots: names,
numbers, times. Anything in doubt is no match, and the model is asked.
"""

from director.plan_cache.planner import CachingPlanner

__all__ = ["CachingPlanner"]
