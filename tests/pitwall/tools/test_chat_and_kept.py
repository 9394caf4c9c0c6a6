"""The chat, what is kept on disk, and searches over all sources, through the gate."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pitwall.corpus.sqlite import SqliteCorpus
from pitwall.effects import ChatLine, Ports
from pitwall.effects.chat_sqlite import SqliteChat
from pitwall.effects.history_sqlite import SqliteHistory
from pitwall.snapshots import SnapshotKeeper
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Call, JsonObject
from toolgate.runner import Runner

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
TS = NOW.timestamp()


class House:
    """A race with a store on disk."""

    def __init__(self, folder: Path) -> None:
        self.chat = SqliteChat(folder / "race.sqlite3", clock=lambda: NOW)
        self.history = SqliteHistory(folder / "race.sqlite3", clock=lambda: NOW)
        self.corpus = SqliteCorpus(folder / "corpus.sqlite3")
        self.cache = StateCache().load(open_source("sim:cars=6,laps=4"))
        ports = Ports(chat=self.chat, history=self.history, corpus=self.corpus, clock=lambda: NOW)
        self._runner = Runner(build_tools(self.cache, ports))

    def call(self, name: str, **arguments: Any) -> JsonObject:
        return asyncio.run(self._runner.call(Call(name, arguments))).envelope

    def says(self, *said: tuple[str, str, float]) -> None:
        self.chat.keep([ChatLine(f"m{n}", who, text, ts, "nats") for n, (who, text, ts) in enumerate(said)])


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_the_chat_is_searched_whatever_punctuation_the_words_have(house: House) -> None:
    house.says(("Ann", "pit's slow today", TS - 9), ("Ben", "box box!", TS - 5), ("Ann", "what a stop", TS - 1))
    found = house.call("search_chat", query="what did they say about pit stops?")
    assert [row["message"] for row in found["results"]][:1] == ["what a stop"]
    assert (found["hit_count"], found["limit"], found["problem"]) == (2, 10, None)
    assert found["summary"] == "2 messages; the best, Ann: what a stop"
    assert found["results"][0] | {"score": 0} == {
        "id": "m2", "username": "Ann", "message": "what a stop", "timestamp": "2026-05-04T11:59:59.000Z",
        "epoch": TS - 1, "score": 0,
    }  # fmt: skip
    assert house.call("search_chat", query="pit box", username="ben")["hit_count"] == 1
    assert house.call("search_chat", query="pit box", day="2026-05-04")["hit_count"] == 2
    assert house.call("search_chat", query="pit box", day="2026-05-05")["hit_count"] == 0
    one = house.call("search_chat", query="pit box", limit=1)
    assert (one["hit_count"], one["matching"]) == (1, 2)
    nothing = house.call("search_chat", query="zebra")
    assert nothing["summary"] == "No message of the chat has any of these words."


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"query": "  "}, "the text is empty"),
        ({"query": "x", "day": "2026-02-30"}, "2026-02-30 isn't a day: write it as 2026-01-31"),
        ({"query": "x", "limit": 0}, "limit"),
        ({"query": "x", "limit": 101}, "limit"),
        ({}, "query"),
    ],
)
def test_what_means_nothing_is_refused(house: House, arguments: dict[str, Any], said: str) -> None:
    error = house.call("search_chat", **arguments)["error"]
    assert error["type"] == "validation_error"
    assert said in error["message"]


def test_without_a_chat_it_says_how_there_would_be_one(house: House) -> None:
    for name, arguments in (("search_chat", {"query": "pit"}), ("get_recent_chat_messages", {})):
        answer = house.call(name, **arguments)
        assert answer["problem"] == "database_missing"
        assert "director respond" in answer["summary"]
        assert answer["missing"] == ["no chat has been kept: director respond keeps what it hears"]


def test_the_latest_messages_come_first(house: House) -> None:
    house.says(*((f"u{n}", f"text {n}", TS - 100 + n) for n in range(40)))
    page = house.call("get_recent_chat_messages")
    assert [row["message"] for row in page["messages"]] == [f"text {n}" for n in range(39, 14, -1)]
    assert (page["count"], page["limit"], page["kept"]) == (25, 25, 40)
    assert page["summary"] == "25 messages; the last, u39: text 39"
    assert house.call("get_recent_chat_messages", limit=1)["count"] == 1


def test_of_a_moment_there_is_what_had_been_said_by_then(house: House) -> None:
    view = house.cache.view("lap:2")
    assert view.utc is not None
    by_then = datetime.fromisoformat(view.utc).timestamp()
    house.says(("Ann", "early", TS))  # to make the file
    house.chat = SqliteChat(house.chat._database._path, clock=lambda: datetime.fromtimestamp(by_then, UTC))
    house.chat.keep([ChatLine("e", "Ann", "before lap 2", by_then - 5), ChatLine("l", "Ann", "after it", by_then + 5)])
    said = house.call("get_recent_chat_messages", at_lap=2)["messages"]
    assert [row["message"] for row in said] == ["before lap 2"]


def test_one_search_over_all_sources(house: House, tmp_path: Path) -> None:
    rules, notes = tmp_path / "code.md", tmp_path / "notes.txt"
    rules.write_text("An unsafe release from the pit lane costs five seconds.")
    notes.write_text("The pit lane of Baku is long.")
    house.corpus.hand_in(rules, "code.md", "rules")
    house.corpus.hand_in(notes, "notes.txt", "notes")
    house.says(("Ann", "the pit lane is slow", TS))
    found = house.call("search_corpus", query="pit lane")
    assert [row["scope"] for row in found["results"]] == ["rules", "documents", "chat"]
    assert found["scopes"] == ["rules", "documents", "chat"]
    assert found["hit_counts"] == {"rules": 1, "documents": 1, "chat": 1}
    assert found["errors"] == {}
    assert found["results"][2]["username"] == "Ann"
    for scopes in (["chat"], ["rules"], ["documents"], ["chat", "documents"]):
        told = house.call("search_corpus", query="pit lane", scopes=scopes)
        assert {row["scope"] for row in told["results"]} == set(scopes)
    assert [row["document"] for row in house.call("search_corpus", query="pit", doc_type="notes")["results"]] == [
        "notes.txt"
    ]
    assert house.call("search_corpus", query="pit", doc_type="rules", scopes=["chat"])["results"] == []
    assert house.call("search_corpus", query="pit", scopes=["press"])["error"]["type"] == "validation_error"
    one = house.call("search_corpus", query="pit lane", top_k=1)
    assert (one["limit"], len(one["results"])) == (1, 1)
    assert house.call("search_corpus", query="pit", limit=2, top_k=2)["limit"] == 2
    assert house.call("search_corpus", query="pit", limit=2, top_k=3)["error"]["details"]["path"] == "/top_k"
    assert house.call("search_corpus", query="pit", limit=2)["hit_counts"] == {"rules": 1, "documents": 1, "chat": 0}


def test_a_source_that_is_not_there_is_named_and_the_others_are_searched(house: House) -> None:
    house.says(("Ann", "pit", TS))
    found = house.call("search_corpus", query="pit")
    assert found["errors"] == {"rules": "database_missing", "documents": "database_missing"}
    assert (found["problem"], found["hit_counts"]["chat"]) == (None, 1)
    assert found["missing"] == ["no documents have been added: add them with director ingest FILE"]


def test_what_is_kept_on_disk_is_told(house: House) -> None:
    nothing = house.call("get_session_persistence_status")
    assert (nothing["file"], nothing["tables"]) == (None, [])
    SnapshotKeeper(house.cache, house.history, "sim:", clock=lambda: NOW).keep()
    house.says(("Ann", "hello", TS - 60))
    status = house.call("get_session_persistence_status")
    rows = {table["name"]: (table["count"], table["last"]) for table in status["tables"]}
    assert rows["standings_snapshots"] == (1, "2026-05-04T12:00:00.000Z")
    assert rows["chat_messages"] == (1, "2026-05-04T11:59:00.000Z")
    assert rows["notes"] == (0, None)
    assert status["file"] == "race.sqlite3"
    assert "1 standings snapshots" in status["summary"]


def test_sessions_that_were_kept_come_back(house: House) -> None:
    assert house.call("get_session_history", of="kept")["summary"] == "No session has been kept yet."
    SnapshotKeeper(house.cache, house.history, "sim:", clock=lambda: NOW).keep()
    told = house.call("get_session_history", of="kept")
    (session,) = told["sessions"]
    standings = house.call("get_standings")["rows"]
    assert [row["car"] for row in session["top"]] == [row["driver"]["car"] for row in standings]
    assert session["kept"] == "2026-05-04T12:00:00.000Z"
    assert told["summary"].startswith("1 session kept, the latest last: ")
    assert "sessions" not in house.call("get_session_history")
