"""Tools in processes of their own. One whose time is up is ended, so nothing that it began goes on unnoticed."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import orjson

from toolgate.contract import AgentContext, Call, Handler, JsonObject, Native, Outcome, ToolError
from toolgate.layers import Next
from toolgate.sdk.marks import ToolMark
from toolgate.sdk.registration import RegistrationError

_log = logging.getLogger("toolgate.sdk")

_LENGTH = 4
_MOST_WORKERS = 4
"""Processes of one server. A call beyond that waits, within its own time, until one is free."""


Marked = tuple[Callable[..., Any], ToolMark]


class Worker:
    """One process, and the pipe to it. What it starts belongs to it, and is ended with it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._calls = process.stdin
        self._answers = process.stdout
        self.imported: set[tuple[str, str]] = set()
        """The functions that it has imported, each by its module and name."""

    @classmethod
    async def start(cls) -> Worker:
        """A process that is ready for calls. Where starting fails or is cancelled, the process is killed."""
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "toolgate.sdk.worker")
        worker = cls(
            await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, limit=1 << 24, start_new_session=True
            )
        )
        try:
            await worker.exchange({"path": sys.path})
        except BaseException:
            worker.kill()
            await worker.ended()
            raise
        return worker

    @property
    def gone(self) -> bool:
        """Whether it has ended by itself, as far as is known."""
        return self._process.returncode is not None or self._answers.at_eof() or _has_exited(self._process.pid)

    async def exchange(self, frame: JsonObject) -> JsonObject:
        """Sends a frame and waits for its answer. EOFError where the process has died."""
        body = orjson.dumps(frame)
        self._calls.write(len(body).to_bytes(_LENGTH) + body)
        try:
            await self._calls.drain()
            length = int.from_bytes(await self._answers.readexactly(_LENGTH))
            answer: JsonObject = orjson.loads(await self._answers.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise EOFError("the process of the tool has ended") from None
        return answer

    def kill(self) -> None:
        """Ends the process and what it has started, whatever they do."""
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._calls.close()

    async def ended(self) -> None:
        """Waits until it has ended."""
        await self._process.wait()
        # The transport closes its pipes when the loop next comes round to it.
        await asyncio.sleep(0)


def _has_exited(pid: int) -> bool:
    """Whether a child has ended: the system knows before the loop has heard of it. False where it cannot be asked."""
    if not hasattr(os, "waitid"):
        return False
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True  # the loop has taken note of it, and has not said so yet


class Workers:
    """The processes of one server: started when one is needed, kept, and handed to one call at a time."""

    def __init__(self, most: int = _MOST_WORKERS) -> None:
        self._most = most
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._killed: list[Worker] = []
        self._starting = 0
        self._free = asyncio.Semaphore(most)

    def handler(self, function: Callable[..., Any], mark: ToolMark) -> Handler:
        """A handler that runs the function in one of the processes."""
        target = _target(function, mark)

        async def run(arguments: JsonObject, agent: AgentContext) -> Any:
            who = {"agent_id": agent.agent_id, "model": agent.model, "request_id": agent.request_id}
            call = {**target, "arguments": arguments, "agent": {**who, "metadata": dict(agent.metadata)}}
            return _given(function.__qualname__, await self._call(call))

        return run

    async def warm(self, function: Callable[..., Any], mark: ToolMark) -> None:
        """Keeps a process ready that has imported the function, where one is idle or there may be one more, so that the
        import takes nothing of the next call's timeout.
        """
        self._bury()
        if self._idle and (function.__module__, function.__qualname__) in self._idle[-1].imported:
            return
        if self._idle or self._starting or len(self._all) < self._most:
            await self._call(_target(function, mark))

    async def aclose(self) -> None:
        """Ends all processes."""
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*(worker.ended() for worker in (*self._all, *self._killed)))
        self._all.clear()
        self._idle.clear()
        self._killed.clear()

    async def _call(self, frame: JsonObject) -> JsonObject:
        async with self._free:
            self._bury()
            worker = self._idle.pop() if self._idle else await self._started()
            try:
                answer = await worker.exchange(frame)
            except BaseException:
                self._gone(worker)
                raise
            worker.imported.add((frame["module"], frame["function"]))
            self._idle.append(worker)
            return answer

    async def _started(self) -> Worker:
        self._starting += 1
        try:
            worker = await Worker.start()
        finally:
            self._starting -= 1
        self._all.add(worker)
        return worker

    def _bury(self) -> None:
        """A process that has ended while it waited is none."""
        for worker in [one for one in self._idle if one.gone]:
            self._idle.remove(worker)
            self._gone(worker)

    def _gone(self, worker: Worker) -> None:
        """Its time was up, its caller has gone, or it died: it must not go on."""
        worker.kill()
        self._all.discard(worker)
        self._killed = [*(one for one in self._killed if not one.gone), worker]


class Warm:
    """A layer that starts the process of a tool before the call's timeout begins."""

    def __init__(self, workers: Workers, functions: Mapping[str, Marked]) -> None:
        self._workers = workers
        self._functions = functions

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        marked = self._functions.get(call.name) if isinstance(call.name, str) else None
        if marked is not None:
            await self._workers.warm(*marked)
        return await next(call)


def _target(function: Callable[..., Any], mark: ToolMark) -> JsonObject:
    """Where another process finds the function. RegistrationError where it would find nothing, or something else."""
    module, name = function.__module__, function.__qualname__
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is not function:
        raise RegistrationError(f"{name}: another process cannot import it: define it at the top of a module")
    file = getattr(sys.modules["__main__"], "__file__", None) if module == "__main__" else ""
    if file is None:
        raise RegistrationError(f"{name}: another process cannot import it: put it into a file")
    marked = {"name": mark.name, "timeout_ms": mark.timeout_ms}
    return {"file": file, "module": module, "function": name, "mark": marked}


def _given(name: str, answer: JsonObject) -> Any:
    if "error" in answer:
        kind, message, details = answer["error"]
        raise ToolError(kind, message, **details)
    if "crash" in answer:
        raise ToolError("tool_failed", f"{name} failed ({answer['crash']}); the log has more")
    if "native" in answer:
        return Native(answer["native"], answer["payload"], enveloped=True)
    return answer["payload"]
