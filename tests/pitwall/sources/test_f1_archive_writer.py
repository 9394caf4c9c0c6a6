"""A race written as an F1 archive and read again is the same race, but for what that form cannot hold."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from pitwall.events import CarTiming, Driver, Event, Fault, Gaps, RaceControl, Roster, Session, Timing, Weather
from pitwall.sources import SourceError, open_source
from pitwall.sources.f1.archive import NEEDED
from pitwall.sources.f1.archive_writer import INDEX, write_archive
from pitwall.sources.f1.live_timing_lines import lines_of
from pitwall.sources.f1.topics import converters
from pitwall.state import StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import build_tools
from toolgate.contract import Call, JsonObject
from toolgate.runner import Runner

RACES = (
    "sim:seed=7,cars=10,laps=12",
    "sim:seed=4,cars=8,laps=12,rain=1,red=1,dropouts=1,penalties=1",
    "sim:seed=9,cars=9,hours=1",
)
UNHELD_FIELDS = {
    "series", "lap_length_m", "distance_m", "covered_m", "class_name", "class_place",
    "time_left_s", "expected_end", "generated_at",
}  # fmt: skip
"""Fields whose values the form cannot hold, or that are derived from such values."""
UNHELD_TOOLS = {"get_operational_status", "get_nearby_cars", "get_current_battle", "get_net_order", "get_race_points"}
"""They go by counts of messages, by metres and by the series."""


@pytest.mark.parametrize("uri", RACES)
def test_every_tool_answers_the_same(uri: str, tmp_path: Path) -> None:
    source = open_source(uri)
    written = write_archive(source, tmp_path / "race")
    before, after = StateCache().load(source), StateCache().load(open_source(str(tmp_path / "race")))
    assert written[NEEDED] > 1000
    # In the millisecond of the flag the archive's order is by topic: a moment later all has been said.
    moments = [{}, *({"at_time": format_session_time(t)} for t in line_times(before))]
    compared = 0
    for ours, theirs in zip(answers(before, moments), answers(after, moments), strict=True):
        name, envelope = ours
        assert bare(envelope) == bare(theirs[1]), name
        compared += 1
    assert compared > 100


def line_times(cache: StateCache) -> Iterator[float]:
    """A moment before the start, and one after each third time the first car crosses the line."""
    yield 30.0
    for lap in range(1, cache.view().lap + 1, 3):
        yield cache.view(f"lap:{lap}").t + 0.001


def answers(cache: StateCache, moments: list[JsonObject]) -> list[tuple[str, JsonObject]]:
    """What every reading tool says at each moment; of those that want a driver, for three of them."""
    specs = [spec for spec in build_tools(cache) if "at_lap" in spec.input_schema["properties"]]
    specs = [spec for spec in specs if spec.name not in UNHELD_TOOLS]
    runner, cars = Runner(specs), sorted(cache.view().cars)[:3]

    async def run() -> list[tuple[str, JsonObject]]:
        told = []
        for spec in specs:
            about: list[JsonObject] = [{}] if not spec.input_schema["required"] else [{"driver": car} for car in cars]
            calls = [Call(spec.name, chosen | moment) for chosen in about for moment in moments]
            told += [(spec.name, (await runner.call(call)).envelope) for call in calls]
        return told

    return asyncio.run(run())


def bare(value: object) -> object:
    """An answer without what the form cannot hold, and without sentences that tell of it."""
    if isinstance(value, dict):
        if "expected_end" in value or "time_left_s" in value:
            value = {**value, "summary": ""}
        return {name: bare(inner) for name, inner in value.items() if name not in {*UNHELD_FIELDS, "missing"}}
    return [bare(inner) for inner in value] if isinstance(value, list) else value


def test_an_archive_is_written_again_as_it_was(tmp_path: Path) -> None:
    write_archive(open_source("sim:seed=3,cars=6,laps=5"), tmp_path / "one")
    write_archive(open_source(str(tmp_path / "one")), tmp_path / "two")
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "two").iterdir())
    first, second = (
        list(chain(open_source(str(tmp_path / "one")))),
        list(chain(open_source(str(tmp_path / "two")))),
    )
    assert first == second


def test_it_is_the_form_of_the_archive(tmp_path: Path) -> None:
    write_archive(open_source("sim:seed=3,cars=4,laps=4"), tmp_path / "race")
    feeds = json.loads((tmp_path / "race" / INDEX).read_bytes())["Feeds"]
    assert {feed["StreamPath"] for feed in feeds.values()} == {p.name for p in (tmp_path / "race").glob("*.jsonStream")}
    timing = (tmp_path / "race" / "TimingData.jsonStream").read_bytes()
    assert timing.startswith(b"\xef\xbb\xbf00:00:01.000{")
    assert timing.endswith(b"}\r\n")
    said = (tmp_path / "race" / "RaceControlMessages.jsonStream").read_text("utf-8-sig").splitlines()
    assert isinstance(json.loads(said[0][12:])["Messages"], list)
    assert [*json.loads(said[1][12:])["Messages"]] == ["1"]


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    with pytest.raises(SourceError, match="name a new folder"):
        write_archive(open_source("sim:laps=2"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_source_that_breaks_off_leaves_no_folder(tmp_path: Path) -> None:
    def broken() -> Iterator[Event]:
        yield Timing(1.0, {"1": CarTiming(position=1)})
        raise SourceError("the line went dead")

    with pytest.raises(SourceError, match="went dead"):
        write_archive(broken(), tmp_path / "race")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ([Session(1.0, name="Race")], "no session to write"),
        ([Timing(86_400.0, {"1": CarTiming(position=1)})], "more than 24 hours"),
    ],
)
def test_what_no_archive_can_be_is_refused(events: list[Event], says: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=says):
        write_archive(events, tmp_path / "race")


def test_the_last_moment_of_a_day_is_written(tmp_path: Path) -> None:
    told = Timing(86_399.999, {"1": CarTiming(position=1)})
    write_archive([told], tmp_path / "race")
    assert list(open_source(str(tmp_path / "race"))) == [told]


seconds = st.integers(0, 99_999_000).map(lambda ms: ms / 1000)
laps = st.integers(0, 2000)
gap = st.one_of(st.just((UNSET, UNSET)), st.tuples(seconds, st.none()), st.tuples(st.none(), st.integers(1, 999)))
unsaid = st.just(UNSET)


@st.composite
def timings(draw: st.DrawFn) -> CarTiming:
    """News of one car that the feed's form can say: a best lap comes with its number."""
    gap_s, gap_laps = draw(gap)
    interval_s, interval_laps = draw(gap)
    best = draw(st.one_of(unsaid, st.integers(20_001, 99_999_000).map(lambda ms: ms / 1000)))
    flag = st.one_of(unsaid, st.booleans())
    return CarTiming(
        draw(st.one_of(unsaid, st.none(), st.integers(1, 999))),
        gap_s, gap_laps, interval_s, interval_laps,
        draw(st.one_of(unsaid, laps)),
        draw(st.one_of(unsaid, st.none(), st.integers(20_001, 99_999_000).map(lambda ms: ms / 1000))),
        best,
        UNSET if best is UNSET else draw(laps),
        draw(flag), draw(flag), draw(flag),
        draw(st.one_of(unsaid, laps)),
    )  # fmt: skip


@given(timings())
def test_news_of_a_car_comes_back(news: CarTiming) -> None:
    told = Timing(1.0, {"7": news})
    back = read_again(told)
    assert back == [told if news != CarTiming() else Event(1.0)]


@pytest.mark.parametrize(
    "event",
    [
        Gaps(2.0, "33", 12.5, None, None, 1),
        RaceControl(3.0, "CAR 7 (NEU) STOPPED", "CarEvent", None, "X", "7", 4, 1_736_082_000.0),
        Roster(4.0, (Driver("7", "VDB", "Pieter van den Broek", "van den Broek", "Amberfield"),)),
        Weather(5.0, 24.1, 38.0, 48.0, 1.5, 270.0, 1013.2, True),
        Weather(5.0),
    ],
)
def test_an_event_comes_back(event: Event) -> None:
    (back,) = read_again(event)
    if isinstance(event, Gaps) and isinstance(back, Timing):  # two forms of one thing
        news = back.cars[event.car]
        back = Gaps(back.t, event.car, news.gap_s, news.gap_laps, news.interval_s, news.interval_laps)  # type: ignore[arg-type]
    assert back == event


def test_a_fault_is_nothing_that_a_feed_said() -> None:
    assert read_again(Fault(0.0, "TimingData", "corrupt lines")) == []


def read_again(event: Event) -> list[Event]:
    """An event, written as lines, and what is read of them."""
    read = converters()
    lines = lines_of(iter([event]))
    return [again for line in lines for again in read[line.topic](line.t, json.dumps(line.body).encode())]
