"""Tools in processes of their own: what they answer, and what becomes of one whose time is up."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.toolgate.sdk.sdk_tools import (
    CustomerRequest,
    CustomerResponse,
    crashing,
    dying,
    late_note,
    long,
    note,
    parent,
    refusing_apart,
    server,
)
from toolgate.sdk import AgentContext, McpServer, RegistrationError, tool
from toolgate.sdk.marks import ATTRIBUTE
from toolgate.sdk.processes import Worker, Workers
from toolgate.sdk.tools import bound

ID = {"customer_id": "c-1"}


async def test_a_tool_runs_in_another_process_which_is_kept(tmp_path: Path) -> None:
    made = server(note)
    path = tmp_path / "note"
    first = await made.call("note", {"path": str(path)})
    second = await made.call("note", {"path": str(path)})
    await made.aclose()
    assert path.read_text() == "written"
    assert first.envelope["pid"] == second.envelope["pid"] != os.getpid()


async def test_one_whose_time_is_up_is_ended_and_does_nothing_any_more(tmp_path: Path) -> None:
    made = server(late_note, note)
    path = tmp_path / "late"
    before = await made.call("note", {"path": str(tmp_path / "other")})
    outcome = await made.call("late_note", {"path": str(path), "after_s": 3600.0})
    after = await made.call("note", {"path": str(tmp_path / "other")})
    await _until_gone(before.envelope["pid"])
    await made.aclose()
    assert outcome.error_type == "timeout"
    assert after.envelope["pid"] != before.envelope["pid"]
    assert not path.exists()


async def _until_gone(pid: int) -> None:
    while True:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.01)


async def test_what_a_tool_has_started_is_ended_with_it(tmp_path: Path) -> None:
    made, path = server(parent), tmp_path / "pid"
    outcome = await made.call("parent", {"path": str(path)})
    await _until_gone(int(path.read_text()))
    await made.aclose()
    assert outcome.error_type == "timeout"


async def test_a_process_that_has_died_in_between_costs_no_call(tmp_path: Path) -> None:
    made, given = server(note), {"path": str(tmp_path / "note")}
    first = await made.call("note", given)
    os.kill(first.envelope["pid"], signal.SIGKILL)
    await _until_gone(first.envelope["pid"])
    second = await made.call("note", given)
    await made.aclose()
    assert second.ok
    assert second.envelope["pid"] != first.envelope["pid"]


async def test_a_process_that_has_just_died_is_gone_before_the_loop_hears_of_it() -> None:
    worker = await Worker.start()
    assert not worker.gone
    os.kill(worker._process.pid, signal.SIGKILL)
    with suppress(ChildProcessError):  # the loop's watcher may have been first
        os.waitid(os.P_PID, worker._process.pid, os.WEXITED | os.WNOWAIT)  # noqa: ASYNC222 - nothing is heard meanwhile
    assert worker.gone
    worker.kill()
    await worker.ended()


async def test_none_is_left_where_the_caller_goes_while_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    workers, started, asked = Workers(), [], asyncio.Event()
    exchange = Worker.exchange

    async def slowly(self: Worker, frame: dict[str, Any]) -> dict[str, Any]:
        started.append(self._process)
        asked.set()
        await asyncio.sleep(3600)
        return await exchange(self, frame)

    monkeypatch.setattr(Worker, "exchange", slowly)
    call = asyncio.create_task(workers.warm(note, vars(note)[ATTRIBUTE]))
    await asked.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await started[0].wait() == -signal.SIGKILL


async def test_a_call_beside_another_has_a_process_before_its_time_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    start = Worker.start

    async def counted() -> Worker:
        begun.append(1)
        return await start()

    monkeypatch.setattr(Worker, "start", counted)
    workers, mark, path = Workers(most=2), vars(note)[ATTRIBUTE], tmp_path / "pid"
    await workers.warm(note, mark)
    running = asyncio.ensure_future(workers.handler(long, vars(long)[ATTRIBUTE])({"path": str(path)}, AgentContext()))
    while not path.exists():
        await asyncio.sleep(0.01)
    assert len(begun) == 1
    await workers.warm(note, mark)
    await workers.warm(note, mark)
    assert len(begun) == 2
    await workers.aclose()
    with pytest.raises(EOFError):
        await running


SERVING = """
import asyncio, sys
from tests.toolgate.sdk.sdk_tools import long, server

asyncio.run(server(long).call("long", {"path": sys.argv[1]}))
"""


def test_nothing_goes_on_after_a_server_that_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    with subprocess.Popen([sys.executable, "-c", SERVING, str(path)], cwd=Path(__file__).parents[3]) as serving:
        while not (path.exists() and path.read_text()):
            assert serving.poll() is None
            time.sleep(0.01)
        serving.kill()
    asyncio.run(_until_gone(int(path.read_text())))


async def test_what_it_raises_prints_or_dies_of_stays_there(caplog: pytest.LogCaptureFixture) -> None:
    made = server(crashing, dying, refusing_apart)
    crashed = await made.call("crashing", ID)
    died = await made.call("dying", ID)
    refused = await made.call("refusing_apart", ID)
    await made.aclose()
    assert crashed.envelope["error"]["message"] == "crashing failed (RuntimeError); the log has more"
    assert (died.error_type, refused.error_type) == ("tool_failed", "tool_failed")
    assert refused.envelope["error"]["details"] == {"customer": "c-1"}
    assert "hunter2" not in json.dumps([crashed.envelope, died.envelope])


async def test_what_another_process_cannot_import_is_refused_at_the_start() -> None:
    @tool(name="local", isolation="process")
    def local(request: CustomerRequest) -> CustomerResponse:
        raise AssertionError

    with pytest.raises(RegistrationError, match="define it at the top of a module"):
        McpServer(name="crm", version="1").register(local)


def plain(request: CustomerRequest) -> CustomerResponse:
    return CustomerResponse(customer_id=request.customer_id, status="plain")


async def test_a_function_that_is_marked_where_it_is_registered_runs_there_too() -> None:
    made = server(tool(name="marked_later", isolation="process", timeout_ms=20_000)(plain))
    outcome = await made.call("marked_later", ID)
    await made.aclose()
    assert outcome.envelope["status"] == "plain"


def hidden(request: CustomerRequest) -> CustomerResponse:
    raise AssertionError


behind = hidden


def hidden(request: CustomerRequest) -> CustomerResponse:  # type: ignore[no-redef]
    raise AssertionError


def test_a_function_that_another_one_hides_is_refused_at_the_start() -> None:
    with pytest.raises(RegistrationError, match="hidden: another process cannot import it"):
        server(tool(name="hidden", isolation="process")(behind))


async def test_a_call_that_is_denied_runs_no_tool() -> None:
    from toolgate.sdk import PolicyDecision

    def never(ctx: Any, name: str, arguments: dict[str, Any]) -> PolicyDecision:
        return PolicyDecision.deny("never")

    made = server(dying, policies=[never])
    outcome = await made.call("dying", ID)
    await made.aclose()
    assert outcome.error_type == "policy_denied"


def test_the_worker_answers_frames_whatever_they_ask() -> None:
    from toolgate.sdk.worker import _answer, _found

    loop = asyncio.new_event_loop()
    try:
        found = _found("", refusing_apart.__module__, "refusing_apart", {})
        handler = bound(found, vars(refusing_apart)[ATTRIBUTE])
        agent: dict[str, object] = {"agent_id": "ann", "model": None, "request_id": "r", "metadata": {}}
        assert _answer(handler, {}, loop) == {"warm": True}
        answer = _answer(handler, {"arguments": ID, "agent": agent}, loop)
        assert answer == {"error": ["tool_failed", "the customer has gone", {"customer": "c-1"}]}
    finally:
        loop.close()
