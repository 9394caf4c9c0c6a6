"""Whole archives, damaged: the load ends, nothing impossible is answered, and what was not damaged is still there."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from functools import cache as keep
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.state.moment import format_session_time, parse_session_time
from pitwall.tools import build_tools
from tests.examples import examples
from toolgate.contract import Call, JsonObject
from toolgate.runner import Runner

Archive = dict[str, list[bytes]]
Write = Callable[..., str]

BOM = b"\xef\xbb\xbf"
LAPS = 7
LONGEST_S = 4500.0
"""No time in the small race is longer, unless the last line of all is up to an hour late."""

TOOLS: tuple[tuple[str, JsonObject], ...] = (
    ("get_standings", {}),
    ("get_live_snapshot", {"top_n": 64}),
    ("get_current_battle", {"top_n_pairs": 20}),
    ("get_roster", {}),
    ("get_fastest_laps", {"top_n": 64}),
    ("get_pit_stops", {}),
    ("get_position_history", {}),
    ("get_stints", {}),
    ("get_race_control", {"last_n": 200}),
    ("get_track_status", {}),
    ("get_weather", {}),
    ("get_retirements", {}),
    ("get_session_info", {}),
    ("get_lead_changes", {}),
    ("get_operational_status", {}),
)
ABOUT_A_CAR: tuple[tuple[str, JsonObject], ...] = (
    ("get_driver", {}),
    ("get_gap", {"to": "leader", "laps": 50}),
    ("get_lap_times", {"last_n": 300}),
    ("get_stints", {}),
    ("get_pit_stops", {}),
    ("get_position_history", {}),
)


def quick(count: int) -> settings:
    """So many examples. Many lines make a long search for the smallest one: what failed is short enough as it is."""
    health = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return examples(count, phases=[Phase.explicit, Phase.reuse, Phase.generate], suppress_health_check=health)


# What a value of a message may turn into: JSON text, much of it wrong.
ODD = st.sampled_from(
    ["null", "true", "[]", "{}", '"x"', '""', "-1", "0", "0.5", "1e308", "1e999", "NaN", "Infinity", "9" * 400, "1999",
     "9" * 5000, '"-1"', '"999"', '"9999999"', '"1e308"', '"inf"', '"nan"', '"-99999.9"', '"0:00.001"', '"' + "x" * 500 + '"',
     '"\\u0000\\u001b[2J"', '"\\ud800"', '"9999-12-31T23:59:59"', '"0001-01-01T00:00:00"', '"2LAPS"', '{"Value":3}']
)  # fmt: skip
VALUE = re.compile(rb'(?<=:)(?:"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null)')


def loaded(uri: str) -> StateCache:
    return StateCache().load(open_source(uri))


@lru_cache(maxsize=4)
def runner_of(cache: StateCache) -> Runner:
    return Runner(build_tools(cache))


_whole: dict[int, tuple[Archive, StateCache]] = {}


def undamaged(archive: Archive, write_archive: Write) -> StateCache:
    """The state of an archive as it is, loaded once."""
    if id(archive) not in _whole:
        _whole[id(archive)] = archive, loaded(write_archive(archive))
    return _whole[id(archive)][1]


def answers(cache: StateCache, moment: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """Every tool at a moment. The gate holds every output to its schema, so an answer here is a valid one."""
    runner = runner_of(cache)

    async def run() -> list[tuple[str, JsonObject]]:
        told = [(name, await runner.call(Call(name, {**more, **moment}))) for name, more in TOOLS]
        view = cache.view(f"lap:{moment['at_lap']}" if "at_lap" in moment else moment.get("at_time"))
        for car in [*view.cars][:3]:
            for name, more in ABOUT_A_CAR:
                told.append((name, await runner.call(Call(name, {"driver": car, **more, **moment}))))
        for name, outcome in told:
            # A name of some damaged car may mean another one's place; all else must be answered.
            assert outcome.ok or outcome.error_type == "validation_error", (name, outcome.envelope)
        return [(name, outcome.envelope) for name, outcome in told if outcome.ok]

    yield from asyncio.run(run())


def moments(cache: StateCache) -> Iterator[JsonObject]:
    view = cache.view()
    yield {}
    for lap in sorted({0, view.lap // 2, view.lap}):
        yield {"at_lap": lap}
    for share in (0.0, 0.4, 0.9):
        yield {"at_time": format_session_time(int(share * view.t))}


def walk(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of an answer with the names that lead to it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from walk(inner, f"{path}/{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner, path)
    else:
        yield path, value


def check_possible(cache: StateCache, longest_s: float = LONGEST_S) -> None:
    """What no race can be is in no answer."""
    for moment in moments(cache):
        for name, answer in answers(cache, moment):
            cars = max(len(cache.view().cars), len(cache.view().drivers)) if cache.view().drivers else 999
            for path, value in walk(answer):
                if path.rsplit("/", 1)[-1] in ("place", "then", "now", "grid") and isinstance(value, int):
                    assert 1 <= value <= cars, (name, path, value)
                if (
                    path.endswith("_s")
                    and "change" not in path
                    and "expected" not in path
                    and "difference" not in path
                    and value is not None
                ):
                    assert -longest_s <= value <= longest_s, (name, path, value)
                if (
                    path.rsplit("/", 1)[-1] in ("time_s", "lap_s", "average_s", "last_lap_s", "best_lap_s")
                    and value is not None
                ):
                    assert value > 0, (name, path, value)
                if re.fullmatch(r".*(?<!held)(?<!tyre)(?<!stints)/(lap|laps|from_lap|to_lap)", path) and isinstance(
                    value, int
                ):
                    assert 0 <= value <= LAPS, (name, path, value)
                if isinstance(value, str) and path.endswith("summary"):
                    assert value.isprintable(), (name, value)
            if name == "get_standings":
                places = [row["place"] for row in answer["rows"]]
                assert places == sorted(places)
                assert len(set(places)) == len(places) or any("on one place" in m for m in answer["missing"])
            assert parse_session_time(answer["as_of"]["session_time"]) <= longest_s


LineDamage = Callable[[bytes, int, str], list[bytes]]
"""Takes a line, a number and a JSON text, both any, and gives what comes in the place of the line."""


def flipped(line: bytes, number: int, odd: str) -> list[bytes]:
    changed = bytearray(line)
    changed[number % len(line)] ^= 1 + number // len(line) % 255
    return [bytes(changed)]


def cut(line: bytes, number: int, odd: str) -> list[bytes]:
    return [line[: number % len(line)]]


def dropped(line: bytes, number: int, odd: str) -> list[bytes]:
    return []


def doubled(line: bytes, number: int, odd: str) -> list[bytes]:
    return [line] * (2 + number % 3)


def merged(line: bytes, number: int, odd: str) -> list[bytes]:
    return [line + line]


def broken(line: bytes, number: int, odd: str) -> list[bytes]:
    at = number % (len(line) + 1)
    return [line[:at], line[at:]]


def retyped(line: bytes, number: int, odd: str) -> list[bytes]:
    values = list(VALUE.finditer(line, 12))
    if not values:
        return [line]
    found = values[number % len(values)]
    return [line[: found.start()] + odd.encode() + line[found.end() :]]


def nested(line: bytes, number: int, odd: str) -> list[bytes]:
    return [line[:12] + (b"[", b'{"a":', b'{"Lines":{"1":')[number % 3] * 20_000]


def not_text(line: bytes, number: int, odd: str) -> list[bytes]:
    at = number % (len(line) + 1)
    return [line[:at] + (b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\x00", b"\xef\xbb\xbf")[number % 5] + line[at:]]


def retimed(line: bytes, number: int, odd: str) -> list[bytes]:
    times = (
        b"99:59:59.999",
        b"23:59:59.999",
        b"00:00:00.000",
        b"-1:00:00.000",
        b"00:99:00.000",
        b"+1:00:00.000",
        b"1e",
    )
    return [times[number % len(times)] + line[12:]]


def gone(lines: list[bytes], number: int) -> list[bytes] | None:
    return None


def emptied(lines: list[bytes], number: int) -> list[bytes]:
    return []


def overwritten(lines: list[bytes], number: int) -> list[bytes]:
    return [bytes(range(256))]


def turned(lines: list[bytes], number: int) -> list[bytes]:
    return lines[::-1]


def moved(lines: list[bytes], number: int) -> list[bytes]:
    if not lines:
        return []
    rest = list(lines)
    line = rest.pop(number % len(rest))
    rest.insert(number // len(lines) % len(lines), line)
    return rest


LINES: tuple[LineDamage, ...] = (
    flipped, flipped, cut, dropped, doubled, merged, broken, retyped, retyped, nested, not_text, retimed
)  # fmt: skip
TOPICS: tuple[Callable[[list[bytes], int], list[bytes] | None], ...] = (gone, emptied, overwritten, turned, moved)
numbers = st.integers(0, 10**9)
line_damages = st.lists(st.tuples(numbers, numbers, st.sampled_from(LINES), numbers, ODD), min_size=1, max_size=4)
topic_damages = st.lists(st.tuples(numbers, st.sampled_from(TOPICS), numbers), max_size=1)


def damaged(archive: Archive, lines: list[Any], topics: list[Any]) -> Archive:
    """The archive with some lines and some whole topics changed."""
    changed = {topic: list(said) for topic, said in archive.items()}
    for where, place, damage, number, odd in lines:
        # Half of all damage falls upon what matters most.
        topic = "TimingData" if where % 2 else sorted(archive)[where // 2 % len(archive)]
        at = place % max(len(changed[topic]), 1)
        if changed[topic] and changed[topic][at]:
            changed[topic][at : at + 1] = damage(changed[topic][at], number, odd)
    for where, harm, number in topics:
        topic = sorted(archive)[where % len(archive)]
        rest = harm(changed.pop(topic), number)
        if rest is not None or topic == "TimingData":
            changed[topic] = rest or []
    return changed


@quick(15)
@given(lines=line_damages, topics=topic_damages, bom=st.booleans(), end=st.sampled_from([b"\r\n", b"\n"]))
def test_nothing_impossible_is_answered(
    small_race: Archive, write_archive: Write, lines: list[Any], topics: list[Any], bom: bool, end: bytes
) -> None:
    cache = loaded(write_archive(damaged(small_race, lines, topics), bom=bom, end=end))
    check_possible(cache)


# What each of these does to a line is known: how many bad lines come of it.
CERTAIN: tuple[tuple[LineDamage, int], ...] = (
    (lambda line, number, odd: [line[: 1 + number % (len(line) - 1)]], 1),
    (lambda line, number, odd: [line[: (at := 1 + number % (len(line) - 1))], line[at:]], 2),
    (lambda line, number, odd: [b"99:59:59.999" + line[12:]], 1),
    (lambda line, number, odd: [b"-1:00:00.000" + line[12:]], 1),
    (lambda line, number, odd: [line[:12] + line[13:]], 1),
    (lambda line, number, odd: [line[:12] + b"[1,2]"], 1),
    (lambda line, number, odd: [line[:12] + b"[" * 20_000], 1),
    (lambda line, number, odd: [line[:12] + bytes(range(10, 256)).replace(b"\n", b"")], 1),
    (
        lambda line, number, odd: [
            re.sub(rb'"(Position|NumberOfLaps|TotalLaps|InPit|Compound)":', rb'"\1":[],"x":', line)
        ],
        -1,
    ),
    (merged, 1),
    (dropped, 0),
)
certain_damages = st.lists(st.tuples(numbers, st.sampled_from(CERTAIN), numbers), min_size=1, max_size=8)
OF_ITS_OWN = ("place", "gap_s", "gap_laps", "interval_s", "laps", "last_lap_s", "stops", "state")


def check_only_that(original: Archive, write_archive: Write, damages: list[Any], share: float) -> StateCache:
    """What was damaged is lost and counted, and the other cars are where they were. Gives the damaged race."""
    lines = list(original["TimingData"])
    spoilt: set[str] = set()
    bad = 0
    for place, (damage, count), number in damages:
        at = place % len(lines)
        old = original["TimingData"][at]
        if lines[at] is old:
            new = damage(old, number, "")
            bad += (new != [old]) if count < 0 else count
            spoilt |= set(json.loads(old[12:])["Lines"])
            lines[at] = b"\r\n".join(new)
    whole = undamaged(original, write_archive)
    cache = loaded(write_archive({**original, "TimingData": lines}))
    status = dict(answers(cache, {}))["get_operational_status"]
    assert status["bad_lines_total"] == sum(item["count"] for item in status["bad_lines"])
    # Where a count of laps was lost, the next one of that car may be doubted on top of it.
    doubts = sum(item["count"] for item in status["bad_lines"] if item["reason"] == "impossible counts of laps")
    assert status["bad_lines_total"] - doubts == bad
    assert doubts <= len(damages)
    at_time = {"at_time": format_session_time(share * min(cache.view().t, whole.view().t))}
    found, known = (
        {row["driver"]["car"]: {name: row[name] for name in OF_ITS_OWN} for row in standings(each, at_time)}
        for each in (cache, whole)
    )
    assert {car: row for car, row in found.items() if car not in spoilt} == {
        car: row for car, row in known.items() if car not in spoilt
    }
    return cache


def standings(cache: StateCache, moment: JsonObject) -> list[JsonObject]:
    rows: list[JsonObject] = dict(answers(cache, moment))["get_standings"]["rows"]
    return rows


@quick(15)
@given(damages=certain_damages, share=st.floats(0, 1))
def test_only_what_was_damaged_is_lost_and_all_of_it_is_counted(
    small_race: Archive, write_archive: Write, damages: list[Any], share: float
) -> None:
    check_possible(check_only_that(small_race, write_archive, damages, share))


@pytest.mark.parametrize("name", ["simulated_race", "2018_azerbaijan_race"])
@quick(4)
@given(damages=certain_damages, share=st.floats(0, 1))
def test_the_same_of_the_first_laps_of_a_whole_race(
    archive_folder: Callable[[str], Path], write_archive: Write, name: str, damages: list[Any], share: float
) -> None:
    check_only_that(first_laps(archive_folder(name)), write_archive, damages, share)


@keep
def first_laps(folder: Path) -> Archive:
    return {
        file.stem: [line for line in file.read_bytes().removeprefix(BOM).split(b"\r\n") if b"" < line < b"00:16"]
        for file in sorted(folder.glob("*.jsonStream"))
    }


def test_topics_that_nobody_reads_may_be_damaged(small_race: Archive, write_archive: Write) -> None:
    extra = {"TeamRadio": [b'00:00:01.000{"Captures":', b"\xff"], "SPFeed": [b""]}
    cache = loaded(write_archive({**small_race, **extra}))
    assert cache.view().faults == {}
    assert cache.times == loaded(write_archive(small_race)).times


@quick(10)
@given(topic=numbers, harm=st.sampled_from(TOPICS), number=numbers)
def test_one_topic_does_not_cost_the_others(
    small_race: Archive, write_archive: Write, topic: int, harm: Any, number: int
) -> None:
    """Without its topic a thing is missing, and said to be. The timing stands."""
    name = sorted(small_race.keys() - {"TimingData"})[topic % (len(small_race) - 1)]
    archive = damaged(small_race, [], [(sorted(small_race).index(name), harm, number)])
    cache, whole = loaded(write_archive(archive)), undamaged(small_race, write_archive)
    for share in (0.2, 0.5, 0.9):
        moment = {"at_time": format_session_time(share * whole.view().t)}
        ours, known = standings(cache, moment), standings(whole, moment)
        for field in ("place", "gap_s", "laps", "last_lap_s"):
            assert [row[field] for row in ours] == [row[field] for row in known]
    told = dict(answers(cache, {}))
    status = told["get_operational_status"]
    if harm in (gone, emptied, overwritten):
        assert status["bad_lines_total"] == (harm is overwritten) * 2  # those bytes hold a line feed
        assert told["get_live_snapshot"]["leader"] is not None
        assert status["missing"] or name in ("SessionStatus", "Heartbeat")  # race control tells the time too


def test_damage_is_the_same_in_a_folder_in_a_zip_and_on_the_web(
    small_race: Archive, write_archive: Write, serve_folder: Callable[[Path], Any], tmp_path: Path
) -> None:
    lines = [(2 * n, 97 * n, damage, 31 * n, "NaN") for n, damage in enumerate(LINES, 1)]
    folder = Path(write_archive(damaged(small_race, lines, [(3, overwritten, 0)])))
    with ZipFile(tmp_path / "race.zip", "w") as packed:
        for file in folder.iterdir():
            packed.write(file, file.name)
    caches = [loaded(uri) for uri in (str(folder), str(tmp_path / "race.zip"), serve_folder(folder).url)]
    assert caches[0].view().faults
    for other in caches[1:]:
        assert other.view().faults == caches[0].view().faults
        assert (other.times, other.view().cars) == (caches[0].times, caches[0].view().cars)
