"""How long a language model is waited for, how often it is asked again, and when it is left alone."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from director.models.base import Fault, Message, ModelError, ModelReply, Request
from director.models.circuit_breaker import CircuitModel
from director.models.options import CircuitOptions, RequestLimits
from director.models.retries import retried
from tests.virtual_time import loop_time, timed

REPLY = ModelReply({"plan": []}, "m")


class Told:
    """A model that takes so long for each try, and fails so many times before it answers."""

    name = "told"

    def __init__(self, failures: int = 0, seconds: float = 0.0, asks_for_s: float = 0.0) -> None:
        self.failures, self.seconds, self.asks_for_s = failures, seconds, asks_for_s
        self.tried_at: list[float] = []

    async def once(self, left_s: float) -> ModelReply:
        self.tried_at.append(loop_time())
        await asyncio.sleep(self.seconds)
        if len(self.tried_at) <= self.failures:
            raise ModelError("overloaded", "busy", retry_after_s=self.asks_for_s)
        return REPLY

    async def complete(self, request: Request, timeout_s: float) -> ModelReply:
        return await self.once(timeout_s)

    async def aclose(self) -> None:
        """Nothing is open."""


def tried(told: Told, timeout_s: float = 1000.0, **limits: Any) -> tuple[Fault | None, float]:
    """How a request ended, and the seconds it took."""

    async def run() -> Fault | None:
        try:
            await retried(told.once, "told", timeout_s, RequestLimits(**limits))
        except ModelError as error:
            return error.fault
        return None

    return timed(run())


@pytest.mark.parametrize(("attempts", "given"), [(3, {}), (1, {"attempts": 1}), (5, {"attempts": 5})])
def test_a_request_is_tried_so_often(attempts: int, given: dict[str, Any]) -> None:
    assert tried(Told(failures=attempts - 1), **given)[0] is None
    told = Told(failures=100)
    assert tried(told, **given)[0] == "overloaded"
    assert len(told.tried_at) == attempts


def test_pauses_begin_short_and_double() -> None:
    told = Told(failures=100)
    tried(told, attempts=6)
    pauses = [after - before for before, after in pairwise(told.tried_at)]
    for pause, least in zip(pauses, (0.25, 0.5, 1.0, 2.0, 4.0), strict=True):
        assert least - 1e-6 <= pause <= min(least + 0.25, 4.0) + 1e-6  # times are added up


def test_those_who_failed_together_do_not_all_come_back_at_once() -> None:
    first = []
    for _ in range(20):
        told = Told(failures=1)
        tried(told)
        first.append(told.tried_at[1] - told.tried_at[0])
    assert max(first) - min(first) > 0.02


@pytest.mark.parametrize(("limit", "given"), [(20.0, {}), (3.0, {"attempt_timeout_s": 3.0})])
def test_one_try_has_its_time(limit: float, given: dict[str, Any]) -> None:
    assert tried(Told(seconds=limit * 0.99), attempts=1, **given)[0] is None
    fault, took = tried(Told(seconds=limit * 1.01), attempts=1, **given)
    assert fault == "timeout"
    assert took == pytest.approx(limit)


@pytest.mark.parametrize("limit", [5.0, 0.5])
def test_all_tries_together_have_the_time_of_the_request(limit: float) -> None:
    assert tried(Told(seconds=limit * 0.99), limit)[0] is None
    fault, took = tried(Told(seconds=limit * 1.01), limit)
    assert fault == "timeout"
    assert took == pytest.approx(limit)


@pytest.mark.parametrize(("limit", "given"), [(10.0, {}), (2.0, {"retry_after_max_s": 2.0})])
def test_a_pause_that_is_asked_for_is_made_if_it_is_not_too_long(limit: float, given: dict[str, Any]) -> None:
    told = Told(failures=1, asks_for_s=limit)
    fault, took = tried(told, **given)
    assert fault is None
    assert took == pytest.approx(limit)
    told = Told(failures=1, asks_for_s=limit + 0.01)
    assert tried(told, **given) == ("overloaded", 0.0)


@pytest.mark.parametrize(
    ("failures", "open_s", "options"), [(3, 30.0, CircuitOptions()), (2, 5.0, CircuitOptions(failures=2, open_s=5.0))]
)
def test_after_so_many_failures_it_is_left_alone_for_so_long(
    failures: int, open_s: float, options: CircuitOptions
) -> None:
    async def run() -> None:
        told = Told(failures=failures)
        model = CircuitModel(told, options, loop_time)
        assert [await ended(model) for _ in range(failures + 1)] == ["overloaded"] * failures + ["circuit_open"]
        await asyncio.sleep(open_s - 0.01)
        assert await ended(model) == "circuit_open"
        assert len(told.tried_at) == failures
        await asyncio.sleep(0.02)
        assert await ended(model) is None

    timed(run())


async def test_one_failure_less_leaves_it_open_to_all() -> None:
    model = CircuitModel(Told(failures=2), CircuitOptions())
    assert [await ended(model) for _ in range(3)] == ["overloaded", "overloaded", None]


async def ended(model: CircuitModel) -> Fault | None:
    try:
        await model.complete(Request("plan", "", (Message("user", "q"),), {}), 1.0)
    except ModelError as error:
        return error.fault
    return None
