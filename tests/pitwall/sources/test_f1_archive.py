"""The F1 static archive: what its strings mean, and what becomes of a bad one."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from msgspec import UNSET

from pitwall.events import CarSplits, CarTiming, Event, Fault, Gaps, RaceControl, Splits, Timing, Tyres, Weather
from pitwall.sources import SourceError, open_source
from pitwall.sources.f1.archive import F1Archive
from pitwall.sources.f1.timing import timing_app_data, timing_data
from pitwall.sources.f1.timing_values import parse_gap, parse_lap_time
from pitwall.sources.f1.topics import converters, race_control, weather_data
from pitwall.sources.parsing import parse_utc
from pitwall.state import StateCache
from pitwall.tools.tool import evidence
from tests.examples import examples
from tests.rows import each_row


@each_row(
    ("text", "gap"),
    [
        ("+42.432", (42.432, None)),
        ("+1:09.4", (69.4, None)),
        ("+79.014", (79.014, None)),
        ("LAP 21", (0.0, None)),
        ("1L", (None, 1)),
        ("15L", (None, 15)),
        ("1 L", (None, 1)),
        ("+2 LAPS", (None, 2)),
        ("", (None, None)),
        ("nan", (None, None)),
        ("-1.5", (None, None)),
        ("-1:30.0", (None, None)),
        ("inf", (None, None)),
        ("+1:2:3", (None, None)),
        ("junk", (None, None)),
    ],
)
def test_gaps(text: str, gap: tuple[float | None, int | None]) -> None:
    assert parse_gap(text) == gap


@given(st.text(max_size=20))
def test_no_string_breaks_the_numbers(text: str) -> None:
    seconds, laps = parse_gap(text)
    assert seconds is None or laps is None
    assert parse_lap_time(text) is None or isinstance(parse_lap_time(text), float)
    parse_utc(text)


def car_of(line: dict[str, Any]) -> CarTiming:
    (event,) = timing_data(1.0, json.dumps({"Lines": {"1": line}}).encode())
    assert isinstance(event, Timing)
    return event.cars["1"]


def test_timing_says_only_what_the_message_mentions() -> None:
    news = car_of({"GapToLeader": "+1.5", "IntervalToPositionAhead": {"Value": ""}})
    assert (news.gap_s, news.interval_s, news.position, news.laps) == (1.5, None, UNSET, UNSET)
    assert car_of({"IntervalToPositionAhead": {"Value": "LAP 3"}}).interval_s is None
    assert car_of({"LastLapTime": {"Value": "1:46.884"}}).last_lap_s == 106.884
    assert car_of({"LastLapTime": {"PersonalFastest": True}, "InPit": True}).last_lap_s is UNSET


GAPS = '{"Lines":{"44":{"GapToLeader":"%s","IntervalToPositionAhead":{"Value":"%s"%s}}}}\r'


INTERVAL = '{"Lines":{"44":{"IntervalToPositionAhead":{"Value":"%s"%s}}}}\r'


@given(
    interval=st.from_regex(r"\+?[0-9]{1,6}\.[0-9]{0,4}|LAP [0-9]|[0-9]{1,2} ?L", fullmatch=True),
    catching=st.sampled_from(["", ',"Catching":true', ',"Catching":false']),
)
def test_an_interval_of_one_car_is_read_as_in_any_other_message(interval: str, catching: str) -> None:
    message = INTERVAL % (interval, catching)
    before = timing_data(0.0, (GAPS % ("+9.5", "1L", "")).encode())
    told, whole = (
        StateCache().load([*before, *timing_data(1.0, text.encode())]).view()
        for text in (message, message.replace('"44":{', '"44":{"ShowPosition":true,'))
    )
    assert (told.gaps("44"), told.car("44")) == (whole.gaps("44"), whole.car("44"))
    assert told.gaps("44").gap_s == 9.5


def test_an_interval_alone_needs_no_gap() -> None:
    message = (INTERVAL % ("+0.25", "")).encode()
    assert timing_data(1.0, message) == (Timing(1.0, {"44": CarTiming(interval_s=0.25, interval_laps=None)}),)


@given(
    gap=st.from_regex(r"\+?[0-9]{1,6}\.[0-9]{0,4}|LAP [0-9]|[0-9]{1,2} ?L", fullmatch=True),
    interval=st.from_regex(r"\+?[0-9]{1,6}\.[0-9]{0,4}|LAP [0-9]|[0-9]{1,2} ?L", fullmatch=True),
    catching=st.sampled_from(["", ',"Catching":true', ',"Catching":false']),
)
def test_gaps_of_one_car_are_read_as_any_other_message(gap: str, interval: str, catching: str) -> None:
    message = GAPS % (gap, interval, catching)
    apart = json.loads(message)
    apart["Lines"]["44"]["InPit"] = False
    told, whole = (StateCache().load(timing_data(1.0, text.encode())).view() for text in (message, json.dumps(apart)))
    assert told.gaps("44") == whole.gaps("44")
    assert told.car("44") == whole.car("44")
    assert told.cars.keys() == {"44"}


def test_the_commonest_message_is_gaps_of_one_car() -> None:
    assert timing_data(1.0, (GAPS % ("+1.5", "+0.25", "")).encode()) == (Gaps(1.0, "44", 1.5, None, 0.25, None),)


def test_mini_sectors_and_emptied_sectors_only_prove_that_the_feed_is_alive() -> None:
    for told in (
        b'{"Lines":{"1":{"Sectors":{"0":{"Segments":{"2":{"Status":2048}}}}}}}',
        b'{"Lines":{"1":{"Sectors":{"0":{"Value":""}},"Speeds":{"I1":{"Value":""}}}}}',
        b'{"Lines":{"1":{"Sectors":[{"Stopped":false,"Value":"31.2"}]}}}',  # of a lap that nobody knows
    ):
        assert timing_data(2.0, told) == (Event(2.0),)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'"Speeds":{"I1":{"Value":"197"}}', CarSplits((), (("I1", 197.0),))),
        (b'"Sectors":{"1":{"Stopped":false,"Value":"65.241"}}', CarSplits(((2, 65.241),))),
        (
            b'"Sectors":{"2":{"Value":"1:02.5"}},"Speeds":{"FL":{"Value":"300"}}',
            CarSplits(((3, 62.5),), (("FL", 300.0),)),
        ),
        (b'"Sectors":{"0":{"Value":"1.2"},"1":{"Value":"40.0"},"7":{"Value":"30.0"}}', CarSplits(((2, 40.0),))),
        (
            b'"Sectors":{"0":{"Value":"30.5"}},"Speeds":{"ST":{"Value":"9000"},"XX":{"Value":"1"}}',
            CarSplits(((1, 30.5),)),
        ),
    ],
)
def test_sector_times_and_speeds_are_told_as_they_are(line: bytes, told: CarSplits) -> None:
    (event,) = timing_data(2.0, b'{"Lines":{"44":{' + line + b"}}}")
    assert isinstance(event, Splits)
    assert dict(event.cars) == {"44": told}


@pytest.mark.parametrize("unreadable", [b'"Speeds":7', b'"Speeds":{"ST":{"Value":"3\xec"}}'])
def test_a_sector_that_cannot_be_read_is_not_told(unreadable: bytes) -> None:
    message = b'{"Lines":{"44":{"Sectors":{"0":{"Value":"30.5"}},' + unreadable + b"}}}"
    assert [dict(event.cars) for event in timing_data(2.0, message) if isinstance(event, Splits)] == [{}]


def test_one_field_of_a_wrong_type_does_not_cost_the_rest(tmp_path: Path) -> None:
    line = {"Position": "1", "NumberOfLaps": "many", "GapToLeader": 5, "InPit": True}
    text = f"00:00:01.000{json.dumps({'Lines': {'1': line, '2': {'Position': '2'}, '3': 7}})}\r\n"
    stints = '00:00:01.000{"Lines":{"1":{"GridPos":"1","Stints":{"0":{"TotalLaps":-1}}},"2":{"GridPos":"2"}}}\r\n'
    names = '00:00:01.000{"1":{"Tla":"ANN","TeamName":7},"2":null,"_kf":true}\r\n'
    cache = StateCache().load(open_source(write(tmp_path, TimingData=text, TimingAppData=stints, DriverList=names)))
    one, two = cache.view().car("1"), cache.view().car("2")
    assert (one.position, one.laps, one.in_pit, one.grid) == (1, 0, True, 1)
    assert cache.view().gaps("1").gap_s is None
    assert (two.position, two.grid, cache.view().drivers["1"].code) == (2, 2, "ANN")
    assert cache.view().faults == {
        (topic, "lines with unreadable fields"): 1 for topic in ("TimingData", "TimingAppData", "DriverList")
    }


def test_a_number_of_laps_that_no_race_has_is_not_taken(tmp_path: Path) -> None:
    line = '00:00:0{}.000{{"Lines":{{"1":{{"Position":"1","NumberOfLaps":{}}}}}}}\r\n'
    text = line.format(1, 3) + line.format(2, 10**12) + line.format(3, -1)
    view = StateCache().load(open_source(write(tmp_path, TimingData=text))).view()
    assert (view.lap, view.car("1").laps) == (3, 3)


def test_lists_and_index_dicts_are_the_same() -> None:
    stint = {"Compound": "SOFT", "New": "true", "TotalLaps": 3, "TyresNotChanged": "1"}
    for stints in ([stint], {"0": stint}):
        (event,) = timing_app_data(1.0, json.dumps({"Lines": {"1": {"Stints": stints}}}).encode())
        assert isinstance(event, Tyres)
        (news,) = event.cars["1"]
        assert (news.number, news.compound, news.new, news.laps, news.tyres_kept) == (0, "SOFT", True, 3, True)
    message = {"Utc": "2018-04-29T12:07:10", "Lap": 1, "Category": "Drs", "Message": "DRS DISABLED"}
    for messages in ([message], {"7": message}):
        (said,) = race_control(1.0, json.dumps({"Messages": messages}).encode())
        assert isinstance(said, RaceControl)
        assert (said.message, said.lap, said.utc) == ("DRS DISABLED", 1, 1525003630.0)


def test_weather_comes_as_strings() -> None:
    (weather,) = weather_data(1.0, b'{"AirTemp":"18.9","Rainfall":"1","TrackTemp":"","WindSpeed":"0.9"}')
    assert isinstance(weather, Weather)
    assert (weather.air_c, weather.rain, weather.track_c, weather.wind_ms) == (18.9, True, None, 0.9)


def test_names_come_in_deltas() -> None:
    roster = converters()["DriverList"]
    first = {"7": {"Tla": "RAI", "FirstName": "Kimi", "LastName": "Räikkönen", "TeamName": "Ferrari"}}
    assert roster(1.0, json.dumps(first).encode())[0] != Event(1.0)
    assert roster(2.0, b'{"7":{"Line":4}}') == (Event(2.0),)
    (changed,) = roster(3.0, b'{"7":{"TeamName":"Sauber"}}')
    assert changed.drivers[0].name == "Kimi R\u00e4ikk\u00f6nen"  # type: ignore[attr-defined]
    assert changed.drivers[0].team == "Sauber"  # type: ignore[attr-defined]


def write(folder: Path, **topics: str) -> str:
    for topic, text in topics.items():
        (folder / f"{topic}.jsonStream").write_bytes(text.encode())
    return str(folder)


LINE = '00:00:0{}.000{{"Lines":{{"1":{{"Position":"{}"}}}}}}\r\n'


def test_corrupt_lines_are_skipped_counted_and_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    odd = "".join(f"00:00:{seconds}{{}}\r\n" for seconds in ("nan   ", "-9.000", "inf   ", "99.000"))
    twice = '0x:00:03.000{"Lines":{"1":{"Position":"9"}}}\r\n' * 2
    bad = 'nonsense\r\n00:00:02.000{"Lines":\r\n00:00:03.000[1]\r\n99:99{}\r\n' + twice + odd
    uri = write(tmp_path, TimingData="\ufeff" + LINE.format(1, 1) + bad + LINE.format(4, 2) + '00:00:05.000{"Lin')
    cache = StateCache().load(open_source(uri))
    assert cache.view().car("1").position == 2
    assert dict(cache.view().faults) == {
        ("TimingData", "corrupt lines"): 10,
        ("TimingData", "lines of an unexpected form"): 1,
    }
    assert any("10 corrupt lines of TimingData" in missing for missing in evidence(cache.view())["missing"])
    assert "TimingData: 10 corrupt lines" in caplog.text


def test_an_unknown_topic_is_named_and_ignored(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    uri = write(tmp_path, TimingData=LINE.format(1, 1), Nonsense="x", Heartbeat="")
    caplog.set_level(logging.WARNING)
    assert StateCache().load(open_source(uri)).view().order == ("1",)
    assert "unknown topic Nonsense ignored" in caplog.text
    assert "Heartbeat" not in caplog.text


def test_messages_of_all_topics_come_in_order_of_time(tmp_path: Path) -> None:
    uri = write(
        tmp_path,
        TimingData=LINE.format(5, 1) + LINE.format(2, 2) + LINE.format(9, 3),
        TrackStatus='00:00:07.000{"Status":"4"}\r\n00:00:01.000{"Status":"1"}\r\n',
    )
    times = [event.t for event in open_source(uri) if not isinstance(event, Fault)]
    assert times == sorted(times)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda folder: str(folder / "nowhere"), "no folder"),
        (lambda folder: str(folder), "isn't an F1 archive"),
        (lambda folder: write(folder, TrackStatus="") and str(folder / "TrackStatus.jsonStream"), "isn't a recording"),
        (lambda folder: "ftp:thing", "no source"),
        (lambda folder: "sim:cars=1", "cars must be"),
    ],
)
def test_a_source_that_is_none_says_in_one_line_what_to_do(
    tmp_path: Path, make: Callable[[Path], str], message: str
) -> None:
    with pytest.raises(SourceError, match=message) as error:
        list(open_source(make(tmp_path)))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("topic", list(converters()))
@examples(10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_json_crashes_a_topic(tmp_path: Path, topic: str, data: st.DataObject) -> None:
    """Whatever JSON a topic carries, the archive is read to its end."""
    names = st.sampled_from(
        ["Lines", "1", "Position", "GapToLeader", "Stints", "Messages", "Status", "Value", "0", "Utc", "Lap", "Meeting",
         "TotalLaps", "CurrentLap", "Rainfall", "IntervalToPositionAhead", "NumberOfLaps", "Tla", "GridPos"]
    )  # fmt: skip
    scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
    value = st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4), max_leaves=12
    )
    lines = data.draw(st.lists(value, max_size=4))
    text = "".join(f"00:00:0{n}.000{json.dumps(line)}\r\n" for n, line in enumerate(lines))
    cache = StateCache().load(open_source(write(tmp_path, **{"TimingData": "", topic: text})))
    evidence(cache.view())
    assert len(cache.times) + sum(cache.heard.faults.values()) >= len(lines)


def timed(*times: str) -> str:
    """A line for each time; each gives car 1 the next gap."""
    return "".join(f'{t}{{"Lines":{{"1":{{"GapToLeader":"+{n}.5"}}}}}}\r\n' for n, t in enumerate(times, 1))


def faults_and_gaps(folder: Path, *times: str) -> tuple[dict[str, int], list[float]]:
    events = list(open_source(write(folder, TimingData=timed(*times))))
    gaps = [event.cars["1"].gap_s for event in events if isinstance(event, Timing)]
    faults = {event.reason: event.count for event in events if isinstance(event, Fault)}
    return faults, [gap for gap in gaps if isinstance(gap, float)]


def test_lines_out_of_order_stand_where_their_time_says_and_are_counted(tmp_path: Path) -> None:
    shuffled = ("00:01:00.000", "00:04:00.000", "00:02:00.000", "00:03:00.000", "00:05:00.000")
    assert faults_and_gaps(tmp_path, *shuffled) == ({"lines out of order": 1}, [1.5, 3.5, 4.5, 2.5, 5.5])


def test_a_line_whose_time_cannot_be_is_not_taken(tmp_path: Path) -> None:
    astray = {"lines of an impossible time": 1}
    assert faults_and_gaps(tmp_path, "00:01:00.000", "09:02:00.000", "00:03:00.000") == (astray, [1.5, 3.5])
    many = [f"00:{n // 60:02d}:{n % 60:02d}.000" for n in range(100)]
    assert faults_and_gaps(tmp_path, *many, "09:03:00.000") == (astray, [n + 0.5 for n in range(1, 101)])


@pytest.mark.parametrize("time", ["24:00:00.000", "00:60:00.000", "-1:00:00.000", "+1:00:00.000", "0 :00:00.000"])
def test_what_is_no_session_time_is_corrupt(tmp_path: Path, time: str) -> None:
    assert faults_and_gaps(tmp_path, "00:01:00.000", time)[0] == {"corrupt lines": 1}


@pytest.mark.parametrize(("text", "seconds"), [("1:46.329", 106.329), ("59.9", 59.9), ("0:00.001", None), ("", None)])
def test_lap_times(text: str, seconds: float | None) -> None:
    assert parse_lap_time(text) == seconds


SAME_SHAPE = [
    (GAPS % ("+1.5", "+0.25", ""), GAPS % ("+2.5", "+9.75", "")),
    (GAPS % ("+10.5", "+0.25", ""), GAPS % ("+07.5", "+0.25", "")),
    (GAPS % ("+1.5", "+0.25", ',"Catching":true'), GAPS % ("+4.0", "+3.00", ',"Catching":true')),
    (INTERVAL % ("+0.25", ""), INTERVAL % ("+1.75", "")),
    (
        '{"Lines":{"44":{"Sectors":{"1":{"Value":"41.2"}},"Speeds":{"I2":{"Value":"213"}}}}}\r',
        '{"Lines":{"44":{"Sectors":{"7":{"Value":"41.2"}},"Speeds":{"I9":{"Value":"213"}}}}}\r',
    ),
    ('{"Lines":{"44":{"Sectors":{"7":{"Value":"41.2"}}}}}\r', '{"Lines":{"44":{"Sectors":{"1":{"Value":"41.2"}}}}}\r'),
    ('{"Lines":{"44":{"Status":2048}}}\r', '{"Lines":{"44":{"Status":0048}}}\r'),
    ('{"Lines":{"44":{"Name":"\\u0041"}}}\r', '{"Lines":{"44":{"Name":"\\u0000"}}}\r'),
    (
        '{"Lines":{"44":{"NumberOfLaps":12},"55":{"Sectors":{"0":{"Value":"30.1"}}}}}\r',
        '{"Lines":{"44":{"NumberOfLaps":12},"44":{"Sectors":{"0":{"Value":"30.1"}}}}}\r',
    ),
    ('{"Lines":{},"NoEntries":[2000]}\r', '{"Lines":{},"NoEntries":[2001]}\r'),
]


@each_row(("known", "other"), SAME_SHAPE)
def test_a_line_of_a_known_shape_is_read_as_if_it_were_the_first(known: str, other: str) -> None:
    """Whatever its digits are: a number that begins with a nought, a sector that is none, the same car twice."""
    for first, second in ((known, other), (other, known)):
        stamped = [f"00:00:01.000{each}\n".encode() for each in (first, first, first, second)]
        alone = [told_by(text) for text in stamped]
        assert told_by(b"".join(stamped)) == (
            [event for events, _ in alone for event in events],
            sum((faults for _, faults in alone), Counter[str]()),
        )


class OneTopic:
    """An archive of TimingData alone."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def names(self) -> list[str]:
        return ["TimingData"]

    def read(self, topic: str) -> bytes:
        return self._data


def told_by(data: bytes) -> tuple[list[Any], Counter[str]]:
    """Events, with their sectors and speeds, and how often what could not be read."""
    events = list(F1Archive(OneTopic(data)))
    told = [dict(event.cars) if isinstance(event, Splits) else event for event in events if type(event) is not Fault]
    return told, Counter({event.reason: event.count for event in events if isinstance(event, Fault)})


def test_the_last_line_may_lack_its_end(tmp_path: Path) -> None:
    for end in ("", "\r", "\n", "\r\n"):
        cache = StateCache().load(open_source(write(tmp_path, TimingData=LINE.format(1, 3).rstrip() + end)))
        assert (cache.view().car("1").position, dict(cache.view().faults)) == (3, {})
