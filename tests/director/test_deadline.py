"""within: time that is up is up, and who keeps time himself has a moment to say why nothing came."""

from __future__ import annotations

import asyncio
import time

import pytest

from director.deadline import MARGIN_S, within


class TooLate(Exception):
    """What work that keeps time has to say."""


async def keep_time(seconds: float, held_up_s: float = 0.0) -> None:
    """Raises TooLate after so long, and after the few turns of the loop that closing a connection takes."""
    try:
        async with asyncio.timeout(seconds):
            time.sleep(held_up_s)  # noqa: ASYNC251 - it is the loop that is held up
            try:
                await asyncio.sleep(3600)
            finally:
                for _ in range(5):
                    await asyncio.sleep(0)
    except TimeoutError:
        raise TooLate from None


@pytest.mark.parametrize("held_up_s", [0.0, 3 * MARGIN_S])
async def test_who_keeps_time_says_himself_that_it_is_up(held_up_s: float) -> None:
    with pytest.raises(TooLate):
        await within(0.05, keep_time(0.05, held_up_s))


async def test_who_keeps_no_time_is_left() -> None:
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            ended.set()

    with pytest.raises(TimeoutError):
        await within(0.01, work())
    assert ended.is_set()


async def test_what_is_done_in_time_is_given() -> None:
    assert await within(60, asyncio.sleep(0, "done")) == "done"
