"""Every form of a race, damaged: bytes flipped, lines cut, doubled, put elsewhere, of wrong types, huge numbers, a
clock that jumps, lines of another session. Nothing breaks, nothing impossible is told, and what cannot be read is counted.

Archives have tests of their own (test_damaged_archives), as frames of NATS have (test_nats_frames).
"""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitwall.events import Fault
from pitwall.sources import SourceError, open_source
from pitwall.sources.event_log import HEADER, encode_event
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import RaceView, StateCache
from pitwall.tools import build_tools
from tests.pitwall.sources.live_frames import FORMS, lines, race_messages
from tests.pitwall.sources.race_tables import Raced, openf1_tables
from tests.pitwall.sources.test_endurance import RACE as LAPS
from tests.pitwall.sources.test_iracing import moment
from toolgate.contract import ANONYMOUS, InvalidArgument

CONFIG = SimConfig(seed=11, cars=3, laps=2, telemetry=1)
MESSAGES = race_messages(seed=11, cars=3, laps=2)
OTHERS = race_messages(seed=12, cars=4, laps=1)
TOOLS = ("get_standings", "get_live_snapshot", "get_current_battle", "get_telemetry", "get_track_map", "get_incidents")
Put = Callable[[Path, list[bytes]], str]


def in_a_file(name: str) -> Put:
    def put(folder: Path, told: list[bytes]) -> str:
        (folder / name).write_bytes(b"\n".join(told))
        return str(folder / name)

    return put


def tables(folder: Path, told: list[bytes]) -> str:
    for line in told:
        name, _, body = line.partition(b"\t")
        if name.isalpha() or name.replace(b"_", b"").isalpha():
            (folder / f"{name.decode()}.json").write_bytes(body)
    return f"openf1:{folder}"


def snapshot(folder: Path, told: list[bytes]) -> str:
    (folder / "telemetry.json").write_bytes(told[0] if told else b"")
    (folder / "session.json").write_bytes(told[1] if len(told) > 1 else b"")
    return f"iracing:{folder}"


def kept_moment() -> list[bytes]:
    one = moment(200.0, [(1, 3, 0.3), (2, 3, 0.25)], IsOnTrack=True, FuelLevel=20.0)
    values = {name: {"value": value if isinstance(value, list) else [value]} for name, value in one.values.items()}
    return [json.dumps(values).encode(), json.dumps(one.session).encode()]


FEEDS: dict[str, tuple[list[bytes], list[bytes], Put]] = {
    "events": (
        [HEADER, *map(encode_event, simulate(CONFIG))],
        [encode_event(event) for event in simulate(SimConfig(seed=12, cars=4, laps=1))],
        in_a_file("kept"),
    ),
    **{form: (lines(MESSAGES, form), lines(OTHERS, form), in_a_file("frames.txt")) for form in FORMS},
    "laps": (
        [line.encode() for line in LAPS],
        [line.replace(";", ",").encode() for line in LAPS],
        in_a_file("laps.csv"),
    ),
    "openf1": (
        [f"{name}\t{json.dumps(rows)}".encode() for name, rows in openf1_tables(Raced(CONFIG)).items()],
        [b"laps\t[]", b'drivers\t[{"driver_number": 1e300}]'],
        tables,
    ),
    "iracing": (kept_moment(), [b"[]", b'{"SessionTime": {"value": [1e308]}}'], snapshot),
}

DAMAGES = ("flip", "cut", "twice", "move", "type", "huge", "time", "other", "garbage")


def damaged(told: list[bytes], others: list[bytes], data: st.DataObject) -> list[bytes]:
    """The lines with some damage; the first of a table's lines stays, since without it there is no table."""
    found = list(told)
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(found) - 1))
        line = found[at]
        match data.draw(st.sampled_from(DAMAGES)):
            case "flip" if line:
                byte = data.draw(st.integers(0, len(line) - 1))
                found[at] = line[:byte] + bytes([line[byte] ^ data.draw(st.integers(1, 255))]) + line[byte + 1 :]
            case "cut":
                found[at] = line[: data.draw(st.integers(0, len(line)))]
            case "twice":
                found.insert(at, line)
            case "move":
                found.insert(data.draw(st.integers(0, len(found) - 1)), found.pop(at))
            case "type":
                found[at] = line.replace(b'"', b"", 2) if b'"' in line else line.replace(b"0", b"x", 1)
            case "huge":
                found[at] = line.replace(b"1", data.draw(st.sampled_from([b"9" * 30, b"-1", b"1e308", b"NaN"])), 1)
            case "time":
                found[at] = line.replace(b"2025-", b"2031-").replace(b":1", b":9", 1)
            case "other":
                found.insert(at, data.draw(st.sampled_from(others)))
            case "garbage":
                found.insert(at, data.draw(st.binary(max_size=20)))
            case _:
                pass
        if not found:
            return [b""]
    return found


def nothing_impossible(view: RaceView) -> None:
    assert len(set(view.order)) == len(view.order)
    for car in view.cars:
        state, gaps = view.car(car), view.gaps(car)
        assert state.position is None or 0 < state.position <= 1000
        assert all(gap is None or 0 <= gap < 100_000 for gap in (gaps.gap_s, gaps.interval_s))
        assert all(3 < seconds < 100_000 for seconds in view.lap_times(car).values())
        assert len(view.laps(car)) <= 2000
    if view.telemetry is not None:
        assert all(told.speed_kmh is None or 0 <= told.speed_kmh <= 600 for told in view.telemetry.cars.values())
    assert math.isfinite(view.t)


@pytest.mark.parametrize("form", FEEDS)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_whatever_is_damaged_the_rest_is_told_and_nothing_impossible(form: str, data: st.DataObject) -> None:
    told, others, put = FEEDS[form]
    with tempfile.TemporaryDirectory() as folder:
        uri = put(Path(folder), damaged(told, others, data))
        refused, cache = "", StateCache()
        try:
            cache.load(open_source(uri))
        except SourceError as error:
            refused = str(error)
    assert "\n" not in refused
    nothing_impossible(cache.view())
    for spec in build_tools(cache):
        if spec.name in TOOLS:
            try:
                assert spec.handler({}, ANONYMOUS)["summary"]
            except InvalidArgument:  # damage can make another kind of session of it
                continue


@pytest.mark.parametrize("form", [form for form in FEEDS if form not in ("openf1", "iracing")])
def test_lines_that_are_nothing_are_counted(form: str, tmp_path: Path) -> None:
    told, _, put = FEEDS[form]
    half = len(told) // 2
    broken = [b'{"Lines":{"1":', b"\xff\xfe\xff", b"no line of any feed"]
    whole = StateCache().load(open_source(put(tmp_path, told)))
    (tmp_path / "hurt").mkdir()
    hurt = StateCache().load(open_source(put(tmp_path / "hurt", [*told[:half], *broken, *told[half:]])))
    before, after = sum(whole.view().faults.values()), sum(hurt.view().faults.values())
    assert after - before >= 2
    assert hurt.view().order == whole.view().order
    assert not any(isinstance(event, Fault) and event.count < 1 for event in open_source(put(tmp_path, told)))
