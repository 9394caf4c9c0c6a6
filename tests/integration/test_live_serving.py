"""A race that is happening, as a new user meets it: served while it comes, killed, and started again.

A local server plays recorded frames of a sprint, as fast as they are taken, in the form in which the service speaks
today.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from pitwall.sources import open_source
from pitwall.sources.parsing import parse_utc
from pitwall.state import StateCache
from pitwall.state.moment import format_session_time
from tests.pitwall.sources.live_frames import Said, core_keyframe, keyframe_at
from tests.pitwall.sources.signalr_server import PAUSE, PING, Hub, feed, serving

WIRE = "Miami_Grand_Prix_Sprint_20250503_175146.data.txt"
SETTLED_S = 60.0
_HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


def scripts(path: Path) -> tuple[list[bytes], list[bytes]]:
    """What the server says to a first connection, and to one that is made when a fifth of the frames was missed."""
    begun: dict[str, Any] = {}
    told: list[Said] = []
    for line in path.read_bytes().splitlines():
        frame = json.loads(line)
        begun = begun or frame.get("R") or {}
        for hub in frame.get("M", ()) if begun else ():
            topic, body, stamp = hub["A"]
            told.append(Said(topic, body, parse_utc(stamp) or 0.0))
    end, again = len(told) * 2 // 5, len(told) * 3 // 5
    # Between the last frames of the first connection there is time to ask.
    last = (each for frame in feed(told[end - 40 : end]) for each in (frame, PAUSE))
    first = [PING, core_keyframe(begun), *feed(told[: end - 40]), *last]
    return first, [PING, core_keyframe(keyframe_at(told, again, begun)), *feed(told[again:])]


class Client:
    """An MCP client over the pipes of a process."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in: IO[bytes] = process.stdin
        self._out: IO[bytes] = process.stdout
        self._id = 0
        self.ask("initialize", _HELLO)
        self._put({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def ask(self, method: str, parameters: Any) -> Any:
        self._id += 1
        self._put({"jsonrpc": "2.0", "id": self._id, "method": method, "params": parameters})
        while True:
            said = json.loads(self._out.readline())
            if said.get("id") == self._id:
                return said["result"]

    def call(self, tool: str, **arguments: Any) -> Any:
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]

    def _put(self, message: Any) -> None:
        self._in.write(json.dumps(message).encode() + b"\n")
        self._in.flush()


@contextmanager
def served(hub: Hub, record: Path) -> Iterator[tuple[subprocess.Popen[bytes], Client]]:
    command = [sys.executable, "-m", "director", "serve", "--source", f"f1-live:{hub.url}", "--record", str(record)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(os.environ)
    )
    try:
        yield process, Client(process)
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()


def settled(client: Client, hub: Hub) -> Any:
    """The order of the race once all has been said and taken in."""
    assert hub.said.wait(SETTLED_S)
    before, end = None, time.monotonic() + SETTLED_S
    while time.monotonic() < end:
        said = client.call("get_standings")
        if said["rows"] == before and said["rows"]:
            return said
        before = said["rows"]
        time.sleep(0.3)
    raise AssertionError("the race does not settle")


@pytest.fixture(scope="module")
def archive(shared: Path) -> StateCache:
    return StateCache().load(open_source(str(shared / "data" / "f1_static" / "2025_miami_sprint")))


@pytest.mark.skipif(os.name != "posix", reason="it is killed as POSIX kills")
def test_a_live_race_is_served_killed_and_served_again(shared: Path, archive: StateCache, tmp_path: Path) -> None:
    before, after = scripts(shared / "data" / "f1_wire" / WIRE)
    record = tmp_path / "out"
    with serving(before) as hub, served(hub, record) as (process, client):
        moments = [client.call("get_standings")["as_of"] for _ in range(3)]
        asked = client.call("ask", question="who is leading?")
        assert asked["answer"]
        settled(client, hub)
        assert [moment["session_time"] for moment in moments] == sorted(moment["session_time"] for moment in moments)
        process.send_signal(signal.SIGKILL)
        process.wait()
    first = StateCache().load(open_source(str(record))).view()
    assert first.lap > 0
    with serving(after) as hub, served(hub, record) as (_, client):
        said = settled(client, hub)
        facts = client.call("get_track_map")
    assert said["rows"][0]["driver"]["code"] == "NOR"
    assert len(facts["cars"]) == 20
    kept = StateCache().load(open_source(str(record)))
    same_as_the_archive(kept, archive)
    assert [row["driver"]["car"] for row in said["rows"]] == list(kept.view().order)
    assert list(kept.view().laps("4")[:2]) == list(first.laps("4"))
    # The recorded frames begin in the middle of the sprint; then director was away.
    joined, away = (missing for missing in said["missing"] if "nothing was received" in missing)
    assert format_session_time(kept.view().started_at or 0.0)[:8] in joined
    assert first.session_time[:8] in away


def same_as_the_archive(kept: StateCache, archive: StateCache) -> None:
    """After the second keyframe: order, laps and pit lane, at the same moments of UTC; clocks agree to a second."""
    assert kept.clock.offset is not None
    assert archive.clock.offset is not None
    shift, last = kept.clock.offset - archive.clock.offset, kept.view().t
    for ago in (150, 100, 60, 30, 5):
        ours = kept.view(format_session_time(last - ago))
        theirs = archive.view(format_session_time(last - ago + shift))
        same = [car for car in ours.cars if ours.car(car).position == theirs.car(car).position]
        assert len(same) >= len(ours.cars) - 2
        assert abs(ours.lap - theirs.lap) <= 1
        in_lane = [car for car in ours.cars if ours.car(car).in_pit != theirs.car(car).in_pit]
        assert len(in_lane) <= 1
