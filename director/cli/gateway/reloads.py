"""Follows what servers and rules are configured by, while they are served."""

from __future__ import annotations

import asyncio

from toolgate.downstream.reload import Reload
from toolgate.gate import Gate
from toolgate.waiting import abandon


async def reloads(again: asyncio.Event, gate: Gate, reload: Reload | None) -> None:
    """Follows the configuration's file until it is cancelled; reads it and the rules at once where `again` is set."""
    watching = None if reload is None else asyncio.create_task(reload.watch())
    try:
        while True:
            await again.wait()
            again.clear()
            gate.look()
            if reload is not None:
                await reload.apply()
    finally:
        if watching is not None:
            abandon(watching)
