"""What only Unix has is not needed: every command runs where its modules, calls and signals are hidden."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from director.cli.commands import COMMANDS

SIM = "sim:cars=3,laps=2"

HIDE = """
import asyncio, os, signal, sys

import numpy, onnxruntime, platformdirs, portalocker  # know every system, and take of this one what is hidden below

HIDDEN = ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "syslog")

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

for name in HIDDEN:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Hidden())
for name in (
    "fork", "forkpty", "openpty", "posix_spawn", "posix_fallocate", "posix_fadvise", "fchmod", "chown", "fchown", "getuid", "geteuid", "getgid", "killpg", "getpgrp", "nice",
    "getloadavg", "uname", "sched_getaffinity", "fdatasync", "readv", "writev", "wait3", "wait4", "memfd_create",
    "getpgid", "setsid", "mkfifo",
    "pread", "pwrite", "fstatvfs", "ST_RDONLY", "sync",
    "O_CLOEXEC", "O_DIRECTORY", "O_NONBLOCK", "O_NOFOLLOW", "O_SYNC",
):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGALRM", "SIGHUP", "SIGWINCH", "SIGUSR1", "SIGUSR2", "SIGTSTP", "SIGCONT", "SIGPIPE", "SIGQUIT", "SIGKILL", "SIGCHLD",
             "pthread_sigmask", "setitimer", "alarm"):
    if hasattr(signal, name):
        delattr(signal, name)

def refuse(*arguments):
    raise NotImplementedError

asyncio.SelectorEventLoop.add_signal_handler = refuse
from director.cli import main
"""
EVERY_HELP = (
    HIDE
    + """
for command in sys.argv[1:]:
    try:
        code = main([command, "--help"])
    except SystemExit as ended:
        code = ended.code
    assert not code, command
"""
)


def director(folder: Path, *arguments: str, program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder, env=dict(os.environ), capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_every_command_shows_its_help(tmp_path: Path) -> None:
    commands = [listed.name for listed in COMMANDS]
    done = director(tmp_path, *commands, program=EVERY_HELP)
    assert (done.returncode, done.stderr) == (0, "")
    assert [name for name in commands if f"director {name}" not in done.stdout] == []


def test_what_is_hidden_is_not_there(tmp_path: Path) -> None:
    """Or the other tests here would show nothing."""
    modules = ("fcntl", "termios", "resource", "pwd", "grp")
    look = """
for name in sys.argv[1:]:
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        print(error)
os.pread
"""
    done = director(tmp_path, *modules, program=HIDE + look)
    assert done.stdout.splitlines() == [f"No module named {module!r}" for module in modules]
    assert "AttributeError: module 'os' has no attribute 'pread'" in done.stderr


def test_questions_calls_replays_and_audits_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTOR_AUDIT_PATH", str(tmp_path / "audit.jsonl"))
    commands = [
        ["ask", "who is leading?", "--source", SIM],
        *[["call", "pin_driver", "driver=BAR", "--source", SIM]] * 2,  # the second goes on where the first ended
        ["replay", SIM],
        ["audit", "verify"],
        ["audit", "tail"],
        ["audit", "summary"],
    ]
    program = f"{HIDE}for command in {commands!r}: print(main(command), command)"
    done = director(tmp_path, program=program)
    assert (done.returncode, done.stderr) == (0, "")
    assert [command for command in commands if f"\n0 {command}\n" not in done.stdout] == []
    assert '"error":' not in done.stdout
    assert "records, chain intact" in done.stdout
    tail = done.stdout.partition("'verify']")[2].partition("'tail']")[0]
    assert tail.count("pin_driver") == 2


def test_what_writes_lists_and_serves_runs_too(tmp_path: Path) -> None:
    commands = [
        ["tools"],
        ["record", SIM, "-o", "kept"],
        ["ask", "who leads?", "--source", "kept"],
        ["export", "laps", "--source", "kept"],
        ["policy", "explain", "fan", "get_standings"],
        ["schemas", "check"],
        ["mcp-config", "cursor"],
        ["new", "server", "library"],
        ["completion", "fish"],
        ["chat", "--source", "kept"],
        ["respond", "--source", "kept"],
        ["answers"],
        ["eval", "cases.jsonl"],
        ["ingest", "rules.txt"],
        ["plugins"],
        ["gateway", "--init"],
        ["gateway", "--validate-only"],
    ]
    (tmp_path / "cases.jsonl").write_text(
        '{"ask": ["who leads?"], "session": "kept", "expect": "answer", "tools": ["get_standings"]}'
    )
    (tmp_path / "rules.txt").write_text("A car may be passed on either side.")
    # The MCP SDK looks at sys.platform before it imports fcntl, so it is imported before that is hidden.
    program = f"import mcp.server.stdio{HIDE}for command in {commands!r}: print(main(command), command, flush=True)"
    program += "\nsys.exit(main(['serve', '--source', 'kept']))"
    done = director(tmp_path, program=program)
    assert "Traceback" not in done.stderr, done.stderr[-2500:]
    assert [command for command in commands if f"0 {command}\n" not in done.stdout] == []
    assert done.returncode == 0
    assert done.stderr.endswith("the client has gone: stopped\n")
