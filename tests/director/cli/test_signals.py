"""Signals reach the event loop, where it takes handlers and where it does not."""

from __future__ import annotations

import asyncio
import signal

import pytest

from director.cli.signals import on_signals


@pytest.mark.parametrize("loop_takes_handlers", [True, False], ids=["here", "as on Windows"])
async def test_a_signal_is_a_call_inside_the_loop(loop_takes_handlers: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    loop, came = asyncio.get_running_loop(), asyncio.Event()

    def refuse(*arguments: object) -> None:
        raise NotImplementedError

    if not loop_takes_handlers:
        monkeypatch.setattr(loop, "add_signal_handler", refuse)
    before = signal.getsignal(signal.SIGTERM)
    with on_signals({"SIGTERM": came.set, "SIGNOWHERE": came.clear}):
        signal.raise_signal(signal.SIGTERM)
        await asyncio.wait_for(came.wait(), 60)
    assert signal.getsignal(signal.SIGTERM) == before
