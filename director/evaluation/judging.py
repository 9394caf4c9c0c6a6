"""Judges an answer: right, about something else, missing, or given where silence was right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from director.answer import Answer
from director.evaluation.cases import EvalCase
from toolgate.contract import JsonObject

Judgement = Literal["right", "rightly_silent", "near_miss", "lost", "spoke", "failed"]
"""`near_miss`: answered, but not what was asked; `lost`: silent though there is an answer; `spoke`: answered though
there is none; `failed`: a tool or a provider gave nothing."""


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """One case with what came of it."""

    case: EvalCase
    judgement: Judgement
    text: str
    reason: str
    tools: tuple[str, ...]
    tool_errors: int
    plan_ms: float
    total_ms: float
    tokens: int
    cost_usd: float | None

    def to_json(self) -> JsonObject:
        """The row of the JSON report."""
        return {
            "ask": list(self.case.ask), "kind": self.case.kind, "session": self.case.session, "at": self.case.at,
            "judgement": self.judgement, "answer": self.text, "reason": self.reason, "tools": list(self.tools),
            "tool_errors": self.tool_errors, "plan_ms": self.plan_ms, "total_ms": self.total_ms,
            "by_hand": self.case.by_hand,
        }  # fmt: skip


def judge(case: EvalCase, answer: Answer) -> JudgedCase:
    """Judges the answer to the case's last question."""
    said = answer.to_json()
    tools = tuple(step.name for step in answer.steps)
    return JudgedCase(
        case=case,
        judgement=_judgement(case, answer, tools),
        text=answer.text,
        reason=answer.reason,
        tools=tools,
        tool_errors=sum(step.status == "failed" for step in answer.steps),
        plan_ms=said["timings_ms"]["plan"],
        total_ms=round(sum(ms for part, ms in said["timings_ms"].items() if part != "load"), 3),
        tokens=said["tokens"]["input"] + said["tokens"]["output"],
        cost_usd=said["cost_usd"],
    )


def _judgement(case: EvalCase, answer: Answer, tools: tuple[str, ...]) -> Judgement:
    if answer.status != "answered":
        if case.expect != "answer":
            return "rightly_silent"
        return "failed" if answer.status == "failed" else "lost"
    if case.expect == "silence":
        return "spoke"
    told = all(re.search(pattern, answer.text, re.IGNORECASE) for pattern in case.holds)
    clean = not any(re.search(pattern, answer.text, re.IGNORECASE) for pattern in case.lacks)
    called = not case.tools or not set(case.tools).isdisjoint(tools)
    return "right" if told and clean and called else "near_miss"
