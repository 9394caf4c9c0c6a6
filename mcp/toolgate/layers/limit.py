"""limit: holds the handler to its timeout, and turns whatever it raises into an ordinary failure."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable
from contextlib import suppress
from time import perf_counter
from typing import Any

from toolgate.catalogue import CompiledTool, compiled
from toolgate.contract import Call, Handler, Tier, ToolError, ToolSpec
from toolgate.errors import LocalError
from toolgate.layers.threads import Threads, Work
from toolgate.waiting import let_go

MOMENT_S = 0.0005
"""A handler that took no longer the last time is waited for so long, with everything else, before others go on."""
_MAX_THREADS = 64

_Ended = tuple[Any, Exception | None]
"""What a handler gave, or what it raised."""


class HandlerCrash(LocalError):
    """A handler raised a BaseException such as SystemExit."""


class Limit:
    """Runs the handler: in line when it promises not to wait, as a task when it is async, else in a thread.

    A thread cannot be ended from outside, so a handler that hangs is left behind as a daemon. At most 64 are kept;
    after that calls are refused as rate_limited until one comes back.
    """

    def __init__(self) -> None:
        self._room = [None] * _MAX_THREADS
        self._threads = Threads()

    async def run(self, call: Call) -> Any:
        """The handler's result. ToolError: `timeout` of a task or thread, `rate_limited` where no thread is free."""
        tool = compiled(call)
        if tool.asynchronous:
            result = await _in_time(tool.spec, _contained(tool.handler(call.arguments, call.agent)))
        elif tool.spec.blocking:
            result = await self._in_thread(tool, call)
        else:
            result = _in_line(tool.handler, call)
        if type(result) is not dict and inspect.isawaitable(result):
            result = await _in_time(tool.spec, _contained(result))
        return result

    async def _in_thread(self, tool: CompiledTool, call: Call) -> Any:
        quick = tool.pace.quick  # before its thread, which may have ended by the next line, says how quick it was
        work = self._begun(tool, call)
        # To be told through the loop costs several times what a quick handler takes.
        ended = quick and work.ends_within(MOMENT_S)
        if quick and not ended:
            tool.pace.quick = False  # until it shows that it is
        result, error = work.given if ended else await _told(tool.spec, work)
        if error is not None:
            raise error
        return result

    def _begun(self, tool: CompiledTool, call: Call) -> Work[_Ended]:
        try:
            self._room.pop()
        except IndexError:
            raise ToolError("rate_limited", f"{call.name}: too many calls are still running; try again later") from None

        def do() -> _Ended:
            began = perf_counter()
            try:
                return _in_line(tool.handler, call), None
            except Exception as raised:  # noqa: BLE001 - carried over to the caller, whatever it is
                return None, raised
            finally:
                tool.pace.quick = perf_counter() - began < MOMENT_S
                self._room.append(None)

        try:
            return self._threads.begin(do)
        except RuntimeError:  # the machine has no more
            self._room.append(None)
            raise


async def _told(spec: ToolSpec, work: Work[_Ended]) -> _Ended:
    """Waits for the end of the work, but no longer than the tool's timeout."""
    loop = asyncio.get_running_loop()
    # The error travels as a value: a future takes no StopIteration.
    done: asyncio.Future[_Ended] = loop.create_future()

    def settle(ended: _Ended) -> None:
        if not done.done():
            done.set_result(ended)

    def tell() -> None:
        with suppress(RuntimeError):  # the loop has gone: nobody waits any more
            loop.call_soon_threadsafe(lambda: settle(work.given))

    work.then(tell)
    timer = loop.call_later(spec.timeout_ms / 1000, lambda: settle((None, _late(spec))))
    try:
        return await done
    finally:
        timer.cancel()


def _in_line(handler: Handler, call: Call) -> Any:
    try:
        return handler(call.arguments, call.agent)
    except Exception:
        raise
    except BaseException as error:
        raise HandlerCrash(type(error).__name__) from error


async def _contained(awaitable: Awaitable[Any]) -> Any:
    """Awaits it. What would stop the event loop, as SystemExit does, becomes a HandlerCrash."""
    try:
        return await awaitable
    except (Exception, asyncio.CancelledError):
        raise
    except BaseException as error:
        raise HandlerCrash(type(error).__name__) from error


async def _in_time(spec: ToolSpec, work: Any) -> Any:
    """Waits for the work, but no longer than the tool's timeout, even where the work ignores its cancellation."""
    task: asyncio.Task[Any] = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task}, timeout=spec.timeout_ms / 1000)
    except asyncio.CancelledError:
        await let_go([task])
        raise
    if not task.done():
        await let_go([task])
        raise _late(spec)
    if task.cancelled():
        raise HandlerCrash("CancelledError")
    return task.result()


def _late(spec: ToolSpec) -> ToolError:
    return ToolError("timeout", f"{spec.name} did not answer within {spec.timeout_ms} ms{_unknown_effect(spec)}")


def _unknown_effect(spec: ToolSpec) -> str:
    """A thread goes on after its time is up: what it was to change may have changed, or may change yet."""
    if spec.tier is Tier.READ_ONLY:
        return ""
    again = "calling again does no harm" if spec.idempotent else "check before you call again"
    return f"; it may still take effect: {again}"
