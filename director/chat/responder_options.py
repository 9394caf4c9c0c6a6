"""The options of the responder, with their defaults."""

from __future__ import annotations

from msgspec import Struct

from director.defaults import ANSWER_MAX_CHARS


class ResponderOptions(Struct, frozen=True):
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
    answer_max_chars: int = ANSWER_MAX_CHARS
    """A message that holds several answers is no longer."""
    batch_from: int = 20
    """While so many questions wait, several are answered in one message; 0: each in its own."""
    batch_most: int = 3
    """Answers in one message."""
    digest_s: float = 0.0
    """Answers go out together once in so long; 0: each as it comes."""
    alert_from: int = 3
    """The operator is told of a question that so many people ask; 0: of none."""
    alert_within_s: float = 120.0
    greeting: str = ""
    """What is answered to somebody who speaks to us and asks nothing; empty: nothing."""
    remembered_ids: int = 10_000
