"""A result that cannot be written is a failure that is told in one line, as other tools have it; a reader that leaves is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DIRECTOR = [sys.executable, "-m", "director"]
ASK = [*DIRECTOR, "ask", "who is leading?", "--source", "sim:laps=1,cars=2"]
FULL = Path("/dev/full")


def complaint(command: list[str], to: str, **environment: str) -> tuple[int, str]:
    """The status and what stderr has of a command whose stdout is as the shell says."""
    line = ["sh", "-c", f'exec "$@" {to}', "sh", *command]
    done = subprocess.run(line, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.skipif(os.name != "posix", reason="a shell that closes stdout")
@pytest.mark.parametrize("command", [ASK, [*DIRECTOR, "tools"]], ids=["ask", "tools"])
def test_a_closed_stdout_is_a_failure_in_one_line(command: list[str]) -> None:
    assert complaint(command, ">&-") == (1, "director: can't write the result: Bad file descriptor\n")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_a_failure_in_one_line(unbuffered: str) -> None:
    told = complaint(ASK, f">{FULL}", PYTHONUNBUFFERED=unbuffered)
    assert told == (1, "director: can't write the result: No space left on device\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_leaves_is_no_failure(unbuffered: str) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    command = [*DIRECTOR, "tools", "--json"]  # more than a pipe holds
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0
