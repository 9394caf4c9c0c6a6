"""The replay without a terminal: a line for every lap of the first car, every flag and every retirement."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import takewhile

from director.cli.replay.battle import battle_of, replay_view
from director.cli.replay.labels import FLAGS, clock
from director.cli.terminal_text import clean
from director.race import PolicedView, Race
from pitwall.facts.names import short_name
from pitwall.state import OUT_STATES, Moment, RaceView
from pitwall.tools.rows import worded
from toolgate.contract import JsonObject

_LOOK_EVERY_S = 10.0
"""A car that goes out is told at most this much session time later."""
_LEADERS = 3
_LIVE_STEP_S = 0.5


async def follow(race: Race, start: float, speed: float | None) -> None:
    """Prints the race from a session time on, `speed` times as fast as it was; without one, without waiting."""
    told, governed = Told(), replay_view(race)
    await governed.check()
    if race.cache.liveness is not None:
        await _follow_live(race, told, governed)
        return
    loop = asyncio.get_running_loop()
    began = loop.time()
    whole = race.cache.view()
    for t in instants(whole, start):
        if speed is not None:
            await asyncio.sleep((t - start) / speed - (loop.time() - began))
        race.cache.pin(Moment(t=t))
        await _tell(race.cache.view(), told, governed)


async def _follow_live(race: Race, told: Told, governed: PolicedView) -> None:
    """Prints a race that is happening, until its feed says that it is over."""
    heard = race.cache.heard
    while True:
        view = race.cache.view()
        if heard is not race.cache.heard:
            heard, told = race.cache.heard, Told()
            print("another session begins", flush=True)
        await _tell(view, told, governed)
        if view.over:
            return
        await asyncio.sleep(_LIVE_STEP_S)


async def _tell(view: RaceView, told: Told, governed: PolicedView) -> None:
    battle = await battle_of(governed) if told.is_new_lap(view) else {}
    for line in told.lines(view, battle):
        print(line, flush=True)


def instants(whole: RaceView, start: float) -> list[float]:
    """The session times from `start` on at which there may be something to tell."""
    flags = (change.t for change in whole.track_statuses)
    regular = takewhile(lambda t: t < whole.t, (start + i * _LOOK_EVERY_S for i in range(1_000_000)))
    return sorted({start, whole.t, *(t for t in (*whole.line_times, *flags, *regular) if start <= t <= whole.t)})


class Told:
    """What has been told so far, so that nothing is told twice."""

    def __init__(self) -> None:
        self._lap: int | None = None
        self._flag: str | None = None
        self._out: frozenset[str] = frozenset()

    def is_new_lap(self, view: RaceView) -> bool:
        """Whether the first car has completed a lap since."""
        return self._lap is None or view.lap > self._lap

    def lines(self, view: RaceView, battle: JsonObject) -> Iterator[str]:
        """What is new at this moment. `battle` is the envelope of get_current_battle where a lap is new."""
        stamp = clock(view.t)
        flag = _flag(view)
        if flag != self._flag:
            yield f"{stamp}  flag  {flag}"
        out = frozenset(car for car in view.order if view.run_state(car)[0] in OUT_STATES)
        for car in view.order:
            if car in out - self._out:
                yield f"{stamp}  out   {_out(view, car)}"
        if self.is_new_lap(view):
            yield f"{stamp}  {_lap(view, battle)}"
        self._lap, self._flag, self._out = view.lap, flag, out


def _flag(view: RaceView) -> str:
    if view.finished:
        return "chequered flag"
    if not view.started:
        return "the race has not started"
    return FLAGS[view.track_status] if view.track_status else "no track status"


def _out(view: RaceView, car: str) -> str:
    state, derived = view.run_state(car)
    why = " (derived: it completes no more laps)" if derived else ""
    return clean(f"{short_name(view, car)} {state} after {view.car(car).laps} laps{why}")


def _lap(view: RaceView, battle: JsonObject) -> str:
    of = f"/{view.total_laps}" if view.total_laps else ""
    order = ", ".join(worded(view, car) for car in view.order[:_LEADERS])
    said = battle["summary"] if battle.get("pairs") else ""
    return clean(f"lap {view.lap}{of}  {order}{f'. {said}' if said else ''}")
