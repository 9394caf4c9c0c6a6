"""The cost of language models for one question."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from msgspec import Struct, field

from director.models.base import PROVIDER_FAULTS, Model, ModelError, ModelReply, Request, Usage

_AWAY = PROVIDER_FAULTS - {"bad_request"}
"""Faults that the next request would meet too. A refused request may concern the model of one purpose only."""


class Bill(Struct):
    """The replies and failures of one question, with their usage."""

    usages: list[Usage] = field(default_factory=list)
    away: dict[str, ModelError] = field(default_factory=dict)
    """The names of models that could not be reached."""


_open: ContextVar[Bill | None] = ContextVar("bill", default=None)


@contextmanager
def bill() -> Iterator[Bill]:
    """A context that collects the usage of every reply inside it, in tasks started inside as well."""
    opened = Bill()
    token = _open.set(opened)
    try:
        yield opened
    finally:
        _open.reset(token)


async def ask_model(model: Model, request: Request, timeout_s: float) -> ModelReply:
    """Asks for one reply and adds its usage, or that of a failure, to the bill. ModelError where no reply can be used.

    After a model was unavailable once, the same question does not wait for it again.
    """
    opened = _open.get() or Bill()
    if model.name in opened.away:
        raise opened.away[model.name]
    try:
        reply = await model.complete(request, timeout_s)
    except ModelError as error:
        if error.usage.input_tokens or error.usage.output_tokens:
            opened.usages.append(error.usage)
        if error.fault in _AWAY:
            opened.away[model.name] = error
        raise
    opened.usages.append(reply.usage)
    return reply


def total(usages: list[Usage]) -> Usage:
    """The sum of all usage; the cost is None where the cost of one reply is not known."""
    costs = [usage.cost_usd for usage in usages]
    return Usage(
        input_tokens=sum(usage.input_tokens for usage in usages),
        output_tokens=sum(usage.output_tokens for usage in usages),
        cached_tokens=sum(usage.cached_tokens for usage in usages),
        cost_usd=None if None in costs else round(sum(cost for cost in costs if cost is not None), 9),
    )
