"""The replay in a real terminal: tmux draws it, presses its keys and looks at what is left behind."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = "sim:seed=3,cars=20,laps=30"
PATIENCE_S = 120

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="no tmux: there is no terminal to prove it in")


class Terminal:
    """A terminal of a given size with a shell in it."""

    def __init__(self, folder: str, width: int, height: int, **environment: str) -> None:
        self._tmux = ["tmux", "-S", f"{folder}/socket", "-f", "/dev/null"]
        kept = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TMUX", "COLUMNS", "LINES")
        }
        kept |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | environment
        size = ["-x", str(width), "-y", str(height)]
        subprocess.run([*self._tmux, "new-session", "-d", *size, "-c", str(ROOT), "sh"], env=kept, check=True)
        self.type("PS1='shell> '; clear", "Enter")
        self.wait(lambda shown: shown.strip() == "shell>", "the shell")

    def _run(self, *command: str) -> str:
        return subprocess.run([*self._tmux, *command], capture_output=True, text=True, check=True).stdout

    def type(self, text: str, *keys: str) -> None:
        """Text as it is, then keys by name."""
        if text:
            self._run("send-keys", "-l", text)
        if keys:
            self._run("send-keys", *keys)

    def screen(self, *, codes: bool = False) -> str:
        return self._run("capture-pane", "-p", *(["-e"] if codes else []))

    def state(self) -> tuple[str, str]:
        """Whether it is on the alternate screen, and whether the cursor shows."""
        alternate, cursor = self._run("display-message", "-p", "#{alternate_on} #{cursor_flag}").split()
        return alternate, cursor

    def wait(self, seen: Callable[[str], bool], what: str) -> str:
        end = time.monotonic() + PATIENCE_S
        while not seen(shown := self.screen()):
            assert time.monotonic() < end, f"{what} never came:\n{shown}"
            time.sleep(0.05)
        return shown

    def wait_until_still(self) -> None:
        """Until the screen is after a second what it was before: the word may be there before the rest of its frame."""
        before = ""

        def still(shown: str) -> bool:
            nonlocal before
            before, same = shown, shown == before
            time.sleep(0 if same else 1)
            return same

        self.wait(still, "a screen that stays as it is")

    def wait_for(self, text: str) -> str:
        return self.wait(lambda shown: text in shown, text)

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, check=False)


Opener = Callable[..., Terminal]


@pytest.fixture
def terminal() -> Iterator[Opener]:
    opened: list[Terminal] = []
    # The path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="tty") as folder:

        def open_one(width: int, height: int, **environment: str) -> Terminal:
            opened.append(Terminal(folder, width, height, **environment))
            return opened[-1]

        yield open_one
        for one in opened:
            one.close()


def start(terminal: Terminal, *options: str) -> str:
    command = shlex.join([sys.executable, "-m", "director", "replay", SOURCE, *options])
    terminal.type(f"clear; stty -g > $TMPFILE.1; {command}; echo left=$?; stty -g > $TMPFILE.2", "Enter")
    return terminal.wait_for("race control")


@pytest.mark.parametrize(("width", "height"), [(80, 24), (160, 45)])
def test_watch_pause_jump_ask_and_quit(terminal: Opener, tmp_path: Path, width: int, height: int) -> None:
    tty = terminal(width, height, TMPFILE=str(tmp_path / "stty"))
    shown = start(tty, "--at", "lap:5", "--speed", "1")
    assert "5/30 laps" in shown
    assert "leader" in shown
    assert "battle" in shown
    assert tty.state() == ("1", "0")

    tty.type(" ")
    tty.wait_for("PAUSED")
    tty.wait_until_still()

    tty.type("12", "Enter")
    tty.wait_for("12/30 laps")
    tty.type("", "Right")
    tty.wait_for("13/30 laps")
    tty.type("", "Left", "Left")
    tty.wait_for("11/30 laps")
    tty.type("99", "Enter")
    tty.wait_for("choose one from 0 to 30")

    tty.type("a")
    tty.wait_for("ask: ")
    tty.type("who is leading", "Enter")
    answered = tty.wait_for("asked at")
    leader = next(line for line in answered.splitlines() if "leader" in line)
    assert "leads (P1)" in answered
    assert leader.split()[0] == "1"

    tty.type("+")
    tty.wait_for("PAUSED 2x")
    tty.type(" ")
    tty.wait(lambda text: "PAUSED" not in text, "the end of the pause")
    tty.type("q")
    after = tty.wait_for("left=0")
    assert "race control" not in after
    assert tty.state() == ("0", "1")
    tty.type("echo still $((40+2))", "Enter")
    tty.wait_for("still 42")
    assert (tmp_path / "stty.1").read_text() == (tmp_path / "stty.2").read_text()


def test_ctrl_c_leaves_the_terminal_as_it_was(terminal: Opener, tmp_path: Path) -> None:
    tty = terminal(80, 24, TMPFILE=str(tmp_path / "stty"))
    start(tty)
    tty.type("", "C-c")
    after = tty.wait(lambda text: "race control" not in text and "shell>" in text, "the shell")
    assert "Traceback" not in after
    assert tty.state() == ("0", "1")


def test_the_race_runs_to_its_end_and_stays_there(terminal: Opener, tmp_path: Path) -> None:
    tty = terminal(80, 24, TMPFILE=str(tmp_path / "stty"))
    start(tty, "--speed", "10000")
    shown = tty.wait_for("CHEQUERED FLAG")
    assert "30/30 laps" in shown
    tty.wait_for("END")
    tty.type("q")
    tty.wait_for("left=0")


@pytest.mark.parametrize("no_colour", [False, True])
def test_no_color_is_obeyed(terminal: Opener, tmp_path: Path, no_colour: bool) -> None:
    tty = terminal(80, 24, TMPFILE=str(tmp_path / "stty"), **({"NO_COLOR": "1"} if no_colour else {}))
    start(tty, "--at", "lap:5")
    coloured = re.search(r"\x1b\[(?:\d+;)*(?:[349][0-7]|[34]8)(?:;\d+)*m", tty.screen(codes=True))
    assert (coloured is None) == no_colour
    tty.type("q")
    tty.wait_for("left=0")


def test_piped_it_is_plain_lines_even_in_a_terminal(terminal: Opener, tmp_path: Path) -> None:
    tty = terminal(80, 24, TMPFILE=str(tmp_path / "stty"))
    out = tmp_path / "out"
    command = shlex.join([sys.executable, "-m", "director", "replay", SOURCE])
    tty.type(f"clear; {command} > {shlex.quote(str(out))}; echo left=$?", "Enter")
    tty.wait_for("left=0")
    assert "lap 30/30" in out.read_text()
    assert "\x1b" not in out.read_text()
