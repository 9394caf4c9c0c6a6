"""The chat is kept whole, answered or not, within its limits, and searched by ordinary words."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitwall.effects.background import Background
from pitwall.effects.chat_keeper import ChatKeeper
from pitwall.effects.chat_sqlite import SqliteChat
from pitwall.effects.chat_store import MESSAGE_CHARS, ChatLine
from pitwall.effects.sqlite import SqliteStore
from toolgate.contract import ToolError

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
TS = NOW.timestamp()


def line(number: int, message: str = "hello", username: str = "ann", ts: float = TS, channel: str = "nats") -> ChatLine:
    return ChatLine(f"m{number}", username, message, ts, channel)


def chat(tmp_path: Path, *, most: int = 100_000, days: float = 14.0) -> SqliteChat:
    return SqliteChat(tmp_path / "race.sqlite3", most=most, days=days, clock=lambda: NOW)


def test_messages_come_back_newest_first_and_once(tmp_path: Path) -> None:
    held = chat(tmp_path)
    assert held.recent(limit=5).problem == "database_missing"
    assert held.keep([line(1, "one", ts=TS - 3), line(2, "two", ts=TS - 1)]) == 2
    assert held.keep([line(2, "two, delivered again"), line(3, "three", ts=TS - 2)]) == 1
    assert held.keep([line(2, "of another channel", channel="lines", ts=TS - 9)]) == 1
    page = held.recent(limit=3)
    assert [said.message for said in page.lines] == ["two", "three", "one"]
    assert page.kept == 4
    assert [said.message for said in held.recent(limit=9, until_ts=TS - 2).lines] == [
        "three",
        "one",
        "of another channel",
    ]
    assert chat(tmp_path).recent(limit=1).lines == (line(2, "two", ts=TS - 1),)


def test_so_many_messages_are_kept_and_no_more(tmp_path: Path) -> None:
    held = chat(tmp_path, most=10)
    held.keep([line(number, f"word{number}") for number in range(10)])
    assert held.recent(limit=100).kept == 10
    held.keep([line(10, "word10")])
    page = held.recent(limit=100)
    assert {said.id for said in page.lines} == {f"m{number}" for number in range(1, 11)}
    assert held.search("word0", limit=5).matching == 0  # the index forgets it too
    assert held.search("word1", limit=5).matching == 1


def test_messages_are_kept_for_so_long_and_no_longer(tmp_path: Path) -> None:
    held = chat(tmp_path, days=14)
    edge = timedelta(days=14).total_seconds()
    held.keep([line(1, "just in time", ts=TS - edge), line(2, "too old", ts=TS - edge - 1)])
    assert [said.message for said in held.recent(limit=9).lines] == ["just in time"]


def test_a_search_finds_by_words_person_and_time(tmp_path: Path) -> None:
    held = chat(tmp_path)
    held.keep(
        [
            line(1, "What a pit stop by Ferrari!", "Ann", TS - 100),
            line(2, "the pits are closed", "ben", TS - 50),
            line(3, "räikkönen stopped", "ann", TS - 10),
        ]
    )
    found = held.search("what did they say about pit stops?", limit=10)
    assert found.hits[0].line.id == "m1"
    assert [hit.score for hit in found.hits] == sorted(hit.score for hit in found.hits)
    assert {hit.line.id for hit in held.search("stop", limit=9, username="ANN").hits} == {"m1", "m3"}
    assert {hit.line.id for hit in held.search("raikkonen pits", limit=9, between=(TS - 60, TS - 10)).hits} == {"m2"}
    assert {hit.line.id for hit in held.search("pits stopped", limit=9, until_ts=TS - 50).hits} == {"m1", "m2"}
    assert held.search("pit", limit=1).matching == 2
    assert held.search("zebra ?!", limit=9).hits == ()
    assert held.search("'\"", limit=9) == ((), 0, None)


@settings(max_examples=40)
@given(st.text(max_size=40))
def test_any_words_are_answered(tmp_path_factory: pytest.TempPathFactory, query: str) -> None:
    held = chat(tmp_path_factory.getbasetemp())
    held.keep([line(1, 'pit\'s a-b "stop"')])
    assert held.search(query, limit=3).problem is None


def test_what_cannot_be_searched_is_said(tmp_path: Path) -> None:
    held = chat(tmp_path)
    assert held.search("pit", limit=5).problem == "database_missing"
    SqliteStore(tmp_path / "race.sqlite3").pin("a", "5")
    assert held.search("pit", limit=5).problem == "database_missing"  # the file is there, no chat in it
    with closing(sqlite3.connect(tmp_path / "race.sqlite3")) as db, db:  # as a SQLite without FTS5 keeps it
        db.execute("INSERT INTO chat_messages (channel, message_id, username, message, ts) VALUES ('', '', '', '', 0)")
    assert held.search("pit", limit=5).problem == "fts_missing"
    damaged = SqliteChat(tmp_path / "damaged.sqlite3")
    (tmp_path / "damaged.sqlite3").write_bytes(b"no database" * 400)
    with pytest.raises(ToolError, match="isn't a database"):
        damaged.keep([line(1)])


def test_a_file_of_version_1_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "race.sqlite3"
    SqliteStore(path).pin("a", "5")
    with closing(sqlite3.connect(path)) as db, db:
        for name in ("chat_messages", "snapshots"):
            db.execute(f"DROP TABLE {name}")
        db.execute("PRAGMA user_version = 1")
    held = SqliteChat(path, clock=lambda: NOW)
    assert held.keep([line(1)]) == 1
    assert SqliteStore(path).pins("a") == ("5",)


def test_whoever_is_heard_waits_for_nobody_and_nothing_is_lost(tmp_path: Path) -> None:
    held = chat(tmp_path)
    keeper = ChatKeeper(held, channel="nats", clock=lambda: NOW)
    for number in range(700):
        keeper.heard(f"m{number}", "ann", f"said {number}", TS - 1000 + number)
    keeper.heard("odd\ud800", "\u202ebob", "a\nb\x07" + "x" * 900, float("nan"))
    keeper.heard("later", "ann", "from tomorrow", TS + 90_000)
    keeper.heard("empty", "ann", "\n\u200f")
    keeper.close()
    assert keeper.lost == 0
    page = held.recent(limit=1000)
    assert page.kept == 702
    by_id = {said.id: said for said in page.lines}
    assert by_id["later"].ts == TS
    odd = by_id["odd"]
    assert (odd.username, odd.message[:5], len(odd.message), odd.ts) == ("bob", "a b x", MESSAGE_CHARS, TS)


def test_what_cannot_be_kept_is_counted_and_what_comes_next_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    kept: list[int] = []
    begun, go_on = Event(), Event()

    def keep(items: Sequence[int]) -> None:
        if not begun.is_set():
            begun.set()
            go_on.wait(30)
            raise ToolError("tool_failed", "the disk is full")
        kept.extend(items)

    background = Background(keep, "chat", most_waiting=3)
    background.put(0)
    assert begun.wait(30)
    for number in (1, 2, 3, 4):  # three wait, the fourth is beyond
        background.put(number)
    assert background.lost == 1
    go_on.set()
    background.close()
    assert (background.lost, kept) == (2, [1, 2, 3])
    assert "is not kept: the disk is too slow" in caplog.text
