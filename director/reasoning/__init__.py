"""What is said to language models: pure functions from what is known to a Request, planner and answer apart.

Every provider is told the same. Nothing here reads a clock, a setting or the environment.
"""

from director.reasoning.answering import answer_request
from director.reasoning.planning import plan_request, read_plan, replan_request

__all__ = ["answer_request", "plan_request", "read_plan", "replan_request"]
