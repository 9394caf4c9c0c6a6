"""Retries transient failures, under one deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from math import inf

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt, stop_before_delay
from tenacity.wait import wait_exponential_jitter

from director.models.base import ModelError, ModelReply
from director.models.faults import saying
from director.models.options import RequestLimits

Attempt = Callable[[float], Awaitable[ModelReply]]
"""One attempt; it is given its time limit in seconds."""

_BACKOFF = wait_exponential_jitter(initial=0.25, max=4.0, jitter=0.25)


async def retried(attempt: Attempt, provider: str, timeout_s: float, limits: RequestLimits) -> ModelReply:
    """The first reply. The error of the last attempt where another would not end in time."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout_s

    async def once() -> ModelReply:
        left_s = min(limits.attempt_timeout_s, deadline - loop.time())
        try:
            async with asyncio.timeout(left_s):
                return await attempt(left_s)
        except TimeoutError:
            raise ModelError("timeout", saying("timeout", provider), retry_after_s=0.0) from None

    retrying = AsyncRetrying(
        retry=retry_if_exception(lambda error: _asked_pause_s(error) <= limits.retry_after_max_s),
        wait=_pause_s,
        stop=stop_after_attempt(limits.attempts) | stop_before_delay(timeout_s),
        reraise=True,
    )
    try:
        async with asyncio.timeout_at(deadline):
            return await retrying(once)
    except TimeoutError:
        raise ModelError("timeout", saying("timeout", provider)) from None


def _asked_pause_s(error: BaseException | None) -> float:
    """The pause that the provider asks for, in seconds; infinite where a retry is pointless."""
    asked = error.retry_after_s if isinstance(error, ModelError) else None
    return inf if asked is None else asked


def _pause_s(state: RetryCallState) -> float:
    return max(_BACKOFF(state), _asked_pause_s(state.outcome.exception() if state.outcome else None))
