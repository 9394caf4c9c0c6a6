"""The layers that wrap every call, outermost first. All have one shape: `async (call, next) -> Outcome`.

What only looks at a call before it is made is a check instead: several stand behind one another in one layer.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from types import FunctionType, MethodType
from typing import Protocol

from toolgate.contract import Call, Outcome

Next = Callable[[Call], Awaitable[Outcome]]


Check = Callable[[Call], Call]
"""Passes on the call, or another one in its place. It raises ToolError where the call must not go on."""


class Layer(Protocol):
    """One layer. It may look at the call, refuse it, pass on another one, or look at the outcome.

    One that passes on every call and every outcome as they are says so by an attribute, `unchanging = True`: then what
    the gate knows of an answer, as its JSON, holds outside it too.
    """

    def __call__(self, call: Call, next: Next, /) -> Awaitable[Outcome]: ...


def fold(layers: tuple[Layer, ...], innermost: Next) -> Next:
    """Folds layers into one function; the first layer is the outermost."""
    chain = innermost
    for layer in reversed(layers):
        chain = _bind(layer, chain)
    return chain


def checking(checks: tuple[Check, ...], following: Next) -> Next:
    """One layer of several checks: each takes the call that the one before returned, `following` that of the last."""

    async def checked(call: Call) -> Outcome:
        for check in checks:
            call = check(call)
        return await following(call)

    return checked


def is_unchanging(layer: Layer) -> bool:
    """Whether the layer says that it changes neither calls nor outcomes."""
    return getattr(layer, "unchanging", False) is True


def keeping_case(layer: Layer) -> Layer:
    """Wraps a caller's own layer: whatever call it passes on has the gate's case of the call that came."""

    async def kept(call: Call, next: Next, /) -> Outcome:
        def following(passed: Call) -> Awaitable[Outcome]:
            return next(passed if passed.case is call.case else replace(passed, case=call.case))

        return await layer(call, following)

    return kept


def _bind(layer: Layer, following: Next) -> Next:
    # A call of a bound method costs half of a call of an object.
    run = layer if isinstance(layer, FunctionType | MethodType) else layer.__call__

    def bound(call: Call) -> Awaitable[Outcome]:
        return run(call, following)

    return bound
