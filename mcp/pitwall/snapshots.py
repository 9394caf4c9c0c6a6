"""Keeps how a session goes: which it is, its state, its conditions, its standings, each when it has changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from pitwall.effects.history_store import HistoryStore, Snapshot, SnapshotKind
from pitwall.facts.best_laps import quickest
from pitwall.facts.passages import count_stops
from pitwall.state import RaceView, StateCache
from pitwall.tools.session_key import session_key
from toolgate.contract import JsonObject
from toolgate.moments import utc_now

SNAPSHOT_EVERY_S = 30.0
"""How often a race that is followed is looked at."""
_MOST_CARS = 100


class SnapshotKeeper:
    """Keeps the session of a cache in a store. Any thread may call."""

    def __init__(
        self, cache: StateCache, store: HistoryStore, source: str, *, clock: Callable[[], datetime] = utc_now
    ) -> None:
        self._cache = cache
        self._store = store
        self._source = source
        self._clock = clock

    def keep(self) -> int:
        """Keeps what has changed since the last time; how many snapshots were kept. ToolError where the store fails."""
        view = self._cache.view()
        return self._store.keep(snapshots_of(view, self._source, self._clock().timestamp())) if view.messages else 0


def snapshots_of(view: RaceView, source: str, ts: float) -> list[Snapshot]:
    """A snapshot of each kind that the feed has told anything of, kept at `ts`, seconds since 1970."""
    told: dict[SnapshotKind, JsonObject | None] = {
        "session": _session(view),
        "state": _state(view),
        "conditions": _conditions(view),
        "standings": _standings(view),
    }
    key = session_key(view, source)
    return [Snapshot(kind, key, ts, view.lap, round(max(view.t, 0.0), 3), body) for kind, body in told.items() if body]


def _session(view: RaceView) -> JsonObject | None:
    session = view.session
    drivers = [
        {"car": driver.car, "code": driver.code, "name": driver.name, "team": driver.team}
        for driver in view.drivers.values()
    ][:_MOST_CARS]
    if session is None and not drivers:
        return None
    named = {"series": session.series, "meeting": session.meeting, "name": session.name} if session else {}
    return {**named, "kind": view.kind, "drivers": drivers}


def _state(view: RaceView) -> JsonObject | None:
    told: JsonObject = {
        "status": view.session_status,
        "track_status": view.track_status,
        "lap": view.lap,
        "total_laps": view.total_laps,
        "segment": view.segment,
        "finished": view.finished,
    }
    return told if view.session_status or view.track_status or view.lap else None


def _conditions(view: RaceView) -> JsonObject | None:
    now = view.weather
    if now is None:
        return None
    return {"air_c": now.air_c, "track_c": now.track_c, "humidity_pct": now.humidity_pct, "rain": now.rain}


def _standings(view: RaceView) -> JsonObject | None:
    rows = [_row(view, car) for car in view.order[:_MOST_CARS]]
    return {"rows": rows} if rows else None


def _row(view: RaceView, car: str) -> JsonObject:
    driver, state, gaps, quick = view.drivers.get(car), view.car(car), view.gaps(car), quickest(view, car)
    return {
        "car": car,
        "code": driver.code if driver else "",
        "name": driver.name if driver else "",
        "position": state.position,
        "gap_s": gaps.gap_s,
        "gap_laps": gaps.gap_laps,
        "laps": state.laps,
        "best_lap_s": quick[0] if quick else None,
        "stops": None if view.timed else count_stops(view, car),
        "state": view.run_state(car)[0],
    }
