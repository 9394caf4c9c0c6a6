"""Documents in one SQLite file, searched with FTS5. sqlite3 is not imported before somebody searches or hands in."""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pitwall.corpus.chunks import chunks
from pitwall.corpus.document_text import DocumentError, read_pages
from pitwall.corpus.port import Hit, Problem, Search
from pitwall.corpus.search_words import TOKENS, match_any
from toolgate.private_files import make_folder, open_file

if TYPE_CHECKING:
    from sqlite3 import Connection

Handed = Literal["added", "changed", "unchanged"]

_log = logging.getLogger("pitwall")
_SCHEMA = f"""
    CREATE TABLE IF NOT EXISTS documents (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, doc_type TEXT NOT NULL, sha256 TEXT NOT NULL
    );
    CREATE VIRTUAL TABLE IF NOT EXISTS chunks USING fts5 (
        text, document UNINDEXED, page UNINDEXED, number UNINDEXED, tokenize = "{TOKENS}"
    );
"""
_SEARCH = """
    SELECT documents.name, page, number, snippet(chunks, 0, '', '', ' ... ', 40), bm25(chunks) AS score
    FROM chunks JOIN documents ON documents.id = chunks.document
    WHERE chunks MATCH :words AND (:doc_type IS NULL OR documents.doc_type = :doc_type)
        AND (:but IS NULL OR documents.doc_type != :but)
    ORDER BY score, documents.name, number LIMIT :limit
"""
_SEARCH_PATIENCE_S = 0.5
"""Seconds that a search waits for a writer: less than a tool's time, so that the search itself can say so."""
_PATIENCE_S = 5.0
"""Seconds that a writer waits for another."""


class SqliteCorpus:
    """One file of documents; several processes may use it at the same time."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def search(self, query: str, *, limit: int, doc_type: str | None = None, but: str | None = None) -> Search:
        """The best passages by BM25 for any of the words, stems and accents aside."""
        import sqlite3

        words = match_any(query)
        if not self._path.is_file():
            return Search((), "database_missing")
        if not words:
            return Search(())
        asked = {"words": words, "doc_type": doc_type, "but": but, "limit": limit}
        try:
            with closing(self._connect(_SEARCH_PATIENCE_S)) as db:
                rows = db.execute(_SEARCH, asked).fetchall()
        except sqlite3.Error as error:
            _log.error("corpus %s: %s", self._path, error)
            return Search((), _problem(str(error)))
        return Search(tuple(Hit(name, page, number, text, round(score, 4)) for name, page, number, text, score in rows))

    def hand_in(self, path: Path, name: str, doc_type: str) -> tuple[Handed, int]:
        """Takes in a document under a name, or again where it has changed; what became of it, and its passages.

        DocumentError where it cannot be read or the file of documents cannot be written.
        """
        pages = read_pages(path)
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        with self._writing() as db:
            known = db.execute("SELECT id, sha256, doc_type FROM documents WHERE name = ?", (name,)).fetchone()
            if known is not None and known[1:] == (sha256, doc_type):
                count = db.execute("SELECT COUNT(*) FROM chunks WHERE document = ?", (known[0],)).fetchone()[0]
                return "unchanged", int(count)
            if known is not None:
                db.execute("DELETE FROM chunks WHERE document = ?", (known[0],))
                db.execute("DELETE FROM documents WHERE id = ?", (known[0],))
            insert = "INSERT INTO documents (name, doc_type, sha256) VALUES (?, ?, ?)"
            document = db.execute(insert, (name, doc_type, sha256)).lastrowid
            rows = [(text, document, page.number) for page in pages for text in chunks(page.text)]
            db.executemany(
                "INSERT INTO chunks (text, document, page, number) VALUES (?, ?, ?, ?)",
                ((*row, number) for number, row in enumerate(rows, 1)),
            )
            return ("added" if known is None else "changed"), len(rows)

    def forget(self, names: Iterator[str] | list[str]) -> int:
        """Removes documents by name; how many there were."""
        with self._writing() as db:
            count = 0
            for name in names:
                known = db.execute("SELECT id FROM documents WHERE name = ?", (name,)).fetchone()
                if known is not None:
                    db.execute("DELETE FROM chunks WHERE document = ?", known)
                    db.execute("DELETE FROM documents WHERE id = ?", known)
                    count += 1
            return count

    def names(self, prefix: str) -> list[str]:
        """Names of the documents that begin with `prefix`. DocumentError as in `hand_in`."""
        with self._writing() as db:
            told = db.execute("SELECT name FROM documents WHERE substr(name, 1, ?) = ?", (len(prefix), prefix))
            return [name for (name,) in told]

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """In one transaction."""
        import sqlite3

        try:
            make_folder(self._path.parent)
            os.close(open_file(self._path, os.O_RDWR))
            with closing(self._connect()) as db, db:
                db.executescript(_SCHEMA)
                db.execute("BEGIN IMMEDIATE")
                yield db
        except (sqlite3.Error, OSError) as error:
            _log.error("corpus %s: %s", self._path, error)
            raise DocumentError("the file of documents cannot be written: let corpus_path name another") from None

    def _connect(self, patience_s: float = _PATIENCE_S) -> Connection:
        import sqlite3

        return sqlite3.connect(self._path, timeout=patience_s)


def _problem(said: str) -> Problem:
    """What is wrong with the file, by SQLite's words."""
    return "fts_missing" if "no such table" in said or "no such module" in said else "database_damaged"
