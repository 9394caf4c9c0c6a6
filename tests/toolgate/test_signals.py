"""Signals reach the event loop, where it takes handlers and where it does not."""

from __future__ import annotations

import asyncio
import signal

import pytest

from toolgate.serving.running import signalled
from toolgate.signals import on_signals


def refuse(*arguments: object) -> None:
    raise NotImplementedError


@pytest.fixture(params=["here", "as on Windows"])
async def on_each_system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's loop, as it is here, and as one that takes no handlers of signals."""
    if request.param != "here":
        monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)


async def test_a_signal_is_a_call_inside_the_loop(on_each_system: None) -> None:
    came = asyncio.Event()
    before = signal.getsignal(signal.SIGTERM)
    with on_signals({"SIGTERM": came.set, "SIGNOWHERE": came.clear}):
        signal.raise_signal(signal.SIGTERM)
        await asyncio.wait_for(came.wait(), 60)
    assert signal.getsignal(signal.SIGTERM) == before


async def test_a_server_is_told_to_stop_and_a_second_signal_changes_nothing(
    on_each_system: None,
) -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        stopping = asyncio.create_task(signalled())
        await asyncio.sleep(0)
        signal.raise_signal(signal.SIGTERM)
        await asyncio.wait_for(stopping, 60)
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)
    finally:
        for number, handled in before.items():
            signal.signal(number, handled)
