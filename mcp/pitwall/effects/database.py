"""One SQLite file (WAL) that stores share: several threads and several processes may use it at the same time."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

from pitwall.effects.tables import SCHEMA_VERSION, STEPS
from toolgate.contract import ToolError
from toolgate.private_files import make_folder, open_file

if TYPE_CHECKING:
    from sqlite3 import Connection, Error

T = TypeVar("T")

_log = logging.getLogger("pitwall")

PATIENCE_S = 1.5
"""Seconds that a call waits for its turn: less than the tools' timeout, so that nothing is written too late."""

_REMEDIES = {
    "SQLITE_BUSY": "is busy: try again",
    "SQLITE_LOCKED": "is busy: try again",
    "SQLITE_READONLY": "cannot be written: let store_path name a file that can, in a folder that can",
    "SQLITE_CANTOPEN": "cannot be opened: let store_path name a file that can be read and written",
    "SQLITE_PERM": "cannot be opened: let store_path name a file that can be read and written",
    "SQLITE_CORRUPT": "is damaged: move the file away and restore a copy, or let store_path name another",
    "SQLITE_NOTADB": "isn't a database: let store_path name another file, or move this one away",
    "SQLITE_FULL": "cannot grow: make room on the disk",
}
_OTHERWISE = "does not work; the log has more"


class Database:
    """Opened by the first write, or by the first read of a file that is there; sqlite3 is not imported before.

    Every failure is a ToolError that says what to do, without the path.
    """

    def __init__(self, path: Path, *, patience_s: float = PATIENCE_S) -> None:
        self._path = path
        self._patience = patience_s
        self._turn = Lock()
        self._connection: Connection | None = None
        self._opened: tuple[int, int] | None = None
        """Which file the connection is to: (device, inode)."""

    @property
    def name(self) -> str:
        """The file's name, without its folder."""
        return self._path.name

    def exists(self) -> bool:
        """Whether the file is there. True where that cannot be seen: the first read then says why."""
        try:
            self._path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:
            pass
        return True

    def write(self, work: Callable[[Connection], T]) -> T:
        """Runs `work` in one transaction and gives its result; what it wrote is undone where it fails."""
        with self._begun("BEGIN IMMEDIATE") as db:
            return work(db)

    def read(self, work: Callable[[Connection], T], empty: T) -> T:
        """Runs `work` in one transaction and gives its result; `empty` where there is no file: reading makes none."""
        if not self.exists():
            return empty
        with self._begun("BEGIN") as db:
            return work(db)

    def close(self) -> None:
        """Lets go of the file; the next call opens it again."""
        with self._turn:
            self._let_go()

    @contextmanager
    def _begun(self, begin: str) -> Iterator[Connection]:
        """The database in a transaction, for one thread at a time."""
        import sqlite3

        deadline = monotonic() + self._patience
        if not self._turn.acquire(timeout=self._patience):
            raise _failure("SQLITE_BUSY")
        try:
            db = self._database(deadline)
            db.execute(f"PRAGMA busy_timeout = {_left_ms(deadline)}")
            db.execute(begin)
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    db.execute("ROLLBACK")
                raise
        except (sqlite3.Error, OSError) as error:
            self._let_go()
            _log.error("session store %s: %s", self._path, error)
            raise _failure(_name_of(error)) from None
        finally:
            self._turn.release()

    def _database(self, deadline: float) -> Connection:
        """The open connection. A file that was moved or deleted meanwhile is not written to any more."""
        if self._connection is not None:
            if self._opened == self._file():
                return self._connection
            self._let_go()
        import sqlite3

        make_folder(self._path.parent)
        os.close(open_file(self._path, os.O_RDWR))  # SQLite's own files beside it take its mode
        db = sqlite3.connect(
            self._path, timeout=_left_ms(deadline) / 1000, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(db, deadline)
        except BaseException:
            db.close()
            raise
        self._connection, self._opened = db, self._file()
        return db

    def _file(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino

    def _let_go(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = self._opened = None


def _prepare(db: Connection, deadline: float) -> None:
    """Makes the tables that are not there yet. Another program's file, or one of a later version, is left alone."""
    db.execute("BEGIN")  # version and tables of one moment: another process may be making them
    version = _version(db)
    db.execute("COMMIT")
    if version < SCHEMA_VERSION:
        _keep_wal(db, deadline)
        db.execute("BEGIN IMMEDIATE")  # a failure closes the connection, which takes back what was begun
        for number in range(_version(db) + 1, SCHEMA_VERSION + 1):  # none where another process was faster
            for statement in STEPS[number]:
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
        db.execute("COMMIT")


def _version(db: Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise ToolError("tool_failed", "the session store was written by a later version: update, or name another file")
    if version == 0 and db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone() != (0,):
        raise ToolError("tool_failed", "the session store's file belongs to another program: name another file")
    return int(version)


def _keep_wal(db: Connection, deadline: float) -> None:
    """Switches the file to WAL for good. SQLite does not wait here while another process does the same."""
    import sqlite3

    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if _name_of(error) != "SQLITE_BUSY" or monotonic() > deadline:
                raise
            sleep(0.01)


def _left_ms(deadline: float) -> int:
    return max(int((deadline - monotonic()) * 1000), 0)


def _name_of(error: Error | OSError) -> str:
    """`SQLITE_BUSY` of `SQLITE_BUSY_SNAPSHOT`."""
    name = getattr(error, "sqlite_errorname", None)
    if name is None:
        return "SQLITE_CANTOPEN" if isinstance(error, OSError) else ""
    return "_".join(str(name).split("_")[:2])


def _failure(name: str) -> ToolError:
    return ToolError("tool_failed", f"the session store {_REMEDIES.get(name, _OTHERWISE)}")
