"""The live feed against a server that speaks as the service does: what is heard is the race, whatever happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest

from pitwall.events import Event
from pitwall.sources import SourceError, open_feed, open_source
from pitwall.sources.f1.live import feed as live
from pitwall.sources.f1.live import signalr
from pitwall.sources.f1.live.feed import BEHIND_S, F1Live
from pitwall.state import RaceView, StateCache
from tests.pitwall.sources.live_frames import Said, keyframe_at, race_messages
from tests.pitwall.sources.signalr_server import DROP, PING, SILENCE, Hub, feed, keyframe, serving
from tests.pitwall.sources.test_f1_recording import WHOLE, state
from tests.virtual_time import timed
from toolgate.backoff import Backoff

MESSAGES = race_messages()
HALF = len(MESSAGES) // 2


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attempts follow at once."""
    monkeypatch.setattr(live, "Backoff", lambda: Backoff(0.001, 0.01))


async def heard(
    hub: Hub, enough: Callable[[StateCache], bool], *, token: str = "", limit_s: float = 20.0
) -> StateCache:
    cache = StateCache()
    one = F1Live(hub.url, token)

    async def listen() -> None:
        async for event in one:
            cache.apply(event)
            if enough(cache):
                return

    await asyncio.wait_for(listen(), limit_s)
    return cache


async def why_lost(one: F1Live) -> str:
    """Why a feed that nobody can connect to is lost, once it knows."""
    listening: asyncio.Future[Event] = asyncio.ensure_future(anext(aiter(one)))
    while one.state.status != "lost":
        await asyncio.wait({listening}, timeout=0.01)
    listening.cancel()
    return one.state.reason


def over(cache: StateCache) -> bool:
    return (cache.clock.offset or 0.0) + cache.times[-1] >= MESSAGES[-1].utc - 1e-3


def view(hub: Hub, enough: Callable[[StateCache], bool] = over, token: str = "") -> RaceView:
    return asyncio.run(heard(hub, enough, token=token)).view()


def script(start: int, end: int | None = None) -> list[bytes]:
    """What a connection that is made after `start` messages is told."""
    return [
        PING,
        *feed(MESSAGES[max(start - 3, 0) : start]),
        keyframe(keyframe_at(MESSAGES, start)),
        *feed(MESSAGES[start:end]),
    ]


def test_a_race_heard_from_its_beginning_is_the_race() -> None:
    with serving([keyframe({}), *feed(MESSAGES)]) as hub:
        found = view(hub)
    assert state(found) == state(WHOLE)
    assert "TimingData" in hub.subscribed[0]
    assert "balancer=b-7" in hub.cookies[0]


def test_what_comes_before_the_keyframe_is_in_the_keyframe() -> None:
    with serving(script(HALF)) as hub:
        found = view(hub)
    assert (found.order, found.lap, found.drivers) == (WHOLE.order, WHOLE.lap, WHOLE.drivers)
    assert [said.message for said in found.race_control] == [said.message for said in WHOLE.race_control]


@pytest.mark.parametrize("missed", [0, 40])
def test_a_connection_that_drops_is_made_again_and_nothing_is_lost(missed: int) -> None:
    with serving([keyframe({}), *feed(MESSAGES[:HALF]), DROP], [DROP], script(HALF + missed)) as hub:
        found = view(hub)
        assert hub.connections == 3
    assert (found.order, found.lap, found.session_status) == (WHOLE.order, WHOLE.lap, WHOLE.session_status)
    assert [said.message for said in found.race_control] == [said.message for said in WHOLE.race_control]
    if not missed:
        assert state(found) == state(WHOLE)


def test_a_long_time_without_a_connection_is_told_as_a_silence() -> None:
    later = next(index for index, said in enumerate(MESSAGES) if said.utc > MESSAGES[HALF].utc + 90)
    with serving([keyframe({}), *feed(MESSAGES[:HALF]), DROP], script(later)) as hub:
        found = view(hub)
    assert [round(one.until - one.t) for one in found.outages] == [round(MESSAGES[later].utc - MESSAGES[HALF - 1].utc)]
    assert (found.order, found.lap) == (WHOLE.order, WHOLE.lap)


def test_garbage_repeats_and_pings_change_nothing() -> None:
    told = [keyframe({})]
    for index, line in enumerate(feed(MESSAGES)):
        told.append(line)
        if index % 50 == 0:
            told += [PING, b"no json\x1e", b'{"type":1,"target":"feed","arguments":[]}\x1e', b"[]\x1e", line]
    with serving(told) as hub:
        found = view(hub)
    assert state(found)[:6] == state(WHOLE)[:6]  # type: ignore[index]
    assert found.order == WHOLE.order


def test_a_server_that_falls_silent_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signalr, "SILENCE_S", 0.2)
    with serving([keyframe({}), *feed(MESSAGES[:HALF]), SILENCE], script(HALF)) as hub:
        found = view(hub)
        assert hub.connections == 2
    assert state(found) == state(WHOLE)


class Slow:
    """A connection that speaks after so long, on the loop's own clock."""

    def __init__(self, after_s: float) -> None:
        self._after_s = after_s

    async def recv(self) -> str:
        await asyncio.sleep(self._after_s)
        return "{}"


@pytest.mark.parametrize(("after_s", "kept"), [(signalr.SILENCE_S - 0.1, True), (signalr.SILENCE_S + 0.1, False)])
def test_a_connection_may_be_silent_for_so_long(after_s: float, kept: bool) -> None:
    async def first() -> bool:
        try:
            return await anext(signalr._frames(Slow(after_s), b"")) == b"{}"
        except TimeoutError:
            return False

    assert timed(first())[0] is kept


def test_a_server_that_speaks_now_and_then_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A keyframe that nothing follows is taken all the same, at the time of its heartbeat."""
    monkeypatch.setattr(live, "_KEYFRAME_WAITS_S", 0.05)
    state_now = {**keyframe_at(MESSAGES, HALF), "Heartbeat": {"Utc": MESSAGES[HALF].stamp}}
    with serving([keyframe(state_now)]) as hub:
        found = view(hub, lambda cache: bool(cache.cars) and cache.view().lap > 0)
        assert hub.connections == 1
    assert found.utc is not None


def test_a_server_that_wants_a_token_gets_it_and_says_so_where_there_is_none() -> None:
    with serving([keyframe({}), *feed(MESSAGES)], token="t-123") as hub:
        assert view(hub, lambda cache: len(cache.times) > 5, "t-123").messages > 5

        assert asyncio.run(why_lost(F1Live(hub.url))) == "127.0.0.1 wants a token: set DIRECTOR_F1_TOKEN"


def test_a_server_that_has_moved_is_followed_with_its_token() -> None:
    with serving([keyframe({}), *feed(MESSAGES)], token="", moved=True) as hub:
        assert view(hub, lambda cache: len(cache.times) > 5).messages > 5


@pytest.mark.parametrize(("late_s", "status"), [(BEHIND_S - 0.5, "connected"), (BEHIND_S + 0.5, "behind")])
def test_a_feed_is_behind_from_so_late_on(late_s: float, status: str) -> None:
    """Two heartbeats of one stamp: the second one is heard so much later than the first."""
    beats = feed([Said("Heartbeat", {"Utc": MESSAGES[0].stamp}, MESSAGES[0].utc)] * 2)
    clock = iter([1000.0, 1000.0 + late_s])

    async def listen(url: str) -> str:
        one = F1Live(url, now=lambda: next(clock))
        events = aiter(one)
        for _ in range(3):  # what time it is, and two heartbeats
            await anext(events)
        return one.state.status

    with serving([keyframe({}), *beats]) as hub:
        assert asyncio.run(asyncio.wait_for(listen(hub.url), 10)) == status


def test_attempts_are_further_and_further_apart_up_to_a_limit() -> None:
    backoff = Backoff()
    pauses = [backoff.next_s() for _ in range(10)]
    bounds = [min(2.0**n, 30.0) for n in range(10)]
    assert all(bound / 2 <= pause <= bound for pause, bound in zip(pauses, bounds, strict=True))
    backoff.reset()
    assert backoff.next_s() <= 1.0


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        ("f1-live:http://timing.example/hub", "isn't safe: use https"),
        ("f1-live:nothing", "isn't a URL"),
        ("f1-live:ftp://a/b", "isn't safe"),
    ],
)
def test_a_feed_that_may_not_be_used_is_refused(uri: str, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        open_feed(uri)


def test_a_feed_is_no_source_that_ends() -> None:
    assert open_feed("sim:") is None
    with pytest.raises(SourceError, match="is a live feed"):
        open_source("f1-live:")


def test_neither_password_nor_token_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    assert "hidden" not in asyncio.run(why_lost(F1Live("http://me:hidden@127.0.0.1:9/hub?key=hidden", "hidden")))
    assert "trying again" in caplog.text
    assert "hidden" not in caplog.text
