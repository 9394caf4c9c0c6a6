"""A server as a child process: its pipes as the streams of the SDK's client, and its end in order.

A child gets the SDK's default environment and what its entry names. What it writes to stderr goes to our log, the
first lines of it; a flood costs nothing. On Linux a warden stands in between, so that nothing of it outlives us.
"""

from __future__ import annotations

import asyncio
import logging
import os
import select
import shutil
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mcp.client.stdio import get_default_environment

from toolgate.downstream.entries import ServerEntry
from toolgate.errors import UnavailableError
from toolgate.printable import printable
from toolgate.serving.pipes import LONGEST_LINE, LineReader, LineWriter

_log = logging.getLogger("toolgate.downstream")

EXIT_S = 2.0
"""How long a server may take to end by itself once its stdin is closed, and again after SIGTERM."""

_WARDEN = Path(__file__).with_name("warden.py")
_LAST_WORDS_S = 1.0
_REAP_S = 2.0
_LOGGED_LINES = 20
_LOGGED_CHARS = 300


class ServerUnavailable(UnavailableError):
    """A server cannot be reached, or is gone. The message names it, and the reason, in one line."""

    def __init__(self, server: str, why: str) -> None:
        super().__init__(f'server "{printable(server[:100])}": {why}')
        self.server = server
        self.why = why


class ChildProcess:
    """One running server. `reading` and `writing` are the streams of its session."""

    def __init__(self, entry: ServerEntry, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self.reading = LineReader(process.stdout, self._odd)
        self.writing = LineWriter(process.stdin)
        self.said: list[str] = []
        """The first lines of its stderr."""
        self._entry = entry
        self._stderr = asyncio.create_task(self._read_stderr())
        self._poll = _hang_up_poll(process)
        self._warned = False

    @classmethod
    async def start(cls, entry: ServerEntry) -> ChildProcess:
        """Starts the process. ServerUnavailable where there is no such program, or it cannot be run."""
        env = get_default_environment() | dict(entry.env)
        program = find_program(entry.command[0], env, entry.cwd)
        if program is None:
            raise ServerUnavailable(entry.name, f"there is no program {printable(entry.command[0][:200])!r}")
        command = [program, *entry.command[1:]]
        if sys.platform == "linux":
            command = [sys.executable, "-I", "-S", str(_WARDEN), str(os.getpid()), *command]
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                env=env,
                cwd=entry.cwd,
                limit=LONGEST_LINE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "its command cannot be run"
            raise ServerUnavailable(entry.name, f"cannot be started: {why}") from None
        return cls(entry, process)

    @property
    def gone(self) -> bool:
        """Whether it has ended, as far as can be seen without waiting: asked before a call is sent."""
        if self.process.returncode is not None or self.reading.ended.is_set():
            return True
        return self._poll is not None and any(events & select.POLLHUP for _, events in self._poll.poll(0))

    async def last_words(self) -> str:
        """What it said on stderr, to explain why it is gone."""
        await asyncio.wait({self._stderr}, timeout=_LAST_WORDS_S)
        return printable(self.said[-1].strip()[:200]) if self.said else ""

    async def stop(self) -> None:
        """Ends it in order: its stdin is closed, then SIGTERM, then SIGKILL, each with its time."""
        with suppress(Exception):
            await self.writing.aclose()
        try:
            for name in ("SIGTERM", "SIGKILL"):
                if not await self._gone_within(EXIT_S):
                    self._signal(name)
            await self._gone_within(_REAP_S)
        finally:
            if self.process.returncode is None:
                self._signal("SIGKILL")
            self._stderr.cancel()
            transport: Any = getattr(self.process, "_transport", None)
            if transport is not None:  # a process that holds our pipes open would keep it, and us, waiting
                transport.close()

    async def _gone_within(self, seconds: float) -> bool:
        if self.process.returncode is not None:
            return True
        deadline = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < deadline:
            if self.process.returncode is not None:
                return True
            await asyncio.sleep(0.01)  # `wait()` also waits for the end of pipes that a grandchild may hold
        return False

    def _signal(self, name: str) -> None:
        number = getattr(signal, name, signal.SIGTERM)
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "linux" and name == "SIGTERM":
                self.process.send_signal(number)  # the warden ends all
            elif hasattr(os, "killpg"):
                os.killpg(self.process.pid, number)
            else:
                self.process.kill()

    def _odd(self, line: str, error: Exception) -> None:
        """What is no message is passed over; the first such line is logged."""
        if not self._warned:
            self._warned = True
            shown = printable(line.strip()[:_LOGGED_CHARS])
            _log.warning("%s wrote something that isn't a message to stdout: %s", printable(self._entry.name), shown)

    async def _read_stderr(self) -> None:
        """Reads as fast as it comes, so that a full pipe never stops the server; keeps and logs the first lines."""
        stream = self.process.stderr
        assert stream is not None
        kept = b""
        while chunk := await stream.read(65_536):
            if len(self.said) >= _LOGGED_LINES:
                continue
            *lines, kept = (kept + chunk).split(b"\n")
            kept = kept[-_LOGGED_CHARS:]
            for line in lines[: _LOGGED_LINES - len(self.said)]:
                text = line.decode(errors="replace").strip()[:_LOGGED_CHARS]
                if text:
                    self.said.append(text)
                    _log.debug("%s says: %s", printable(self._entry.name), printable(text))


def find_program(program: str, env: Mapping[str, str], cwd: str | None) -> str | None:
    """Where a program is: on the child's PATH, else beside our own interpreter; None where none can be run."""
    if os.sep in program or (os.altsep and os.altsep in program):
        path = Path(cwd or ".", Path(program).expanduser())
        return str(path) if path.is_file() and os.access(path, os.X_OK) else None
    return shutil.which(program, path=env.get("PATH")) or shutil.which(program, path=str(Path(sys.executable).parent))


def _hang_up_poll(process: Process) -> Any:
    """A poll that tells at once when nobody holds the other end of the child's stdout any more, where there is one."""
    transport: Any = getattr(process, "_transport", None)
    pipe = None if transport is None else transport.get_pipe_transport(1)
    if pipe is None or not hasattr(select, "poll"):
        return None
    poll = select.poll()
    try:
        poll.register(pipe.get_extra_info("pipe").fileno(), select.POLLHUP)
    except ValueError:  # it has ended already, and its pipe is closed
        return None
    return poll
