"""Which cars stand, and since when, as the feed had said it after one message."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from pitwall.state.splits_view import SplitsView


class StandingView(SplitsView):
    """Since when a car is out, and when it stood and went on again."""

    def out_since(self, number: str) -> float | None:
        """Session time since when the feed has said that the car is out; None where it does not say so."""
        states = self._heard.cars[number].states
        since = None
        for index in range(states.count(self._message) - 1, -1, -1):
            if not (states.values[index].stopped or states.values[index].retired):
                break
            since = self._heard.times[states.messages[index]]
        return since

    def stood_at(self, number: str) -> Sequence[float]:
        """Session times at which the feed began to say that the car stood still, those after which it went on too."""
        halts, times = self._heard.cars[number].halts, self._heard.times
        return [times[message] for message in halts[: bisect_right(halts, self._message)]]
