"""A live race: asked, served and replayed while it happens; recorded as it came; held back as a broadcast is."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

import director
from director.cli import main
from director.race import open_beside
from director.race.broadcast import SyncError, sync
from director.race.following import READY_S, FeedFollower
from director.settings import load_settings
from pitwall.events import Event, SessionStatus
from pitwall.sources import SourceError, open_source
from pitwall.sources.event_log import EventWriter
from pitwall.sources.feed import FeedState
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import BadMoment, StateCache
from pitwall.state.liveness import Liveness
from pitwall.tools import build_tools
from tests.pitwall.sources.live_frames import race_messages
from tests.pitwall.sources.signalr_server import feed, keyframe, serving
from toolgate.contract import ANONYMOUS, Call, InvalidArgument, JsonObject

RACE = list(simulate(SimConfig(seed=3, cars=6, laps=4)))
MESSAGES = race_messages()


class Told:
    """A feed that tells these events, and then says nothing more. `go_on` lets it tell the rest."""

    def __init__(self, events: Iterable[Event], first: int | None = None, status: str = "connected") -> None:
        self._events = list(events)
        self._first = len(self._events) if first is None else first
        self.go_on = threading.Event()
        if first is None:
            self.go_on.set()
        self.state = FeedState("lost", "no network") if status == "lost" else FeedState("connected")

    async def __aiter__(self) -> AsyncIterator[Event]:
        for event in self._events[: self._first]:
            yield event
        await asyncio.to_thread(self.go_on.wait)
        for event in self._events[self._first :]:
            yield event
        await asyncio.Event().wait()


def wait_for(cache: StateCache, messages: int) -> None:
    tick = threading.Event()
    for _ in range(10_000):
        if len(cache.times) >= messages:
            return
        tick.wait(0.001)
    raise AssertionError(f"{len(cache.times)} of {messages} messages")


def answers(cache: StateCache, **given: object) -> list[JsonObject]:
    """What every tool that wants nothing says, without what depends on the clock."""
    told = []
    for spec in build_tools(cache):
        if not spec.input_schema.get("required") and "at_time" in spec.input_schema["properties"]:
            try:
                said = dict(spec.handler(dict(given), ANONYMOUS))
            except InvalidArgument:  # a tool of another kind of session
                continue
            told.append({name: value for name, value in said.items() if name not in ("generated_at", "data_age_s")})
    return told


def test_now_moves_and_a_recording_of_it_is_the_same_race(tmp_path: Path) -> None:
    cache, told = StateCache(), Told(RACE, first=len(RACE) // 2)
    follower = FeedFollower(cache, told, record=tmp_path / "kept")
    follower.start()
    assert follower.ready()
    before = cache.view()
    told.go_on.set()
    wait_for(cache, len(RACE))
    follower.stop()
    assert cache.view().lap > before.lap
    again = StateCache().load(open_source(str(tmp_path / "kept")))
    cache.liveness = None
    again.pin("end")
    assert answers(again) == answers(cache) != []
    assert answers(again, at_lap=2) == answers(cache, at_lap=2)


def test_between_messages_the_data_grow_old_as_the_clock_goes() -> None:
    cache = StateCache()
    follower = FeedFollower(cache, Told(RACE[:200]))
    clock = [100.0]
    assert cache.liveness is not None
    cache.liveness._monotonic = lambda: clock[0]
    follower.start()
    wait_for(cache, 200)
    assert cache.view().data_age_s == 0.0
    clock[0] += 7.5
    assert cache.view().data_age_s == 7.5
    assert cache.view().t == pytest.approx(cache.times[-1] + 7.5)
    follower.stop()


def test_a_recording_of_another_session_is_not_gone_on_with(tmp_path: Path) -> None:
    writer = EventWriter(tmp_path / "kept")
    for event in RACE[:300]:
        writer.write(event)
    writer.close()
    size = (tmp_path / "kept").stat().st_size
    other = list(simulate(SimConfig(seed=9, cars=6, laps=4)))
    follower = FeedFollower(StateCache(), Told(other[:300]), record=tmp_path / "kept")
    follower.start()
    follower.ready()
    follower.stop()
    assert follower.failure == "the recording is of another session: name a new file"
    assert (tmp_path / "kept").stat().st_size == size


def test_now_never_goes_back() -> None:
    """A message that was long on its way tells of an earlier moment than now."""
    clock = [0.0]
    liveness = Liveness(lambda: "", lambda: clock[0])
    told = []
    for at, t in ((0.0, 100.0), (2.0, 101.2), (2.1, 102.9), (2.2, 102.0)):
        clock[0] = at
        told.append(liveness.now())
        liveness.hear(t)
        told.append(liveness.now())
    assert told == [None, 100.0, 102.0, 102.0, 102.0, 102.9, 103.0, 103.0]


def test_a_feed_that_is_lost_is_told_in_every_answer() -> None:
    cache = StateCache()
    told = Told(RACE[:300])
    follower = FeedFollower(cache, told)
    follower.start()
    wait_for(cache, 300)
    assert not any("live feed" in missing for said in answers(cache) for missing in said["missing"])
    told.state = FeedState("lost", "no network")
    said = answers(cache)
    assert all("the live feed: lost (no network)" in one["missing"] for one in said if not one.get("error"))
    follower.stop()


def test_what_is_held_back_comes_so_much_later() -> None:
    """On a clock of its own: nothing is told a moment before its time, whoever asks for it by whatever name."""
    cache = StateCache()
    cache.liveness, clock = Liveness(lambda: "", lambda: clock[0]), [0.0]
    cache.liveness.delay_s = 40.0
    over = next(event.t for event in RACE if isinstance(event, SessionStatus) and event.status == "finished")
    until = sum(event.t <= over + 10.0 for event in RACE)
    for event in RACE[:until]:
        clock[0] = event.t
        cache.apply(event)
    late, whole = cache.view(), StateCache().load(RACE)
    assert late.t == pytest.approx(RACE[until - 1].t - 40.0)
    assert late.messages == sum(event.t <= late.t for event in RACE)
    assert not late.finished
    with pytest.raises(BadMoment, match="hasn't been completed yet"):
        cache.view("lap:4")
    for event in RACE[until:]:
        clock[0] = event.t
        cache.apply(event)
    clock[0] += 39.9
    assert cache.view().messages < len(RACE)
    clock[0] = RACE[-1].t + 40.0
    assert cache.view().messages == len(RACE)
    for said, of_whole in zip(answers(cache), answers(whole), strict=True):
        assert {**said, "as_of": 0} == {**of_whole, "as_of": 0}


def test_lights_out_now_makes_the_race_as_late_as_the_broadcast() -> None:
    cache, clock = StateCache(), [0.0]
    with pytest.raises(SyncError, match="only a live race"):
        sync(cache, "lights out now")
    cache.liveness = Liveness(lambda: "", lambda: clock[0])
    begun = next(event.t for event in RACE if isinstance(event, SessionStatus) and event.status == "started")
    for event in RACE:
        if event.t > begun + 35.0:
            break
        clock[0] = event.t
        if isinstance(event, SessionStatus) and event.status == "started":
            with pytest.raises(SyncError, match="has not told of the start"):
                sync(cache, "lights out now")
        cache.apply(event)
    clock[0] = begun + 35.0
    assert sync(cache, "lights out now") == pytest.approx(35.0)
    assert cache.view().t == pytest.approx(begun)
    clock[0] += 3.0
    assert cache.view().t == pytest.approx(begun + 3.0)
    assert sync(cache, "12.5") == 12.5
    assert cache.view().t == pytest.approx(begun + 38.0 - 12.5)
    assert sync(cache, "off") == 0.0
    assert [sync(cache, said) for said in ("10 seconds", "10 s", "10s")] == [10.0, 10.0, 10.0]
    for wrong in ("", " ", "yesterday", "-3", "601", "nan"):
        with pytest.raises(SyncError, match="say sync: lights out now"):
            sync(cache, wrong)


@pytest.mark.parametrize(("waits_s", "is_ready"), [(0.0, False), (READY_S, True)])
def test_a_feed_that_says_nothing_is_waited_for_so_long(waits_s: float, is_ready: bool) -> None:
    """Who waits the whole time sees the race come; who does not wait does not."""
    told = Told(RACE[:300], first=0)
    follower = FeedFollower(StateCache(), told)
    follower.start()
    if is_ready:
        told.go_on.set()
    assert follower.ready(waits_s) is is_ready
    told.go_on.set()
    follower.stop()


def test_a_delay_has_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    for seconds, status in (("600", 0), ("601", 2), ("-1", 2)):
        assert main(["call", "get_roster", "--delay", seconds]) == status
        capsys.readouterr()


def test_a_recording_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="can't be written"):
        FeedFollower(StateCache(), Told(RACE), record=tmp_path / "nowhere" / "kept")


def test_a_feed_that_fails_is_told_and_ends_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Told):
        async def __aiter__(self) -> AsyncIterator[Event]:
            for event in RACE[:300]:
                yield event
            raise RuntimeError("hidden")

    cache = StateCache()
    follower = FeedFollower(cache, Broken(RACE))
    follower.start()
    follower.ready()
    follower.stop()
    missing = answers(cache)[0]["missing"]
    assert "the live feed: it can't be read any more; the log has more" in missing
    assert "hidden" not in str(missing)


def test_ask_and_open_race_of_a_live_feed(capsys: pytest.CaptureFixture[str]) -> None:
    with serving([keyframe({}), *feed(MESSAGES)]) as hub:
        uri = f"f1-live:{hub.url}"
        with director.open_race(uri, planner="offline") as race:
            hub.said.wait(20)
            wait_for(race.cache, len(MESSAGES))
            assert race.view().lap == 7
            assert race.ask_sync("who won").status == "answered"
        assert main(["ask", "who is in the race?", "--source", uri]) in (0, 3)
        assert main(["call", "get_roster", "--source", uri]) == 0
        assert '"count":8' in capsys.readouterr().out


def test_a_feed_that_nobody_hears_is_a_failure_of_the_network(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "who leads", "--source", "f1-live:http://127.0.0.1:9/hub"]) == 1
    assert (
        "no data comes from the live feed: lost (can't reach 127.0.0.1: check your network)" in capsys.readouterr().err
    )


def test_a_live_feed_has_no_speed(capsys: pytest.CaptureFixture[str]) -> None:
    with serving([keyframe({}), *feed(MESSAGES)]) as hub:
        assert main(["replay", f"f1-live:{hub.url}", "--speed", "2"]) == 2
        assert "a live feed has its own speed" in capsys.readouterr().err


def test_replay_follows_a_live_race_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    ended = [*MESSAGES, MESSAGES[-1]._replace(topic="SessionStatus", body={"Status": "Finalised"})]
    with serving([keyframe({}), *feed(ended)]) as hub:
        assert main(["replay", f"f1-live:{hub.url}"]) == 0
    assert "chequered flag" in capsys.readouterr().out


def test_record_keeps_a_live_race_as_a_source(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ended = [*MESSAGES, MESSAGES[-1]._replace(topic="SessionStatus", body={"Status": "Finalised"})]
    with serving([keyframe({}), *feed(ended)]) as hub:
        assert main(["record", f"f1-live:{hub.url}", "-o", str(tmp_path / "kept")]) == 0
    assert "wrote kept: " in capsys.readouterr().out
    assert StateCache().load(open_source(str(tmp_path / "kept"))).view().lap == 7


def test_what_cannot_be_recorded_into_is_told_by_its_own_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "junk").write_bytes(b"\x00" * 500)
    with serving([keyframe({}), *feed(MESSAGES)]) as hub:
        uri, junk = f"f1-live:{hub.url}", str(tmp_path / "junk")
        assert main(["record", uri, "-o", junk]) == 2
        assert "director: -o: 'junk' isn't a recording" in capsys.readouterr().err
        assert main(["ask", "who leads", "--source", uri, "--record", junk]) == 2
        assert "director: --record: 'junk' isn't a recording" in capsys.readouterr().err
    assert (tmp_path / "junk").read_bytes() == b"\x00" * 500


async def test_a_race_that_is_served_is_ready_once_its_cars_are_timed() -> None:
    with serving([keyframe({}), *feed(MESSAGES)]) as hub:
        settings = replace(load_settings(), source=f"f1-live:{hub.url}")
        race = open_beside(settings)
        assert race.state()[0] is False
        runner = race.runner()
        await race.load()
        ready, state = race.state()
        assert ready
        assert "feed" not in state
        outcome = await runner.call(Call("get_standings", {}, race.gate.caller("ask")))
        assert outcome.ok
        race.close()
