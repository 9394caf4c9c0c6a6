"""What was recorded of a feed replays to the same state; a cut or damaged line is counted."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from pitwall import events as e
from pitwall.sources import SourceError, open_source
from pitwall.sources.event_log import HEADER, EventWriter
from pitwall.sources.f1.topics import converters
from pitwall.sources.sim import SimConfig, simulate

RACE = list(simulate(SimConfig(seed=4, cars=6, laps=5, rain=1)))
SPECIAL = [
    e.Distances(1.0, {"1": 2.5}),
    e.Fault(0.0, "timing", "doubt", 3),
    e.SegmentUpdate(2.0, 1, (20, 15), {"1": e.SegmentTiming(((1, 80.5),), True)}),
    e.LapBegun(3.0, 4),
    e.Timing(4.0, {"7": e.CarTiming(position=None, laps=0)}),
]


def recorded(events: list[e.Event]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept"
        keep(path, events)
        return path.read_bytes()


def keep(path: Path, events: list[e.Event]) -> None:
    writer = EventWriter(path)
    for event in events:
        writer.write(event)
    writer.close()


def test_a_recording_gives_the_same_events(tmp_path: Path) -> None:
    events = [*RACE, *SPECIAL]
    (tmp_path / "race.events").write_bytes(recorded(events))
    assert list(open_source(str(tmp_path / "race.events"))) == events


@pytest.mark.parametrize("cut", [0, 5])
def test_a_recording_goes_on_where_it_was_however_it_ended(tmp_path: Path, cut: int) -> None:
    """The second run is told all from the beginning, as after a keyframe, on a clock that begins elsewhere."""
    path = tmp_path / "race.events"
    began = [e.Clock(0.0, 1000.0), e.Event(1.0), e.TrackStatus(2.0, "green")]
    keep(path, began)
    if cut:
        path.write_bytes(path.read_bytes()[:-cut])
    keep(path, [e.Clock(0.0, 999.0), e.Event(2.0), e.TrackStatus(4.5, "red"), e.Event(5.0)])
    assert path.read_bytes().count(HEADER) == 1
    kept, last = (began[:2], 1.0) if cut else (began, 2.0)
    told = [*kept, e.Outage(last, 3.5), e.TrackStatus(3.5, "red"), e.Event(4.0)]
    assert [event for event in open_source(str(path)) if not isinstance(event, e.Fault)] == told


def test_what_is_no_recording_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine")
    with pytest.raises(SourceError, match=r"isn't a recording"):
        EventWriter(path)
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    "damage", [b'["Timing",{"t":1', b'["Nothing",{"t":1}]', b"{}", b'["Clock",{"t":"x"}]', b"\xff"]
)
def test_a_damaged_line_is_counted_and_the_rest_is_read(damage: bytes, tmp_path: Path) -> None:
    whole = recorded(RACE[:50]).splitlines()
    (tmp_path / "race.events").write_bytes(b"\n".join([*whole[:20], damage, *whole[20:]]))
    assert list(open_source(str(tmp_path / "race.events"))) == [
        *RACE[:50],
        e.Fault(0.0, "the recording", "unreadable lines", 1),
    ]


def test_sectors_that_are_read_later_are_recorded(tmp_path: Path) -> None:
    body = b'{"Lines":{"4":{"Sectors":{"0":{"Value":"31.176"}},"Speeds":{"ST":{"Value":"301"}}}}}'
    events = [event for event in converters()["TimingData"](5.0, body) if isinstance(event, e.Splits)]
    (tmp_path / "race.events").write_bytes(recorded(list(events)))
    [again] = open_source(str(tmp_path / "race.events"))
    assert isinstance(again, e.Splits)
    assert dict(again.cars) == dict(events[0].cars) != {}
