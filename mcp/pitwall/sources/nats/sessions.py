"""Which session frames of NATS are of: two are never mixed, and a stray frame begins none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from pitwall.events import Event, NewSession, Session
from pitwall.sources.parsing import whole
from pitwall.sources.same_session import described, is_another

Verdict = Literal["same", "strange", "next", "another"]
"""`strange`: it is not of the session that is on, and not yet known to be of the one after it. `next` is the next
session of the same event, with the same cars; `another` is one of another event."""

APART_S = 3 * 3600.0
"""No session is silent for longer: a frame so far from the one before is of another one, or has a wrong time."""
_NUMBERS = ("SessionNum", "session_num")
_IDS = ("SubSessionID", "SessionUniqueID", "session_id", *_NUMBERS)
"""What a simulator tells its events apart by, and the sessions of one, in frames that have more than they need."""
_FEW, _MANY = 1, 3
"""Cars that have done many laps and are all told with few again race anew."""


class SimSessionMarks:
    """What tells a simulator's sessions apart: another kind, another id, laps counted anew, hours without a frame.

    A kind is told once. The others are told again and again, and one frame alone may be wrong: the second is believed.
    """

    def __init__(self) -> None:
        self._kind = ""
        self._ids: dict[str, int] = {}
        self._laps = 0
        self._utc: float | None = None
        self._strange_utc: float | None = None
        self._strange: dict[str, object] = {}

    def judge(self, told: Mapping[str, Any], utc: float | None, kind: str) -> Verdict:
        """Which session a frame is of; `kind` is the session's kind where the frame tells it, else empty."""
        verdicts = {self._by_time(utc), self._by_id(told), self._by_laps(told)}
        if "another" in verdicts:
            return "another"
        if "next" in verdicts or (kind and self._kind and kind != self._kind):
            return "next"
        if "strange" in verdicts:
            return "strange"
        self._kind = kind or self._kind
        return "same"

    def _by_time(self, utc: float | None) -> Verdict:
        if utc is None:
            return "same"
        if self._utc is None or abs(utc - self._utc) <= APART_S:
            self._utc, self._strange_utc = utc, None
            return "same"
        before, self._strange_utc = self._strange_utc, utc
        return "another" if before is not None and abs(utc - before) <= APART_S else "strange"

    def _by_id(self, told: Mapping[str, Any]) -> Verdict:
        ids = {name: number for name in _IDS if (number := whole(told.get(name))) is not None}
        if all(self._ids.setdefault(name, number) == number for name, number in ids.items()):
            self._forget("ids" if ids else "")
            return "same"
        goes_on = all(self._ids[name] == number for name, number in ids.items() if name not in _NUMBERS)
        return self._seen("ids", ids, "next" if goes_on else "another")

    def _by_laps(self, told: Mapping[str, Any]) -> Verdict:
        rows = told.get("cars")
        counts = [whole(row.get("lap")) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        most = max((laps for laps in counts if laps is not None), default=None)
        if most is None:
            return "same"
        if most <= _FEW and self._laps >= _MANY:
            return self._seen("laps", True, "next")
        self._laps = most
        self._forget("laps")
        return "same"

    def _seen(self, sign: str, value: object, then: Verdict) -> Verdict:
        again = self._strange.get(sign) == value
        self._strange[sign] = value
        return then if again else "strange"

    def _forget(self, sign: str) -> None:
        self._strange.pop(sign, None)


class RunId(Struct, frozen=True):
    """One publishing of a race, as the headers of events of ours name it."""

    race: str
    run: str


class EventRuns:
    """Which session events of ours are of: those of one race, however often its publisher is ended and started."""

    def __init__(self) -> None:
        self._now: RunId | None = None
        self._left: set[RunId] = set()
        self._last_t = 0.0
        self._session: Session | None = None

    @property
    def name(self) -> str:
        """What the session that is on is called."""
        return described(self._session)

    def judge(self, run: RunId | None, event: Event) -> Verdict:
        """Which session an event is of. Once one is of `another`, later events of the session before are `strange`."""
        verdict = self._by_run(run, event)
        told = event if isinstance(event, Session) else None
        if verdict == "same" and told and self._session and is_another(told, self._session):
            verdict = "another"
        if verdict == "another" or isinstance(event, NewSession):
            self._last_t, self._session = 0.0, None
        if verdict != "strange":
            self._last_t = max(self._last_t, event.t)
            self._session = told or self._session
        return verdict

    def _by_run(self, run: RunId | None, event: Event) -> Verdict:
        if run is None or run == self._now:
            return "same"
        if run in self._left:
            return "strange"
        before, self._now = self._now, run
        if before is None:
            return "same"
        self._left.add(before)
        goes_on = run.race == before.race and event.t >= self._last_t
        return "same" if goes_on else "another"
