"""A server of the SDK as clients of MCP see it: questions back, resources, prompts, completions, subscriptions."""

from __future__ import annotations

import ast
import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import copy_context
from pathlib import Path
from typing import Any

import mcp_types
import pytest
from fastmcp import Client, FastMCP
from fastmcp.client.transports import StreamableHttpTransport
from mcp.client import Client as SdkClient
from mcp.client.streamable_http import streamable_http_client
from pydantic import BaseModel

from tests.toolgate.sdk.sdk_tools import get_customer, server, who
from tests.toolgate.sdk.test_sdk_wire import running
from toolgate.sdk import (
    AgentContext,
    Audio,
    CallContext,
    Content,
    Embedded,
    Image,
    McpServer,
    PolicyDecision,
    prompt,
    resource,
    tool,
)

MODES = ("auto", "legacy")
GONE = r"(?i)there is no|method not found|not supported"


class Form(BaseModel):
    name: str


RAN: list[str] = []


@tool(name="greet", description="Asks for a name.", timeout_ms=20_000)
async def greet(call: CallContext) -> Content:
    RAN.append("greet")
    answer = await call.elicit("What is your name?", Form, key="name")
    return Content(f"Hello, {answer.content['name']}!" if answer.accepted else f"{answer.action}d")


@tool(name="tell", description="Says how far it is and what it does.")
async def tell(call: CallContext) -> Content:
    await call.progress(1, 2, "half")
    await call.log("working")
    return Content(", ".join(sorted(call.capabilities)))


@tool(name="consult", description="Asks the client's model, and where it works.", timeout_ms=20_000)
async def consult(call: CallContext) -> Content:
    said = await call.sample("Who leads?", system_prompt="Be brief.", max_tokens=9)
    return Content(said, *await call.roots())


@tool(name="show", description="Shows one of everything.")
def show() -> Content:
    blocks: tuple[Any, ...] = (
        "words",
        Image(b"\x89PNG", "image/png"),
        Audio(b"RIFF"),
        Embedded("notes://1", "a note"),
        Embedded("notes://2", b"\x00\xff", "application/octet-stream"),
    )
    return Content("a plain text", *blocks, result=Form(name="all"))


@tool(name="peek", description="Looks for the request that it runs in.")
async def peek(call: CallContext, agent: AgentContext) -> Content:
    return Content(_seen(call, agent))


@resource("peek://here", description="Looks for the request that it is read in.")
async def peeking(agent: AgentContext) -> str:
    return _seen(agent)


@prompt(name="peeking", description="Looks for the request that it is got in.")
async def peeking_prompt(call: CallContext) -> str:
    return _seen(call)


NOTHING_SEEN = "[{}, null, null, []]"


def _seen(*injected: Any) -> str:
    """What leads to the request: functions of the libraries, context variables, attributes of what is injected."""
    from fastmcp.server.dependencies import get_access_token, get_http_headers
    from mcp.server.auth.middleware.auth_context import get_access_token as get_token

    values = [*injected, *copy_context().values()]
    leading = [name for value in values for name in _reachable(value)]
    return json.dumps([get_http_headers(include_all=True), get_access_token(), get_token(), leading], default=str)


def _reachable(value: Any) -> list[str]:
    """The public attributes of a value that are the libraries' values of a request."""
    public = [name for name in dir(value) if not name.startswith("_")]
    return [name for name in public if "starlette" in type(getattr(value, name, None)).__module__]


@resource("notes://today", description="What is noted today.")
def today(agent: AgentContext) -> str:
    return f"nothing, {agent.agent_id}"


@resource(
    "notes://{day}/{hour}",
    mime_type="application/json",
    complete={"day": lambda typed, known: [day for day in ("monday", "tuesday") if day.startswith(typed)]},
)
def notes(day: str, hour: str) -> dict[str, str]:
    """What was noted in an hour."""
    return {"day": day, "hour": hour}


@prompt(name="summary", complete={"of": lambda typed, known: [f"{typed}-{known.get('length', '')}"]})
def summary(of: str, length: str = "short") -> str:
    """A summary of something."""
    return f"Sum up {of}, {length}."


OFFERED = (greet, tell, peek, today, notes, summary)
PEEKING = (peek, peeking, peeking_prompt)


def offering(**how: Any) -> McpServer:
    return server(*OFFERED, **how)


@asynccontextmanager
async def connected(made: McpServer, **how: Any) -> AsyncIterator[Any]:
    """A client of a server that runs over HTTP; `how` it is told things and speaks."""
    async with running(made) as at, Client(f"http://{at.url}/mcp", **how) as client:
        yield client


def records_in(folder: Path) -> list[Any]:
    """The audit records of a server that is closed."""
    return [json.loads(line) for line in (folder / "audit.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("mode", MODES)
async def test_a_tool_asks_its_client_s_model_and_where_the_client_works(mode: Any) -> None:
    asked: list[Any] = []

    async def think(messages: Any, params: Any, context: Any) -> str:
        asked.append((messages[0].content.text, params.system_prompt, params.max_tokens))
        return "Nobody yet."

    async with connected(server(consult), mode=mode, sampling_handler=think, roots=["file:///race"]) as client:
        result = await client.call_tool_mcp("consult", {})
    assert [block.text for block in result.content] == ["Nobody yet.", "file:///race"]
    assert asked == [("Who leads?", "Be brief.", 9)]


@pytest.mark.parametrize("mode", MODES)
async def test_blocks_of_every_kind_reach_a_client_whole_and_in_their_order(mode: Any) -> None:
    async with connected(server(show), mode=mode) as client:
        result = await client.call_tool_mcp("show", {})
    assert result.structured_content["name"] == "all"
    assert [block.model_dump(mode="json", exclude_none=True, by_alias=True) for block in result.content] == [
        {"type": "text", "text": "a plain text"},
        {"type": "text", "text": "words"},
        {"type": "image", "data": "iVBORw==", "mimeType": "image/png"},
        {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"},
        {"type": "resource", "resource": {"uri": "notes://1", "mimeType": "text/plain", "text": "a note"}},
        {
            "type": "resource",
            "resource": {"uri": "notes://2", "mimeType": "application/octet-stream", "blob": "AP8="},
        },
    ]


@pytest.mark.parametrize("mode", MODES)
async def test_a_tool_asks_the_person_behind_its_client(mode: Any) -> None:
    asked: list[str] = []

    async def fill(message: str, kind: Any, params: Any, context: Any) -> Any:
        asked.append(message)
        return {"name": "Ann"}

    RAN.clear()
    async with connected(offering(), mode=mode, elicitation_handler=fill) as client:
        result = await client.call_tool_mcp("greet", {})
    assert result.content[0].text == "Hello, Ann!"
    assert asked == ["What is your name?"]
    assert ["greet"] * (2 if mode == "auto" else 1) == RAN


@pytest.mark.parametrize("mode", MODES)
async def test_an_answer_that_does_not_fit_the_form_is_none(mode: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    # A client that does not look at its answers: newer ones hold them to the form themselves.
    monkeypatch.setattr("fastmcp.client.elicitation._validate_form_content", lambda *_: None, raising=False)
    given: list[dict[str, Any]] = [{"name": 5}, {"name": "Ann"}]

    async def fill(message: str, kind: Any, params: Any, context: Any) -> Any:
        return mcp_types.ElicitResult(action="accept", content=given.pop(0))

    async with connected(offering(), mode=mode, elicitation_handler=fill) as client:
        result = await client.call_tool_mcp("greet", {})
    text = getattr(result.content[0], "text", "")
    if mode == "legacy":  # it has been asked, and has answered
        assert result.is_error
        assert "have the form that was asked for" in text
    else:
        assert text == "Hello, Ann!"


async def test_a_client_that_refuses_a_question_fails_the_call_in_its_own_words() -> None:
    async def fill(message: str, kind: Any, params: Any, context: Any) -> Any:
        raise ValueError("nobody is there " + 40 * "to ask ")

    async with connected(offering(), mode="legacy", elicitation_handler=fill) as client:
        result = await client.call_tool_mcp("greet", {})
    assert result.is_error
    told = json.loads(result.content[0].text)["error"]
    assert told["type"] == "tool_failed"
    assert told["message"].startswith("the client refused what it was asked: nobody is there to ask")
    assert len(told["message"]) < 200


@pytest.mark.parametrize("mode", MODES)
async def test_a_client_that_cannot_answer_is_not_asked(mode: Any) -> None:
    async with connected(offering(), mode=mode) as client:
        try:
            result = await client.call_tool_mcp("greet", {})
            told = result.content[0].text
            assert result.is_error
        except Exception as refused:  # noqa: BLE001 - the newer protocol has an error of its own for it
            told = str(refused)
    assert "this call asks the client for elicitation: use a client whose capabilities name that" in told


async def test_where_nobody_can_be_asked_the_call_fails_and_says_why() -> None:
    outcome = await offering().call("greet")
    assert outcome.error_type == "tool_failed"
    assert "only a client of MCP can answer" in outcome.envelope["error"]["message"]
    assert (await offering().call("tell")).ok


@pytest.mark.parametrize("mode", MODES)
async def test_progress_and_the_log_reach_a_client_that_wants_them(mode: Any) -> None:
    progressed: list[Any] = []
    logged: list[Any] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        progressed.append((done, total, message))

    async def log(message: Any) -> None:
        logged.append(message.data)

    async with connected(offering(), mode=mode, log_handler=log) as client:
        await client.call_tool_mcp("tell", {}, progress_handler=progress)
        await client.list_tools()  # whatever was sent before this answer has arrived
    assert progressed == [(1, 2, "half")]
    assert logged == ["working"]


@pytest.mark.parametrize("mode", MODES)
async def test_neither_tools_nor_resources_nor_prompts_reach_headers_or_the_request(mode: Any) -> None:
    headers = {"authorization": "Bearer a-token-of-sixteen", "x-secret": "s"}
    async with (
        running(server(*PEEKING, tokens={"ann": "a-token-of-sixteen"})) as at,
        Client(StreamableHttpTransport(f"http://{at.url}/mcp", headers=headers), mode=mode) as client,
    ):
        result = await client.call_tool_mcp("peek", {})
        (read,) = await client.read_resource("peek://here")
        got = await client.get_prompt("peeking")
    assert isinstance(read, mcp_types.TextResourceContents)
    assert result.content[0].text == read.text == got.messages[0].content.text == NOTHING_SEEN


@pytest.mark.parametrize("mode", MODES)
async def test_resources_templates_and_prompts_are_listed_and_read(mode: Any, tmp_path: Path) -> None:
    made = offering(audit=tmp_path / "audit.jsonl")
    async with Client(made.service().mcp(sessions=True), mode=mode) as client:
        assert [str(one.uri) for one in await client.list_resources()] == ["notes://today"]
        (template,) = await client.list_resource_templates()
        assert (template.uri_template, template.description) == ("notes://{day}/{hour}", "What was noted in an hour.")
        (text,) = await client.read_resource("notes://today")
        (data,) = await client.read_resource("notes://monday%20late/9")
        (listed,) = await client.list_prompts()
        got = await client.get_prompt("summary", {"of": "the race"})
        completed = await client.complete(
            mcp_types.ResourceTemplateReference(type="ref/resource", uri="notes://{day}/{hour}"),
            {"name": "day", "value": "mo"},
        )
        with pytest.raises(Exception, match="there is no resource 'notes://nothing'"):
            await client.read_resource("notes://nothing")
        with pytest.raises(Exception, match="there is no prompt 'nobody'"):
            await client.get_prompt("nobody")
        with pytest.raises(Exception, match="of"):
            await client.get_prompt("summary", {"length": "long"})
    await made.aclose()
    assert isinstance(text, mcp_types.TextResourceContents)
    assert isinstance(data, mcp_types.TextResourceContents)
    assert text.text == "nothing, anonymous"
    assert json.loads(data.text) == {"day": "monday late", "hour": "9"}
    assert [(one.name, one.required) for one in listed.arguments or ()] == [("of", True), ("length", False)]
    assert got.messages[0].content.text == "Sum up the race, short."
    assert completed.values == ["monday"]
    records = records_in(tmp_path)
    operations = [one["operation"] for one in records]
    assert operations == [
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        "resources/read",
        "prompts/get",
        "prompts/get",
    ]
    assert [one["error_type"] for one in records[-3:]] == ["tool_not_found", "tool_not_found", "validation_error"]


@pytest.mark.parametrize(
    "given",
    [
        [5],
        [{"role": "robot", "content": {"type": "text", "text": "x"}}],
        [{"role": "user", "content": "x"}],
        [{"role": "user", "content": {"text": "x"}}],
    ],
)
async def test_a_prompt_gives_messages_or_fails(given: list[Any]) -> None:
    @prompt(name="odd")
    def odd() -> list[Any]:
        return given

    offers = server(odd).service().offers
    assert offers is not None
    outcome = await offers.get_prompt("odd", {}, AgentContext())
    assert outcome.error_type == "output_invalid"


class Heard:
    """Waits until a client has been told of a resource."""

    def __init__(self) -> None:
        self.uris: asyncio.Queue[str] = asyncio.Queue()

    async def __call__(self, message: Any) -> None:
        if isinstance(message, mcp_types.ResourceUpdatedNotification):
            self.uris.put_nowait(str(message.params.uri))

    async def next(self) -> str:
        return await asyncio.wait_for(self.uris.get(), 60)


async def next_on(stream: Any) -> Any:
    """The resource that a stream of the newer protocol tells of next."""
    event = await asyncio.wait_for(anext(aiter(stream)), 60)
    return getattr(event, "uri", None)


UNSUBSCRIBING = pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed")


@UNSUBSCRIBING
async def test_a_client_of_the_older_protocol_is_told_of_what_it_subscribed_to() -> None:
    made, heard = offering(), Heard()
    async with connected(made, mode="legacy", message_handler=heard) as client:
        session: Any = client.session
        await session.subscribe_resource("notes://today")
        await asyncio.sleep(0.2)  # the stream of what is told outside requests opens beside
        await made.updated("notes://other")
        await made.updated("notes://today")
        assert await heard.next() == "notes://today"
        await session.unsubscribe_resource("notes://today")
        await made.updated("notes://today")
        with pytest.raises(Exception, match="there is no resource"):
            await session.subscribe_resource("notes://nothing")
    assert heard.uris.empty()


class Private:
    """A policy that denies these names."""

    def __init__(self, *names: str) -> None:
        self.names = [*names]

    def __call__(self, ctx: AgentContext, name: str, arguments: dict[str, Any]) -> PolicyDecision:
        return PolicyDecision.deny("private") if name in self.names else PolicyDecision.allow()


OPEN = "notes://monday/9"


@UNSUBSCRIBING
async def test_who_may_not_read_a_resource_may_not_subscribe_to_it_either(tmp_path: Path) -> None:
    made, heard = offering(policies=[Private("notes://today", "summary")], audit=tmp_path / "audit.jsonl"), Heard()
    async with Client(made.service().mcp(sessions=True), mode="legacy", message_handler=heard) as client:
        session: Any = client.session
        for refused in (
            client.read_resource("notes://today"),
            client.get_prompt("summary", {"of": "it"}),
            session.subscribe_resource("notes://today"),
            client.complete(mcp_types.PromptReference(type="ref/prompt", name="summary"), {"name": "of", "value": ""}),
        ):
            with pytest.raises(Exception, match="private"):
                await refused
        await session.subscribe_resource(OPEN)
        await made.updated("notes://today")
        await made.updated(OPEN)
        assert await heard.next() == OPEN
        assert heard.uris.empty()
    await made.aclose()
    records = records_in(tmp_path)
    assert [(one["operation"], one["tool"], one["error_type"]) for one in records] == [
        ("resources/read", "notes://today", "policy_denied"),
        ("prompts/get", "summary", "policy_denied"),
        ("resources/subscribe", "notes://today", "policy_denied"),
        ("completion/complete", "summary", "policy_denied"),
        ("resources/subscribe", "notes://{day}/{hour}", None),
    ]


@UNSUBSCRIBING
async def test_what_is_denied_after_somebody_has_subscribed_is_told_no_more() -> None:
    private, heard = Private(), Heard()
    made = offering(policies=[private])
    async with (
        running(made) as at,
        Client(f"http://{at.url}/mcp", mode="legacy", message_handler=heard) as older,
        SdkClient(streamable_http_client(f"http://{at.url}/mcp")) as newer,
        newer.listen(resource_subscriptions=["notes://today", OPEN]) as stream,
    ):
        session: Any = older.session
        await session.subscribe_resource("notes://today")
        await session.subscribe_resource(OPEN)
        await asyncio.sleep(0.2)  # the stream of what is told outside requests opens beside
        private.names.append("notes://today")
        await made.updated("notes://today")
        await made.updated(OPEN)
        assert await heard.next() == OPEN
        assert await next_on(stream) == OPEN
    assert heard.uris.empty()


async def test_a_client_of_the_newer_protocol_hears_on_its_stream_of_what_it_may_read() -> None:
    made = offering(policies=[Private("notes://{day}/{hour}")])
    wanted = ["notes://today", OPEN, "notes://nothing"]
    async with (
        running(made) as at,
        SdkClient(streamable_http_client(f"http://{at.url}/mcp")) as client,
        client.listen(resource_subscriptions=wanted) as stream,
    ):
        assert stream.honored.resource_subscriptions == ["notes://today"]
        await made.updated(OPEN)
        await made.updated("notes://today")
        assert await next_on(stream) == "notes://today"


ROOT = Path(__file__).resolve().parents[3]
SERVERS = {"FastMCP", "MCPServer", "create_proxy"}
ADDING = {
    "tool",
    "add_tool",
    "resource",
    "add_resource",
    "add_template",
    "prompt",
    "add_prompt",
    "mount",
    "add_provider",
}


def test_no_server_of_the_library_is_made_but_at_the_door() -> None:
    """Nothing in the three packages gives the library a tool, resource or prompt of its own (N11)."""
    makers, adders = [], []
    for path in (path for room in ("director", "mcp") for path in (ROOT / room).rglob("*.py")):
        text = path.read_text()
        if not any(name in text for name in SERVERS):
            continue
        tree = ast.parse(text)
        made = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names}
        used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        makers += [path.relative_to(ROOT).as_posix()] if made & SERVERS else []
        adders += [path.relative_to(ROOT).as_posix()] if imported & SERVERS and used & ADDING else []
    assert makers == ["mcp/toolgate/serving/server.py"]
    assert adders == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("offers", [False, True])
async def test_what_is_added_to_the_library_beside_the_door_is_not_served(mode: Any, offers: bool) -> None:
    made = offering() if offers else server(get_customer, who)
    beside: FastMCP[Any] = made.service().mcp(sessions=True)

    @beside.tool
    def backdoor() -> str:
        raise AssertionError

    @beside.resource("back://door")
    def back() -> str:
        raise AssertionError

    @beside.prompt
    def behind() -> str:
        raise AssertionError

    async with Client(beside, mode=mode) as client:
        assert "backdoor" not in [one.name for one in await client.list_tools()]
        assert (await client.call_tool_mcp("backdoor", {})).is_error
        with pytest.raises(Exception, match=GONE):
            await client.read_resource("back://door")
        with pytest.raises(Exception, match=GONE):
            await client.get_prompt("behind")
        if offers:
            assert "back://door" not in [str(one.uri) for one in await client.list_resources()]
            assert "behind" not in [one.name for one in await client.list_prompts()]
