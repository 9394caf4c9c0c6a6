"""Explains a missing answer by the policy that denied a tool."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from director.answer import Answer
from director.planners import make_planner
from director.planners.base import Planner
from director.race.assembly import SERVER
from director.race.catalogues import Catalogues
from toolgate.contract import AgentContext
from toolgate.runner import Runner

_log = logging.getLogger("director.race")


class Denials:
    """Says where a tool would have answered but may not be called.

    The offline planner plans the question with all tools of the race; nothing of that is run, and what it learns of the
    tools is kept in `folder`. Servers beside the race are left out, as not everybody may know which there are. The tool
    `but` is left out as well.
    """

    def __init__(self, folder: Path | None, *, but: str = "") -> None:
        self._folder = folder
        self._but = but
        self._catalogues = Catalogues()
        self._planner: Planner | None = None

    async def told(self, answer: Answer, runner: Runner, agent: AgentContext) -> Answer:
        """The answer; a silence that is due to denied tools becomes a failure that says so."""
        if answer.status != "silent" or answer.plan.steps or not answer.question.strip():
            return answer
        ours = [spec for spec in runner.specs if spec.server == SERVER and spec.name != self._but]
        admitted = {spec.name for spec in runner.listed(agent, SERVER)} - {self._but} if ours else set()
        if len(admitted) == len(ours):
            return answer
        if self._planner is None:
            self._planner = make_planner("offline", self._folder)
        try:
            plan = await self._planner.plan(answer.question, self._catalogues.of(ours), answer.context, ())
        except Exception:  # noqa: BLE001 - whatever it is, the silence is an answer
            _log.exception("the planner failed")
            return answer
        tool = next((step.name for step in plan.steps if step.name not in admitted), None)
        if tool is None and admitted:
            return answer
        if tool is None:
            said = (
                f"policy lets {agent.agent_id!r} call no tool; director policy explain {agent.agent_id} TOOL says why"
            )
        else:
            said = f"policy denies {agent.agent_id!r} {tool}; director policy explain {agent.agent_id} {tool} says why"
        return replace(answer, status="failed", reason=said)
