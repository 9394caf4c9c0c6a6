"""A circuit breaker: stops asking a provider that has failed several times in a row.

Closed: every request passes. After so many failures in a row it is open: requests fail at once, for some seconds. Then
one request is let through on trial: its success closes the circuit, its failure opens it again.

A circuit stands for one purpose of one provider, as planner and answerer may be two models. What counts:

- failures: no reply in time, no connection, a provider that cannot answer, a key, an account or a request that is
  refused (the next request would meet the same), and a reply that is cut off or not the JSON that was asked for.
- successes: a reply, and a model that declines to answer, which is about the question.
- neither: what was never asked (no key, a replay), and a caller that goes away.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable

from director.models.base import PROVIDER_FAULTS, Fault, Model, ModelError, ModelReply, Purpose, Request
from director.models.faults import saying
from director.models.options import CircuitOptions
from director.models.reply_json import is_what_was_asked

Clock = Callable[[], float]

FAILURES: frozenset[Fault] = PROVIDER_FAULTS - {"no_key", "circuit_open"} | {"truncated", "unreadable"}


class CircuitBreaker:
    """Counts consecutive failures. `clock` returns monotonic seconds."""

    def __init__(self, options: CircuitOptions, clock: Clock = time.monotonic) -> None:
        self._options = options
        self._clock = clock
        self._failures = 0
        self._open_until: float | None = None
        self._on_trial = False

    def admits(self) -> bool:
        """Whether a request may pass now. The caller then reports succeeded, failed or dropped."""
        if self._open_until is None:
            return True
        if self._on_trial or self._clock() < self._open_until:
            return False
        self._on_trial = True
        return True

    def open_for_s(self) -> float:
        """Seconds until a request is let through on trial."""
        return max(0.0, (self._open_until or 0.0) - self._clock())

    def succeeded(self) -> None:
        """Records a success."""
        self._failures, self._open_until, self._on_trial = 0, None, False

    def failed(self) -> None:
        """Records a failure. Opens the circuit at the limit, and again after a failed trial."""
        self._failures += 1
        if self._on_trial or (self._open_until is None and self._failures >= self._options.failures):
            self._open_until = self._clock() + self._options.open_s
            self._on_trial = False

    def dropped(self) -> None:
        """Records a request without a result, as when it is cancelled. Another request may be the trial."""
        self._on_trial = False


class CircuitModel:
    """A model wrapped in one circuit breaker per purpose."""

    def __init__(self, model: Model, options: CircuitOptions, clock: Clock = time.monotonic) -> None:
        self._model = model
        self._circuits: defaultdict[Purpose, CircuitBreaker] = defaultdict(lambda: CircuitBreaker(options, clock))
        self._why: dict[Purpose, str] = {}

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._model.name

    async def complete(self, request: Request, timeout_s: float) -> ModelReply:
        """The reply of the wrapped model; ModelError `circuit_open` at once where the circuit is open."""
        circuit = self._circuits[request.purpose]
        if not circuit.admits():
            again = f"next try in {circuit.open_for_s():.0f} s" if circuit.open_for_s() else "being tried again"
            why = self._why[request.purpose]
            raise ModelError("circuit_open", f"{self.name} failed several times in a row, {again} (last: {why})")
        try:
            reply = await self._model.complete(request, timeout_s)
        except ModelError as error:
            if error.fault in FAILURES:
                self._why[request.purpose] = str(error)
                circuit.failed()
            elif error.fault == "refused":
                circuit.succeeded()
            else:
                circuit.dropped()
            raise
        except BaseException:
            circuit.dropped()
            raise
        if is_what_was_asked(reply.data, request.purpose):
            circuit.succeeded()
        else:
            self._why[request.purpose] = saying("unreadable", self.name)
            circuit.failed()
        return reply

    async def aclose(self) -> None:
        """Closes the wrapped model."""
        await self._model.aclose()
