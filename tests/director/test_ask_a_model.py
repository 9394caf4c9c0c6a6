"""`director ask` with a language model behind the wire: each way a provider can fail ends in one line, in time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path
from typing import Any, Literal

import pytest
from tenacity.wait import wait_none

from director.cli import main
from director.models import retries
from tests.examples import MORE

Provider = Literal["claude", "gemini"]
Server = Any
Start = Callable[[Provider], Server]

ROOT = Path(__file__).resolve().parents[2]
KEY = "sk-test-AbCd0123456789"
QUESTION = "who leads?"
PLAN = {"rationale": "", "plan": [{"id": "s1", "name": "get_standings", "arguments": {"place": "1"}}]}
LEADER = {
    "language": "en",
    "clauses": [
        {"says": "leads", "slots": [{"name": "subject", "at": "s1#/rows/0/driver"}], "text": "{subject} leads"}
    ],
}
PATIENT = {
    "DIRECTOR_PLAN_TIMEOUT_S": "60",
    "DIRECTOR_ANSWER_TIMEOUT_S": "60",
    "DIRECTOR_DEADLINE_S": "240",
    "DIRECTOR_MODEL_CONNECT_TIMEOUT_S": "60",
    "DIRECTOR_MODEL_ATTEMPTS": "2",
}
SHORT_PLAN = {"DIRECTOR_PLAN_TIMEOUT_S": "1"}
SHORT_ANSWER = {"DIRECTOR_ANSWER_TIMEOUT_S": "1"}
"""For what never comes; all else has the time it takes."""
ENDLESS = ("hangs", "trickles")
NAMES = {
    "claude": ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
    "gemini": ("GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL"),
}
STOPS = {"claude": ("refusal", "max_tokens"), "gemini": ("SAFETY", "MAX_TOKENS")}
both = pytest.mark.parametrize("provider", ["claude", "gemini"])


def declines(server: Server) -> None:
    server.says("", stop=STOPS[server.provider][0])


def is_cut_off(server: Server) -> None:
    server.says('{"rationale": "", "plan": [{"id"', stop=STOPS[server.provider][1])


FAULTS: dict[str, tuple[Callable[[Server], Any], str]] = {
    "429": (lambda server: server.fails(429, KEY, {"Retry-After": "0"}), "is limiting requests: try again later"),
    "429 for an hour": (lambda server: server.fails(429, KEY, {"Retry-After": "3600"}), "is limiting requests"),
    "529": (lambda server: server.fails(529, KEY), "is unavailable: try again later"),
    "500": (lambda server: server.fails(500, KEY), "is unavailable: try again later"),
    "400": (lambda server: server.fails(400, f"no, {KEY}"), "rejected the request: no, ***"),
    "wrong key": (lambda server: server.fails(401, KEY), "rejected the key: check "),
    "unknown model": (lambda server: server.fails(404, "no such model"), "rejected the request: no such model"),
    "hangs": (lambda server: server.hangs(), "did not answer in time"),
    "trickles": (lambda server: server.says(PLAN, byte_s=0.5), "did not answer in time"),
    "cut": (lambda server: server.cuts(PLAN), "or the connection broke: check your network"),
    "drops": (lambda server: server.drops(), "or the connection broke: check your network"),
    "declines": (declines, "declined to answer"),
    "blocked": (lambda server: server.blocks(), "declined to answer"),
    "cut off": (is_cut_off, "reply was cut off"),
    "half a JSON": (lambda server: server.says('{"plan": [{'), "isn't the JSON that was asked for"),
    "empty": (lambda server: server.says(""), "isn't the JSON that was asked for"),
    "prose": (lambda server: server.says(f"Senna leads. {KEY}"), "isn't the JSON that was asked for"),
    "another object": (lambda server: server.says({"answer": "Senna leads."}), "holds no list of steps"),
    "no API": (lambda server: server.sends(200, b"<html>"), "isn't the JSON that was asked for"),
    "elsewhere": (lambda server: server.sends(302, b"", {"Location": "http://[::1]/"}), "can't reach "),
    "no tool": (lambda server: server.says({"rationale": "Senna leads.", "plan": []}), "no tool answers this"),
}

SILENT = (
    "declines", "blocked", "cut off", "half a JSON", "empty", "prose", "another object", "no API", "no tool",
)  # fmt: skip
"""The provider was asked and has replied. All else is a fault of it, of its account or of the network."""


EACH = [*product(FAULTS, NAMES)] if MORE > 1 else [*zip(FAULTS, cycle(NAMES), strict=False)]
"""Each fault, of one provider or the other; of both where one asks for more."""


@pytest.fixture
def ask(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Asks the provider at a URL; gives status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DIRECTOR_LOG_LEVEL", "info")
    monkeypatch.setattr(retries, "_BACKOFF", wait_none())  # how long it is: test_limits_of_models

    def run(
        provider: Provider, url: str, *arguments: str, question: str = QUESTION, **settings: str
    ) -> tuple[int, str, str]:
        for name, value in {**PATIENT, **dict(zip(NAMES[provider], (KEY, url), strict=True)), **settings}.items():
            monkeypatch.setenv(name, value)
        started = time.monotonic()
        status = main(("ask", question, "--source", "sim:cars=4,laps=2", "--planner", provider, *arguments))
        assert time.monotonic() - started < 120
        out, err = capfd.readouterr()
        assert KEY.lower() not in (out + err).lower()
        assert "Traceback" not in err
        return status, out, err

    return run


def complaint(err: str) -> str:
    """The one line that is no log."""
    (line,) = (line for line in err.splitlines() if line.startswith("director: "))
    return line


@pytest.mark.parametrize(("fault", "provider"), EACH)
def test_a_planner_that_fails_is_one_line_with_its_reason(
    model_server: Start, ask: Callable[..., tuple[int, str, str]], provider: Provider, fault: str
) -> None:
    misbehave, reason = FAULTS[fault]
    server = model_server(provider)
    misbehave(server)
    none = {"DIRECTOR_FALLBACK": "none"}
    status, out, err = ask(provider, server.url, **none, **(SHORT_PLAN if fault in ENDLESS else {}))
    silent = fault in SILENT
    assert (status, out) == (3 if silent else 1, "")
    assert complaint(err).startswith("director: silent: " if silent else "director: failed: ")
    assert reason in complaint(err)


@both
@pytest.mark.parametrize("fault", ["429 for an hour", "529", "hangs", "cut", "declines", "prose", "another object"])
def test_an_answerer_that_fails_is_the_tools_own_sentence(
    model_server: Start, ask: Callable[..., tuple[int, str, str]], provider: Provider, fault: str
) -> None:
    server = model_server(provider).says(PLAN)
    FAULTS[fault][0](server)
    status, out, _ = ask(provider, server.url, "--json", **(SHORT_ANSWER if fault in ENDLESS else {}))
    body = json.loads(out)
    assert (status, body["status"], body["answerer"]) == (0, "answered", "template")
    assert body["answer"] == body["steps"][0]["envelope"]["summary"]
    assert body["grounding"]["fallback"]
    assert body["tokens"]["input"] >= 100
    assert [repair["rule"] for repair in body["repaired"]] == ["coerce"]


@both
@pytest.mark.parametrize("thinking", [False, True])
def test_a_plan_and_its_wording_over_the_wire(
    model_server: Start, ask: Callable[..., tuple[int, str, str]], provider: Provider, thinking: bool
) -> None:
    server = model_server(provider).says(f"Sure:\n```json\n{json.dumps(PLAN)}\n```", thinking=thinking)
    server.answers(lambda body: LEADER, thinking=thinking)
    status, out, _ = ask(provider, server.url)
    assert (status, out.endswith(" is P1.\n")) == (0, True)


@both
@pytest.mark.parametrize("way", ["--json", "--explain"])
def test_a_number_too_large_for_a_machine_is_clamped_and_shown(
    model_server: Start, ask: Callable[..., tuple[int, str, str]], provider: Provider, way: str
) -> None:
    arguments = {"top_n": 10**18}
    server = model_server(provider).says({"plan": [{"id": "s1", "name": "get_standings", "arguments": arguments}]})
    status, out, _ = ask(provider, server.says(LEADER).url, way)
    assert status == 0
    assert str(10**18) in out


@pytest.mark.parametrize(("fault", "provider"), EACH)
def test_the_offline_planner_plans_where_a_provider_is_at_fault(
    model_server: Start, ask: Callable[..., tuple[int, str, str]], provider: Provider, fault: str
) -> None:
    server = model_server(provider)
    FAULTS[fault][0](server)
    short = {"DIRECTOR_PLAN_TIMEOUT_S": "4"} | SHORT_ANSWER if fault in ENDLESS else {}
    status, out, _ = ask(provider, server.url, "--json", **short)
    body = json.loads(out)
    if fault in SILENT:  # what a model has replied is obeyed
        assert (status, body["status"], body["planner"], body["fault"]) == (3, "silent", provider, "")
        return
    assert (status, body["status"]) == (0, "answered")
    assert "planned by offline" in body["plan"]["rationale"]
    assert body["planner"] == "offline"
    assert FAULTS[fault][1] in body["fault"]


@both
@pytest.mark.parametrize("fault", ["wrong key", "unknown model", "529", "drops"])
def test_what_the_offline_planner_cannot_plan_either_is_a_failure_in_one_line(
    model_server: Start, ask: Callable[..., tuple[int, str, str]], provider: Provider, fault: str
) -> None:
    server = model_server(provider)
    FAULTS[fault][0](server)
    status, out, err = ask(provider, server.url, question="what does the winner of the raffle eat for lunch?")
    assert (status, out) == (1, "")
    assert complaint(err).startswith("director: failed: ")
    assert FAULTS[fault][1] in complaint(err)


@both
def test_a_fallback_is_told_on_stderr(
    model_server: Start, ask: Callable[..., tuple[int, str, str]], provider: Provider
) -> None:
    server = model_server(provider)
    FAULTS["wrong key"][0](server)
    status, out, err = ask(provider, server.url)
    assert (status, out != "") == (0, True)
    assert complaint(err).startswith(f"director: planned by offline: {provider} rejected the key: check ")


@both
def test_a_system_prompt_of_ones_own_stands_before_the_rules(
    model_server: Start, ask: Callable[..., tuple[int, str, str]], provider: Provider
) -> None:
    server = model_server(provider).says(PLAN).says(LEADER)
    assert ask(provider, server.url, DIRECTOR_SYSTEM_PROMPT="You are the voice of Sim RaceCenter.")[0] == 0
    told = [json.dumps(asked.body.get("system") or asked.body["systemInstruction"]) for asked in server.asked]
    assert len(told) == 2
    for system in told:
        assert 0 < system.index("You are the voice of Sim RaceCenter.") < system.index("Rules:")


@both
def test_a_model_is_late_at_the_deadline_of_the_question(
    model_server: Start, ask: Callable[..., tuple[int, str, str]], provider: Provider
) -> None:
    url = model_server(provider).hangs().url
    status, out, err = ask(
        provider, url, DIRECTOR_PLAN_TIMEOUT_S="30", DIRECTOR_DEADLINE_S="1", DIRECTOR_FALLBACK="none"
    )
    assert (status, out) == (1, "")
    assert complaint(err).endswith(f"{provider} did not answer in time")


@both
def test_a_host_that_is_not_there(ask: Callable[..., tuple[int, str, str]], provider: Provider) -> None:
    status, out, err = ask(provider, "http://127.0.0.1:9", DIRECTOR_FALLBACK="none")
    assert (status, out) == (1, "")
    assert "can't reach " in complaint(err)


@both
def test_a_whole_process_whose_provider_hangs_ends_in_time_with_nothing_but_its_line(
    model_server: Start, tmp_path: Path, provider: Provider
) -> None:
    url = model_server(provider).hangs().url
    settings = (
        PATIENT | SHORT_PLAN | {"DIRECTOR_FALLBACK": "none"} | dict(zip(NAMES[provider], (KEY, url), strict=True))
    )
    command = [
        sys.executable,
        "-m",
        "director",
        "ask",
        QUESTION,
        "--source",
        "sim:cars=4,laps=2",
        "--planner",
        provider,
    ]
    path = os.pathsep.join((str(ROOT), str(ROOT / "mcp")))
    ended = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, **settings},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"director: failed: {provider} did not answer in time\n"
