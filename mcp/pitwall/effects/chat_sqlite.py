"""The chat in the SQLite file of the session store, searched with FTS5 where SQLite has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitwall.corpus.search_words import TOKENS, match_any
from pitwall.defaults import CHAT_KEEP, CHAT_KEEP_DAYS
from pitwall.effects.chat_store import ChatHit, ChatLine, ChatPage, ChatSearch
from pitwall.effects.database import PATIENCE_S, Database
from toolgate.moments import utc_now

if TYPE_CHECKING:
    from sqlite3 import Connection

_INDEX = (
    f"""CREATE VIRTUAL TABLE IF NOT EXISTS chat_index USING fts5 (
        message, content = "chat_messages", content_rowid = "id", tokenize = "{TOKENS}"
    )""",
    """CREATE TRIGGER IF NOT EXISTS chat_kept AFTER INSERT ON chat_messages BEGIN
        INSERT INTO chat_index (rowid, message) VALUES (new.id, new.message);
    END""",
    """CREATE TRIGGER IF NOT EXISTS chat_gone AFTER DELETE ON chat_messages BEGIN
        INSERT INTO chat_index (chat_index, rowid, message) VALUES ('delete', old.id, old.message);
    END""",
)
_COLUMNS = "message_id, username, message, ts, channel"
_INSERT = f"INSERT OR IGNORE INTO chat_messages ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)"  # noqa: S608
_RECENT = f"""
    SELECT {_COLUMNS} FROM chat_messages WHERE :until_ts IS NULL OR ts <= :until_ts
    ORDER BY ts DESC, id DESC LIMIT :limit
"""  # noqa: S608
_FOUND = """
    FROM chat_index JOIN chat_messages ON chat_messages.id = chat_index.rowid
    WHERE chat_index MATCH :words AND (:username IS NULL OR lower(username) = lower(:username))
        AND (:since IS NULL OR ts >= :since) AND (:before IS NULL OR ts < :before)
        AND (:until_ts IS NULL OR ts <= :until_ts)
"""
_SEARCH = f"""
    SELECT message_id, username, chat_messages.message, ts, channel, bm25(chat_index) AS score {_FOUND}
    ORDER BY score, ts DESC, id DESC LIMIT :limit
"""
_MATCHING = f"SELECT COUNT(*) {_FOUND}"


class SqliteChat:
    """Keeps the latest messages: so many, and none that is older than so many days."""

    def __init__(
        self,
        path: Path,
        *,
        most: int = CHAT_KEEP,
        days: float = CHAT_KEEP_DAYS,
        clock: Callable[[], datetime] = utc_now,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._database = Database(path, patience_s=patience_s)
        self._most = most
        self._age = timedelta(days=days)
        self._clock = clock

    def keep(self, lines: Sequence[ChatLine]) -> int:
        """Keeps messages, and lets go of those beyond the limits; how many were new."""

        def insert(db: Connection) -> int:
            _make_index(db)
            rows = [(line.id, line.username, line.message, line.ts, line.channel) for line in lines]
            new = db.executemany(_INSERT, rows).rowcount
            db.execute("DELETE FROM chat_messages WHERE ts < ?", ((self._clock() - self._age).timestamp(),))
            oldest = "(SELECT max(id) FROM chat_messages) - ?"
            db.execute(f"DELETE FROM chat_messages WHERE id <= {oldest}", (self._most,))  # noqa: S608
            return new

        return self._database.write(insert) if lines else 0

    def recent(self, *, limit: int, until_ts: float | None = None) -> ChatPage:
        """The latest messages, those until a time where one is given."""

        def select(db: Connection) -> ChatPage:
            rows = db.execute(_RECENT, {"until_ts": until_ts, "limit": limit})
            ((kept,),) = db.execute("SELECT COUNT(*) FROM chat_messages").fetchall()
            return ChatPage(tuple(_line(row) for row in rows), kept)

        return self._database.read(select, ChatPage(problem="database_missing"))

    def search(
        self,
        query: str,
        *,
        limit: int,
        username: str | None = None,
        between: tuple[float, float] | None = None,
        until_ts: float | None = None,
    ) -> ChatSearch:
        """The best messages by BM25 for any of the words."""
        since, before = between or (None, None)
        asked: dict[str, Any] = {"words": match_any(query), "limit": limit, "username": username}
        asked |= {"since": since, "before": before, "until_ts": until_ts}

        def select(db: Connection) -> ChatSearch:
            if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'chat_index'").fetchall():
                ((kept,),) = db.execute("SELECT COUNT(*) FROM chat_messages").fetchall()
                return ChatSearch(problem="fts_missing" if kept else "database_missing")
            if not asked["words"]:
                return ChatSearch()
            hits = tuple(ChatHit(_line(row[:5]), round(row[5], 4)) for row in db.execute(_SEARCH, asked))
            ((matching,),) = db.execute(_MATCHING, asked).fetchall()
            return ChatSearch(hits, matching)

        return self._database.read(select, ChatSearch(problem="database_missing"))

    def close(self) -> None:
        """Lets go of the file; the next call opens it again."""
        self._database.close()


def _line(row: Sequence[Any]) -> ChatLine:
    message_id, username, message, ts, channel = row
    return ChatLine(message_id, username, message, ts, channel)


def _make_index(db: Connection) -> None:
    """The index and what keeps it true. Where SQLite has no FTS5 the chat is kept without one."""
    if db.execute("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").fetchall():
        for statement in _INDEX:
            db.execute(statement)
