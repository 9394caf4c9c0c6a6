"""What goes over the wire to each provider, and that whatever comes back ends in one reply or one ModelError."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any, Literal

import pytest
from msgspec.structs import replace

from director.models.base import Fault, Message, Model, ModelError, ModelReply, Request
from director.models.http import REPLY_MAX_BYTES
from director.models.options import ProviderOptions, RequestLimits, Role
from director.settings import Settings

if TYPE_CHECKING:
    from director.models.claude import ClaudeModel
    from director.models.gemini import GeminiModel

Provider = Literal["claude", "gemini"]
Start = Callable[[Provider], Any]

KEY = "sk-test-AbCd0123456789"
PLAN: dict[str, Any] = {"plan": [{"name": "get_gap", "arguments": {"driver": "VER"}}]}
SCHEMA = {
    "type": "object",
    "properties": {
        "plan": {
            "type": "array",
            "maxItems": 5,
            "items": {
                "type": "object",
                "properties": {
                    "name": {"const": "get_gap"},
                    "arguments": {
                        "type": "object",
                        "properties": {
                            "driver": {
                                "type": "string",
                                "maxLength": 40,
                                "pattern": "^[A-Z]",
                                "x-vocabulary": "driver",
                            },
                            "at_lap": {"type": ["integer", "null"], "minimum": 1, "maximum": 99},
                        },
                        "required": ["driver"],
                    },
                },
                "required": ["name", "arguments"],
            },
        }
    },
    "required": ["plan"],
}
BOUNDS = ("minimum", "maximum", "maxItems", "maxLength", "pattern", "const", "x-vocabulary")
ASKED = Request(
    "plan",
    "You plan.",
    (Message("user", "who leads?"), Message("assistant", "Hamilton."), Message("user", "and behind him?")),
    SCHEMA,
)
LONG_S = 120.0


def model_of(server: Any, key: str = KEY, **more: Any) -> ClaudeModel | GeminiModel:
    """The backend that asks a server. Its SDK is imported here: whoever collects this file would wait for it."""
    if server.provider == "claude":
        from director.models.claude import ClaudeModel

        return ClaudeModel(_options("claude-haiku-5-5", server.url, key, more))
    from director.models.gemini import GeminiModel

    return GeminiModel(_options("gemini-3.8-flash", server.url, key, {"api_version": "v1", **more}))


def _options(model: str, url: str, key: str, more: dict[str, Any]) -> ProviderOptions:
    made = ProviderOptions(
        plan=Role(model, max_tokens=1000, temperature=0.0),
        answer=Role(model, max_tokens=300, temperature=0.7),
        key=key,
        key_setting="THE_KEY",
        base_url=url,
        effort="low",
        limits=RequestLimits(attempts=3, attempt_timeout_s=LONG_S, connect_timeout_s=LONG_S),
    )
    return replace(made, **more)


async def ask(model: Model, request: Request = ASKED, timeout_s: float = LONG_S) -> ModelReply:
    try:
        return await model.complete(request, timeout_s)
    finally:
        await model.aclose()


async def fault(model: Model, request: Request = ASKED, timeout_s: float = LONG_S) -> ModelError:
    """The error of a request that must fail. It tells nobody the key or the address, and takes one line."""
    with pytest.raises(ModelError) as raised:
        await ask(model, request, timeout_s)
    error = raised.value
    assert KEY not in f"{error!r}"
    assert "127.0.0.1" not in str(error)
    assert "\n" not in str(error)
    assert error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None
    return error


both = pytest.mark.parametrize("provider", ["claude", "gemini"])


# What is sent


async def test_what_claude_is_sent(model_server: Start) -> None:
    server = model_server("claude").says(PLAN)
    reply = await ask(model_of(server))
    assert reply.data == PLAN
    assert reply.request_id == "msg_1"
    (asked,) = server.asked
    assert asked.path == "/v1/messages"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.headers["anthropic-version"] == "2026-10-21"
    assert set(asked.body) == {"model", "max_tokens", "system", "messages", "output_config"}
    assert asked.body["model"] == "claude-haiku-5-5"
    assert asked.body["max_tokens"] == 1000
    (system,) = asked.body["system"]
    assert system == {"type": "text", "text": "You plan.", "cache_control": {"type": "ephemeral"}}
    assert asked.body["messages"] == [
        {"role": "user", "content": "who leads?"},
        {"role": "assistant", "content": "Hamilton."},
        {"role": "user", "content": "and behind him?"},
    ]
    assert asked.body["output_config"]["effort"] == "low"
    assert asked.body["output_config"]["format"]["type"] == "json_schema"
    grammar = asked.body["output_config"]["format"]["schema"]
    step = grammar["properties"]["plan"]["items"]
    assert step["additionalProperties"] is False
    assert step["properties"]["name"] == {"enum": ["get_gap"]}
    assert step["properties"]["arguments"] == {
        "type": "object",
        "properties": {"driver": {"type": "string"}, "at_lap": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
        "required": ["driver"],
        "additionalProperties": False,
    }
    assert not [bound for bound in BOUNDS if f'"{bound}"' in json.dumps(grammar)]


async def test_what_gemini_is_sent(model_server: Start) -> None:
    server = model_server("gemini").says(PLAN)
    assert (await ask(model_of(server))).data == PLAN
    (asked,) = server.asked
    assert asked.path == "/v1/models/gemini-3.8-flash:generateContent"
    assert asked.headers["x-goog-api-key"] == KEY
    assert "authorization" not in asked.headers
    assert 1 <= int(asked.headers["x-server-timeout"]) <= LONG_S
    assert set(asked.body) == {"contents", "systemInstruction", "generationConfig"}
    assert [(turn["role"], turn["parts"]) for turn in asked.body["contents"]] == [
        ("user", [{"text": "who leads?"}]),
        ("model", [{"text": "Hamilton."}]),
        ("user", [{"text": "and behind him?"}]),
    ]
    assert asked.body["systemInstruction"]["parts"] == [{"text": "You plan."}]
    config = asked.body["generationConfig"]
    grammar = config.pop("responseJsonSchema")
    assert config == {
        "maxOutputTokens": 1000,
        "responseMimeType": "application/json",
        "temperature": 0.0,
        "thinkingConfig": {"thinking_level": "LOW"} if "thinking_level" in str(config) else {"thinkingLevel": "LOW"},
    }
    assert grammar["properties"]["plan"]["items"]["properties"]["name"] == {"enum": ["get_gap"]}
    assert not [bound for bound in BOUNDS if f'"{bound}"' in json.dumps(grammar)]


async def test_the_answer_has_its_own_model_length_and_temperature(model_server: Start) -> None:
    server = model_server("gemini").says({"answer": "Hamilton."})
    await ask(model_of(server, answer=Role("gemini-2.5-flash", 300, 0.7)), replace(ASKED, purpose="answer"))
    (asked,) = server.asked
    assert asked.path == "/v1/models/gemini-2.5-flash:generateContent"
    assert asked.body["generationConfig"]["temperature"] == 0.7
    assert asked.body["generationConfig"]["maxOutputTokens"] == 300
    assert "thinkingConfig" not in asked.body["generationConfig"]
    server = model_server("claude").says({"answer": "Hamilton."})
    await ask(model_of(server, answer=Role("claude-opus-5-5", 300, 0.7)), replace(ASKED, purpose="answer"))
    assert server.asked[0].body["model"] == "claude-opus-5-5"
    assert server.asked[0].body["max_tokens"] == 300
    assert "temperature" not in server.asked[0].body


async def test_a_temperature_is_sent_only_to_who_takes_one(model_server: Start) -> None:
    server = model_server("gemini").says(PLAN)
    await ask(model_of(server, plan=Role("gemini-4-argon", 1000, 0.0)))
    assert "temperature" not in server.asked[0].body["generationConfig"]


async def test_effort_is_left_out_where_it_is_empty(model_server: Start) -> None:
    claude = model_server("claude").says(PLAN)
    await ask(model_of(claude, effort=""))
    assert "effort" not in claude.asked[0].body["output_config"]
    gemini = model_server("gemini").says(PLAN)
    await ask(model_of(gemini, effort="", api_version="v1beta"))
    assert "thinkingConfig" not in gemini.asked[0].body["generationConfig"]
    assert gemini.asked[0].path.startswith("/v1beta/")


# What is read


@both
@pytest.mark.parametrize(
    "said",
    [
        json.dumps(PLAN),
        f"\n  {json.dumps(PLAN, indent=2)}  \n",
        f"```json\n{json.dumps(PLAN)}\n```",
        f"Here is the plan for {{driver}}:\n```\n{json.dumps(PLAN)}\n```\nShall I go on {{}}?",
    ],
)
async def test_json_is_found_in_prose_and_fences(model_server: Start, provider: Provider, said: str) -> None:
    assert (await ask(model_of(model_server(provider).says(said)))).data == PLAN


@both
@pytest.mark.parametrize("form", ["{}", "```json\n{}\n```", "Here is the plan: {}"])
async def test_a_list_of_steps_without_its_object_is_a_plan(model_server: Start, provider: Provider, form: str) -> None:
    said = form.format(json.dumps(PLAN["plan"]))
    assert (await ask(model_of(model_server(provider).says(said)))).data == PLAN


async def test_a_model_that_calls_the_tools_has_made_a_plan(
    model_server: Start, caplog: pytest.LogCaptureFixture
) -> None:
    step = PLAN["plan"][0]
    blocks = [
        {"type": "text", "text": "Let me look."},
        {"type": "tool_use", "id": "toolu_1", "name": step["name"], "input": step["arguments"]},
    ]
    body = {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-haiku-5-5", "content": blocks,
        "stop_reason": "tool_use", "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1},
    }  # fmt: skip
    headers = {"Content-Type": "application/json"}
    server = model_server("claude").sends(200, json.dumps(body).encode(), headers)
    assert (await ask(model_of(server))).data["plan"] == PLAN["plan"]
    parts = [{"text": "Let me look."}, {"functionCall": {"name": step["name"], "args": step["arguments"]}}]
    said = {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]}
    server = model_server("gemini").sends(200, json.dumps(said).encode(), headers)
    assert (await ask(model_of(server))).data["plan"] == PLAN["plan"]
    assert [record for record in caplog.records if record.levelname == "WARNING"] == []  # users would read it


@both
async def test_a_thought_may_come_first(model_server: Start, provider: Provider) -> None:
    assert (await ask(model_of(model_server(provider).says(PLAN, thinking=True)))).data == PLAN


async def test_tokens_and_cost(model_server: Start) -> None:
    reply = await ask(model_of(model_server("claude").says(PLAN, tokens=(1000, 200))))
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (1000, 200)
    assert reply.usage.cost_usd == pytest.approx(1000 * 0.10e-6 + 200 * 0.50e-6)
    reply = await ask(model_of(model_server("claude").says(PLAN, tokens=(1000, 200), cached=500)))
    assert (reply.usage.input_tokens, reply.usage.cached_tokens, reply.usage.cost_usd) == (1500, 500, None)
    reply = await ask(model_of(model_server("gemini").says(PLAN, tokens=(1000, 200), cached=500, thinking=True)))
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.cached_tokens) == (1000, 207, 500)
    assert reply.usage.cost_usd is None


# What is no reply


@both
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (lambda server: server.blocks(), "refused"),
        (lambda server: server.says(""), "unreadable"),
        (lambda server: server.says("I would rather not plan."), "unreadable"),
        (lambda server: server.says("[1, 2]"), "unreadable"),
        (lambda server: server.says({"plan": [], "rationale": f"your key is {KEY}"}), "unreadable"),
        (lambda server: server.says('{"plan": NaN}'), "unreadable"),
        (lambda server: server.says('{"a":' * 5000), "unreadable"),
        (lambda server: server.says('{"plan": [{"name": "get_g'), "unreadable"),
        (lambda server: server.sends(200, b"{oops"), "unreadable"),
        (lambda server: server.sends(200, b""), "unreadable"),
        (lambda server: server.sends(200, b"{}"), "unreadable"),
        (lambda server: server.sends(200, b"[]"), "unreadable"),
        (lambda server: server.sends(200, b"null"), "unreadable"),
        (lambda server: server.sends(200, b"<html>", {"Content-Type": "text/html"}), "unreadable"),
        (lambda server: server.sends(200, b"\xff\xfe{"), "unreadable"),
        (
            lambda server: server.sends(200, b'{"content":5,"candidates":7,"usage":"x","usageMetadata":[]}'),
            "unreadable",
        ),
        (lambda server: server.sends(200, b'{"content":[5],"candidates":[5],"stop_reason":"end_turn"}'), "unreadable"),
        (lambda server: server.sends(204, b""), "unreadable"),
        (lambda server: server.floods(50_000_000), "unreadable"),
        (lambda server: server.fails(401), "auth"),
        (lambda server: server.fails(403), "auth"),
        (lambda server: server.fails(402), "spend_limit"),
        (lambda server: server.fails(404, "no such model: crystal-ball"), "bad_request"),
        (lambda server: server.fails(413), "bad_request"),
        (lambda server: server.sends(302, b"", {"Location": "/elsewhere"}), "unreachable"),
        (lambda server: server.sends(307, b"", {"Location": "/elsewhere"}), "unreachable"),
    ],
)
async def test_what_no_other_try_would_help_is_asked_once(
    model_server: Start, provider: Provider, told: Callable[[Any], Any], expected: Fault
) -> None:
    server = told(model_server(provider))
    assert (await fault(model_of(server))).fault == expected
    assert len(server.asked) == 1


@both
async def test_an_unknown_model_is_told_with_the_settings_that_name_it(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).fails(404, "model: crystal-ball")
    error = await fault(model_of(server, model_settings="PLAN_MODEL and ANSWER_MODEL"))
    told = "no such model (model: crystal-ball): check PLAN_MODEL and ANSWER_MODEL"
    assert str(error) == f"{provider} rejected the request: {told}"
    models = Settings().models.providers[provider]
    assert (
        models.model_settings == f"DIRECTOR_{provider.upper()}_MODEL_PLAN and DIRECTOR_{provider.upper()}_MODEL_ANSWER"
    )


@both
async def test_a_reply_that_was_cut_off_still_costs(model_server: Start, provider: Provider) -> None:
    stop = "max_tokens" if provider == "claude" else "MAX_TOKENS"
    error = await fault(model_of(model_server(provider).says('{"plan": [{"na', stop=stop, tokens=(1000, 200))))
    assert error.fault == "truncated"
    assert (error.usage.input_tokens, error.usage.output_tokens) == (1000, 200)
    assert error.model


@pytest.mark.parametrize(
    ("provider", "stop", "expected"),
    [
        ("claude", "refusal", "refused"),
        ("claude", "model_context_window_exceeded", "truncated"),
        ("gemini", "SAFETY", "refused"),
        ("gemini", "RECITATION", "refused"),
        ("gemini", "CONTINUATION", "truncated"),
    ],
)
async def test_reasons_to_stop(model_server: Start, provider: Provider, stop: str, expected: Fault) -> None:
    assert (await fault(model_of(model_server(provider).says(PLAN, stop=stop)))).fault == expected


@both
async def test_a_reason_to_stop_that_is_new_does_not_matter(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).says(PLAN, stop="SOMETHING_NEW")
    if provider == "gemini":
        with pytest.warns(UserWarning, match="SOMETHING_NEW"):
            assert (await ask(model_of(server))).data == PLAN
    else:
        assert (await ask(model_of(server))).data == PLAN


@both
async def test_text_that_is_no_unicode_is_not_sent(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).says(PLAN)
    error = await fault(model_of(server), replace(ASKED, messages=(Message("user", "who \udcff leads?"),)))
    assert (error.fault, server.asked) == ("bad_request", [])


@both
async def test_without_a_key_nobody_is_asked(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).says(PLAN)
    error = await fault(model_of(server, key=""))
    assert (error.fault, server.asked) == ("no_key", [])
    assert "THE_KEY" in str(error)


async def test_a_key_that_gemini_does_not_know_is_a_400(model_server: Start) -> None:
    server = model_server("gemini").fails(
        400, "API key not valid. Please pass a valid API key.", reason="API_KEY_INVALID"
    )
    assert (await fault(model_of(server))).fault == "auth"
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("provider", "status", "told"),
    [
        ("claude", 429, {"error_code": "enforced_spend_limit_reached"}),
        ("claude", 429, {"error_code": "contract_spend_limit_reached"}),
        ("claude", 402, {"error_code": "linked_organization_spend_limit_reached"}),
        ("claude", 400, {"message": "Your credit balance is too low to access the API."}),
        ("gemini", 429, {}),
    ],
)
async def test_a_spend_limit_is_not_waited_for(
    model_server: Start, provider: Provider, status: int, told: dict[str, str]
) -> None:
    told = {"message": "Your project has exceeded its monthly spending cap.", **told}
    server = model_server(provider).fails(status, headers={"Retry-After": "1"}, **told).says(PLAN)
    assert (await fault(model_of(server))).fault == "spend_limit"
    assert len(server.asked) == 1


@both
async def test_the_providers_words_about_a_bad_request_are_passed_on_without_the_key(
    model_server: Start, provider: Provider
) -> None:
    message = f"temperature: not\ntaken, see https://docs.example/{KEY} {KEY} " + "x" * 1000
    error = await fault(model_of(model_server(provider).fails(400, message)))
    assert error.fault == "bad_request"
    assert "temperature: not taken, see ***" in str(error)
    assert len(str(error)) < 250


# What may pass


@both
@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
async def test_what_may_pass_is_tried_again(model_server: Start, provider: Provider, status: int) -> None:
    server = model_server(provider).fails(status).says(PLAN)
    assert (await ask(model_of(server))).data == PLAN
    assert len(server.asked) == 2


@both
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (lambda server: server.fails(529), "overloaded"),
        (lambda server: server.fails(500), "overloaded"),
        (lambda server: server.sends(500, b"<h1>oh</h1>", {"Content-Type": "text/html"}), "overloaded"),
        (lambda server: server.fails(429), "rate_limited"),
        (lambda server: server.fails(408), "timeout"),
        (lambda server: server.cuts(PLAN), "unreachable"),
        (lambda server: server.drops(), "unreachable"),
        (lambda server: server.sends(200, b"not gzip", {"Content-Encoding": "gzip"}), "unreachable"),
    ],
)
async def test_it_is_given_up_after_three_tries(
    model_server: Start, provider: Provider, told: Callable[[Any], Any], expected: Fault
) -> None:
    server = told(model_server(provider))
    assert (await fault(model_of(server))).fault == expected
    assert len(server.asked) == 3


@both
async def test_a_reply_cut_mid_body_is_asked_for_again(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).cuts(PLAN).drops().says(PLAN)
    assert (await ask(model_of(server))).data == PLAN


@both
@pytest.mark.parametrize("headers", [{"Retry-After": "1.5"}, {"Retry-After-Ms": "1500", "Retry-After": "900"}])
async def test_retry_after_is_obeyed(model_server: Start, provider: Provider, headers: dict[str, str]) -> None:
    server = model_server(provider).fails(429, headers=headers).says(PLAN)
    assert (await ask(model_of(server))).data == PLAN
    first, second = server.asked
    assert second.at - first.at >= 1.4


@both
async def test_retry_after_may_be_a_date(model_server: Start, provider: Provider) -> None:
    then = (datetime.now(UTC) + timedelta(seconds=3)).replace(microsecond=0)
    server = model_server(provider).fails(429, headers={"Retry-After": format_datetime(then, usegmt=True)}).says(PLAN)
    assert (await ask(model_of(server))).data == PLAN
    assert datetime.now(UTC) >= then


@both
@pytest.mark.parametrize("asked_for", ["600", "date", "1e9"])
async def test_a_pause_that_ends_after_the_deadline_is_not_begun(
    model_server: Start, provider: Provider, asked_for: str
) -> None:
    if asked_for == "date":
        asked_for = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    server = model_server(provider).fails(429, headers={"Retry-After": asked_for}).says(PLAN)
    limits = RequestLimits(retry_after_max_s=1e12)
    since = time.monotonic()
    assert (await fault(model_of(server, limits=limits))).fault == "rate_limited"
    assert time.monotonic() - since < LONG_S / 2
    assert len(server.asked) == 1


@both
async def test_a_longer_pause_than_allowed_is_not_begun(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).fails(503, headers={"Retry-After": "5"}).says(PLAN)
    assert (await fault(model_of(server, limits=RequestLimits(retry_after_max_s=4)))).fault == "overloaded"
    assert len(server.asked) == 1


async def test_gemini_names_the_pause_in_the_body_as_well(model_server: Start) -> None:
    told = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "1.5s"}
    server = model_server("gemini").fails(429, **told).says(PLAN)
    await ask(model_of(server))
    first, second = server.asked
    assert second.at - first.at >= 1.4
    day = {"violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"}], "retryDelay": "1s"}
    server = model_server("gemini").fails(429, **day)
    assert (await fault(model_of(server))).fault == "rate_limited"
    assert len(server.asked) == 1


async def test_claude_may_say_that_another_try_is_no_use(model_server: Start) -> None:
    server = model_server("claude").fails(500, headers={"x-should-retry": "false"})
    assert (await fault(model_of(server))).fault == "overloaded"
    assert len(server.asked) == 1


@both
async def test_a_server_that_hangs_is_left_at_the_deadline(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).hangs()
    since = time.monotonic()
    assert (await fault(model_of(server), timeout_s=0.5)).fault == "timeout"
    assert 0.4 < time.monotonic() - since < LONG_S


@both
async def test_a_try_that_hangs_leaves_time_for_another(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).hangs().says(PLAN)
    reply = await ask(model_of(server, limits=RequestLimits(attempt_timeout_s=1.0, attempts=10)))
    assert reply.data == PLAN


@both
async def test_bytes_that_trickle_do_not_move_the_deadline(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).says(PLAN, byte_s=0.1)
    assert (await fault(model_of(server), timeout_s=1.0)).fault == "timeout"


@both
async def test_a_slow_reply_is_a_reply(model_server: Start, provider: Provider) -> None:
    assert (await ask(model_of(model_server(provider).says(PLAN, after_s=0.5)))).data == PLAN


@both
async def test_pauses_end_before_the_deadline(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).fails(529)
    since = time.monotonic()
    assert (await fault(model_of(server, limits=RequestLimits(attempts=10)), timeout_s=7.5)).fault == "overloaded"
    assert len(server.asked) < 10
    assert time.monotonic() - since < LONG_S


@both
async def test_a_host_that_is_not_there(model_server: Start, provider: Provider) -> None:
    server = model_server(provider)
    with socket.socket() as silent:  # nobody listens there, and nobody else can
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        error = await fault(model_of(server, base_url=f"http://127.0.0.1:{port}"))
    assert error.fault == "unreachable"
    assert str(port) not in str(error)


@both
async def test_a_redirect_does_not_take_the_key_along(model_server: Start, provider: Provider) -> None:
    thief = model_server(provider).says(PLAN)
    server = model_server(provider).sends(308, b"", {"Location": f"{thief.url}/v1/messages"})
    assert (await fault(model_of(server))).fault == "unreachable"
    assert thief.asked == []


@both
async def test_a_caller_may_go_away(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).hangs()
    model = model_of(server)
    asking = asyncio.create_task(model.complete(ASKED, LONG_S))
    assert await asyncio.to_thread(server.was_asked.wait, 120)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await model.aclose()


# Where the schema is no grammar


async def test_claude_is_made_to_call_a_tool_where_the_grammar_is_too_large_and_it_is_remembered(
    model_server: Start,
) -> None:
    server = model_server("claude")
    server.fails(400, "The compiled grammar is too large, which would cause performance issues.").says(PLAN)
    model = model_of(server)
    assert (await model.complete(ASKED, LONG_S)).data == PLAN
    assert (await ask(model)).data == PLAN
    first, *others = server.asked
    assert "output_config" in first.body
    assert len(others) == 2
    for asked in others:
        assert "format" not in asked.body["output_config"]
        assert asked.body["tool_choice"] == {"type": "tool", "name": "reply", "disable_parallel_tool_use": True}
        (tool,) = asked.body["tools"]
        assert "strict" not in tool
        assert tool["input_schema"] == SCHEMA


async def test_claude_is_offered_the_tool_where_it_cannot_be_made_to_call_it(model_server: Start) -> None:
    server = model_server("claude")
    server.fails(400, "The compiled grammar is too large.")
    server.fails(400, "Thinking may not be enabled when tool_choice forces tool use.").says(f"So: {json.dumps(PLAN)}")
    assert (await ask(model_of(server))).data == PLAN
    assert server.asked[2].body["tool_choice"]["type"] == "auto"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"args": {"type": "object", "additionalProperties": True}}},
        {"type": "object", "properties": {f"p{number}": {"type": "string"} for number in range(25)}},
    ],
)
async def test_claude_is_not_sent_what_cannot_be_a_grammar(model_server: Start, schema: dict[str, Any]) -> None:
    server = model_server("claude").says(PLAN)
    assert (await ask(model_of(server), replace(ASKED, schema=schema))).data == PLAN
    assert server.asked[0].body["tools"][0]["input_schema"] == schema


async def test_gemini_is_told_the_schema_in_words_where_it_does_not_take_it(model_server: Start) -> None:
    server = model_server("gemini").fails(400, "Request contains an invalid argument.").says(PLAN)
    model = model_of(server)
    assert (await model.complete(ASKED, LONG_S)).data == PLAN
    assert (await ask(model)).data == PLAN
    first, *others = server.asked
    assert "responseJsonSchema" in first.body["generationConfig"]
    assert len(others) == 2
    for asked in others:
        assert "responseJsonSchema" not in asked.body["generationConfig"]
        assert asked.body["generationConfig"]["responseMimeType"] == "application/json"
        (part,) = asked.body["systemInstruction"]["parts"]
        assert json.loads(part["text"].rpartition("Schema:\n")[2]) == SCHEMA


@pytest.mark.parametrize(
    ("provider", "said", "name"),
    [
        ("claude", "output_config.effort: this model does not support effort", "effort"),
        ("claude", "system.0.cache_control: caching is not available", "cache_control"),
        ("gemini", "Thinking level is not supported for this model.", "thinkingConfig"),
        ("gemini", "temperature is not supported", "temperature"),
    ],
)
async def test_an_optional_parameter_that_is_refused_is_left_out_and_remembered(
    model_server: Start, provider: Provider, said: str, name: str
) -> None:
    server = model_server(provider).fails(400, said).says(PLAN)
    model = model_of(server)
    assert (await model.complete(ASKED, LONG_S)).data == PLAN
    assert (await ask(model)).data == PLAN
    assert [f'"{name}"' in json.dumps(asked.body) for asked in server.asked] == [True, False, False]
    for asked in server.asked:  # and nothing else is left out
        assert "output_config" in asked.body or "responseJsonSchema" in asked.body["generationConfig"]


@both
@pytest.mark.parametrize("packing", ["gzip", "deflate"])
async def test_a_reply_may_be_packed_and_is_measured_unpacked(
    model_server: Start, provider: Provider, packing: str
) -> None:
    assert (await ask(model_of(model_server(provider).says(PLAN, packed=packing)))).data == PLAN
    just_fits = " " * (REPLY_MAX_BYTES - 10_000) + json.dumps(PLAN)
    assert (await ask(model_of(model_server(provider).says(just_fits, packed=packing)))).data == PLAN
    bomb = model_of(model_server(provider).says(" " * REPLY_MAX_BYTES + json.dumps(PLAN), packed=packing))
    assert (await fault(bomb)).fault == "unreadable"


@both
async def test_a_400_about_something_else_is_not_remembered(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).fails(400, "messages: too long")
    model = model_of(server)
    for _ in range(2):
        before = len(server.asked)
        with pytest.raises(ModelError, match="messages: too long"):
            await model.complete(ASKED, LONG_S)
        body = server.asked[before].body
        assert "output_config" in body or "responseJsonSchema" in body["generationConfig"]
    await model.aclose()


# Connections, and what is logged


@both
def test_each_event_loop_has_its_own_connections(model_server: Start, provider: Provider) -> None:
    model = model_of(model_server(provider).says(PLAN))
    for _ in range(2):
        assert asyncio.run(ask(model)).data == PLAN


@both
async def test_requests_at_once_share_a_client(model_server: Start, provider: Provider) -> None:
    server = model_server(provider).says(PLAN, after_s=0.2)
    model = model_of(server)
    replies = await asyncio.gather(*(model.complete(ASKED, LONG_S) for _ in range(5)))
    assert [reply.data for reply in replies] == [PLAN] * 5
    await model.aclose()


@both
async def test_the_key_is_in_no_log(model_server: Start, provider: Provider, caplog: pytest.LogCaptureFixture) -> None:
    from director.logs import set_up_logging

    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        set_up_logging("debug")
        root.addHandler(caplog.handler)
        caplog.set_level(logging.DEBUG)
        model = model_of(model_server(provider).fails(529, KEY).fails(400, f"Schema {KEY}").fails(400, KEY))
        await fault(model)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    assert caplog.text
    assert KEY.lower() not in caplog.text.lower()
    assert KEY not in repr(model._options)
