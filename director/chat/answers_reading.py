"""Reads an answers log, while it is written or not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from director.chat.answers_table import PATIENCE_S, AnswersLogError, need_log
from director.chat.message import iso
from toolgate.contract import JsonObject


def read_answers(path: Path, newest: int) -> list[JsonObject]:
    """The newest rows, the latest last, as objects with the columns of the table; plan and timings are decoded.

    AnswersLogError where the file is no answers log.
    """
    with _reading(path) as connection:
        rows = connection.execute("SELECT * FROM answers_log ORDER BY id DESC LIMIT ?", (newest,)).fetchall()
    return [_object(row) for row in reversed(rows)]


def settled_ids(path: Path, channel: str, newest: int) -> list[str]:
    """The ids of the messages of that channel that were settled last, the latest last."""
    asked = "SELECT input_id FROM answers_log WHERE channel = ? ORDER BY id DESC LIMIT ?"
    with _reading(path) as connection:
        rows = connection.execute(asked, (channel, newest)).fetchall()
    return [row["input_id"] for row in reversed(rows)]


def asked_before(path: Path, channel: str, newest: int) -> list[str]:
    """The questions of that channel, the latest last."""
    asked = "SELECT question FROM answers_log WHERE channel = ? ORDER BY id DESC LIMIT ?"
    with _reading(path) as connection:
        rows = connection.execute(asked, (channel, newest)).fetchall()
    return [row["question"] for row in reversed(rows)]


def _object(row: sqlite3.Row) -> JsonObject:
    out: JsonObject = dict(row)
    out["ts_iso"] = iso(out["ts"])
    out["published"] = bool(out["published"])
    out["tools"] = out["tools"].split(",") if out["tools"] else []
    for column in ("plan", "timings_ms"):
        out[column] = msgspec.json.decode(out[column]) if out[column] else None
    return out


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    need_log(path)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=PATIENCE_S)) as opened:
            opened.row_factory = sqlite3.Row
            yield opened
    except sqlite3.Error as error:
        raise AnswersLogError(f"{path}: {error}") from None
