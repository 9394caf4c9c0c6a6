"""The chat in a real terminal, and line by line without one."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from director.chat.answers_reading import read_answers
from tests.command import Done, director

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 120.0
CTRL_C, CTRL_D, UP = b"\x03", b"\x04", b"\x1b[A"
SOURCE = ["--source", "sim:seed=3,cars=8,laps=8"]


class Terminal:
    """`director chat` in a pseudo-terminal, and all it has written there."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._ours, theirs = pty.openpty()
        self.before = termios.tcgetattr(theirs)
        self._theirs = theirs
        self.seen = ""
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            preexec_fn=lambda: _take_terminal(theirs),
        )  # fmt: skip

    def type(self, data: bytes | str) -> None:
        os.write(self._ours, data.encode() if isinstance(data, str) else data)

    def wait_for(self, text: str, since: int = 0) -> int:
        """Until it has written that; gives where that ends."""
        end = time.monotonic() + PATIENCE_S
        while text not in self.seen[since:]:
            assert time.monotonic() < end, f"{text!r} never came:\n{self.seen}"
            self._read(0.2)
        return self.seen.index(text, since) + len(text)

    def ask(self, line: str, answer: str) -> None:
        seen = len(self.seen)
        self.type(f"{line}\r")
        self.wait_for("> ", self.wait_for(answer, seen))

    def signal(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def left(self) -> int:
        """The exit status; the terminal must be as it was."""
        end = time.monotonic() + PATIENCE_S
        while self._process.poll() is None:
            assert time.monotonic() < end, self.seen
            self._read(0.1)
        self._read(0.2)
        assert termios.tcgetattr(self._theirs) == self.before
        assert "Traceback" not in self.seen
        return self._process.returncode

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._ours)
        os.close(self._theirs)

    def _read(self, seconds: float) -> None:
        if select.select([self._ours], [], [], seconds)[0]:
            self.seen += os.read(self._ours, 65_536).decode(errors="replace")


def _take_terminal(fd: int) -> None:
    import fcntl

    fcntl.ioctl(fd, termios.TIOCSCTTY, 0)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "TERM": "xterm-256color", "DIRECTOR_ANSWERS_PATH": str(tmp_path / "answers.sqlite3")}


@pytest.fixture
def chat(environment: dict[str, str]) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def open_chat(*options: str, script: str = "") -> Terminal:
        run = ["-c", script] if script else ["-m", "director"]
        source = [] if "--source" in options else SOURCE
        opened.append(Terminal([sys.executable, *run, "chat", *source, *options], environment))
        opened[-1].wait_for("> ")
        return opened[-1]

    yield open_chat
    for terminal in opened:
        terminal.close()


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def test_ask_move_explain_and_leave(chat: Callable[..., Terminal], tmp_path: Path) -> None:
    tty = chat("--at", "lap:3")
    assert "lap 3 of 8 completed" in tty.seen
    tty.ask("who is leading?", "lap 3, ")
    assert "leads (P1)." in tty.seen
    seen = len(tty.seen)
    assert "planning" in plain(tty.seen)
    assert "get_standings done" in plain(tty.seen)
    tty.ask("/at lap:6", "lap 6 of 8 completed")
    tty.ask("/at lap:99", "choose a lap from 0 to 8")
    tty.ask("/explain", "get_standings")
    tty.ask("/dance", "there is no command /dance: /help lists them")
    tty.ask("is hamilton married", "No answer: ")
    tty.type(UP + UP + UP + UP + UP + UP)
    tty.wait_for("who is leading?", seen)
    tty.type("\r")
    tty.wait_for("lap 6, ", seen)
    tty.type(CTRL_D)
    assert tty.left() == 0
    rows = read_answers(tmp_path / "answers.sqlite3", 10)
    assert [(row["channel"], row["question"], row["status"]) for row in rows] == [
        ("terminal", "who is leading?", "answered"),
        ("terminal", "is hamilton married", "silent"),
        ("terminal", "who is leading?", "answered"),
    ]


def test_what_was_asked_before_comes_back_the_next_time(chat: Callable[..., Terminal]) -> None:
    tty = chat()
    tty.ask("who won?", "on the road")
    tty.type("/quit\r")
    assert tty.left() == 0
    tty = chat()
    tty.type(UP)
    tty.wait_for("who won?")
    tty.type("\r")
    tty.wait_for("on the road")
    tty.type("half a line" + "\x15" + "\x04")
    assert tty.left() == 0


def test_ctrl_c_clears_the_line_and_the_second_leaves(chat: Callable[..., Terminal]) -> None:
    tty = chat()
    tty.type("who is l")
    tty.type(CTRL_C)
    tty.wait_for("Ctrl-C again, or Ctrl-D, leaves.")
    tty.ask("who won?", "on the road")
    seen = len(tty.seen)
    tty.type(CTRL_C)
    tty.wait_for("Ctrl-C again", seen)
    tty.type(CTRL_C)
    assert tty.left() == 130


SLOW = """
import asyncio, sys
from director.planners.offline.planner import OfflinePlanner
from director.cli import main
plan = OfflinePlanner.plan
async def slowly(self, question, *rest):
    if question.startswith("slow"):
        await asyncio.sleep(3600)
    return await plan(self, question, *rest)
OfflinePlanner.plan = slowly
sys.exit(main(sys.argv[1:]))
"""


def test_ctrl_c_ends_a_question_and_the_chat_goes_on(
    chat: Callable[..., Terminal], environment: dict[str, str], tmp_path: Path
) -> None:
    environment["DIRECTOR_PLAN_TIMEOUT_S"] = "300"
    tty = chat(script=SLOW)
    tty.type("slow question\r")
    tty.wait_for("planning")
    tty.type(CTRL_C)
    tty.wait_for("Cancelled.")
    tty.ask("who won?", "on the road")
    seen = len(tty.seen)
    tty.type("slow again\r")
    seen = tty.wait_for("planning", seen)
    tty.type(CTRL_C)
    tty.wait_for("Cancelled.", seen)
    tty.type(CTRL_C)
    assert tty.left() == 130
    reasons = [row["reason"] for row in read_answers(tmp_path / "answers.sqlite3", 10)]
    assert reasons == ["cancelled", "", "cancelled"]


def test_what_is_typed_while_a_question_is_answered_is_the_next_line(chat: Callable[..., Terminal]) -> None:
    tty = chat(script=SLOW)
    tty.type("slow question\rwho won?")
    tty.wait_for("planning")
    tty.type(CTRL_C)
    seen = tty.wait_for("Cancelled.")
    seen = tty.wait_for("> who won?", seen)
    tty.type("\r")
    tty.wait_for("on the road", seen)
    tty.type("who won?\r/quit\r")
    assert tty.left() == 0


@pytest.mark.parametrize("asking", [False, True])
def test_sigterm_leaves_the_terminal_as_it_was(chat: Callable[..., Terminal], asking: bool) -> None:
    tty = chat(script=SLOW)
    if asking:
        tty.type("slow question\r")
        tty.wait_for("planning")
    tty.signal(signal.SIGTERM)
    assert tty.left() == 130


def test_with_a_speed_the_race_moves_between_questions(chat: Callable[..., Terminal]) -> None:
    tty = chat("--source", "sim:seed=3,cars=8,laps=4", "--speed", "50")
    end = time.monotonic() + PATIENCE_S
    while "lap 4 of 4 completed" not in tty.seen:
        assert time.monotonic() < end, tty.seen
        tty.ask("/at", "completed.")
        time.sleep(0.5)  # the race moves by itself
    assert "lap 4 of 4 completed" not in tty.seen.splitlines()[0]


def lines(environment: dict[str, str], text: str, *options: str) -> Done:
    return director("chat", *SOURCE, *options, stdin=text, **environment)


@pytest.mark.parametrize(
    ("text", "status", "said", "complained"),
    [
        ("who is leading?\n\n/at\n", 0, ["leads (P1).", "lap 3 of 8 completed."], ""),
        ("who is leading?\nis hamilton married\n", 3, ["leads (P1)."], "director: silent: "),
        ("/dance\n/quit\nwho is leading?\n", 0, [], "there is no command /dance: /help lists them"),
        (
            "what tyres is Ka-ming on?\nand Hartwell?\n/forget\nand Hartwell?\n",
            0,
            ["fitted new.", "fitted new.", "Forgotten.", "from P2 on the grid."],
            "",
        ),
        ("", 0, [], ""),
        ("x" * 100_000 + "\n", 3, [], "director: silent: "),
        ("\x00\x1b[2J\x07\n", 3, [], "director: silent: "),
    ],
)
def test_without_a_terminal_a_line_is_a_question(
    environment: dict[str, str], text: str, status: int, said: list[str], complained: str
) -> None:
    done = lines(environment, text, "--at", "lap:3")
    assert done.returncode == status, done.stderr
    printed = done.stdout.splitlines()
    assert len(printed) == len(said)
    assert all(line.endswith(end) for line, end in zip(printed, said, strict=True))
    assert complained in done.stderr
    assert "\x1b" not in done.stdout + done.stderr


def test_a_pipe_is_no_terminal(environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", "director", "chat", *SOURCE, "--at", "lap:3"]
    done = subprocess.run(
        command, input=b"who is leading?\n", env=environment, cwd=ROOT, capture_output=True, check=True
    )
    assert done.stdout.endswith(b"leads (P1).\n")
    assert b"\x1b" not in done.stdout + done.stderr


def test_answers_shows_what_was_asked(environment: dict[str, str]) -> None:
    none = director("answers", **environment)
    assert (none.returncode, "nothing has been asked in a chat" in none.stderr) == (2, True)
    lines(environment, "who won?\nis hamilton married\n")
    table = director("answers", **environment).stdout
    first, second = table.splitlines()
    assert first.index("who won?") == second.index("is hamilton married")
    assert "on the road" in first
    assert "(no_answer: " in second
    last = director("answers", "-n", "1", "--json", **environment).stdout
    assert '"question":"is hamilton married"' in last
    assert last.count("\n") == 1


def test_the_responder_reads_lines_by_the_rules_of_a_chat(environment: dict[str, str]) -> None:
    message = '{"type":"youtube_chat_message","data":{"id":"m1","username":"%s","message":"%s","timestamp":1}}\n'
    text = (
        "who won?\nWho won??\n" + message % ("ann", "who finished second?") + message % ("Sim RaceCenter", "who won?")
    )
    rules = {"DIRECTOR_CHAT_INTERVAL_S": "0.1", "DIRECTOR_CHAT_TRIGGER_PREFIX": "off"}
    done = director("respond", *SOURCE, stdin=text, **environment, **rules)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first.startswith("viewer: ")
    assert second.startswith("ann: ")
    assert "received 4, answered 2, batched 1, silent 0, ignored 1 (repeated 1), dropped 0, waiting 0" in done.stderr
