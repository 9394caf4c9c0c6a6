"""Looking up how much had been told by a message: from where that was found the last time, as a race goes on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

_STEP = 8
"""A moment later, mostly no more than so many messages have come."""


def count_near(messages: Sequence[int], message: int, near: int) -> int:
    """How many of the messages there were until one, that one included. `near`: what it was the last time.

    A long list is not gone through the middle each time: its numbers lie far apart in memory.
    """
    told = len(messages)
    if near > told or (near and messages[near - 1] > message):
        return bisect_right(messages, message, 0, min(near, told))
    end = near + _STEP
    if end < told and messages[end] <= message:
        return bisect_right(messages, message, end + 1)
    return bisect_right(messages, message, near, min(end, told))
