"""Snapshots of sessions: what has changed is kept, within limits, and comes back by session."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from pitwall.effects.history_sqlite import SqliteHistory
from pitwall.effects.history_store import NoHistory, Snapshot, SnapshotKind
from pitwall.effects.sqlite import SqliteStore
from pitwall.snapshots import SnapshotKeeper, snapshots_of
from pitwall.sources import open_source
from pitwall.state import StateCache

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
TS = NOW.timestamp()


def snapshot(number: int, kind: SnapshotKind = "state", session: str = "a", ts: float = TS) -> Snapshot:
    return Snapshot(kind, session, ts, number, float(number), {"lap": number})


def history(tmp_path: Path, *, most: int = 900, days: float = 90.0) -> SqliteHistory:
    return SqliteHistory(tmp_path / "race.sqlite3", most=most, days=days, clock=lambda: NOW)


def test_only_what_is_new_is_kept(tmp_path: Path) -> None:
    held = history(tmp_path)
    assert held.keep([snapshot(1), snapshot(1, "standings")]) == 2
    assert held.keep([snapshot(1, ts=TS + 30), snapshot(2, "standings")]) == 1
    assert held.keep([snapshot(1, session="b")]) == 1
    assert [each.body for each in held.last("standings", limit=9, session="a")] == [{"lap": 1}, {"lap": 2}]
    assert [(each.session, each.race_lap) for each in held.last("state", limit=9)] == [("a", 1), ("b", 1)]
    assert held.last("conditions", limit=9) == ()
    assert {table.name: table.rows for table in held.kept().tables if table.rows} == {
        "state_snapshots": 2,
        "standings_snapshots": 2,
    }


def test_so_many_of_a_kind_and_session_are_kept_and_no_more(tmp_path: Path) -> None:
    held = history(tmp_path, most=3)
    held.keep([snapshot(number) for number in range(3)])
    held.keep([snapshot(number, "standings") for number in range(2)])
    assert [each.race_lap for each in held.last("state", limit=9, session="a")] == [0, 1, 2]
    held.keep([snapshot(3)])
    assert [each.race_lap for each in held.last("state", limit=9, session="a")] == [1, 2, 3]
    assert len(held.last("standings", limit=9, session="a")) == 2


def test_snapshots_are_kept_for_so_long_and_no_longer(tmp_path: Path) -> None:
    held = history(tmp_path, days=90)
    edge = timedelta(days=90).total_seconds()
    held.keep([snapshot(1, ts=TS - edge - 1), snapshot(2, ts=TS - edge)])
    assert [each.race_lap for each in held.last("state", limit=9, session="a")] == [2]


def test_the_file_is_told_by_name_and_reading_makes_none(tmp_path: Path) -> None:
    held = history(tmp_path)
    assert held.kept() == (None, ()) == NoHistory().kept()
    assert list(tmp_path.iterdir()) == []
    SqliteStore(tmp_path / "race.sqlite3").pin("a", "5")
    kept = held.kept()
    assert kept.file == "race.sqlite3"
    assert {table.name: table.rows for table in kept.tables}["pins"] == 1


@pytest.mark.parametrize("source", ["sim:cars=6,laps=4", "sim:cars=6,kind=qualifying"])
def test_a_race_is_kept_as_it_stood(tmp_path: Path, source: str) -> None:
    cache = StateCache().load(open_source(source))
    held = history(tmp_path)
    keeper = SnapshotKeeper(cache, held, source, clock=lambda: NOW)
    assert keeper.keep() == 4
    assert keeper.keep() == 0
    view = cache.view()
    (standings,) = held.last("standings", limit=5)
    assert [row["car"] for row in standings.body["rows"]] == list(view.order)
    assert (standings.race_lap, standings.race_t) == (view.lap, round(view.t, 3))
    (session,) = held.last("session", limit=5)
    assert session.body["kind"] == view.kind
    assert len(session.body["drivers"]) == 6
    (state,) = held.last("state", limit=5)
    assert state.body["finished"] is True
    cache.pin("00:10:00")
    assert keeper.keep() >= 1


def test_before_the_feed_has_spoken_nothing_is_kept(tmp_path: Path) -> None:
    assert SnapshotKeeper(StateCache(), history(tmp_path), "").keep() == 0
    assert list(tmp_path.iterdir()) == []
    assert snapshots_of(StateCache().view(), "", TS) == []


def test_a_body_is_the_json_of_it(tmp_path: Path) -> None:
    cache = StateCache().load(open_source("sim:cars=4,laps=3"))
    told = snapshots_of(cache.view(), "sim:", TS)
    assert [each.kind for each in told] == ["session", "state", "conditions", "standings"]
    assert all(msgspec.json.decode(msgspec.json.encode(each.body)) == each.body for each in told)
