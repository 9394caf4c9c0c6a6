"""A provider that fails in a row is left alone for a while."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest

from director.models.base import Fault, Message, ModelError, ModelReply, Purpose, Request
from director.models.circuit_breaker import FAILURES, CircuitBreaker, CircuitModel
from director.models.options import CircuitOptions
from toolgate.contract import JsonObject

OPTIONS = CircuitOptions(failures=3, open_s=30.0)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Told:
    """A model that fails as it is told, and counts how often it is asked."""

    name = "told"

    def __init__(self) -> None:
        self.fault: Fault | None = None
        self.asked = 0
        self.data: JsonObject = {"plan": [], "answer": ""}
        self.hold: asyncio.Event | None = None

    async def complete(self, request: Request, timeout_s: float) -> ModelReply:
        self.asked += 1
        if self.hold is not None:
            await self.hold.wait()
        if self.fault is not None:
            raise ModelError(self.fault, f"told: {self.fault}")
        return ModelReply(self.data, "m")

    async def aclose(self) -> None:
        """Nothing is open."""


def request(purpose: Purpose = "plan") -> Request:
    return Request(purpose, "", (Message("user", "q"),), {})


async def once(model: CircuitModel, purpose: Purpose = "plan") -> Fault | None:
    try:
        await model.complete(request(purpose), 1.0)
    except ModelError as error:
        return error.fault
    return None


async def test_three_failures_in_a_row_open_it_for_thirty_seconds() -> None:
    clock, told = Clock(), Told()
    model = CircuitModel(told, OPTIONS, clock)
    told.fault = "overloaded"
    assert [await once(model) for _ in range(5)] == ["overloaded"] * 3 + ["circuit_open"] * 2
    clock.now += 29.0
    with pytest.raises(ModelError, match=r"told failed several times in a row, next try in 1 s \(last: told: over"):
        await model.complete(request(), 1.0)
    assert told.asked == 3
    clock.now += 1.0
    told.fault = None
    assert [await once(model) for _ in range(3)] == [None] * 3
    assert told.asked == 6


async def test_a_trial_that_fails_opens_it_again() -> None:
    clock, told = Clock(), Told()
    model = CircuitModel(told, OPTIONS, clock)
    told.fault = "timeout"
    for _ in range(3):
        await once(model)
    clock.now += 30.0
    assert [await once(model) for _ in range(2)] == ["timeout", "circuit_open"]
    clock.now += 29.9
    assert await once(model) == "circuit_open"
    clock.now += 0.1
    told.fault = None
    assert await once(model) is None


async def test_a_success_between_starts_the_count_anew() -> None:
    told = Told()
    model = CircuitModel(told, OPTIONS, Clock())
    for fault in ("timeout", "timeout", None, "timeout", "timeout", "refused", "timeout", "timeout"):
        told.fault = fault
        assert await once(model) == fault


@pytest.mark.parametrize("fault", get_args(Fault))
async def test_which_faults_count(fault: Fault) -> None:
    told = Told()
    told.fault = fault
    model = CircuitModel(told, OPTIONS, Clock())
    faults = [await once(model) for _ in range(4)]
    assert faults[3] == ("circuit_open" if fault in FAILURES else fault)
    assert set(get_args(Fault)) - {"no_key", "refused", "circuit_open", "not_recorded"} == FAILURES


@pytest.mark.parametrize("purpose", get_args(Purpose))
@pytest.mark.parametrize("data", [{}, {"other": 1}, {"plan": "none", "answer": 5}, {"plan": ["x"], "answer": None}])
async def test_json_that_is_not_what_was_asked_for_counts(purpose: Purpose, data: JsonObject) -> None:
    """Whoever asked finds out himself: the reply is passed on."""
    told = Told()
    told.data = data
    model = CircuitModel(told, OPTIONS, Clock())
    assert [await once(model, purpose) for _ in range(4)] == [None] * 3 + ["circuit_open"]
    with pytest.raises(ModelError, match=r"last: told's reply isn't the JSON that was asked for"):
        await model.complete(request(purpose), 1.0)


async def test_planner_and_answerer_have_circuits_of_their_own() -> None:
    told = Told()
    told.fault = "overloaded"
    model = CircuitModel(told, OPTIONS, Clock())
    for _ in range(4):
        await once(model, "plan")
    assert await once(model, "answer") == "overloaded"
    assert await once(model, "plan") == "circuit_open"


async def test_only_one_request_is_the_trial() -> None:
    clock, told = Clock(), Told()
    model = CircuitModel(told, OPTIONS, clock)
    told.fault = "overloaded"
    for _ in range(3):
        await once(model)
    clock.now += 30.0
    told.fault, told.hold = None, asyncio.Event()
    trial = asyncio.create_task(once(model))
    await asyncio.sleep(0)
    with pytest.raises(ModelError, match="being tried again"):
        await model.complete(request(), 1.0)
    told.hold.set()
    assert await trial is None
    assert await once(model) is None


async def test_a_trial_that_is_cancelled_leaves_room_for_another() -> None:
    clock, told = Clock(), Told()
    model = CircuitModel(told, OPTIONS, clock)
    told.fault = "overloaded"
    for _ in range(3):
        await once(model)
    clock.now += 30.0
    told.hold = asyncio.Event()
    trial = asyncio.create_task(once(model))
    await asyncio.sleep(0)
    trial.cancel()
    with pytest.raises(asyncio.CancelledError):
        await trial
    told.fault, told.hold = None, None
    assert await once(model) is None


def test_failures_of_requests_that_were_on_their_way_do_not_prolong_it() -> None:
    clock = Clock()
    circuit = CircuitBreaker(OPTIONS, clock)
    for _ in range(5):
        assert circuit.admits()
    for _ in range(3):
        circuit.failed()
    clock.now += 10.0
    circuit.failed()
    circuit.failed()
    assert circuit.open_for_s() == 20.0
    assert not circuit.admits()
