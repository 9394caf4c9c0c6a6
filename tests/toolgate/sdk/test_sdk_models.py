"""Pydantic models of every shape as requests and results: what goes in and out is what they name, and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, RootModel

from tests.rows import each_row
from toolgate.sdk import AgentContext, Content, McpServer, PolicyDecision, RegistrationError, tool


class Renamed(BaseModel):
    customer_id: str = Field(alias="customerId")


class Node(BaseModel):
    value: int
    below: list[Node] = []


class Inner(BaseModel):
    a: int


class Outer(BaseModel):
    inner: Inner
    table: dict[str, int] = {}


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    inner: Inner | None = None


class Scores(RootModel[dict[str, int]]):
    pass


class More(Inner):
    password: str = "hunter2"


class Numbers(RootModel[list[int]]):
    pass


class Wrong(BaseModel):
    error: str


class Versioned(BaseModel):
    version: int = Field(serialization_alias="schema_version")


class Counted(BaseModel):
    summary: int


class Told(BaseModel):
    summary: str = "All is well."


@tool(name="renamed")
def renamed(request: Renamed) -> Renamed:
    return request


@tool(name="node")
def node(request: Node) -> Node:
    return request


@tool(name="outer")
def outer(request: Outer) -> Outer:
    return request


@tool(name="anything")
def anything(request: Open) -> Open:
    return request


@tool(name="scores")
def scores(request: Scores) -> Scores:
    return request


@tool(name="more")
def more() -> Inner:
    return More(a=1)


@tool(name="blocks")
def blocks(request: Renamed) -> Content:
    return Content("blocks", result=request)


@tool(name="blocks_of_error")
def blocks_of_error() -> Content:
    return Content("blocks", result=Wrong(error="no"))


@tool(name="told")
def told() -> Told:
    return Told()


async def payload(function: Any, arguments: dict[str, Any]) -> Any:
    made = McpServer(name="crm", version="1")
    made.register(function)
    outcome = await made.call(vars(function)["__toolgate__"].name, arguments)
    if not outcome.ok:
        return outcome.error_type
    return {key: value for key, value in outcome.envelope.items() if key not in ("schema_version", "generated_at")}


NAMED = {"customerId": "c-1"}
TREE = {"value": 1, "below": [{"value": 2, "below": []}]}


@each_row(
    ("function", "arguments", "given"),
    [
        (renamed, NAMED, NAMED),
        (renamed, {"customer_id": "c-1"}, "validation_error"),
        (blocks, NAMED, NAMED),
        (node, TREE, TREE),
        (node, {**TREE, "more": 1}, "validation_error"),
        (node, {"value": 1, "below": [{"value": 2, "more": 1}]}, "validation_error"),
        (outer, {"inner": {"a": 1}, "table": {"any": 1}}, {"inner": {"a": 1}, "table": {"any": 1}}),
        (outer, {"inner": {"a": 1, "more": 1}}, "validation_error"),
        (anything, {"free": 1}, {"inner": None, "free": 1}),
        (anything, {"inner": {"a": 1, "more": 1}}, "validation_error"),
        (anything, {"error": "no"}, "output_invalid"),
        (anything, {"summary": 5}, "output_invalid"),
        (scores, {"ann": 1}, {"ann": 1}),
        (scores, {"ann": "one"}, "validation_error"),
        (more, {}, {"a": 1}),
        (blocks_of_error, {}, "output_invalid"),
        (told, {}, {"summary": "All is well."}),
    ],
)
def test_what_goes_in_and_out_is_what_the_models_name(function: Any, arguments: Any, given: Any) -> None:
    assert asyncio.run(payload(function, arguments)) == given


def takes_a_list(request: Numbers) -> Inner:
    raise AssertionError


def gives_a_list() -> Numbers:
    raise AssertionError


def gives_an_error() -> Wrong:
    raise AssertionError


def gives_a_version() -> Versioned:
    raise AssertionError


def gives_a_count() -> Counted:
    raise AssertionError


def takes_no_model(request: BaseModel) -> Inner:
    raise AssertionError


@each_row(
    ("function", "message"),
    [
        (takes_a_list, "arguments must be an object"),
        (gives_a_list, "result must be an object"),
        (gives_an_error, "its result has a field 'error', which is the envelope's"),
        (gives_a_version, "its result has a field 'schema_version', which is the envelope's"),
        (gives_a_count, "the field 'summary' of its result is what people read: make it a str"),
        (takes_no_model, "the request must be a pydantic BaseModel, not BaseModel"),
    ],
)
def test_a_model_that_can_be_neither_is_refused_at_the_start(function: Any, message: str) -> None:
    with pytest.raises(RegistrationError, match=message):
        McpServer(name="crm", version="1").register(tool(name="t")(function))


@tool(name="scribbling")
def scribbling(agent: AgentContext) -> Told:
    agent.metadata["traceparent"] = "forged"  # type: ignore[index]
    return Told()


async def test_what_a_tool_does_to_its_caller_reaches_nobody_else() -> None:
    made = McpServer(name="crm", version="1", policies=[_scribble])
    made.register(scribbling)
    caller = AgentContext("ann", metadata={"traceparent": "true"})
    assert (await made.call("scribbling", {}, caller)).ok
    assert caller.metadata == {"traceparent": "true"}


def _scribble(ctx: AgentContext, name: str, arguments: dict[str, Any]) -> Any:
    ctx.metadata["traceparent"] = "forged"  # type: ignore[index]
    return PolicyDecision.allow()


async def test_what_a_policy_does_to_arguments_changes_no_call() -> None:
    seen: list[Any] = []

    def changing(ctx: AgentContext, name: str, arguments: dict[str, Any]) -> Any:
        seen.append(arguments["inner"].pop("a"))
        return PolicyDecision.allow()

    made = McpServer(name="crm", version="1", policies=[changing, changing])
    made.register(outer)
    outcome = await made.call("outer", {"inner": {"a": 1}})
    assert outcome.envelope["inner"] == {"a": 1}
    assert seen == [1, 1]
