"""How long each stage of a question took."""

from __future__ import annotations

from time import perf_counter


class Stopwatch:
    """Milliseconds of each stage, all rounds of it together."""

    def __init__(self, load_ms: float) -> None:
        self.laps = {"load": round(load_ms, 3), "plan": 0.0, "validate": 0.0, "execute": 0.0, "answer": 0.0}
        self._since = perf_counter()

    def lap(self, stage: str) -> None:
        """What has passed since the last lap belongs to this stage."""
        now = perf_counter()
        self.laps[stage] = round(self.laps[stage] + (now - self._since) * 1000, 3)
        self._since = now
