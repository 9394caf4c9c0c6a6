"""A replay on the screen: the clock moves now, keys obey, every frame shows the race as it stood."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live

from director.cli.playback import Playhead
from director.cli.replay.battle import battle_of, replay_view
from director.cli.replay.controls import AskAbout, Command, Controls, GoTo
from director.cli.replay.frame import make_frame
from director.cli.replay.keys import pressed_keys
from director.cli.replay.labels import clock
from director.cli.replay.screen import ShownAnswer, Status, screen
from director.cli.terminal_text import clean
from director.planners import make_planner
from director.race import Race
from director.race.backend import Backend
from director.race.broadcast import SyncError, sync
from pitwall.state import Moment
from toolgate.signals import on_signals

_FRAME_S = 0.2
_BATTLES = 3
_SYNC = "sync:"


async def watch(race: Race, start: float, speed: float) -> None:
    """Shows a loaded race from a session time on, until a key quits. The terminal is then as it was."""
    session = ReplayTerminal(race, start, speed)
    await session.open()
    screen_mode = Live(console=Console(), screen=True, auto_refresh=False)
    with _stopped_by_signals(), pressed_keys(interrupts=True) as keys, screen_mode as live:
        await session.run(keys, live)


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """A request to end is a cancellation, so that the terminal is put right on the way out."""
    task = asyncio.current_task()
    assert task is not None
    with on_signals({"SIGTERM": task.cancel, "SIGHUP": task.cancel}):
        yield


class ReplayTerminal:
    """One person watching one race."""

    def __init__(self, race: Race, start: float, speed: float) -> None:
        self._race = race
        race.plans_with(Backend(make_planner("offline")))  # on the screen nobody waits for a model
        self._heard = race.cache.heard
        self._whole = race.cache.view()
        self._view = replay_view(race)
        self._playhead = Playhead(start, self._whole.t, speed)
        self._controls = Controls()
        self._asked: ShownAnswer | None = None
        self._note = ""
        self._over = False

    async def open(self) -> None:
        """Asks whether the race may be shown. ViewDenied where it may not."""
        await self._view.check()

    async def run(self, keys: asyncio.Queue[str], live: Live) -> None:
        """Draws frames and obeys keys until one of them quits."""
        loop = asyncio.get_running_loop()
        before = loop.time()
        while not self._over:
            await self._draw(live)
            key = await _next(keys, _FRAME_S)
            now = loop.time()
            # While a line is typed the race stands still: the question is about what is on the screen.
            if self._controls.prompt is None:
                self._playhead.advance(now - before)
            before = now
            while key is not None:
                await self.press(key)
                key = None if keys.empty() else keys.get_nowait()

    async def press(self, key: str) -> None:
        """Does what a key asks for."""
        self._note = ""
        command = self._controls.press(key)
        if command is not None:
            self._pin()
            await self._obey(command)

    async def _obey(self, command: Command) -> None:
        match command:
            case "pause":
                self._playhead.paused = not self._playhead.paused
            case "faster":
                self._playhead.faster()
            case "slower":
                self._playhead.slower()
            case "back":
                self._go_to(self._race.cache.view().lap - 1)
            case "forward":
                self._go_to(self._race.cache.view().lap + 1)
            case GoTo(lap):
                self._go_to(lap)
            case AskAbout(question):
                await self._ask(question)
            case "dismiss":
                self._asked = None
            case "quit":
                self._over = True

    def _go_to(self, lap: int) -> None:
        moment = self._whole.at_lap(lap)
        if moment is not None:
            self._playhead.jump(moment.t)
        elif lap > self._whole.lap:
            self._note = f"the race has {self._whole.lap} laps: choose one from 0 to {self._whole.lap}"

    async def _ask(self, question: str) -> None:
        if question.casefold().startswith(_SYNC):
            self._sync(question[len(_SYNC) :])
            return
        answer = await self._race.ask(question)
        said = answer.text or f"No answer: {answer.reason}"
        self._asked = ShownAnswer(question, clean(said), clock(self._playhead.t), answered=bool(answer.text))

    def _sync(self, said: str) -> None:
        """Shows a live race as late as its broadcast, from its new now on."""
        try:
            self._note = f"shown {sync(self._race.cache, said):.1f} s late"
        except SyncError as error:
            self._note = str(error)
            return
        self._race.cache.pin("end")
        now = self._race.cache.view().t
        self._playhead = Playhead(now, now, self._playhead.speed)

    def _pin(self) -> None:
        cache = self._race.cache
        if cache.liveness is not None:
            cache.pin("end")
            self._whole = cache.view()
            if self._heard is not cache.heard:  # another session has begun
                self._heard = cache.heard
                self._playhead = Playhead(self._whole.t, self._whole.t, self._playhead.speed)
            self._playhead.extend(self._whole.t)
            if self._playhead.at_end:
                return
        cache.pin(Moment(t=self._playhead.t))

    async def _draw(self, live: Live) -> None:
        self._pin()
        view = self._race.cache.view()
        frame = make_frame(view, view.total_laps or self._whole.lap, await battle_of(self._view, _BATTLES))
        status = Status(
            speed=self._playhead.speed,
            paused=self._playhead.paused,
            at_end=self._playhead.at_end,
            prompt=self._controls.prompt,
            asked=self._asked,
            note=self._note,
        )
        size = live.console.size
        live.update(screen(frame, status, size.width, size.height), refresh=True)


async def _next(keys: asyncio.Queue[str], timeout_s: float) -> str | None:
    try:
        return await asyncio.wait_for(keys.get(), timeout_s)
    except TimeoutError:
        return None
