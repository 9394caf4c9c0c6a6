"""The options of the responder, with their defaults."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResponderOptions:
    """Times are seconds."""

    own_names: tuple[str, ...] = ("Sim RaceCenter",)
    trigger_prefix: str = ""
    """A message without it or a mention of us is no question; empty or `off`: every message may be one."""
    interval_s: float = 3.0
    """Between two answers."""
    queue_max: int = 100
    """Messages that may wait."""
    max_age_s: float = 60.0
    """A message that has waited longer is not answered: the chat has moved on."""
    catch_up_s: float = 300.0
    """A message that was kept for longer before it could be delivered is not answered."""
    answer_timeout_s: float = 25.0
    stats_every: int = 10
    """Messages between two lines of counters; 0: none."""
    retry_waits_s: tuple[float, ...] = (1.0, 2.0)
    """Before each further attempt to publish."""
    remembered_answers: int = 5
    """An answer equal to one of so many before it is not repeated."""
    remembered_ids: int = 10_000
