"""Frames of `iracing.*` as events, whatever they hold; how many may wait."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import Fault
from pitwall.sources.nats.feed import MOST_WAITING, NatsFeed
from pitwall.sources.nats.frame_values import UnreadableFrame
from pitwall.sources.nats.frames import SimFrames
from pitwall.state import StateCache
from tests.examples import examples

SUBJECTS = (
    "telemetry", "session", "standings", "lap_timing", "session_state", "incident", "pit", "track_conditions", "stint",
    "driver_status", "other",
)  # fmt: skip
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELD_NAMES = """timestamp drivers cars car_idx CarIdx CarNumber CarNumberAhead CarDistAhead event delta total lap pos green
    flag_bits session_type time_remaining_s air_temp_c"""
FIELDS = st.dictionaries(
    st.sampled_from(FIELD_NAMES.split()),
    VALUE,
    max_size=8,
)


@examples(60)
@given(st.lists(st.tuples(st.sampled_from(SUBJECTS), FIELDS | VALUE), max_size=8))
def test_whatever_a_frame_holds_it_is_read_or_refused(frames: list[tuple[str, Any]]) -> None:
    reader, cache = SimFrames(), StateCache()
    for subject, told in frames:
        try:
            cache.load(reader.events(f"iracing.{subject}", json.dumps(told).encode()))
        except UnreadableFrame:
            continue
    view = cache.view()
    assert len(set(view.order)) == len(view.order)


def test_an_empty_list_of_drivers_keeps_those_before() -> None:
    reader = SimFrames()
    cache = StateCache().load(
        reader.events("iracing.session", b'{"drivers": [{"CarIdx": 3, "UserName": "Ann Frost"}]}')
    )
    cache.load(reader.events("iracing.session", b'{"drivers": []}'))
    assert cache.view().drivers["3"].name == "Ann Frost"


@pytest.mark.parametrize("stamp", ["1700000030", '"2023-11-14T22:13:50Z"', '"2023-11-14T22:13:50+00:00"'])
def test_a_time_is_a_number_or_iso_8601(stamp: str) -> None:
    reader = SimFrames()
    reader.events("iracing.track_conditions", b'{"timestamp": 1700000000}')
    [weather] = reader.events("iracing.track_conditions", f'{{"timestamp": {stamp}}}'.encode())
    assert weather.t == 30.0


def test_who_is_not_near_any_more_has_no_distance() -> None:
    reader, cache = SimFrames(), StateCache()
    for ahead in ("22", "33"):
        told = {"CarIdx": 3, "CarNumber": "11", "CarNumberAhead": ahead, "CarDistAhead": 5.0}
        cache.load(reader.events("iracing.telemetry", json.dumps(told).encode()))
    assert set(cache.view().distances) == {"11", "33"}


def test_so_many_frames_wait_and_more_are_counted() -> None:
    """Nobody takes frames in meanwhile: as many as may wait are kept, the one after that is lost and told."""

    class Client:
        def jetstream(self) -> Any:
            async def stream_info(name: str) -> None:
                from nats.errors import Error

                raise Error

            return SimpleNamespace(stream_info=stream_info)

        async def subscribe(self, subject: str, cb: Any) -> None:
            self.take = cb

    async def run() -> tuple[int, list[Any]]:
        feed, client = NatsFeed("nats://127.0.0.1:9"), Client()
        received: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST_WAITING)
        await feed._subscribe(client, received)  # type: ignore[arg-type]
        for _ in range(MOST_WAITING + 1):
            await client.take(SimpleNamespace(subject="iracing.stint", data=b"{}", headers=None))
        return received.qsize(), feed._events("iracing.stint", b"{}")

    waiting, events = asyncio.run(run())
    assert waiting == MOST_WAITING
    assert [event for event in events if isinstance(event, Fault)] == [
        Fault(0.0, "NATS", "frames that came too fast", 1)
    ]
