"""Counts the calls of each agent: in the last minute, and since midnight UTC.

Only admitted calls count. The counts are kept in memory, by agent and tool and not by rule, so that they outlive a
reload of the rules; after a restart today's can be had back from the audit records.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from threading import Lock
from time import monotonic

from toolgate.contract import PolicyDecision
from toolgate.moments import utc_now
from toolgate.policy.parse import DAY_S, Quota

ADMITTED = PolicyDecision(True, "within the limits of calls")

_DAY = timedelta(days=1)


class Quotas:
    """Counts calls against limits. May be shared by threads."""

    def __init__(self, clock: Callable[[], float] = monotonic, now: Callable[[], datetime] = utc_now) -> None:
        self._clock = clock
        self._now = now
        self._lock = Lock()
        self._recent: defaultdict[tuple[str, str], deque[float]] = defaultdict(deque)
        """By agent and pattern (`` for all tools): when each call of the last minute was admitted."""
        self._today: defaultdict[str, Counter[tuple[str | None, str]]] = defaultdict(Counter)
        """By agent: today's calls of each tool, known by its server and its name."""
        self._date: date = now().date()

    def admit(
        self, agent_id: str, tool: str, limits: Sequence[Quota], server: str | None = None, *, count: bool = True
    ) -> PolicyDecision:
        """Counts the call if every limit that speaks of it has room. A refusal says when to call again.

        Without `count` the call is checked and not counted.
        """
        if not limits:
            return ADMITTED
        with self._lock:
            now = self._now()
            self._turn_the_day(now)
            recent = []
            for limit in limits:
                if not limit.speaks_of(tool, server):
                    continue
                if limit.span_s == DAY_S:
                    wait_s = self._day_wait(agent_id, limit, now)
                else:
                    recent.append(self._recent[agent_id, limit.pattern.text if limit.pattern else ""])
                    wait_s = self._window_wait(recent[-1], limit)
                if wait_s > 0:
                    reason = f"{limit.name} of {limit.calls} is used up; call again in {math.ceil(wait_s)} s"
                    return PolicyDecision(False, reason, limit.path, round(wait_s, 3))
            if count:
                for calls in recent:
                    calls.append(self._clock())
                self._today[agent_id][server, tool] += 1
        return ADMITTED

    def seed(self, agent_id: str, count: int, tool: str = "", server: str | None = None) -> None:
        """Adds calls admitted today by an earlier process. Without a tool they count for all tools together."""
        with self._lock:
            self._turn_the_day(self._now())
            self._today[agent_id][server, tool] += count

    def _turn_the_day(self, now: datetime) -> None:
        """Begins a new day. A clock that is set back over midnight does not give the old one again."""
        today = now.date()
        if today != self._date and today + _DAY != self._date:
            self._today.clear()
            self._date = today

    def _day_wait(self, agent_id: str, limit: Quota, now: datetime) -> float:
        """Seconds until midnight, UTC, if today's calls are used up."""
        today = self._today[agent_id]
        if limit.pattern is None:
            used = sum(today.values())
        else:
            used = sum(n for (server, tool), n in today.items() if limit.speaks_of(tool, server))
        if used < limit.calls:
            return 0.0
        return (datetime.combine(self._date + _DAY, time.min, UTC) - now).total_seconds()

    def _window_wait(self, calls: deque[float], limit: Quota) -> float:
        """Seconds until so many calls have left the window that there is room for one."""
        now = self._clock()
        while calls and calls[0] <= now - limit.span_s:
            calls.popleft()
        if len(calls) < limit.calls:
            return 0.0
        return calls[len(calls) - limit.calls] + limit.span_s - now
