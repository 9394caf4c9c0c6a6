"""Several servers behind one door: a tool is known by its server and its name together."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.contract import AgentContext, Call, JsonObject, Native, Outcome, Policy, PolicyDecision, Tier, ToolSpec
from toolgate.gate import Gate
from toolgate.hooks import Ended, Hooks
from toolgate.layers.ready import Ready
from toolgate.policy import AgentRules, ModePolicy, Quotas
from toolgate.policy.gate_policies import RulesPolicies, mode_policy
from toolgate.runner import Runner

ANYTHING: JsonObject = {"type": "object"}


def tool(name: str, says: Any = None, **fields: Any) -> ToolSpec:
    """A tool that says what it is told to, or gives a foreign result."""

    def handler(arguments: JsonObject, agent: AgentContext) -> Any:
        return {"said": says} if not isinstance(says, Native) else says

    promised = fields.pop("output_schema", ANYTHING)
    return ToolSpec(name, "A tool.", ANYTHING, promised, handler, blocking=False, **fields)


def two_servers(**fields: Any) -> Runner:
    runner = Runner([tool("comment", "github's"), tool("issues", "github's")], server="github", **fields)
    runner.replace("docs", [tool("comment", "docs'"), tool("read", "docs'")])
    return runner


async def said(runner: Runner, name: str, server: str | None = None, agent: str = "ann") -> Any:
    outcome = await runner.call(Call(name, {}, AgentContext(agent), server))
    return outcome.envelope["said"] if outcome.ok else outcome.error_type


async def test_each_server_has_tools_of_its_own() -> None:
    runner = two_servers()
    assert await said(runner, "comment", "github") == "github's"
    assert await said(runner, "comment", "docs") == "docs'"
    assert await said(runner, "issues", "docs") == "tool_not_found"
    assert await said(runner, "comment", "elsewhere") == "tool_not_found"
    assert [(spec.server, spec.name) for spec in runner.specs] == [
        ("github", "comment"),
        ("github", "issues"),
        ("docs", "comment"),
        ("docs", "read"),
    ]


async def test_of_several_servers_none_is_guessed_even_where_one_alone_has_the_name() -> None:
    runner = two_servers()
    for name in ("read", "comment", "nobody"):
        outcome = await runner.call(Call(name))
        assert outcome.error_type == "validation_error"
        assert outcome.envelope["error"]["details"] == {"path": "/server", "candidates": ["docs", "github"]}
        assert outcome.decision is not None
        assert (outcome.decision.allowed, outcome.decision.rule) == (False, "ambiguous_server")
    runner.replace("docs", [])
    assert await said(runner, "comment") == "github's"
    runner.replace("github", [])
    assert await said(runner, "comment") == "tool_not_found"
    assert await said(runner, "comment", "github") == "tool_not_found"


async def test_an_agent_hears_of_no_server_where_it_may_call_nothing() -> None:
    runner = two_servers(allow=["docs:read"])
    for call in (Call("read"), Call("read", server="gitbuh"), Call("comments", server="docs")):
        outcome = await runner.call(call)
        assert "github" not in str(outcome.envelope)
    assert await said(runner, "comment", "github") == "policy_denied"
    assert [spec.name for spec in runner.listed(AgentContext("ann"))] == ["read"]


@pytest.mark.parametrize("name", [5, [], {}, "\ud800", ""])
async def test_a_server_of_any_kind_is_an_unknown_one(name: Any) -> None:
    assert await said(two_servers(), "read", name) == "tool_not_found"


async def test_the_allowlist_names_a_tool_or_the_tool_of_one_server() -> None:
    runner = two_servers(allow=["docs:comment", "issues"])
    assert await said(runner, "comment", "docs") == "docs'"
    assert await said(runner, "comment", "github") == "policy_denied"
    assert await said(runner, "issues", "github") == "github's"


async def test_deny_and_allow_find_the_bare_name_and_the_name_with_its_server() -> None:
    denied = two_servers(policies=(mode_policy(ModePolicy("open", deny=["^github:", "^read$"])),))
    assert await said(denied, "comment", "docs") == "docs'"
    assert await said(denied, "comment", "github") == "policy_denied"
    assert await said(denied, "read", "docs") == "policy_denied"
    allowed = Runner(
        [tool("post", "a's", tier=Tier.STATEFUL)],
        server="a",
        policies=(mode_policy(ModePolicy("guarded", allow=["^b:post$"])),),
    )
    allowed.replace("b", [tool("post", "b's", tier=Tier.STATEFUL)])
    assert await said(allowed, "post", "a") == "policy_denied"
    assert await said(allowed, "post", "b") == "b's"


async def test_rules_for_one_server_do_not_decide_on_another() -> None:
    """A condition on github's comment once decided on that of docs."""
    short = {"tool": "comment", "when": {"text": {"maxLength": 3}}}
    rules = AgentRules.from_dict(
        {"agents": {"ann": {"allow": {"servers": ["*"], "tools": {"github": [short], "docs": ["comment"]}}}}}
    )
    runner = two_servers(policies=RulesPolicies(lambda: rules).policies())

    async def comment(server: str) -> bool:
        return (await runner.call(Call("comment", {"text": "long"}, AgentContext("ann"), server))).ok

    assert await comment("docs")
    assert not await comment("github")


@pytest.mark.parametrize("span", ["calls_per_minute", "calls_per_day"])
async def test_limits_speak_of_a_tool_of_every_server_or_of_one(span: str) -> None:
    def runner(pattern: str) -> Runner:
        limits = {"tools": {pattern: {span: 1}}}
        rules = AgentRules.from_dict(
            {"agents": {"ann": {"allow": {"servers": ["*"], "tools": {"*": ["*"]}}, "limits": limits}}}
        )
        return two_servers(policies=RulesPolicies(lambda: rules, quotas=Quotas()).policies())

    every, one = runner("comment"), runner("docs:comment")
    assert [await said(every, "comment", server) for server in ("docs", "github")] == ["docs'", "rate_limited"]
    assert [await said(one, "comment", server) for server in ("github", "github", "docs", "docs")] == [
        "github's",
        "github's",
        "docs'",
        "rate_limited",
    ]


async def test_hooks_are_told_the_tool_and_its_server() -> None:
    told: list[tuple[str | None, str] | None] = []

    class Endings(Hooks):
        def on_execute_end(self, ended: Ended) -> None:
            told.append(None if ended.spec is None else (ended.spec.server, ended.spec.name))

        on_execute_error = on_execute_end

    runner = two_servers(hooks=(Endings(),))
    await said(runner, "comment", "docs")
    await said(runner, "nobody", "docs")
    assert told == [("docs", "comment"), None]


async def test_a_call_in_flight_ends_on_the_tool_it_began_with() -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        begun.set()
        await go_on.wait()
        return {"said": "old"}

    said_old = {"type": "object", "properties": {"said": {"const": "old"}}}
    spec = ToolSpec("speak", "Speaks.", ANYTHING, said_old, slow, timeout_ms=60_000)
    runner = Runner([spec], server="s")
    running = asyncio.create_task(said(runner, "speak"))
    await begun.wait()
    runner.replace("s", [tool("speak", "new")])
    assert await said(runner, "speak") == "new"
    runner.replace("s", [])
    assert await said(runner, "speak") == "tool_not_found"
    go_on.set()
    assert await running == "old"


async def test_tools_that_are_replaced_between_two_layers_change_nothing_for_the_call() -> None:
    def replaced(call: Call) -> PolicyDecision:
        runner.replace("s", [tool("speak", "new")])
        return PolicyDecision(True, "yes")

    runner = Runner([tool("speak", "old")], server="s", policies=(replaced,))
    assert await said(runner, "speak") == "old"
    assert await said(runner, "speak") == "new"


def test_wrong_tools_replace_nothing() -> None:
    runner = two_servers()
    before = runner.specs, runner.generation
    with pytest.raises(ValueError, match="twice: the name is taken"):
        runner.replace("docs", [tool("twice"), tool("twice")])
    with pytest.raises(ValueError, match="bad: not a JSON Schema"):
        runner.replace("docs", [ToolSpec("bad", "", {"type": "nonsense"}, {}, lambda *_: {})])
    assert (runner.specs, runner.generation) == before


STEPS = st.lists(
    st.tuples(st.sampled_from(["replace", "start", "finish"]), st.sampled_from("ab"), st.integers(0, 9)), max_size=25
)


@given(STEPS)
def test_whatever_is_replaced_while_calls_run_each_answers_for_the_tool_of_its_start(steps: Any) -> None:
    async def go() -> None:
        runner = Runner([], server="a")
        current: dict[str, int] = {}
        gates: list[tuple[asyncio.Event, asyncio.Task[Any], int]] = []

        def make(version: int) -> ToolSpec:
            async def handler(arguments: JsonObject, agent: AgentContext) -> JsonObject:
                await waiting[arguments["n"]].wait()
                return {"said": version}

            answers = {"type": "object", "properties": {"said": {"const": version}}}
            return ToolSpec("t", "", ANYTHING, answers, handler, timeout_ms=60_000)

        waiting: dict[int, asyncio.Event] = {}
        for n, (what, server, number) in enumerate(steps):
            if what == "replace":
                runner.replace(server, [make(n)] if number else [])
                current.pop(server, None)
                if number:
                    current[server] = n
            elif what == "start" and server in current:
                waiting[n] = asyncio.Event()
                task = asyncio.create_task(runner.call(Call("t", {"n": n}, server=server)))
                await asyncio.sleep(0)
                gates.append((waiting[n], task, current[server]))
            elif what == "finish" and gates:
                gate, task, version = gates.pop(number % len(gates))
                gate.set()
                assert (await task).envelope["said"] == version
        for gate, task, version in gates:
            gate.set()
            assert (await task).envelope["said"] == version

    asyncio.run(go())


NATIVE: JsonObject = {
    "content": [{"type": "image", "data": "aGVsbG8=", "mimeType": "image/png"}],
    "structuredContent": {"rows": [1, 2]},
    "isError": False,
    "_meta": {"x": None},
}


async def foreign(result: Native, **fields: Any) -> Outcome:
    return await Runner([tool("t", result)], server="s", **fields).call(Call("t"))


async def test_a_foreign_result_is_passed_on_as_it_came() -> None:
    outcome = await foreign(Native(NATIVE, {"rows": [1, 2]}))
    assert outcome.native is NATIVE
    assert (outcome.ok, outcome.envelope["rows"], outcome.envelope["schema_version"]) == (True, [1, 2], 1)
    assert (await Runner([tool("t", "x")]).call(Call("t"))).native is None


async def test_the_envelope_beside_a_foreign_result_is_cut_and_the_result_is_not() -> None:
    rows = [{"row": n} for n in range(500)]
    outcome = await foreign(Native({"rows": rows}, {"rows": rows}), output_budget_bytes=1000)
    assert outcome.envelope["truncated"]["of"] == 500
    assert outcome.native == {"rows": rows}
    text = "x" * 2000
    outcome = await foreign(Native({"text": text}, {"text": text, "summary": "Long."}), output_budget_bytes=1000)
    assert (outcome.ok, outcome.native) == (True, {"text": text})
    assert outcome.envelope["summary"] == "Long."
    assert outcome.envelope["truncated"] == {"field": "", "kept": 0, "of": 1}
    assert "text" not in outcome.envelope


@pytest.mark.parametrize("result", [{"text": "x" * 2000}, {"n": float("nan")}, {"b": b"x"}, [1], None])
async def test_a_foreign_result_that_is_too_long_or_no_json_is_refused_never_cut(result: Any) -> None:
    outcome = await foreign(Native(result), native_budget_bytes=1000)
    assert (outcome.error_type, outcome.native) == ("output_invalid", None)


async def test_a_foreign_error_is_an_error_and_its_result_goes_with_it() -> None:
    outcome = await foreign(Native({**NATIVE, "isError": True}, error="no such page"))
    assert (outcome.ok, outcome.error_type) == (False, "tool_failed")
    assert outcome.envelope["error"]["message"] == "no such page"
    assert outcome.native == {**NATIVE, "isError": True}


async def test_a_payload_that_breaks_the_schema_is_refused_with_its_native_result() -> None:
    promised = {"type": "object", "required": ["rows"]}
    outcome = await Runner([tool("t", Native(NATIVE, {}), output_schema=promised)]).call(Call("t"))
    assert (outcome.error_type, outcome.native) == ("output_invalid", None)


def test_a_policy_may_be_a_plain_function() -> None:
    runner = two_servers(policies=(lambda call: PolicyDecision(call.spec.server == "docs", "by server", "mine"),))
    assert {spec.server for spec in runner.listed(AgentContext("ann"))} == {"docs"}
    assert isinstance(mode_policy(ModePolicy("open")), Policy)


async def test_bad_tools_of_a_foreign_server_are_left_out_by_name_and_the_rest_served() -> None:
    runner = Runner([tool("mine")], server="here")
    bad = ToolSpec("crooked", "A tool.", {"type": 7}, ANYTHING, lambda arguments, agent: {}, blocking=False)
    faults = runner.replace("docs", [tool("read", "docs'"), bad, tool("read")], foreign=True)
    assert [fault.partition(":")[0] for fault in faults] == ["tool crooked", "tool read"]
    assert await said(runner, "read", "docs") == "docs'"
    assert await said(runner, "crooked", "docs") == "tool_not_found"
    with pytest.raises(ValueError, match="crooked"):
        runner.replace("docs", [bad])
    assert await said(runner, "read", "docs") == "docs'"


async def test_a_layer_that_makes_a_fresh_call_loses_neither_decision_nor_trace() -> None:
    async def renaming(call: Call, next: Any) -> Outcome:
        return await next(Call("comment", call.arguments, call.agent, "docs"))  # type: ignore[no-any-return]

    policy = Policy("mine", lambda call: PolicyDecision(True, "by server", f"rule.{call.spec.server}"))
    runner = two_servers(layers=(renaming,), policies=(policy,))
    outcome = await runner.call(Call("read", server="docs"))
    assert outcome.envelope["said"] == "docs'"
    assert outcome.decision is not None
    assert (outcome.decision.rule, [name for name, _ in outcome.trace]) == ("rule.docs", ["mine"])


async def test_a_gate_says_how_long_a_foreign_result_may_be() -> None:
    specs = [tool("t", Native({"text": "x" * 2000}))]
    assert (await Gate(server="s", mode="open").runner(specs).call(Call("t"))).ok
    refused = await Gate(server="s", mode="open").runner(specs, native_budget_bytes=1000).call(Call("t"))
    assert refused.error_type == "output_invalid"


async def test_the_json_of_an_answer_goes_along_only_where_no_layer_can_change_it() -> None:
    async def changing(call: Call, next: Any) -> Outcome:
        outcome: Outcome = await next(call)
        outcome.envelope["said"] = "else"
        return outcome

    plain = await Runner([tool("t", "x")]).call(Call("t"))
    assert plain.encoded == orjson.dumps(plain.envelope)
    assert (await Runner([tool("t", "x")], (changing,)).call(Call("t"))).encoded is None
    ready = Ready()
    ready.open()
    beside_ours = await Runner([tool("t", "x")], (ready,)).call(Call("t"))
    assert beside_ours.encoded == orjson.dumps(beside_ours.envelope)
    assert (await Runner([tool("t", "x")], (ready, changing)).call(Call("t"))).encoded is None
