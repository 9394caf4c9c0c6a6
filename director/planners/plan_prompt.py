"""A question as a request to a model that plans, and the plan in its reply."""

from __future__ import annotations

import json
from collections.abc import Sequence

from director.defaults import MAX_STEPS
from director.models.base import Message, Request
from director.plan_text import RepeatedKey
from director.planners.base import StepFault, Turn
from director.planners.catalogue_text import catalogue_text
from director.planners.plan_schema import plan_schema
from director.planners.vocabulary_text import vocabulary_text
from director.reasoning import asked, plan_again, plan_prompt, session_block
from director.sanitise import clean_text
from toolgate.contract import Context, JsonObject, Plan, Step

QUESTION_MAX_CHARS = 2000
REMEMBERED_MAX_CHARS = 300
PLAN_MAX_CHARS = 4000


def plan_request(
    question: str,
    catalogue: Sequence[JsonObject],
    context: Context,
    memory: Sequence[Turn] = (),
    *,
    max_tokens: int = 8000,
    max_steps: int = MAX_STEPS,
    system_prompt: str = "",
) -> Request:
    """What is asked of a model that plans. `max_tokens` is for the catalogue, and a quarter as many for the names.

    `system_prompt` is what the operator wants said before the rules.
    """
    names = vocabulary_text(context.vocabularies, max_tokens // 4)
    tools = catalogue_text(catalogue, max_tokens)
    system = plan_prompt(tools, names, max_steps=max_steps, system_prompt=system_prompt)
    messages: list[Message] = []
    for turn in memory:
        messages.append(Message("user", asked(turn.question, REMEMBERED_MAX_CHARS)))
        messages.append(Message("assistant", _planned(turn.plan)))
    messages.append(Message("user", f"{session_block(context)}{asked(question, QUESTION_MAX_CHARS)}"))
    return Request("plan", system, tuple(messages), plan_schema(catalogue, max_steps))


def replan_request(first: Request, tried: Plan, faults: Sequence[StepFault]) -> Request:
    """The same question again, after a plan that gave nothing. `first` is what was asked the first time."""
    told = (f"{fault.step} {fault.tool}: {fault.code}{f' at {fault.path}' if fault.path else ''}" for fault in faults)
    again = plan_again(told)
    messages = (*first.messages, Message("assistant", _planned(tried)), Message("user", again))
    return Request(first.purpose, first.system, messages, first.schema)


def read_plan(data: JsonObject) -> Plan:
    """The plan in a model's reply, its steps as they were written: the validator judges them.

    ValueError where it is none. Of an empty plan the model's own words are not kept: they may be an answer.
    """
    steps, why = data.get("plan"), data.get("rationale")
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise ValueError("the reply holds no list of steps")
    if repeated := [each.key for each in (data, *steps) if isinstance(each, RepeatedKey)]:
        raise ValueError(f"the reply has the key {repeated[0][:40]!r} twice in one object")
    if not steps:
        return Plan(rationale="no tool answers this")
    return Plan(
        tuple(
            Step(step.get("id", ""), step.get("name", ""), step.get("arguments", {}), step.get("server"))
            for step in steps
        ),
        clean_text(why, 200) if isinstance(why, str) else "",
    )


def _planned(plan: Plan) -> str:
    """The plan as the model wrote it, or without its steps where it is too long to be said again."""
    text = _written(plan)
    return (text if len(text) <= PLAN_MAX_CHARS else _written(Plan())).encode("utf-8", "replace").decode()


def _written(plan: Plan) -> str:
    return json.dumps({"rationale": "", "plan": plan.to_json()["plan"]}, ensure_ascii=False, separators=(",", ":"))
