"""What only Unix has is not needed: commands run where its modules and calls are hidden."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from director.cli.commands import COMMANDS

SIM = "sim:cars=3,laps=2"
ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "mcp" / "toolgate" / "audit" / "lock.py").read_text()

pytestmark = pytest.mark.skipif("\nimport fcntl" in LOCK, reason="the audit log still locks with fcntl, here alone")

HIDE = """
import os, signal, sys

try:
    import portalocker  # locks files on every system, by what that has: here by the module that is hidden below
except ImportError:
    pass

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Hidden())
for name in ("fork", "forkpty", "fchmod", "getuid", "O_CLOEXEC", "O_DIRECTORY", "O_NONBLOCK", "O_NOFOLLOW"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGALRM", "SIGHUP", "SIGWINCH", "SIGUSR1"):
    if hasattr(signal, name):
        delattr(signal, name)
import asyncio

def refuse(*arguments):
    raise NotImplementedError

asyncio.SelectorEventLoop.add_signal_handler = refuse
from director.cli import main
sys.exit(main(sys.argv[1:]))
"""


def director(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", HIDE, *arguments],
        cwd=folder, env=dict(os.environ), capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.mark.parametrize("command", [listed.name for listed in COMMANDS])
def test_every_command_shows_its_help(tmp_path: Path, command: str) -> None:
    done = director(tmp_path, command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"director {command}" in done.stdout


def test_questions_calls_replays_and_audits_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTOR_AUDIT_PATH", str(tmp_path / "audit.jsonl"))
    asked = director(tmp_path, "ask", "who is leading?", "--source", SIM)
    assert (asked.returncode, asked.stderr) == (0, "")
    called = director(tmp_path, "call", "pin_driver", "driver=1", "--source", SIM)
    assert (called.returncode, called.stderr) == (0, "")
    assert "error" not in json.loads(called.stdout)
    shown = director(tmp_path, "replay", SIM)
    assert (shown.returncode, shown.stderr) == (0, "")
    verified = director(tmp_path, "audit", "verify")
    assert (verified.returncode, verified.stderr) == (0, "")
