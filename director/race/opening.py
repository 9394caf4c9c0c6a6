"""Opens a race: reads the settings, finds the source, loads it, and puts the gate before its tools."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

from director.race.askable import Askable
from director.race.assembly import SERVER, build_runner, fill, find_feed, find_source
from director.race.beside import configured, gate_before, started
from director.race.blocking import apart
from director.race.gate_settings import build_gate
from director.race.race import Race
from director.race.sessions import OpenSession, check_recording, read_sources
from director.race.several import SeveralRaces
from director.settings import Settings, load_settings
from pitwall.sources.base import Report
from pitwall.state import StateCache


def open_race(source: str | Path = "", at: str | None = None, **settings: Any) -> Race:
    """Loads a race and gives the way to ask it.

    `source` is what `--source` takes: `sim:`, the folder, .zip or URL of a recorded session, a live feed; without one
    the setting decides. `at` sets now: `lap:20`, a session time `01:02:03`, or `end`, which it is otherwise.
    `settings` are given by their field's name, as `planner="offline"` or `policy_mode="readonly"`; they win over the
    environment.

    Raises SettingsError, SourceError, ResultsError, BadMoment and PolicyError, each in one line that says what to do.
    """
    chosen = load_settings(given=settings)
    started = perf_counter()
    cache = StateCache()
    gate = build_gate(chosen, SERVER)
    uri = str(source) or chosen.source
    stop = _fill(cache, uri, chosen, at)
    runner = build_runner(cache, chosen, gate, uri)
    return Race(cache, runner, gate, chosen, (perf_counter() - started) * 1000, stop)


async def load_race(
    settings: Settings,
    source: str | Sequence[str] | None = None,
    at: str | None = None,
    *,
    report: Report | None = None,
    moves: bool = False,
    config: Path | None = None,
) -> Race:
    """Loads a race in an event loop, which goes on meanwhile. `report` is told how a download goes.

    Several sources, each `name=source`, are open together, and `at` is of the first.

    `moves`: the caller sets now anew, perhaps to a later moment than `at`, so that all of the session is wanted.
    The servers of `config` are started while the race is loaded. ConfigError and ServerUnavailable say what is wrong
    with them.
    """
    began = perf_counter()
    sources = read_sources(source, settings.source)
    sessions = [OpenSession(one.name, one.uri, StateCache()) for one in sources]
    check_recording(settings, len(sessions))
    servers = configured(config)
    gate = gate_before(settings, servers)

    def fill_all() -> Callable[[], None]:
        stops = ExitStack()
        try:
            for index, one in enumerate(sessions):
                moment = None if index else at
                if (stop := _fill(one.cache, one.uri, settings, moment, report, moves=moves)) is not None:
                    stops.callback(stop)
        except BaseException:
            stops.close()
            raise
        return stops.close

    filling = asyncio.ensure_future(apart(fill_all))
    try:
        beside = () if servers is None else tuple(servers.all)
        runner = build_runner(sessions[0].cache, settings, gate, sessions[0].uri, beside=beside, sessions=sessions)
        async with started(servers, runner):
            stop = await filling
    finally:
        filling.cancel()
    load_ms = (perf_counter() - began) * 1000
    if len(sessions) > 1:
        return SeveralRaces(sessions, runner, gate, settings, load_ms, stop, servers)
    return Race(sessions[0].cache, runner, gate, settings, load_ms, stop, servers)


async def open_servers(settings: Settings, config: Path) -> Askable:
    """The tools of the servers of a configuration alone, without a race, to be asked in the same way."""
    began = perf_counter()
    servers = configured(config)
    gate = gate_before(settings, servers)
    runner = gate.runner((), output_budget_bytes=settings.output_budget_bytes)
    async with started(servers, runner):
        pass
    return Askable(runner, gate, settings, (perf_counter() - began) * 1000, servers=servers)


def open_without_race(settings: Settings) -> Race:
    """The gate and its tools before any race: to list what may be called, and to ask the policies."""
    cache, gate = StateCache(), build_gate(settings, SERVER)
    return Race(cache, build_runner(cache, settings, gate), gate, settings)


def _fill(
    cache: StateCache,
    uri: str,
    settings: Settings,
    at: str | None,
    report: Report | None = None,
    *,
    moves: bool = False,
) -> Callable[[], None] | None:
    """Loads a race, or begins to follow one that is happening: then gives what ends that."""
    feed = find_feed(uri, settings)
    if feed is None:
        fill(cache, find_source(uri, settings, report), at, moves=moves)
        return None
    from director.race.following import begin, follow

    follower = follow(cache, feed, settings, uri)
    try:
        begin(cache, follower, at)
    except BaseException:
        follower.stop()
        raise
    return follower.stop
