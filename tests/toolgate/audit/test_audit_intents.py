"""Intents: what a killed process was at is found, and the file does not grow for ever."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from toolgate.audit import intents as module
from toolgate.audit.intents import Intents, read_intents
from toolgate.audit.segments import intents_path
from toolgate.audit.verify import verify_log
from toolgate.contract import JsonObject

Make = Callable[..., Any]

_SERVER = """
import asyncio, sys, time
from pathlib import Path
from toolgate.audit.journal import AuditLog
from toolgate.contract import AgentContext, Call, Tier, ToolSpec
from toolgate.layers.audit import Audit
from toolgate.runner import Runner
path, times = Path(sys.argv[1]), int(sys.argv[2])
def announce(arguments, agent):
    if arguments["n"] == times:
        print("inside", flush=True)
        time.sleep(3600)
    return {"summary": "Done."}
spec = ToolSpec("announce", "A tool.", {"type": "object"}, {"type": "object"}, announce, tier=Tier.IRREVERSIBLE, timeout_ms=10**7)
runner = Runner([spec], audit=Audit(AuditLog(path, durability="system"), server="here"), server="here")
async def main():
    for n in range(times + 1):
        await runner.call(Call("announce", {"n": n, "token": "hunter2"}, AgentContext("caster", request_id=f"r{n}")))
asyncio.run(main())
"""


def killed_inside(path: Path, times: int) -> None:
    """A process that makes so many calls and is killed within the next."""
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVER, str(path), str(times)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "inside\n"
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()


def test_a_process_killed_inside_a_handler_leaves_an_intent_without_its_record(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    killed_inside(path, 2)
    result = verify_log(path)
    assert (result.ok, result.lines) == (True, 2)
    (intent,) = result.unaccounted
    assert (intent["tool"], intent["server"], intent["tier"], intent["request_id"]) == ("announce", "here", 3, "r2")
    assert intent["args"] == {"n": 2, "token": "<REDACTED>"}
    assert "hunter2" not in intents_path(path).read_text()
    assert intents_path(path).stat().st_mode & 0o777 == 0o600


def test_what_others_do_afterwards_does_not_hide_it(tmp_path: Path, make_log: Make, record: Make) -> None:
    path = tmp_path / "audit.jsonl"
    killed_inside(path, 0)
    log = make_log(path)
    for number in range(3):
        log.append(record(number))
    log.close()
    assert [intent["request_id"] for intent in verify_log(path).unaccounted] == ["r0"]
    killed_inside(path, 1)
    assert [intent["request_id"] for intent in verify_log(path).unaccounted] == ["r0", "r1"]


def test_an_intent_whose_mark_was_lost_is_answered_by_its_record(tmp_path: Path, make_log: Make, record: Make) -> None:
    """A process can be killed between the two. The record stands among others that answer no intent."""
    path = tmp_path / "audit.jsonl"
    log, one = make_log(path), record(2)
    log.append(record(1))
    log._sink.begin(dict(one))
    begun = intents_path(path).read_bytes()
    log.append(one)
    log.append(record(3))
    log.close()
    assert read_intents(intents_path(path)) == []
    intents_path(path).write_bytes(begun)
    assert len(read_intents(intents_path(path))) == 1
    assert verify_log(path).unaccounted == []


def test_the_file_does_not_grow_for_ever(
    make_log: Make, record: Make, log_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "COMPACT_BYTES", 2000)
    log, other = make_log(), make_log()  # two writers, as two processes are
    lasting = record(999)
    log._sink.begin(dict(lasting))
    sizes = []
    for number in range(200):
        writer = log if number % 2 else other
        going = record(number)
        writer._sink.begin(dict(going))
        writer.append(going)
        sizes.append(intents_path(log_file).stat().st_size)
    assert max(sizes) < 6000
    assert [intent["request_id"] for intent in read_intents(intents_path(log_file))] == [lasting["request_id"]]
    log.append(lasting)
    other.close()
    log.close()
    assert intents_path(log_file).read_bytes() == b""
    assert (verify_log(log_file).ok, verify_log(log_file).unaccounted) == (True, [])


@pytest.mark.parametrize("closes", [False, True])
def test_intents_go_only_once_the_records_that_answer_them_are_on_the_disk(
    closes: bool, make_log: Make, record: Make, log_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine may lose power in between: then an intent must be left, or its record."""
    monkeypatch.setattr(module, "COMPACT_BYTES", 10**9 if closes else 500)
    log, steps = make_log(), list[str]()
    synced, compacted = os.fsync, Intents.compact

    def sync(fd: int) -> None:
        steps.append("log" if fd == log._sink.file.fd else "other")
        synced(fd)

    def compact(self: Intents) -> None:
        steps.append("compact")
        compacted(self)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Intents, "compact", compact)
    for number in range(5):
        going = record(number)
        log._sink.begin(dict(going))
        log.append(going)
    if closes:
        log.close()
    at = [index for index, step in enumerate(steps) if step == "compact"]
    assert at
    assert all("log" in steps[previous:index] for previous, index in zip([0, *at], at, strict=False))
    if not closes:
        log.close()


def test_a_torn_intent_does_not_swallow_the_next(tmp_path: Path, record: Make) -> None:
    path = tmp_path / "audit.jsonl.intents"
    first, second = Intents(path), Intents(path)
    first.begin(record(1))
    whole = path.read_bytes()
    path.write_bytes(whole + whole[: len(whole) // 2])
    second.begin(record(2))
    assert [intent["request_id"] for intent in read_intents(path)] == ["r1", "r2"]
    first.close()
    second.close()


def test_what_is_settled_is_not_kept_in_memory(tmp_path: Path, record: Make) -> None:
    intents = Intents(tmp_path / "audit.jsonl.intents")
    for n in range(3):
        begun = record(n)
        intents.begin(begun)
        intents.settle(begun)
        intents.settle(begun)  # of another process
    assert not dict(intents._open)
    intents.close()


def test_what_is_no_regular_file_holds_no_intents(tmp_path: Path, record: Make) -> None:
    path = tmp_path / "audit.jsonl.intents"
    os.mkfifo(path)
    with pytest.raises(OSError, match="not a regular file"):
        Intents(path).begin(record(1))
    assert read_intents(path) == []


@examples(60)
@given(st.lists(st.tuples(st.sampled_from("bsc"), st.integers(0, 1), st.integers(0, 4)), max_size=40))
def test_whatever_the_order_what_was_begun_and_not_settled_is_left(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[str, int, int]]
) -> None:
    path = tmp_path_factory.mktemp("intents") / "audit.jsonl.intents"
    writers = (Intents(path), Intents(path))
    open_now: list[tuple[int, JsonObject]] = []
    for move, writer, which in moves:
        if move == "b":  # the same names and moment again and again: each counts
            entry = {"ts": f"t{which}", "server": None, "tool": "t", "agent_id": "a", "request_id": ""}
            writers[writer].begin(entry)
            open_now.append((writer, entry))
        elif move == "s" and open_now:
            owner, entry = open_now.pop(which % len(open_now))
            writers[owner].settle(entry)
        elif move == "c" and path.exists():
            writers[writer].compact()
    assert sorted(intent["ts"] for intent in read_intents(path)) == sorted(entry["ts"] for _, entry in open_now)
    for one in writers:
        one.close()
