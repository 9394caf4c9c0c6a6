"""A question as a request to a model that plans, and the plan in its reply."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from director.defaults import CATALOGUE_TOKENS, MAX_STEPS
from director.models.base import Message, Request
from director.plan_text import RepeatedKey, read_json
from director.planners.base import ChoosingPlan, StepFault, Turn
from director.planners.catalogue_text import catalogue_text
from director.planners.per_catalogue import PerCatalogue
from director.planners.plan_schema import ANSWER, CHOOSE, plan_schema
from director.planners.vocabulary_text import vocabulary_text
from director.reasoning import asked, plan_again, plan_choice, plan_prompt, plan_unreadable, session_block
from director.references import KEY
from director.sanitise import clean_text
from toolgate.contract import Context, JsonObject, Plan, Step

QUESTION_MAX_CHARS = 2000
REMEMBERED_MAX_CHARS = 300
PLAN_MAX_CHARS = 4000
_NAMES_SHARE = 8
"""The names may take so large a part of what the catalogue may."""


class PlanPrompts:
    """The part of the prompts that depends on the catalogue alone, made once for each."""

    def __init__(self, max_tokens: int = CATALOGUE_TOKENS, max_steps: int = MAX_STEPS, system_prompt: str = "") -> None:
        self._max_tokens = max_tokens
        self._max_steps = max_steps
        self._system_prompt = system_prompt
        self._told = PerCatalogue(lambda catalogue: (catalogue_text(catalogue, max_tokens), plan_schema(catalogue)))

    def request(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Request:
        """What is asked of a model that plans. The system prompt is the same for every question of a race."""
        tools, schema = self._told.of(catalogue)
        names = vocabulary_text(context.vocabularies, self._max_tokens // _NAMES_SHARE)
        system = plan_prompt(tools, names, max_steps=self._max_steps, system_prompt=self._system_prompt)
        messages: list[Message] = []
        for turn in memory:
            messages.append(Message("user", asked(turn.question, REMEMBERED_MAX_CHARS)))
            messages.append(Message("assistant", _planned(turn.plan)))
        messages.append(Message("user", f"{session_block(context)}{asked(question, QUESTION_MAX_CHARS)}"))
        return Request("plan", system, tuple(messages), schema)


def replan_request(
    first: Request, tried: Plan, faults: Sequence[StepFault], values: Sequence[JsonObject] = ()
) -> Request:
    """The same question again, after a plan with faults or one that asks for `values`. `first` was asked before."""
    return _again(first, _planned(tried), plan_choice(values) if values else plan_again(map(_told, faults)))


def unreadable_request(first: Request) -> Request:
    """The request after a reply that can't be read as a plan: the same question again."""
    return _again(first, "", plan_unreadable())


def _again(first: Request, replied: str, said: str) -> Request:
    reply = (Message("assistant", replied),) if replied else ()
    if reply:
        return replace(first, messages=(*first.messages, *reply, Message("user", said)))
    *before, last = first.messages
    return replace(first, messages=(*before, replace(last, text=f"{last.text}\n{said}")))


def _told(fault: StepFault) -> str:
    """`s1 get_gap: missing_argument at /driver (get_gap needs driver)`."""
    at = f" at {fault.path}" if fault.path else ""
    return f"{fault.step} {fault.tool}: {fault.code}{at}{f' ({fault.message})' if fault.message else ''}"


def read_plan(data: JsonObject) -> Plan:
    """The plan in a model's reply, its steps as they were written: the validator judges them.

    ValueError where it isn't one. Of an empty plan the model's own words are not kept: they may be an answer.
    """
    steps, why = data.get("plan"), data.get("rationale")
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise ValueError("the reply holds no list of steps")
    if repeated := [each.key for each in (data, *steps) if isinstance(each, RepeatedKey)]:
        raise ValueError(f"the reply has the key {repeated[0][:40]!r} twice in one object")
    if not steps:
        return Plan(rationale="no tool answers this")
    kind = ChoosingPlan if data.get("then") == CHOOSE else Plan
    return kind(
        tuple(
            Step(step.get("id", ""), step.get("name", ""), _arguments(step.get("arguments", {})), step.get("server"))
            for step in steps
        ),
        clean_text(why, 200) if isinstance(why, str) else "",
    )


def _arguments(written: Any) -> Any:
    """The arguments by name. What is not the list that was asked for stays as it is; a name given twice is refused."""
    if not isinstance(written, list) or not all(isinstance(each, dict) and "name" in each for each in written):
        return written
    found: JsonObject = {}
    for each in written:
        name = each["name"]
        if not isinstance(name, str) or name in found:
            raise ValueError("the reply has an argument twice, or one without a name")
        found[name] = _value(each)
    return found


def _value(argument: JsonObject) -> Any:
    """The value of an argument, or the reference in its place. Lists and objects are written as JSON."""
    ref, value = argument.get("ref"), argument.get("value")
    if isinstance(ref, str) and ref and value in (None, ""):
        return _json(ref) if ref.lstrip().startswith("{") else {KEY: ref}
    return _json(value) if isinstance(value, str) and value.lstrip()[:1] in ("[", "{") else value


def _json(text: str) -> Any:
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return text


def _planned(plan: Plan) -> str:
    """The plan as the model wrote it, or without its steps where it is too long to be said again."""
    text = _written(plan)
    return (text if len(text) <= PLAN_MAX_CHARS else _written(Plan())).encode("utf-8", "replace").decode()


def _written(plan: Plan) -> str:
    steps = [{"id": step.id, "name": step.name, "arguments": _listed(step.arguments)} for step in plan.steps]
    then = CHOOSE if isinstance(plan, ChoosingPlan) else ANSWER
    said = {"rationale": "", "plan": steps, "then": then}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"), default=str)


def _listed(arguments: Any) -> Any:
    """Arguments as a model is asked to write them."""
    if not isinstance(arguments, dict):
        return arguments
    return [
        {"name": name, "ref": value[KEY]}
        if isinstance(value, dict) and set(value) == {KEY}
        else {"name": name, "value": value if isinstance(value, str) else json.dumps(value, default=str)}
        for name, value in arguments.items()
    ]
