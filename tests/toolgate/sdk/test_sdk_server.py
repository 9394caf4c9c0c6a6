"""A server of the SDK: what it registers, promises, refuses and keeps apart."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from inspect import Parameter, Signature
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError, field_validator

from tests.rows import each_row
from tests.toolgate.sdk.sdk_tools import (
    CustomerRequest,
    CustomerResponse,
    broken,
    get_customer,
    picture,
    refusing,
    server,
    slow,
    who,
    wrong,
)
from toolgate.hooks import Ended, Hooks, Started
from toolgate.sdk import (
    AgentContext,
    CallContext,
    Content,
    McpServer,
    PolicyDecision,
    RegistrationError,
    ToolMetadata,
    prompt,
    resource,
    tool,
    tools,
)
from toolgate.sdk.registration import LONGEST_MS, LONGEST_NAME
from toolgate.serving.bearer_tokens import SHORTEST_TOKEN

ID = {"customer_id": "c-1"}
ROOT = Path(__file__).resolve().parents[3]


class Even(BaseModel):
    number: int

    @field_validator("number")
    @classmethod
    def _even(cls, number: int) -> int:
        if number % 2:
            raise ValueError("is odd")
        return number


async def test_a_tool_takes_its_model_and_gives_its_model() -> None:
    outcome = await server(get_customer).call("get_customer", ID)
    assert outcome.ok
    assert {**outcome.envelope, "generated_at": ""} == {
        "schema_version": 1,
        "generated_at": "",
        "customer_id": "c-1",
        "status": "active",
    }


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "validation_error"),
        ({"customer_id": 5}, "validation_error"),
        ({**ID, "more": 1}, "validation_error"),
        ({**ID, "agent": {"agent_id": "root"}}, "validation_error"),
    ],
)
async def test_what_does_not_fit_the_model_never_reaches_the_tool(arguments: dict[str, Any], error: str) -> None:
    called: list[object] = []

    @tool(name="watched")
    def watched(request: CustomerRequest, agent: AgentContext) -> CustomerResponse:
        called.append(request)
        return CustomerResponse(customer_id="", status="")

    outcome = await server(watched).call("watched", arguments)
    assert outcome.error_type == error
    assert called == []


async def test_what_only_the_model_knows_to_be_wrong_is_an_invalid_argument() -> None:
    @tool(name="halve")
    def halve(request: Even) -> CustomerResponse:
        return CustomerResponse(customer_id=str(request.number // 2), status="")

    made = server(halve)
    assert (await made.call("halve", {"number": 4})).ok
    outcome = await made.call("halve", {"number": 3})
    assert outcome.error_type == "validation_error"
    assert outcome.envelope["error"]["details"]["path"] == "/number"


@pytest.mark.parametrize(
    ("function", "error", "message"),
    [
        (broken, "tool_failed", "broken failed (RuntimeError); the log has more"),
        (refusing, "tool_failed", "the customer has gone"),
        (wrong, "output_invalid", "wrong returned dict, not CustomerResponse"),
        (slow, "timeout", "slow did not answer within 50 ms"),
    ],
)
async def test_a_tool_that_fails_says_what_a_caller_may_read(function: Any, error: str, message: str) -> None:
    made = server(function)
    outcome = await made.call(function.__toolgate__.name, ID)
    assert outcome.error_type == error
    assert outcome.envelope["error"]["message"] == message
    assert "hunter2" not in json.dumps(outcome.envelope)
    assert "Traceback" not in json.dumps(outcome.envelope)


async def test_the_caller_is_injected_and_not_in_the_schema() -> None:
    made = server(who)
    outcome = await made.call("who", {}, AgentContext("ann", "some-model"))
    assert (outcome.envelope["customer_id"], outcome.envelope["status"]) == ("ann", "some-model")
    assert made.tools[0].input_schema["properties"] == {}


def test_the_metadata_of_a_tool_cannot_be_changed_however_deep() -> None:
    (metadata,) = server(get_customer).tools
    assert set(ToolMetadata.model_fields) == {
        "name",
        "description",
        "input_schema",
        "output_schema",
        "timeout_ms",
        "idempotent",
    }
    assert (metadata.timeout_ms, metadata.idempotent) == (1000, True)
    with pytest.raises(ValidationError):
        metadata.name = "other"
    for change in (
        lambda: metadata.input_schema.update({"x": 1}),
        lambda: metadata.input_schema["properties"].pop("customer_id"),
        lambda: metadata.input_schema["properties"]["customer_id"].__setitem__("type", "integer"),
        lambda: metadata.input_schema["required"].append("x"),
    ):
        with pytest.raises((TypeError, AttributeError)):
            change()
    assert json.loads(metadata.model_dump_json())["input_schema"]["required"] == ["customer_id"]


async def test_policies_are_asked_in_turn_and_the_first_denial_ends_it() -> None:
    asked: list[str] = []

    def first(ctx: AgentContext, name: str, arguments: dict[str, Any]) -> PolicyDecision:
        asked.append(f"first {ctx.agent_id} {name} {arguments['customer_id']}")
        arguments["customer_id"] = "changed"
        return PolicyDecision.allow()

    def second(ctx: AgentContext, name: str, arguments: dict[str, Any]) -> PolicyDecision:
        asked.append(f"second {arguments['customer_id']}")
        return PolicyDecision.deny("Blocked in prod")

    def third(ctx: AgentContext, name: str, arguments: dict[str, Any]) -> PolicyDecision:
        raise AssertionError

    outcome = await server(get_customer, policies=[first, second, third]).call("get_customer", ID, AgentContext("ann"))
    assert outcome.error_type == "policy_denied"
    assert outcome.envelope["error"]["message"] == "Blocked in prod"
    assert asked == ["first ann get_customer c-1", "second c-1"]
    allowed = await server(get_customer, policies=[first]).call("get_customer", ID)
    assert allowed.envelope["customer_id"] == "c-1"


@pytest.mark.parametrize("given", [None, True, "yes"])
async def test_a_policy_that_decides_nothing_denies(given: Any) -> None:
    outcome = await server(get_customer, policies=[lambda ctx, name, arguments: given]).call("get_customer", ID)
    assert outcome.error_type == "policy_denied"


async def test_resources_and_prompts_are_asked_of_policies_too(tmp_path: Path) -> None:
    @resource("notes://{day}")
    def notes(day: str) -> str:
        return f"notes of {day}"

    @prompt(name="greet")
    def greet() -> str:
        return "hello"

    def no_monday(ctx: AgentContext, name: str, arguments: dict[str, Any]) -> PolicyDecision:
        return PolicyDecision.deny("not on Monday") if arguments.get("day") == "monday" else PolicyDecision.allow()

    made = server(notes, greet, policies=[no_monday], audit=tmp_path / "audit.jsonl")
    offers = made.service().offers
    assert offers is not None
    ann = AgentContext("ann")
    read = await offers.read("notes://tuesday", ann)
    assert read.native == {
        "contents": [{"uri": "notes://tuesday", "mimeType": "text/plain", "text": "notes of tuesday"}]
    }
    assert (await offers.read("notes://monday", ann)).error_type == "policy_denied"
    assert (await offers.read("notes://a/b", ann)).error_type == "tool_not_found"
    assert (await offers.get_prompt("greet", {}, ann)).ok
    await made.aclose()
    records = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text().splitlines()]
    assert [(one["operation"], one["tool"], one["error_type"]) for one in records] == [
        ("resources/read", "notes://{day}", None),
        ("resources/read", "notes://{day}", "policy_denied"),
        ("resources/read", "notes://a/b", "tool_not_found"),
        ("prompts/get", "greet", None),
    ]


class Told(Hooks):
    def __init__(self) -> None:
        self.of: list[str] = []

    def on_execute_start(self, started: Started) -> None:
        self.of.append("start")

    def on_execute_end(self, ended: Ended) -> None:
        self.of.append("end")

    def on_execute_error(self, ended: Ended) -> None:
        self.of.append(f"error {ended.error_type}")
        raise RuntimeError("a hook of somebody else's")


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("get_customer", "end"),
        ("broken", "error tool_failed"),
        ("nobody", "error tool_not_found"),
        ("slow", "error timeout"),
        ("wrong", "error output_invalid"),
    ],
)
async def test_of_every_call_the_start_is_told_and_one_end(name: str, ends: str) -> None:
    told = Told()
    outcome = await server(hooks=[told]).call(name, ID)
    assert told.of == ["start", ends]
    assert outcome.ok is (ends == "end")


async def test_two_servers_in_one_process_share_nothing() -> None:
    told = Told()
    one = server(get_customer, policies=[lambda ctx, name, arguments: PolicyDecision.deny("no")], hooks=[told])
    other = server(who)
    assert not (await one.call("get_customer", ID)).ok
    assert (await other.call("get_customer", ID)).error_type == "tool_not_found"
    assert (await other.call("who")).ok
    assert told.of == ["start", "error policy_denied"]


def test_a_server_is_made_by_names_alone() -> None:
    with pytest.raises(TypeError):
        McpServer("x", "1")  # type: ignore[call-arg]


def test_where_a_policy_is_required_there_is_no_start_without_one() -> None:
    with pytest.raises(RegistrationError, match="a policy is required and there is none"):
        McpServer(name="crm", version="1", require_policy=True)
    McpServer(
        name="crm", version="1", require_policy=True, policies=[lambda ctx, name, arguments: PolicyDecision.allow()]
    )


def untyped(request, more):  # type: ignore[no-untyped-def]
    return request


def two(one: CustomerRequest, other: CustomerRequest) -> CustomerResponse:
    raise AssertionError


def plain(request: dict[str, Any]) -> CustomerResponse:
    raise AssertionError


def gives_nothing(request: CustomerRequest) -> None:
    raise AssertionError


def waits_in_a_thread(request: CustomerRequest, call: CallContext) -> CustomerResponse:
    raise AssertionError


def anything(*args: Any) -> CustomerResponse:
    raise AssertionError


def fits(request: CustomerRequest) -> CustomerResponse:
    raise AssertionError


def yields(request: CustomerRequest) -> Iterator[CustomerResponse]:
    yield CustomerResponse(customer_id="", status="")


async def yields_later(request: CustomerRequest) -> AsyncIterator[CustomerResponse]:
    yield CustomerResponse(customer_id="", status="")


async def talks(request: CustomerRequest, call: CallContext) -> CustomerResponse:
    raise AssertionError


def of_day(day: str) -> str:
    raise AssertionError


def numbered(day: int) -> str:
    raise AssertionError


@each_row(
    ("function", "mark", "message"),
    [
        (untyped, tool(name="t"), "parameter 'request' has no type: annotate it"),
        (two, tool(name="t"), "put one, other into one pydantic model"),
        (plain, tool(name="t"), "the request must be a pydantic BaseModel, not dict"),
        (gives_nothing, tool(name="t"), "the result must be a pydantic BaseModel or Content, not nothing"),
        (waits_in_a_thread, tool(name="t"), "write async def waits_in_a_thread"),
        (anything, tool(name="t"), "name each parameter and its type"),
        (fits, tool(name=""), "the tool has no name"),
        (fits, tool(name="a tool"), "'a tool' is no name of a tool: take 1 to 128 of the letters"),
        (fits, tool(name="t" * 129), "is no name of a tool"),
        (fits, tool(name=5), "5 is no name of a tool"),  # type: ignore[arg-type]
        (fits, tool(name="t", description=5), "its description is int: write a str"),  # type: ignore[arg-type]
        (fits, tool(name="t", idempotent="yes"), "idempotent is 'yes': choose True or False"),  # type: ignore[arg-type]
        (fits, tool(name="t", tier="UNKNOWN"), "'UNKNOWN' isn't a tier: choose one of READ_ONLY"),  # type: ignore[arg-type]
        (fits, tool(name="t", timeout_ms=0), "timeout_ms is 0: give it at least 1"),
        (fits, tool(name="t", timeout_ms=-1), "timeout_ms is -1: give it at least 1"),
        (fits, tool(name="t", timeout_ms=86_400_001), "give it at most 86400000, which is a day"),
        (fits, tool(name="t", timeout_ms=1.5), "timeout_ms is 1.5: give it a whole number"),  # type: ignore[arg-type]
        (fits, tool(name="t", timeout_ms=True), "timeout_ms is True: give it a whole number"),
        (yields, tool(name="t"), "it yields, and a call has one answer: return it"),
        (yields_later, tool(name="t"), "it yields, and a call has one answer: return it"),
        (fits, tool(name="t", input_schema=5), "input_schema is int: give it a JSON Schema"),  # type: ignore[arg-type]
        (fits, tool(name="t", input_schema={"type": "string"}), "arguments must be an object"),
        (fits, tool(name="t", isolation="vm"), "there is no isolation 'vm': choose thread, process or inline"),  # type: ignore[arg-type]
        (fits, tool(name="t", input_schema={"type": 5}), "not a JSON Schema"),
        (talks, tool(name="t", isolation="inline"), "an async function is in the event loop anyway"),
        (talks, tool(name="t", isolation="process"), "a CallContext cannot reach another process"),
        (of_day, resource("notes://{night}"), "name them alike"),
        (of_day, resource("notes"), "isn't a URI"),
        (of_day, resource("notes://{day"), "braces that hold no name"),
        (of_day, resource("notes://{day}", complete={"night": lambda typed, known: ()}), "isn't a parameter of it"),
        (of_day, resource("notes://{day}", complete={"day": ["monday"]}), "what completes 'day' isn't a function"),  # type: ignore[dict-item]
        (of_day, resource("notes://{day}", timeout_ms=0), "timeout_ms is 0"),
        (numbered, resource("notes://{day}"), "parameter 'day' must be a str"),
        (of_day, prompt(name=" "), "' ' is no name of a prompt: write a text of one line"),
        (numbered, prompt(name="p"), "parameter 'day' must be a str"),
        (of_day, prompt(name="p", timeout_ms=0), "timeout_ms is 0"),
    ],
)
def test_a_wrong_registration_is_refused_at_the_start_with_the_remedy(function: Any, mark: Any, message: str) -> None:
    made = McpServer(name="crm", version="1")
    try:
        with pytest.raises(RegistrationError, match=message.replace("(", r"\(")):
            made.register(mark(function))
    finally:
        del function.__toolgate__


async def test_an_inline_function_runs_in_the_event_loop_and_its_late_answer_is_a_timeout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran_in: list[int] = []
    clock = iter((0.0, 0.05, 1.0, 1.051))

    @tool(name="looks_up", isolation="inline", timeout_ms=50)
    def looks_up(request: CustomerRequest) -> CustomerResponse:
        ran_in.append(get_ident())
        return CustomerResponse(customer_id=request.customer_id, status="")

    made = McpServer(name="crm", version="1")
    made.register(looks_up)
    monkeypatch.setattr(tools, "perf_counter", lambda: next(clock))
    in_time, late = [await made.call("looks_up", {"customer_id": "c"}) for _ in range(2)]
    assert ran_in == [get_ident()] * 2
    assert in_time.ok
    assert late.error_type == "timeout"
    assert late.envelope["error"]["message"].startswith("looks_up took longer than 50 ms; the call has taken effect")


def test_a_name_of_a_tool_is_so_long_and_no_longer() -> None:
    def named(request: CustomerRequest) -> CustomerResponse:
        raise AssertionError

    made = McpServer(name="crm", version="1")
    made.register(tool(name="t" * LONGEST_NAME, timeout_ms=LONGEST_MS)(named))
    with pytest.raises(RegistrationError, match="is no name of a tool"):
        made.register(tool(name="t" * (LONGEST_NAME + 1))(named))


async def waits(ctx: AgentContext, name: str, arguments: dict[str, Any]) -> PolicyDecision:
    raise AssertionError


@each_row(
    ("given", "message"),
    [
        ({"name": " "}, "a server needs a name"),
        ({"version": 1}, "its version is 1: write a text, as '1.0.0'"),
        ({"version": ""}, "its version is ''"),
        ({"policies": [5]}, "5 is no policy: write def policy"),
        ({"policies": [waits]}, "is no policy: write def policy"),
        ({"hooks": [Told]}, "is no hook: give an instance"),
        ({"port": 65_536}, "the port is 65536: give 0 to 65535"),
        ({"port": -1}, "the port is -1"),
        ({"allowed_hosts": "tools.example"}, "allowed_hosts and allowed_origins are lists"),
        ({"tokens": {"ann": ""}}, "tokens must be names .* at least 16 characters"),
        ({"tokens": {"ann": "a" * (SHORTEST_TOKEN - 1)}}, "tokens must be names"),
        ({"tokens": {"": "sixteen-letters-"}}, "tokens must be names"),
        ({"tokens": {"ann": "sixteen-letters-", "bob": "sixteen-letters-"}}, "a token of its own"),
    ],
)
def test_a_server_that_is_made_wrong_is_refused_with_the_remedy(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RegistrationError, match=message.replace("(", r"\(")):
        McpServer(**{"name": "crm", "version": "1", **given})


def test_a_token_of_sixteen_characters_is_long_enough() -> None:
    McpServer(name="crm", version="1", tokens={"ann": "a" * SHORTEST_TOKEN})


def test_two_templates_of_the_same_addresses_are_refused() -> None:
    made = McpServer(name="crm", version="1")
    made.register(resource("notes://{day}")(_of("day")))
    made.register(resource("notes://{day}/{hour}")(_of("day", "hour")))
    with pytest.raises(RegistrationError, match="has the same addresses: keep one of them"):
        made.register(resource("notes://{night}")(_of("night")))


def _of(*names: str) -> Any:
    def read(**given: str) -> str:
        raise AssertionError

    read.__signature__ = Signature([Parameter(name, Parameter.KEYWORD_ONLY) for name in names])  # type: ignore[attr-defined]
    read.__annotations__ = {**dict.fromkeys(names, str), "return": str}
    return read


def test_a_function_without_a_mark_and_a_name_that_is_taken_are_refused() -> None:
    made = server(get_customer)
    with pytest.raises(RegistrationError, match="fits is not marked: put @tool"):
        made.register(fits)
    with pytest.raises(RegistrationError, match="get_customer: the name of this tool is taken"):
        made.register(get_customer)
    with pytest.raises(RegistrationError, match="there is no transport 'pigeon'"):
        McpServer(name="crm", version="1", transport="pigeon")  # type: ignore[arg-type]


async def test_a_server_that_is_made_takes_no_more_tools() -> None:
    made = server(get_customer)
    await made.call("get_customer", ID)
    with pytest.raises(RegistrationError, match="register before run"):
        made.register(who)


async def test_content_stands_beside_the_result() -> None:
    outcome = await server(picture).call("picture", ID)
    assert outcome.envelope["status"] == "seen"
    assert [block["type"] for block in outcome.native["content"]] == ["text", "image"]
    assert outcome.native["structuredContent"] == outcome.envelope


async def test_content_without_a_result_is_an_empty_envelope() -> None:
    @tool(name="show")
    def show() -> Content:
        return Content("words")

    outcome = await server(show).call("show")
    assert set(outcome.envelope) == {"schema_version", "generated_at"}


async def test_a_thread_that_goes_on_after_its_time_is_told_of() -> None:
    from threading import Event

    go_on, ended = Event(), Event()
    told: list[str] = []

    @tool(name="late", timeout_ms=30)
    def late(request: CustomerRequest) -> CustomerResponse:
        go_on.wait(60)
        return CustomerResponse(customer_id="", status="")

    class Heard(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(record.getMessage())
            ended.set()

    handler = Heard()
    logging.getLogger("toolgate.sdk").addHandler(handler)
    try:
        outcome = await server(late).call("late", ID)
        assert outcome.error_type == "timeout"
        await asyncio.sleep(0.05)  # its own clock began after ours
        go_on.set()
        assert ended.wait(60)
    finally:
        logging.getLogger("toolgate.sdk").removeHandler(handler)
    assert "what it did has been done" in told[0]


def test_no_library_of_a_transport_is_loaded_before_a_server_is_made() -> None:
    code = """
import sys, toolgate, toolgate.sdk
assert set(toolgate.sdk.__all__) <= set(toolgate.__all__)
assert all(getattr(toolgate, name) is getattr(toolgate.sdk, name) for name in toolgate.sdk.__all__ if name not in ("ProviderLogins", "WireClient"))
from tests.toolgate.sdk.sdk_tools import server
made = server()
print([name for name in ("fastmcp", "mcp", "starlette", "uvicorn", "httpx2") if name in sys.modules])
made.service()
print("fastmcp" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split("\n")[:2] == ["[]", "True"]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_where_it_cannot_listen_it_ends_with_one_line(host: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        made = f"McpServer(name='crm', version='1', host={host!r}, port={taken.getsockname()[1]})"
        code = f"from toolgate.sdk import McpServer; {made}.run()"
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 1
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)
    needed = "choose another port, or 0 for a free one" if host == "127.0.0.1" else "needs tokens"
    assert done.stderr.startswith(("crm: cannot listen on", "crm: listening on"))
    assert needed in done.stderr
