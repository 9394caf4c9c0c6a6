"""A race that is there at once and loads beside whoever serves it: until it is loaded, calls wait."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterable, Callable, Hashable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from director.race.assembly import SERVER, build_runner, fill, find_feed, find_source, snapshot_keeper
from director.race.beside import configured, gate_before, waiting_beside
from director.race.blocking import apart
from director.race.following import FeedFollower, follow, keep_snapshots, kept_now_and_then
from director.race.sessions import NamedSource, OpenSession, check_recording, read_sources
from director.settings import Settings
from pitwall.events import Event, SessionStatus
from pitwall.sources import Feed, Source, SourceError
from pitwall.state import RaceView, StateCache
from toolgate.contract import JsonObject, ToolSpec
from toolgate.errors import DirectorError
from toolgate.gate import Gate
from toolgate.hooks import Hooks
from toolgate.layers.ready import Ready
from toolgate.runner import Runner

if TYPE_CHECKING:
    from director.race.race import Race
    from toolgate.downstream.joined import Joined
    from toolgate.downstream.servers import Servers
    from toolgate.offers import Offers

_log = logging.getLogger("director")

_STEP_S = 0.02
_LOOK_EVERY_S = 0.1


class LoadingRace:
    """One race behind its gate. `load` or `play` fills it; a call that comes before waits, outside its own timeout."""

    def __init__(
        self,
        source: Source | Feed,
        uri: str,
        settings: Settings,
        gate: Gate,
        servers: Servers | None = None,
        *,
        name: str = "",
        others: Sequence[tuple[NamedSource, Source | Feed]] = (),
    ) -> None:
        """`others` are sessions beside this one, which is called `name`."""
        self.gate = gate
        self.settings = settings
        self.servers = servers
        """Other people's servers whose tools stand beside its own; whoever serves the race starts and ends them."""
        self.joined: Joined | None = None
        """With such servers, what is served in the place of the runner."""
        self.cache = StateCache()
        self.sessions = (
            OpenSession(name, uri, self.cache),
            *(OpenSession(other.name, other.uri, StateCache()) for other, _ in others),
        )
        self._sources = (source, *(opened for _, opened in others))
        self._followers: list[FeedFollower] = []
        self._uri = uri
        self._ready = Ready()
        self._runner: Runner | None = None

    def runner(self, *hooks: Hooks) -> Runner:
        """The way to its tools, and to `ask`. SettingsError and SchemaStoreError as `director.open_race` has them."""
        from director.race.ask_tool import AskTool
        from director.race.offers import OFFERED, OFFERED_OF_SESSIONS

        asking = AskTool(self.sessions, self.settings)
        runner = build_runner(
            self.cache,
            self.settings,
            self.gate,
            self._uri,
            beside=() if self.servers is None else tuple(self.servers.all),
            layers=(self._ready if self.servers is None else waiting_beside(self.gate, self.servers, self._ready),),
            hooks=hooks,
            more=(asking.spec(), *self._syncing()),
            offered=OFFERED_OF_SESSIONS if len(self.sessions) > 1 else OFFERED,
            sessions=self.sessions,
            all_imported=True,
        )
        if self.servers is not None:
            from toolgate.downstream.joined import Joined

            self.joined = Joined(runner, SERVER, self.servers)
        asking.through(runner)
        self._runner = runner
        return runner

    def _syncing(self) -> Iterable[ToolSpec]:
        """What is only of races that are happening."""
        from director.race.sync_tool import sync_tool

        live = any(isinstance(source, AsyncIterable) for source in self._sources)
        return (sync_tool(self.sessions),) if live else ()

    def asked(self) -> Race:
        """The race to put questions to, through the runner that was made last; ask it once it is loaded."""
        from director.race.race import Race

        runner = self._runner or self.runner()
        return Race(self.cache, runner, self.gate, self.settings, servers=self.servers)

    async def loaded(self) -> None:
        """Waits until questions can be answered."""
        while not self.state()[0]:  # noqa: ASYNC110 - a thread may be loading it
            await asyncio.sleep(_LOOK_EVERY_S)

    def offers(self, runner: Runner, faq: Path, *hooks: Hooks) -> Offers:
        """Its resources and prompts. `runner` is the way to its tools, `faq` the answers log."""
        from director.race.offers import DriverNames, race_prompts, race_resources
        from toolgate.offers import Offers

        names = DriverNames({session.name: session.cache for session in self.sessions})
        make_runner = partial(self.gate.runner, layers=(self._ready,), hooks=hooks)
        return Offers(race_resources(runner.call, names, faq), race_prompts(names), make_runner)

    def version(self, uri: str) -> Hashable:
        """Changes whenever a resource has: with every message of the feed, where it tells of the race."""
        from director.race.offers import session_of

        caches = {session.name: session.cache for session in self.sessions}
        if (named := session_of(uri, tuple(caches))) is None:
            return None
        cache = caches[named]
        late = cache.liveness is not None and cache.liveness.delay_s
        return cache.begun, cache.view().messages if late else len(cache.times)

    def state(self) -> tuple[bool, JsonObject]:
        """Whether calls are answered, and how long ago the feed last spoke, seconds; of each session by its name."""
        if not self._ready.is_open:
            return False, {"data_age_s": None}
        told = {session.name: _heard(session.cache.view()) for session in self.sessions}
        return True, told[self.sessions[0].name] | ({"sessions": told} if len(told) > 1 else {})

    async def load(self, at: str | None = None, speed: float | None = None) -> None:
        """Loads the race whole, now at a moment, or plays it `speed` times as fast as it was: now moves.

        It raises nothing but a cancellation: what is wrong is logged, and every call is told.
        """
        opened = zip(self.sessions, self._sources, strict=True)
        begun = _once_all(self._ready.open, len(self.sessions))
        try:
            async with asyncio.TaskGroup() as group:
                for index, (session, source) in enumerate(opened):
                    moment, told = None if index else at, partial(begun, index)
                    group.create_task(self._load_one(session, source, moment, speed, told))
        except* DirectorError as failed:
            _log.error("%s", failed.exceptions[0])
            self._ready.fail(str(failed.exceptions[0]))
        except* Exception:  # noqa: BLE001 - every call is told, the trace is in the log
            _log.exception("the race could not be loaded")
            self._ready.fail("the race could not be loaded; the log has more")
        else:
            self._ready.open()

    async def _load_one(
        self,
        session: OpenSession,
        source: Source | Feed,
        at: str | None,
        speed: float | None,
        begun: Callable[[], None],
    ) -> None:
        if isinstance(source, AsyncIterable):
            if speed is not None:
                raise SourceError("a live feed has its own speed: leave out --speed")
            await self._follow(session, source, at)
        elif speed is not None:
            await self._play(session, source, speed, begun)
        else:
            await apart(partial(fill, session.cache, source, at))
            _log.info("the race is loaded: %d messages", len(session.cache.times))

    async def _play(self, session: OpenSession, source: Source, speed: float, begun: Callable[[], None]) -> None:
        snapshots = snapshot_keeper(session.cache, self.settings, session.uri)
        keeping = asyncio.ensure_future(kept_now_and_then(snapshots))
        try:
            await play(session.cache, source, speed, begun)
            await apart(partial(keep_snapshots, snapshots))
        finally:
            keeping.cancel()

    async def _follow(self, session: OpenSession, feed: Feed, at: str | None) -> None:
        """Waits until the race can be asked about, and listens on. A feed that cannot be reached is tried again."""
        cache = session.cache
        follower = follow(cache, feed, self.settings, session.uri)
        self._followers.append(follower)
        await apart(follower.ready)
        if at is not None and at != "end":
            cache.pin(at)
        _log.info("the race is followed: %s", cache.view().trouble or "the feed is heard")

    def close(self) -> None:
        """Ends a live feed, and closes the audit log."""
        for follower in self._followers:
            follower.stop()
        self.gate.close()


def open_beside(
    settings: Settings, source: str | Sequence[str] | None = None, config: Path | None = None
) -> LoadingRace:
    """A race that is not loaded yet, or several, with the servers of `config`, none of them started.

    SourceError where a source names none, SettingsError where the gate is wrong, ConfigError where the servers are.
    """
    sources = read_sources(source, settings.source)
    check_recording(settings, len(sources))
    opened = [(one, find_feed(one.uri, settings) or find_source(one.uri, settings)) for one in sources]
    first, race = opened[0]
    servers = configured(config)
    gate = gate_before(settings, servers)
    return LoadingRace(race, first.uri, settings, gate, servers, name=first.name, others=opened[1:])


def _heard(view: RaceView) -> JsonObject:
    return {"data_age_s": view.data_age_s} | ({"feed": view.trouble} if view.trouble else {})


def _once_all(begin: Callable[[], None], count: int) -> Callable[[int], None]:
    """Begins when each of so many has said, by its number, that it has; each may say so again."""
    said: set[int] = set()

    def begun(number: int) -> None:
        said.add(number)
        if len(said) == count:
            begin()

    return begun


async def play(cache: StateCache, events: Iterable[Event], speed: float, begun: Callable[[], None]) -> None:
    """Applies the events as their time comes. What was said before the start of the race is applied at once."""
    loop = asyncio.get_running_loop()
    listed = await apart(lambda: list(events))
    start = next((event.t for event in listed if isinstance(event, SessionStatus) and event.status == "started"), 0.0)
    began = loop.time()
    for event in listed:
        while (wait := (event.t - start) / speed - (loop.time() - began)) > 0:
            begun()
            await asyncio.sleep(max(wait, _STEP_S))
        cache.apply(event)
    begun()
