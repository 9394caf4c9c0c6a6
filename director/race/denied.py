"""Explains a missing answer by the policy that denied a tool."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from director.answer import Answer
from director.planners import make_planner
from director.race.assembly import SERVER, catalogue
from toolgate.contract import AgentContext
from toolgate.runner import Runner


async def told_if_denied(
    answer: Answer, runner: Runner, agent: AgentContext, folder: Path | None, *, but: str = ""
) -> Answer:
    """The answer; where there is none because a tool that would give it may not be called, a failure that says so.

    What would give it is what the offline planner makes of the question with all tools of the race. Nothing of that is
    run, and nothing is said of servers beside it: which there are is not for everybody. What it learns of the tools is
    kept in `folder`. `but` is no tool of the race.
    """
    if answer.status != "silent" or answer.plan.steps:
        return answer
    ours = [spec for spec in runner.specs if spec.server == SERVER and spec.name != but]
    admitted = {spec.name for spec in runner.listed(agent, SERVER)} - {but} if ours else set()
    if len(admitted) == len(ours):
        return answer
    plan = await make_planner("offline", folder).plan(answer.question, catalogue(ours), answer.context, ())
    tool = next((step.name for step in plan.steps if step.name not in admitted), None)
    if tool is None and admitted:
        return answer
    if tool is None:
        said = f"policy lets {agent.agent_id!r} call no tool; director policy explain {agent.agent_id} TOOL says why"
    else:
        said = f"policy denies {agent.agent_id!r} {tool}; director policy explain {agent.agent_id} {tool} says why"
    return replace(answer, status="failed", reason=said)
