"""The layers that wrap every call, outermost first. All have one shape: `async (call, next) -> Outcome`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from toolgate.contract import Call, Outcome

Next = Callable[[Call], Awaitable[Outcome]]


class Layer(Protocol):
    """One layer. It may look at the call, refuse it, pass on another one, or look at the outcome."""

    async def __call__(self, call: Call, next: Next, /) -> Outcome: ...


def fold(layers: tuple[Layer, ...], innermost: Next) -> Next:
    """Folds layers into one function; the first layer is the outermost."""
    chain = innermost
    for layer in reversed(layers):
        chain = _bind(layer, chain)
    return chain


def keeping_case(layer: Layer) -> Layer:
    """A layer of somebody else's. Whatever call it passes on, the gate's case of the call that came goes with it."""

    async def kept(call: Call, next: Next, /) -> Outcome:
        def following(passed: Call) -> Awaitable[Outcome]:
            return next(passed if passed.case is call.case else replace(passed, case=call.case))

        return await layer(call, following)

    return kept


def _bind(layer: Layer, following: Next) -> Next:
    def bound(call: Call) -> Awaitable[Outcome]:
        return layer(call, following)

    return bound
