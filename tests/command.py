"""The command line inside the test's own process: what it prints and its status, without the start of an interpreter."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from tempfile import TemporaryFile
from typing import NamedTuple

import pytest

from director.cli import main


class Done(NamedTuple):
    """What a command left, named as subprocess names it."""

    returncode: int
    stdout: str
    stderr: str


def director(*arguments: str, stdin: str = "", **environment: str) -> Done:
    """Runs one command with these variables set and this to read. Not from within an event loop."""
    out, err = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(out),
        redirect_stderr(err),
        TemporaryFile("w+") as typed,
    ):
        typed.write(stdin)
        typed.seek(0)
        patch.setattr(sys, "stdin", typed)
        for name, value in environment.items():
            patch.setenv(name, value)
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
    return Done(status, out.getvalue(), err.getvalue())
