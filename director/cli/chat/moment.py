"""Now, as a chat has it: a moment that was named, or one that moves with the clock."""

from __future__ import annotations

import time
from collections.abc import Callable

from director.cli.playback import Playhead
from pitwall.state import Moment, StateCache


class Now:
    """A loaded race and what counts as now. With a speed, now moves: from `--at`, else from the race's start."""

    def __init__(
        self, cache: StateCache, speed: float | None, at: str | None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._cache = cache
        self._clock = clock
        self._playhead: Playhead | None = None
        if speed is not None:
            named = self._cache.view()
            self._cache.pin("end")
            whole = self._cache.view()
            start = named if at is not None else whole.at_lap(0) or whole
            self._playhead = Playhead(start.t, whole.t, speed)
            self._since = clock()
            self.pin()

    def pin(self) -> None:
        """Sets the race to now, where now moves."""
        if self._playhead is not None:
            before, self._since = self._since, self._clock()
            self._playhead.advance(self._since - before)
            self._cache.pin(Moment(t=self._playhead.t))

    def go_to(self, at: str) -> None:
        """Makes now another moment; it moves on from there, if it moves. BadMoment where the race has none such."""
        before = Moment(t=self._cache.view().t)
        self._cache.pin("end")
        try:
            self._cache.pin(at)
        except ValueError:
            self._cache.pin(before)
            raise
        if self._playhead is not None:
            self._since = self._clock()
            self._playhead.jump(self._cache.view().t)
