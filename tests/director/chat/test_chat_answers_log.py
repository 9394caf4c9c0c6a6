"""The answers log, in real files."""

from __future__ import annotations

import json
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from director.answer import Answer
from director.chat import answers_table
from director.chat.answers_log import AnswersLog, Limits
from director.chat.answers_reading import asked_before, read_answers, settled_ids
from director.chat.answers_table import PATIENCE_S, AnswersLogError
from director.chat.log_entry import LogEntry
from tests.command import director
from toolgate.contract import Plan, Step, StepResult

KEEP = 1000


def entry(number: int = 1, channel: str = "nats", result: Answer | None = None) -> LogEntry:
    return LogEntry(
        ts=1_700_000_000.0 + number,
        channel=channel,
        input_id=f"m{number}",
        username="ann",
        question=f"question {number}",
        fate="answered" if result else "silent",
        answer=result.text if result else "",
        reason="" if result else "timeout: no answer within 25 s",
        published=result is not None,
        waited_ms=12.5,
        result=result,
    )


def test_a_question_with_its_evidence(tmp_path: Path, make_result: Callable[..., Answer]) -> None:
    path = tmp_path / "deep" / "answers.sqlite3"
    arguments = {"driver": "PER", "many": 10**30}
    step = StepResult("s1", "get_gap", arguments, "ok", 0.4, {"summary": "1.068 s."})
    answered = replace(
        make_result("q", "1.068 s."),
        plan=Plan((Step("s1", "get_gap", arguments),), "why"),
        steps=(step,),
        request_id="ab" * 16,
    )
    log = AnswersLog(path, Limits(KEEP))
    log.keep(entry(1, result=answered))
    log.keep(entry(2))
    log.close()
    first, second = read_answers(path, 10)
    assert {key: first[key] for key in ("input_id", "status", "answer", "reason", "published", "planner", "tools")} == {
        "input_id": "m1", "status": "answered", "answer": "1.068 s.", "reason": "", "published": True,
        "planner": "scripted", "tools": ["get_gap"],
    }  # fmt: skip
    assert first["plan"]["plan"] == [{"id": "s1", "name": "get_gap", "arguments": arguments}]
    assert first["timings_ms"] == {"plan": 1.0}
    assert (first["request_id"], second["request_id"]) == ("ab" * 16, None)
    assert first["ts_iso"] == "2023-11-14T22:13:21.000Z"
    assert (second["status"], second["reason"], second["published"]) == (
        "silent",
        "timeout: no answer within 25 s",
        False,
    )
    assert (second["plan"], second["tokens"], second["cost_usd"]) == (None, None, None)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_it_goes_on_in_the_same_file_and_keeps_the_newest(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite3"
    for run in range(3):
        log = AnswersLog(path, Limits(50))
        for number in range(40):
            log.keep(entry(run * 40 + number, "nats" if number % 2 else "terminal"))
        log.close()
        assert log.lost == 0
    rows = read_answers(path, 1000)
    assert [row["input_id"] for row in rows] == [f"m{number}" for number in range(70, 120)]
    assert settled_ids(path, "nats", 3) == ["m115", "m117", "m119"]
    assert asked_before(path, "terminal", 2) == ["question 116", "question 118"]
    assert [row["input_id"] for row in read_answers(path, 2)] == ["m118", "m119"]


def test_keeping_does_not_wait_for_a_locked_file_and_losses_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite3"
    log = AnswersLog(path, Limits(KEEP))
    with sqlite3.connect(path) as other:
        other.execute("BEGIN EXCLUSIVE")
        began = time.monotonic()
        for number in range(20_000):
            log.keep(entry(number))
        # The file stays locked for longer than this: nothing of it was waited for.
        assert time.monotonic() - began < 20
        other.rollback()
    other.close()
    log.close(60)
    assert log.lost > 0
    with sqlite3.connect(path) as reader:
        (written,) = reader.execute("SELECT max(id) FROM answers_log").fetchone()
    reader.close()
    assert written + log.lost == 20_000


def test_a_file_that_another_process_is_making_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite3"
    other = sqlite3.connect(path, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    going = Timer(0.2, other.rollback)
    going.start()
    log = AnswersLog(path, Limits(KEEP))
    log.keep(entry(1))
    log.close(60)
    going.join()
    other.close()
    assert [row["input_id"] for row in read_answers(path, 10)] == ["m1"]


def test_what_is_not_written_when_it_closes_is_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "answers.sqlite3"
    log = AnswersLog(path, Limits(KEEP))
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        for number in range(3):
            log.keep(entry(number))
        log.close(0.05)
        assert log.lost == 3
        assert "answers log: closed, 3 entries may be lost: the file took too long" in caplog.text
        log.keep(entry(4))
        assert log.lost == 4
        other.rollback()
    log._thread.join()


class Opening:
    """A file that another process is opening until a moment: SQLite refuses to switch it to WAL, and does not wait."""

    def __init__(self, seconds: float) -> None:
        self.now = 0.0
        self.until = seconds

    def execute(self, statement: str) -> None:
        assert statement == "PRAGMA journal_mode = WAL"
        if self.now < self.until:
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise error

    def pass_time(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize(("seconds", "opens"), [(PATIENCE_S - 0.02, True), (PATIENCE_S + 0.05, False)])
def test_a_file_that_another_process_is_opening_is_waited_for_so_long_and_no_longer(
    seconds: float, opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    other: Any = Opening(seconds)
    monkeypatch.setattr(answers_table, "monotonic", lambda: other.now)
    monkeypatch.setattr(answers_table, "sleep", other.pass_time)
    with nullcontext() if opens else pytest.raises(sqlite3.OperationalError, match="locked"):
        answers_table._keep_wal(other)
    assert PATIENCE_S - 0.05 <= other.now <= PATIENCE_S + 0.05


def test_a_locked_file_is_waited_for_so_long(tmp_path: Path) -> None:
    with closing(answers_table.open_table(tmp_path / "answers.sqlite3")) as table:
        assert table.execute("PRAGMA busy_timeout").fetchone() == (5000,)


def test_what_cannot_be_written_is_counted_and_the_rest_goes_on(tmp_path: Path) -> None:
    log = AnswersLog(tmp_path / "answers.sqlite3", Limits(KEEP))
    log.keep(replace(entry(1), question="half a \ud83d"))
    end = time.monotonic() + 20
    while not log.lost and time.monotonic() < end:
        time.sleep(0.01)
    log.keep(entry(2))
    log.close()
    assert log.lost == 1
    assert [row["input_id"] for row in read_answers(tmp_path / "answers.sqlite3", 10)] == ["m2"]


@pytest.mark.parametrize("content", [b"not a database at all" * 100, None])
def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "answers.sqlite3"
    if content is None:
        with sqlite3.connect(path) as other:
            other.execute("PRAGMA user_version = 7")
        other.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(AnswersLogError) as error:
        AnswersLog(path, Limits(KEEP))
    assert "name another file" in str(error.value)
    assert path.read_bytes()[:18] == before[:18]


def test_where_there_is_none_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(AnswersLogError, match="nothing has been asked in a chat"):
        read_answers(tmp_path / "none.sqlite3", 10)
    (tmp_path / "file").write_text("")
    with pytest.raises(AnswersLogError):
        AnswersLog(tmp_path / "file" / "answers.sqlite3", Limits(KEEP))


def test_an_answer_joins_with_the_records_of_its_calls(tmp_path: Path, make_result: Callable[..., Answer]) -> None:
    path = tmp_path / "answers.sqlite3"
    log = AnswersLog(path, Limits(KEEP))
    log.keep(entry(1, result=replace(make_result("q", "1.068 s."), request_id="r-7")))
    log.keep(entry(2))
    log.close()
    assert [row["request_id"] for row in read_answers(path, 10)] == ["r-7", None]


def test_a_log_of_the_version_before_is_gone_on_with(tmp_path: Path, make_result: Callable[..., Answer]) -> None:
    path = tmp_path / "answers.sqlite3"
    log = AnswersLog(path, Limits(KEEP))
    log.keep(entry(1))
    log.close()
    with sqlite3.connect(path) as old:
        old.execute("ALTER TABLE answers_log DROP COLUMN request_id")
        old.execute("PRAGMA user_version = 1")
    old.close()
    assert "request_id" not in read_answers(path, 10)[0]
    log = AnswersLog(path, Limits(KEEP))
    log.keep(entry(2, result=replace(make_result("q", "1.068 s."), request_id="r-8")))
    log.close()
    assert [row["request_id"] for row in read_answers(path, 10)] == [None, "r-8"]


def test_a_flood_of_decisions_spares_the_answers(tmp_path: Path, make_result: Callable[..., Answer]) -> None:
    path = tmp_path / "answers.sqlite3"
    log = AnswersLog(path, Limits(3), Limits(5))
    for number in range(5):
        log.keep(entry(number, result=make_result("q", "a")))
    for number in range(5, 60):
        log.keep(entry(number))
    log.close()
    rows = [row["input_id"] for row in read_answers(path, 1000)]
    assert rows == ["m2", "m3", "m4", "m55", "m56", "m57", "m58", "m59"]


def test_answers_and_decisions_go_at_an_age_of_their_own(tmp_path: Path, make_result: Callable[..., Answer]) -> None:
    path, day_s = tmp_path / "answers.sqlite3", 24 * 3600.0
    log = AnswersLog(path, Limits(KEEP, 10.0), Limits(KEEP, 2.0))
    for days in (1.9, 2.1, 9.9, 10.1):
        at = time.time() - days * day_s
        log.keep(replace(entry(1, result=make_result("q", "a")), ts=at, input_id=f"answer {days}"))
        log.keep(replace(entry(2), ts=at, input_id=f"decision {days}"))
    log.close()
    kept = {row["input_id"] for row in read_answers(path, 10)}
    assert kept == {"answer 1.9", "answer 2.1", "answer 9.9", "decision 1.9"}


def test_everything_is_exported_a_line_each(tmp_path: Path) -> None:
    path, out = tmp_path / "answers.sqlite3", tmp_path / "out.jsonl"
    log = AnswersLog(path, Limits(KEEP))
    for number in range(30):
        log.keep(entry(number))
    log.close()
    done = director("answers", "export", "-o", str(out), DIRECTOR_ANSWERS_PATH=str(path))
    assert (done.returncode, done.stdout) == (0, f"30 rows in {out}\n")
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["input_id"] for row in rows] == [f"m{number}" for number in range(30)]
    assert director("answers", "export", "-n", "2", DIRECTOR_ANSWERS_PATH=str(path)).stdout.count("\n") == 2
