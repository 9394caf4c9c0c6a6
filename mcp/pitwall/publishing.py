"""A race as subjects of NATS: every event of ours, and what the subjects of others can hold of it."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterator, Mapping
from typing import Any

import msgspec

from pitwall import events as e
from pitwall.sources.event_log import encode_event
from pitwall.sources.nats.runs import REMEMBERED_S, PublisherRun, new_run
from pitwall.sources.nats.subjects import EVENT_STREAM, EVENTS, PROJECTION, STREAMS
from pitwall.state import RaceView, StateCache
from pitwall.tools.predict_pit_window import build_predict_pit_window_tool
from toolgate.contract import ANONYMOUS, InvalidArgument
from toolgate.nats.connection import CONFIRM_S

Frame = tuple[str, bytes]
"""A subject and what is published on it."""

STANDINGS_EVERY_S = 1.0
CONDITIONS_EVERY_S = 30.0
_encode = msgspec.json.Encoder().encode
_PROJECTED = ("position_now", "position_after", "best", "worst", "free", "ahead_s", "behind_s")
_FLAG_BITS = {"green": 0x4, "yellow": 0x8, "safety_car": 0x4000, "vsc": 0x4000, "vsc_ending": 0x4000, "red": 0x10}
UNHELD = (
    "sets of tyres",
    "messages of race control",
    "the start and the end of the session",
    "the names of teams and classes",
)
"""What `iracing.*` has no field for."""


class Subjects:
    """The frames of a race for NATS, event by event. `strict`: without our own events, only the subjects of others."""

    def __init__(self, began_utc: float, *, strict: bool = False) -> None:
        self._began_utc = began_utc
        self._strict = strict
        self._cache = StateCache()
        self._indexes: dict[str, int] = {}
        self._standings_at = self._conditions_at = -1e9
        self._projected = 0

    def frames(self, event: e.Event) -> Iterator[Frame]:
        """The frames that an event gives: subjects with their bodies."""
        self._cache.apply(event)
        if not self._strict:
            yield f"{EVENTS}.{type(event).__name__.lower()}", encode_event(event)
        stamp = {"timestamp": round(self._began_utc + event.t, 3)}
        match event:
            case e.Roster():
                drivers = [self._driver(driver) for driver in event.drivers]
                yield "iracing.session", _encode({"drivers": drivers} | stamp)
            case e.TrackStatus() | e.TimeLeft() | e.Session():
                yield "iracing.session_state", _encode(self._state() | stamp)
            case e.Timing():
                yield from self._pits(event, stamp)
            case e.Weather() if event.t - self._conditions_at >= CONDITIONS_EVERY_S:
                self._conditions_at = event.t
                yield "iracing.track_conditions", _encode(_conditions(event) | stamp)
            case _:
                pass
        if isinstance(event, e.Timing | e.Gaps) and event.t - self._standings_at >= STANDINGS_EVERY_S:
            self._standings_at = event.t
            yield from self._order(self._cache.view(), stamp)
        if len(self._cache.progress.lap_marks) - 1 > self._projected:
            self._projected = len(self._cache.progress.lap_marks) - 1
            yield from self._projections(stamp)

    def _projections(self, stamp: Mapping[str, float]) -> Iterator[Frame]:
        """Where each car would come out after a stop now, once a lap of the first car: by predict_pit_window."""
        predict = build_predict_pit_window_tool(self._cache).handler
        for car in self._cache.view().order:
            try:
                told = predict({"driver": car}, ANONYMOUS)
            except InvalidArgument:  # no race
                return
            if told["position_after"] is not None:
                who = {"car_idx": self._index(car), "car_number": car, "lap": self._projected}
                yield PROJECTION, _encode({**who, **{name: told[name] for name in _PROJECTED}, **stamp})

    def _index(self, car: str) -> int:
        return self._indexes.setdefault(car, len(self._indexes))

    def _driver(self, driver: e.Driver) -> dict[str, Any]:
        return {"CarIdx": self._index(driver.car), "CarNumber": driver.car, "UserName": driver.name or driver.code}

    def _state(self) -> dict[str, Any]:
        view = self._cache.view()
        status = view.track_status or ""
        return {
            "session_type": (view.session.name or view.session.kind) if view.session else None,
            "time_remaining_s": view.time_left_s,
            "flag_bits": _FLAG_BITS.get(status),
            "caution": status in ("safety_car", "vsc", "vsc_ending"),
            "green": status == "green" and view.started,
        }

    def _pits(self, event: e.Timing, stamp: Mapping[str, float]) -> Iterator[Frame]:
        for car, news in event.cars.items():
            if isinstance(news.in_pit, bool):
                told = {"event": "enter" if news.in_pit else "exit", "car_idx": self._index(car)}
                yield "iracing.pit", _encode({**told, **stamp})

    def _order(self, view: RaceView, stamp: Mapping[str, float]) -> Iterator[Frame]:
        cars = [
            {
                "car_idx": self._index(car),
                "pos": view.car(car).position,
                "lap": view.car(car).laps,
                "gap_leader_s": view.gaps(car).gap_s,
                "gap_ahead_s": view.gaps(car).interval_s,
                "last_lap_s": view.car(car).last_lap_s,
            }
            for car in view.order
        ]
        if cars:
            leader = self._index(view.order[0])
            yield "iracing.standings", _encode({"leader_car_idx": leader, "cars": cars, **stamp})
            laps = [
                {
                    "car_idx": self._index(car),
                    "lap": view.car(car).laps,
                    "last_lap_s": view.car(car).last_lap_s,
                    "best_lap_s": view.car(car).best_lap_s,
                }
                for car in view.order
            ]
            yield "iracing.lap_timing", _encode({"cars": laps, **stamp})


def _conditions(weather: e.Weather) -> dict[str, Any]:
    return {
        "air_temp_c": weather.air_c,
        "track_temp_c": weather.track_c,
        "air_pressure_pa": None if weather.pressure_hpa is None else weather.pressure_hpa * 100,
        "precip_pct": None if weather.rain is None else 100.0 * weather.rain,
    }


async def make_streams(js: Any, *, goes_on: bool = False) -> None:
    """The streams that keep what must not be lost. Ours holds one race: what an earlier one has left in it goes, unless
    that one `goes_on`."""
    from nats.js.api import StreamConfig  # noqa: PLC0415 - of an extra, and only for this
    from nats.js.errors import BadRequestError  # noqa: PLC0415

    for stream in STREAMS:
        config = StreamConfig(
            name=stream.name,
            subjects=list(stream.subjects),
            max_age=stream.keep_s,
            duplicate_window=REMEMBERED_S,
        )
        try:
            await js.add_stream(config)
        except BadRequestError:  # it is there, with another configuration
            continue
    if not goes_on:
        await js.purge_stream(EVENT_STREAM)


async def publish(
    client: Any,
    events: AsyncIterable[e.Event],
    subjects: Subjects,
    *,
    kept: bool = True,
    run: PublisherRun | None = None,
) -> int:
    """Publishes events; gives the number of frames. `kept`: the server confirms those that a stream keeps.

    Of a `run` that goes on, frames that the server has already are left out.
    """
    js, count, index = client.jetstream(), 0, 0
    run = run or new_run()
    async for event in events:
        for number, (subject, data) in enumerate(list(subjects.frames(event))):
            if index < run.published:
                continue
            count += 1
            headers = dict(run.headers(index, number)) if _is_kept(subject) else None
            if kept and headers is not None:
                await js.publish(subject, data, timeout=CONFIRM_S, headers=headers)
            else:
                await client.publish(subject, data, headers=headers)
        index += 1
    await client.flush()
    return count


def _is_kept(subject: str) -> bool:
    return subject.startswith(f"{EVENTS}.") or any(subject in stream.subjects for stream in STREAMS)
